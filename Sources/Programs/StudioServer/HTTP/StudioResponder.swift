import Glibc
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServerAccess
import SessionControl
import StudioCore
import StudioRuntime
import StudioScenario

/// Answers requests: checks who asks, finds the session, and passes the request on to it.
struct StudioResponder: HTTPResponder {
    /// The connection of a request.
    struct Context: InitializableFromSource {
        let channel: any Channel

        init(source: ApplicationRequestContextSource) {
            channel = source.channel
        }
    }

    private let options: ServerOptions
    private let directory: SessionDirectory
    private let streams = StreamCounter(limit: Limits.streams)
    private let failures = Lock(FailureLog())
    private let clock = SystemClock()
    private let logger: Logger

    init(_ options: ServerOptions, _ directory: SessionDirectory, logger: Logger) {
        (self.options, self.directory, self.logger) = (options, directory, logger)
    }

    func respond(to request: Request, context: Context) async throws -> Response {
        let reply: Reply
        do throws(Problem) {
            reply = try await answer(request, context.channel)
        } catch {
            reply = Reply(error)
        }
        return reply.response(hasBody: request.method != .head)
    }

    private func answer(_ request: Request, _ channel: any Channel) async throws(Problem) -> Reply {
        try checkSource(request)
        let found = Route.find(request.method.rawValue, request.head.path ?? "")
        if case .success(.page(let file)) = found {
            let content = options.page(file)
            return Reply(file, content, isKnown: content.isKnown(to: request.headers[.ifNoneMatch]))
        }
        if case .success(let route) = found, route.isPublic { return try await perform(route, body: []) }
        try await checkToken(request)
        switch found {
        case .success(let route):
            let body = route.hasBody ? try await body(of: request) : nil
            switch route {
            case .events(let id):
                let sequence = Self.lastEventID.flatMap { request.headers[$0] }.flatMap { Int($0) }
                let query = RequestQuery(request.head.path ?? "")
                return try await events(of: id, after: sequence, withEarlier: try query.flag("earlier"), channel)
            case .levels(let id): return try await levels(of: id, RequestQuery(request.head.path ?? ""), channel)
            case .preview(let id): return try await preview(of: id, RequestQuery(request.head.path ?? ""))
            default: return try await perform(route, body: body ?? [])
            }
        case .failure(.unknown):
            throw Problem(.pathUnknown, "there is nothing at this path; the paths begin with /api/v1/sessions")
        case .failure(.method(let allowed)):
            throw Problem(
                .methodNotAllowed, "use one of the methods of this path: \(allowed.joined(separator: ", "))",
                allowed: allowed)
        }
    }

    private static let lastEventID = HTTPField.Name("Last-Event-ID")
    private static let host = HTTPField.Name("Host")

    // MARK: Who asks

    private func checkSource(_ request: Request) throws(Problem) {
        let origins = request.headers[values: .origin]
        // A second Host is left in the fields.
        let others = Self.host.map { request.headers[values: $0] } ?? []
        let host = others.isEmpty ? request.head.authority : nil
        switch options.rules.denial(host: host, origins: origins) {
        case nil: return
        case .invalidHost?: throw Problem(.hostInvalid, "send one Host with an address, such as 127.0.0.1:7788")
        case .foreignHost?:
            log("the host is not a name of this server")
            throw Problem(.hostForbidden, "use an address or localhost, or start the server with --serve-host NAME")
        case .foreignOrigin?:
            log("the page belongs to another origin")
            throw Problem(.originForbidden, "start the server with --serve-origin ORIGIN to let this page use it")
        }
    }

    private func checkToken(_ request: Request) async throws(Problem) {
        switch options.token.check(request.headers[values: .authorization]) {
        case .accepted: return
        case .missing:
            log("the token is missing")
            throw Problem(.tokenMissing, "send the header Authorization: Bearer TOKEN")
        case .wrong:
            log("the token is wrong")
            // Whoever guesses waits. A cancelled wait ends with its connection.
            try? await Task.sleep(for: options.failureDelay)
            throw Problem(.tokenWrong, "send the token that this server has printed or written at its start")
        }
    }

    private func log(_ reason: String) {
        let now = clock.now
        if let line = failures.withLock({ $0.line(reason, at: now) }) { logger.warning("\(line)") }
    }

    private func body(of request: Request) async throws(Problem) -> [UInt8] {
        let type = request.headers[.contentType] ?? ""
        let name = type.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        guard name == MediaTypes.json else {
            throw Problem(.mediaTypeUnsupported, "send JSON with the header Content-Type: application/json")
        }
        let tooLarge = Problem(.bodyTooLarge, "the body has more than \(Limits.bodyBytes) bytes")
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > Limits.bodyBytes {
            throw tooLarge
        }
        do {
            return Array(buffer: try await request.body.collect(upTo: Limits.bodyBytes))
        } catch is NIOTooManyBytesError {
            throw tooLarge
        } catch {
            throw Problem(.malformed, "the body is not complete")
        }
    }

    // MARK: Requests

    private func perform(_ route: Route, body: [UInt8]) async throws(Problem) -> Reply {
        switch route {
        case .health: return Reply(text: "ok\n")
        case .ready:
            // Whoever has no token learns no more.
            guard await directory.areSending() else {
                throw Problem(.notReady, "a session is not sending")
            }
            return Reply(text: "ok\n")
        case .metrics:
            var clients = [("http", streams.open)]
            if let obs = options.obs { clients.append(("obs-websocket", obs.clients.count)) }
            let metrics = Metrics(
                version: release.description, await directory.measuredStates(),
                now: Double(WallTime.now.nanoseconds) / 1e9, clients: clients, process: .current)
            return Reply(text: metrics.text, type: Metrics.type)
        case .rules: return Reply(json: options.rulesDocument())
        case .description: return Reply(json: options.description())
        case .scenarios: return Reply(json: options.scenariosDocument())
        case .startSession: return try await start(body)
        case .sessions: return Reply(json: ServerJSON.body(SessionList(await directory.sessions())))
        case .snapshot(let id):
            return Reply(json: SessionState.parts(of: try await call(.snapshot, in: try await link(id))).text)
        case .stop(let id): return try await stop(id)
        case .events, .levels, .preview, .page:
            throw Problem(.internal, "the request is answered elsewhere")
        case .outputs(let id): return Reply(json: OutputList(try await outputs(of: id).map { $0.text }).text)
        case .output(let id, let number):
            guard let output = try await outputs(of: id).first(where: { $0.number == number }) else {
                throw Problem(.notFound, "unknown output \(number); the snapshot lists all outputs")
            }
            return Reply(json: output.text)
        case .addOutput(let id):
            // The body is that of the command.
            let json = Array("{\"addOutput\":".utf8) + body + Array("}".utf8)
            return try await added(to: id, try Self.command(json))
        case .removeOutput(let id, let number): return try await change(.removeOutput(output: number), in: id)
        case .restartOutput(let id, let number):
            guard body.isEmpty || JSONText.members(of: body[...])?.isEmpty == true else {
                throw Problem(.invalid, "the body has fields; send {} or no body")
            }
            return try await added(to: id, .restartOutput(output: number))
        case .command(let id): return try await change(try Self.command(body), in: id)
        }
    }

    private static func command(_ body: [UInt8]) throws(Problem) -> SessionCommand {
        try Problem.checkJSON(body)
        do {
            return try ControlRequest.command(json: body)
        } catch {
            throw Problem(error)
        }
    }

    private func outputs(of id: String) async throws(Problem) -> [(number: Int, text: [UInt8])] {
        SessionState.outputs(of: try await call(.snapshot, in: try await link(id)))
    }

    /// Starts a session, and waits until it is found.
    private func start(_ body: [UInt8]) async throws(Problem) -> Reply {
        guard let starter = options.starter else {
            throw Problem(
                .unsupportedHere, "this server serves the sessions of another program; use the server of psstudio serve"
            )
        }
        let process = try starter.start(body)
        let deadline = ContinuousClock.now + Self.startPatience
        repeat {
            // First, because a session that has ended is not found any more.
            let end = process.end
            if let link = await directory.sessions().first(where: { $0.greeting.pid == process.pid }) {
                let json = ServerJSON.body(StartedSession(link.greeting))
                return Reply(202, json: json, location: "/api/v1/sessions/\(link.id)")
            }
            switch end?.reason {
            case nil: break
            case .success?: return Reply(202, json: ServerJSON.body(StartedSession(nil)))
            case .usage?: throw Problem(.invalid, end?.message ?? "")
            case .failure?: throw Problem(.startFailed, end?.message ?? "")
            }
            // A cancelled wait ends with its connection.
            try? await Task.sleep(for: Self.startInterval)
        } while ContinuousClock.now < deadline && !Task.isCancelled
        throw Problem(
            .sessionSilent, "the session has started and does not answer yet; GET /api/v1/sessions lists it then")
    }

    private static let startPatience = Duration.seconds(10)
    private static let startInterval = Duration.milliseconds(20)

    /// Stops a session, and waits a moment for its end. One that has ended is stopped.
    private func stop(_ id: String) async throws(Problem) -> Reply {
        let stopped = Reply(json: Change(.null).text)
        guard case .running(let link) = await directory.find(id) else {
            if case .unknown = await directory.find(id) { throw Self.unknownSession }
            return stopped
        }
        do {
            let reply = try await call(.command(.stop), in: link)
            return await link.ends(within: Self.stopPatience) ? stopped : Reply(202, json: Change(.reply(reply)).text)
        } catch {
            // It has ended meanwhile.
            guard error.code == .sessionEnded else { throw error }
            return stopped
        }
    }

    /// How long the answer to a stop waits for the end of the session. Files may take longer to finish.
    private static let stopPatience = TimeAmount.seconds(2)

    /// Performs a command.
    private func change(_ command: SessionCommand, in id: String) async throws(Problem) -> Reply {
        let reply = try await call(.command(command), in: try await link(id))
        return Reply(command.startsSomething ? 202 : 200, json: Change(.reply(reply)).text)
    }

    /// Performs a command that opens an output.
    private func added(to id: String, _ command: SessionCommand) async throws(Problem) -> Reply {
        let reply = try await call(.command(command), in: try await link(id))
        let number = JSONText.members(of: reply)?["output"].flatMap { JSONText.members(of: $0)?["output"] }
        let location = JSONText.integer(number).map { "/api/v1/sessions/\(id)/outputs/\($0)" }
        return Reply(202, json: Change(.reply(reply)).text, location: location)
    }

    private func events(
        of id: String, after sequence: Int?, withEarlier: Bool, _ channel: any Channel
    ) async throws(Problem) -> Reply {
        let link = try await link(id)
        let permit = try permit()
        do {
            let stream = try await link.events(after: sequence, withEarlier: withEarlier)
            // A client that leaves frees its place at once.
            channel.closeFuture.whenComplete { _ in stream.finish() }
            return Reply(stream, permit)
        } catch {
            throw Self.problem(error)
        }
    }

    private func permit() throws(Problem) -> StreamPermit {
        guard let permit = streams.permit() else {
            throw Problem(.tooManyStreams, "the server has \(Limits.streams) event streams; close one, then try again")
        }
        return permit
    }

    private func levels(
        of id: String, _ query: RequestQuery, _ channel: any Channel
    ) async throws(Problem) -> Reply {
        let perSecond = try query.number("perSecond", in: 0.1...50, default: 20)
        let link = try await link(id)
        let permit = try permit()
        do {
            let (stream, connection) = try await SessionMonitor.levels(
                of: link.path, perSecond: perSecond, on: channel.eventLoop)
            channel.closeFuture.whenComplete { _ in
                stream.finish()
                connection.close(promise: nil)
            }
            return Reply(stream, permit)
        } catch {
            throw Self.problem(error)
        }
    }

    private func preview(of id: String, _ query: RequestQuery) async throws(Problem) -> Reply {
        let width = try query.even("width", in: 16...1920, default: 640)
        let link = try await link(id)
        do {
            return Reply(jpeg: try await SessionMonitor.preview(of: link.path, width: width, on: link.loop))
        } catch {
            throw Self.problem(error)
        }
    }

    // MARK: Sessions

    private func link(_ id: String) async throws(Problem) -> SessionLink {
        switch await directory.find(id) {
        case .running(let link): return link
        case .former(let ending): throw Self.problem(SessionLinkError.gone(ending))
        case .unknown: throw Self.unknownSession
        }
    }

    private static let unknownSession = Problem(
        .sessionUnknown, "no session has this identifier; GET /api/v1/sessions lists all")

    private func call(_ kind: ControlRequest.Kind, in link: SessionLink) async throws(Problem) -> ArraySlice<UInt8> {
        do {
            return try await link.call(kind)
        } catch {
            throw Self.problem(error)
        }
    }

    private static func problem(_ error: any Error) -> Problem {
        switch error as? SessionLinkError {
        case .failed(let error)?: Problem(error)
        case .incompatible(let obstacle)?: Problem(.unsupportedHere, obstacle)
        case .silent?: Problem(.sessionSilent, "the session has not answered in time; a command may be performed later")
        case .full?: Problem(.tooManyRequests, "many requests to this session wait; send the next one after an answer")
        case .gone(.ended)?: Problem(.sessionEnded, "the session has ended")
        case .gone(.lost)?: Problem(.sessionLost, "the session went away without an end; it was killed or has crashed")
        // Each monitor has a connection of its own: the socket is removed before the session has said that it ends.
        case nil where [ENOENT, ECONNREFUSED].contains((error as? IOError)?.errnoCode):
            Problem(.sessionEnded, "the session has ended")
        case nil: Problem(.internal, "the connection to the session failed")
        }
    }
}

extension SessionCommand {
    /// Whether something starts whose end an event reports.
    fileprivate var startsSomething: Bool {
        switch self {
        case .addOutput, .removeOutput, .restartOutput, .stopOutput, .startOutput, .splitOutput, .stop: true
        default: false
        }
    }
}
