import CPSStudio
import StudioRuntime

/// Lets callbacks run until it is closed. Closing waits for the one that is running.
final class CallbackGate: Sendable {
    private struct State: Sendable {
        var isClosed = false
        var isRunning = false
    }

    private let state = Monitor(State())

    /// Runs a callback of the host; does nothing once the gate is closed. Calls must not overlap.
    func run(_ body: () -> Void) {
        let isOpen = state.withLock { state in
            state.isRunning = !state.isClosed
            return state.isRunning
        }
        guard isOpen else { return }
        insideCallback(body)
        state.update { $0.isRunning = false }
    }

    /// No callback begins any more. Must not be called inside one.
    func close() {
        state.withLock { $0.isClosed = true }
        _ = state.wait { $0.isRunning ? nil : true }
    }
}

/// Runs a callback of the host: calls that wait are rejected inside it.
func insideCallback(_ body: () -> Void) {
    psc_enter_callback()
    body()
    psc_leave_callback()
}
