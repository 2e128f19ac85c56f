import Glibc
import HTTPTypes
import NIOCore
import SessionClient
import SessionProtocol
import StudioCore

// Requests about sessions.
extension StudioResponder {
    /// The snapshot of a session, or the result of one that has ended.
    func getSession(_ request: EndpointRequest) async throws(Problem) -> Reply {
        do throws(Problem) {
            return Reply(json: SnapshotText.parts(of: try await snapshot(of: request.session)).text)
        } catch {
            guard [.sessionEnded, .sessionLost].contains(error.code),
                let ended = await directory.ended(request.session)
            else { throw error }
            return Reply(json: ended.text)
        }
    }

    /// Starts a session, and waits until it is found.
    func startSession(_ request: EndpointRequest) async throws(Problem) -> Reply {
        guard let starter = options.starter else {
            throw Problem(
                .unsupportedHere, "this server serves the sessions of another program; use the server of psstudio serve"
            )
        }
        let process = try starter.start(request.body)
        await directory.expect(process)
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
    func stopSession(_ request: EndpointRequest) async throws(Problem) -> Reply {
        let stopped = Reply(json: Change().text)
        guard case .running(let link) = await directory.find(request.session) else {
            if case .unknown = await directory.find(request.session) { throw Self.unknownSession }
            return stopped
        }
        do {
            let reply = try await call(.command(.stop), for: request, in: link)
            return await link.ends(within: Self.stopPatience) ? stopped : Reply(202, json: Change(reply).text)
        } catch {
            // It has ended meanwhile.
            guard error.code == .sessionEnded else { throw error }
            return stopped
        }
    }

    /// How long the answer to a stop waits for the end of the session. Files may take longer to finish.
    private static let stopPatience = TimeAmount.seconds(2)

    // MARK: Outputs and commands

    func listOutputs(_ request: EndpointRequest) async throws(Problem) -> Reply {
        let outputs = try await outputs(of: request.session).map { String(decoding: $0.text, as: UTF8.self) }
        let items = outputs.joined(separator: ",")
        return Reply(json: Array("{\"itemCount\":\(outputs.count),\"items\":[\(items)]}\n".utf8))
    }

    func getOutput(_ request: EndpointRequest) async throws(Problem) -> Reply {
        let number = request.path.output
        guard let output = try await outputs(of: request.session).first(where: { $0.number == number }) else {
            throw Problem(.notFound, "unknown output \(number); the snapshot lists all outputs")
        }
        return Reply(json: output.text)
    }

    func addOutput(_ request: EndpointRequest) async throws(Problem) -> Reply {
        // The body is that of the command.
        let json = JSON.object([("addOutput", try Problem.object(request.body))])
        return try await add(try Self.command(json.encoded), for: request)
    }

    func restartOutput(_ request: EndpointRequest) async throws(Problem) -> Reply {
        let fields = request.body.isEmpty ? [] : try Problem.object(request.body).fields ?? []
        guard fields.isEmpty else {
            let names = fields.map { JSON.shownName($0.0) }.joined(separator: ", ")
            throw Problem(.invalid, "unknown \(names); the body has no fields: send {} or no body")
        }
        return try await add(.restartOutput(output: request.path.output), for: request)
    }

    func performCommand(_ request: EndpointRequest) async throws(Problem) -> Reply {
        try await perform(try Self.command(request.body), for: request)
    }

    private static func command(_ body: [UInt8]) throws(Problem) -> SessionCommand {
        // The decoder accepts more than RFC 8259, and takes one of two fields with the same name.
        if let name = try Problem.object(body).repeatedName {
            throw Problem(.invalid, "\(name) is there more than once; send it once")
        }
        do {
            return try ControlRequest.command(json: body)
        } catch {
            throw Problem(error)
        }
    }

    func perform(_ command: SessionCommand, for request: EndpointRequest) async throws(Problem) -> Reply {
        let reply = try await call(.command(command), for: request, in: try await link(request.session))
        // Something has started whose end an event reports.
        let isPending = command.row.goal != nil || command == .stop
        return Reply(isPending ? 202 : 200, json: Change(reply).text)
    }

    /// Performs a command that opens an output.
    private func add(_ command: SessionCommand, for request: EndpointRequest) async throws(Problem) -> Reply {
        let id = request.session
        let reply = try await call(.command(command), for: request, in: try await link(id))
        let number = JSONText.members(of: reply)?["output"].flatMap { JSONText.members(of: $0)?["output"] }
        let location = JSONText.integer(number).map { "/api/v1/sessions/\(id)/outputs/\($0)" }
        return Reply(202, json: Change(reply).text, location: location)
    }

    // MARK: Streams and images

    func followEvents(_ request: EndpointRequest) async throws(Problem) -> Reply {
        let sequence = Self.lastEventID.flatMap { request.headers[$0] }.flatMap { Int($0) }
        let withEarlier = try request.query.value(of: Endpoint.Query.earlier)
        let link = try await link(request.session)
        let permit = try permit()
        let stream = try await asking { try await link.events(after: sequence, withEarlier: withEarlier) }
        // A client that leaves frees its place at once.
        request.channel.closeFuture.whenComplete { _ in stream.finish() }
        return Reply(stream, permit)
    }

    private static let lastEventID = HTTPField.Name("Last-Event-ID")

    func followLevels(_ request: EndpointRequest) async throws(Problem) -> Reply {
        let perSecond = try request.query.value(of: Endpoint.Query.perSecond)
        let link = try await link(request.session)
        let permit = try permit()
        let (stream, connection) = try await asking {
            try await SessionMonitor.levels(of: link.path, perSecond: perSecond, on: request.channel.eventLoop)
        }
        request.channel.closeFuture.whenComplete { _ in
            stream.finish()
            connection.close(promise: nil)
        }
        return Reply(stream, permit)
    }

    func getPreview(_ request: EndpointRequest) async throws(Problem) -> Reply {
        let width = try request.query.value(of: Endpoint.Query.width)
        let link = try await link(request.session)
        return Reply(
            jpeg: try await asking { try await SessionMonitor.image(of: link.path, width: width, on: link.loop) })
    }

    private func permit() throws(Problem) -> Permit {
        guard let permit = streams.permit() else {
            throw Problem(.tooManyStreams, "the server has \(Limits.streams) event streams; close one, then try again")
        }
        return permit
    }

    // MARK: The session

    func link(_ id: String) async throws(Problem) -> SessionLink {
        switch await directory.find(id) {
        case .running(let link): return link
        case .former(let session): throw Self.problem(SessionClientError.gone(session.ending))
        case .unknown: throw Self.unknownSession
        }
    }

    private static let unknownSession = Problem(
        .sessionUnknown, "no session has this identifier; GET /api/v1/sessions lists all")

    func snapshot(of id: String) async throws(Problem) -> ArraySlice<UInt8> {
        let link = try await link(id)
        return try await asking { try await link.call(.snapshot) }
    }

    func outputs(of id: String) async throws(Problem) -> [(number: Int, text: [UInt8])] {
        SnapshotText.outputs(of: try await snapshot(of: id))
    }

    private func call(
        _ kind: ControlRequest.Kind, for request: EndpointRequest, in link: SessionLink
    ) async throws(Problem) -> ArraySlice<UInt8> {
        try await asking { try await link.call(kind, origin: request.origin) }
    }

    /// Turns the errors of a session's connection into problems.
    private func asking<Answer>(_ session: () async throws -> Answer) async throws(Problem) -> Answer {
        do {
            return try await session()
        } catch {
            throw Self.problem(error)
        }
    }

    private static func problem(_ error: any Error) -> Problem {
        switch error as? SessionClientError {
        case .failed(let error)?: Problem(error)
        case .incompatible(let obstacle)?: Problem(.unsupportedHere, obstacle)
        case .silent?: Problem(.sessionSilent, "the session has not answered in time; a command may be performed later")
        case .full?: Problem(.tooManyRequests, "many requests to this session wait; send the next one after an answer")
        case .gone(.ended)?: Problem(.sessionEnded, "the session has ended; GET /api/v1/sessions/ID returns its result")
        case .gone(.lost)?:
            Problem(
                .sessionLost,
                "the session went away without an end; it was killed or has crashed; GET /api/v1/sessions/ID returns what is known"
            )
        // Each monitor has a connection of its own: the socket is removed before the session has said that it ends.
        case nil where [ENOENT, ECONNREFUSED].contains((error as? IOError)?.errnoCode):
            Problem(.sessionEnded, "the session has ended; GET /api/v1/sessions/ID returns its result")
        case .foreign?, nil: Problem(.internal, "the connection to the session failed")
        }
    }
}
