import Glibc
import StudioRuntime

/// Serialises send calls while it is open.
///
/// The lock protects only the bookkeeping; it is not held while a call is inside. An overlapping call waits for its
/// turn. Closing waits for the call inside, so that no media is accepted afterwards.
final class SendGate: Sendable {
    enum Admission {
        /// Inside, without waiting.
        case alone
        /// Inside, after waiting for another call.
        case afterAnother
        case closed
        /// Another call is inside, and the gate is strict.
        case occupied
        /// The current thread is already inside.
        case reentrant
    }

    private struct State: Sendable {
        var isOpen = false
        /// Whether it was closed for good.
        var isOver = false
        var occupant: pthread_t?
        var waiting = 0
    }

    private let state = Monitor(State())

    func open() {
        state.update { $0.isOpen = true }
    }

    /// - Returns: whether it is open; false once it was closed.
    func waitUntilOpen() -> Bool {
        state.wait { state in state.isOpen ? true : state.isOver ? false : nil } ?? false
    }

    /// - Parameter isStrict: whether a call is rejected instead of waiting.
    func enter(isStrict: Bool) -> Admission {
        let thread = pthread_self()
        let admission = state.withLock { state -> Admission? in
            guard state.isOpen else { return .closed }
            guard let occupant = state.occupant else {
                state.occupant = thread
                return .alone
            }
            if pthread_equal(occupant, thread) != 0 { return .reentrant }
            if isStrict { return .occupied }
            state.waiting += 1
            return nil
        }
        return admission ?? waitForTurn(thread)
    }

    private func waitForTurn(_ thread: pthread_t) -> Admission {
        state.wait { state in
            guard !state.isOpen || state.occupant == nil else { return nil }
            state.waiting -= 1
            guard state.isOpen else { return .closed }
            state.occupant = thread
            return .afterAnother
        } ?? .closed
    }

    /// The number of calls that wait for their turn.
    var waiting: Int { state.withLock { $0.waiting } }

    func leave() {
        // Usually no call waits, and an unneeded wakeup would double the cost of leaving.
        let mustWake = state.withLock { state in
            state.occupant = nil
            return state.waiting > 0 || !state.isOpen
        }
        if mustWake { state.update { _ in } }
    }

    /// Admits no further calls, and waits for the call inside.
    func close() {
        let thread = pthread_self()
        state.update { state in (state.isOpen, state.isOver) = (false, true) }
        _ = state.wait { state in
            // A receiver that stops the studio from inside a send would deadlock.
            guard let occupant = state.occupant, pthread_equal(occupant, thread) == 0 else { return true }
            return nil
        }
    }
}
