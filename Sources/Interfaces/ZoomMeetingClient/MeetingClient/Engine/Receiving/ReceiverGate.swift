import Glibc
import StudioRuntime

/// Lets the callbacks of a receiver run until it is closed, one at a time.
///
/// Closing waits for the callback that runs, except inside it, so that the receiver may be freed afterwards.
package final class ReceiverGate: Sendable {
    /// The right to run a callback, until the gate is cleared.
    package struct Ticket: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct State: Sendable {
        var number = 0
        var isClosed = false
        var thread: pthread_t?
    }

    private let state = Monitor(State())
    /// How long clearing waits, in seconds.
    private let patience: Double

    package init(patience: Double = 2) { self.patience = patience }

    /// A ticket for what is about to be delivered. Taken before the receiver's state is looked at.
    package var ticket: Ticket { state.withLock { Ticket(number: $0.number) } }

    /// Runs a callback; does nothing once the gate is closed, or the ticket is not valid any more. Calls must not
    /// overlap.
    ///
    /// - Returns: whether it ran.
    @discardableResult
    package func run(_ ticket: Ticket, _ body: () -> Void) -> Bool {
        let isOpen = state.withLock { state in
            guard !state.isClosed, state.number == ticket.number else { return false }
            state.thread = pthread_self()
            return true
        }
        guard isOpen else { return false }
        body()
        state.update { $0.thread = nil }
        return true
    }

    /// No callback with an earlier ticket begins any more. Waits for the one that runs, except inside it.
    ///
    /// - Returns: false when it did not return in time.
    package func clear() -> Bool {
        state.update { $0.number += 1 }
        return state.wait(seconds: patience) { $0.thread == nil || $0.thread == pthread_self() ? true : nil } ?? false
    }

    /// The same, and no callback begins any more at all.
    package func close() -> Bool {
        state.update { $0.isClosed = true }
        return clear()
    }
}
