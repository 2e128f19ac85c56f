import Dispatch
import StudioRuntime

/// Executes callbacks on the thread that dispatches them, for programs with an event loop of their own.
package final class HostExecutor: CallbackExecutor {
    private struct Work: Sendable {
        let body: @Sendable () -> Void
    }

    private struct State: Sendable {
        var work: Work?
        var isRunning = false
        /// Whether nobody dispatches any more.
        var isDetached = false
        var deliveries = 0
    }

    private let onPending: @Sendable () -> Void
    /// The program is notified here, because work is given with locks held.
    private let notices = DispatchQueue(label: "psstudio.pending")
    private let rest = DispatchQueue(label: "psstudio.callbacks")
    private let state = Lock(State())

    /// - Parameter onPending: called when there is something to dispatch, on a thread of its own.
    package init(onPending: @escaping @Sendable () -> Void) { self.onPending = onPending }

    package var warningDelay: Double? { CallbackQueue.warningDelay }

    package func execute(_ body: @escaping @Sendable () -> Void) {
        let isDetached = state.withLock { state in
            if !state.isDetached { state.work = Work(body: body) }
            return state.isDetached
        }
        if isDetached { return rest.async(execute: body) }
        noticePending()
    }

    private func noticePending() { notices.async { [self] in if isPending { onPending() } } }

    /// Whether something waits for a dispatch.
    package var isPending: Bool { state.withLock { $0.work != nil && !$0.isRunning } }

    /// How many callbacks were delivered.
    package var deliveries: Int { state.withLock { $0.deliveries } }

    /// Delivers what is pending, at most `most` callbacks. Does nothing inside a callback, or while another thread
    /// dispatches.
    ///
    /// - Returns: whether more is pending.
    package func dispatch(most: Int) -> Bool {
        for _ in 0..<most {
            let work = state.withLock { state -> Work? in
                guard !state.isRunning, let work = state.work else { return nil }
                (state.work, state.isRunning) = (nil, true)
                state.deliveries += 1
                return work
            }
            guard let work else { return isPending }
            work.body()
            state.withLock { $0.isRunning = false }
        }
        // The notice of what was enqueued meanwhile found nothing to dispatch.
        let isPending = isPending
        if isPending { noticePending() }
        return isPending
    }

    /// Nobody dispatches any more: what is pending is delivered on a queue.
    package func detach() {
        let work = state.withLock { state in
            defer { (state.work, state.isDetached) = (nil, true) }
            return state.work
        }
        if let work { rest.async(execute: work.body) }
    }
}
