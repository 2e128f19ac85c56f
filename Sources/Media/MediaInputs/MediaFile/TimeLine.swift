import StudioCore

/// Corrects absurd time stamps of one decoded stream: a jump of more than an hour between two units, in either
/// direction.
///
/// Such jumps are damage, for example a time stamp of MPEG-TS that its demuxer assigns to the wrong side of a wrap of 33
/// bits. A unit after a jump follows the previous one. If the next one jumps back, only one unit was damaged.
struct TimeLine {
    /// Legitimate gaps are shorter: a track without data, a recording that was paused.
    static let longestJump = MediaTime.seconds(3600)
    /// Units are not longer.
    private static let longestUnit = MediaTime.seconds(1)
    private let jumps: TimeJumps
    private var offset = MediaTime.zero
    private var first: MediaTime?
    private var last: MediaTime?
    /// The end of the last unit.
    private var end: MediaTime?
    /// The distance of the last two units, which is the duration of one that does not tell its own.
    private var distance = MediaTime.zero

    /// - Parameter jumps: those of all streams of the file.
    init(_ jumps: TimeJumps = TimeJumps()) {
        self.jumps = jumps
    }

    /// The position of a unit.
    ///
    /// - Parameters:
    ///   - stamp: its time stamp.
    ///   - duration: its duration; `nil` when unknown.
    mutating func position(_ stamp: MediaTime, duration: MediaTime?) -> MediaTime {
        if let end, isAbsurd(stamp + offset, after: end) {
            offset = isAbsurd(stamp, after: end) ? jumps.offset(of: stamp, after: end) : .zero
        }
        let position = stamp + offset
        if let last, position > last, position - last <= Self.longestUnit { distance = position - last }
        first = first ?? position
        (last, end) = (position, position + (duration ?? distance))
        return position
    }

    /// From the first unit to the end of the last one.
    var length: MediaTime { end.flatMap { end in first.map { end - $0 } } ?? .zero }

    private func isAbsurd(_ position: MediaTime, after end: MediaTime) -> Bool {
        position - end > Self.longestJump || end - position > Self.longestJump
    }
}

/// The jumps of the time stamps of a file. Its streams jump together, so that the first one decides for all, and they stay in sync.
///
/// Belongs to the producer's thread.
final class TimeJumps {
    private var jumps: [(stamp: MediaTime, offset: MediaTime)] = []
    /// How far apart the first units after a jump are in different streams.
    private static let tolerance = MediaTime.seconds(10)

    /// What moves a unit behind the jump to its place.
    func offset(of stamp: MediaTime, after end: MediaTime) -> MediaTime {
        if let known = jumps.first(where: { isNear($0.stamp, stamp) && isNear(stamp + $0.offset, end) }) {
            return known.offset
        }
        jumps.append((stamp, end - stamp))
        return end - stamp
    }

    private func isNear(_ one: MediaTime, _ other: MediaTime) -> Bool {
        one - other < Self.tolerance && other - one < Self.tolerance
    }
}
