/// Why an output ended or was interrupted.
public struct OutputFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The closed set of causes; each has its own rule for trying again.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// The host's name has no address.
        case nameNotResolved
        /// Nothing listens at the port.
        case refused
        /// The host cannot be reached.
        case unreachable
        /// Nobody answered in time.
        case connectTimedOut
        /// The server's certificate is not one to trust.
        case certificateRefused
        /// Encryption is not to be had here.
        case encryptionMissing
        /// The server answered and did not take the stream.
        case rejected
        /// The connection was lost after it had been live.
        case disconnected
        /// The connection stands, but the server takes no more bytes.
        case stalled
        /// This kind of output cannot hold such media.
        case unsuitable
        /// The disk is full.
        case storageFull
        /// The file cannot be created or written.
        case notWritable
        /// A file of this name exists and may not be overwritten.
        case exists
        /// The process or the system has no descriptor left.
        case descriptorLimit
        /// No program ever read the FIFO.
        case noReader
        /// The reader of a pipe is gone.
        case readerGone
        /// The end could not be written in time.
        case finishTimedOut
        /// A pipeline element failed in a way of its own.
        case pipeline

        /// What to do about it.
        public var hint: String {
            switch self {
            case .nameNotResolved: "check the host name"
            case .refused: "is the server running, and is this its port?"
            case .unreachable: "check the network and the address"
            case .connectTimedOut: "something may listen there that is not a media server"
            case .certificateRefused: "--tls-ca FILE names an authority of your own; is this the host's true name?"
            case .encryptionMissing: "apt-get install glib-networking"
            case .rejected: "check the application name and the stream key"
            case .disconnected, .stalled: "the server or the network failed"
            case .unsuitable: "scale it up, or write y4m to - instead"
            case .storageFull: "free some space or write elsewhere"
            case .notWritable: "check the folder and its permissions"
            case .exists: "--force overwrites it"
            case .descriptorLimit: "raise the limit with ulimit -n, or use fewer outputs"
            case .noReader: "start the program that reads it first"
            case .readerGone: "the program behind the pipe ended"
            case .finishTimedOut: "the file or stream lacks its end; --finish-timeout waits longer"
            case .pipeline: "see the message"
            }
        }
    }

    /// The cause.
    public let cause: Cause
    /// What was seen, without secrets.
    public let message: String

    /// Makes a failure; `message` must be free of secrets.
    public init(_ cause: Cause, _ message: String) {
        self.cause = cause
        self.message = message
    }

    /// At the end of the session, the peer took no byte for this long.
    package static func finishTimedOut(after time: MediaTime) -> OutputFailure {
        let isWhole = time.nanoseconds % 1_000_000_000 == 0
        let seconds = isWhole ? "\(time.nanoseconds / 1_000_000_000)" : "\(time.seconds)"
        return OutputFailure(.finishTimedOut, "no byte was taken for \(seconds) s at the end")
    }

    package static let withoutReader = OutputFailure(.noReader, "no program reads this FIFO")

    /// One line with its hint.
    public var description: String { "\(message); \(cause.hint)" }
}
