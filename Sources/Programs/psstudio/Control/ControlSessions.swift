import ArgumentParser
import ProgramConsole
import SessionClient
import SessionControl
import SessionProtocol
import StudioCore
import StudioRuntime

/// The running sessions, and the connection to one of them.
enum ControlSessions {
    /// How long sessions may take to speak, in seconds.
    private static let timeout = 5.0
    /// The time to read what a session has said while another one was waited for, in seconds.
    private static let readingTime = 0.25

    /// A session that answers.
    struct Found: Encodable {
        let path: String
        let sessionId: String
        let pid: Int32
        let program: String
        let version: String

        init(_ path: String, _ greeting: ControlGreeting) {
            (self.path, sessionId, pid) = (path, greeting.sessionId, greeting.pid)
            (program, version) = (greeting.program, greeting.psstudio)
        }

        var row: String { "\(sessionId)  pid \(pid)  \(program)  \(path)" }
    }

    /// The running sessions of `auto`.
    private struct Running {
        var found: [(session: Found, client: SessionClient)] = []
        /// Sockets at which somebody listens who does not say who it is, with the reason: stopped sessions, and those with
        /// too many clients. They are not left out, because another session would be commanded instead of them.
        var silent: [(path: String, reason: String)] = []

        var names: [String] {
            found.map { "\($0.session.sessionId) (pid \($0.session.pid), \($0.session.program))" }
                + silent.map { "\($0.path) (\($0.reason))" }
        }
    }

    private static func running() throws -> Running {
        var sockets: [(path: String, socket: SessionClientSocket)] = []
        var running = Running()
        for path in try paths() {
            do throws(SessionClientSocket.Failure) {
                sockets.append((path, try SessionClientSocket(path)))
            } catch {
                // An abandoned one has ended meanwhile.
                if !error.isAbandoned { running.silent.append((path, error.reason)) }
            }
        }
        // All together have so much time.
        let clock = SystemClock()
        let deadline = clock.now + .seconds(timeout)
        for (path, socket) in sockets {
            let seconds = max(readingTime, (deadline - clock.now).seconds)
            do throws(SessionClientError) {
                let client = try SessionClient(socket, as: .program, seconds: seconds)
                running.found.append((Found(path, client.greeting), client))
            } catch .gone {
                // It has ended meanwhile.
            } catch {
                running.silent.append((path, error.reason))
            }
        }
        return running
    }

    private static func paths() throws -> [String] {
        do throws(ControlSocketError) {
            return try ControlPlace.sockets()
        } catch {
            throw failure("\(error)")
        }
    }

    static func list(_ arguments: ControlArguments) throws {
        try arguments.checkPlain()
        let (running, console) = (try running(), Console(level: .note))
        for (path, reason) in running.silent { console.report(.note, "warning: \(path): \(reason)") }
        let found = running.found.map(\.session)
        if arguments.json {
            found.print()
            return
        }
        if found.isEmpty, running.silent.isEmpty { return console.report(.note, missing) }
        StandardOutput.write(found.map { "\($0.row)\n" }.joined())
    }

    private static let missing =
        "no session is running; start one with --control auto, or set PSSTUDIO_CONTROL=auto for a program"

    /// Connects to the session of the arguments.
    ///
    /// - Throws: a `CommandFailure` when there is none, or when there are several.
    static func connect(_ arguments: ControlArguments) throws -> SessionClient {
        if let session = arguments.session { return try connect(session) }
        let running = try running()
        if let only = running.found.first, running.names.count == 1 { return only.client }
        guard !running.names.isEmpty else { throw failure(missing) }
        let count = running.names.count == 1 ? "1 session is" : "\(running.names.count) sessions are"
        throw failure("\(count) running; choose one with --session: \(running.names.joined(separator: ", "))")
    }

    /// Connects to a session by its identifier, its name, or the path of its socket.
    private static func connect(_ session: String) throws -> SessionClient {
        var message = "'\(session)': no session has this identifier, and there is no socket with this path"
        for path in ControlPlace.candidates(for: session) {
            let socket: SessionClientSocket
            do throws(SessionClientSocket.Failure) {
                socket = try SessionClientSocket(path)
            } catch {
                guard error.isAbandoned else { throw failure("\(error)") }
                // A socket at which nobody listens tells more than a missing one.
                if !error.isMissing || session.contains("/") { message = "\(error)" }
                continue
            }
            do throws(SessionClientError) {
                return try SessionClient(socket, as: .program, seconds: timeout)
            } catch {
                throw failure("\(path): \(error.reason)")
            }
        }
        throw failure("\(message); psstudio control list prints the running sessions")
    }

    private static func failure(_ message: String) -> CommandFailure {
        CommandFailure(message: message, reason: .usage, code: "control")
    }
}

extension SessionClientError {
    /// Why a session that was connected to does not say who it is, in one line.
    fileprivate var reason: String {
        switch self {
        case .failed(let error): error.message
        case .incompatible(let obstacle): obstacle
        case .foreign: "not a control socket of psstudio"
        case .silent, .full: "the session does not answer"
        case .gone: "the session has ended"
        }
    }

    /// Why a request to a session that has said who it is was not performed.
    var ofRequest: any Error {
        switch self {
        case .failed(let error): error
        case .gone: CommandFailure(message: "the session has ended or was killed", reason: .source, code: "control")
        case .incompatible, .foreign, .silent, .full:
            CommandFailure(message: reason, reason: .source, code: "control")
        }
    }

    /// The connection has ended, and the session did not say that it ends.
    static let killed = CommandFailure(
        message: "the session went away without an end; it was killed or has crashed", reason: .source, code: "control")
}

extension ControlArguments {
    /// - Throws: a `ValidationError` for values of an action that has none.
    func checkPlain() throws {
        guard words.isEmpty, named.isEmpty, streamKeyFile == nil, !noWait else {
            throw ValidationError("\(action) has no values, and only the options --session and --json")
        }
    }
}
