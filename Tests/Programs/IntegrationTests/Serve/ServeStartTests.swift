import Foundation
import Glibc
import ServerAccess
import StudioTestSupport
import Testing

/// `psstudio start --serve`, and how servers are started.
@Suite(.endToEnd, .timeLimit(.minutes(5)))
struct ServeStartTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private var environment: [String: String] { ["XDG_RUNTIME_DIR": folder.path] }

    private func start(_ arguments: [String]) throws -> StudioProgram {
        try StudioProgram(
            ["start", "--width", "64", "--height", "36", "--json", "--out", "null:"] + arguments,
            environment: environment, in: folder.path)
    }

    /// The port and the token of a line on standard error.
    private func page(_ program: StudioProgram) throws -> (port: UInt16, token: String) {
        try program.waitForError("#token=")
        let text = program.errorsSoFar.components(separatedBy: "control page: http://127.0.0.1:")[1]
        let line = text.components(separatedBy: "\n")[0]
        let port = try #require(UInt16(line.prefix { $0.isNumber }))
        return (port, line.components(separatedBy: "/#token=")[1])
    }

    private func call(
        _ method: String, _ path: String, _ page: (port: UInt16, token: String), body: String = ""
    ) throws -> HTTPAnswer {
        let connection = try HTTPConnection(port: page.port)
        let content =
            body.isEmpty ? "" : "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
        connection.send(
            "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(page.token)\r\n"
                + "\(content)Connection: close\r\n\r\n\(body)")
        return try HTTPAnswer(try connection.readAll())
    }

    private func onlySession(_ page: (port: UInt16, token: String)) throws -> String {
        let list = try call("GET", "/api/v1/sessions", page)
        let object = try JSONSerialization.jsonObject(with: Data(list.body.utf8)) as? [String: Any]
        let items = try #require(object?["items"] as? [[String: Any]])
        #expect(items.count == 1)
        return try #require(items.first?["sessionId"] as? String)
    }

    @Test("a session with --serve is served, is stopped by HTTP, and its server ends with it")
    func serving() throws {
        let program = try start(["--serve", "127.0.0.1:0"])
        let page = try page(program)
        let id = try onlySession(page)
        let events = try HTTPConnection(port: page.port)
        events.send(
            "GET /api/v1/sessions/\(id)/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(page.token)\r\n\r\n"
        )
        _ = try events.read(until: "event: snapshot")
        try waitUntil("it sends") { try call("GET", "/readyz", page).status == 200 }
        try checkRemoval(id, page)
        try checkMonitors(id, page)
        #expect(try call("DELETE", "/api/v1/sessions/\(id)", page).status == 200)
        let text = try events.read(until: "event: ended")
        #expect(text.contains("\"stopped\":{\"reason\":\"stopped\"}"))
        let numbers = text.matches(of: /id: (\d+)\n/).compactMap { Int($0.output.1) }
        let first = try #require(numbers.first)
        #expect(first > 0)
        #expect(numbers == Array(first..<first + numbers.count))
        let outcome = try program.finish()
        #expect(outcome.exitCode == 0)
        #expect(try outcome.summary.stopReason == "stopped")
        // Standard output belongs to the session alone.
        #expect(!outcome.outputText.contains("control page"))
        try waitUntil("the server has ended") { (try? HTTPConnection(port: page.port)) == nil }
        try waitUntil("its token is removed") {
            try FileManager.default.contentsOfDirectory(atPath: folder.file("psstudio")).isEmpty
        }
    }

    /// Levels as events, and a JPEG of the newest frame.
    private func checkMonitors(_ id: String, _ page: (port: UInt16, token: String)) throws {
        let levels = try HTTPConnection(port: page.port)
        levels.send(
            "GET /api/v1/sessions/\(id)/levels?perSecond=50 HTTP/1.1\r\nHost: localhost\r\n"
                + "Authorization: Bearer \(page.token)\r\n\r\n")
        #expect(try levels.read(until: "event: levels\ndata: {\"peak\":[").contains(" 200 "))
        let preview = try call("GET", "/api/v1/sessions/\(id)/preview.jpg?width=32", page)
        #expect(preview.status == 200)
        #expect(preview.field("content-type") == "image/jpeg")
        let length = try #require(preview.field("content-length").flatMap { Int($0) })
        #expect(length > 200)
        #expect(try call("GET", "/api/v1/sessions/\(id)/preview.jpg?width=31", page).code == "invalid")
        #expect(try call("GET", "/api/v1/sessions/x/preview.jpg", page).code == "sessionUnknown")
    }

    /// A removed output is not found any more.
    private func checkRemoval(_ id: String, _ page: (port: UInt16, token: String)) throws {
        let path = "/api/v1/sessions/\(id)/outputs"
        let added = try call("POST", path, page, body: "{\"address\":\"more.mkv\"}")
        #expect(added.status == 202)
        #expect(added.field("location") == "\(path)/2")
        #expect(try call("GET", "\(path)/2", page).status == 200)
        #expect(try call("DELETE", "\(path)/2", page).status == 202)
        #expect(try call("GET", "\(path)/2", page).status == 404)
        #expect(try call("DELETE", "\(path)/2", page).status == 404)
        #expect(try call("GET", path, page).body.contains("\"itemCount\":1,"))
    }

    @Test("a session goes on when its servers are killed with clients, and each new server finds it")
    func killing() throws {
        let program = try start(["--control", "auto"])
        let sockets = folder.file("psstudio")
        try waitUntil("its socket is there") {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: sockets)) ?? []
            return names.contains { $0.hasSuffix(".sock") }
        }
        let first = try ServeProgram(folder)
        let id = try onlySession((first.port, first.token))
        first.program.process.signal(SIGKILL)
        _ = try first.program.finish()
        for _ in 0..<20 {
            let server = try ServeProgram(folder)
            let page = (server.port, server.token)
            #expect(try onlySession(page) == id)
            let streams = try (0..<5).map { _ in try HTTPConnection(port: server.port) }
            for stream in streams {
                stream.send(server.head("GET", "/api/v1/sessions/\(id)/events"))
                _ = try stream.read(until: "event: snapshot")
                stream.send(server.head("GET", "/api/v1/sessions/\(id)"))
            }
            server.program.process.signal(SIGKILL)
            _ = try server.program.finish()
        }
        let next = try ServeProgram(folder)
        let page = (next.port, next.token)
        #expect(try onlySession(page) == id)
        #expect(try call("DELETE", "/api/v1/sessions/\(id)", page).status == 200)
        let outcome = try program.finish()
        #expect(outcome.exitCode == 0)
        #expect(try outcome.summary.video.refused == 0)
    }

    @Test(
        "an address that is in use is an error before anything starts",
        arguments: [["start", "--serve"], ["serve", "--listen"]])
    func inUse(words: [String]) throws {
        let server = try ServeProgram(try TestFolder())
        let address = "127.0.0.1:\(server.port)"
        let outcome = try StudioProgram.run(words + [address], environment: environment, in: folder.path)
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("cannot listen on \(address): Address already in use; choose another address"))
        #expect(try folder.names.isEmpty)
    }

    @Test("an address that other machines reach needs a token file that nobody else can read")
    func remote() throws {
        func run(_ words: [String]) throws -> StudioProgram.Outcome {
            try StudioProgram.run(
                ["serve", "--listen", "0.0.0.0:0"] + words, environment: environment, in: folder.path)
        }
        let bare = try run([])
        #expect(bare.exitCode == 2)
        #expect(bare.errors.contains("other machines reach; add --serve-token-file FILE"))
        let path = try folder.write("token", "0123456789abcdef0123\n")
        chmod(path, 0o644)
        let open = try run(["--serve-token-file", path])
        #expect(open.exitCode == 2)
        #expect(open.errors.contains("other users can read the token file"))
        chmod(path, 0o600)
        let server = try StudioProgram(
            ["serve", "--listen", "0.0.0.0:0", "--serve-token-file", path], environment: environment, in: folder.path)
        try server.waitForError("the token is in \(path)")
        #expect(!server.errorsSoFar.contains("0123456789abcdef0123"))
    }

    @Test(
        "options that are wrong exit with 2",
        arguments: [
            ["serve", "--listen", "x"], ["serve", "--listen", "127.0.0.1"], ["serve", "--serve-host", "a:1"],
            ["serve", "--serve-origin", "studio.example"], ["serve", "--serve-origin", "https://studio.example/"],
            ["serve", "--serve-token-file", "/missing"], ["start", "--serve-host", "studio.example"],
        ])
    func options(words: [String]) throws {
        let outcome = try StudioProgram.run(words, environment: environment, in: folder.path)
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.hasPrefix("psstudio: "))
    }

    @Test("a service prints only where its token is")
    func service() throws {
        let program = try StudioProgram(
            ["serve", "--listen", "127.0.0.1:0"], environment: environment.merging(["INVOCATION_ID": "x"]) { $1 },
            in: folder.path)
        try program.waitForError("/psstudio/server-")
        #expect(program.errorsSoFar.contains(", the token is in \(folder.path)/psstudio/server-"))
        #expect(!program.errorsSoFar.contains("#token"))
    }

    @Test("a server at 127.0.0.1 listens at [::1] with the same port, and accepts it as a name and as an origin")
    func bothLoopbackAddresses() throws {
        // A machine without IPv6 has the one address.
        guard ListenAddress(host: "::1", port: 0).obstacle == nil else { return }
        let program = try StudioProgram(["serve", "--listen", "0"], environment: environment, in: folder.path)
        let port = try page(program).port
        for (host, name) in [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]"), ("::1", "localhost")] {
            let request =
                "GET /healthz HTTP/1.1\\r\\nHost: \(name):\(port)\\r\\nOrigin: http://\(name):\(port)\\r\\n"
                + "Connection: close\\r\\n\\r\\n"
            let answer = try Tool.run(
                "bash", ["-c", "exec 3<>/dev/tcp/\(host)/\(port) && printf '\(request)' >&3 && cat <&3"])
            let text = String(decoding: answer, as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 200 "), "\(host): \(text)")
        }
        let controlled = try start(["--obs-websocket", "0"])
        try controlled.waitForError("obs-websocket: 127.0.0.1:")
        let line = controlled.errorsSoFar.components(separatedBy: "obs-websocket: 127.0.0.1:")[1]
        let controllers = try #require(UInt16(line.prefix { $0.isNumber }))
        #expect(ListenAddress(host: "::1", port: controllers).obstacle != nil)
        // Another program at that address would get the clients of this one.
        let other = try unusedPort()
        let foreign = try StudioProgram(
            ["serve", "--listen", "[::1]:\(other)"], environment: environment, in: folder.path)
        try foreign.waitForError("control page: http://[::1]:\(other)/")
        let refused = try StudioProgram.run(
            ["serve", "--listen", "\(other)"], environment: environment, in: folder.path)
        #expect(refused.exitCode == 2)
        #expect(refused.errors.contains("Address already in use at [::1]:\(other); "), "\(refused.errors)")
    }

    @Test("with --quiet, an address is printed only when its port was not chosen")
    func quiet() throws {
        let session = ["start", "--width", "64", "--height", "36", "--out", "null:"]
        for words in [["serve", "--listen", "0"], session + ["--serve", "0"], session + ["--obs-websocket", "0"]] {
            let program = try StudioProgram(words + ["--quiet"], environment: environment, in: folder.path)
            try program.waitForError(
                words.contains("--obs-websocket") ? "obs-websocket: 127." : "control page: http://127.")
            program.process.signal(SIGTERM)
            #expect(try program.finish().exitCode == 143)
        }
        let port = try unusedPort()
        let chosen = try StudioProgram(
            ["serve", "--listen", "\(port)", "--quiet"], environment: environment, in: folder.path)
        try waitUntil("it listens") { (try? HTTPConnection(port: port)) != nil }
        chosen.process.signal(SIGTERM)
        #expect(try chosen.finish().errors == "")
    }

    @Test("the sessions of a command are served while it runs, one after the other")
    func exec() throws {
        let binary = try StudioProgram.path
        let start = "\(binary) start --width 64 --height 36 --quiet --out null:"
        let program = try StudioProgram(
            ["exec", "--serve", "127.0.0.1:0", "--", "sh", "-c", "\(start); \(start)"], environment: environment,
            in: folder.path)
        let page = try page(program)
        var ids: [String] = []
        for count in 1...2 {
            try waitUntil("session \(count) is served: \(program.errorsSoFar)") {
                let list = try call("GET", "/api/v1/sessions", page)
                let object = try JSONSerialization.jsonObject(with: Data(list.body.utf8)) as? [String: Any]
                let items = object?["items"] as? [[String: Any]] ?? []
                ids += items.compactMap { $0["sessionId"] as? String }.filter { !ids.contains($0) }
                return ids.count == count
            }
            #expect([200, 202].contains(try call("DELETE", "/api/v1/sessions/\(ids[count - 1])", page).status))
        }
        let outcome = try program.finish()
        #expect(outcome.exitCode == 0)
        #expect(throws: TestFailure.self) { try HTTPConnection(port: page.port) }
    }

    @Test("an app's first events are shown, also when nobody looked")
    func firstEvents() throws {
        let binary = try StudioProgram.path
        let program = try StudioProgram(
            [
                "exec", "--serve", "127.0.0.1:0", "--", binary, "start", "--width", "64", "--height", "36", "--out",
                "null:",
            ],
            environment: environment, in: folder.path)
        let page = try page(program)
        try waitUntil("it sends") { try call("GET", "/api/v1/sessions", page).body.contains("\"itemCount\":1,") }
        let connection = try HTTPConnection(port: page.port)
        connection.send(
            "GET /api/v1/sessions/\(try onlySession(page))/events?earlier=true HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + "Authorization: Bearer \(page.token)\r\n\r\n")
        let text = try connection.read(until: "\"startAnswered\"")
        #expect(text.contains("\"sequence\":1,"))
        program.process.signal(SIGINT)
        _ = try program.finish()
    }

    @Test("servers that start together get ports of their own")
    func together() throws {
        let programs = try (0..<6).map { _ in
            try StudioProgram(["serve"], environment: environment, in: folder.path)
        }
        let ports = try programs.map { try page($0).port }
        #expect(Set(ports).count == 6)
        #expect(ports.allSatisfy { (7788..<7888).contains($0) })
    }

    @Test("a token comes from a pipe, which is read once, or from a variable")
    func tokenPipe() throws {
        let token = "0123456789abcdef0123"
        let binary = try StudioProgram.path
        let program = try StudioProgram(
            [
                "exec", "--", "bash", "-c",
                "exec \(binary) start --width 64 --height 36 --out null: --serve 127.0.0.1:0 --serve-token-file <(echo \(token))",
            ], environment: environment, in: folder.path)
        try program.waitForError("the token is in /dev/fd/")
        #expect(!program.errorsSoFar.contains(token))
        program.process.signal(SIGINT)
        _ = try program.finish()
        let other = try StudioProgram(
            ["serve", "--listen", "127.0.0.1:0"],
            environment: environment.merging(["PSSTUDIO_SERVE_TOKEN": token]) { $1 }, in: folder.path)
        try other.waitForError("the token is in PSSTUDIO_SERVE_TOKEN")
        #expect(!other.errorsSoFar.contains(token))
    }

    @Test("the token that only reads comes from a file or a variable, and differs from the other one")
    func readTokens() throws {
        let (token, other) = ("0123456789abcdef0123", "fedcba9876543210fedc")
        let path = try folder.write("read-token", "\(token)\n")
        chmod(path, 0o600)
        let server = try StudioProgram(
            ["serve", "--listen", "127.0.0.1:0", "--serve-read-token-file", path], environment: environment,
            in: folder.path)
        try server.waitForError("control page, read only: http://127.0.0.1:")
        try server.waitForError(", the token is in \(path)")
        #expect(!server.errorsSoFar.contains(token))
        let second = try StudioProgram(
            ["start", "--width", "64", "--height", "36", "--out", "null:", "--serve", "127.0.0.1:0"],
            environment: environment.merging(["PSSTUDIO_SERVE_READ_TOKEN": other]) { $1 }, in: folder.path)
        try second.waitForError("the token is in PSSTUDIO_SERVE_READ_TOKEN")
        second.process.signal(SIGINT)
        _ = try second.finish()
        let equal = try StudioProgram.run(
            ["serve", "--listen", "127.0.0.1:0", "--serve-token-file", path, "--serve-read-token-file", path],
            environment: environment, in: folder.path)
        #expect(equal.exitCode == 2)
        #expect(equal.errors.contains("--serve-read-token-file has the token of --serve-token-file; use another one"))
    }

    @Test("servers with the same port at other addresses have token files of their own")
    func tokenFiles() throws {
        let first = try ServeProgram(folder)
        let second = try StudioProgram(
            ["serve", "--listen", "127.0.0.2:\(first.port)"], environment: environment, in: folder.path)
        try second.waitForError("#token=")
        let folder = self.folder.file("psstudio")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".token") }
        #expect(Set(names) == ["server-\(first.port).token", "server-127.0.0.2:\(first.port).token"])
        second.process.signal(SIGINT)
        _ = try second.finish()
        #expect(try first.call("GET", "/api/v1/sessions").status == 200)
        #expect(FileManager.default.fileExists(atPath: "\(folder)/server-\(first.port).token"))
    }
}
