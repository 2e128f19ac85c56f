import StudioCore
package import StudioScenario

/// The description of the HTTP interface in OpenAPI 3.1: `docs/openapi.json`. Commands come from their table.
package struct OpenAPIDocument: Sendable {
    /// The JSON, two spaces of indentation, keys in a fixed order.
    package let json: String

    /// - Parameter snapshot: the schema of a session's snapshot.
    package init(snapshot: JSON) {
        json =
            JSON.object([
                ("openapi", "3.1.0"),
                (
                    "info",
                    [
                        "title": "psstudio", "version": "1",
                        "description": "State, commands and events of sessions: docs/server.md describes them.",
                    ]
                ),
                ("servers", [["url": "http://127.0.0.1:7788"]]),
                ("security", [["token": []]]),
                ("paths", .object(Self.paths)),
                (
                    "components",
                    [
                        "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
                        "responses": ["Problem": Self.problem],
                        "schemas": .object(OpenAPISchemas.all(snapshot)),
                    ]
                ),
            ]).written() + "\n"
    }

    /// A method of a path.
    package struct Operation: Sendable {
        let method: String
        let id: String
        let summary: String
        var parameters: [JSON] = []
        var body: JSON?
        let answers: [(status: Int, type: String, schema: JSON)]
        var isPublic = false
    }

    // MARK: Paths

    private static let session = "/api/v1/sessions/{sessionId}"

    /// All paths with their methods.
    package static let operations: [(path: String, operations: [Operation])] = [
        (
            "/api/v1/sessions",
            [
                get("listSessions", "Lists the running sessions.", reference("SessionList")),
                Operation(
                    method: "POST", id: "startSession",
                    summary: "Starts a session, a process of its own, with the keys of a configuration file.",
                    body: reference("NewSession"), answers: [(202, MediaTypes.json, reference("StartedSession"))]),
            ]
        ),
        (
            session,
            [
                get("getSession", "Returns the snapshot of a session with its participants.", reference("Session")),
                change("DELETE", "stopSession", "Stops a session. One that has ended is stopped.", [200, 202]),
            ]
        ),
        (
            session + "/outputs",
            [
                get("listOutputs", "Lists the outputs.", reference("OutputList")),
                change("POST", "addOutput", "Adds an output.", [202], body: reference("NewOutput")),
            ]
        ),
        (
            session + "/outputs/{output}",
            [
                get("getOutput", "Returns an output.", reference("Output")),
                change("DELETE", "removeOutput", "Finishes an output and removes it.", [202]),
            ]
        ),
        (
            session + "/outputs/{output}/restart",
            [
                change(
                    "POST", "restartOutput", "Finishes an output and adds a new one in its place.", [202],
                    body: reference("Empty"))
            ]
        ),
        (
            session + "/commands",
            [change("POST", "performCommand", "Performs a command.", [200, 202], body: reference("Command"))]
        ),
        (
            session + "/events",
            [
                Operation(
                    method: "GET", id: "followEvents",
                    summary: "Follows the events: the snapshot first, or those after `Last-Event-ID`.",
                    parameters: [lastEventID, query("earlier", ["type": "boolean", "default": false])],
                    answers: [(200, MediaTypes.events, ["type": "string"])])
            ]
        ),
        (
            session + "/levels",
            [
                Operation(
                    method: "GET", id: "followLevels", summary: "Follows the peak and the RMS of each channel in dBFS.",
                    parameters: [
                        query("perSecond", ["type": "number", "minimum": .decimal(0.1), "maximum": 50, "default": 20])
                    ],
                    answers: [(200, MediaTypes.events, ["type": "string"])])
            ]
        ),
        (
            session + "/preview.jpg",
            [
                Operation(
                    method: "GET", id: "getPreview", summary: "Returns a JPEG of the newest accepted frame.",
                    parameters: [
                        query(
                            "width",
                            [
                                "type": "integer", "minimum": 16, "maximum": 1920, "multipleOf": 2, "default": 640,
                            ])
                    ],
                    answers: [(200, MediaTypes.jpeg, ["type": "string", "format": "binary"])])
            ]
        ),
        ("/api/v1/rules", [get("listRules", "Lists the rules of all interfaces.", reference("RuleList"))]),
        ("/api/v1/scenarios", [get("listScenarios", "Lists the ready scenarios.", reference("ScenarioList"))]),
        ("/api/v1/openapi.json", [get("getDescription", "Returns this document.", ["type": "object"])]),
        ("/metrics", [text("getMetrics", "Returns the metrics of all sessions for Prometheus.", Metrics.type)]),
        ("/healthz", [text("getHealth", "The server answers.", MediaTypes.text, isPublic: true)]),
        ("/readyz", [text("getReadiness", "Each session is sending.", MediaTypes.text, isPublic: true)]),
    ]

    private static func get(_ id: String, _ summary: String, _ schema: JSON) -> Operation {
        Operation(method: "GET", id: id, summary: summary, answers: [(200, MediaTypes.json, schema)])
    }

    private static func text(_ id: String, _ summary: String, _ type: String, isPublic: Bool = false) -> Operation {
        Operation(
            method: "GET", id: id, summary: summary, answers: [(200, type, ["type": "string"])], isPublic: isPublic)
    }

    private static func change(
        _ method: String, _ id: String, _ summary: String, _ statuses: [Int], body: JSON? = nil
    ) -> Operation {
        Operation(
            method: method, id: id, summary: summary, body: body,
            answers: statuses.map { ($0, MediaTypes.json, reference("Change")) })
    }

    static func reference(_ name: String) -> JSON { ["$ref": .text("#/components/schemas/\(name)")] }

    private static var paths: [(String, JSON)] {
        operations.map { path, operations in
            let parameters = path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
                parameter(String($0.dropFirst().dropLast()))
            }
            let shared: [(String, JSON)] = parameters.isEmpty ? [] : [("parameters", .list(parameters))]
            return (path, .object(shared + operations.map { ($0.method.lowercased(), $0.json) }))
        }
    }

    private static func parameter(_ name: String) -> JSON {
        let schema: JSON = name == "output" ? ["type": "integer", "minimum": 1] : ["type": "string", "minLength": 1]
        return ["name": .text(name), "in": "path", "required": true, "schema": schema]
    }

    private static func query(_ name: String, _ schema: JSON) -> JSON {
        ["name": .text(name), "in": "query", "required": false, "schema": schema]
    }

    private static let lastEventID: JSON = [
        "name": "Last-Event-ID", "in": "header", "required": false, "schema": ["type": "integer", "minimum": 0],
    ]

    private static let problem: JSON = [
        "description": "A problem of RFC 9457.",
        "content": ["application/problem+json": ["schema": reference("Problem")]],
    ]
}

extension OpenAPIDocument.Operation {
    fileprivate var json: JSON {
        var fields: [(String, JSON)] = [("operationId", .text(id)), ("summary", .text(summary))]
        if isPublic { fields.append(("security", [])) }
        if !parameters.isEmpty { fields.append(("parameters", .list(parameters))) }
        if let body {
            let content: JSON = .object([(MediaTypes.json, .object([("schema", body)]))])
            fields.append(("requestBody", ["required": true, "content": content]))
        }
        let responses: [(String, JSON)] = answers.map { status, type, schema in
            let content: JSON = .object([(type, .object([("schema", schema)]))])
            return ("\(status)", ["description": .text(summary), "content": content])
        }
        fields.append(
            ("responses", .object(responses + [("default", ["$ref": "#/components/responses/Problem"])])))
        return .object(fields)
    }
}
