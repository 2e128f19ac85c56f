import StudioCore

/// Corrects absurd time stamps of one decoded stream: a jump of more than an hour between two units, in either
/// direction.
///
/// Such jumps are damage, for example a time stamp of MPEG-TS that its demuxer assigns to the wrong side of a wrap of 33
/// bits. A unit after a jump follows the previous one. If the next one jumps back, only one unit was damaged.
struct TimeLine: Hashable, Sendable {
    /// Legitimate gaps are shorter: a track without data, a recording that was paused.
    static let longestJump = MediaTime.seconds(3600)
    private var offset = MediaTime.zero
    private var end: MediaTime?

    /// The position of a unit.
    ///
    /// - Parameters:
    ///   - stamp: its time stamp.
    ///   - duration: its duration; `nil` when unknown.
    mutating func position(_ stamp: MediaTime, duration: MediaTime?) -> MediaTime {
        if let end, isAbsurd(stamp + offset, after: end) {
            offset = isAbsurd(stamp, after: end) ? end - stamp : .zero
        }
        let position = stamp + offset
        end = position + (duration ?? .zero)
        return position
    }

    private func isAbsurd(_ position: MediaTime, after end: MediaTime) -> Bool {
        position - end > Self.longestJump || end - position > Self.longestJump
    }
}
