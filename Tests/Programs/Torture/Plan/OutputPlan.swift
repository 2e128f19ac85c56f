/// One output of a session with its peer.
enum OutputPlan: Hashable, Sendable {
    case file(Container)
    /// The file with the default name: no `--out`.
    case defaultFile
    /// A FIFO instead of a file.
    case fifo(Container, ReaderPlan)
    case standardOutput(StreamForm, Carrier, ReaderPlan)
    case rtmp(ServerPlan, KeyPlan)
    /// A folder with a complete playlist.
    case hls
    /// Datagrams to a receiver, or to a port without one.
    case udp(hasReceiver: Bool)
    /// Connects to a listener.
    case srtCaller(SRTPeerPlan)
    /// Waits for these callers.
    case srtListener([SRTPeerPlan])
    /// A link to `/dev/full`.
    case fullDevice(Container)
    /// A file on a file system of this many KiB.
    case smallDisk(Container, kibibytes: Int)
    case null
    /// A form of the registry that has no other case, at its address for tests.
    case other(String)

    enum Container: String, Hashable, Sendable, CaseIterable {
        case mp4, mkv, flv, ts
    }

    /// The format on standard output.
    enum StreamForm: String, Hashable, Sendable, CaseIterable {
        case y4m = "-"
        case matroska = "mkv:-"
        case transportStream = "ts:-"
    }

    /// The type of standard output.
    enum Carrier: String, Hashable, Sendable, CaseIterable {
        case pipe, nonBlockingPipe, socket, file
    }

    /// The source of the stream key.
    enum KeyPlan: String, Hashable, Sendable, CaseIterable {
        case address, userInfoAndQuery, file, variable
    }

    var usesStandardOutput: Bool {
        if case .standardOutput = self { true } else { false }
    }

    /// Whether it connects to a peer that must answer.
    var isServer: Bool {
        switch self {
        case .rtmp, .srtCaller: true
        default: false
        }
    }

    /// Its SRT peers.
    var srtPeers: [SRTPeerPlan] {
        switch self {
        case .srtCaller(let peer): [peer]
        case .srtListener(let peers): peers
        default: []
        }
    }

    /// Its reader, if any.
    var reader: ReaderPlan? {
        switch self {
        case .fifo(_, let reader), .standardOutput(_, _, let reader): reader
        default: nil
        }
    }

    /// Its server's behaviour, if any.
    var server: ServerPlan? {
        if case .rtmp(let server, _) = self { server } else { nil }
    }
}

/// The behaviour of a pipe's reader.
enum ReaderPlan: Hashable, Sendable {
    case fast
    /// Reads this many bytes per second.
    case slow(bytesPerSecond: Int)
    /// Stops reading for a while, then continues.
    case stalling(atByte: Int, milliseconds: Int)
    /// Closes its end.
    case dying(atByte: Int)
    /// Opens a FIFO with a delay.
    case late(milliseconds: Int)
    /// Never opens a FIFO, never reads from a pipe.
    case never
}

/// The behaviour of an SRT peer: a listener, or one of the callers of a listener.
enum SRTPeerPlan: Hashable, Sendable {
    case receiving
    /// There is none.
    case absent
    /// Receives and never answers.
    case silent
    /// Is suspended after this many bytes.
    case suspended(afterBytes: Int)
    /// Is killed after this many bytes.
    case killed(afterBytes: Int)
    /// Answers, but takes no media after this many bytes.
    case withholding(afterBytes: Int)
    /// Has a slow network.
    case slow(bytesPerSecond: Int)
}

/// The behaviour of an RTMP server.
enum ServerPlan: Hashable, Sendable {
    case nginx
    /// nginx that is killed and restarted.
    case returning(killedAt: Int, awayFor: Int)
    /// An application that denies publishing.
    case rejecting
    /// No listener.
    case absent
    case silent
    case closing
    case garbage
    /// Stops reading forever.
    case stalling(afterBytes: Int)
    /// Stops reading for a while.
    case pausing(afterBytes: Int, milliseconds: Int)
    case slow(bytesPerSecond: Int)
    /// Closes each connection after this many bytes.
    case dying(afterBytes: Int)
}
