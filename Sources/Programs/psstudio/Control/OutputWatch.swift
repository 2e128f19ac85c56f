import SessionControl
import StudioCore
import StudioEngine
import StudioScenario

/// Waits for the output of a command: until it is live, or has ended when it was removed or stopped.
struct OutputWatch {
    private let connection: ControlConnection
    /// The output of the command; `nil` for one that the command adds.
    private let output: Int?
    /// Whether the command ends the output.
    private let ends: Bool
    private let console = Console(level: .note)

    /// - Returns: `nil` for a command without an output.
    init?(_ command: SessionCommand, _ connection: ControlConnection) throws {
        switch command {
        case .addOutput, .restartOutput: (output, ends) = (nil, false)
        case .startOutput(let number): (output, ends) = (number, false)
        case .removeOutput(let number), .stopOutput(let number): (output, ends) = (number, true)
        default: return nil
        }
        self.connection = connection
        // Before the command, so that no change is missed.
        _ = try connection.call(.subscribe(ControlSubscription(events: true)))
    }

    func wait(after reply: ControlAnswer.Reply) throws -> ExitReason {
        var number = output
        if case .command(.output(let output)) = reply { number = output }
        guard let number else { return .success }
        // The state may have changed for the last time before the reply.
        if let result = try present(number) { return result }
        while !connection.hasEnded {
            switch try connection.nextEvent(seconds: .infinity)?.event {
            case .outputChanged(number, let address, let change):
                // That of the former part may come late.
                if !ends, change.state == "stopped" {
                    if let result = try present(number) { return result }
                } else if let result = result(change.state, address, change.message) {
                    return result
                }
            case .stopped(let reason):
                console.report(.error, "the session has ended: \(reason.description)")
                return ends ? .success : .output
            default: break
            }
        }
        throw connection.hasGoodbye ? ControlConnection.gone : ControlConnection.killed
    }

    private func present(_ number: Int) throws -> ExitReason? {
        guard let output = try connection.snapshot().snapshot.outputs.first(where: { $0.output == number }) else {
            return nil
        }
        return result(output.state, output.destination, output.message)
    }

    /// `nil` while it is to be waited for.
    private func result(_ state: String, _ address: String, _ message: String?) -> ExitReason? {
        switch state {
        case "live" where !ends: return .success
        case "finished": return .success
        case "stopped" where ends: return .success
        case "stopped":
            console.report(.error, "\(address): stopped")
            return .output
        case "failed":
            console.report(.error, "\(address): \(message ?? "failed")")
            return .output
        default: return nil
        }
    }
}
