/// One output of a session with what stands behind it.
enum OutputPlan: Hashable, Sendable {
    case file(Container)
    /// The file with the default name: no `--out` at all.
    case defaultFile
    /// A FIFO in the place of a file.
    case fifo(Container, ReaderPlan)
    case standardOutput(StreamForm, Carrier, ReaderPlan)
    case rtmp(ServerPlan, KeyPlan)
    /// A link to `/dev/full`.
    case fullDevice(Container)
    /// A file on a file system of so many KiB.
    case smallDisk(Container, kibibytes: Int)
    case null

    enum Container: String, Hashable, Sendable, CaseIterable {
        case mp4, mkv, flv
    }

    /// What goes to standard output.
    enum StreamForm: String, Hashable, Sendable, CaseIterable {
        case y4m = "-"
        case matroska = "mkv:-"
    }

    /// What standard output is.
    enum Carrier: String, Hashable, Sendable, CaseIterable {
        case pipe, nonBlockingPipe, socket, file
    }

    /// How the stream key gets to the program.
    enum KeyPlan: String, Hashable, Sendable, CaseIterable {
        case address, userInfoAndQuery, file, variable
    }

    var usesStandardOutput: Bool {
        if case .standardOutput = self { true } else { false }
    }

    var isServer: Bool {
        if case .rtmp = self { true } else { false }
    }

    /// Who reads it, where somebody does.
    var reader: ReaderPlan? {
        switch self {
        case .fifo(_, let reader), .standardOutput(_, _, let reader): reader
        case .file, .defaultFile, .rtmp, .fullDevice, .smallDisk, .null: nil
        }
    }

    /// How its server behaves, where there is one.
    var server: ServerPlan? {
        if case .rtmp(let server, _) = self { server } else { nil }
    }
}

/// How the reader of a pipe behaves.
enum ReaderPlan: Hashable, Sendable {
    case fast
    /// Takes this many bytes a second.
    case slow(bytesPerSecond: Int)
    /// Takes nothing for a while, then goes on.
    case stalling(atByte: Int, milliseconds: Int)
    /// Closes its end.
    case dying(atByte: Int)
    /// Opens a FIFO only after a while.
    case late(milliseconds: Int)
    /// Never opens a FIFO, never reads from a pipe.
    case never
}

/// How an RTMP server behaves.
enum ServerPlan: Hashable, Sendable {
    case nginx
    /// nginx that is killed and started again.
    case returning(killedAt: Int, awayFor: Int)
    /// An application that takes nobody.
    case rejecting
    /// Nobody listens.
    case absent
    case silent
    case closing
    case garbage
    /// Stops reading for ever.
    case stalling(afterBytes: Int)
    /// Stops reading for a while.
    case pausing(afterBytes: Int, milliseconds: Int)
    case slow(bytesPerSecond: Int)
    /// Closes each connection after so many bytes.
    case dying(afterBytes: Int)
}
