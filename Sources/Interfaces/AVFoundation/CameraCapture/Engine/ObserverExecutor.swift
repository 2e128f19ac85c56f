import Dispatch
import StudioCore
import StudioRuntime

/// Executes events on the queue of an observer, one at a time, so that a concurrent queue is used serially.
///
/// An event may find another observer than at its dispatch, because it waited on a blocked queue. It is then dispatched
/// again, so that no observer is called on the queue of another one.
final class ObserverExecutor<Observer: Sendable>: CallbackExecutor {
    private struct Registration: Sendable {
        let observer: Observer
        let queue: DispatchQueue
        let probe: SerialityProbe
    }

    /// When an event was dispatched, and when its execution began.
    struct Wait: Hashable, Sendable {
        var dispatched = MediaTime.zero
        var began = MediaTime.zero
    }

    private struct State: Sendable {
        /// Observer and queue change together.
        var current: Registration?
        /// That of the event that is executing.
        var running: Registration?
        /// The number of the event that is executing, or of the last one.
        var event = 0
        /// That of the event that is executing, or was dispatched.
        var wait = Wait()
        var clock: (any StudioClock)?
        var onConcurrentQueue: (@Sendable () -> Void)?
    }

    private let state = Lock(State())

    /// Sets the clock of waits, and the handler of a concurrent queue, called once for each observer.
    func prepare(_ clock: any StudioClock, onConcurrentQueue: @escaping @Sendable () -> Void) {
        state.withLock { ($0.clock, $0.onConcurrentQueue) = (clock, onConcurrentQueue) }
    }

    /// How the current event waited. Read it only inside an event.
    var wait: Wait { state.withLock { $0.wait } }

    var warningDelay: Double? { CallbackQueue.warningDelay }

    var hasObserver: Bool { state.withLock { $0.current != nil } }

    /// The observer whose queue executes the current event. Read it only inside an event.
    var running: Observer? { state.withLock { $0.running }?.observer }

    /// Sets observer and queue.
    ///
    /// - Returns: the observer before.
    func exchange(_ observer: Observer?, _ queue: DispatchQueue?) -> Observer? {
        let next = observer.flatMap { observer in
            queue.map { Registration(observer: observer, queue: $0, probe: SerialityProbe($0)) }
        }
        return state.withLock { state in
            defer { state.current = next }
            return state.current
        }?.observer
    }

    /// Removes the observer, if it is the current one.
    func remove(_ observer: Observer) -> Bool {
        let before = state.withLock { state -> Registration? in
            guard state.current.map({ $0.observer as AnyObject }) === observer as AnyObject else { return nil }
            return state.current.take()
        }
        return before != nil
    }

    func execute(_ body: @escaping @Sendable () -> Void) {
        let queue = state.withLock { state -> DispatchQueue? in
            state.wait.dispatched = state.clock?.now ?? .zero
            return state.current?.queue
        }
        // Without an observer, the event is dropped on any queue.
        MainQueue.async(queue ?? .global()) { [self] in
            guard let event = begin(on: queue) else { return execute(body) }
            checkQueue()
            body()
            end(event)
        }
    }

    private func checkQueue() {
        let (probe, report) = state.withLock { ($0.running?.probe, $0.onConcurrentQueue) }
        if let probe, let report, probe.check() { report() }
    }

    /// - Returns: the number of the event; `nil` when the current observer has another queue.
    private func begin(on queue: DispatchQueue?) -> Int? {
        let (event, before) = state.withLock { state -> (Int?, Registration?) in
            guard state.current?.queue === queue else { return (nil, nil) }
            defer { state.running = state.current }
            state.event += 1
            state.wait.began = state.clock?.now ?? .zero
            return (state.event, state.running)
        }
        withExtendedLifetime(before) {}
        return event
    }

    /// An event dispatches the next one before it returns, so that on a concurrent queue the next one may have begun.
    private func end(_ event: Int) {
        let before = state.withLock { state -> Registration? in
            guard state.event == event else { return nil }
            return state.running.take()
        }
        withExtendedLifetime(before) {}
    }
}
