import HTTPTypes
import SessionProtocol
import StudioCore
import StudioRuntime

// One row for each method of a path. Its handler is a method of the responder, or a command of the session.
extension Endpoint {
    private static let sessions = "/api/v1/sessions"
    private static let session = sessions + "/{sessionId}"
    private static let output = session + "/outputs/{output}"

    /// All endpoints, in the order of the documents.
    static let all: [Endpoint] =
        [
            Endpoint(
                "GET", sessions, "listSessions",
                "Lists the running sessions, or with `ended` the latest ones that have ended.",
                details: "the running sessions: "
                    + #"`{"itemCount":1,"items":[{"pid":…,"program":…,"psstudio":…,"sessionId":…}]}`; "#
                    + "`?ended=true` lists those that have ended, the last one first, at most `&limit=1000`",
                parameters: [Query.ended.json, Query.limit.json],
                answers: [.json(either: "SessionList", "EndedSessionList")], handler: StudioResponder.listSessions),
            Endpoint(
                "POST", sessions, "startSession",
                "Starts a session, a process of its own, with the keys of a configuration file.",
                details: "starts a session, below: 202 with its `Location`", body: "NewSession",
                answers: [.json("StartedSession", 202)], problems: .start, handler: StudioResponder.startSession),
            Endpoint(
                "GET", session, "getSession",
                "Returns the snapshot of a session with its participants, or the result of one that has ended.",
                details: "the snapshot, with the `participants` and with `sequence`, "
                    + "the number of the last event that it contains; of one of the last 1,000 sessions that have ended, "
                    + "the [result](#ended-sessions)",
                answers: [.json(either: "Session", "EndedSession")], problems: .session,
                handler: StudioResponder.getSession),
            Endpoint(
                "DELETE", session, "stopSession", "Stops a session. One that has ended is stopped.",
                details: "stops the session: 200 when it has ended within two seconds, or earlier; 202 otherwise",
                answers: [.json("Change"), .json("Change", 202)], problems: .session,
                handler: StudioResponder.stopSession),
            Endpoint(
                "GET", session + "/outputs", "listOutputs", "Lists the outputs.",
                details: "the outputs without removed ones, each with `rate`: "
                    + #"`{"bitsPerSecond":…,"bytesPerSecond":…,"windowSeconds":4}`"#,
                answers: [.json("OutputList")], problems: .session, handler: StudioResponder.listOutputs),
            Endpoint(
                "POST", session + "/outputs", "addOutput", "Adds an output.",
                details: #"adds an output, `{"address":"show.mkv"}`: 202 with its `Location`"#, body: "NewOutput",
                answers: [.json("Change", 202)], problems: .command, handler: StudioResponder.addOutput),
            Endpoint(
                "GET", output, "getOutput", "Returns an output.", details: "one output", answers: [.json("Output")],
                problems: .session.union([.notFound]),
                handler: StudioResponder.getOutput),
            Endpoint(
                "DELETE", output, "removeOutput", "Finishes an output and removes it.",
                details: "finishes an output and removes it: 202", answers: [.json("Change", 202)], problems: .command,
                handler: command { .removeOutput(output: $0.path.output) }),
            Endpoint(
                "POST", output + "/restart", "restartOutput", "Finishes an output and adds a new one in its place.",
                details: "finishes an output and adds a new one in its place, a file under its next name: "
                    + "202 with its `Location`",
                body: "Empty", isBodyOptional: true, answers: [.json("Change", 202)], problems: .command,
                handler: StudioResponder.restartOutput),
            Endpoint(
                "POST", session + "/commands", "performCommand", "Performs a command.",
                details: #"performs a command, which is the body: `{"revokeCoHost":{}}`"#, body: "Command",
                answers: [.json("Change"), .json("Change", 202)], problems: .command,
                handler: StudioResponder.performCommand),
            Endpoint(
                "GET", session + "/events", "followEvents",
                "Follows the events: the snapshot first, or those after `Last-Event-ID`.",
                details: "the events as they happen, below", parameters: [lastEventID, Query.earlier.json],
                answers: [.text(MediaTypes.events)], problems: .stream, handler: StudioResponder.followEvents),
            Endpoint(
                "GET", session + "/levels", "followLevels", "Follows the peak and the RMS of each channel in dBFS.",
                details: "server-sent events `levels`: the peak and the RMS of each channel in dBFS, as in "
                    + "[control.md](control.md); `?perSecond=20`",
                parameters: [Query.perSecond.json], answers: [.text(MediaTypes.events)], problems: .stream,
                handler: StudioResponder.followLevels),
            Endpoint(
                "GET", session + "/preview.jpg", "getPreview", "Returns a JPEG of the newest accepted frame.",
                details: "a JPEG of the newest accepted frame; `?width=640`", parameters: [Query.width.json],
                answers: [Answer(type: MediaTypes.jpeg, schema: ["type": "string", "format": "binary"])],
                problems: .session,
                handler: StudioResponder.getPreview),
            Endpoint(
                "GET", "/api/v1/rules", "listRules", "Lists the rules of all interfaces.",
                details: "the rules of all interfaces", answers: [.json("RuleList")], handler: StudioResponder.listRules
            ),
            Endpoint(
                "GET", "/api/v1/scenarios", "listScenarios", "Lists the ready scenarios.",
                details: "the ready scenarios",
                answers: [.json("ScenarioList")], handler: StudioResponder.listScenarios),
            Endpoint(
                "GET", "/api/v1/files", "listFiles", "Lists a folder below the folder for files.",
                details:
                    "the folders and regular files in the [folder for files](#files), or with `?path=clips` in one "
                    + #"below it: `{"isComplete":true,"itemCount":1,"items":"#
                    + #"[{"kind":"video","name":"clip.mp4","size":…}],"path":"clips"}`"#,
                parameters: [Query.path.json], answers: [.json("FileList")],
                problems: [.outsideFolder, .notFound, .internal], handler: StudioResponder.listFiles),
            Endpoint(
                "GET", "/api/v1/access", "getAccess", "Returns what the token and the server permit.",
                details: "what the token and the server permit: `access` is `full` or `read`, `hasFolder` says whether "
                    + "files are used, and `startsSessions` whether the server starts sessions",
                answers: [.json("Access")], handler: StudioResponder.getAccess),
            Endpoint(
                "GET", "/api/v1/openapi.json", "getDescription", "Returns this document.",
                details: "the description of all this in OpenAPI 3.1, [openapi.json](openapi.json); "
                    + "`psstudio serve --openapi` prints it",
                answers: [Answer(schema: ["type": "object"])], handler: StudioResponder.getDescription),
            Endpoint(
                "GET", "/metrics", "getMetrics", "Returns the metrics of all sessions for Prometheus.",
                details: "metrics for Prometheus, below", answers: [.text(Metrics.type)],
                handler: StudioResponder.getMetrics),
        ]
        + PageFile.allCases.map { file in
            Endpoint(
                "GET", file.rawValue, nil, "",
                details: "the control page, with an `ETag`, as gzip where that is accepted", answers: [], isPublic: true
            ) { responder in { responder.page(file, $0) } }
        }
        + [
            Endpoint(
                "GET", "/healthz", "getHealth", "The server answers.",
                details: "`ok`: the server answers", answers: [.text(MediaTypes.text)],
                isPublic: true, handler: StudioResponder.getHealth),
            Endpoint(
                "GET", "/readyz", "getReadiness", "Each session is sending.",
                details: "`ok`: each session is sending; 503 otherwise",
                answers: [.text(MediaTypes.text)], problems: [.notReady], isPublic: true,
                handler: StudioResponder.getReadiness),
        ]

    /// A handler that performs a command.
    private static func command(_ command: @escaping @Sendable (EndpointRequest) -> SessionCommand) -> Handler {
        { responder in
            { request throws(Problem) in try await responder.perform(command(request), for: request) }
        }
    }

    private static let lastEventID: JSON = [
        "name": "Last-Event-ID", "in": "header", "required": false, "schema": ["type": "integer", "minimum": 0],
    ]

    /// The parameters of queries.
    enum Query {
        static let earlier = QueryParameter.flag("earlier")
        static let perSecond = QueryParameter.number("perSecond", in: 0.1...50, default: 20)
        static let width = QueryParameter.even("width", in: 16...1920, default: 640)
        static let path = QueryParameter.text("path", "the path of a folder, percent-encoded", limit: 4096)
        static let ended = QueryParameter.flag("ended")
        static let limit = QueryParameter.whole("limit", in: 1...EndedSessions.limit, default: EndedSessions.limit)
    }
}

// The problems of rows that have the same kind of request.
extension Set<Problem.Code> {
    static let request: Self = [.hostInvalid, .hostForbidden, .originForbidden]
    static let token: Self = [.tokenMissing, .tokenWrong]
    static let body: Self = [.mediaTypeUnsupported, .bodyTooLarge, .malformed, .invalid]
    fileprivate static let session: Self = [
        .sessionUnknown, .sessionEnded, .sessionLost, .sessionSilent, .tooManyRequests, .unsupportedHere, .rejected,
        .busy, .internal,
    ]
    fileprivate static let command = session.union([.invalid, .notFound, .source, .outsideFolder, .notPermitted])
    fileprivate static let stream = session.union([.tooManyStreams])
    fileprivate static let start: Self = [
        .startFailed, .tooManySessions, .sessionSilent, .outsideFolder, .notPermitted, .unsupportedHere, .internal,
    ]
}

// Handlers that need no more than the state of the server. Those of sessions are in `StudioResponder+Sessions.swift`.
extension StudioResponder {
    func getHealth(_ request: EndpointRequest) -> Reply { Reply(text: "ok\n") }

    func getReadiness(_ request: EndpointRequest) async throws(Problem) -> Reply {
        // A client without a token learns no more.
        guard await directory.areSending() else { throw Problem(.notReady, "a session is not sending") }
        return Reply(text: "ok\n")
    }

    func page(_ file: PageFile, _ request: EndpointRequest) -> Reply {
        let content = options.page(file)
        let form = content.form(for: request.headers[values: .acceptEncoding])
        return Reply(file, form, isKnown: PageContent.isKnown(form.tag, to: request.headers[.ifNoneMatch]))
    }

    func getMetrics(_ request: EndpointRequest) async -> Reply {
        var clients = [("http", streams.used)]
        if let obs = options.obs { clients.append(("obs-websocket", obs.clients.count)) }
        let metrics = Metrics(
            version: release.description, await directory.measuredStates(),
            now: Double(WallTime.now.nanoseconds) / 1e9, clients: clients, ends: await directory.endCounts,
            process: .current)
        return Reply(text: metrics.text, type: Metrics.type)
    }

    func listRules(_ request: EndpointRequest) -> Reply { Reply(json: options.rulesDocument()) }

    func listScenarios(_ request: EndpointRequest) -> Reply { Reply(json: options.scenariosDocument()) }

    func getAccess(_ request: EndpointRequest) -> Reply {
        let access = AccessAnswer(
            access: request.access, hasFolder: !options.folder.path.isEmpty, startsSessions: options.starter != nil)
        return Reply(json: ServerJSON.body(access))
    }

    func getDescription(_ request: EndpointRequest) -> Reply { Reply(json: options.description()) }

    func listSessions(_ request: EndpointRequest) async throws(Problem) -> Reply {
        let limit = try request.query.value(of: Endpoint.Query.limit)
        guard try request.query.value(of: Endpoint.Query.ended) else {
            return Reply(json: ServerJSON.body(SessionList(await directory.sessions())))
        }
        let items = await directory.latestEnded(limit).map(\.summary)
        let list = Array("{\"itemCount\":\(items.count),\"items\":[".utf8) + items.joined(separator: ",".utf8)
        return Reply(json: list + "]}\n".utf8)
    }
}
