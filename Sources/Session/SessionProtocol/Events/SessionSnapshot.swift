public import StudioCore

/// The state of a session; `--json` prints the last snapshot.
public struct SessionSnapshot: Hashable, Sendable, Codable {
    /// The version of the coded form.
    public static let currentSchema = 1

    /// The counts of one media type before the outputs.
    public struct Media: Hashable, Sendable, Codable {
        /// Units that met the contract.
        public var accepted = 0
        /// Rejected units.
        public var refused = 0
        /// Accepted units that were dropped before the outputs, for any reason. The others were offered to the outputs.
        public var dropped = 0
        /// Seconds since the last accepted unit; `nil` before the first one.
        @Nullable public var secondsSinceLast: Double?

        package init() {}
    }

    /// The form of the program, from its start.
    public struct Program: Hashable, Sendable, Codable {
        /// The declared width in pixels.
        public var width: Int32
        /// The declared height in pixels.
        public var height: Int32
        /// Frames per second; `nil` where the app decides.
        @Nullable public var frameRate: Double?
        /// Whether audio is sent.
        public var hasAudio: Bool
        /// Whether it comes from sources of the session, which a slate can replace.
        public var hasSlate: Bool

        package init(width: Int32, height: Int32, frameRate: Double?, hasAudio: Bool, hasSlate: Bool) {
            (self.width, self.height, self.frameRate) = (width, height, frameRate)
            (self.hasAudio, self.hasSlate) = (hasAudio, hasSlate)
        }
    }

    /// The audio of the program, as it is encoded.
    public struct ProgramAudio: Hashable, Sendable, Codable {
        /// The volume as a factor of the amplitude; 1 leaves the audio as it is.
        public var volumeFactor = 1.0
        /// Whether the program is silent.
        public var isMuted = false

        package init(volumeFactor: Double = 1, isMuted: Bool = false) {
            (self.volumeFactor, self.isMuted) = (volumeFactor, isMuted)
        }
    }

    /// A wait for a pipe.
    public struct Wait: Hashable, Sendable, Codable {
        /// What the pipe carries: `video` or `audio`.
        public let media: String
        /// The name of the pipe.
        public let name: String
        /// How long the wait has lasted, in seconds.
        public let seconds: Double

        package init(media: String, name: String, seconds: Double) {
            (self.media, self.name, self.seconds) = (media, name, seconds)
        }
    }

    /// A violated rule and its count.
    public struct Violation: Hashable, Sendable, Codable {
        /// The rule's identifier.
        public let rule: String
        /// The code that the call returned.
        public let code: String
        /// The number of violations.
        public let count: Int
        /// The diagnosis of the first violation.
        public let message: String

        package init(rule: String, code: String, count: Int, message: String) {
            (self.rule, self.code, self.count, self.message) = (rule, code, count, message)
        }
    }

    /// The first failure.
    public struct Failure: Hashable, Sendable, Codable {
        /// The violated rule, if any.
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
    /// A unique identifier.
    public var sessionId = ""
    /// The seed of delays and jitter.
    public var seed: UInt64 = 0
    /// The state.
    public var state = SessionState.idle
    /// Why it stopped; `nil` before.
    @Nullable public var stopReason: StopReason?
    /// The first failure.
    @Nullable public var error: Failure?
    /// Frames.
    public var video = Media()
    /// Audio blocks.
    public var audio = Media()
    /// The media dropped before the outputs, by reason.
    public var drops: [String: Int] = [:]
    /// Frames that the encoder has got, repeated ones included; 0 when no output needs it.
    public var encodedFrames = 0
    /// Repeated frames that replace missing ones.
    public var repeatedFrames = 0
    /// Repeated frames that were not encoded, because the encoder was behind. The last frame was shown longer.
    public var omittedRepeats = 0
    /// How often the inputs or the machine were late by more than 40 ms, so that the rest of the session was delayed.
    public var delays = 0
    /// How often a silent audio pipe was replaced by silence.
    public var audioPipeSilences = 0
    /// The pipes that have delivered nothing for two seconds or longer.
    public var waitingFor: [Wait] = []
    /// Sources that were put on air after the first one.
    public var sourceChanges = 0
    /// Slates that were put on air.
    public var slates = 0
    /// Frames of slates.
    public var slateFrames = 0
    /// Whether a slate is on air.
    public var isSlateOnAir = false
    /// Why a slate is on air, in the words of the event `slateShown`; `nil` for the source.
    @Nullable public var slateReason: String?
    /// Frames of sources that were not sent, because a later one was due in the same interval of the frame rate.
    public var skippedSourceFrames = 0
    /// How often a frame of a source was sent again, because none was due in an interval of the frame rate.
    public var repeatedSourceFrames = 0
    /// Silence that replaces missing audio.
    public var silenceMilliseconds = 0
    /// Audio that was trimmed because the track had passed it.
    public var trimmedMilliseconds = 0
    /// The form of the program; `nil` before its start.
    @Nullable public var program: Program?
    /// The volume of the program's audio, behind the accepted audio.
    public var programAudio = ProgramAudio()
    /// The status of the meeting, in the words of the event `meetingStatusChanged`; `nil` without a meeting.
    @Nullable public var meetingStatus: String?
    /// Whether the local user is in a breakout room.
    @Nullable public var isInBreakoutRoom: Bool?
    /// Whether only hosts and co-hosts may share.
    @Nullable public var isShareLocked: Bool?
    /// Whether the host has permitted the local user to record.
    @Nullable public var isRecordingPermitted: Bool?
    /// The violated rules.
    public var violations: [Violation] = []
    /// The outputs, with the latest hundred of the removed ones.
    public var outputs: [SessionOutput] = []

    /// The snapshot of a session that has not started.
    public init() {}
}

/// An output, with the names that OBS uses.
public struct SessionOutput: Hashable, Sendable, Codable {
    /// Its number in the session.
    public let output: Int
    /// Its address, redacted.
    public let destination: String
    /// The number of its present part, from 1: each start, and each split of a file, begins another one. The state is that of the
    /// present part, the counts are those of all.
    public package(set) var part = 1
    /// One word, for example `live` or `finished`.
    public let state: String
    /// Whether it was removed: it finishes, or has finished, and has no further use.
    public package(set) var isRemoved = false
    /// Whether the peer takes media.
    public package(set) var outputActive = false
    /// Whether it waits for the next attempt.
    public package(set) var outputReconnecting = false
    /// The end of the media taken, as `HH:MM:SS.mmm`.
    public package(set) var outputTimecode = ""
    /// The end of the media taken in milliseconds.
    public package(set) var outputDuration: Int64 = 0
    /// The fill level of the queue, 0 to 1.
    public package(set) var outputCongestion = 0.0
    /// The duration of the media in the queue in milliseconds.
    public package(set) var outputQueueDuration: Int64 = 0
    /// The bytes taken.
    public package(set) var outputBytes: UInt64 = 0
    /// The bitrate over the last four seconds in kbit/s; 0 at the end.
    public package(set) var outputBitrate = 0
    /// Lost frames.
    public package(set) var outputSkippedFrames = 0
    /// Offered frames.
    public package(set) var outputTotalFrames = 0
    /// Lost audio blocks.
    public package(set) var outputSkippedAudio = 0
    /// Offered audio blocks.
    public package(set) var outputTotalAudio = 0
    /// The frames among `outputSkippedFrames` that were due before the output started: it starts at a key frame.
    public package(set) var framesBeforeStart = 0
    /// The audio blocks among `outputSkippedAudio` that were due before the output started.
    public package(set) var audioBeforeStart = 0
    /// The number of reconnections that became live.
    public package(set) var reconnects = 0
    /// How often the output failed or lost its connection, by cause.
    public package(set) var failures: [String: Int] = [:]
    /// The number of the next attempt to connect; `nil` when none is planned.
    @Nullable public var attempt: Int?
    /// The seconds until then.
    @Nullable public var secondsToAttempt: Double?
    /// The bytes that are free on the disk of a recording; `nil` for an output that does not write a regular file, and when it does
    /// not write.
    @Nullable public var diskFreeBytes: UInt64?
    /// The seconds until that disk is full, or has only what `--min-free` leaves free, at the present bitrate of all recordings there;
    /// `nil` for an output that needs no further space, and while nothing is written.
    @Nullable public var diskSecondsLeft: Double?
    /// The packets sent; `nil` for an output without packet statistics.
    @Nullable public var packetsSent: UInt64?
    /// The packets that the network or the sender dropped for good.
    @Nullable public var packetsLost: UInt64?
    /// The packets that were sent again.
    @Nullable public var packetsRetransmitted: UInt64?
    /// The time from a packet to its acknowledgement in milliseconds.
    @Nullable public var roundTripTime: Double?
    /// The cause of the failure or retry.
    @Nullable public var cause: String?
    /// The message of the failure.
    @Nullable public var message: String?

    /// The state of its present part; `nil` for one of a later version.
    package var phase: OutputPhase? { OutputPhase(rawValue: state) }

    /// The frames that were lost after the output had started.
    package var lostFrames: Int { max(0, outputSkippedFrames - framesBeforeStart) }

    /// An output that has taken no media yet.
    package init(_ output: Int, _ destination: String, state: String) {
        (self.output, self.destination, self.state) = (output, destination, state)
    }
}
