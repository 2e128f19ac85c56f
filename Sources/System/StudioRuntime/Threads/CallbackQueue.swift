package import Dispatch
import Glibc
package import StudioCore

/// Executes the events of a callback queue serially, never inside the call that submits them.
package protocol CallbackExecutor: AnyObject, Sendable {
    /// How long an event may wait before a report; `nil` for no report.
    var warningDelay: Double? { get }
    /// Whether the events are executed on the main queue.
    var isMain: Bool { get }
    /// Executes `body` asynchronously.
    func execute(_ body: @escaping @Sendable () -> Void)
}

extension CallbackExecutor {
    package var isMain: Bool { false }
}

/// Delivers events serially, in the order in which they were enqueued, on a queue chosen by the client.
///
/// An event may have a delay. Later events wait for it, so that no event overtakes another.
package final class CallbackQueue: Sendable {
    private struct Event: Sendable {
        let time: MediaTime
        let body: @Sendable () -> Void
    }

    private enum Progress: Hashable, Sendable {
        case empty
        /// The first event's time has not been reached.
        case waiting(MediaTime)
        /// The first event was submitted to the queue, or is executing.
        case delivering
    }

    private struct State: Sendable {
        var events: [Event] = []
        var progress = Progress.empty
        var deliveries = 0
        /// When the first event was submitted to the queue; `nil` once it executes.
        var submitted: DispatchTime?
        /// Whether an event is executing.
        var isCalling = false
        #if DEBUG
            /// The thread of the executing event.
            var thread: pthread_t?
        #endif
        /// A check for an event that the queue does not execute is scheduled. One check serves all events of its time.
        var isChecked = false
        var hasWarned = false
    }

    /// The remaining work when nothing can be delivered now.
    package enum Rest: Hashable, Sendable {
        case nothing
        /// The next event waits for this time.
        case waits(until: MediaTime)
    }

    /// How long an event may wait on a queue before a report.
    package static let warningDelay = 2.0

    private let clock: any StudioClock
    private let executor: any CallbackExecutor
    private let onUnservedQueue: @Sendable () -> Void
    private let state = Monitor(State())

    /// - Parameter onUnservedQueue: called once when an event waited longer than the executor's warning delay, two
    ///   seconds for a queue.
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

    /// Whether the events are delivered on the main queue.
    package var isMain: Bool { executor.isMain }

    /// Enqueues an event with a minimum delay.
    package func enqueue(after delay: MediaTime = .zero, _ body: @escaping @Sendable () -> Void) {
        let mustSchedule = state.withLock { state in
            state.events.append(Event(time: clock.now + delay, body: body))
            guard state.progress == .empty else { return false }
            state.progress = .delivering
            return true
        }
        if mustSchedule { scheduleFirst() }
    }

    /// Waits until all events are delivered, at most `seconds`; returns false after that. On the main queue, events for it are
    /// delivered meanwhile.
    package func waitUntilEmpty(seconds: Double) -> Bool {
        MainQueue.serve { state.wait(seconds: seconds) { $0.progress == .empty ? true : nil } ?? false }
    }

    /// Waits until all due events are delivered, at most `seconds`; returns `nil` after that. On the main queue, events for it are
    /// delivered meanwhile.
    package func waitUntilAtRest(seconds: Double) -> Rest? {
        MainQueue.serve {
            state.wait(seconds: seconds) { state -> Rest? in
                switch state.progress {
                case .empty: .nothing
                case .waiting(let time): time > clock.now ? .waits(until: time) : nil
                case .delivering: nil
                }
            }
        }
    }

    /// What keeps the queue from rest, after "a callback"; `nil` when nothing does.
    package var obstacle: String? {
        state.withLock { state in
            guard state.progress == .delivering else { return nil }
            return state.isCalling ? "has not returned" : "waits for its dispatch queue, which is blocked or not served"
        }
    }

    /// The number of enqueued events, delivered or not.
    package var eventCount: Int { state.withLock { $0.deliveries + $0.events.count } }

    /// Traps in a debug build outside of an event of this queue.
    package func assertIsCurrent(
        function: StaticString = #function, file: StaticString = #fileID, line: UInt = #line
    ) {
        #if DEBUG
            let isCurrent = state.withLock { $0.thread == pthread_self() }
            assert(isCurrent, "\(function) is called outside of an event of the callback queue", file: file, line: line)
        #endif
    }

    private func scheduleFirst() {
        let time = state.withLock { state -> MediaTime? in
            guard let time = state.events.first?.time, time > clock.now else { return nil }
            return time
        }
        guard let time else { return dispatch() }
        let delivery = state.withLock { $0.deliveries }
        // Before the queue counts as waiting, so that a thread that sees it at rest finds the timer on the clock.
        clock.schedule(at: time) { [self] in endWaiting(for: delivery) }
        state.update { $0.progress = .waiting(time) }
        // The timer may have fired before the queue was waiting for it. A manual clock that was advanced on another thread
        // would return to it only at its next advance.
        if clock.now >= time { endWaiting(for: delivery) }
    }

    /// - Parameter delivery: the number of the waiting event; a second call for the same event has no effect.
    private func endWaiting(for delivery: Int) {
        let isWaiting = state.withLock { state in
            guard case .waiting = state.progress, state.deliveries == delivery else { return false }
            state.progress = .delivering
            return true
        }
        if isWaiting { dispatch() }
    }

    private func dispatch() {
        let delay = executor.warningDelay
        let mustCheck = state.withLock { state in
            state.progress = .delivering
            guard delay != nil, !state.hasWarned else { return false }
            state.submitted = .now()
            return !exchange(&state.isChecked, with: true)
        }
        executor.execute { [self] in deliver() }
        if mustCheck, let delay { scheduleCheck(at: .now() + delay, delay) }
    }

    private func deliver() {
        callFirst()
        let isLast = state.update { state in
            state.isCalling = false
            #if DEBUG
                state.thread = nil
            #endif
            if state.events.isEmpty { state.progress = .empty }
            return state.events.isEmpty
        }
        if !isLast { scheduleFirst() }
    }

    /// A function of its own: what an event retains is released before the queue counts as empty.
    private func callFirst() {
        let event = state.withLock { state in
            state.deliveries += 1
            state.submitted = nil
            state.isCalling = true
            #if DEBUG
                state.thread = pthread_self()
            #endif
            return state.events.removeFirst()
        }
        event.body()
    }

    private func scheduleCheck(at time: DispatchTime, _ delay: Double) {
        DispatchQueue.global().asyncAfter(deadline: time) { [weak self] in self?.check(delay) }
    }

    /// Reports the first event if it has waited for longer than `delay`; checks a later one again.
    private func check(_ delay: Double) {
        let (mustWarn, next) = state.withLock { state -> (Bool, DispatchTime?) in
            guard let submitted = state.submitted else {
                state.isChecked = false
                return (false, nil)
            }
            if submitted + delay > .now() { return (false, submitted + delay) }
            state.hasWarned = true
            return (true, nil)
        }
        if mustWarn { onUnservedQueue() }
        if let next { scheduleCheck(at: next, delay) }
    }
}
