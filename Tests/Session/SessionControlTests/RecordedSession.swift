import SessionProtocol
import StudioCore
import StudioRuntime

@testable import SessionControl

/// A session that records commands.
final class RecordedSession: ControlledSession {
    let id = "abc"
    let participants: [ControlParticipant] = []
    let lastSequence = 7
    let commands = Lock<[SessionCommand]>([])
    let origins = Lock<[CommandOrigin]>([])
    let pending = Lock<[ControlReply]>([])
    /// Held while a command is performed.
    let gate = Monitor(true)

    func snapshot() -> any Encodable & Sendable { ["state": "sending"] }

    func perform(
        _ command: SessionCommand, below folder: RestrictedFolder?, origin: CommandOrigin, reply: @escaping ControlReply
    ) {
        // Answered later, as a change of source is.
        if case .changeSource = command { return pending.withLock { $0.append(reply) } }
        _ = gate.wait { $0 ? true : nil }
        commands.withLock { $0.append(command) }
        origins.withLock { $0.append(origin) }
        if case .removeOutput(let output) = command {
            return reply(.failure(ControlError(.notFound, "unknown output \(output)")))
        }
        reply(.success(.done))
        if case .admit = command {
            for reply in pending.exchange([]) { reply(.failure(ControlError(.source, "no such file"))) }
        }
    }

    func monitor(
        _ subscription: ControlSubscription, _ sink: @escaping @Sendable (ControlMeasurement) -> Void
    ) throws(ControlError) -> (any ControlMonitor)? { nil }
}
