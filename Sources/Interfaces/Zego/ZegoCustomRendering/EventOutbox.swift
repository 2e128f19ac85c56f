import StudioMeeting
import StudioRuntime

/// The events of calls, in the order of their decisions.
///
/// The events of a call wait until the call is carried out, and later ones wait behind them. So a client that is notified of
/// a stop finds everything stopped, and calls of several threads are notified in the order of their effects.
struct EventOutbox: Sendable {
    struct Event: Sendable {
        let queue: CallbackQueue
        let body: @Sendable () -> Void
    }

    private struct Entry: Sendable {
        let number: Int
        let events: [Event]
        var isReady: Bool
    }

    private var entries: [Entry] = []
    private var numbers = 0

    /// Adds the events of a call.
    ///
    /// - Returns: the number of the call.
    mutating func append(_ events: [Event], isReady: Bool) -> Int {
        numbers += 1
        entries.append(Entry(number: numbers, events: events, isReady: isReady))
        return numbers
    }

    /// A call is carried out.
    mutating func finish(_ number: Int) {
        guard let place = entries.firstIndex(where: { $0.number == number }) else { return }
        entries[place].isReady = true
    }

    /// Enqueues the events that wait for nothing.
    ///
    /// - Returns: these events, to be released without a lock.
    mutating func flush() -> [Event] {
        let count = entries.firstIndex { !$0.isReady } ?? entries.count
        let events = entries.prefix(count).flatMap(\.events)
        entries.removeFirst(count)
        for event in events { event.queue.enqueue(event.body) }
        return events
    }
}
