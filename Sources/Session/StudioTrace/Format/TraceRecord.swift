public import StudioCore

/// A line of a trace after the first one: an event with its time.
public struct TraceRecord: Hashable, Sendable {
    /// When it was recorded, on the session's clock; never before the previous record.
    public var time: MediaTime
    /// The event.
    public var event: TraceEvent

    /// Creates a record.
    public init(_ event: TraceEvent, at time: MediaTime) {
        self.time = time
        self.event = event
    }
}

/// What happened. Each case is a value of the key `event`, the fields of its value are keys beside it.
public enum TraceEvent: Hashable, Sendable {
    /// The app called the interface.
    case call(TraceCall)
    /// The interface called the app.
    case callback(TraceCallback)
    /// A part of the session changed its state.
    case state(TraceState)
    /// A command changed the meeting, the responses or the outputs.
    case command(TraceCommand)
    /// A frame was accepted.
    case video(TraceFrame)
    /// An audio block was accepted.
    case audio(TraceBlock)
    /// A call violated a rule.
    case violation(TraceViolation)
    /// Accepted media was dropped before the outputs.
    case drop(TraceDrop)
    /// An output was added, removed or changed its state.
    case output(TraceOutput)
    /// Something failed.
    case failure(TraceFailure)
    /// Information in one line.
    case note(TraceNote)
    /// The trace is complete. A trace without this record was cut off, for example by a crash.
    case end(TraceEnd)
}

/// A call of the app.
public struct TraceCall: Hashable, Sendable, Codable {
    /// The native name: `initialise`, `authenticate`, `join`, `isSupported`, `canStart`, `setDelegate`, `start`, `stop`.
    public var name: String
    /// The arguments by name; empty when there are none.
    public var arguments: [String: TraceValue]
    /// The result: a code such as `Success`, or the value of a query; `nil` when there is none.
    public var result: TraceValue?

    /// Creates a call.
    public init(_ name: String, _ arguments: [String: TraceValue] = [:], result: TraceValue? = nil) {
        self.name = name
        self.arguments = arguments
        self.result = result
    }
}

/// A callback.
public struct TraceCallback: Hashable, Sendable, Codable {
    /// The name, as in `docs/session.md`: `startAnswered`, `sendingStarted`, `meetingStatusChanged` …
    public var name: String
    /// The arguments by name.
    public var arguments: [String: TraceValue]
    /// Whether a delegate received it; `nil` when that is unknown.
    public var isReceived: Bool?

    /// Creates a callback.
    public init(_ name: String, _ arguments: [String: TraceValue] = [:], isReceived: Bool? = nil) {
        self.name = name
        self.arguments = arguments
        self.isReceived = isReceived
    }
}

/// A state.
public struct TraceState: Hashable, Sendable, Codable {
    /// The part: `session`, `inputs` or `test`.
    public var part: String
    /// The new state.
    public var state: String
    /// The cause, and other details; empty when there are none.
    public var details: [String: TraceValue]

    /// Creates a state.
    public init(_ part: String, _ state: String, _ details: [String: TraceValue] = [:]) {
        self.part = part
        self.state = state
        self.details = details
    }

    /// The test ended, and the emulation removes the delegate and leaves the meeting. Later events are not caused by the app.
    package static let testEnded = TraceState("test", "ended")
}

/// A command to the session.
public struct TraceCommand: Hashable, Sendable, Codable {
    /// The name, as in `docs/session.md`.
    public var name: String
    /// The arguments by name, without secrets.
    public var arguments: [String: TraceValue]

    /// Creates a command.
    public init(_ name: String, _ arguments: [String: TraceValue] = [:]) {
        self.name = name
        self.arguments = arguments
    }

    /// Whether the command changes outputs only.
    public var isAboutOutputs: Bool { ["addOutput", "removeOutput", "restartOutput"].contains(name) }
}

/// An accepted frame.
public struct TraceFrame: Hashable, Sendable, Codable {
    /// Width in pixels.
    public var width: Int
    /// Height in pixels.
    public var height: Int
    /// `i420-full` or `i420-limited`.
    public var format: String
    /// The frame's time stamp on the session's clock: the time of the call, without the scheduler's jitter when the
    /// producer has declared a frame rate.
    public var stamp: MediaTime
    /// The ordinal of the sending thread: 1 for the first one that sent media in this trace.
    public var thread: Int
    /// The hash of the tight planes Y, U, V; `nil` when the writer did not keep up.
    public var hash: TraceHash?
    /// Whether the frame is black; `nil` when it was not examined.
    public var isBlack: Bool?
    /// Whether the frame was dropped because the meeting was reconnecting; `nil` when it was not.
    public var isDropped: Bool?
    /// Whether a dispatch queue, an actor or a task sent it; `nil` when a thread did.
    public var isOnQueue: Bool?
    /// For how long the machine kept the sender waiting since its frame or block before; `nil` up to a millisecond.
    public var machineDelay: MediaTime?

    /// Creates a frame.
    public init(
        width: Int, height: Int, format: String, stamp: MediaTime, thread: Int, hash: TraceHash? = nil,
        isBlack: Bool? = nil, isDropped: Bool? = nil, isOnQueue: Bool? = nil,
        machineDelay: MediaTime? = nil
    ) {
        self.width = width
        self.height = height
        self.format = format
        self.stamp = stamp
        self.thread = thread
        self.hash = hash
        self.isBlack = isBlack
        self.isDropped = isDropped
        self.isOnQueue = isOnQueue
        self.machineDelay = machineDelay
    }
}

/// An accepted audio block.
public struct TraceBlock: Hashable, Sendable, Codable {
    /// Samples per second.
    public var sampleRate: Int
    /// 1 or 2.
    public var channels: Int
    /// Samples per channel.
    public var samples: Int
    /// The time stamp of the first sample on the session's clock.
    public var stamp: MediaTime
    /// The ordinal of the sending thread.
    public var thread: Int
    /// The hash of the samples; `nil` when the writer did not keep up.
    public var hash: TraceHash?
    /// Whether the block is silent; `nil` when it was not examined.
    public var isSilent: Bool?
    /// Whether the block was dropped because the meeting was reconnecting; `nil` when it was not.
    public var isDropped: Bool?
    /// Whether a dispatch queue, an actor or a task sent it; `nil` when a thread did.
    public var isOnQueue: Bool?
    /// For how long the machine kept the sender waiting since its frame or block before; `nil` up to a millisecond.
    public var machineDelay: MediaTime?

    /// Creates a block.
    public init(
        sampleRate: Int, channels: Int, samples: Int, stamp: MediaTime, thread: Int, hash: TraceHash? = nil,
        isSilent: Bool? = nil, isDropped: Bool? = nil, isOnQueue: Bool? = nil,
        machineDelay: MediaTime? = nil
    ) {
        self.sampleRate = sampleRate
        self.channels = channels
        self.samples = samples
        self.stamp = stamp
        self.thread = thread
        self.hash = hash
        self.isSilent = isSilent
        self.isDropped = isDropped
        self.isOnQueue = isOnQueue
        self.machineDelay = machineDelay
    }

    /// The duration; zero for a block without a valid rate, and for one of more than an hour.
    public var duration: MediaTime {
        guard sampleRate > 0, sampleRate <= 1_000_000, samples >= 0, samples <= sampleRate * 3600 else { return .zero }
        return MediaTime(count: Int64(samples), rate: .samples(Int32(sampleRate)))
    }
}

/// A violation of a rule.
public struct TraceViolation: Hashable, Sendable, Codable {
    /// The identifier of the rule, as in `psstudio rules`.
    public var rule: String
    /// The code that the call returned.
    public var code: String
    /// The diagnosis in one line.
    public var message: String
    /// Whether the call was rejected; otherwise it was served and only reported.
    public var isRefusal: Bool
    /// Whether the callback that ends the sending was due and had not returned; on a manual clock only.
    public var isRace: Bool?

    /// Creates a violation.
    public init(rule: String, code: String, message: String, isRefusal: Bool, isRace: Bool? = nil) {
        self.isRace = isRace
        self.rule = rule
        self.code = code
        self.message = message
        self.isRefusal = isRefusal
    }
}

/// Dropped media.
public struct TraceDrop: Hashable, Sendable, Codable {
    /// The reason of captured frames that a delegate missed, because it was busy.
    package static let lateForDelegate = "lateForDelegate"

    /// `reconnecting`, `encoderOverload`, `late` or `formatMismatch`; `lateForDelegate` for captured frames.
    public var reason: String
    /// Frames since the last record with this reason.
    public var frames: Int
    /// Audio blocks since the last record with this reason.
    public var audioBlocks: Int

    /// Creates a drop.
    public init(reason: String, frames: Int, audioBlocks: Int) {
        self.reason = reason
        self.frames = frames
        self.audioBlocks = audioBlocks
    }
}

/// An output and its state.
public struct TraceOutput: Hashable, Sendable, Codable {
    /// The number in the session.
    public var output: Int
    /// The redacted address; `nil` when it is unknown.
    public var address: String?
    /// `added`, `removed`, `split`, or a state such as `live`.
    public var state: String
    /// The cause of a failure or retry.
    public var cause: String?
    /// The message of a failure.
    public var message: String?

    /// Creates an output.
    public init(output: Int, address: String?, state: String, cause: String? = nil, message: String? = nil) {
        self.output = output
        self.address = address
        self.state = state
        self.cause = cause
        self.message = message
    }
}

/// A failure of the session.
public struct TraceFailure: Hashable, Sendable, Codable {
    /// `usage`, `contract`, `refused`, `source`, `output` or `internal`.
    public var category: String
    /// One word.
    public var code: String
    /// The violated rule, if any.
    public var rule: String?
    /// One line without secrets.
    public var message: String

    /// Creates a failure.
    public init(category: String, code: String, rule: String?, message: String) {
        self.category = category
        self.code = code
        self.rule = rule
        self.message = message
    }
}

/// Information.
public struct TraceNote: Hashable, Sendable, Codable {
    /// One line.
    public var message: String

    /// Creates a note.
    public init(message: String) {
        self.message = message
    }
}

/// The counters of a complete trace.
public struct TraceEnd: Hashable, Sendable, Codable {
    /// Media items without a hash, because the writer did not keep up.
    public var unhashed: Int
    /// Records that were lost, because the writer did not keep up.
    public var lost: Int
    /// Frames that callbacks of the app received; `nil` for none.
    public var receivedFrames: Int?
    /// Audio blocks that callbacks of the app received; `nil` for none.
    public var receivedAudioBlocks: Int?

    /// Creates the counters.
    public init(unhashed: Int, lost: Int, receivedFrames: Int? = nil, receivedAudioBlocks: Int? = nil) {
        self.unhashed = unhashed
        self.lost = lost
        self.receivedFrames = receivedFrames
        self.receivedAudioBlocks = receivedAudioBlocks
    }
}
