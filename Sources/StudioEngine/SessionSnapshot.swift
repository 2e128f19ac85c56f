import MediaOutputs
import ProductionStudio
import StudioCore

/// How a session is going; `--json` prints the last one.
public struct SessionSnapshot: Hashable, Sendable, Codable {
    /// The version of the coded form.
    public static let currentSchema = 1

    /// What happened to one kind of media before the outputs.
    public struct Media: Hashable, Sendable, Codable {
        /// Units that met the contract.
        public var accepted = 0
        /// Units that were rejected, with a code.
        public var refused = 0
        /// Accepted units that were dropped.
        public var dropped = 0
    }

    /// A rule that was broken, and how often.
    public struct Violation: Hashable, Sendable, Codable {
        /// The rule's identifier.
        public let rule: String
        /// The code that the call returned.
        public let code: String
        /// How often it happened.
        public let count: Int
        /// The diagnosis of the first time.
        public let message: String
    }

    /// The first failure.
    public struct Failure: Hashable, Sendable, Codable {
        /// The rule behind it, where there is one.
        @Nullable public var rule: String?
        /// One line.
        public let message: String

        package init(rule: String?, message: String) {
            self.rule = rule
            self.message = message
        }
    }

    /// The version of the coded form.
    public var schema = Self.currentSchema
    /// A number that no other session has.
    public var sessionId = ""
    /// The seed of delays and jitter.
    public var seed: UInt64 = 0
    /// Where it stands.
    public var state = SessionState.idle
    /// Why it stopped; `nil` while it goes on.
    @Nullable public var stopReason: StopReason?
    /// The first failure.
    @Nullable public var error: Failure?
    /// Frames.
    public var video = Media()
    /// Blocks of audio.
    public var audio = Media()
    /// Why accepted media was dropped before the outputs, and how much.
    public var drops: [String: Int] = [:]
    /// Frames that were repeated because none came.
    public var repeatedFrames = 0
    /// How often the inputs or the machine were late by more than 40 ms, so that the rest of the session was moved.
    public var delays = 0
    /// How often the audio pipe delivered nothing and was replaced by silence.
    public var audioPipeSilences = 0
    /// Silence that stands for missing audio.
    public var silenceMilliseconds = 0
    /// Audio that was trimmed because the track was past it.
    public var cutMilliseconds = 0
    /// Rules that were broken.
    public var violations: [Violation] = []
    /// The outputs, removed ones included.
    public var outputs: [SessionOutput] = []

    /// Of a session that has not begun.
    public init() {}
}

/// An output, in the names that OBS uses.
public struct SessionOutput: Hashable, Sendable, Codable {
    /// Its number in the session.
    public let output: Int
    /// Where it sends to, redacted.
    public let destination: String
    /// One word: `live`, `finished`.
    public let state: String
    /// Whether media is being taken.
    public let outputActive: Bool
    /// Whether it waits for the next attempt.
    public let outputReconnecting: Bool
    /// The end of what was taken, as `HH:MM:SS.mmm`.
    public let outputTimecode: String
    /// The same in milliseconds.
    public let outputDuration: Int64
    /// How full its queue is, 0 to 1.
    public let outputCongestion: Double
    /// Bytes that were taken.
    public let outputBytes: UInt64
    /// Frames that it lost.
    public let outputSkippedFrames: Int
    /// Frames that it was offered.
    public let outputTotalFrames: Int
    /// Blocks of audio that it lost.
    public let outputSkippedAudio: Int
    /// Blocks of audio that it was offered.
    public let outputTotalAudio: Int
    /// How often it was live again after a loss.
    public let reconnects: Int
    /// Why it failed, or is retried.
    @Nullable public var cause: String?
    /// The same in one line.
    @Nullable public var message: String?

    init(_ number: Int, _ address: OutputAddress, _ status: OutputStatus) {
        output = number
        destination = address.description
        state = status.state.name
        outputActive = status.state == .live || status.state == .stalled
        if case .retrying = status.state { outputReconnecting = true } else { outputReconnecting = false }
        outputTimecode = status.position.timecode
        outputDuration = status.position.nanoseconds / 1_000_000
        outputCongestion = status.congestion
        outputBytes = status.bytes
        outputSkippedFrames = status.skippedFrames
        outputTotalFrames = status.totalFrames
        outputSkippedAudio = status.skippedAudioBlocks
        outputTotalAudio = status.totalAudioBlocks
        reconnects = status.reconnects
        cause = status.failure?.cause.rawValue
        message = status.failure?.message
    }
}
