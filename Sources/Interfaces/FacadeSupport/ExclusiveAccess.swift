import Dispatch
import StudioRuntime

/// Gives one test at a time exclusive use of an SDK. May be taken and released on different threads, unlike a lock.
package final class ExclusiveAccess: Sendable {
    private enum Holder {
        /// A test that awaits on the main actor. It needs the main queue to go on.
        case mainActor
        case other
    }

    private struct State {
        var holder: Holder?
        /// The tests that wait without `await` on the main queue.
        var waitersOnMainQueue = 0
    }

    private let state = Monitor(State())

    package init() {}

    /// Waits until it is free. On the main queue, it is served meanwhile: the test that has access may need it.
    ///
    /// A test on the main actor that has access and awaits could not go on meanwhile. That ends the process with a message: which of two such
    /// tests comes first is a matter of chance, and both would wait for ever.
    package func take() {
        guard MainQueue.isCurrent else { return wait(taking: { $0.holder = .other }) }
        let isLost = state.update { state in
            state.waitersOnMainQueue += 1
            return state.holder == .mainActor
        }
        if isLost {
            fatalError(
                "a test on the main actor waits without await for one that awaits on the main actor: neither can go on. "
                    + "Use the asynchronous form in both, withMeetingAsync for example, or a suite that is .serialized")
        }
        MainQueue.serve {
            wait(taking: { state in
                state.holder = .other
                state.waitersOnMainQueue -= 1
            })
        }
    }

    /// Waits until it is free, outside of the main queue.
    ///
    /// - Parameter isOnMainActor: whether the test then needs the main actor. Tests that occupy its queue come first.
    fileprivate func take(isOnMainActor: Bool) {
        wait(
            until: { !isOnMainActor || $0.waitersOnMainQueue == 0 },
            taking: { $0.holder = isOnMainActor ? .mainActor : .other })
    }

    private func wait(until mayTake: (State) -> Bool = { _ in true }, taking: (inout State) -> Void) {
        _ = state.wait { state -> Bool? in
            guard state.holder == nil, mayTake(state) else { return nil }
            taking(&state)
            return true
        }
    }

    package func release() {
        state.update { $0.holder = nil }
    }
}

/// Runs the code that a test awaits while it has exclusive use of an SDK, outside the cooperative pool.
package final class ExclusiveExecutor: TaskExecutor {
    private let access: ExclusiveAccess
    private let queue = DispatchQueue(label: "psstudio.exclusive")

    package init(_ access: ExclusiveAccess) {
        self.access = access
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Waits for the access on a thread outside the cooperative pool.
    ///
    /// - Parameter isolation: the actor of the test.
    package func takeAccess(isolation: isolated (any Actor)?) async {
        let isOnMainActor = isolation === MainActor.shared
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "psstudio.exclusive.waiting").async { [access] in
                access.take(isOnMainActor: isOnMainActor)
                continuation.resume()
            }
        }
    }
}
