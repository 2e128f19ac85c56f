import Glibc
import StudioRuntime

/// Lets one send call in at a time while it is open.
///
/// The lock is held for the bookkeeping only, never while a call is inside. A call that overlaps another one waits for
/// its turn; closing waits for the call inside, so that nothing is accepted afterwards.
final class SendGate: Sendable {
    enum Admission {
        /// Inside; nobody else was.
        case alone
        /// Inside, after another call had left.
        case afterAnother
        case closed
        /// Another call is inside and the gate is strict.
        case occupied
        /// The caller's own thread is inside already.
        case reentrant
    }

    private struct State: Sendable {
        var isOpen = false
        var occupant: pthread_t?
        var waiting = 0
    }

    private let state = Monitor(State())

    func open() {
        state.withLock { $0.isOpen = true }
    }

    /// - Parameter isStrict: whether a call that would have to wait is turned away.
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

    /// How many calls wait for their turn.
    var waiting: Int { state.withLock { $0.waiting } }

    func leave() {
        // Nearly always nobody waits: waking nobody costs as much as the rest of leaving.
        let mustWake = state.withLock { state in
            state.occupant = nil
            return state.waiting > 0 || !state.isOpen
        }
        if mustWake { state.update { _ in } }
    }

    /// Lets nobody in any more, and waits for the call inside.
    func close() {
        let thread = pthread_self()
        state.update { $0.isOpen = false }
        _ = state.wait { state in
            // A receiver that stops the studio from inside a send would wait for itself.
            guard let occupant = state.occupant, pthread_equal(occupant, thread) == 0 else { return true }
            return nil
        }
    }
}
