import Foundation
import Glibc
import SessionClient
import SessionProtocol
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing
@testable import SessionControl

/// The socket as programs of any language use it.
@Suite(.timeLimit(.minutes(2)))
struct ControlServerTests {
    private let folder: TestFolder
    private let session = RecordedSession()
    private let endpoint: ControlEndpoint

    init() throws {
        folder = try TestFolder()
        endpoint = try ControlEndpoint(.path(folder.file("s.sock")), of: session)
    }

    private func connect() throws -> SessionClientSocket {
        let client = try SessionClientSocket(endpoint.path)
        let greeting = try JSONDecoder().decode(ControlGreeting.self, from: Data(next(client).utf8))
        #expect(greeting.sessionId == "abc")
        #expect(greeting.versions == .own)
        #expect(greeting.pid == getpid())
        #expect(greeting.startedAt?.count == 24)
        return client
    }

    /// The last line of the session: with its last snapshot.
    private static let lastLine =
        #"{"ended":{"participants":[],"sequence":7,"snapshot":{"state":"sending"}}}"#

    private func next(_ client: SessionClientSocket) throws -> String {
        let line = try #require(client.next(seconds: 20), "no line")
        return String(decoding: line, as: UTF8.self)
    }

    private func send(_ line: String, _ client: SessionClientSocket) {
        #expect(client.send(line: Array("\(line)\n".utf8)))
    }

    private func event(_ number: Int) -> SessionEvent {
        SessionEvent(sequence: number, time: .seconds(Double(number)), event: .note(message: "\(number)"))
    }

    // MARK: Earlier events

    @Test("a client that comes later gets the events that it asks for, and then the new ones")
    func earlierEvents() throws {
        for number in 1...3 { endpoint.publish(event(number)) }
        let client = try connect()
        send(#"{"id":1,"subscribe":{"events":true,"after":1}}"#, client)
        #expect(try next(client) == #"{"id":1,"reply":{"done":{}}}"#)
        endpoint.publish(event(4))
        let lines = try [next(client), next(client), next(client)]
        #expect(lines.map { $0.contains("secondsAgo") } == [true, true, false])
        for (line, number) in zip(lines, 2...4) {
            #expect(line.hasPrefix(#"{"event":{"event":{"note":{"message":"\#(number)"}},"sequence":\#(number),"#))
        }
    }

    @Test("the session keeps the latest 512 events, and says how many are missing")
    func keptEvents() throws {
        for number in 1...520 { endpoint.publish(event(number)) }
        let client = try connect()
        send(#"{"id":1,"subscribe":{"events":true,"after":3}}"#, client)
        #expect(try next(client) == #"{"missed":{"events":5,"levels":0,"previews":0}}"#)
        #expect(try next(client) == #"{"id":1,"reply":{"done":{}}}"#)
        for number in 9...520 { #expect(try next(client).contains("\"sequence\":\(number),")) }
        send(#"{"id":2,"subscribe":{"events":true}}"#, client)
        #expect(try next(client) == #"{"id":2,"reply":{"done":{}}}"#)
    }

    @Test("a client that comes while events are published gets each once, in order")
    func eventsMeanwhile() throws {
        let count = 400
        let publisher = try Worker("publisher") { [endpoint] in
            for number in 1...count {
                endpoint.publish(
                    SessionEvent(sequence: number, time: .zero, event: .note(message: "\(number)")))
            }
        }
        let clients = try (0..<8).map { _ in
            let client = try connect()
            send(#"{"id":1,"subscribe":{"events":true,"after":0}}"#, client)
            return client
        }
        for client in clients {
            #expect(try next(client) == #"{"id":1,"reply":{"done":{}}}"#)
            for number in 1...count { #expect(try next(client).contains("\"sequence\":\(number),")) }
        }
        withExtendedLifetime(publisher) {}
    }

    // MARK: Requests

    @Test("a change of source is answered when it is on air; later commands are performed meanwhile")
    func pendingCommands() throws {
        let client = try connect()
        send(#"{"id":1,"command":{"changeSource":{"loops":false}}}"#, client)
        send(#"{"id":2,"command":{"leave":{}}}"#, client)
        #expect(try next(client).contains(#""id":2"#))
        send(#"{"id":3,"command":{"admit":{}}}"#, client)
        let answers = [try next(client), try next(client)]
        #expect(answers.contains { $0.contains(#""id":3"#) })
        #expect(answers.contains { $0.contains(#""id":1"#) && $0.contains("source") && $0.contains("no such file") })
    }

    @Test("commands are performed in order, and each is answered with its number")
    func commands() throws {
        let client = try connect()
        send(#"{"id":1,"command":{"admit":{}}}"#, client)
        send(#"{"id":2,"command":{"removeOutput":{"output":7}}}"#, client)
        send(#"{"id":3,"snapshot":{}}"#, client)
        let lines = try [next(client), next(client), next(client)].sorted()
        #expect(lines[0] == #"{"error":{"code":"notFound","message":"unknown output 7"},"id":2}"#)
        #expect(lines[1] == #"{"id":1,"reply":{"done":{}}}"#)
        #expect(lines[2] == #"{"id":3,"reply":{"participants":[],"sequence":7,"snapshot":{"state":"sending"}}}"#)
        #expect(session.commands.withLock { $0 } == [.admit, .removeOutput(output: 7)])
    }

    @Test("a snapshot does not wait for a command that takes long")
    func snapshot() throws {
        session.gate.update { $0 = false }
        let client = try connect()
        send(#"{"id":1,"command":{"admit":{}}}"#, client)
        send(#"{"id":2,"snapshot":{}}"#, client)
        #expect(try next(client).contains(#""id":2"#))
        session.gate.update { $0 = true }
        #expect(try next(client) == #"{"id":1,"reply":{"done":{}}}"#)
    }

    @Test("a malformed line is an error, and the connection stays")
    func malformed() throws {
        let client = try connect()
        send("nonsense", client)
        #expect(try next(client).contains(#""code":"malformed""#))
        #expect(client.send(line: [0, 255, 254, 10]))
        #expect(try next(client).contains(#""code":"malformed""#))
        send(String(repeating: "[", count: 200_000), client)
        #expect(try next(client).contains(#""code":"malformed""#))
        send(String(repeating: "x", count: (1 << 20) + 1), client)
        #expect(try next(client).contains(#""code":"tooLong""#))
        send(#"{"id":9,"command":{"admit":{}}}"#, client)
        #expect(try next(client) == #"{"id":9,"reply":{"done":{}}}"#)
    }

    // MARK: Events

    @Test("events reach the clients that subscribed, and no others")
    func events() throws {
        let (first, second) = (try connect(), try connect())
        send(#"{"id":1,"subscribe":{"events":true}}"#, first)
        #expect(try next(first) == #"{"id":1,"reply":{"done":{}}}"#)
        endpoint.publish(event(1))
        #expect(try next(first).contains(#""note":{"message":"1"}"#))
        send(#"{"id":2,"subscribe":{}}"#, first)
        #expect(try next(first) == #"{"id":2,"reply":{"done":{}}}"#)
        endpoint.publish(event(2))
        for client in [first, second] {
            send(#"{"id":3,"command":{"admit":{}}}"#, client)
            #expect(try next(client) == #"{"id":3,"reply":{"done":{}}}"#)
        }
    }

    @Test("a client that does not read misses the oldest events, is told how many, and holds up no other client")
    func slow() throws {
        let (slow, other) = (try connect(), try connect())
        for client in [slow, other] {
            send(#"{"id":1,"subscribe":{"events":true}}"#, client)
            _ = try next(client)
        }
        let (count, text) = (6000, String(repeating: "x", count: 300))
        for number in 1...count {
            endpoint.publish(SessionEvent(sequence: number, time: .zero, event: .note(message: text)))
            #expect(try next(other).contains(#""sequence":\#(number),"#))
        }
        struct Line: Decodable {
            struct Event: Decodable { let sequence: Int }
            let event: Event?
            let missed: ControlMisses?
        }
        var (seen, missed, last) = (0, 0, 0)
        while last < count {
            let line = try JSONDecoder().decode(Line.self, from: Data(next(slow).utf8))
            missed += line.missed?.events ?? 0
            if let event = line.event { (seen, last) = (seen + 1, event.sequence) }
        }
        #expect(missed > 0)
        #expect(seen + missed == count)
    }

    // MARK: Clients

    @Test("one client more than the limit gets one line that says why; a place that becomes free is used")
    func busy() throws {
        var clients: [SessionClientSocket] = []
        for _ in 0..<64 { clients.append(try connect()) }
        let refused = try SessionClientSocket(endpoint.path)
        #expect(try next(refused).contains(#"{"code":"busy","message":"the session has 64 clients;"#))
        #expect(refused.next(seconds: 20) == nil)
        #expect(refused.hasEnded)
        clients.removeLast()
        try waitUntil("a place is free") {
            let client = try SessionClientSocket(endpoint.path)
            return try next(client).contains("sessionId")
        }
    }

    @Test("1,000 connections that are closed in the middle of everything leave the socket usable")
    func hostile() throws {
        for index in 0..<1000 {
            let client = try SessionClientSocket(endpoint.path)
            switch index % 4 {
            case 0: _ = client.send(line: Array(#"{"id":1,"snap"#.utf8))
            case 1: for _ in 0..<50 { _ = client.send(line: Array("{\"id\":1,\"snapshot\":{}}\n".utf8)) }
            case 2: _ = client.send(line: Array("{\"id\":1,\"command\":{\"admit\":{}}}\n".utf8))
            default: break
            }
        }
        try waitUntil("a client is accepted") { try next(SessionClientSocket(endpoint.path)).contains("sessionId") }
        let client = try connect()
        send(#"{"id":1,"snapshot":{}}"#, client)
        #expect(try next(client).contains(#""id":1"#))
    }

    @Test("a client that sends requests without reading answers is not read, and gets all answers later")
    func flood() throws {
        let client = try connect()
        // Safety: one thread sends, the other reads.
        nonisolated(unsafe) let flooding = client
        let writer = try Worker("flood") {
            for id in 1...20_000 { _ = flooding.send(line: Array("{\"id\":\(id),\"snapshot\":{}}\n".utf8)) }
        }
        let other = try connect()
        send(#"{"id":1,"snapshot":{}}"#, other)
        #expect(try next(other).contains(#""id":1"#))
        for id in 1...20_000 { #expect(try next(client).contains("\"id\":\(id),")) }
        writer.join()
    }

    @Test("the session learns who has given a command; by default it is the client of the socket")
    func origins() throws {
        let client = try connect()
        send(#"{"id":1,"command":{"leave":{}}}"#, client)
        send(#"{"id":2,"origin":"obs","command":{"leave":{}}}"#, client)
        for _ in 1...2 { #expect(try next(client).contains(#""reply":{"done":{}}"#)) }
        #expect(session.origins.withLock { $0 } == [.control, .obs])
    }

    // MARK: The socket

    @Test("the socket belongs to the user, and is removed at the end, after clients got what waits for them")
    func file() throws {
        var status = stat()
        #expect(lstat(endpoint.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        let client = try connect()
        send(#"{"id":1,"subscribe":{"events":true}}"#, client)
        _ = try next(client)
        endpoint.publish(event(1))
        endpoint.close()
        #expect(lstat(endpoint.path, &status) != 0)
        #expect(try next(client).contains(#""sequence":1"#))
        #expect(try next(client) == Self.lastLine)
        #expect(client.next(seconds: 20) == nil)
        #expect(client.hasEnded)
    }

    @Test("the end is the last line, after the answers to commands that are being performed")
    func goodbye() throws {
        session.gate.update { $0 = false }
        let client = try connect()
        send(#"{"id":1,"command":{"admit":{}}}"#, client)
        send(#"{"id":2,"snapshot":{}}"#, client)
        #expect(try next(client).contains(#""id":2"#))
        let (endpoint, gate) = (endpoint, session.gate)
        let worker = try Worker("close") { endpoint.close() }
        try waitUntil("it closes") { access(endpoint.path, F_OK) != 0 }
        gate.update { $0 = true }
        #expect(try next(client) == #"{"id":1,"reply":{"done":{}}}"#)
        #expect(try next(client) == Self.lastLine)
        #expect(client.next(seconds: 20) == nil)
        worker.join()
    }

    @Test("a folder whose lock another process holds is an error after a moment; a released one is used")
    func lock() throws {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        #expect(flock(descriptor, LOCK_EX) == 0)
        #expect(throws: ControlSocketError.self) { try ControlEndpoint(.path(folder.file("t.sock")), of: session) }
        close(descriptor)
        let fresh = try ControlEndpoint(.path(folder.file("t.sock")), of: session)
        #expect(try next(SessionClientSocket(fresh.path)).contains("sessionId"))
        fresh.close()
    }

    @Test("sockets of a folder at which nobody listens are removed; others and other files are kept")
    func abandoned() throws {
        for name in ["a.sock", "b.sock"] { try abandon(folder.file(name)) }
        _ = try folder.write("c.sock", "text")
        ControlSocketFile.removeAbandoned(in: ControlPlace.entries(of: folder.path))
        #expect(try folder.names == ["c.sock", "s.sock"])
        #expect(try next(SessionClientSocket(endpoint.path)).contains("sessionId"))
    }

    @Test("a path in use is refused, and an abandoned socket replaced; other files are kept")
    func replacement() throws {
        #expect(throws: ControlSocketError.self) { try ControlEndpoint(.path(endpoint.path), of: session) }
        let text = try folder.write("file", "text")
        #expect(throws: ControlSocketError.self) { try ControlEndpoint(.path(text), of: session) }
        #expect(try folder.readText("file") == "text")
        let abandoned = folder.file("abandoned.sock")
        try abandon(abandoned)
        let fresh = try ControlEndpoint(.path(abandoned), of: session)
        #expect(try next(SessionClientSocket(abandoned)).contains("sessionId"))
        fresh.close()
        let long = folder.file(String(repeating: "x", count: 120))
        #expect(throws: ControlSocketError.self) { try ControlEndpoint(.path(long), of: session) }
    }

    /// Leaves a socket at which nobody listens.
    private func abandon(_ path: String) throws {
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
        close(socket)
    }

    @Test("the folder of automatic sockets must be the user's")
    func folders() throws {
        #expect(throws: ControlSocketError.self) { try ControlPlace.checkFolder(try folder.write("file", "")) }
        #expect(throws: ControlSocketError.self) { try ControlPlace.checkFolder(folder.file("missing")) }
        #expect(symlink("/tmp", folder.file("link")) == 0)
        #expect(throws: ControlSocketError.self) { try ControlPlace.checkFolder(folder.file("link")) }
        chmod(folder.path, 0o755)
        try ControlPlace.checkFolder(folder.path)
        var status = stat()
        #expect(stat(folder.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
    }

    @Test("a path that ends in / is a folder with a socket of each session; others must not write to it")
    func ownFolder() throws {
        let place = ControlPlace(folder.path + "/")
        #expect(place == .inFolder(folder.path + "/"))
        chmod(folder.path, 0o777)
        #expect(throws: ControlSocketError.self) { try ControlEndpoint(place, of: session) }
        chmod(folder.path, 0o755)
        let endpoint = try ControlEndpoint(place, of: session)
        #expect(endpoint.path == folder.file("\(session.id).sock"))
        var status = stat()
        #expect(stat(folder.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o755)
        endpoint.close()
        #expect(throws: ControlSocketError.self) { try ControlEndpoint(.inFolder("/none/"), of: session) }
    }

    @Test("a session waits while its folder has a file `hold`")
    func held() throws {
        let place = ControlPlace(folder.path + "/")
        let hold = try folder.write("hold", "")
        let hasWaited = Lock(false)
        let thread = Thread {
            place.waitWhileHeld()
            hasWaited.set(true)
        }
        thread.start()
        #expect(!hasWaited.withLock { $0 })
        unlink(hold)
        try waitUntil("the session goes on") { hasWaited.withLock { $0 } }
    }
}
