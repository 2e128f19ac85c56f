/// The first line of a trace.
public struct TraceHeader: Hashable, Sendable, Codable {
    /// The version of the format that this module writes and reads.
    public static let version = 1

    /// The clock of the session.
    public enum Clock: String, Hashable, Sendable, Codable, CaseIterable {
        /// The clock of the machine. Times differ from one session to the next.
        case system
        /// A clock that only the program advances. Equal sessions have equal times.
        case manual
    }

    /// The version of the format.
    public var psstudioTrace: Int
    /// The program that wrote the trace, with its version.
    public var writer: String
    /// The emulated or recorded interface, as in `psstudio rules --interface`.
    public var interface: String
    /// The clock of the times.
    public var clock: Clock
    /// The identifier of the session.
    public var session: String
    /// The seed of delays and jitter, as a decimal number; `nil` when the writer has none.
    public var seed: String?
    /// Whether the session ran as fast as its outputs took media (`--fast`); `nil` when it did not.
    public var isFast: Bool?

    /// Creates the header of this version.
    public init(
        writer: String, interface: String = "production-studio", clock: Clock, session: String, seed: UInt64?,
        isFast: Bool? = nil
    ) {
        psstudioTrace = Self.version
        self.writer = writer
        self.interface = interface
        self.clock = clock
        self.session = session
        self.seed = seed.map { "\($0)" }
        self.isFast = isFast
    }
}
