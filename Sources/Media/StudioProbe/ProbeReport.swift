public import StudioCore

/// The measurements of a probe. A value that could not be measured is `nil`, and `null` in JSON.
///
/// Times are in seconds on the source's time line. Offsets and delays are in milliseconds; offsets are positive when
/// audio is ahead of video.
public struct ProbeReport: Encodable, Hashable, Sendable {
    /// The file or address, without secrets.
    public let source: String
    /// The coded session; `nil` when no frame was readable.
    @Nullable public internal(set) var session: Session? = nil
    /// The video; `nil` without a video stream.
    @Nullable public internal(set) var video: Video? = nil
    /// The audio; `nil` without an audio stream.
    @Nullable public internal(set) var audio: Audio? = nil
    /// The parts of media that consists of several: each session, and each start of its numbers, is one. `nil`, and missing in
    /// JSON, for one part. The other values then compare all frames with the first session.
    public internal(set) var parts: [Part]?
    /// The stretches of at least half a second whose frames have no marks, between or inside of parts: a slate.
    public internal(set) var unmarked: [Stretch]?
    /// The A/V offset; `nil` unless both streams have marks.
    @Nullable public internal(set) var sync: Sync? = nil
    /// Range, matrix and errors of the colours; `nil` when no frame was readable.
    @Nullable public internal(set) var color: Color? = nil
    /// The coded streams.
    public internal(set) var streams: [Stream] = []
    /// The delay of live frames; `nil` for files, and when sender and receiver share no clock.
    @Nullable public internal(set) var delay: Delay? = nil
    /// The duration in the container, in seconds; `nil` when it declares none, or when reading ended earlier.
    @Nullable public internal(set) var declaredDuration: Double? = nil
    /// Why reading ended before the end of the source; `nil` at its end.
    @Nullable public internal(set) var interruption: String? = nil
    /// The faults, with or without a budget.
    public internal(set) var findings: [Finding] = []
    /// The results of the budgets.
    public internal(set) var budgets: [ProbeBudget.Result] = []

    /// The session that sent the frames.
    public struct Session: Encodable, Hashable, Sendable {
        /// Eight hexadecimal digits.
        public let identity: String
        /// The frame size as sent, in pixels.
        public let width, height: Int
        /// The frame rate as sent: `30` or `30000/1001`.
        public let rate: String
    }

    /// A frame with its time.
    public struct FrameEvent: Encodable, Hashable, Sendable {
        /// Its number; `nil` when unreadable.
        @Nullable public internal(set) var number: UInt32? = nil
        /// Its presentation time.
        public let time: Double
        /// For a freeze, its duration.
        @Nullable public var duration: Double? = nil
        /// For a damaged frame, the wrong share of the card, 0 to 1.
        @Nullable public var share: Double? = nil
        /// For a torn frame, the numbers of its two parts, the older one first.
        @Nullable public var torn: [UInt32]? = nil
    }

    /// The received video.
    public struct Video: Encodable, Hashable, Sendable {
        /// All received frames, with or without marks.
        public var count = 0
        /// Frames with a readable number.
        public var readable = 0
        /// The lowest number.
        @Nullable public var lowest: UInt32? = nil
        /// The highest number.
        @Nullable public var highest: UInt32? = nil
        /// The number of missing frames between them.
        public var missing = 0
        /// The missing numbers as ranges: first and last of each.
        public var missingNumbers: [[UInt32]] = []
        /// Frames that had arrived before.
        public var repeated: [FrameEvent] = []
        /// Frames that arrived after one with a higher number.
        public var outOfOrder: [FrameEvent] = []
        /// Frames that were shown for at least half a second and at least two and a half frame durations.
        public var frozen: [FrameEvent] = []
        /// Frames whose card is partly wrong.
        public var damaged: [FrameEvent] = []
        /// Frames with unreadable marks.
        public var unreadable: [FrameEvent] = []
        /// Frames of other sessions, by identity.
        public var foreign: [String: Int] = [:]
        /// The size of the last frame.
        public var width = 0, height = 0
        /// The visible share of the card's width, 0 to 1.
        @Nullable public var visibleWidth: Double? = nil
        /// The visible share of the card's height, 0 to 1.
        @Nullable public var visibleHeight: Double? = nil
        /// The received width divided by the width as sent.
        @Nullable public var scaleX: Double? = nil
        /// The received height divided by the height as sent.
        @Nullable public var scaleY: Double? = nil
        /// The frame interval in milliseconds.
        @Nullable public var interval: Spread? = nil
        /// The drift of the session against its time stamps, in parts per million; positive when the session is faster.
        @Nullable public var clockError: Double? = nil
        /// The presentation time of the first frame.
        @Nullable public var begins: Double? = nil
        /// The presentation time of the last frame.
        @Nullable public var ends: Double? = nil
        /// Milliseconds from opening the source to its first frame.
        @Nullable public var firstDelay: Double? = nil
    }

    /// Minimum, mean and maximum.
    public struct Spread: Encodable, Hashable, Sendable {
        /// Minimum, mean and maximum.
        public let minimum, mean, maximum: Double

        init?(_ values: [Double]) {
            guard let minimum = values.min(), let maximum = values.max() else { return nil }
            (self.minimum, self.maximum) = (minimum, maximum)
            mean = values.reduce(0, +) / Double(values.count)
        }
    }

    /// A fault in the audio.
    public struct AudioEvent: Encodable, Hashable, Sendable {
        /// The type of fault.
        public enum Kind: String, Encodable, Hashable, Sendable {
            /// No samples, or silent ones.
            case silent
            /// The samples are not the code.
            case lost
            /// A part of the session's audio was skipped.
            case skipped
            /// A part of the session's audio is repeated.
            case repeated
            /// Blocks of samples overlap.
            case overlapping
        }

        /// The type of fault.
        public let kind: Kind
        /// Its start.
        public let time: Double
        /// Its duration in milliseconds.
        public let milliseconds: Double
    }

    /// The received audio.
    public struct Audio: Encodable, Hashable, Sendable {
        /// Marks with a known position in the session. The sender sends 20 per second.
        public var marks = 0
        /// Silent, lost or skipped ranges, in order of time.
        public var gaps: [AudioEvent] = []
        /// Repeated or overlapping ranges.
        public var overlaps: [AudioEvent] = []
        /// Full-scale samples next to another full-scale sample.
        public var clippedSamples = 0
        /// The correlation of the first two channels, which are sent identical: 1 for identical, 0 for unrelated, −1
        /// for inverted; `nil` for one channel.
        @Nullable public var channelCorrelation: Double? = nil
        /// The level of the code relative to the level as sent, in decibels.
        @Nullable public var level: Double? = nil
        /// The drift of the session against its time stamps, in parts per million; positive when the session is faster.
        @Nullable public var clockError: Double? = nil
        /// The start.
        @Nullable public var begins: Double? = nil
        /// The end.
        @Nullable public var ends: Double? = nil
    }

    /// A value at a time.
    public struct TimeSeriesPoint: Encodable, Hashable, Sendable {
        /// The time.
        public let time: Double
        /// The value.
        public let value: Double
    }

    /// The A/V offset in milliseconds; positive when audio is ahead.
    public struct Sync: Encodable, Hashable, Sendable {
        /// The first and the last measured time.
        public let from, to: Double
        /// The median over the first second.
        public let start: Double
        /// The median over the last second.
        public let end: Double
        /// The offset farthest from zero, over half a second.
        public let worst: Double
        /// The time of the worst offset.
        public let worstTime: Double
        /// The drift of audio against video in parts per million; `nil` below three seconds.
        @Nullable public internal(set) var drift: Double? = nil
        /// Its standard error.
        @Nullable public internal(set) var driftError: Double? = nil
        /// The offset over each half second.
        public let timeSeries: [TimeSeriesPoint]
    }

    /// The received colours.
    public struct Color: Encodable, Hashable, Sendable {
        /// The range of the samples: limited, full, squeezed (converted to limited twice), stretched (converted to full
        /// twice).
        @Nullable public internal(set) var range: String? = nil
        /// The signalled range.
        @Nullable public internal(set) var signalledRange: String? = nil
        /// The range that players assume. Coded streams without a signalled range are limited; nothing is assumed for
        /// raw video.
        @Nullable public internal(set) var expectedRange: String? = nil
        /// The matrix that matches the samples.
        @Nullable public internal(set) var matrix: String? = nil
        /// The signalled matrix.
        @Nullable public internal(set) var signalledMatrix: String? = nil
        /// Whether players that trust the stream show correct colours.
        public let isAsSignalled: Bool
        /// The mean error in 8-bit steps.
        public let lumaError, chromaError: Double
    }

    /// A coded stream.
    public struct Stream: Encodable, Hashable, Sendable {
        /// `video` or `audio`.
        public let kind: String
        /// `H.264`, `AAC` …
        public let codec: String
        /// `high`, `lc` …
        @Nullable public var profile: String? = nil
        /// `4.1` …
        @Nullable public var level: String? = nil
        /// In pixels.
        @Nullable public var width: Int? = nil
        /// In pixels.
        @Nullable public var height: Int? = nil
        /// Frames per second, from the stream.
        @Nullable public var rate: String? = nil
        /// In hertz.
        @Nullable public var sampleRate: Int? = nil
        /// The number of channels.
        @Nullable public var channels: Int? = nil
        /// The number of access units.
        public let units: Int
        /// In bit/s.
        @Nullable public internal(set) var bitrate: Double? = nil
        /// The interval between key frames in seconds.
        @Nullable public var keyFrameInterval: Spread? = nil
        /// The bitrate of each second in kbit/s.
        public var bitrateTimeSeries: [TimeSeriesPoint] = []
    }

    /// The delay of live frames, in milliseconds after they were due.
    public struct Delay: Encodable, Hashable, Sendable {
        /// The median.
        public let median: Double
        /// The 95th percentile.
        public let percentile95: Double
        /// The maximum.
        public let worst: Double
        /// The longest delay of each second.
        public let timeSeries: [TimeSeriesPoint]
    }

    /// Whether the source was read from its beginning to its end. Not part of the JSON form.
    var isWhole = false

    /// The frame intervals in milliseconds. Not part of the JSON form, which has their spread.
    public internal(set) var intervalTimeSeries: [TimeSeriesPoint] = []

    private enum CodingKeys: String, CodingKey {
        case source, session, video, audio, parts, unmarked, sync, color, streams, delay, declaredDuration,
            interruption, findings,
            budgets
    }

    /// Whether a coded frame or coded audio was recognised.
    public var hasMarks: Bool { session != nil || (audio?.marks ?? 0) > 0 }

    /// Whether every budget was met.
    public var meetsBudgets: Bool { budgets.allSatisfy(\.isMet) }
}
