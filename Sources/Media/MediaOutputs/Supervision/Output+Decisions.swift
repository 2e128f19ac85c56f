import StudioCore
import StudioRuntime

extension Output {
    /// What follows from a decision, outside the lock.
    enum Effect: Sendable {
        /// Report the state that was reached.
        case report(OutputStateMachine)
        case perform(OutputStateMachine.Action)
    }

    /// Passes an input to the state machine. What follows is performed in this order.
    func decide(
        _ input: (inout OutputStateMachine, MediaTime) -> OutputStateMachine.Action
    ) -> ActionQueue<Effect>.Ticket {
        let now = clock.now
        return state.update { state in
            let before = state.machine.state.name
            let action = input(&state.machine, now)
            // Reported before the action, which may cause the next change.
            let reports: [Effect] = before == state.machine.state.name ? [] : [.report(state.machine)]
            return actions.add(action == .none ? reports : reports + [.perform(action)])
        }
    }
}
