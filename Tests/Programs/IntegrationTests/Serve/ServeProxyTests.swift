import Foundation
import Glibc
import StudioTestSupport
import Testing

/// A server behind the nginx of docs/server.md, without its TLS.
@Suite(.endToEnd, .timeLimit(.minutes(3)))
struct ServeProxyTests {
    private let folder: TestFolder
    private let program: StudioProgram
    private let proxy: ReverseProxy
    private let token: String

    private static let names = ["--serve-host", "studio.example", "--serve-origin", "https://studio.example:443"]

    init() throws {
        folder = try TestFolder()
        program = try StudioProgram(
            [
                "start", "--width", "64", "--height", "36", "--out", "null:", "--serve", "127.0.0.1:0",
                "--obs-websocket",
                "127.0.0.1:0",
            ] + Self.names, environment: ["XDG_RUNTIME_DIR": folder.path], in: folder.path)
        let http = try Self.port(program, "control page: http://127.0.0.1:")
        let obs = try Self.port(program, "obs-websocket: 127.0.0.1:")
        token = try folder.readText("psstudio/server-\(http).token").trimmingCharacters(in: .newlines)
        let page = try String(contentsOf: PackageFolder.url("docs/server.md"), encoding: .utf8)
        let recipe = try #require(page.components(separatedBy: "```nginx\n").dropFirst().first)
        let text = recipe.components(separatedBy: "```")[0]
        #expect(text.contains("http://127.0.0.1:7788;"))
        #expect(text.contains("http://127.0.0.1:4455;"))
        proxy = try ReverseProxy(
            text.replacing("127.0.0.1:7788", with: "127.0.0.1:\(http)")
                .replacing("127.0.0.1:4455", with: "127.0.0.1:\(obs)"))
    }

    private static func port(_ program: StudioProgram, _ text: String) throws -> UInt16 {
        try program.waitForError(text)
        let rest = program.errorsSoFar.components(separatedBy: text)[1]
        return try #require(UInt16(rest.prefix { $0.isNumber }))
    }

    private func head(_ method: String, _ path: String, _ fields: [String] = []) -> String {
        let all = ["\(method) \(path) HTTP/1.1", "Host: studio.example", "Authorization: Bearer \(token)"] + fields
        return all.joined(separator: "\r\n") + "\r\n\r\n"
    }

    private func exchange(_ text: String) throws -> HTTPAnswer {
        let connection = try HTTPConnection(port: proxy.port)
        connection.send(text)
        return try HTTPAnswer(try connection.readAll())
    }

    private func end() throws {
        program.process.signal(SIGINT)
        #expect(try program.finish().exitCode == 130)
    }

    @Test("the page, requests and commands of its origin pass the proxy; others are rejected")
    func requests() throws {
        let page = try exchange(head("GET", "/", ["Connection: close"]))
        #expect(page.status == 200)
        #expect(page.body.contains("<title>"))
        let list = try exchange(head("GET", "/api/v1/sessions", ["Connection: close"]))
        #expect(list.body.contains("\"itemCount\":1,"))
        let id = try #require(list.body.components(separatedBy: "\"sessionId\":\"").last?.prefix { $0 != "\"" })
        let body = "{\"setVolume\":{\"factor\":0.5}}"
        func command(_ origin: String) throws -> Int {
            let fields = [
                "Origin: \(origin)", "Content-Type: application/json", "Content-Length: \(body.utf8.count)",
                "Connection: close",
            ]
            return try exchange(head("POST", "/api/v1/sessions/\(id)/commands", fields) + body).status
        }
        #expect(try command("https://studio.example") == 200)
        #expect(try command("https://evil.example") == 403)
        let stranger = try exchange(
            "GET /api/v1/sessions HTTP/1.1\r\nHost: studio.example\r\nConnection: close\r\n\r\n")
        #expect(stranger.status == 401)
        try end()
    }

    @Test("events come at once")
    func events() throws {
        let list = try exchange(head("GET", "/api/v1/sessions", ["Connection: close"]))
        let id = try #require(list.body.components(separatedBy: "\"sessionId\":\"").last?.prefix { $0 != "\"" })
        let stream = try HTTPConnection(port: proxy.port)
        stream.send(head("GET", "/api/v1/sessions/\(id)/events"))
        _ = try stream.read(until: "event: snapshot")
        let body = "{\"setMute\":{\"isMuted\":true}}"
        let fields = ["Content-Type: application/json", "Content-Length: \(body.utf8.count)", "Connection: close"]
        #expect(try exchange(head("POST", "/api/v1/sessions/\(id)/commands", fields) + body).status == 200)
        #expect(try stream.read(until: "programAudioChanged").contains("\"isMuted\":true"))
        try end()
    }

    @Test("controllers pass the proxy as WebSocket, with the origin of the proxy or none")
    func controllers() throws {
        func upgrade(_ fields: [String]) throws -> HTTPConnection {
            let connection = try HTTPConnection(port: proxy.port)
            let all = [
                "GET /obs HTTP/1.1", "Host: studio.example", "Upgrade: websocket", "Connection: Upgrade",
                "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            ]
            connection.send((all + fields).joined(separator: "\r\n") + "\r\n\r\n")
            return connection
        }
        for fields in [[], ["Origin: https://studio.example"]] {
            let text = try upgrade(fields).read(until: "\"rpcVersion\":1")
            #expect(text.hasPrefix("HTTP/1.1 101 "))
            #expect(text.contains("\"authentication\""))
        }
        #expect(try upgrade(["Origin: https://evil.example"]).read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 403 "))
        try end()
    }
}
