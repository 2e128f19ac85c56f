import SessionControl
import StudioCore
import StudioEngine
import StudioScenario

/// Waits for the output of a command: until it is live, or finished when it was removed.
struct OutputWatch {
    private let connection: ControlConnection
    /// The output that is removed; `nil` for one that the command adds.
    private let removed: Int?
    private let console = Console(level: .note)

    /// - Returns: `nil` for a command without an output.
    init?(_ command: SessionCommand, _ connection: ControlConnection) throws {
        switch command {
        case .addOutput, .restartOutput: removed = nil
        case .removeOutput(let output): removed = output
        default: return nil
        }
        self.connection = connection
        // Before the command, so that no change is missed.
        _ = try connection.call(.subscribe(ControlSubscription(events: true)))
    }

    func wait(after reply: ControlAnswer.Reply) throws -> ExitReason {
        var number = removed
        if case .command(.output(let output)) = reply { number = output }
        guard let number else { return .success }
        // The state may have changed for the last time before the reply.
        if let output = try connection.snapshot().snapshot.outputs.first(where: { $0.output == number }),
            let result = result(output.state, output.destination, output.message)
        {
            return result
        }
        while !connection.hasEnded {
            switch try connection.nextEvent(seconds: .infinity)?.event {
            case .outputChanged(number, let address, let change):
                if let result = result(change.state, address, change.message) { return result }
            case .stopped(let reason):
                console.report(.error, "the session has ended: \(reason.description)")
                return removed == nil ? .output : .success
            default: break
            }
        }
        throw connection.hasGoodbye ? ControlConnection.gone : ControlConnection.killed
    }

    /// `nil` while it is to be waited for.
    private func result(_ state: String, _ address: String, _ message: String?) -> ExitReason? {
        switch state {
        case "live" where removed == nil: return .success
        case "finished": return .success
        case "failed":
            console.report(.error, "\(address): \(message ?? "failed")")
            return .output
        default: return nil
        }
    }
}
