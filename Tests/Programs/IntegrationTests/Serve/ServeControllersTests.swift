import Foundation
import Glibc
import Glibc
import StudioTestSupport
import Testing

/// The options of obs-websocket. `make test-obs` tests what clients see.
@Suite(.endToEnd, .timeLimit(.minutes(5)))
struct ServeControllersTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func environment(_ more: [String: String] = [:]) -> [String: String] {
        ["XDG_RUNTIME_DIR": folder.path].merging(more) { $1 }
    }

    private func start(_ arguments: [String], _ variables: [String: String] = [:]) throws -> StudioProgram {
        try StudioProgram(
            ["start", "--width", "64", "--height", "36", "--out", "null:"] + arguments,
            environment: environment(variables), in: folder.path)
    }

    /// The port in the line on standard error.
    private func port(_ program: StudioProgram) throws -> UInt16 {
        try program.waitForError("obs-websocket: 127.0.0.1:")
        let text = program.errorsSoFar.components(separatedBy: "obs-websocket: 127.0.0.1:")[1]
        return try #require(UInt16(text.prefix { $0.isNumber }))
    }

    private func upgrade(_ port: UInt16) throws -> String {
        let connection = try HTTPConnection(port: port)
        connection.send(
            "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n\r\n")
        return try connection.read(until: "\"rpcVersion\":1")
    }

    @Test("a random password is in a private file, which is removed at the end, and is printed nowhere")
    func randomPassword() throws {
        let program = try start(["--obs-websocket", "127.0.0.1:0"])
        let port = try port(program)
        let path = folder.file("psstudio/obs-\(port).password")
        try program.waitForError("the password is in \(path)")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode == 0o600)
        let password = try String(contentsOfFile: path, encoding: .utf8)
        #expect(password.count == 17)
        #expect(try upgrade(port).contains("\"authentication\":{\"challenge\":\""))
        program.process.signal(SIGINT)
        let outcome = try program.finish()
        #expect(outcome.exitCode == 130)
        #expect(!outcome.errors.contains(password.trimmingCharacters(in: .newlines)))
        try waitUntil("the files of the server are removed") {
            try FileManager.default.contentsOfDirectory(atPath: folder.file("psstudio")).isEmpty
        }
    }

    @Test("a password of the user is not in the list of processes, nor in a file")
    func ownPassword() throws {
        let file = try folder.write("password", "from-a-file\n")
        #expect(chmod(file, 0o600) == 0)
        for (words, variables) in [
            (["--obs-password-file", file], [:]), ([], ["PSSTUDIO_OBS_PASSWORD": "from-a-variable"]),
        ] as [([String], [String: String])] {
            let program = try start(["--obs-websocket", "127.0.0.1:0"] + words, variables)
            let port = try port(program)
            #expect(try upgrade(port).contains("\"authentication\""))
            let pid = program.process.pid
            let children = try String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)
            let child = children.trimmingCharacters(in: .whitespacesAndNewlines)
            let line = try String(contentsOfFile: "/proc/\(child)/cmdline", encoding: .utf8)
            #expect(line.contains("--obs-websocket"))
            #expect(!line.contains("from-a"))
            #expect(!FileManager.default.fileExists(atPath: self.folder.file("psstudio/obs-\(port).password")))
            program.process.signal(SIGINT)
            #expect(!(try program.finish().errors.contains("from-a")))
        }
    }

    @Test("a running session is chosen by its identifier, also without a password")
    func serve() throws {
        let program = try start(["--control", "auto"])
        let sockets = folder.file("psstudio")
        var name = ""
        try waitUntil("its socket is there") {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: sockets)) ?? []
            name = names.first { $0.hasSuffix(".sock") } ?? ""
            return !name.isEmpty
        }
        let words = [
            "serve", "--listen", "127.0.0.1:0", "--session", String(name.dropLast(5)), "--obs-websocket", "127.0.0.1:0",
            "--obs-no-password",
        ]
        let server = try StudioProgram(words, environment: environment(), in: folder.path)
        let hello = try upgrade(try port(server))
        #expect(hello.contains(" 101 "))
        #expect(!hello.contains("authentication"))
        // It ends with the session.
        program.process.signal(SIGINT)
        #expect(try program.finish().exitCode == 130)
        #expect(try server.finish().exitCode == 0)
    }

    @Test(
        "options that are wrong exit with 2",
        arguments: [
            (["start", "--obs-no-password"], "--obs-… options require --obs-websocket"),
            (["start", "--obs-password-file", "x"], "--obs-… options require --obs-websocket"),
            (["start", "--obs-websocket", "0.0.0.0:0", "--obs-no-password"], "other machines reach"),
            (
                ["start", "--obs-websocket", "127.0.0.1:0", "--obs-no-password", "--obs-password-file", "x"],
                "exclude each other"
            ),
            (
                ["start", "--obs-websocket", "127.0.0.1:0", "--obs-password-file", "missing"],
                "cannot read the password file"
            ),
            (
                ["start", "--obs-websocket", "127.0.0.1:0", "--obs-password-file", "/dev/null"],
                "the password file is empty"
            ),
            (["start", "--obs-websocket", "127.0.0.1:0", "--obs-password-file", "/etc/passwd"], "run chmod 600 on it"),
            (
                ["start", "--obs-websocket", "127.0.0.1:0", "--obs-no-password", "--serve-origin", "null"],
                "--serve-origin is null, the origin of local files and of sandboxed frames of any site"
            ),
            (["serve", "--obs-websocket", "127.0.0.1:0"], "choose it with --session"),
            (["serve", "--session", "x/", "--obs-websocket", "127.0.0.1:0"], "choose it with --session"),
            (["start", "--obs-websocket", "x"], "--obs-websocket is 'x'; expected a port"),
            (["start", "--obs-websocket=x"], "--obs-websocket is 'x'; expected a port"),
            (["start", "--serve", "x"], "--serve is 'x'; expected a port"),
            (["start", "--serve=x"], "--serve is 'x'; expected a port"),
            (["exec", "--serve=x", "--", "true"], "--serve is 'x'; expected a port"),
            (["exec", "--serve", "x", "--", "true"], "--serve is 'x'; expected a port"),
            (["serve", "--listen", "x"], "--listen is 'x'; expected a port"),
        ])
    func options(words: [String], message: String) throws {
        let outcome = try StudioProgram.run(words, environment: environment(), in: folder.path)
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(try folder.names.isEmpty)
    }
}
