import Foundation
import Glibc
import StudioTestSupport
import Testing

extension StudioProgram {
    /// The server that the program has started. Another thread than the first one starts it again.
    func serverProcess() throws -> pid_t {
        let tasks = "/proc/\(process.pid)/task"
        let children = try FileManager.default.contentsOfDirectory(atPath: tasks).flatMap { task in
            // A thread may end meanwhile.
            ((try? String(contentsOfFile: "\(tasks)/\(task)/children", encoding: .utf8)) ?? "").split(separator: " ")
        }
        let servers = children.compactMap { pid_t($0) }.filter { child in
            let name = try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)
            return name == "psstudio-server\n"
        }
        guard let server = servers.first, servers.count == 1 else { throw TestFailure("servers: \(servers)") }
        return server
    }
}

/// Servers that die while what they serve goes on, and sessions that hang.
@Suite(.endToEnd, .timeLimit(.minutes(5)))
struct ServeSupervisionTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private var environment: [String: String] { ["XDG_RUNTIME_DIR": folder.path] }
    private static let session = ["start", "--width", "64", "--height", "36", "--json", "--out", "null:"]

    private func start(_ words: [String], _ more: [String: String] = [:]) throws -> StudioProgram {
        try StudioProgram(Self.session + words, environment: environment.merging(more) { $1 }, in: folder.path)
    }

    /// The port that is printed behind a text.
    private func port(_ program: StudioProgram, behind text: String = "control page: http://127.0.0.1:") throws
        -> UInt16
    {
        try program.waitForError(text)
        let rest = program.errorsSoFar.components(separatedBy: text)[1]
        return try #require(UInt16(rest.prefix { $0.isNumber }))
    }

    private func token(_ port: UInt16) throws -> String {
        try written("psstudio/server-\(port).token").trimmingCharacters(in: .newlines)
    }

    /// The content of a file of the server, which writes it when it listens.
    private func written(_ name: String) throws -> String {
        var text = ""
        try waitUntil("\(name) is written") {
            text = (try? folder.readText(name)) ?? ""
            return !text.isEmpty
        }
        return text
    }

    /// The status of a request, `nil` when nobody answers.
    private func status(_ port: UInt16, _ token: String) -> Int? {
        guard let connection = try? HTTPConnection(port: port) else { return nil }
        connection.send(
            "GET /api/v1/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(token)\r\n"
                + "Connection: close\r\n\r\n")
        return (try? connection.readAll()).flatMap { try? HTTPAnswer($0).status }
    }

    /// The events of the only session so far, and further ones until a text.
    private func events(_ port: UInt16, _ token: String, until text: String) throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("psstudio"))
        let id = try #require(names.first { $0.hasSuffix(".sock") }?.dropLast(5))
        let connection = try HTTPConnection(port: port)
        connection.send(
            "GET /api/v1/sessions/\(id)/events?earlier=true HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Authorization: Bearer \(token)\r\n\r\n")
        return try connection.read(until: text)
    }

    /// Kills the server.
    private func killServer(of program: StudioProgram, _ signal: Int32 = SIGKILL) throws -> pid_t {
        let server = try program.serverProcess()
        kill(server, signal)
        return server
    }

    private func waitForServer(of program: StudioProgram, otherThan old: pid_t, _ port: UInt16, _ token: String) throws
    {
        try waitUntil("a new server answers at \(port):\n\(program.errorsSoFar)") {
            guard let server = try? program.serverProcess(), server != old else { return false }
            return status(port, token) == 200
        }
    }

    @Test(
        "a server that dies is started again with the same secrets, ports and files, and one line says so",
        arguments: [
            ("", SIGKILL, "was killed by signal 9"), ("0", SIGKILL, "was killed by signal 9"),
            ("0", SIGTERM, "has ended with 143"),
        ])
    func again(address: String, signal: Int32, end: String) throws {
        let serve = address.isEmpty ? ["--serve"] : ["--serve", address]
        let program = try start(serve + ["--obs-websocket", "127.0.0.1:0"])
        let (http, obs) = (try port(program), try port(program, behind: "obs-websocket: 127.0.0.1:"))
        let secret = try token(http)
        #expect(program.errorsSoFar.contains("control page: http://127.0.0.1:\(http)/#token=\(secret)\n"))
        let password = try written("psstudio/obs-\(obs).password")
        let old = try killServer(of: program, signal)
        try waitForServer(of: program, otherThan: old, http, secret)
        #expect(try token(http) == secret)
        try waitUntil("obs-websocket is there") { (try? HTTPConnection(port: obs)) != nil }
        #expect(try written("psstudio/obs-\(obs).password") == password)
        let text = try events(http, secret, until: #""state":"running""#)
        #expect(text.contains(#""serverChanged":{"message":"psstudio-server \#(end); the session goes on, "#))
        program.process.signal(SIGINT)
        let outcome = try program.finish()
        #expect(outcome.exitCode == 130)
        #expect(try outcome.summary.video.refused == 0)
        #expect(outcome.errors.count(of: "control page: ") == 1)
        #expect(outcome.errors.count(of: "obs-websocket: ") == 1)
        #expect(outcome.errors.count(of: "psstudio-server") == 1)
        #expect(
            outcome.errors.contains(
                "psstudio: psstudio-server \(end); the session goes on, and the server is started again in 0.5 s\n"))
        try waitUntil("the files of the server are removed") {
            try FileManager.default.contentsOfDirectory(atPath: folder.file("psstudio")).isEmpty
        }
    }

    @Test("a token and a password of the user are those of the next server")
    func ownSecrets() throws {
        let secret = "0123456789abcdef0123"
        let file = try folder.write("token", secret)
        #expect(chmod(file, 0o600) == 0)
        let program = try start(["--serve", "127.0.0.1:0", "--serve-token-file", file])
        let http = try port(program)
        // A pipe could be read once, too.
        unlink(file)
        let old = try killServer(of: program)
        try waitForServer(of: program, otherThan: old, http, secret)
        #expect(status(http, "0123456789abcdef0124") == 401)
        program.process.signal(SIGINT)
        #expect(!(try program.finish().errors.contains(secret)))
    }

    @Test(
        "after five deaths within a minute it stays down, in the status, as an event and in a line; the session goes on"
    )
    func deaths() throws {
        let socket = try NotifySocket(folder.file("notify"))
        let program = try start(["--serve", "127.0.0.1:0"], ["NOTIFY_SOCKET": socket.name])
        let http = try port(program)
        let secret = try token(http)
        try socket.wait(for: "STATUS=sending; live: null:")
        var old = try killServer(of: program)
        try socket.wait(for: "STATUS=sending; live: null:; server: restarting")
        for _ in 0..<3 {
            try waitForServer(of: program, otherThan: old, http, secret)
            old = try killServer(of: program)
        }
        try waitForServer(of: program, otherThan: old, http, secret)
        try socket.wait(for: "STATUS=sending; live: null:")
        _ = try killServer(of: program)
        try program.waitForError(
            "psstudio: psstudio-server was killed by signal 9, for the fifth time within a minute, and stays down; "
                + "the session goes on; psstudio serve starts another server\n")
        try socket.wait(for: "STATUS=sending; live: null:; server: failed")
        #expect((try? program.serverProcess()) == nil)
        // The next server is one of the user.
        let next = try ServeProgram(folder)
        let text = try events(next.port, next.token, until: #""state":"failed""#)
        #expect(text.count(of: #""state":"restarting""#) == 4)
        #expect(text.count(of: #""state":"running""#) == 4)
        program.process.signal(SIGINT)
        let outcome = try program.finish()
        #expect(outcome.exitCode == 130)
        #expect(try outcome.summary.video.refused == 0)
    }

    @Test("a port that somebody else has taken is tried until it is free")
    func takenPort() throws {
        let program = try start(["--serve", "127.0.0.1:0"])
        let http = try port(program)
        let secret = try token(http)
        // It learns of the death when the port is taken.
        program.process.signal(SIGSTOP)
        let old = try killServer(of: program)
        var other: TakenPort?
        try waitUntil("the port is taken") {
            other = try? TakenPort(http)
            return other != nil
        }
        program.process.signal(SIGCONT)
        try program.waitForError(
            "psstudio-server cannot listen on 127.0.0.1:\(http): Address already in use; the session goes on, "
                + "and it is tried again for 30 s\n")
        #expect((try? program.serverProcess()) == nil)
        withExtendedLifetime(other) {}
        other = nil
        try waitForServer(of: program, otherThan: old, http, secret)
        program.process.signal(SIGINT)
        #expect(try program.finish().errors.count(of: "Address already in use") == 1)
    }

    @Test("a session that hangs is not up; it is again when it goes on")
    func hanging() throws {
        let program = try start(["--serve", "127.0.0.1:0"])
        let http = try port(program)
        let secret = try token(http)
        func answer(_ path: String) throws -> HTTPAnswer {
            let connection = try HTTPConnection(port: http)
            connection.send(
                "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(secret)\r\nConnection: close\r\n\r\n"
            )
            return try HTTPAnswer(try connection.readAll())
        }
        func isUp() throws -> Bool? {
            let line = try answer("/metrics").body.split(separator: "\n").first { $0.hasPrefix("psstudio_session_up{") }
            return line.map { $0.hasSuffix(" 1") }
        }
        #expect(try isUp() == true)
        program.process.signal(SIGSTOP)
        #expect(try isUp() == false)
        #expect(try answer("/readyz").status == 503)
        program.process.signal(SIGCONT)
        try waitUntil("it is up again") { try isUp() == true }
        try waitUntil("it sends") { try answer("/readyz").status == 200 }
        program.process.signal(SIGINT)
        #expect(try program.finish().exitCode == 130)
    }

    @Test("the server of a command is started again, and the verdict about the command is the same")
    func exec() throws {
        let binary = try StudioProgram.path
        let program = try StudioProgram(
            [
                "exec", "--serve", "127.0.0.1:0", "--", binary, "start", "--width", "64", "--height", "36", "--quiet",
                "--out",
                "null:",
            ], environment: environment, in: folder.path)
        let http = try port(program)
        let secret = try token(http)
        let old = try killServer(of: program)
        try waitForServer(of: program, otherThan: old, http, secret)
        #expect(
            program.errorsSoFar.contains("was killed by signal 9; the command goes on, and the server is started again")
        )
        var id = ""
        try waitUntil("the session is served") {
            let connection = try HTTPConnection(port: http)
            connection.send(
                "GET /api/v1/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(secret)\r\n"
                    + "Connection: close\r\n\r\n")
            let body = try HTTPAnswer(try connection.readAll()).body
            id =
                body.components(separatedBy: "\"sessionId\":\"").dropFirst().first.map {
                    String($0.prefix { $0 != "\"" })
                } ?? ""
            return !id.isEmpty
        }
        let end = try HTTPConnection(port: http)
        end.send(
            "DELETE /api/v1/sessions/\(id) HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(secret)\r\n"
                + "Connection: close\r\n\r\n")
        _ = try end.readAll()
        #expect(try program.finish().exitCode == 0)
    }
}
