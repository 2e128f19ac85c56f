import StudioCore

/// Gives times to samples: from the stamps of the blocks that they came in, with the rounding of the stamps taken out.
struct SoundTimeline: Hashable, Sendable {
    /// What a new block's stamp means.
    enum Step: Hashable, Sendable {
        /// It follows the samples before it.
        case continued
        /// The first block, or one after a hole without samples, or before the end of what came.
        case restarted(hole: MediaTime)
    }

    /// A sample, or a place between two, in the sound between two restarts.
    struct Place: Hashable, Sendable {
        fileprivate let stretch: Int
        fileprivate let position: Double
    }

    /// The blocks between two restarts.
    private struct Stretch: Hashable, Sendable {
        /// Each block's first sample.
        var firsts: [Int] = []
        /// Up to each block, the sum of what the stamps differ from the samples' count, in seconds.
        var sums: [Double] = [0]
        var count = 0
        /// Where sample 0 lies by the latest stamps; only to tell what continues.
        var anchor: Double
    }

    private let sampleRate: Double
    private var stretches: [Stretch] = []

    /// Containers round stamps to a millisecond, and writers to a picture's time now and then; a lost packet of AAC is 21 ms.
    private static let tolerance = 0.010
    /// How much of a stamp's difference moves the anchor.
    private static let trust = 0.05
    /// Blocks to either side whose rounding is averaged: half a second of AAC each.
    private static let reach = 24

    init(sampleRate: Int) {
        self.sampleRate = Double(sampleRate)
    }

    /// The next block of samples.
    mutating func add(samples: Int, at time: MediaTime) -> Step {
        var step = Step.continued
        if let current = stretches.last {
            let difference = time.seconds - current.anchor - Double(current.count) / sampleRate
            if abs(difference) > Self.tolerance { step = .restarted(hole: .seconds(difference)) }
        } else {
            step = .restarted(hole: .zero)
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

    /// A sample, counted from the last restart.
    func place(ofSample position: Double) -> Place { Place(stretch: max(0, stretches.count - 1), position: position) }

    /// When a sample is heard, in seconds. The more blocks around it are known, the better it is.
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
