package import StudioCore

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
    /// A slope needs some length: over three seconds, 5 ppm are 15 µs.
    private static let leastDriftSeconds = 3.0
    /// A step between two neighbours that no drift makes; the line goes on behind it.
    private static let step = 0.004

    /// - Parameters:
    ///   - pictures: when the pictures were shown.
    ///   - sound: which moments of the code were heard, in order.
    /// - Returns: `nil` where there is no moment with both.
    package init?(pictures: PictureTimes, sound: [SoundSequence.Mark]) {
        let offsets = sound.compactMap { mark in
            pictures.time(ofCoded: mark.coded).map { (x: mark.time, y: $0 - mark.time) }
        }
        guard let first = offsets.first, let last = offsets.last else { return nil }
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
        drift = Self.drift(offsets)
    }

    private static func drift(_ offsets: [(x: Double, y: Double)]) -> Drift? {
        guard let first = offsets.first, let last = offsets.last, last.x - first.x >= leastDriftSeconds else {
            return nil
        }
        var pieces: [[(x: Double, y: Double)]] = []
        for point in offsets {
            if let before = pieces.last?.last, abs(before.y - point.y) <= step {
                pieces[pieces.count - 1].append(point)
            } else {
                pieces.append([point])
            }
        }
        return LineFit(pieces).map { Drift(partsPerMillion: $0.slope * 1e6, error: $0.error * 1e6) }
    }
}

/// When each moment of the code was shown.
package struct PictureTimes: Sendable {
    private var numbers: [UInt32] = []
    private var times: [Double] = []
    private let rate: Double

    /// How far from a picture that arrived a moment may be: a longer hole says nothing.
    private static let reach = 0.5

    /// - Parameters:
    ///   - shown: each number's first time, in seconds.
    ///   - rate: of the run.
    package init(_ shown: [(number: UInt32, time: Double)], rate: Rate) {
        self.rate = rate.perSecond
        for picture in shown.sorted(by: { $0.number < $1.number }) {
            numbers.append(picture.number)
            times.append(picture.time)
        }
    }

    /// When a moment of the code, in seconds, was shown, or would have been; `nil` far from every picture.
    package func time(ofCoded moment: Double) -> Double? {
        let place = moment * rate
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            // A moment belongs to the picture that begins with it, whatever rounding does to it.
            if Double(numbers[middle]) <= place + 1e-6 { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let distance = moment - Double(numbers[low - 1]) / rate
        return distance <= Self.reach ? times[low - 1] + distance : nil
    }

    /// The moment that was shown at a time, roughly: that of the picture nearest to it.
    package func coded(at time: Double) -> Double? {
        guard let first = times.first, let number = numbers.first else { return nil }
        return Double(number) / rate + time - first
    }
}
