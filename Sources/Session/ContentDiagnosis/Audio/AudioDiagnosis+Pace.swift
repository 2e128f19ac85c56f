package import StudioCore

// The pace at which audio arrives, against its declared sample rate.
extension AudioDiagnosis {
    /// Common sample rates.
    private static let rates = [8000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
    /// The pace of a sample rate, up to this share.
    private static let rateTolerance = 0.005
    /// The pace of correct audio, up to this share: a block of 100 ms in five seconds, and the clock.
    private static let paceTolerance = 0.03

    /// Judges the sample rate.
    ///
    /// - Parameter pace: of all calls; the samples of a rejected one also show the rate of the source.
    package mutating func judge(_ pace: AudioPace.Reading, _ format: AudioFormat) -> StudioError? {
        guard !isExplained(pace, format) else { return nil }
        let other = Self.otherRate(pace, format)
        let isCertain = pace.isBlockOf441 && other == 44_100
        guard confirmation.count(.contentSampleRate, other != nil, needed: isCertain ? 1 : 2), let other else {
            return nil
        }
        let blocks = pace.isBlockOf441 ? ", in blocks of a multiple of 441 samples" : ""
        return StudioError(
            .contentSampleRate,
            "\(Self.thousands(pace.rate)) thousand samples a second arrive\(blocks), declared \(format.sampleRate)",
            hint: "resample \(Self.thousands(Double(other))) kHz to \(Self.thousands(format)) kHz"
                + Self.otherCause(pace, format))
    }

    /// Judges the pace of audio that must arrive as fast as it is heard.
    ///
    /// - Parameter pace: of accepted calls.
    package mutating func judgePace(_ pace: AudioPace.Reading, _ format: AudioFormat) -> StudioError? {
        guard !isExplained(pace, format) else { return nil }
        let ratio = pace.rate / Double(format.sampleRate)
        let isWrong = Self.otherRate(pace, format) == nil ? abs(ratio - 1) > Self.paceTolerance : nil
        guard confirmation.count(.contentPace, isWrong, needed: 2) else { return nil }
        return StudioError(
            .contentPace, "\(NumberText.percent(ratio)) of the samples of \(Self.thousands(format)) kHz arrive",
            hint: "send each block at a deadline that is counted in samples from the first one, instead of sleeping"
                + Self.otherCause(pace, format))
    }

    /// Whether the pace follows from a mistake that was reported: stereo, or words of four bytes, are twice as many samples
    /// of mono audio, and mono is half as many of stereo.
    private func isExplained(_ pace: AudioPace.Reading, _ format: AudioFormat) -> Bool {
        let doubles = confirmation.hasReported(.contentStereoAsMono) || confirmation.hasReported(.contentFloatSamples)
        let halves = confirmation.hasReported(.contentMonoAsStereo)
        return doubles && Self.has(pace, 2, format) || halves && Self.has(pace, 0.5, format)
    }

    /// Judges the pace of calls of which some were refused because they came ahead of time.
    package mutating func judgeRefused(_ pace: AudioPace.Reading, _ format: AudioFormat) -> StudioError? {
        guard !isExplained(pace, format), Self.otherRate(pace, format) == nil else { return nil }
        // A client that tries a refused block again has another pace.
        let ratio = pace.rate / Double(format.sampleRate)
        guard confirmation.count(.contentPace, abs(ratio / 2 - 1) <= Self.rateTolerance, needed: 2) else { return nil }
        return StudioError(
            .contentPace, "\(NumberText.percent(ratio)) of the samples of \(Self.thousands(format)) kHz arrive",
            hint: "send as much audio as time passes\(Self.otherCause(pace, format))")
    }

    /// What has twice or half the pace, beside another sample rate.
    private static func otherCause(_ pace: AudioPace.Reading, _ format: AudioFormat) -> String {
        if has(pace, 2, format) {
            let stereo = format.channels == 1 ? "stereo, " : ""
            return "; \(stereo)samples of 4 bytes, and a number of bytes instead of samples, are twice as many"
        }
        guard has(pace, 0.5, format) else { return "" }
        return format.channels == 1
            ? "; samples of one byte are half as many" : "; mono, and the samples of one channel, are half as many"
    }

    /// Whether this many times the declared samples arrive.
    private static func has(_ pace: AudioPace.Reading, _ factor: Double, _ format: AudioFormat) -> Bool {
        abs(pace.rate / (factor * Double(format.sampleRate)) - 1) <= paceTolerance
    }

    /// The common sample rate that the pace has instead of the declared one; `nil` for none.
    private static func otherRate(_ pace: AudioPace.Reading, _ format: AudioFormat) -> Int? {
        rates.first { rate in
            rate != Int(format.sampleRate) && abs(pace.rate / Double(rate) - 1) <= rateTolerance
        }
    }

    private static func thousands(_ format: AudioFormat) -> String { thousands(Double(format.sampleRate)) }

    private static func thousands(_ rate: Double) -> String {
        let text = NumberText.tenths(rate / 1000)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
