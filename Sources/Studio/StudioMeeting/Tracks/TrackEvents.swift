package import StudioCore
import StudioRuntime

/// Delivers the events of remote tracks on the meeting's callback queue.
package final class TrackEvents: Sendable {
    private let queue: CallbackQueue
    private let observers = Lock<[@Sendable (TrackEvent) -> Void]>([])
    private let subscriptions = Lock(0)

    /// Active speakers and captions.
    package let speech: SpeechEvents

    init(_ queue: CallbackQueue) {
        self.queue = queue
        speech = SpeechEvents(queue)
    }

    func observe(_ body: @escaping @Sendable (TrackEvent) -> Void) { observers.withLock { $0.append(body) } }

    /// Enqueues an event; without observers, nothing happens.
    package func publish(_ track: TrackID, _ change: TrackEvent.Change) {
        guard observers.withLock({ !$0.isEmpty }) else { return }
        queue.enqueue { [self] in
            let event = TrackEvent(track, change)
            for observer in observers.withLock({ $0 }) { observer(event) }
        }
    }

    /// Calls `body` in order with the events.
    package func perform(_ body: @escaping @Sendable () -> Void) { queue.enqueue(body) }

    /// Numbers a subscription: 1, 2, 3 …
    package func nextSubscription() -> Int { subscriptions.withLock { $0.increment() } }
}
