import MediaReceiving
package import StudioCore

/// The points at which an observer gets blocks.
package struct RawAudioPoints: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let record = RawAudioPoints(rawValue: 1)
    package static let beforeMixing = RawAudioPoints(rawValue: 2)
    package static let playback = RawAudioPoints(rawValue: 4)
    package static let mixed = RawAudioPoints(rawValue: 8)

    /// The single points, in the order in which they are served.
    package static let inOrder: [RawAudioPoints] = [.record, .beforeMixing, .playback, .mixed]

    /// The name in messages.
    package var name: String {
        switch self {
        case .record: "record"
        case .beforeMixing: "before mixing"
        case .playback: "playback"
        case .mixed: "mixed"
        default: "\(rawValue)"
        }
    }
}

/// What an observer does with a block.
package enum RawAudioMode: Hashable, Sendable {
    /// It reads; its edits are discarded.
    case readOnly
    /// It gets silence, and supplies the samples.
    case writeOnly
    /// It edits the samples in place.
    case readWrite
}

/// The format that a setter or an observer asks for.
package struct RawAudioParameters: Hashable, Sendable {
    /// Samples per second and channel.
    package var sampleRate: Int
    /// 1 or 2.
    package var channels: Int
    package var mode: RawAudioMode
    /// Samples of all channels in a block; `nil` for 10 ms.
    package var samplesPerCall: Int?

    package init(sampleRate: Int, channels: Int, mode: RawAudioMode, samplesPerCall: Int?) {
        self.sampleRate = sampleRate
        self.channels = channels
        self.mode = mode
        self.samplesPerCall = samplesPerCall
    }

    /// The format without setter and parameters: 10 ms of the program's format, edited in place.
    package static let native = RawAudioParameters(
        sampleRate: Int(AudioFormat.program.sampleRate), channels: Int(AudioFormat.program.channels),
        mode: .readWrite, samplesPerCall: nil)

    /// Samples per channel in a block. The duration is samplesPerCall / (rate × channels).
    package var blockSamples: Int { samplesPerCall.map { $0 / max(1, channels) } ?? sampleRate / 100 }

    /// `44100 Hz, 1 channels, 4410 samples per call`.
    var text: String {
        "\(sampleRate) Hz, \(channels) channels" + (samplesPerCall.map { ", \($0) samples per call" } ?? "")
    }

    /// The error for parameters that a setter rejects.
    package func refusal(isStrict: Bool) -> StudioError? {
        guard AudioRequest.sampleRates.contains(where: { Int($0) == sampleRate }) else {
            return StudioError(
                .rawAudioRate, "the sample rate is \(sampleRate) Hz", hint: "use 8000, 16000, 32000, 44100 or 48000")
        }
        return channelRefusal ?? intervalRefusal(isStrict: isStrict)
    }

    /// The error for parameters of an observer that cannot be served.
    package var unusable: StudioError? {
        let isRate = AudioRequest.otherRates.contains(Int32(clamping: sampleRate))
        guard let error = isRate ? channelRefusal ?? intervalRefusal(isStrict: false) : refusal(isStrict: false) else {
            return nil
        }
        return StudioError(.rawAudioUnusableParameters, "\(error.message); 10 ms of 48000 Hz stereo are served")
    }

    private var channelRefusal: StudioError? {
        guard !(1...2).contains(channels) else { return nil }
        return StudioError(.rawAudioChannels, "the number of channels is \(channels)", hint: "use 1 or 2")
    }

    private func intervalRefusal(isStrict: Bool) -> StudioError? {
        guard let samplesPerCall else { return nil }
        let perSecond = sampleRate * channels
        // 10 ms need not be whole samples, so that the comparison multiplies.
        guard samplesPerCall <= perSecond else {
            return StudioError(
                .rawAudioLongInterval, "\(samplesPerCall) samples per call last more than 1 s",
                hint: "use at most \(perSecond)")
        }
        guard samplesPerCall > 0, samplesPerCall * 100 >= perSecond else {
            return StudioError(
                .rawAudioShortInterval, "\(samplesPerCall) samples per call last less than 10 ms",
                hint: "use at least \((perSecond + 99) / 100)")
        }
        guard !isStrict || samplesPerCall.isMultiple(of: channels) else {
            return StudioError(
                .rawAudioOddInterval, "\(samplesPerCall) samples per call are not whole samples of 2 channels",
                hint: "use an even number")
        }
        return nil
    }
}

/// The formats that the setters stored. A channel uses those of the time when it was joined.
package struct RawAudioFormats: Hashable, Sendable {
    private var formats: [Int: RawAudioParameters] = [:]
    private let isStrict: Bool

    package init(isStrict: Bool) {
        self.isStrict = isStrict
    }

    /// Stores the format of a point. A rejected format leaves the old one.
    package mutating func set(_ parameters: RawAudioParameters, at point: RawAudioPoints) throws(StudioError) {
        if let error = parameters.refusal(isStrict: isStrict) { throw error }
        formats[point.rawValue] = parameters
    }

    /// The stored format of a point.
    package subscript(point: RawAudioPoints) -> RawAudioParameters? { formats[point.rawValue] }

    /// The format of a point: the setter's, else the observer's, else the native one.
    ///
    /// - Parameter asked: the parameters of the observer; `nil` if it has none.
    /// - Returns: the format, and what is to be reported.
    package func resolve(
        _ point: RawAudioPoints, asked: RawAudioParameters?
    ) -> (parameters: RawAudioParameters, notes: [StudioError]) {
        if let stored = self[point] {
            guard let asked, asked != stored else { return (stored, []) }
            let note = StudioError(
                .rawAudioSetterWins,
                "\(point.name): the observer asks for \(asked.text); the setter's \(stored.text) are served")
            return (stored, [note])
        }
        guard let asked else { return (.native, []) }
        if let unusable = asked.unusable {
            let note = StudioError(unusable.rule, "\(point.name): \(unusable.message)", hint: unusable.hint)
            return (.native, [note])
        }
        guard asked.refusal(isStrict: false)?.rule == .rawAudioRate else { return (asked, []) }
        let note = StudioError(
            .rawAudioParameterRate, "\(point.name): the sample rate is \(asked.sampleRate) Hz",
            hint: "use 8000, 16000, 32000, 44100 or 48000")
        return (asked, [note])
    }
}

extension RawAudioParameters {
    /// The request to the engine.
    var request: AudioRequest {
        let format = AudioFormat(sampleRate: Int32(sampleRate), channels: Int32(channels))
        var request = AudioRequest(format, blockSamples: blockSamples)
        request.acceptsOtherRates = true
        return request
    }
}
