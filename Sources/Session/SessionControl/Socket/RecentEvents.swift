import StudioCore
import SessionProtocol

/// The latest events of a session, for clients that come later, and the number of clients that receive new ones. Both change
/// together, so that no event is between what a client is told of the past and what it receives.
struct RecentEvents: Sendable {
    /// An event, and when it was published on the clock of the system.
    struct Entry: Sendable {
        let event: SessionEvent
        let time: MediaTime
    }

    /// How many are kept. A client may wait for twice as many.
    static let limit = 512

    /// The clients that receive events.
    private(set) var subscribers = 0
    private var entries: [Entry] = []
    /// The place of the oldest one; those before it were dropped.
    private var first = 0

    /// A client changes its subscription.
    mutating func count(from old: ControlSubscription, to new: ControlSubscription) {
        if old.events != new.events { subscribers += new.events ? 1 : -1 }
    }

    /// Adds the next event.
    mutating func append(_ event: SessionEvent, at time: MediaTime) {
        entries.append(Entry(event: event, time: time))
        if entries.count - first > Self.limit { first += 1 }
        // Removed together, so that each is moved once on average.
        guard first >= Self.limit else { return }
        entries.removeFirst(first)
        first = 0
    }

    /// The events after a number, in order, and how many of them are not kept any more.
    func events(after sequence: Int) -> (missed: Int, entries: ArraySlice<Entry>) {
        guard let oldest = entries[first...].first?.event.sequence else { return (0, []) }
        let missed = max(0, oldest - 1 - sequence)
        return (missed, entries[first...].drop { $0.event.sequence <= sequence })
    }
}
