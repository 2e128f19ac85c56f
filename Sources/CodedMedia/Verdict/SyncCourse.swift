/// How sound and picture lay to each other through a run.
///
/// Offsets are in seconds, positive when the sound is ahead of the picture.
public struct SyncCourse: Hashable, Sendable {
    /// The offset over a short while.
    public struct Point: Hashable, Sendable {
        /// The middle of the while, in seconds.
        public let time: Double
        /// Its median offset, in seconds.
        public let offset: Double
    }

    /// The first and the last time at which it was measured, in seconds: sound beyond them has no pictures, or none of its
    /// run.
    public let from, to: Double
    /// One point for each half second that had pictures and sound.
    public let points: [Point]
    /// The median over the first second.
    public let start: Double
    /// The median over the last second.
    public let end: Double
    /// The point that is farthest from zero.
    public let worst: Point
    /// How much faster the sound runs than the pictures, in parts per million; `nil` below three seconds.
    public let drift: Drift?

    /// A difference between two clocks.
    public struct Drift: Hashable, Sendable {
        /// Parts per million; positive when the sound is faster.
        public let partsPerMillion: Double
        /// Its standard error.
        public let error: Double
    }

    private static let binSeconds = 0.5
    /// At the beginning and the end.
    private static let edgeSeconds = 1.0

    /// - Parameters:
    ///   - pictures: when the pictures were shown.
    ///   - sound: which moments of the code were heard, in order.
    /// - Returns: `nil` where there is no moment with both.
    package init?(pictures: PictureTimes, sound: [SoundSequence.Mark]) {
        let offsets = sound.compactMap { mark in
            pictures.time(ofCoded: mark.coded, heardAt: mark.time).map { (x: mark.time, y: $0 - mark.time) }
        }
        guard let first = offsets.first, let last = offsets.last else { return nil }
        (from, to) = (first.x, last.x)
        // From the first mark on: one that is heard a hair before a half second would be alone in it.
        let bins = Dictionary(grouping: offsets) { Int((($0.x - first.x) / Self.binSeconds).rounded(.down)) }
        points = bins.sorted { $0.key < $1.key }.compactMap { bin, offsets in
            offsets.map(\.y).median.map { Point(time: first.x + (Double(bin) + 0.5) * Self.binSeconds, offset: $0) }
        }
        guard let start = offsets.prefix(while: { $0.x <= first.x + Self.edgeSeconds }).map(\.y).median,
            let end = offsets.reversed().prefix(while: { $0.x >= last.x - Self.edgeSeconds }).map(\.y).median,
            let worst = points.max(by: { abs($0.offset) < abs($1.offset) })
        else { return nil }
        self.start = start
        self.end = end
        self.worst = worst
        drift = LineFit(clocksPartingBy: offsets).map {
            Drift(partsPerMillion: $0.slope * 1e6, error: $0.error * 1e6)
        }
    }
}
