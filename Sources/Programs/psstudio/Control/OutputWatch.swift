import ProgramConsole
import SessionClient
import SessionProtocol
import StudioCore
import StudioEngine

/// Waits for the output of a command: until it is live, has ended when it was removed or stopped, or goes on in its next file
/// when it was split.
struct OutputWatch {
    private let client: SessionClient
    /// The output that the command names; one that it adds is in the reply.
    private let output: Int?
    private let goal: CommandRow.OutputGoal
    private let console = Console(level: .note)

    /// - Returns: `nil` for a command without an output.
    init?(_ command: SessionCommand, _ client: SessionClient) throws {
        guard let goal = command.row.goal else { return nil }
        (output, self.goal) = (command.output, goal)
        self.client = client
        // Before the command, so that no change is missed.
        try client.subscribe(ControlSubscription(events: true))
    }

    func wait(after reply: SessionReply) throws -> ExitReason {
        var number = output
        if case .output(let output) = reply { number = output }
        guard let number else { return .success }
        // The state may have changed for the last time before the reply.
        let present = try self.present(number)
        let path = part(of: reply, present)
        if goal == .split, present?.destination == path { return .success }
        if let result = result(present) { return result }
        while client.ending == nil {
            guard let event = client.nextEvent()?.event else { continue }
            if let result = try result(of: event, number, path) { return result }
        }
        throw client.ending == .ended ? SessionClientError.gone(.ended) : SessionClientError.killed
    }

    /// `nil` for an event that does not end the wait.
    private func result(of event: SessionEvent.Kind, _ number: Int, _ path: String?) throws -> ExitReason? {
        switch event {
        case .outputChanged(let output, let address, let change):
            guard output == number else { return nil }
            // That of the former part may come late.
            if goal == .live, change.phase == .stopped { return result(try present(number)) }
            return result(change.phase, address, change.message)
        case .outputSplit(let output, let address): return output == number && address == path ? .success : nil
        // The next file of a split has failed before it began, or another command has started what this one ends.
        case .outputPartEnded(let output, let address, let change):
            guard output == number, address == path else { return nil }
            return result(change.phase, address, change.message) ?? .success
        case .stopped(let reason):
            console.report(.error, "the session has ended: \(reason.description)")
            return goal == .end ? .success : .output
        case .sessionChanged, .commandPerformed, .failed, .note, .serverChanged, .authenticated, .identityExpired,
            .meetingStatusChanged, .participantJoined, .participantLeft, .roleChanged, .hostChanged,
            .coHostChanged, .studioUserChanged, .videoChanged, .trackStateChanged, .trackMuted,
            .trackFormatChanged, .subscriptionChanged, .startCalled, .stopCalled, .startAnswered, .sendingStarted,
            .sendingStopped, .violation, .inputsOpened, .audioPipeSilent, .sourceChanged, .slateShown, .slateEnded,
            .dropped, .programAudioChanged, .outputAdded, .outputRemoved:
            return nil
        }
    }

    /// The part whose end is awaited, too.
    private func part(of reply: SessionReply, _ present: SessionOutput?) -> String? {
        switch (goal, reply) {
        case (.live, _): nil
        case (.split, .address(let path)): path
        case (.split, _), (.end, _): present?.destination
        }
    }

    private func present(_ number: Int) throws -> SessionOutput? {
        try client.snapshot().reply.snapshot.outputs.first { $0.output == number }
    }

    private func result(_ output: SessionOutput?) -> ExitReason? {
        output.flatMap { result($0.phase, $0.destination, $0.message) }
    }

    /// `nil` while it is to be waited for.
    private func result(_ phase: OutputPhase?, _ address: String, _ message: String?) -> ExitReason? {
        guard let phase else { return nil }
        switch phase {
        case .live where goal == .live: return .success
        case .finished where goal != .split: return .success
        case .stopped where goal == .end: return .success
        case .stopped, .finished:
            console.report(.error, "\(address): \(phase.rawValue)")
            return .output
        case .failed:
            console.report(.error, "\(address): \(message ?? "failed")")
            return .output
        case .waiting, .connecting, .awaitingReader, .listening, .live, .stalled, .retrying, .finishing: return nil
        }
    }
}
