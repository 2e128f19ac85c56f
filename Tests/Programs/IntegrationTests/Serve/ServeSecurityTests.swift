import Foundation
import Glibc
import StudioRuntime
import StudioTestSupport
import Testing

/// What attackers try, in the bytes that they send: pages of other sites, other names, other users, slow and large requests.
@Suite(.endToEnd, .timeLimit(.minutes(5)))
struct ServeSecurityTests {
    private let folder: TestFolder
    private let session: ServedSession
    private let server: ServeProgram

    init() throws {
        folder = try TestFolder()
        session = try ServedSession("a1", in: try ServeProgram.sockets(in: folder))
        server = try ServeProgram(folder)
    }

    private static let command = "/api/v1/sessions/a1/commands"
    private static let body = "{\"stop\":{}}"

    /// A request with all fields given.
    private func send(_ line: String, _ fields: [String], body: String = "") throws -> HTTPAnswer {
        let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
        let head = ([line + " HTTP/1.1"] + fields + length + ["Connection: close"]).joined(separator: "\r\n")
        return try server.exchange(head + "\r\n\r\n" + body)
    }

    private var host: String { "Host: 127.0.0.1:\(server.port)" }
    private var token: String { "Authorization: Bearer \(server.token)" }

    private func expectUntouched() throws {
        #expect(session.commands.withLock { $0.isEmpty })
        #expect(try server.call("GET", "/api/v1/sessions/a1").status == 200)
    }

    @Test(
        "a foreign host is rejected on every path, with and without a token",
        arguments: [
            "GET /healthz", "GET /api/v1/sessions", "POST /api/v1/sessions/a1/commands",
            "GET /api/v1/sessions/a1/events",
            "GET /", "OPTIONS /api/v1/sessions",
        ])
    func rebinding(line: String) throws {
        for fields in [["Host: evil.example:\(server.port)"], ["Host: evil.example", token]] {
            let answer = try send(line, fields)
            #expect((answer.status, answer.code) == (421, "hostForbidden"))
        }
        #expect(try send(line, [host, "Host: evil.example", token]).status == 400)
        #expect(try send(line, [token]).status == 400)
        try expectUntouched()
    }

    @Test("a page of another origin is rejected, whatever it sends")
    func foreignOrigin() throws {
        let type = "Content-Type: application/json"
        for origin in ["http://evil.example", "null", "http://127.0.0.1:1", "http://localhost:\(server.port)"] {
            let answer = try send("POST \(Self.command)", [host, token, type, "Origin: \(origin)"], body: Self.body)
            #expect((answer.status, answer.code) == (403, "originForbidden"))
            let events = try send("GET /api/v1/sessions/a1/events", [host, token, "Origin: \(origin)"])
            #expect(events.status == 403)
        }
        try expectUntouched()
        let own = "Origin: http://127.0.0.1:\(server.port)"
        #expect(try send("GET /api/v1/sessions/a1", [host, token, own]).status == 200)
    }

    @Test("a simple POST, as any page can send it, has no token and no JSON")
    func simplePost() throws {
        let answer = try send("POST \(Self.command)", [host, "Content-Type: text/plain"], body: Self.body)
        #expect((answer.status, answer.code) == (401, "tokenMissing"))
        #expect(answer.field("www-authenticate") == "Bearer realm=\"psstudio\"")
        let typed = try send("POST \(Self.command)", [host, token, "Content-Type: text/plain"], body: Self.body)
        #expect((typed.status, typed.code) == (415, "mediaTypeUnsupported"))
        try expectUntouched()
    }

    @Test("a preflight gets no permission")
    func preflight() throws {
        let answer = try send(
            "OPTIONS \(Self.command)",
            [host, "Origin: http://127.0.0.1:\(server.port)", "Access-Control-Request-Method: POST"])
        #expect(answer.status == 401)
        #expect(!answer.head.lowercased().contains("access-control"))
    }

    @Test("a token at a wrong place, a part of it, or none at all opens nothing")
    func tokens() throws {
        let wrong: [[String]] = [
            [], ["Authorization: Bearer"], ["Authorization: \(server.token)"], ["Authorization: Basic \(server.token)"],
            ["Authorization: Bearer \(server.token.dropLast())"], ["Authorization: Bearer \(server.token)0"],
            ["X-Token: \(server.token)"], ["Cookie: token=\(server.token)"], [token, token],
            ["Proxy-Authorization: Bearer \(server.token)"],
        ]
        for fields in wrong {
            #expect(try send("DELETE /api/v1/sessions/a1", [host] + fields).status == 401, "\(fields)")
        }
        #expect(try send("DELETE /api/v1/sessions/a1?token=\(server.token)", [host]).status == 401)
        #expect(try send("GET /api/v1/unknown", [host]).status == 401)
        try expectUntouched()
        #expect(server.program.errorsSoFar.contains("request"))
        #expect(!server.program.errorsSoFar.dropFirst(200).contains(server.token))
    }

    @Test("the token is in a file of its user only, and in no process list")
    func tokenFile() throws {
        let path = folder.file("psstudio/server-\(server.port).token")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        let words = try String(contentsOfFile: "/proc/\(server.program.process.pid)/cmdline", encoding: .utf8)
        #expect(!words.contains(server.token))
    }

    @Test("the token that only reads: GET and streams, and a problem for everything else")
    func reading() throws {
        let path = folder.file("psstudio/server-\(server.port).read-token")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        let text = try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .newlines)
        #expect(
            server.program.errorsSoFar.contains(
                "control page, read only: http://127.0.0.1:\(server.port)/#token=\(text)"))
        let reading = "Authorization: Bearer \(text)"
        for path in ["/api/v1/sessions", "/api/v1/sessions/a1", "/api/v1/sessions/a1/outputs", "/metrics"] {
            #expect(try send("GET \(path)", [host, reading]).status == 200, "\(path)")
            #expect(try send("HEAD \(path)", [host, reading]).status == 200, "\(path)")
        }
        let stream = try HTTPConnection(port: server.port)
        stream.send("GET /api/v1/sessions/a1/events HTTP/1.1\r\n\(host)\r\n\(reading)\r\n\r\n")
        #expect(try stream.read(until: "event: snapshot").contains(" 200 "))
        #expect(try send("GET /api/v1/access", [host, reading]).body.contains("\"access\":\"read\""))
        #expect(try send("GET /api/v1/access", [host, token]).body.contains("\"access\":\"full\""))
        for line in [
            "POST \(Self.command)", "DELETE /api/v1/sessions/a1", "POST /api/v1/sessions", "PUT /api/v1/sessions/a1",
            "POST /api/v1/unknown", "DELETE /api/v1/sessions/a1/outputs/1",
        ] {
            let answer = try send(line, [host, reading, "Content-Type: application/json"], body: Self.body)
            #expect((answer.status, answer.code) == (403, "readOnly"), "\(line)")
        }
        try expectUntouched()
    }

    @Test("answers may not be stored, framed or sniffed")
    func fields() throws {
        for path in ["/healthz", "/api/v1/sessions", "/api/v1/unknown"] {
            let answer = try server.call("GET", path)
            #expect(answer.field("content-security-policy")?.hasPrefix("default-src 'none'") == true)
            #expect(answer.field("x-content-type-options") == "nosniff")
            #expect(answer.field("cache-control") == "no-store")
            #expect(answer.field("access-control-allow-origin") == nil)
        }
    }

    // MARK: Size

    @Test("a body of 1 MiB and a byte is rejected, however it is sent")
    func largeBodies() throws {
        let size = 1 << 20
        let fields = ["Content-Type: application/json"]
        let known = try server.exchange(
            server.head("POST", Self.command, fields + ["Content-Length: \(size + 1)", "Connection: close"]))
        #expect((known.status, known.code) == (413, "bodyTooLarge"))
        let connection = try HTTPConnection(port: server.port)
        connection.send(server.head("POST", Self.command, fields + ["Transfer-Encoding: chunked"]))
        let chunk = "10000\r\n" + String(repeating: " ", count: 0x10000) + "\r\n"
        for _ in 0...(size / 0x10000) { connection.send(chunk) }
        #expect(try connection.read(until: "bodyTooLarge").contains(" 413 "))
        // A body of exactly that size is read, and is a command.
        let padded = Self.body.dropLast() + String(repeating: " ", count: size - Self.body.utf8.count) + "}"
        let answer = try server.call("POST", "/api/v1/sessions/a2/commands", body: String(padded))
        #expect(answer.code == "sessionUnknown")
        try expectUntouched()
    }

    @Test(
        "large heads and broken requests end the connection",
        arguments: [
            "GET /" + String(repeating: "a", count: 100_000) + " HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 100_000) + "\r\n\r\n",
            "GET / HTTP/1.1\r\n" + String(repeating: "X: y\r\n", count: 10_000) + "\r\n", "x\r\n\r\n",
            "GET / HTTP/9.9\r\n\r\n",
            "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
            "\u{16}\u{3}\u{1}\u{2}\u{0}",
        ])
    func broken(text: String) throws {
        let connection = try HTTPConnection(port: server.port)
        connection.send(text)
        connection.endSending()
        let answer = try connection.readAll()
        #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"))
        try expectUntouched()
    }

    @Test(
        "a head beyond a limit is 431 with a problem, one at the limit is read",
        arguments: [
            ("GET /TARGET", 16_383, 401), ("GET /TARGET", 16_384, 431), ("GET /TARGET", 100_000, 431),
            ("GET /healthz VALUE", 16_384, 200), ("GET /healthz VALUE", 16_385, 431),
            ("GET /healthz VALUE", 300_000, 431),
            ("GET /healthz FIELDS", 98, 200), ("GET /healthz FIELDS", 99, 200), ("GET /healthz FIELDS", 100, 431),
        ])
    func heads(line: String, count: Int, status: Int) throws {
        let text = String(repeating: "a", count: count)
        let parts = line.split(separator: " ").map(String.init)
        let target = parts[1].replacingOccurrences(of: "TARGET", with: text)
        let more: [String: String] = [
            "VALUE": "X: \(text)\r\n", "FIELDS": String(repeating: "X: y\r\n", count: count - 1),
        ]
        let fields = parts.count > 2 ? more[parts[2]] ?? "" : ""
        let connection = try HTTPConnection(port: server.port)
        connection.send("GET \(target) HTTP/1.1\r\n\(host)\r\n\(fields)Connection: close\r\n\r\n")
        let answer = try HTTPAnswer(try connection.readAll())
        #expect(answer.status == status)
        if status == 431 { #expect(answer.code == "headTooLarge") }
        try expectUntouched()
    }

    @Test("HTTP/1.0 is answered as HTTP/1.0: the connection ends with the answer, and nothing is in chunks")
    func oldVersion() throws {
        func answer(_ text: String) throws -> String {
            let connection = try HTTPConnection(port: server.port)
            connection.send(text)
            return try connection.readAll()
        }
        for more in ["", "Connection: keep-alive\r\n", "Expect: 100-continue\r\n"] {
            let text = try answer("GET /api/v1/sessions HTTP/1.0\r\n\(host)\r\n\(token)\r\n\(more)\r\n")
            #expect(text.hasPrefix("HTTP/1.0 200 OK\r\n"), "\(more)")
            #expect(!text.lowercased().contains("transfer-encoding"), "\(more)")
            #expect(text.lowercased().contains("connection: close\r\n"), "\(more)")
            #expect(text.hasSuffix("}\n"), "\(more)")
        }
        #expect(try answer("GET /api/v1/unknown HTTP/1.0\r\n\(host)\r\n\r\n").hasPrefix("HTTP/1.0 401 "))
        let stream = try HTTPConnection(port: server.port)
        stream.send("GET /api/v1/sessions/a1/events HTTP/1.0\r\n\(host)\r\n\(token)\r\n\r\n")
        let start = try stream.read(until: "event: snapshot")
        #expect(start.hasPrefix("HTTP/1.0 200 OK\r\n"))
        #expect(start.contains("\r\n\r\nretry: 1000\n\n"), "no length of a chunk")
        session.publish()
        #expect(try stream.read(until: "note 1").contains("id: 1\n"))
        try expectUntouched()
    }

    @Test("requests in one packet are answered in order, each by its own token")
    func pipelining() throws {
        let connection = try HTTPConnection(port: server.port)
        let bare = "DELETE /api/v1/sessions/a1 HTTP/1.1\r\n\(host)\r\n\r\n"
        connection.send(
            server.head("GET", "/api/v1/sessions/a1") + bare
                + server.head("GET", "/api/v1/unknown", ["Connection: close"]))
        let text = try connection.readAll()
        let codes = text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
        #expect(codes == ["200", "401", "404"])
        try expectUntouched()
    }

    @Test("a client that waits for permission to send its body gets it")
    func permission() throws {
        let connection = try HTTPConnection(port: server.port)
        let fields = ["Content-Type: application/json", "Content-Length: 9", "Expect: 100-continue"]
        connection.send(server.head("POST", Self.command, fields))
        #expect(try connection.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        connection.send("{\"fly\":1}")
        #expect(try connection.read(until: "\"code\":").contains("HTTP/1.1 422 "))
    }

    // MARK: Time

    @Test("clients that send slowly are closed, in the head, in the body and between requests")
    func slowRequests() throws {
        let connections = try (0..<4).map { _ in try HTTPConnection(port: server.port) }
        connections[1].send("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
        connections[2].send(
            server.head("POST", Self.command, ["Content-Type: application/json", "Content-Length: 100"]) + "{")
        connections[3].send("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        #expect(try connections[3].read(until: "ok\n").contains(" 200 "))
        for connection in connections { _ = try connection.readAll() }
        try expectUntouched()
    }

    @Test("10,000 connections one after the other, with and without a request")
    func manyConnections() throws {
        // The server is connected to the session.
        try expectUntouched()
        let before = try descriptors()
        for number in 0..<10_000 {
            let connection = try HTTPConnection(port: server.port)
            if number % 2 == 0 { connection.send("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") }
            if number % 10 == 0 { _ = try connection.read(until: "ok\n") }
        }
        try expectUntouched()
        try waitUntil("the descriptors are closed") { try descriptors() <= before }
    }

    private func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(server.program.process.pid)/fd").count
    }
}
