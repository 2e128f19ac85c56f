import FoundationEssentials
import ProgramConsole
import SessionControl
import SessionProtocol
import StudioCore
import StudioEngine

/// A line of a session after its greeting.
struct ControlAnswer: Decodable {
    let id: Int?
    let reply: Reply?
    let error: ControlError?
    let event: SessionEvent?
    let missed: ControlMisses?
    let ended: Ended?

    /// The session has ended by itself.
    struct Ended: Decodable {}

    /// A reply to a command or to a request for the snapshot.
    enum Reply: Decodable {
        case command(SessionReply)
        case snapshot(SessionSnapshot, [ControlParticipant])

        private enum Keys: String, CodingKey {
            case snapshot, participants
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            guard container.contains(.snapshot) else {
                self = .command(try SessionReply(from: decoder))
                return
            }
            self = .snapshot(
                try container.decode(SessionSnapshot.self, forKey: .snapshot),
                try container.decode([ControlParticipant].self, forKey: .participants))
        }
    }
}

/// A connection whose session has spoken, for one thread.
final class ControlConnection {
    let greeting: ControlGreeting
    private let client: ControlClient
    private var channel = ControlChannel<Void>()
    /// Events that arrived before an answer.
    private var events: [SessionEvent] = []

    init(_ client: ControlClient, _ greeting: ControlGreeting) {
        (self.client, self.greeting) = (client, greeting)
    }

    /// Whether the session has said that it ends. One that was killed does not.
    private(set) var hasGoodbye = false

    /// The session has closed the connection in the middle of a request.
    static let gone = CommandFailure(message: "the session has ended or was killed", reason: .source, code: "control")
    /// The connection has ended, and the session did not say that it ends.
    static let killed = CommandFailure(
        message: "the session went away without an end; it was killed or has crashed", reason: .source, code: "control")

    /// Sends a request, and waits for its answer. Events meanwhile are kept.
    ///
    /// - Throws: a `ControlError`, or a `CommandFailure` when the session went away.
    func call(_ kind: ControlRequest.Kind) throws -> (reply: ControlAnswer.Reply, line: String) {
        let request = try channel.request(kind)
        guard try client.send(request) else { throw Self.gone }
        while let line = client.next() {
            let answer = try answer(line)
            if let event = answer.event { events.append(event) }
            guard answer.id == request.id else { continue }
            if let error = answer.error { throw error }
            if let reply = answer.reply { return (reply, String(decoding: line, as: UTF8.self)) }
        }
        throw Self.gone
    }

    func snapshot() throws -> (snapshot: SessionSnapshot, participants: [ControlParticipant]) {
        guard case .snapshot(let snapshot, let participants) = try call(.snapshot).reply else { throw Self.gone }
        return (snapshot, participants)
    }

    /// The next event; `nil` after `seconds`, and at the end: ``hasEnded`` tells which.
    func nextEvent(seconds: Double) throws -> SessionEvent? {
        if !events.isEmpty { return events.removeFirst() }
        guard let line = client.next(seconds: seconds) else { return nil }
        return try answer(line).event
    }

    /// The next line as it is; `nil` at the end.
    func nextLine() throws -> [UInt8]? {
        guard let line = client.next() else { return nil }
        return try answer(line).ended == nil ? line : try nextLine()
    }

    private func answer(_ line: [UInt8]) throws -> ControlAnswer {
        let answer = try JSONDecoder().decode(ControlAnswer.self, from: Data(line))
        if answer.ended != nil { hasGoodbye = true }
        return answer
    }

    /// Whether the session has closed the connection, and all events were taken.
    var hasEnded: Bool { client.hasEnded && events.isEmpty }
}
