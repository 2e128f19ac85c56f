package import StudioCore

/// An output of the session, as controllers see it.
package struct ShowOutput: Hashable, Sendable {
    /// What OBS takes it for.
    package enum Group: Hashable, Sendable, CaseIterable {
        /// Outputs to the network, HLS too.
        case stream
        /// Files.
        case record
        /// Everything else: it is only commanded by its name.
        case other
    }

    /// What it writes to, in the words of its name.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case file = "File"
        case hls = "HLS"
        case rtmp = "RTMP"
        case srt = "SRT"
        case udp = "UDP"
        case server = "Server"
        case pipeline = "Pipeline"
        case standardOutput = "Standard output"
        case null = "Null"

        /// - Parameter address: redacted.
        init(_ address: String) {
            if let end = address.firstRange(of: "://")?.lowerBound {
                self =
                    switch address[..<end].lowercased() {
                    case "rtmp", "rtmps": .rtmp
                    case "srt": .srt
                    case "udp": .udp
                    default: .server
                    }
            } else if address.hasPrefix("pipeline:") {
                self = .pipeline
            } else if address == "-" || address.hasSuffix(":-") {
                self = .standardOutput
            } else if address == "null:" {
                self = .null
            } else {
                self = address.lowercased().hasSuffix(".m3u8") ? .hls : .file
            }
        }

        var group: Group {
            switch self {
            case .hls, .rtmp, .srt, .udp, .server: .stream
            case .file: .record
            case .pipeline, .standardOutput, .null: .other
            }
        }

        /// The kind in `GetOutputList`. None is one of OBS, so that remotes offer a button for each output.
        var outputKind: String {
            "psstudio_" + rawValue.lowercased().map { $0 == " " ? "_" : String($0) }.joined() + "_output"
        }
    }

    /// What an output has taken, over all of its parts.
    struct Counts: Hashable, Sendable {
        /// The end of the media in the program, in milliseconds.
        var position: Int64 = 0
        var bytes: UInt64 = 0
        var skippedFrames = 0
        var totalFrames = 0

        var takenFrames: Int { totalFrames - skippedFrames }
    }

    package let number: Int
    package let kind: Kind
    /// Redacted. That of the latest part: a file that was started again has another name.
    package internal(set) var address: String
    package internal(set) var state: OutputPhase
    /// Whether it was removed. It may still write its end.
    package internal(set) var isRemoved = false

    /// Whether a start was performed that no event has reported. A stream waits for the end of its former connection.
    private(set) var isStartPending = false
    /// Whether the session has reported that it writes the end of the present part.
    private(set) var isEndReported = false
    /// Whether the present part has taken media, or was ready for it.
    private var wasLive = false
    /// The same of the part before it.
    private var formerWasLive = false
    /// What has become of the file that has ended last.
    private(set) var lastFile: RecordedFile?

    // As of the latest snapshot.
    package internal(set) var congestion = 0.0
    private var counts = Counts()
    /// The counts when it was started the last time; `nil` until the snapshot behind that start.
    private var start: Counts? = Counts()
    /// Where the media since that start begins in the program; `nil` until it is known.
    private var beginning: Int64?

    init(_ number: Int, _ address: String, _ state: OutputPhase = .waiting) {
        (self.number, self.address, self.state) = (number, address, state)
        kind = Kind(address)
        wasLive = state.takesMedia
    }

    /// The name for controllers: unique, and the same until the session ends.
    package var name: String { "\(kind.rawValue) \(number)" }

    var group: Group { kind.group }

    /// Whether it can be stopped.
    package var isRunning: Bool { state.isRunning || isStartPending }

    /// Whether OBS would call it active: it takes media, or did before it lost its connection.
    package var isActive: Bool { state == .live || state == .stalled || state == .retrying }

    package var isReconnecting: Bool { state == .retrying }

    /// Whether its file is open, and nothing has ended it.
    var isOpen: Bool { state == .live || state == .stalled }

    // MARK: States

    /// Applies a state that the session reports.
    ///
    /// - Parameters:
    ///   - cause: the cause of a failure.
    ///   - message: its message.
    mutating func change(to next: OutputPhase, cause: String? = nil, message: String? = nil) {
        if next.isRunning, !state.isRunning {
            (start, beginning) = (nil, nil)
            (formerWasLive, wasLive) = (wasLive, false)
        }
        wasLive = wasLive || next.takesMedia
        (state, isStartPending, isEndReported) = (next, false, next == .finishing)
        guard next.isOver else { return }
        lastFile = RecordedFile(
            address, next, cause: cause, message: message, wasLive: wasLive, hasMedia: hasMedia)
    }

    /// A former part has ended.
    mutating func endFormer(_ address: String, as phase: OutputPhase, cause: String?, message: String?) {
        lastFile = RecordedFile(
            address, phase, cause: cause, message: message, wasLive: formerWasLive, hasMedia: true)
    }

    /// It goes on in another file.
    mutating func split(into address: String) {
        (self.address, state, wasLive, formerWasLive) = (address, .live, true, true)
    }

    /// Whether media since the start is known.
    private var hasMedia: Bool {
        start.map { counts.bytes > $0.bytes || counts.takenFrames > $0.takenFrames } ?? false
    }

    /// The session has performed a start.
    ///
    /// - Parameter address: that of the part, if it is known.
    mutating func noteStart(at address: String? = nil) {
        isStartPending = !state.isRunning
        if isStartPending, let address { self.address = address }
    }

    /// The session has performed a stop: it cannot be stopped again, and can be started.
    mutating func noteStop() {
        if isRunning { (state, isStartPending, isEndReported) = (.finishing, false, false) }
    }

    /// The start that was performed has failed already.
    mutating func noteFailedStart() { isStartPending = false }

    // MARK: Counts since the start

    /// An output that begins before this many milliseconds began with the program.
    private static let latestFirstBeginning: Int64 = 200

    /// Whether a snapshot is needed to know what was taken since the start.
    var needsCounts: Bool { start == nil || (state == .live && beginning == nil) }

    /// Applies the counts of a snapshot.
    ///
    /// - Parameter rate: the frames per second of the program.
    mutating func count(_ counts: Counts, rate: Double) {
        self.counts = counts
        guard let start else { return self.start = counts }
        guard beginning == nil, counts.position > start.position else { return }
        // The snapshot comes after the first frames.
        let frames = Double(max(0, counts.takenFrames - start.takenFrames - 1))
        let first = max(start.position, counts.position - Int64(frames * 1000 / rate))
        beginning = start.position == 0 && first < Self.latestFirstBeginning ? 0 : first
    }

    /// What was taken before now does not count: how often the output was started is not known.
    mutating func forgetCounts() { start = nil }

    /// The milliseconds since the start; 0 for an output that is not active, as in OBS. So are the counts.
    package var duration: Int64 {
        guard isActive, let beginning else { return 0 }
        return max(0, counts.position - beginning)
    }

    package var bytes: UInt64 { since { $0.bytes } }
    package var skippedFrames: Int { since { $0.skippedFrames } }
    package var totalFrames: Int { since { $0.totalFrames } }

    private func since<Count: FixedWidthInteger>(_ count: (Counts) -> Count) -> Count {
        guard isActive, let start, count(counts) > count(start) else { return 0 }
        return count(counts) - count(start)
    }
}

extension OutputPhase {
    /// Whether an output can be stopped.
    var isRunning: Bool { !isOver && self != .finishing }

    /// Whether an output is open.
    fileprivate var takesMedia: Bool { self == .live || self == .stalled || self == .finishing }
}
