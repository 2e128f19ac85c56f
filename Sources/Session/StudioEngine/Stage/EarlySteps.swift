import SessionProtocol
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
        return exchange(&steps, with: [])
    }
}

extension SessionCommand {
    /// Whether it cannot be performed with the client's entry alone.
    fileprivate var needsMeeting: Bool {
        if case .setResponses = self { return false }
        switch row.subject {
        case .services, .entry: return false
        case .meeting, .roster, .tracks, .studio, .source, .slate, .outputs, .session: return true
        }
    }
}
