import Foundation
import Glibc
import SessionProtocol
import StudioRuntime
import StudioTestSupport
import Testing

/// The HTTP interface of `psstudio serve`, with sessions of the test.
@Suite(.endToEnd, .timeLimit(.minutes(5)))
struct ServeTests {
    private let folder: TestFolder
    private let session: ServedSession
    private let server: ServeProgram

    init() throws {
        folder = try TestFolder()
        session = try ServedSession("a1", in: try ServeProgram.sockets(in: folder))
        server = try ServeProgram(folder)
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test("sessions, snapshots and outputs")
    func reading() throws {
        let list = try object(try server.call("GET", "/api/v1/sessions").body)
        #expect(list["itemCount"] as? Int == 1)
        let item = try #require((list["items"] as? [[String: Any]])?.first)
        #expect(item["sessionId"] as? String == "a1")
        #expect(item["pid"] as? Int == Int(getpid()))
        let snapshot = try server.call("GET", "/api/v1/sessions/a1")
        #expect(snapshot.status == 200)
        #expect(snapshot.field("content-type") == "application/json")
        let state = try object(snapshot.body)
        #expect(state["state"] as? String == "sending")
        #expect(state["sequence"] as? Int == 0)
        #expect((state["participants"] as? [Any])?.count == 0)
        let outputs = try object(try server.call("GET", "/api/v1/sessions/a1/outputs").body)
        #expect(outputs["itemCount"] as? Int == 2)
        let output = try object(try server.call("GET", "/api/v1/sessions/a1/outputs/1").body)
        let rate = try #require(output["rate"] as? [String: Int])
        #expect(rate == ["bitsPerSecond": 2_000_000, "bytesPerSecond": 250_000, "windowSeconds": 4])
        #expect(try server.call("GET", "/api/v1/sessions/a1/outputs/3").code == "notFound")
        #expect(try object(try server.call("GET", "/api/v1/rules").body)["itemCount"] as? Int ?? 0 > 200)
        #expect(try object(try server.call("GET", "/api/v1/scenarios").body)["itemCount"] as? Int == 8)
        let head = try server.call("HEAD", "/api/v1/sessions/a1")
        #expect(head.status == 200)
        #expect(head.body == "")
        #expect(head.field("content-length") == "\(snapshot.body.utf8.count)")
        #expect(session.commands.withLock { $0.isEmpty })
    }

    @Test("commands, and what the session says of them")
    func changing() throws {
        let added = try server.call("POST", "/api/v1/sessions/a1/outputs", body: #"{"address":"a.mp4"}"#)
        #expect(added.status == 202)
        #expect(added.field("location") == "/api/v1/sessions/a1/outputs/3")
        #expect(added.body == "{\"persistent\":false,\"reply\":{\"output\":{\"output\":3}}}\n")
        #expect(try server.call("DELETE", "/api/v1/sessions/a1/outputs/1").status == 202)
        #expect(try server.call("DELETE", "/api/v1/sessions/a1/outputs/7").code == "notFound")
        #expect(try server.call("POST", "/api/v1/sessions/a1/outputs/2/restart", body: "{}").status == 202)
        let path = "/api/v1/sessions/a1/commands"
        #expect(try server.call("POST", path, body: #"{"leave":{}}"#).status == 200)
        let multiline = "{\n \"leave\" : {\n}\r\n}"
        #expect(try server.call("POST", path, body: multiline).status == 200)
        let rejected = try server.call("POST", path, body: #"{"admit":{}}"#)
        #expect((rejected.status, rejected.code) == (409, "rejected"))
        #expect(rejected.field("content-type") == "application/problem+json")
        #expect(
            session.commands.withLock { $0 } == [
                .addOutput(address: "a.mp4"), .removeOutput(output: 1), .removeOutput(output: 7),
                .restartOutput(output: 2), .leave, .leave, .admit,
            ])
        // The server runs in this folder.
        let place = try #require(realpath(folder.path, nil).map { String(cString: $0) })
        #expect(session.folders.withLock { $0 } == Array(repeating: place, count: 7))
    }

    @Test(
        "bodies that are not one command are rejected by the server, and reach no session",
        arguments: [
            ("", 400, "malformed"), ("x", 400, "malformed"), ("[]", 400, "malformed"), ("{}", 400, "malformed"),
            (#"{"leave":{}},"id":7"#, 400, "malformed"), (#"{"leave":{}}}"#, 400, "malformed"),
            ("{\"leave\":{}}\n{\"stop\":{}}", 400, "malformed"), (#"{"leave":{},"stop":{}}"#, 400, "malformed"),
            (#"{"fly":{}}"#, 422, "invalid"), (#"{"leave":{"x":1}}"#, 422, "invalid"),
            (#"{"leave":1}"#, 422, "invalid"),
            (#"{"removeOutput":{"output":"1"}}"#, 422, "invalid"), ("{\"leave\":{}}\u{0}", 400, "malformed"),
        ])
    func badBodies(body: String, status: Int, code: String) throws {
        let answer = try server.call("POST", "/api/v1/sessions/a1/commands", body: body)
        #expect((answer.status, answer.code) == (status, code))
        #expect(session.commands.withLock { $0.isEmpty })
    }

    @Test(
        "an output is added with exactly an address",
        arguments: [
            "{}", #"{"address":1}"#, #"{"address":"a","x":1}"#, #"{"address":"a"},"stop":{}"#, "\"a\"",
        ])
    func badOutputs(body: String) throws {
        let answer = try server.call("POST", "/api/v1/sessions/a1/outputs", body: body)
        #expect([400, 422].contains(answer.status))
        #expect(session.commands.withLock { $0.isEmpty })
    }

    @Test("a restart needs no body; one that is there is an empty object")
    func restart() throws {
        let path = "/api/v1/sessions/a1/outputs/2/restart"
        for fields in [[], ["Content-Length: 0"], ["Content-Type: application/json", "Content-Length: 0"]] {
            let answer = try server.call("POST", path, fields)
            #expect(answer.status == 202, "\(fields)")
            #expect(answer.field("location") == "/api/v1/sessions/a1/outputs/3")
        }
        #expect(try server.call("POST", path, body: "{}").status == 202)
        let named = try server.call("POST", path, body: #"{"append":true,"other":1}"#)
        #expect((named.status, named.code) == (422, "invalid"))
        #expect(named.body.contains("unknown append, other; the body has no fields"))
        #expect(try server.call("POST", path, body: "[]").code == "malformed")
        let text = try server.exchange(
            server.head("POST", path, ["Content-Type: text/plain", "Content-Length: 2", "Connection: close"]) + "{}")
        #expect(text.code == "mediaTypeUnsupported")
        #expect(session.commands.withLock { $0.count } == 4)
    }

    @Test("a field that is there twice is refused, and named")
    func repeatedFields() throws {
        for (path, body) in [
            ("commands", #"{"addOutput":{"address":"a.mkv","address":"b.mkv"}}"#),
            ("outputs", #"{"address":"a.mkv","address":"b.mkv"}"#),
        ] {
            let answer = try server.call("POST", "/api/v1/sessions/a1/\(path)", body: body)
            #expect((answer.status, answer.code) == (422, "invalid"), "\(path)")
            #expect(answer.body.contains("address is there more than once; send it once"), "\(path)")
        }
        #expect(session.commands.withLock { $0.isEmpty })
    }

    @Test("the session learns who gives a command: the page says so, others are clients of HTTP")
    func origins() throws {
        let (path, body) = ("/api/v1/sessions/a1/commands", #"{"leave":{}}"#)
        #expect(try server.call("POST", path, body: body, ["Psstudio-Client: page"]).status == 200)
        #expect(try server.call("POST", path, body: body).status == 200)
        #expect(try server.call("POST", path, body: body, ["Psstudio-Client: obs"]).status == 200)
        #expect(try server.call("DELETE", "/api/v1/sessions/a1", ["Psstudio-Client: page"]).status == 202)
        #expect(session.origins.withLock { $0 } == [.page, .http, .http, .page])
    }

    @Test("unknown paths, methods and sessions are different problems")
    func unknown() throws {
        let path = try server.call("GET", "/api/v1/session")
        #expect((path.status, path.code) == (404, "pathUnknown"))
        let method = try server.call("PUT", "/api/v1/sessions/a1")
        #expect((method.status, method.code) == (405, "methodNotAllowed"))
        #expect(method.field("allow") == "GET, HEAD, DELETE")
        let unknown = try server.call("GET", "/api/v1/sessions/..%2f..%2fetc%2fpasswd")
        #expect((unknown.status, unknown.code) == (404, "sessionUnknown"))
        let type = try server.call("POST", "/api/v1/sessions/a1/commands", ["Content-Length: 0"])
        #expect((type.status, type.code) == (415, "mediaTypeUnsupported"))
    }

    @Test("a session is stopped once; one that has ended is stopped, and one that went away says so")
    func ending() throws {
        #expect(try server.call("DELETE", "/api/v1/sessions/a1").status == 202)
        #expect(session.commands.withLock { $0 } == [.stop])
        session.end()
        try waitUntil("the server knows") {
            try server.call("GET", "/api/v1/sessions/a1").body.contains("\"state\":\"ended\"")
        }
        let result = try server.call("GET", "/api/v1/sessions/a1")
        #expect(result.status == 200)
        #expect(result.body.contains("\"ending\":\"ended\""))
        #expect(result.body.contains("\"exitCode\":null"))
        // The last snapshot, which came with the goodbye.
        #expect(result.body.contains("\"snapshot\":{\"participants\":[],\"sequence\":0,\"outputs\":[{"))
        let outputs = try server.call("GET", "/api/v1/sessions/a1/outputs")
        #expect((outputs.status, outputs.code) == (404, "sessionEnded"))
        let list = try server.call("GET", "/api/v1/sessions?ended=true")
        #expect(list.body.hasPrefix("{\"itemCount\":1,"))
        #expect(list.body.contains("\"sessionId\":\"a1\""))
        #expect(!list.body.contains("\"snapshot\""))
        #expect(try server.call("GET", "/api/v1/sessions?ended=true&limit=0").code == "invalid")
        #expect(try server.call("GET", "/metrics").body.contains("psstudio_sessions_ended_total{reason=\"ended\"} 1"))
        #expect(try server.call("DELETE", "/api/v1/sessions/a1").status == 200)
        #expect(try server.call("DELETE", "/api/v1/sessions/a2").code == "sessionUnknown")
        let next = try ServedSession("a2", in: folder.file("psstudio"))
        #expect(try server.call("GET", "/api/v1/sessions/a2").status == 200)
        #expect(next.commands.withLock { $0.isEmpty })
    }

    @Test("health and readiness need no token, metrics do")
    func monitoring() throws {
        func bare(_ path: String) throws -> HTTPAnswer {
            try server.exchange("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        }
        #expect(try bare("/healthz").body == "ok\n")
        #expect(try bare("/readyz").body == "ok\n")
        #expect(try bare("/metrics").code == "tokenMissing")
        let metrics = try server.call("GET", "/metrics")
        #expect(metrics.field("content-type") == "text/plain; version=0.0.4; charset=utf-8")
        #expect(metrics.body.contains("psstudio_session_state{session_id=\"a1\",state=\"sending\"} 1\n"))
        #expect(metrics.body.contains("psstudio_session_up{session_id=\"a1\"} 1\n"))
        let idle = try ServedSession("a2", in: folder.file("psstudio"), state: "idle")
        // An answer is valid for 100 ms.
        try waitUntil("the server knows it") { try bare("/readyz").status == 503 }
        let answer = try bare("/readyz")
        #expect(answer.code == "notReady")
        #expect(!answer.body.contains("a2"))
        idle.end()
        try waitUntil("the server knows") { try bare("/readyz").status == 200 }
    }

    @Test("the server ends by a signal, and removes its token")
    func signal() throws {
        #expect(try server.finish().exitCode == 143)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("psstudio")) == ["a1.sock"])
    }

    // MARK: Events

    private func stream(after id: Int? = nil) throws -> HTTPConnection {
        let connection = try HTTPConnection(port: server.port)
        let fields = id.map { ["Last-Event-ID: \($0)"] } ?? []
        connection.send(server.head("GET", "/api/v1/sessions/a1/events", fields))
        return connection
    }

    @Test("a stream begins with the snapshot, then come the events with their numbers")
    func events() throws {
        session.publish(3)
        let connection = try stream()
        let begin = try connection.read(until: "\"state\":\"sending\"}\n\n")
        #expect(begin.contains("HTTP/1.1 200"))
        #expect(begin.lowercased().contains("content-type: text/event-stream"))
        #expect(begin.contains("id: 3\nevent: snapshot\ndata: {\"participants\":[],\"sequence\":3,"))
        session.publish(2)
        let all = try connection.read(until: "\"sequence\":5,")
        #expect(
            all.contains("id: 4\nevent: event\ndata: {\"event\":{\"note\":{\"message\":\"note 4\"}},\"sequence\":4,"))
        #expect(all.contains("id: 5\nevent: event\n"))
        #expect(!all.contains("note 3"))
        session.end()
        #expect(try connection.read(until: "event: ended\ndata: {}\n\n").contains("note 5"))
    }

    @Test("the events before the snapshot follow it when they are asked for")
    func earlier() throws {
        let first = try stream()
        _ = try first.read(until: "event: snapshot")
        session.publish(3)
        _ = try first.read(until: "id: 3\n")
        let second = try HTTPConnection(port: server.port)
        second.send(server.head("GET", "/api/v1/sessions/a1/events?earlier=true"))
        let text = try second.read(until: "note 3\"")
        #expect(text.components(separatedBy: "event: snapshot\n").count == 2)
        for number in 1...3 {
            let event =
                "data: {\"event\":{\"event\":{\"note\":{\"message\":\"note \(number)\"}},\"sequence\":\(number),"
            #expect(text.contains("event: earlier\n\(event)"), "\(text)")
        }
        #expect(text.contains("\"secondsAgo\":"))
        let answer = try server.call("GET", "/api/v1/sessions/a1/events?earlier=1")
        #expect((answer.status, answer.code) == (422, "invalid"))
    }

    @Test("a client that comes back gets what it missed, or the snapshot when that is not known")
    func resuming() throws {
        let first = try stream()
        _ = try first.read(until: "event: snapshot")
        session.publish(10)
        _ = try first.read(until: "id: 10\n")
        let second = try stream(after: 7)
        session.publish()
        let text = try second.read(until: "id: 11\n")
        #expect(!text.contains("snapshot"))
        #expect(text.components(separatedBy: "\nevent: event\n").count == 5)
        for number in 8...11 { #expect(text.contains("id: \(number)\nevent: event\n")) }
        let ahead = try stream(after: 12)
        #expect(try ahead.read(until: "event: snapshot").contains("id: 11\n"))
        session.publish(1100)
        _ = try first.read(until: "id: 1111\n")
        let late = try stream(after: 11)
        #expect(try late.read(until: "event: snapshot").contains("id: 1111\n"))
    }

    @Test(
        "a number that no event has gets the snapshot",
        arguments: ["9223372036854775807", "-9223372036854775808", "-1", "7", "x", "1e3"], ["", "?earlier=true"])
    func unknownNumbers(number: String, query: String) throws {
        session.publish(3)
        let connection = try HTTPConnection(port: server.port)
        connection.send(server.head("GET", "/api/v1/sessions/a1/events\(query)", ["Last-Event-ID: \(number)"]))
        #expect(try connection.read(until: "event: snapshot\n").contains("id: 3\n"))
        #expect(try server.call("GET", "/api/v1/sessions/a1").status == 200)
    }

    @Test("streams that are opened together get their snapshots, however many requests wait")
    func streamsTogether() throws {
        session.publish(2)
        let connections = try (0..<64).map { _ in try stream() }
        for connection in connections { _ = try connection.read(until: "id: 2\nevent: snapshot\n") }
        session.publish()
        for connection in connections { _ = try connection.read(until: "id: 3\nevent: event\n") }
    }

    @Test("events from before the start of a server are known to it")
    func before() throws {
        session.publish(5)
        server.program.process.signal(SIGKILL)
        _ = try server.program.finish()
        let next = try ServeProgram(folder)
        let connection = try HTTPConnection(port: next.port)
        connection.send(next.head("GET", "/api/v1/sessions/a1/events?earlier=true"))
        let text = try connection.read(until: "note 5\"")
        for number in 1...5 { #expect(text.contains("\"sequence\":\(number),")) }
    }

    @Test("the 65th stream is rejected, and gets a place when another client leaves")
    func streams() throws {
        var connections: [HTTPConnection] = []
        for _ in 0..<64 {
            let connection = try stream()
            _ = try connection.read(until: "event: snapshot")
            connections.append(connection)
        }
        let rejected = try server.call("GET", "/api/v1/sessions/a1/events")
        #expect((rejected.status, rejected.code) == (429, "tooManyStreams"))
        #expect(rejected.field("retry-after") == "1")
        session.publish()
        for connection in connections { _ = try connection.read(until: "id: 1\n") }
        connections.removeLast()
        try waitUntil("a place is free") {
            let connection = try stream()
            // The server may not know yet that the other client has left. Its rejection has no event.
            let text = try connection.read(until: "\r\n\r\n")
            return text.contains(" 200 ")
        }
    }

    @Test("a client that does not read is dropped, and no other one waits for it")
    func slowReader() throws {
        let (slow, fast) = (try stream(), try stream())
        _ = try slow.read(until: "event: snapshot")
        _ = try fast.read(until: "event: snapshot")
        let before = try descriptors()
        // More than the buffers of the system take.
        for round in 1...40 {
            session.publish(50, size: 4096)
            _ = try fast.read(until: "id: \(50 * round)\n")
        }
        try waitUntil("it is dropped") { try descriptors() < before }
        session.publish()
        _ = try fast.read(until: "id: 2001\n")
        #expect(try !slow.readAll().contains("id: 2000\n"))
    }

    private func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(server.program.process.pid)/fd").count
    }
}
