import Foundation
import Glibc
import ProgramConsole
import StudioTestSupport
import Testing

/// SIGHUP and `psstudio serve`: with a controlling terminal it ends, without one it reads its secrets again.
@Suite(.endToEnd, .timeLimit(.minutes(3)))
struct ServeReloadTests {
    private let folder: TestFolder
    private let session: ServedSession

    init() throws {
        folder = try TestFolder()
        session = try ServedSession("a1", in: try ServeProgram.sockets(in: folder))
    }

    private static let tokens = ["0123456789abcdef0123", "fedcba9876543210fedc"]

    private func write(_ token: String) throws -> String {
        let path = try folder.write("token", token + "\n")
        chmod(path, 0o600)
        return path
    }

    private func start(_ words: [String], after shell: String? = nil) throws -> (program: StudioProgram, port: UInt16) {
        let program = try StudioProgram(
            ["serve", "--listen", "127.0.0.1:0"] + words, environment: ["XDG_RUNTIME_DIR": folder.path],
            in: folder.path,
            after: shell)
        try program.waitForError("control page: http://127.0.0.1:")
        let text = program.errorsSoFar.components(separatedBy: "control page: http://127.0.0.1:")[1]
        return (program, try #require(UInt16(text.prefix { $0.isNumber })))
    }

    private func head(_ path: String, _ token: String) -> String {
        "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(token)\r\n"
    }

    private func status(_ port: UInt16, _ token: String) throws -> Int {
        let connection = try HTTPConnection(port: port)
        connection.send(head("/api/v1/sessions", token) + "Connection: close\r\n\r\n")
        return try HTTPAnswer(try connection.readAll()).status
    }

    @Test(
        "without a controlling terminal it reads the token again, says so in one line, and goes on",
        .enabled(if: !ControllingTerminal.exists, "the tests have a controlling terminal"))
    func reload() throws {
        let (program, port) = try start(["--serve-token-file", try write(Self.tokens[0])])
        #expect(try status(port, Self.tokens[0]) == 200)
        let stream = try HTTPConnection(port: port)
        stream.send(head("/api/v1/sessions/a1/events", Self.tokens[0]) + "\r\n")
        _ = try stream.read(until: "event: snapshot")
        let path = try write(Self.tokens[1])
        program.process.signal(SIGHUP)
        try program.waitForError(
            "psstudio: SIGHUP: the token in \(path) is new; connections with the former one are closed\n")
        #expect(try status(port, Self.tokens[0]) == 401)
        #expect(try status(port, Self.tokens[1]) == 200)
        // Whoever has the former token hears nothing more.
        _ = try stream.readAll()
        unlink(path)
        program.process.signal(SIGHUP)
        try program.waitForError("psstudio: SIGHUP: \(path): No such file or directory; the former token stays\n")
        #expect(try status(port, Self.tokens[1]) == 200)
        program.process.signal(SIGTERM)
        let outcome = try program.finish()
        #expect(outcome.exitCode == 143)
        for token in Self.tokens { #expect(!outcome.errors.contains(token)) }
    }

    @Test(
        "a random token stays the same",
        .enabled(if: !ControllingTerminal.exists, "the tests have a controlling terminal"))
    func random() throws {
        let (program, port) = try start([])
        let token = try folder.readText("psstudio/server-\(port).token").trimmingCharacters(in: .newlines)
        program.process.signal(SIGHUP)
        try program.waitForError("psstudio: SIGHUP: no secret comes from a file; nothing has changed\n")
        #expect(try status(port, token) == 200)
        program.process.signal(SIGINT)
        #expect(try program.finish().exitCode == 130)
    }

    @Test("where the parent ignores SIGHUP, it is ignored")
    func ignored() throws {
        let (program, port) = try start(["--serve-token-file", try write(Self.tokens[0])], after: "trap '' HUP")
        _ = try write(Self.tokens[1])
        program.process.signal(SIGHUP)
        #expect(try status(port, Self.tokens[0]) == 200)
        program.process.signal(SIGTERM)
        let outcome = try program.finish()
        #expect(outcome.exitCode == 143)
        #expect(!outcome.errors.contains("SIGHUP"))
    }

    @Test("with a controlling terminal, SIGHUP ends it")
    func terminal() throws {
        let errors = folder.file("errors")
        let command = "exec '\(try StudioProgram.path)' serve --listen 127.0.0.1:0 2>'\(errors)'"
        let program = try StudioProgram(
            ["-qec", command, "/dev/null"], environment: ["XDG_RUNTIME_DIR": folder.path], in: folder.path,
            program: "script")
        try waitUntil("it serves") {
            ((try? String(contentsOfFile: errors, encoding: .utf8)) ?? "").contains("control page: ")
        }
        kill(try program.serverProcess(), SIGHUP)
        #expect(try program.finish().exitCode == 129)
        #expect(!(try folder.readText("errors").contains("SIGHUP")))
    }
}
