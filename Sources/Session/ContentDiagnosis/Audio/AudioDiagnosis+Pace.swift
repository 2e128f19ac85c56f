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
    package mutating func judge(_ pace: AudioPace.Reading, _ format: AudioFormat) -> StudioError? {
        let other = Self.otherRate(pace, format)
        let isCertain = pace.isBlockOf441 && other == 44_100
        guard confirmation.count(.contentSampleRate, other != nil, needed: isCertain ? 1 : 2), let other else {
            return nil
        }
        let blocks = pace.isBlockOf441 ? ", in blocks of a multiple of 441 samples" : ""
        return StudioError(
            .contentSampleRate,
            "\(Self.thousands(pace.rate)) thousand samples a second arrive\(blocks), declared \(format.sampleRate)",
            hint: "resample \(Self.thousands(Double(other))) kHz to \(Self.thousands(format)) kHz")
    }

    /// Judges the pace of audio that must arrive as fast as it is heard.
    package mutating func judgePace(_ pace: AudioPace.Reading, _ format: AudioFormat) -> StudioError? {
        let ratio = pace.rate / Double(format.sampleRate)
        let isWrong = Self.otherRate(pace, format) == nil ? abs(ratio - 1) > Self.paceTolerance : nil
        guard confirmation.count(.contentPace, isWrong, needed: 2) else { return nil }
        return StudioError(
            .contentPace, "\(NumberText.percent(ratio)) of the samples of \(Self.thousands(format)) kHz arrive",
            hint: "send each block at a deadline that is counted in samples from the first one, instead of sleeping")
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
