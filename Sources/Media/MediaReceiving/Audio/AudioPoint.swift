public import StudioCore

/// Where audio can be observed and edited.
///
/// At one instant the points are served in this order: record, before mixing by ascending user ID, playback, mixed.
public enum AudioPoint: Hashable, Sendable {
    /// The local user's microphone. Edits reach the mix.
    case record
    /// A participant's microphone or shared audio; of every participant if nil. Edits change the participant in
    /// playback.
    case beforeMixing(UserID?, TrackKind = .microphone)
    /// The sum of all participants. Edits reach the speaker, which is a reader of this point, only.
    case playback
    /// The sum of the local user and all participants. Edits reach the readers of this point only.
    case mixed
}

/// When blocks are delivered.
public enum AudioDelivery: Hashable, Sendable {
    /// All blocks; silence is zeros.
    case continuous
    /// Blocks that sound, then silence for `hangOver`, then nothing.
    case sparse(hangOver: MediaTime)
}

/// The form of the blocks that an observer gets.
public struct AudioRequest: Hashable, Sendable {
    /// The sample rate and the channels: 8000, 16000, 32000, 44100 or 48000 Hz, 1 or 2 channels.
    public var format: AudioFormat
    /// Samples per channel in each block: 1 ms to 1 s.
    public var blockSamples: Int
    /// When blocks are delivered.
    public var delivery: AudioDelivery
    /// Whether other sample rates are served too, for interfaces that cannot reject a rate.
    package var acceptsOtherRates = false
    /// Whether audio of a participant that arrives too late to be mixed is delivered when it arrives, in blocks with their
    /// own times. For readers before mixing.
    package var deliversLateAudio = false

    /// Creates a request.
    public init(_ format: AudioFormat, blockSamples: Int, delivery: AudioDelivery = .continuous) {
        self.format = format
        self.blockSamples = blockSamples
        self.delivery = delivery
    }

    /// The valid sample rates.
    public static let sampleRates: [Int32] = [8000, 16_000, 32_000, 44_100, 48_000]

    /// The rates that can be converted: a block of 1 ms has at least one sample.
    package static let otherRates: ClosedRange<Int32> = 1000...192_000

    /// The duration of a block.
    public var interval: MediaTime { MediaTime(count: Int64(blockSamples), rate: format.rate) }

    /// The error for a request that cannot be served; `nil` when it is valid.
    func refusal(at point: AudioPoint) -> StudioError? {
        if case .beforeMixing(_, let kind) = point, kind.isVideo {
            return StudioError(
                .receivingWrongKind, "\(kind.rawValue) has no audio", hint: "observe microphone or shareAudio")
        }
        let isRate =
            Self.sampleRates.contains(format.sampleRate)
            || acceptsOtherRates && Self.otherRates.contains(format.sampleRate)
        guard isRate, (1...2).contains(format.channels) else {
            return StudioError(
                .receivingAudioFormat, "the format is \(format)",
                hint: "use 8000, 16000, 32000, 44100 or 48000 Hz, and 1 or 2 channels")
        }
        let lengths = Int(format.sampleRate) / 1000...Int(format.sampleRate)
        guard lengths.contains(blockSamples) else {
            return StudioError(
                .receivingBlockLength,
                "the block has \(blockSamples) samples, expected \(lengths.lowerBound) to \(lengths.upperBound)",
                hint: "use 10 ms: \(format.sampleRate / 100) samples")
        }
        return nil
    }
}

/// What is known about a delivered block.
public struct AudioBlockDescription: Hashable, Sendable {
    /// The point.
    public let point: AudioPoint
    /// The participant, before mixing.
    public let user: UserID?
    /// The sample rate and the channels.
    public let format: AudioFormat
    /// The number of the block since the observation began, from 0; sparse delivery leaves gaps.
    public let number: Int64
    /// The time of the first sample on the observer's schedule, in the session's time.
    public let time: MediaTime
}
