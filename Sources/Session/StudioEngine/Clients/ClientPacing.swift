import MediaInputs
import StudioCore

/// When the next frame of a client that sends by itself is due.
struct ClientPacing: Sendable {
    private var awaitedFrames: Int64 = 0
    private var pacer: Pacer?
    /// The time of a fast session at which the client first waited.
    private var fastOrigin: MediaTime?

    /// Counts a frame.
    ///
    /// - Returns: its position; `nil` without a frame rate.
    mutating func nextPosition(at rate: Rate?) -> MediaTime? {
        awaitedFrames += 1
        return rate.map { MediaTime(count: awaitedFrames, rate: $0) }
    }

    /// The time of a position in a fast session.
    mutating func fastTime(of position: MediaTime, now: MediaTime) -> MediaTime {
        let origin = fastOrigin ?? now
        fastOrigin = origin
        return origin + position
    }

    /// The time of a position in a session in real time.
    mutating func deadline(of position: MediaTime, now: MediaTime) -> MediaTime {
        var pacer = self.pacer ?? Pacer()
        if self.pacer == nil { _ = pacer.due(.zero, now: now) }
        defer { self.pacer = pacer }
        return pacer.due(position, now: now).deadline
    }
}
