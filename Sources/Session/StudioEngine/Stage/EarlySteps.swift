import ProductionStudio
import StudioScenario

/// The steps of a scenario that were due before the client had a meeting. They wait for the first one.
struct EarlySteps: Sendable {
    private var steps: [ScenarioStep] = []
    /// Whether there was a meeting.
    private var isOver = false

    /// Keeps a step that needs a meeting, as long as there was none.
    ///
    /// - Returns: whether it waits.
    mutating func add(_ step: ScenarioStep) -> Bool {
        guard !isOver, step.command(for: nil)?.needsMeeting != false else { return false }
        steps.append(step)
        return true
    }

    /// There is a meeting now, with the participants of the scenario, or there will be none.
    ///
    /// - Returns: the steps that waited, in the order in which they were due.
    mutating func end() -> [ScenarioStep] {
        isOver = true
        defer { steps = [] }
        return steps
    }
}

extension SessionCommand {
    /// Performs a command to init, authentication and joining, or to the responses that the next meeting inherits.
    ///
    /// - Returns: whether it has an effect; `nil` for another command.
    func perform(on entry: StudioEntry) -> Bool? {
        if case .setResponses(let responses) = self {
            entry.updateStudioResponses { $0.apply(responses) }
            return true
        }
        guard case .entry(let action) = self.entry.action else { return nil }
        return action(entry)
    }

    /// Whether it cannot be performed with the client's entry alone.
    fileprivate var needsMeeting: Bool {
        if case .setResponses = self { return false }
        switch entry.action {
        case .services, .entry: return false
        case .meeting, .roster, .tracks, .studio, .source, .slate, .outputs, .newOutput, .session: return true
        }
    }
}
