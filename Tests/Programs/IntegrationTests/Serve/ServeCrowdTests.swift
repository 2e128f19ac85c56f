import Foundation
import Glibc
import StudioRuntime
import StudioTestSupport
import Testing

/// Strangers who connect and stay, at a server with places for 150 connections.
@Suite(.endToEnd, .timeLimit(.minutes(5)))
struct ServeCrowdTests {
    private let folder: TestFolder
    private let session: ServedSession

    /// Half of the descriptors are for connections.
    private static let limit = "ulimit -n 300"
    private static let places = 150

    init() throws {
        folder = try TestFolder()
        session = try ServedSession("a1", in: try ServeProgram.sockets(in: folder))
    }

    private static let health = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

    private func strangers(_ count: Int, _ port: UInt16, _ text: String) throws -> [HTTPConnection] {
        try (0..<count).map { _ in
            let connection = try HTTPConnection(port: port)
            connection.send(text)
            if text == Self.health { _ = try connection.read(until: "ok\n") }
            return connection
        }
    }

    @Test(
        "a request with the token is answered although strangers have all places, and they lose no more of them than needed",
        arguments: [health, "", "GET /", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "])
    func strangers(text: String) throws {
        let server = try ServeProgram(folder, after: Self.limit)
        let owner = try HTTPConnection(port: server.port)
        owner.send(server.head("GET", "/api/v1/sessions/a1"))
        _ = try owner.read(until: "\"state\":\"sending\"")
        let strangers = try strangers(Self.places - 1, server.port, text)
        for count in 1...5 {
            #expect(try server.call("GET", "/api/v1/sessions/a1").status == 200)
            // The place of the first one is that of the next ones.
            if text == Self.health { #expect(strangers.count { $0.isClosed } <= count) }
        }
        #expect(strangers.contains { $0.isClosed })
        // The owner has kept its place.
        owner.send(server.head("GET", "/api/v1/unknown"))
        #expect(try owner.read(until: "pathUnknown").contains(" 404 "))
        let outcome = try server.finish()
        #expect(outcome.errors.contains("connection closed: there are too many, and it has not shown the token"))
        #expect(!outcome.errors.contains("rejected"))
    }

    @Test("streams of events stay, however many connect")
    func streams() throws {
        let server = try ServeProgram(folder, after: Self.limit)
        let streams = try (0..<20).map { _ in
            let connection = try HTTPConnection(port: server.port)
            connection.send(server.head("GET", "/api/v1/sessions/a1/events"))
            _ = try connection.read(until: "event: snapshot")
            return connection
        }
        let strangers = try strangers(2 * Self.places, server.port, Self.health)
        session.publish()
        for stream in streams { _ = try stream.read(until: "note 1") }
        #expect(strangers.suffix(Self.places - streams.count).allSatisfy { !$0.isClosed })
        #expect(strangers.count(where: \.isClosed) == Self.places + streams.count)
    }

    @Test(
        "a server that has no descriptors left goes on with those who have shown the token, and accepts the next ones")
    func descriptors() throws {
        let server = try ServeProgram(folder)
        let owner = try HTTPConnection(port: server.port)
        owner.send(server.head("GET", "/api/v1/sessions/a1"))
        _ = try owner.read(until: "\"state\":\"sending\"")
        let pid = server.program.process.pid
        let used = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count
        _ = try Tool.run("prlimit", ["--pid", "\(pid)", "--nofile=\(used + 20):\(used + 20)"])
        var strangers: [HTTPConnection] = []
        for _ in 0..<40 {
            let connection = try HTTPConnection(port: server.port)
            connection.send(Self.health)
            strangers.append(connection)
        }
        owner.send(server.head("GET", "/api/v1/unknown"))
        #expect(try owner.read(until: "pathUnknown").contains(" 404 "))
        #expect(try server.call("GET", "/api/v1/sessions/a1").status == 200)
        #expect(try server.finish().errors.contains("there are no descriptors, and it has not shown the token"))
        withExtendedLifetime(strangers) {}
    }

    @Test("a controller is answered although strangers have all places of its port")
    func controllers() throws {
        let program = try StudioProgram(
            ["start", "--width", "64", "--height", "36", "--out", "null:", "--obs-websocket", "127.0.0.1:0"],
            environment: ["XDG_RUNTIME_DIR": folder.path], in: folder.path, after: Self.limit)
        let text = "obs-websocket: 127.0.0.1:"
        try program.waitForError(text)
        let port = try #require(UInt16(program.errorsSoFar.components(separatedBy: text)[1].prefix { $0.isNumber }))
        let upgrade =
            "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n\r\n"
        // Half of the places are those of HTTP.
        let greeted = try (0..<40).map { _ in
            let connection = try HTTPConnection(port: port)
            connection.send(upgrade)
            _ = try connection.read(until: "\"rpcVersion\":1")
            return connection
        }
        let silent = try (0..<60).map { _ in try HTTPConnection(port: port) }
        let owner = try HTTPConnection(port: port)
        owner.send(upgrade)
        #expect(try owner.read(until: "\"rpcVersion\":1").contains(" 101 "))
        // Those who have been greeted are idle for the longest time.
        #expect(try greeted[0].readAll().contains("Too many connections"))
        withExtendedLifetime(silent) {}
        program.process.signal(SIGINT)
        #expect(try program.finish().exitCode == 130)
    }
}
