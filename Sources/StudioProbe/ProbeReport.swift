import StudioCore

/// What a probe measured. What could not be measured is `nil`, never a guess.
///
/// Times are in seconds on the source's time line, offsets and delays in milliseconds, positive offsets where the sound is
/// ahead of the picture.
public struct ProbeReport: Encodable, Hashable, Sendable {
    /// The file or address, without secrets.
    public let source: String
    /// The coded run; `nil` when no picture could be read.
    public internal(set) var run: Run?
    /// The pictures; `nil` without a stream of them.
    public internal(set) var pictures: Pictures?
    /// The sound; `nil` without a stream of it.
    public internal(set) var sound: Sound?
    /// How sound and picture lay to each other; `nil` unless both have marks.
    public internal(set) var sync: Sync?
    /// Range, matrix and errors of the colours; `nil` when no picture could be read.
    public internal(set) var color: Color?
    /// The streams as they are coded.
    public internal(set) var streams: [Stream] = []
    /// How late live pictures arrived; `nil` for files, and where the two ends share no clock.
    public internal(set) var delay: Delay?
    /// How long the media is by the word of its container, in seconds; `nil` where none says it, and where reading ended
    /// earlier.
    public internal(set) var declaredDuration: Double?
    /// Why reading ended before the end of the source; `nil` at its end.
    public internal(set) var interruption: String?
    /// What is wrong, whether or not a budget was set for it.
    public internal(set) var findings: [Finding] = []
    /// The budgets that were set, and what became of them.
    public internal(set) var budgets: [BudgetResult] = []

    /// The run that the pictures are from.
    public struct Run: Encodable, Hashable, Sendable {
        /// Eight hexadecimal digits.
        public let identity: String
        /// As the pictures were made, in pixels.
        public let width, height: Int
        /// Pictures a second, as they were made: `30` or `30000/1001`.
        public let rate: String
    }

    /// A picture of the run, and where it was found.
    public struct PictureEvent: Encodable, Hashable, Sendable {
        /// Its number; `nil` where it could not be read.
        public let number: UInt32?
        /// When it was shown.
        public let time: Double
        /// For a freeze, how long it stayed.
        public var duration: Double?
        /// For a damaged one, which share of the card is wrong, 0 to 1.
        public var share: Double?
        /// For a torn one, the numbers of its two parts, the older one first.
        public var torn: [UInt32]?
    }

    /// What became of the pictures.
    public struct Pictures: Encodable, Hashable, Sendable {
        /// All that arrived, with or without marks.
        public var count = 0
        /// Those whose number could be read.
        public var readable = 0
        /// The lowest and the highest number.
        public var lowest, highest: UInt32?
        /// Numbers between them that never came.
        public var missing = 0
        /// The same as ranges: first and last of each.
        public var missingNumbers: [[UInt32]] = []
        /// Pictures that had come before.
        public var repeated: [PictureEvent] = []
        /// Pictures that came behind one with a higher number.
        public var outOfOrder: [PictureEvent] = []
        /// Pictures that stayed for half a second, and for two and a half pictures, or longer.
        public var frozen: [PictureEvent] = []
        /// Pictures with wrong places on the card.
        public var damaged: [PictureEvent] = []
        /// Pictures whose marks could not be read.
        public var unreadable: [PictureEvent] = []
        /// Pictures of other runs, by identity.
        public var foreign: [String: Int] = [:]
        /// Width and height of the last picture.
        public var width = 0, height = 0
        /// How much of the card is to be seen, 0 to 1 in each direction.
        public var visibleWidth, visibleHeight: Double?
        /// Received pixels for each one that was made.
        public var scaleX, scaleY: Double?
        /// Milliseconds from picture to picture.
        public var interval: Spread?
        /// How much faster than its time stamps the run goes, in parts per million.
        public var clockError: Double?
        /// When the first and the last picture are shown.
        public var begins, ends: Double?
        /// Milliseconds from opening the source to its first picture.
        public var firstDelay: Double?
    }

    /// The smallest, the mean and the largest of something.
    public struct Spread: Encodable, Hashable, Sendable {
        /// The smallest, the mean and the largest.
        public let least, mean, most: Double

        init?(_ values: [Double]) {
            guard let least = values.min(), let most = values.max() else { return nil }
            (self.least, self.most) = (least, most)
            mean = values.reduce(0, +) / Double(values.count)
        }
    }

    /// A stretch of sound that is not as it should be.
    public struct SoundEvent: Encodable, Hashable, Sendable {
        /// What it is.
        public enum Kind: String, Encodable, Hashable, Sendable {
            /// No samples, or silent ones.
            case silent
            /// Something else, or nothing, is heard where the code should be.
            case lost
            /// The sound goes on later in the run: a part was left out.
            case skipped
            /// The sound goes on earlier in the run: a part comes again.
            case repeated
            /// Blocks of samples lie over each other.
            case overlapping
        }

        /// What it is.
        public let kind: Kind
        /// When it begins.
        public let time: Double
        /// How long it is, in milliseconds.
        public let milliseconds: Double
    }

    /// What became of the sound.
    public struct Sound: Encodable, Hashable, Sendable {
        /// Marks whose place in the run is known; 20 a second were made.
        public var marks = 0
        /// Silent, lost or skipped stretches, in the order of time.
        public var gaps: [SoundEvent] = []
        /// Repeated or overlapping stretches.
        public var overlaps: [SoundEvent] = []
        /// Samples at full scale next to another one.
        public var clippedSamples = 0
        /// How alike the first two channels are, which are made the same: 1 for that, 0 for nothing in common, −1 for
        /// inverted; `nil` for one channel.
        public var channelLikeness: Double?
        /// How loud the code is, in decibels of how loud it was made.
        public var level: Double?
        /// How much faster than its time stamps the run goes, in parts per million.
        public var clockError: Double?
        /// When it begins and ends.
        public var begins, ends: Double?
    }

    /// A value at a time.
    public struct CoursePoint: Encodable, Hashable, Sendable {
        /// When.
        public let time: Double
        /// What.
        public let value: Double
    }

    /// How sound and picture lay to each other, in milliseconds; positive when the sound is ahead.
    public struct Sync: Encodable, Hashable, Sendable {
        /// The first and the last time at which it was measured.
        public let from, to: Double
        /// Over the first second.
        public let start: Double
        /// Over the last second.
        public let end: Double
        /// Farthest from zero, over half a second.
        public let worst: Double
        /// When that was.
        public let worstTime: Double
        /// How much faster the sound runs than the pictures, in parts per million; `nil` below three seconds.
        public let drift: Double?
        /// Its standard error.
        public let driftError: Double?
        /// The offset over each half second.
        public let course: [CoursePoint]
    }

    /// What became of the colours.
    public struct Color: Encodable, Hashable, Sendable {
        /// How the samples are spread: limited, full, squeezed (made limited twice), stretched (made full twice).
        public let range: String?
        /// What the stream says of it.
        public let signalledRange: String?
        /// What players take it for: coded streams that say nothing for limited; nothing is expected of raw pictures.
        public let expectedRange: String?
        /// The matrix that explains the samples.
        public let matrix: String?
        /// What the stream says of it.
        public let signalledMatrix: String?
        /// Whether a player that believes the stream shows the right colours.
        public let isAsSignalled: Bool
        /// Mean distance from what the samples should be, in 8-bit steps.
        public let lumaError, chromaError: Double
    }

    /// A stream as it is coded.
    public struct Stream: Encodable, Hashable, Sendable {
        /// `pictures` or `sound`.
        public let kind: String
        /// `H.264`, `AAC` …
        public let codec: String
        /// `high`, `lc` …
        public var profile, level: String?
        /// In pixels.
        public var width, height: Int?
        /// Pictures a second, as the stream says.
        public var rate: String?
        /// In hertz.
        public var sampleRate: Int?
        /// How many.
        public var channels: Int?
        /// Access units.
        public let units: Int
        /// Bit/s.
        public let bitrate: Double?
        /// Seconds from key frame to key frame.
        public var keyDistance: Spread?
        /// Kilobits of each second.
        public var bitrateCourse: [CoursePoint] = []
    }

    /// How late live pictures arrived, in milliseconds after they were due.
    public struct Delay: Encodable, Hashable, Sendable {
        /// Half of the pictures came sooner.
        public let median: Double
        /// 95 of 100 came sooner.
        public let percentile95: Double
        /// The last one to come.
        public let worst: Double
        /// The longest delay of each second.
        public let course: [CoursePoint]
    }

    /// Whether the source was read from its beginning to its end; not part of the JSON form.
    var isWhole = false

    /// Milliseconds from each picture to the next; not part of the JSON form, which has their spread.
    public internal(set) var intervalCourse: [CoursePoint] = []

    private enum CodingKeys: String, CodingKey {
        case source, run, pictures, sound, sync, color, streams, delay, declaredDuration, interruption, findings,
            budgets
    }

    /// Whether anything was measured at all: a picture or a sound of a run was recognised.
    public var hasMarks: Bool { run != nil || (sound?.marks ?? 0) > 0 }

    /// Whether every budget was met.
    public var meetsBudgets: Bool { budgets.allSatisfy(\.isMet) }
}
