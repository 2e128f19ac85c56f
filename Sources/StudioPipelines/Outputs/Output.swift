public import StudioCore

/// One place that the media goes to, with its own queue and its own fate.
public protocol Output: AnyObject, Sendable {
    /// Where it writes to.
    var destination: Destination { get }
    /// How it is going.
    var status: OutputStatus { get }
    /// Whether a unit that came now would be taken without dropping any; always true for one that never holds up others.
    var hasRoom: Bool { get }
    /// Opens it.
    func begin()
    /// Waits until it takes media or has failed, at most `seconds`.
    func waitUntilReady(seconds: Double)
    /// Asks it to write its end.
    func finish()
    /// Waits until it is over, at most `seconds`; false when it is not.
    func waitUntilOver(seconds: Double) -> Bool
    /// Calls `body` on a thread of the output whenever its state changes.
    func onStateChange(_ body: @escaping @Sendable (OutputStatus) -> Void)
}

/// How an output is going, in the names that OBS users know.
public struct OutputStatus: Hashable, Sendable {
    /// Where an output stands.
    public enum State: Hashable, Sendable {
        /// Not begun.
        case waiting
        /// Being opened.
        case connecting
        /// Its media is being taken.
        case live
        /// Media waits, and none was taken for two seconds.
        case stalled
        /// It was lost; attempt number `attempt` comes at a time of the machine's monotonic clock since it began.
        case retrying(attempt: Int, at: MediaTime, OutputFailure)
        /// Its end is being written.
        case finishing
        /// It is complete.
        case finished
        /// It gave up.
        case failed(OutputFailure)

        /// Whether nothing more will happen.
        public var isOver: Bool {
            switch self {
            case .finished, .failed: true
            case .waiting, .connecting, .live, .stalled, .retrying, .finishing: false
            }
        }

        /// One word.
        public var name: String {
            switch self {
            case .waiting: "waiting"
            case .connecting: "connecting"
            case .live: "live"
            case .stalled: "stalled"
            case .retrying: "retrying"
            case .finishing: "finishing"
            case .finished: "finished"
            case .failed: "failed"
            }
        }
    }

    /// Where it stands.
    public var state: State
    /// Bytes that were taken, over all connections.
    public var bytes: UInt64 = 0
    /// Pictures that were offered to it.
    public var totalFrames = 0
    /// Frames that it lost: because its queue was full, it was not connected, or its connection ended before the peer took them.
    public var skippedFrames = 0
    /// Encoded blocks of audio that were offered to it.
    public var totalAudioBlocks = 0
    /// Encoded blocks of audio that it lost.
    public var skippedAudioBlocks = 0
    /// How often it was live again after a loss.
    public var reconnects = 0
    /// How full its queue is, 0 to 1.
    public var congestion = 0.0
    /// The end of what was taken, on the programme's time line.
    public var position = MediaTime.zero

    init(_ state: State) {
        self.state = state
    }

    /// The failure, where there is one.
    public var failure: OutputFailure? {
        switch state {
        case .failed(let failure), .retrying(_, _, let failure): failure
        case .waiting, .connecting, .live, .stalled, .finishing, .finished: nil
        }
    }
}

/// What outputs do about losses.
public enum OutputPolicy {
    /// At the end, an output is given up when its peer takes no byte for this long.
    public static let defaultFinishTimeout = OutputStateMachine.Policy.defaultFinishTimeout

    /// Seconds before attempt 1, 2, 3 … after a loss: 1, 2, 4, 8, then always 8.
    public static func delay(beforeAttempt attempt: Int) -> Double {
        OutputStateMachine.delay(beforeAttempt: attempt).seconds
    }
}
