import ArgumentParser
import Glibc
import Logging
import ProgramConsole
import ServerAccess
import ServerArguments
import SessionControl
import StudioCore
import StudioRuntime
import StudioServer

/// Serves until the server is stopped, or the only session ends.
struct ServerRun {
    let arguments: ServeArguments

    func run() throws {
        let access = arguments.access
        try reportingObstacle {
            try checkControllers()
            if let address = arguments.listen.address { try access.check(address, of: "--listen") }
        }
        let token = try access.token()
        let readToken = try access.readToken()
        try ServeOptions.check(token, readToken)
        var options = ServerOptions(token: token ?? SupervisedServer.ownToken)
        options.readToken = readToken ?? SupervisedServer.ownReadToken
        options.rules = try access.rules()
        // Each client has a descriptor.
        SystemLimits.raiseDescriptorLimit()
        let hasControllers = arguments.controllers.obsWebsocket != nil
        let limits = ConnectionLimits(descriptors: SystemLimits.descriptorLimit, hasControllers: hasControllers)
        options.connections = limits.http
        let console = Console(level: arguments.quiet ? .error : .note)
        for warning in try access.warnings() { console.report(.note, warning) }
        options.folder = try access.folder()
        if let session = arguments.session {
            options.place = session.hasSuffix("/") ? .folder(session) : .socket(Self.socket(of: session))
        } else {
            options.starter = SessionFactory(below: options.folder, control: "auto")
        }
        options.parent = arguments.parent
        options.rulesDocument = { ServerDocuments.rules }
        options.description = { ServerDocuments.description }
        options.page = { ServerDocuments.page($0) }
        options.scenariosDocument = { ServerDocuments.scenarios }
        let announcement = ServerAnnouncement(
            .init(options.token, chosenAt: token == nil ? nil : access.serveTokenFile ?? ServeOptions.variable),
            reading: .init(
                options.readToken,
                chosenAt: readToken == nil ? nil : access.serveReadTokenFile ?? ServeOptions.readVariable),
            isQuiet: arguments.quiet)
        options.obs = try obsOptions(announcement)
        options.obs?.connections = limits.controllers
        let server = StudioServer(options, at: arguments.listen.address, logger: Logger(label: "psstudio"))
        readSecretsAnew(options, server, console)
        let signal = Lock<Int32?>(nil)
        Signals.onFirst { number in
            signal.set(number)
            server.stop()
        }
        defer { announcement.remove() }
        try serve(server, announcement)
        if let number = signal.withLock({ $0 }) { throw ExitCode(ExitReason(signal: number).rawValue) }
    }

    /// Reads the files of secrets again on SIGHUP, where no terminal has closed. Whoever supervises the server has read them itself.
    private func readSecretsAnew(_ options: ServerOptions, _ server: StudioServer, _ console: Console) {
        guard !ControllingTerminal.exists, !SupervisedServer.isThisProcess else { return }
        let changes = options.obs?.passwordChanges
        let files = Lock(
            SecretFiles(
                token: .init(options.token, in: arguments.access.tokenFile),
                readToken: .init(options.readToken, in: arguments.access.readTokenFile),
                password: .init(options.obs?.password, in: arguments.controllers.obsPasswordFile)))
        Signals.onHangUp {
            let reading = files.withLock { $0.read() }
            server.replace(token: reading.token, readToken: reading.readToken)
            if let password = reading.password { changes?.change(to: password) }
            console.report(reading.isComplete ? .note : .error, reading.line)
        }
    }

    /// The socket of a session by its identifier, its name, or its path.
    private static func socket(of session: String) -> String {
        let candidates = ControlPlace.candidates(for: session)
        return candidates.first { Glibc.access($0, F_OK) == 0 } ?? session
    }

    /// Whoever has started the server tries again when an address is taken.
    private func reportingObstacle(_ check: () throws -> Void) throws {
        do {
            try check()
        } catch {
            for case let address? in [arguments.listen.address, arguments.controllers.obsWebsocket] {
                guard let obstacle = address.obstacle else { continue }
                SupervisedServer.report(.taken("cannot listen on \(address): \(obstacle)"))
            }
            throw error
        }
    }

    private func checkControllers() throws {
        let controllers = arguments.controllers
        try controllers.check(ProgramArguments.words)
        try arguments.access.check(controllers)
        try controllers.checkPort()
        guard controllers.obsWebsocket != nil, arguments.session?.hasSuffix("/") ?? true else { return }
        throw ValidationError("--obs-websocket controls one session; choose it with --session")
    }

    private func obsOptions(_ announcement: ServerAnnouncement) throws -> OBSOptions? {
        let controllers = arguments.controllers
        guard let address = controllers.obsWebsocket else { return nil }
        let given = try controllers.password()
        let password = controllers.obsNoPassword ? nil : given ?? SupervisedServer.ownPassword
        var options = OBSOptions(at: address, password: password, below: try arguments.access.folder())
        let isOwn = given == nil
        options.onReady = { own in
            announcement.printControllers(own, insteadOf: address, isOwn ? password : nil)
            SupervisedServer.report(.obs(own))
        }
        return options
    }

    /// Serves until the server has ended. The server is asynchronous, the program is not.
    private func serve(_ server: StudioServer, _ announcement: ServerAnnouncement) throws {
        let result = Monitor<Result<Void, any Error>?>(nil)
        let requested = arguments.listen.address
        Task.detached {
            do {
                try await server.run { own in
                    announcement.print(own, insteadOf: requested)
                    SupervisedServer.report(.http(own))
                }
                result.update { $0 = .success(()) }
            } catch {
                result.update { $0 = .failure(error) }
            }
        }
        let outcome = result.wait { $0 }
        guard case .failure(let error)? = outcome else { return }
        if let error = error as? NoSession {
            throw CommandFailure(message: "\(error)", reason: .usage, code: "session")
        }
        if let error = error as? ListenError {
            if error.isInUse { SupervisedServer.report(.taken(error.reason)) }
            throw ValidationError("\(error) with \(error.isOfControllers ? "--obs-websocket" : "--listen")")
        }
        throw CommandFailure(message: "the server has failed: \(error)", reason: .usage, code: "server")
    }
}
