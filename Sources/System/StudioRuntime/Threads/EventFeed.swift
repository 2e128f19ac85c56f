/// Delivers events to any number of subscribers, each with a bounded queue.
///
/// Publishing never blocks. A slow subscriber misses the oldest queued events, and the number is counted.
package final class EventFeed<Event: Sendable>: Sendable {
    private struct State: Sendable {
        var queues: [EventQueue<Event>] = []
        var hasEnded = false
    }

    private let state = Lock(State())

    package init() {}

    /// Adds a subscriber. After the end it receives nothing.
    ///
    /// - Parameter limit: the queue capacity.
    package func subscribe(limit: Int) -> EventSubscription<Event> {
        let queue = EventQueue<Event>(limit: max(1, limit))
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.queues.append(queue) }
            return state.hasEnded
        }
        if hasEnded { queue.end() }
        return EventSubscription(queue) { [weak self] in self?.remove(queue) }
    }

    /// Delivers an event to every subscriber. Calls must be serialised in the order of the events.
    package func publish(_ event: Event) {
        for queue in state.withLock({ $0.queues }) { queue.append(event) }
    }

    /// Ends the feed.
    package func end() {
        let queues = state.withLock { exchange(&$0, with: State(hasEnded: true)).queues }
        for queue in queues { queue.end() }
    }

    private func remove(_ queue: EventQueue<Event>) {
        let before = state.withLock { state in
            let before = state.queues
            state.queues = before.filter { $0 !== queue }
            return before
        }
        withExtendedLifetime(before) {}
    }
}

/// The queued events of one subscriber.
final class EventQueue<Event: Sendable>: Sendable {
    private struct State: Sendable {
        var events: [Event] = []
        var missed = 0
        var hasEnded = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let limit: Int
    private let state: Monitor<State>

    init(limit: Int) {
        self.limit = limit
        state = Monitor(State())
    }

    var missed: Int { state.withLock { $0.missed } }
    var hasEnded: Bool { state.withLock { $0.hasEnded && $0.events.isEmpty } }

    func append(_ event: Event) {
        change { state in
            guard !state.hasEnded else { return }
            if state.events.count == limit {
                state.events.removeFirst()
                state.missed += 1
            }
            state.events.append(event)
        }
    }

    func end() { change { $0.hasEnded = true } }

    /// Discards queued events and ends.
    func cancel() {
        change { state in
            state.events = []
            state.hasEnded = true
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let waiter = state.update { state in
            body(&state)
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// The next event; `.some(nil)` at the end, `nil` while there is none.
    private static func take(_ state: inout State) -> Event?? {
        if !state.events.isEmpty { return state.events.removeFirst() }
        return state.hasEnded ? .some(nil) : nil
    }

    func next(seconds: Double) -> Event? {
        (state.wait(seconds: seconds) { Self.take(&$0) } ?? nil)
    }

    func next() async -> Event? {
        while true {
            if let event = state.withLock({ Self.take(&$0) }) { return event }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    // An event that arrived meanwhile is taken immediately; a previous waiter is released.
                    let ready = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                        if !state.events.isEmpty || state.hasEnded || Task.isCancelled { return [continuation] }
                        defer { state.waiter = continuation }
                        return state.waiter.map { [$0] } ?? []
                    }
                    for waiter in ready { waiter.resume() }
                }
            } onCancel: {
                change { _ in }
            }
            if Task.isCancelled { return nil }
        }
    }
}

/// The events of one subscriber, in order. A single consumer receives them, asynchronously or on a thread that may
/// block.
public final class EventSubscription<Event: Sendable>: AsyncSequence, Sendable {
    /// Iterates over the events.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let subscription: EventSubscription

        /// The next event; `nil` at the end, or when the task is cancelled.
        public mutating func next() async -> Event? { await subscription.queue.next() }
    }

    fileprivate let queue: EventQueue<Event>
    private let onEnd: @Sendable () -> Void

    init(_ queue: EventQueue<Event>, onEnd: @escaping @Sendable () -> Void) {
        self.queue = queue
        self.onEnd = onEnd
    }

    deinit {
        cancel()
    }

    /// The number of events that were missed because the queue was full.
    public var missed: Int { queue.missed }

    /// Whether no event follows: the feed has ended, or the subscription was cancelled, and all events were taken.
    public var hasEnded: Bool { queue.hasEnded }

    /// The next event; blocks at most `seconds`. Returns `nil` after that, and at the end: ``hasEnded`` tells which.
    public func next(seconds: Double) -> Event? { queue.next(seconds: seconds) }

    /// Ends the subscription.
    public func cancel() {
        queue.cancel()
        onEnd()
    }

    /// Iterates asynchronously.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription: self) }
}
