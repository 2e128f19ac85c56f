/// The A/V offset over a session.
///
/// Offsets are in seconds, positive when audio is ahead of video. Each was measured at a mark: a mean of two would be an
/// offset that occurred nowhere.
public struct SyncTimeSeries: Hashable, Sendable {
    /// The offset of one half second.
    public struct Point: Hashable, Sendable {
        /// The middle of the interval, in seconds.
        public let time: Double
        /// Its median offset, in seconds.
        public let offset: Double
    }

    /// The first and the last measured time, in seconds. Audio outside this range has no matching video.
    public let from, to: Double
    /// One point per half second with both audio and video.
    public let points: [Point]
    /// The median over the first second.
    public let start: Double
    /// The median over the last second.
    public let end: Double
    /// The point farthest from zero.
    public let worst: Point
    /// The drift of audio against video in parts per million; `nil` below three seconds.
    public let drift: Drift?

    /// A difference between two clocks.
    public struct Drift: Hashable, Sendable {
        /// Parts per million; positive when audio is faster.
        public let partsPerMillion: Double
        /// Its standard error.
        public let error: Double
    }

    private static let binSeconds = 0.5
    /// The window at the start and the end.
    private static let edgeSeconds = 1.0

    /// - Parameters:
    ///   - video: the presentation times of the coded times.
    ///   - audio: the detected marks, in order.
    /// - Returns: `nil` when no time has both.
    package init?(video: CodedTimeMap, audio: [ChirpSequence.Mark]) {
        let offsets = audio.compactMap { mark in
            video.time(ofCoded: mark.coded, playedAt: mark.time).map { (x: mark.time, y: $0 - mark.time) }
        }
        guard let first = offsets.first, let last = offsets.last else { return nil }
        (from, to) = (first.x, last.x)
        // Starts at the first mark; otherwise a mark just before a half second would be alone in its interval.
        let bins = Dictionary(grouping: offsets) { Int((($0.x - first.x) / Self.binSeconds).rounded(.down)) }
        points = bins.sorted { $0.key < $1.key }.compactMap { bin, offsets in
            offsets.map(\.y).lowerMedian.map {
                Point(time: first.x + (Double(bin) + 0.5) * Self.binSeconds, offset: $0)
            }
        }
        guard let start = offsets.prefix(while: { $0.x <= first.x + Self.edgeSeconds }).map(\.y).lowerMedian,
            let end = offsets.reversed().prefix(while: { $0.x >= last.x - Self.edgeSeconds }).map(\.y).lowerMedian,
            let worst = points.max(by: { abs($0.offset) < abs($1.offset) })
        else { return nil }
        self.start = start
        self.end = end
        self.worst = worst
        drift = LineFit(driftOf: offsets).map {
            Drift(partsPerMillion: $0.slope * 1e6, error: $0.error * 1e6)
        }
    }
}
