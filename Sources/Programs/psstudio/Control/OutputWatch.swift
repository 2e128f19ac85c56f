import ProgramConsole
import SessionControl
import SessionProtocol
import StudioCore
import StudioEngine

/// Waits for the output of a command: until it is live, has ended when it was removed or stopped, or goes on in its next file
/// when it was split.
struct OutputWatch {
    private enum Goal {
        case live
        case end
        case split
    }

    private let connection: ControlConnection
    /// The output of the command; `nil` for one that the command adds.
    private let output: Int?
    private let goal: Goal
    private let console = Console(level: .note)

    /// - Returns: `nil` for a command without an output.
    init?(_ command: SessionCommand, _ connection: ControlConnection) throws {
        switch command {
        case .addOutput, .restartOutput: (output, goal) = (nil, .live)
        case .startOutput(let number, _): (output, goal) = (number, .live)
        case .splitOutput(let number): (output, goal) = (number, .split)
        case .removeOutput(let number), .stopOutput(let number): (output, goal) = (number, .end)
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
        let present = try self.present(number)
        let path = part(of: reply, present)
        if goal == .split, present?.destination == path { return .success }
        if let result = result(present) { return result }
        while !connection.hasEnded {
            switch try connection.nextEvent(seconds: .infinity)?.event {
            case .outputChanged(number, let address, let change):
                // That of the former part may come late.
                if goal == .live, change.state == "stopped" {
                    if let result = result(try self.present(number)) { return result }
                } else if let result = result(change.state, address, change.message) {
                    return result
                }
            case .outputSplit(number, path): return .success
            // The next file of a split has failed before it began, or another command has started what this one ends.
            case .outputPartEnded(number, let address, let change) where address == path:
                return result(change.state, address, change.message) ?? .success
            case .stopped(let reason):
                console.report(.error, "the session has ended: \(reason.description)")
                return goal == .end ? .success : .output
            default: break
            }
        }
        throw connection.hasGoodbye ? ControlConnection.gone : ControlConnection.killed
    }

    /// The part whose end is awaited, too.
    private func part(of reply: ControlAnswer.Reply, _ present: SessionOutput?) -> String? {
        switch (goal, reply) {
        case (.live, _): nil
        case (.split, .command(.address(let path))): path
        case (.split, _), (.end, _): present?.destination
        }
    }

    private func present(_ number: Int) throws -> SessionOutput? {
        try connection.snapshot().snapshot.outputs.first { $0.output == number }
    }

    private func result(_ output: SessionOutput?) -> ExitReason? {
        output.flatMap { result($0.state, $0.destination, $0.message) }
    }

    /// `nil` while it is to be waited for.
    private func result(_ state: String, _ address: String, _ message: String?) -> ExitReason? {
        switch state {
        case "live" where goal == .live: return .success
        case "finished" where goal != .split: return .success
        case "stopped" where goal == .end: return .success
        case "stopped", "finished":
            console.report(.error, "\(address): \(state)")
            return .output
        case "failed":
            console.report(.error, "\(address): \(message ?? "failed")")
            return .output
        default: return nil
        }
    }
}
