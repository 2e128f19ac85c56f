import ArgumentParser
import FoundationEssentials
import SessionControl
import StudioCore

/// The running sessions, and the connection to one of them.
enum ControlSessions {
    /// How long a session may take to speak, in seconds.
    private static let timeout = 5.0

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
    private static var running: [Found] {
        ControlPlace.sockets.compactMap { path in
            // A socket at which nobody listens is that of a program that was killed.
            guard let connection = try? connect(path) else { return nil }
            return Found(path, connection.greeting)
        }
    }

    static func list(_ arguments: ControlArguments) throws {
        try arguments.checkPlain()
        let found = running
        if arguments.json {
            guard found.print() else { throw ExitCode(ExitReason.output.rawValue) }
            return
        }
        if found.isEmpty { return Console(level: .note).report(.note, missing) }
        StandardOutput.write(found.map { "\($0.row)\n" }.joined())
    }

    private static let missing =
        "no session is running; start one with --control auto, or set PSSTUDIO_CONTROL=auto for a program"

    /// Connects to the session of the arguments.
    ///
    /// - Throws: a `CommandFailure` when there is none, or when there are several.
    static func connect(_ arguments: ControlArguments) throws -> ControlConnection {
        guard let session = arguments.session else {
            let found = running
            guard let only = found.first else { throw failure(missing) }
            guard found.count == 1 else {
                throw failure(
                    "\(found.count) sessions are running; choose one with --session: "
                        + found.map { "\($0.sessionId) (pid \($0.pid), \($0.program))" }.joined(separator: ", "))
            }
            return try connect(only.path)
        }
        return try connect(session.contains("/") ? session : "\(ControlPlace.folder)/\(session).sock")
    }

    private static func connect(_ path: String) throws -> ControlConnection {
        let client: ControlClient
        do throws(ControlSocketError) {
            client = try ControlClient(path)
        } catch {
            throw failure("\(error); psstudio control list prints the running sessions")
        }
        guard let line = client.next(seconds: timeout) else { throw failure("\(path): the session does not answer") }
        let data = Data(line)
        if let greeting = try? JSONDecoder().decode(ControlGreeting.self, from: data) {
            return ControlConnection(client, greeting)
        }
        let answer = try? JSONDecoder().decode(ControlAnswer.self, from: data)
        throw failure("\(path): \(answer?.error?.message ?? "not a control socket of psstudio")")
    }

    private static func failure(_ message: String) -> CommandFailure {
        CommandFailure(message: message, reason: .usage, code: "control")
    }
}

extension ControlArguments {
    /// - Throws: a `ValidationError` for values of an action that has none.
    func checkPlain() throws {
        guard words.isEmpty, named.isEmpty, streamKeyFile == nil, !noWait else {
            throw ValidationError("\(action) has no values, and only the options --session and --json")
        }
    }
}
