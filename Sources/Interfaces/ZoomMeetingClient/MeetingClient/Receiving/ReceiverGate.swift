import Glibc
import StudioRuntime

/// Lets the callbacks of a receiver run until it is closed, one at a time.
///
/// Closing waits for the callback that runs, except inside it, so that the receiver may be freed afterwards.
package final class ReceiverGate: Sendable {
    private struct State: Sendable {
        var isClosed = false
        var thread: pthread_t?
    }

    private let state = Monitor(State())
    /// How long closing waits, in seconds.
    private let patience: Double

    package init(patience: Double = 2) { self.patience = patience }

    /// Runs a callback; does nothing once the gate is closed. Calls must not overlap.
    package func run(_ body: () -> Void) {
        let isOpen = state.withLock { state in
            if !state.isClosed { state.thread = pthread_self() }
            return !state.isClosed
        }
        guard isOpen else { return }
        body()
        state.update { $0.thread = nil }
    }

    /// Whether a callback could begin.
    package var isOpen: Bool { state.withLock { !$0.isClosed } }

    /// No callback begins any more.
    ///
    /// - Returns: false when the one that runs did not return in time.
    @discardableResult
    package func close() -> Bool {
        state.update { $0.isClosed = true }
        return state.wait(seconds: patience) { $0.thread == nil || $0.thread == pthread_self() ? true : nil } ?? false
    }
}
