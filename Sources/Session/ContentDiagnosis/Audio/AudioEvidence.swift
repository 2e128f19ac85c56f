import StudioCore

/// Decides from the measured values of a window of audio. Each value is `nil` when the window cannot decide.
package struct AudioEvidence: Hashable, Sendable {
    /// Whether the samples are floating-point numbers.
    package private(set) var areFloats: Bool?
    /// Whether the bytes of the samples are swapped.
    package private(set) var isByteSwapped: Bool?
    /// Whether audio declared as mono is interleaved stereo; `nil` for stereo.
    package private(set) var isStereo: Bool?
    /// Whether audio declared as stereo is mono; `nil` for mono.
    package private(set) var isMono: Bool?

    /// Whether the samples differ from the declaration.
    var isFormatWrong: Bool { [areFloats, isByteSwapped, isStereo, isMono].contains(true) }

    /// Quieter windows (-50 dBFS) do not decide: noise of converters has no structure.
    static let minimumVariance = 10_000.0
    /// The least share of plausible floating-point numbers.
    package static let minimumFloats = 0.98
    /// Byte-swapped audio is rough: the difference of successive samples is this share of the variance at least …
    package static let minimumRoughness = 0.1
    /// … and smoother by this factor when the bytes are swapped back.
    package static let minimumSmoothing = 8.0
    /// Samples that alternate between channels differ more from the next one than from the one after it, by this
    /// factor …
    package static let minimumAlternation = 4.0
    /// … while both channels have more in common than not. Noise that rises with the frequency does not.
    package static let maximumRoughness = 2.5
    /// Nearly equal channels: this share of samples is closer to its partner than to the next pair.
    package static let minimumPaired = 0.8
    /// The channels of mono audio lie between each other: the least share.
    package static let minimumMonotonic = 0.6
    /// The differences inside and between pairs of mono audio are equal up to this factor …
    package static let maximumAsymmetry = 1.15
    /// … and smaller than that of samples two apart.
    package static let maximumOneApart = 0.5

    /// - Parameter channels: the declared number.
    package init(_ values: AudioStatistics, channels: Int) {
        judgeWords(values)
        guard values.variance >= Self.minimumVariance, areFloats != true else { return }
        judgeBytes(values, channels)
        guard isByteSwapped != true else { return }
        if channels == 1 { judgeMono(values) } else { judgeStereo(values) }
    }

    private mutating func judgeWords(_ values: AudioStatistics) {
        guard values.nonzeroWords >= 0.5 || values.variance >= Self.minimumVariance else { return }
        areFloats =
            values.floats >= Self.minimumFloats && values.nonzeroWords >= 0.5
            && (0.05...0.95).contains(values.negativeFloats)
    }

    private mutating func judgeBytes(_ values: AudioStatistics, _ channels: Int) {
        let apart = channels == 1 ? (values.inside + values.between) / 2 : values.twoApart
        let swapped = channels == 1 ? values.swappedOneApart : values.swappedTwoApart
        isByteSwapped =
            apart >= Self.minimumRoughness * values.variance && values.swappedVariance > 0
            && swapped * Self.minimumSmoothing * values.variance <= apart * values.swappedVariance
    }

    private mutating func judgeMono(_ values: AudioStatistics) {
        let apart = (values.inside + values.between) / 2
        let alternates =
            apart >= Self.minimumAlternation * values.twoApart && values.twoApart <= values.variance / 2
            && apart <= Self.maximumRoughness * values.variance && values.moving > 0.3
        // Samples two apart belong to one channel, and are alike.
        let isPaired =
            max(values.smallerInside, values.largerInside) >= Self.minimumPaired && values.twoApart <= values.variance
        isStereo = alternates || isPaired
    }

    private mutating func judgeStereo(_ values: AudioStatistics) {
        let (low, high) = (min(values.inside, values.between), max(values.inside, values.between))
        isMono =
            low > 0 && high <= Self.maximumAsymmetry * low && high <= Self.maximumOneApart * values.twoApart
            && values.monotonic >= Self.minimumMonotonic && values.moving > 0.3
    }
}
