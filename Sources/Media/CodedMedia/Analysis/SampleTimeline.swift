import StudioCore

/// Assigns times to samples from the time stamps of their blocks. Rounding of the time stamps is averaged out.
struct SampleTimeline: Hashable, Sendable {
    /// The relation of a block to the previous ones.
    enum Step: Hashable, Sendable {
        /// It follows the previous samples.
        case continued
        /// The first block, or a block after a gap, or one that starts before the end of the previous samples.
        case restarted(gap: MediaTime)
    }

    /// A position in the samples between two restarts; may lie between samples.
    struct Place: Hashable, Sendable {
        fileprivate let stretch: Int
        fileprivate let position: Double
    }

    /// The blocks between two restarts.
    private struct Stretch: Hashable, Sendable {
        /// The first sample of each block.
        var firsts: [Int] = []
        /// The cumulative difference between time stamps and sample counts before each block, in seconds.
        var sums: [Double] = [0]
        var count = 0
        /// The time of sample 0 according to the latest time stamps; used only to detect discontinuities.
        var anchor: Double
    }

    private let sampleRate: Double
    private var stretches: [Stretch] = []

    /// Containers round time stamps to a millisecond, and some writers to a frame duration. A lost AAC packet is 21 ms.
    private static let tolerance = 0.010
    /// The weight of a time stamp's difference in the anchor.
    private static let trust = 0.05
    /// Blocks on either side over which rounding is averaged: half a second of AAC each.
    private static let reach = 24

    init(sampleRate: Int) {
        self.sampleRate = Double(sampleRate)
    }

    /// Adds the next block.
    mutating func add(samples: Int, at time: MediaTime) -> Step {
        var step = Step.continued
        if let current = stretches.last {
            let difference = time.seconds - current.anchor - Double(current.count) / sampleRate
            if abs(difference) > Self.tolerance { step = .restarted(gap: .seconds(difference)) }
        } else {
            step = .restarted(gap: .zero)
        }
        if step != .continued { stretches.append(Stretch(anchor: time.seconds)) }
        append(samples, time.seconds, to: &stretches[stretches.count - 1])
        return step
    }

    private func append(_ samples: Int, _ time: Double, to stretch: inout Stretch) {
        let start = time - Double(stretch.count) / sampleRate
        stretch.firsts.append(stretch.count)
        stretch.sums.append((stretch.sums.last ?? 0) + start)
        stretch.anchor += Self.trust * (start - stretch.anchor)
        stretch.count += samples
    }

    /// The position of a sample, counted from the last restart.
    func place(ofSample position: Double) -> Place { Place(stretch: max(0, stretches.count - 1), position: position) }

    /// The playback time of a position, in seconds. Precision increases with the number of known blocks around it.
    func time(of place: Place) -> Double {
        guard stretches.indices.contains(place.stretch) else { return 0 }
        let stretch = stretches[place.stretch]
        let block = Self.block(of: place.position, in: stretch.firsts)
        let (first, end) = (max(0, block - Self.reach), min(stretch.firsts.count, block + Self.reach + 1))
        let start = (stretch.sums[end] - stretch.sums[first]) / Double(end - first)
        return start + place.position / sampleRate
    }

    private static func block(of position: Double, in firsts: [Int]) -> Int {
        var (low, high) = (0, firsts.count)
        while low < high {
            let middle = (low + high) / 2
            if Double(firsts[middle]) <= position { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }
}
