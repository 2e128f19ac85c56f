package import SessionProtocol
import StudioCore

/// The description of the HTTP interface in OpenAPI 3.1: `docs/openapi.json`. Paths and commands come from their
/// tables.
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

    static func reference(_ name: String) -> JSON { ["$ref": .text("#/components/schemas/\(name)")] }

    /// Each path with its methods.
    private static var paths: [(String, JSON)] {
        let endpoints = Endpoint.all.filter { $0.id != nil }
        let paths = endpoints.map(\.path).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return paths.map { path in
            let parameters = path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
                parameter(String($0.dropFirst().dropLast()))
            }
            let shared: [(String, JSON)] = parameters.isEmpty ? [] : [("parameters", .list(parameters))]
            let operations = endpoints.filter { $0.path == path }.map { ($0.method.lowercased(), $0.operation) }
            return (path, .object(shared + operations))
        }
    }

    private static func parameter(_ name: String) -> JSON {
        let schema: JSON = name == "output" ? ["type": "integer", "minimum": 1] : ["type": "string", "minLength": 1]
        return ["name": .text(name), "in": "path", "required": true, "schema": schema]
    }

    private static let problem: JSON = [
        "description": "A problem of RFC 9457.",
        "content": ["application/problem+json": ["schema": reference("Problem")]],
    ]
}

extension Endpoint {
    /// The endpoint as an operation of its path.
    fileprivate var operation: JSON {
        var fields: [(String, JSON)] = [("operationId", .optional(id)), ("summary", .text(summary))]
        if isPublic { fields.append(("security", [])) }
        if !parameters.isEmpty { fields.append(("parameters", .list(parameters))) }
        if let body {
            let content: JSON = .object([(MediaTypes.json, .object([("schema", OpenAPIDocument.reference(body))]))])
            fields.append(("requestBody", ["required": .flag(!isBodyOptional), "content": content]))
        }
        let responses: [(String, JSON)] = answers.map { answer in
            let content: JSON = .object([(answer.type, .object([("schema", answer.schema)]))])
            return ("\(answer.status)", ["description": .text(summary), "content": content])
        }
        let problem: [(String, JSON)] = [("default", ["$ref": "#/components/responses/Problem"])]
        fields.append(("responses", .object(responses + (problems.isEmpty ? [] : problem))))
        return .object(fields)
    }
}
