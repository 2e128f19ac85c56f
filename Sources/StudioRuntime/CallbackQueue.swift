package import Dispatch
package import StudioCore

/// Where the events of a callback queue run: one after the other, never inside the call that hands them over.
package protocol CallbackExecutor: AnyObject, Sendable {
    /// How long an event may be left waiting before it is reported; `nil` where that is nobody's fault.
    var patience: Double? { get }
    /// Runs `body` soon.
    func execute(_ body: @escaping @Sendable () -> Void)
}

/// Delivers events one after the other, in the order in which they were enqueued, on a queue of the user's choice.
///
/// An event may have to wait for its time; those behind it wait with it, so that no event overtakes another.
package final class CallbackQueue: Sendable {
    private struct Event: Sendable {
        let time: MediaTime
        let body: @Sendable () -> Void
    }

    private enum Progress: Hashable, Sendable {
        case empty
        /// The first event's time has not come.
        case waiting(MediaTime)
        /// The first event is on its way to the queue, or running.
        case delivering
    }

    private struct State: Sendable {
        var events: [Event] = []
        var progress = Progress.empty
        var deliveries = 0
        var hasWarned = false
    }

    /// What is left when nothing can be delivered now.
    package enum Rest: Hashable, Sendable {
        case nothing
        /// The next event waits for this time.
        case waits(until: MediaTime)
    }

    /// How long a queue may leave an event waiting before it is reported.
    package static let patience = 2.0

    private let clock: any StudioClock
    private let executor: any CallbackExecutor
    private let onUnservedQueue: @Sendable () -> Void
    private let state = Monitor(State())

    /// - Parameter onUnservedQueue: called once when an event has been left waiting for longer than the executor's
    ///   patience, two seconds for a queue.
    package init(
        clock: any StudioClock, executor: any CallbackExecutor, onUnservedQueue: @escaping @Sendable () -> Void = {}
    ) {
        self.clock = clock
        self.executor = executor
        self.onUnservedQueue = onUnservedQueue
    }

    package convenience init(
        clock: any StudioClock, queue: DispatchQueue, onUnservedQueue: @escaping @Sendable () -> Void = {}
    ) {
        self.init(clock: clock, executor: QueueExecutor(queue), onUnservedQueue: onUnservedQueue)
    }

    /// Appends an event that is delivered no earlier than after `delay`.
    package func enqueue(after delay: MediaTime = .zero, _ body: @escaping @Sendable () -> Void) {
        let mustSchedule = state.withLock { state in
            state.events.append(Event(time: clock.now + delay, body: body))
            guard state.progress == .empty else { return false }
            state.progress = .delivering
            return true
        }
        if mustSchedule { scheduleFirst() }
    }

    /// Waits until every event was delivered, at most `seconds`; false when some are left.
    package func waitUntilEmpty(seconds: Double) -> Bool {
        state.wait(seconds: seconds) { $0.progress == .empty ? true : nil } ?? false
    }

    /// Waits until every event whose time has come was delivered, at most `seconds`; `nil` when some are left.
    package func waitUntilAtRest(seconds: Double) -> Rest? {
        state.wait(seconds: seconds) { state in
            switch state.progress {
            case .empty: .nothing
            case .waiting(let time): time > clock.now ? .waits(until: time) : nil
            case .delivering: nil
            }
        }
    }

    private func scheduleFirst() {
        let time = state.withLock { state -> MediaTime? in
            guard let time = state.events.first?.time, time > clock.now else { return nil }
            return time
        }
        guard let time else { return dispatch() }
        let delivery = state.update { state in
            state.progress = .waiting(time)
            return state.deliveries
        }
        clock.schedule(at: time) { [self] in endWaiting(for: delivery) }
        // A manual clock that was turned on another thread meanwhile has passed the time already: it would come back to it
        // only when it is turned again.
        if clock.now >= time { endWaiting(for: delivery) }
    }

    /// - Parameter delivery: which event waited; whoever comes second finds that it waits no longer.
    private func endWaiting(for delivery: Int) {
        let isWaiting = state.withLock { state in
            guard case .waiting = state.progress, state.deliveries == delivery else { return false }
            state.progress = .delivering
            return true
        }
        if isWaiting { dispatch() }
    }

    private func dispatch() {
        let (delivery, hasWarned) = state.withLock { state in
            state.progress = .delivering
            return (state.deliveries, state.hasWarned)
        }
        executor.execute { [self] in deliver() }
        guard !hasWarned, let patience = executor.patience else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [weak self] in
            self?.warn(ifStillAt: delivery)
        }
    }

    private func deliver() {
        let event = state.withLock { state in
            state.deliveries += 1
            return state.events.removeFirst()
        }
        event.body()
        let isLast = state.update { state in
            if state.events.isEmpty { state.progress = .empty }
            return state.events.isEmpty
        }
        if !isLast { scheduleFirst() }
    }

    private func warn(ifStillAt delivery: Int) {
        let mustWarn = state.withLock { state in
            guard state.deliveries == delivery, !state.hasWarned else { return false }
            state.hasWarned = true
            return true
        }
        if mustWarn { onUnservedQueue() }
    }
}

/// A serial dispatch queue, the main one for example.
private final class QueueExecutor: CallbackExecutor {
    private let queue: DispatchQueue

    init(_ queue: DispatchQueue) {
        self.queue = queue
    }

    var patience: Double? { CallbackQueue.patience }

    func execute(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }
}
