/// The reason why an output ended or was interrupted.
public struct OutputFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The closed set of causes. Each has its own retry rule.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// The host name cannot be resolved.
        case nameNotResolved
        /// The port refused the connection.
        case refused
        /// The host cannot be reached.
        case unreachable
        /// The host did not answer in time.
        case connectTimedOut
        /// The server's certificate is not trusted.
        case certificateRefused
        /// The TLS library is not installed.
        case encryptionMissing
        /// A library is not installed.
        case libraryMissing
        /// Another program uses the port.
        case addressInUse
        /// The server answered and rejected the stream.
        case rejected
        /// An established connection was lost.
        case disconnected
        /// The connection is open, but the server accepts no bytes.
        case stalled
        /// This kind of output does not support the media.
        case unsuitable
        /// The disk is full.
        case storageFull
        /// The file cannot be created or written.
        case notWritable
        /// The file exists and may not be overwritten.
        case exists
        /// The process reads or writes the file already.
        case inUse
        /// The file was removed while it was written.
        case removed
        /// The process or the system has no file descriptors left.
        case descriptorLimit
        /// No program opened the FIFO for reading.
        case noReader
        /// The reader of a pipe has closed it.
        case readerGone
        /// The output ended before it received a key frame, so nothing was written.
        case noMedia
        /// The output could not be finished in time.
        case finishTimedOut
        /// A pipeline element failed for another reason.
        case pipeline

        /// A hint for the user.
        public var hint: String {
            switch self {
            case .nameNotResolved: "check the host name"
            case .refused: "check that the server is running and listens on this port"
            case .unreachable: "check the network and the address"
            case .connectTimedOut: "check that the address is a media server"
            case .certificateRefused: "check the host name; --tls-ca FILE adds a private certificate authority"
            case .encryptionMissing: "apt-get install glib-networking"
            case .libraryMissing: "apt-get install gstreamer1.0-plugins-bad"
            case .addressInUse: "choose another port, or stop the program that uses it"
            case .rejected: "check the application name and the stream key, or the passphrase"
            case .disconnected, .stalled: "check the server and the network"
            case .unsuitable: "use a larger size, or write y4m to -"
            case .storageFull: "free some space or write elsewhere"
            case .notWritable: "check the folder and its permissions"
            case .exists: "--force overwrites it"
            case .inUse: "choose another file"
            case .removed: "keep the file and its folder until the end of the session"
            case .descriptorLimit: "raise the limit with ulimit -n, or use fewer outputs"
            case .noReader: "start the reading program first"
            case .readerGone: "check why the reading program ended"
            case .noMedia: "remove it after it has received media"
            case .finishTimedOut: "the file or stream is incomplete; --finish-timeout waits longer"
            case .pipeline: "see the message"
            }
        }
    }

    /// The cause.
    public let cause: Cause
    /// Details, without secrets.
    public let message: String
    /// A hint that is more precise than that of the cause.
    private let remedy: String?

    /// Creates a failure; `message` must not contain secrets.
    public init(_ cause: Cause, _ message: String) { self.init(cause, message, remedy: nil) }

    /// Creates a failure with a hint of its own.
    package init(_ cause: Cause, _ message: String, remedy: String?) {
        self.cause = cause
        self.message = message.withoutControls
        self.remedy = remedy
    }

    /// At the end of the session, the peer took no byte for this time.
    package static func finishTimedOut(after time: MediaTime) -> OutputFailure {
        let isWhole = time.nanoseconds % 1_000_000_000 == 0
        let seconds = isWhole ? "\(time.nanoseconds / 1_000_000_000)" : "\(time.seconds)"
        return OutputFailure(.finishTimedOut, "the peer took no bytes for \(seconds) s at the end")
    }

    package static let withoutReader = OutputFailure(.noReader, "no program reads this FIFO")

    /// One line with its hint.
    public var description: String { "\(message); \(remedy ?? cause.hint)" }
}
