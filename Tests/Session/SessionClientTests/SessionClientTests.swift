import SessionProtocol
import StudioCore
import StudioTestSupport
import Testing

@testable import SessionClient

/// A client on a thread, with a session that writes what it is told.
@Suite(.timeLimit(.minutes(1)))
struct SessionClientTests {
    private static let speaker = ControlSpeaker("psstudio", release: release.description, .own)
    private static let greeting = ControlMessage.greeting(ControlGreeting(sessionId: "a", pid: 5, program: "app"))

    private let folder: TestFolder
    private var path: String { folder.file("s.sock") }

    init() throws { folder = try TestFolder() }

    /// Writes the first line at once, the others after a request, and then closes the connection.
    private func session(_ first: [UInt8], _ others: [[UInt8]] = []) throws -> LocalListener {
        try LocalListener(path) { connection in
            connection.send(first)
            guard !others.isEmpty else { return }
            connection.receive()
            connection.send(others.joined())
        }
    }

    private func client() throws -> SessionClient {
        try SessionClient(SessionClientSocket(path), as: Self.speaker, seconds: 20)
    }

    private func event(_ sequence: Int) -> SessionEvent {
        SessionEvent(sequence: sequence, time: .zero, event: .note(message: "\(sequence)"))
    }

    @Test("events before an answer are kept; the end comes after them", arguments: [false, true])
    func answer(_ saysGoodbye: Bool) throws {
        let lines = [ControlMessage.event(event(1)), ControlMessage.reply(1, .output(output: 3))]
        let last = [ControlMessage.event(event(2))] + (saysGoodbye ? [ControlMessage.ended] : [])
        let session = try session(Self.greeting, lines + last)
        let client = try client()
        #expect(client.greeting.sessionId == "a")
        let (reply, line) = try client.perform(.addOutput(address: "null:"))
        #expect(reply == .output(output: 3))
        #expect(line + [10] == ControlMessage.reply(1, .output(output: 3)))
        #expect(client.nextEvent() == event(1))
        #expect(client.ending == nil)
        #expect(client.next()?.line == Array(ControlMessage.event(event(2)).dropLast()))
        #expect(client.next() == nil)
        #expect(client.ending == (saysGoodbye ? .ended : .lost))
        #expect(throws: SessionClientError.gone(saysGoodbye ? .ended : .lost)) { try client.snapshot() }
        session.join()
    }

    @Test("a session that ends instead of an answer")
    func end() throws {
        let session = try session(Self.greeting, [ControlMessage.ended])
        let client = try client()
        #expect(throws: SessionClientError.gone(.ended)) { try client.perform(.stop) }
        session.join()
    }

    @Test("an error is thrown, and a reply of another version")
    func errors() throws {
        let error = ControlError(.rejected, "no")
        let session = try session(
            Self.greeting, [ControlMessage.failure(1, error), Array("{\"id\":2,\"reply\":{\"mood\":{}}}\n".utf8)])
        let client = try client()
        #expect(throws: SessionClientError.failed(error)) { try client.perform(.admit) }
        #expect(throws: SessionClientError.incompatible("the session has given an answer of another version")) {
            try client.perform(.admit)
        }
        session.join()
    }

    @Test("what is not a session, and one that says nothing")
    func foreign() throws {
        let foreign = try session(Array("HTTP/1.1 400 Bad Request\r\n".utf8))
        #expect(throws: SessionClientError.foreign) { try client() }
        foreign.join()
        #expect(throws: SessionClientSocket.Failure.self) { try client() }
        let silent = try session([], [[10]])
        let socket = try SessionClientSocket(path)
        #expect(throws: SessionClientError.silent) { try SessionClient(socket, as: Self.speaker, seconds: 0) }
        #expect(socket.send(line: [10]))
        silent.join()
    }
}
