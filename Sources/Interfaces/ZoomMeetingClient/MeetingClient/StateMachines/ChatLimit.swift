import StudioCore

/// How many chat messages a client may send within a second.
struct ChatLimit: Sendable {
    static let count = 20
    private static let span = MediaTime.seconds(1)

    /// The times of the latest messages; the oldest one at `next` when there are as many as the limit.
    private var times: [MediaTime] = []
    private var next = 0

    /// Counts a message, unless it is one too many.
    mutating func permits(at now: MediaTime) -> Bool {
        guard times.count == Self.count else {
            times.append(now)
            return true
        }
        guard now - times[next] >= Self.span else { return false }
        times[next] = now
        next = (next + 1) % Self.count
        return true
    }
}
