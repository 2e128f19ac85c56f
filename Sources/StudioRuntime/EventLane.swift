package import Dispatch
package import StudioCore

/// Delivers events one after the other, in the order in which they were enqueued, on a queue of the user's choice.
///
/// An event may have to wait for its time; those behind it wait with it, so that no event overtakes another.
package final class EventLane: Sendable {
    private struct Event: Sendable {
        let time: MediaTime
        let body: @Sendable () -> Void
    }

    private struct State: Sendable {
        var events: [Event] = []
        /// The first event is on its way to the queue, or running.
        var isScheduled = false
        var deliveries = 0
        var hasWarned = false
    }

    /// How long a queue may leave an event waiting before it is reported.
    package static let patience = 2.0

    private let clock: any StudioClock
    private let queue: DispatchQueue
    private let onUnservedQueue: @Sendable () -> Void
    private let state = Monitor(State())

    /// - Parameter onUnservedQueue: called once when the queue has left an event waiting for two seconds.
    package init(
        clock: any StudioClock, queue: DispatchQueue, onUnservedQueue: @escaping @Sendable () -> Void = {}
    ) {
        self.clock = clock
        self.queue = queue
        self.onUnservedQueue = onUnservedQueue
    }

    /// Appends an event that is delivered no earlier than after `delay`.
    package func enqueue(after delay: MediaTime = .zero, _ body: @escaping @Sendable () -> Void) {
        let mustSchedule = state.withLock { state in
            state.events.append(Event(time: clock.now + delay, body: body))
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { scheduleFirst() }
    }

    /// Waits until every event was delivered, at most `seconds`; false when some are left.
    package func waitUntilEmpty(seconds: Double) -> Bool {
        state.wait(seconds: seconds) { $0.events.isEmpty && !$0.isScheduled ? true : nil } ?? false
    }

    private func scheduleFirst() {
        guard let time = state.withLock({ $0.events.first?.time }) else { return }
        if time <= clock.now {
            dispatch()
        } else {
            clock.schedule(at: time) { [self] in dispatch() }
        }
    }

    private func dispatch() {
        let delivery = state.withLock { $0.deliveries }
        queue.async { [self] in deliver() }
        guard !state.withLock({ $0.hasWarned }) else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [weak self] in
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
            state.isScheduled = !state.events.isEmpty
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
