import Foundation
import Glibc
import StudioTestSupport
import Testing

/// `psstudio-server` as a program of its own: missing, of another version, killed, and replaced while it runs.
@Suite(.endToEnd, .timeLimit(.minutes(5)))
struct ServerProgramTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private var environment: [String: String] { ["XDG_RUNTIME_DIR": folder.path] }
    private static let small = ["--width", "64", "--height", "36", "--out", "null:"]

    /// Installs `psstudio` into a folder of the test.
    ///
    /// - Parameter server: the path of the server in that folder, and a script in its place; `nil` for the real one.
    private func install(server: String? = nil, script: String? = nil) throws -> String {
        let files = FileManager.default
        let programs = URL(fileURLWithPath: try StudioProgram.path).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        try files.createDirectory(atPath: folder.file("bin"), withIntermediateDirectories: true)
        let program = folder.file("bin/psstudio")
        try files.copyItem(atPath: programs.appendingPathComponent("psstudio").path, toPath: program)
        guard let server else { return program }
        let path = folder.file(server)
        try files.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        if let script {
            _ = try folder.write(server, script)
            chmod(path, 0o755)
        } else {
            try files.copyItem(atPath: programs.appendingPathComponent("psstudio-server").path, toPath: path)
        }
        return program
    }

    /// What the program says before anything starts.
    private func refusal(_ words: [String], of program: String) throws -> String {
        let work = try TestFolder()
        let outcome = try StudioProgram.run(words, environment: environment, in: work.path, program: program)
        #expect(outcome.exitCode == 2, "\(words)")
        #expect(try work.names.isEmpty)
        #expect(outcome.errors.components(separatedBy: "\n").count == 2, "\(outcome.errors)")
        return outcome.errors
    }

    private static let commands = [
        ["start", "--serve", "--out", "show.mp4"], ["start", "--obs-websocket", "--out", "show.mp4"], ["serve"],
        ["exec", "--serve", "--", "touch", "ran"],
    ]

    @Test("without the server, a line says how to get it, before anything starts; the rest works")
    func missing() throws {
        let program = try install()
        for words in Self.commands {
            let line = try refusal(words, of: program)
            #expect(line.hasPrefix("psstudio: psstudio-server is missing beside \(program); "))
            #expect(line.contains("install the package psstudio-server, or run make server where psstudio was built"))
        }
        let start = ["start", "--fast", "--duration", "100ms"] + Self.small
        #expect(try StudioProgram.run(start, environment: environment, program: program).exitCode == 0)
        let doctor = try StudioProgram.run(["doctor", "--no-benchmark"], environment: environment, program: program)
        #expect(doctor.exitCode == 0)
        #expect(doctor.outputText.contains("\nserver\n  missing  http          psstudio-server is missing beside "))
    }

    @Test("a server of another control protocol is not started, and both versions are named")
    func otherProtocol() throws {
        let script = "#!/bin/sh\necho '{\"oldestVersion\":8,\"psstudio\":\"9.0.0\",\"version\":9}'\n"
        let program = try install(server: "bin/psstudio-server", script: script)
        for words in Self.commands {
            let line = try refusal(words, of: program)
            #expect(
                line.contains(" uses control protocol 1, and psstudio-server 9.0.0 uses control protocol 8 to 9; "))
        }
    }

    @Test("a server that does not run, or is no server, is named with its path", arguments: ["exit 1", "echo 1.0"])
    func broken(command: String) throws {
        let program = try install(server: "libexec/psstudio-server", script: "#!/bin/sh\n\(command)\n")
        for words in Self.commands {
            let line = try refusal(words, of: program)
            #expect(line.contains("psstudio-server does not say which version it is; install the package"))
        }
    }

    @Test("a server of another version with the same control protocol serves, and both versions are named")
    func otherVersion() throws {
        let real = URL(fileURLWithPath: try StudioProgram.path).deletingLastPathComponent().path + "/psstudio-server"
        let script = """
            #!/bin/sh
            [ "$1" != --identity ] || exec echo '{"oldestVersion":1,"psstudio":"0.0.1","version":2}'
            exec '\(real)' "$@"

            """
        let program = try install(server: "bin/psstudio-server", script: script)
        let session = try StudioProgram(
            ["start", "--serve", "127.0.0.1:0"] + Self.small, environment: environment, program: program)
        try session.waitForError("control page: ")
        #expect(session.errorsSoFar.contains("warning: psstudio "))
        #expect(session.errorsSoFar.contains(", and psstudio-server 0.0.1 uses control protocol 1 to 2\n"))
        session.process.signal(SIGINT)
        #expect(try session.finish().exitCode == 130)
    }

    /// A server that works once.
    private func installFadingServer(then command: String) throws -> String {
        let real = URL(fileURLWithPath: try StudioProgram.path).deletingLastPathComponent().path + "/psstudio-server"
        let script = """
            #!/bin/sh
            [ "$1" != --identity ] || exec '\(real)' "$@"
            [ ! -e '\(folder.file("started"))' ] || { \(command); }
            : > '\(folder.file("started"))'
            exec '\(real)' "$@"

            """
        return try install(server: "bin/psstudio-server", script: script)
    }

    @Test("a server that has a usage error when it is started again stays down, and the session goes on")
    func usageError() throws {
        let program = try installFadingServer(then: "exit 2")
        let session = try StudioProgram(
            ["start", "--serve", "127.0.0.1:0", "--json"] + Self.small, environment: environment, program: program)
        try session.waitForError("control page: ")
        kill(try session.serverProcess(), SIGKILL)
        try session.waitForError(
            "psstudio: psstudio-server has ended with 2 and stays down; the session goes on; "
                + "psstudio serve starts another server\n")
        session.process.signal(SIGINT)
        let outcome = try session.finish()
        #expect(outcome.exitCode == 130)
        #expect(try outcome.summary.video.refused == 0)
        #expect(outcome.errors.count(of: "psstudio-server") == 2)
    }

    @Test("a server that is missing when it is started again is told, and is started when it is there again")
    func removed() throws {
        let program = try install(server: "bin/psstudio-server")
        let server = folder.file("bin/psstudio-server")
        let session = try StudioProgram(
            ["start", "--serve", "127.0.0.1:0"] + Self.small, environment: environment, program: program)
        try session.waitForError("control page: ")
        #expect(rename(server, server + ".away") == 0)
        kill(try session.serverProcess(), SIGKILL)
        try session.waitForError("psstudio-server cannot be started: No such file or directory; the session goes on, ")
        #expect(rename(server + ".away", server) == 0)
        try waitUntil("it is started") { (try? session.serverProcess()) != nil }
        session.process.signal(SIGINT)
        #expect(try session.finish().exitCode == 130)
    }

    @Test("a session and its server go on when an upgrade replaces their programs")
    func upgrade() throws {
        let program = try install(server: "libexec/psstudio-server")
        let session = try StudioProgram(
            ["start", "--serve", "127.0.0.1:0"] + Self.small, environment: environment, program: program)
        try session.waitForError("#token=")
        for path in [program, folder.file("libexec/psstudio-server")] {
            let new = path + ".new"
            try FileManager.default.copyItem(atPath: path, toPath: new)
            #expect(rename(new, path) == 0)
        }
        let text = session.errorsSoFar.components(separatedBy: "control page: http://127.0.0.1:")[1]
        let port = try #require(UInt16(text.prefix { $0.isNumber }))
        let token = text.components(separatedBy: "#token=")[1].prefix { !$0.isNewline }
        let connection = try HTTPConnection(port: port)
        connection.send(
            "GET /api/v1/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(token)\r\n"
                + "Connection: close\r\n\r\n")
        #expect(try HTTPAnswer(try connection.readAll()).body.contains("\"itemCount\":1,"))
        // A new server finds the old session.
        let next = try StudioProgram(
            ["serve", "--listen", "127.0.0.1:0"], environment: environment, program: program)
        try next.waitForError("control page: ")
        next.process.signal(SIGTERM)
        #expect(try next.finish().exitCode == 143)
        session.process.signal(SIGINT)
        #expect(try session.finish().exitCode == 130)
    }
}
