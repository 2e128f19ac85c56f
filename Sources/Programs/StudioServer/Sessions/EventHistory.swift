package import NIOCore

/// The latest events of a session without a gap, in limited memory, for clients that come back.
package struct EventHistory: Hashable, Sendable {
    package struct Event: Hashable, Sendable {
        package let sequence: Int
        /// The JSON object.
        package let text: ArraySlice<UInt8>
        /// When the server got it.
        package let arrival: NIODeadline

        package init(sequence: Int, text: ArraySlice<UInt8>, arrival: NIODeadline) {
            (self.sequence, self.text, self.arrival) = (sequence, text, arrival)
        }
    }

    private let eventLimit: Int
    private let byteLimit: Int
    private var events: [Event] = []
    /// The place of the oldest event; those before it were dropped.
    private var first = 0
    private var bytes = 0

    package init(eventLimit: Int = 1024, byteLimit: Int = 4 << 20) {
        (self.eventLimit, self.byteLimit) = (eventLimit, byteLimit)
    }

    /// The number of the latest event; `nil` when there is none.
    package var last: Int? { events.last?.sequence }

    /// The latest events of a range of numbers, in order, with at most half of the memory.
    package func latest(in range: ClosedRange<Int>) -> ArraySlice<Event> {
        let candidates = events[first...].filter { range.contains($0.sequence) }
        var (bytes, start) = (0, candidates.endIndex)
        while start > 0, bytes + candidates[start - 1].text.count <= byteLimit / 2 {
            start -= 1
            bytes += candidates[start].text.count
        }
        return candidates[start...]
    }

    /// Adds the next event. Those before a gap are dropped, because nobody can continue across it.
    package mutating func append(_ event: Event) {
        if let last, event.sequence != last + 1 { clear() }
        events.append(event)
        bytes += event.text.count
        while events.count - first > eventLimit || bytes > byteLimit, events.count - first > 1 {
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
