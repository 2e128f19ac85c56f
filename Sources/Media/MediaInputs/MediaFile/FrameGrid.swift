import StudioCore

/// The frame intervals of a program, in which frames of a file are due.
///
/// A frame is due in the interval whose start is nearest. A frame between two intervals follows the one before it, so that times which
/// a container has rounded do not move one frame into the interval of another.
struct FrameGrid: Hashable, Sendable {
    let rate: Rate
    /// The time in the file at which interval 0 starts.
    var origin: MediaTime

    /// How far a rounded time may be beyond the middle between two intervals: two errors of half a millisecond, and a reserve.
    private static let rounding = MediaTime(nanoseconds: 1_500_000)

    /// The interval that starts nearest to a time.
    func slot(_ time: MediaTime) -> Int64 { (time - origin).count(at: rate) }

    /// The interval of a frame, never before that of the previous one.
    ///
    /// - Parameter previous: the interval of the frame before it; `nil` for the first one.
    func slot(_ time: MediaTime, after previous: Int64?) -> Int64 {
        guard let previous else { return slot(time) }
        let distance = (time - origin - MediaTime(count: previous + 1, rate: rate)).nanoseconds
        let interval = rate.interval.nanoseconds
        let limit = min(interval / 2 + Self.rounding.nanoseconds, interval * 3 / 4)
        return abs(distance) <= limit ? previous + 1 : max(previous, slot(time))
    }
}
