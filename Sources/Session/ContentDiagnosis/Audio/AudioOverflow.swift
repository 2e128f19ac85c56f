import StudioCore

/// Whether the samples of a window were too large for 16 bits.
struct AudioOverflow: Hashable, Sendable {
    /// Whether samples wrap around; `nil` for quiet audio.
    var wraps: Bool? {
        peak < Self.minimumPeak
            ? nil : wrapped >= Self.minimumWrapped && Double(wrapped) >= Self.minimumContinuous * Double(jumps)
    }
    /// Whether samples are clipped; `nil` for quiet audio.
    var isClipped: Bool? { peak < Self.minimumPeak ? nil : Self.clippedShares.contains(clipped) }

    /// Samples that differ from the previous one by three quarters of the range.
    private(set) var jumps = 0
    /// Those of them that continue their neighbours, had they a bit more.
    private(set) var wrapped = 0
    /// The share of samples that are at an end of the range, in runs.
    private(set) var clipped = 0.0
    private var peak = 0

    /// Quieter windows (-6 dBFS) do not decide.
    static let minimumPeak = 16_384
    /// Three quarters of the range.
    static let minimumJump = 49_152
    /// Neighbours of audio differ by less than a quarter of the range; those of noise do not.
    static let maximumChange = 16_384
    /// A click is not wrapping.
    static let minimumWrapped = 4
    /// Few jumps of noise continue their neighbours, by chance; those of square waves do not.
    static let minimumContinuous = 0.5
    /// A tone reaches the end of the range with a sample or two.
    static let shortestRun = 3
    /// Loud masters have less than 1 %; square waves have all.
    static let clippedShares = 0.05...0.95

    /// - Parameters:
    ///   - samples: channels interleaved.
    ///   - channels: their number.
    init(_ samples: UnsafeBufferPointer<Int16>, _ channels: Int) {
        let count = samples.count / channels
        var atEnd = 0
        for channel in 0..<channels {
            atEnd += measureRuns(count) { Int(samples[$0 * channels + channel]) }
            measureJumps(count) { Int(samples[$0 * channels + channel]) }
        }
        clipped = Double(atEnd) / Double(max(1, samples.count))
    }

    /// - Returns: the samples of the runs.
    private mutating func measureRuns(_ count: Int, _ sample: (Int) -> Int) -> Int {
        var (sum, run, end) = (0, 0, 0)
        for index in 0..<count {
            let value = sample(index)
            peak = max(peak, abs(value))
            // 1 and -1 are the ends of the range.
            let here = value >= 32_767 ? 1 : value <= -32_767 ? -1 : 0
            if here != end {
                if run >= Self.shortestRun { sum += run }
                (run, end) = (0, here)
            }
            if here != 0 { run += 1 }
        }
        return run >= Self.shortestRun ? sum + run : sum
    }

    private mutating func measureJumps(_ count: Int, _ sample: (Int) -> Int) {
        for index in stride(from: 2, to: count - 1, by: 1) {
            let jump = sample(index) - sample(index - 1)
            guard abs(jump) >= Self.minimumJump else { continue }
            jumps += 1
            let before = sample(index - 1) - sample(index - 2)
            let after = sample(index + 1) - sample(index)
            // The difference with one bit more.
            let full = jump > 0 ? jump - 65_536 : jump + 65_536
            let isOneWay = before.signum() == full.signum() && after.signum() == full.signum()
            let isSmooth = max(abs(before), abs(after)) <= Self.maximumChange
            if isOneWay, isSmooth, abs(2 * full - before - after) <= max(2048, abs(before) + abs(after)) {
                wrapped += 1
            }
        }
    }
}

extension AudioDiagnosis {
    mutating func judge(_ overflow: AudioOverflow) -> [StudioError] {
        var found: [StudioError] = []
        if confirmation.count(.contentWrappedSamples, overflow.wraps) {
            found.append(
                StudioError(
                    .contentWrappedSamples,
                    "\(overflow.wrapped) times in half a second, a sample is at the other end of the range than its "
                        + "neighbours ask for",
                    hint: "limit samples to -32768...32767 before they are converted, or lower the gain; convert "
                        + "unsigned samples to signed ones"))
        }
        if confirmation.count(.contentClippedSamples, overflow.isClipped) {
            found.append(
                StudioError(
                    .contentClippedSamples,
                    "\(NumberText.percent(overflow.clipped)) of the samples are at an end of the range, three or more in "
                        + "a row",
                    hint: "lower the gain"))
        }
        return found
    }
}
