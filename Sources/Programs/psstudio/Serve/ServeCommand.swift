import ArgumentParser
import Glibc
import Logging
import SessionControl
import StudioCore
import StudioRuntime
import StudioServer

/// `psstudio serve`: sessions by HTTP.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the running sessions by HTTP: state, commands, and events as they happen.",
        discussion: """
            Serves all sessions of this user that have a control socket of auto. It only
            talks to these sockets: it can be ended and started again at any time.

              psstudio start --control auto --out show.mp4 &
              psstudio serve &
              curl -H "Authorization: Bearer $(cat "$XDG_RUNTIME_DIR"/psstudio/server-7788.token)" \\
                http://127.0.0.1:7788/api/v1/sessions

            psstudio start --serve serves one session, and ends with it. The interface is
            described in docs/server.md, obs-websocket in docs/obs-websocket.md.
            \(ControllerOptions.variable) is the password of controllers.

            \(ExitReason.help)
            """)

    @Option(
        help: ArgumentHelp(
            "Address and port, or a port of 127.0.0.1; port 0 is any free one.", valueName: "address"))
    var listen = ListenArgument.standard

    @OptionGroup
    var access: ServeOptions

    @Option(
        help: ArgumentHelp(
            """
            Serve only the session with this identifier or control socket, and end with it, or those in a folder that ends in / \
            (default: all sessions of auto).
            """, valueName: "session"))
    var session: String?

    @OptionGroup(title: "Controllers")
    var controllers: ControllerOptions

    @Flag(help: "Print the OpenAPI document of the interface, for other programs.")
    var openapi = false

    @Option(help: .hidden)
    var parent: Int32?

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    func run() throws {
        if openapi {
            StandardOutput.write(String(decoding: ServerDocuments.description, as: UTF8.self))
            return
        }
        try checkControllers()
        if let address = listen.address { try access.check(address, of: "--listen") }
        let token = try access.token()
        var options = ServerOptions(token: token ?? AccessToken())
        options.rules = try access.rules()
        options.folder = try access.folder()
        if let session { options.place = session.hasSuffix("/") ? .folder(session) : .socket(Self.socket(of: session)) }
        if session == nil { options.starter = SessionFactory(below: options.folder, control: "auto") }
        options.parent = parent
        options.rulesDocument = { ServerDocuments.rules }
        options.description = { ServerDocuments.description }
        options.page = { ServerDocuments.page($0) }
        options.scenariosDocument = { ServerDocuments.scenarios }
        let announcement = ServerAnnouncement(
            options.token, chosenAt: token == nil ? nil : access.serveTokenFile ?? ServeOptions.variable, isQuiet: quiet
        )
        options.obs = try obsOptions(announcement)
        let server = StudioServer(options, at: listen.address, logger: Logger(label: "psstudio"))
        let signal = Lock<Int32?>(nil)
        Signals.onFirst { number in
            signal.set(number)
            server.stop()
        }
        defer { announcement.remove() }
        try serve(server, announcement)
        if let number = signal.withLock({ $0 }) { throw ExitCode(ExitReason(signal: number).rawValue) }
    }

    /// The socket of a session by its identifier, its name, or its path.
    private static func socket(of session: String) -> String {
        let candidates = ControlPlace.candidates(for: session)
        return candidates.first { Glibc.access($0, F_OK) == 0 } ?? session
    }

    private func checkControllers() throws {
        try controllers.check(Array(CommandLine.arguments.dropFirst(2)))
        try controllers.checkPort()
        guard controllers.obsWebsocket != nil, session?.hasSuffix("/") ?? true else { return }
        throw ValidationError("--obs-websocket controls one session; choose it with --session")
    }

    private func obsOptions(_ announcement: ServerAnnouncement) throws -> OBSOptions? {
        guard let address = controllers.obsWebsocket?.address else { return nil }
        // Each client has a descriptor.
        SystemLimits.raiseDescriptorLimit()
        let given = try controllers.password()
        let password = controllers.obsNoPassword ? nil : given ?? OBSOptions.randomPassword()
        var options = OBSOptions(at: address, password: password, below: try access.folder())
        let isOwn = given == nil
        options.onReady = { announcement.printControllers($0, isOwn ? password : nil) }
        return options
    }

    /// Serves until the server has ended. The server is asynchronous, the program is not.
    private func serve(_ server: StudioServer, _ announcement: ServerAnnouncement) throws {
        let result = Monitor<Result<Void, any Error>?>(nil)
        Task.detached {
            do {
                try await server.run { announcement.print($0) }
                result.update { $0 = .success(()) }
            } catch {
                result.update { $0 = .failure(error) }
            }
        }
        let outcome = result.wait { $0 }
        guard case .failure(let error)? = outcome else { return }
        if let error = error as? ListenError { throw ValidationError("\(error) with --listen") }
        throw CommandFailure(message: "the server has failed: \(error)", reason: .usage, code: "server")
    }
}

/// Tells the user where the server is, and keeps the file of its token.
final class ServerAnnouncement: Sendable {
    private let token: AccessToken
    /// The file or the variable of a token that the user chose.
    private let place: String?
    private let console: Console
    private let ownFile = Lock<TokenFile?>(nil)
    private let passwordFile = Lock<TokenFile?>(nil)

    init(_ token: AccessToken, chosenAt place: String?, isQuiet: Bool) {
        (self.token, self.place) = (token, place)
        console = Console(level: isQuiet ? .error : .note)
    }

    /// Writes the token to a file and prints the address of the control page.
    func print(_ address: ListenAddress) {
        guard let place = place ?? writeToken(address) else { return }
        let page = "control page: http://\(address)/"
        // The journal of a service is read by others.
        let isTokenShown = self.place == nil && !Self.isService
        console.report(.note, isTokenShown ? "\(page)#token=\(token.text)" : "\(page), the token is in \(place)")
    }

    /// Whether a service manager has started the program.
    private static var isService: Bool {
        // A terminal that a manager has started passes its variables on.
        isatty(STDERR_FILENO) == 0 && (getenv("INVOCATION_ID") != nil || getenv("NOTIFY_SOCKET") != nil)
    }

    private func writeToken(_ address: ListenAddress) -> String? {
        do {
            let path = try ControlPlace.makeFolder() + "/server-\(address.fileName).token"
            ownFile.set(try TokenFile(token, at: path))
            return path
        } catch {
            console.report(.error, "cannot write the token of the server: \(error)")
            return nil
        }
    }

    /// Prints the address of obs-websocket, and writes a password that the user did not choose to a file.
    func printControllers(_ address: ListenAddress, _ password: String?) {
        let place = "obs-websocket: \(address)"
        guard let password else { return console.report(.note, place) }
        do {
            let path = try ControlPlace.makeFolder() + "/obs-\(address.fileName).password"
            passwordFile.set(try TokenFile(password, at: path))
            console.report(.note, "\(place), the password is in \(path)")
        } catch {
            console.report(.error, "cannot write the password of controllers: \(error)")
        }
    }

    func remove() {
        ownFile.exchange(nil)?.remove()
        passwordFile.exchange(nil)?.remove()
    }
}
