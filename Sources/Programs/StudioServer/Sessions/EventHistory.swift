/// The latest events of a session without a gap, in limited memory, for clients that come back.
package struct EventHistory: Hashable, Sendable {
    package struct Event: Hashable, Sendable {
        package let sequence: Int
        /// The JSON object.
        package let text: ArraySlice<UInt8>

        package init(sequence: Int, text: ArraySlice<UInt8>) {
            (self.sequence, self.text) = (sequence, text)
        }
    }

    private let mostEvents: Int
    private let mostBytes: Int
    private var events: [Event] = []
    /// The place of the oldest event; those before it were dropped.
    private var first = 0
    private var bytes = 0

    package init(mostEvents: Int = 1024, mostBytes: Int = 4 << 20) {
        (self.mostEvents, self.mostBytes) = (mostEvents, mostBytes)
    }

    /// The number of the latest event; `nil` when there is none.
    package var last: Int? { events.last?.sequence }

    /// Adds the next event. Those before a gap are dropped, because nobody can continue across it.
    package mutating func append(_ event: Event) {
        if let last, event.sequence != last + 1 { clear() }
        events.append(event)
        bytes += event.text.count
        while events.count - first > mostEvents || bytes > mostBytes, events.count - first > 1 {
            bytes -= events[first].text.count
            first += 1
        }
        // Removed together, so that each is moved once on average.
        guard first * 2 >= events.count else { return }
        events.removeFirst(first)
        first = 0
    }

    private mutating func clear() {
        events = []
        (first, bytes) = (0, 0)
    }

    /// The events after a number, in order; `nil` when some of them are not known any more, or the number is none of this
    /// session.
    package func events(after sequence: Int) -> ArraySlice<Event>? {
        guard let oldest = events[first...].first?.sequence, let last, (oldest - 1...last).contains(sequence) else {
            return nil
        }
        return events[(first + sequence + 1 - oldest)...]
    }
}
