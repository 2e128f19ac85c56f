package import GStreamer
package import StudioCore
package import StudioRuntime

/// One kind of output: which addresses it takes, how it is supervised, and how it connects.
///
/// Everything else is the same for all kinds: ``Output`` supervises a driver's connections.
package protocol OutputDriver: Sendable {
    /// The forms of the addresses that it takes, for help and messages: `FILE.mp4`.
    static var addressForms: [String] { get }

    /// - Returns: `nil` for an address that another kind may take.
    init?(_ text: String) throws(AddressError)

    /// Where it sends to.
    var address: OutputAddress { get }
    /// What it takes, and what it shares with others.
    var traits: OutputTraits { get }
    /// When it is live, retried and given up.
    var policy: OutputPolicy { get }
    /// How long the start of a session waits until it takes media, in seconds.
    func startPatience(isFast: Bool) -> Double
    /// The driver for the same place with a stream key behind its address; itself where it takes none.
    func appending(key: String) -> Self

    /// Builds a connection; `nil` where a program that reads it has to come first.
    func connect(_ context: ConnectionContext) throws(OutputFailure) -> (any OutputConnection)?
    /// What an error of the connection's pipeline means.
    ///
    /// - Parameter wasLive: whether the peer has taken media before.
    func failure(_ error: GStreamerError, wasLive: Bool) -> OutputFailure
    /// The session is over and nothing was ever offered.
    func removeEmpty()
}

extension OutputDriver {
    package func startPatience(isFast: Bool) -> Double { 5 }
    package func appending(key: String) -> Self { self }
    package func failure(_ error: GStreamerError, wasLive: Bool) -> OutputFailure {
        OutputFailure(error, at: address)
    }
    package func removeEmpty() {}
}

/// What a kind of output takes, and what it shares with others.
package struct OutputTraits: Hashable, Sendable {
    package enum Input: Hashable, Sendable {
        /// Units of the program encoder.
        case encoded
        /// Frames and audio blocks as the sender accepted them; no encoder is started.
        case raw
    }

    package var input: Input
    /// Whether audio arrives there.
    package var carriesAudio = true
    /// Whether a stream key may follow its address.
    package var takesStreamKey = false
    /// Whether it writes to standard output.
    package var usesStandardOutput = false
    /// The file that it writes.
    package var path: String?

    package init(_ input: Input) {
        self.input = input
    }
}

/// What a driver needs to build a connection.
package struct ConnectionContext: Sendable {
    package let media: OutputMedia
    package let options: OutputOptions
    package let delivery: DeliveryReport
    /// Where the connection reports that it has capacity again.
    package let backpressure: Backpressure
}

/// Where a connection reports what became of each unit that it received. Any thread may call.
package struct DeliveryReport: Sendable {
    /// The peer has taken a unit.
    package let taken: @Sendable (DeliveryLedger.Track) -> Void
    /// A unit was dropped: the connection had not started, or the queue was full.
    package let dropped: @Sendable (DeliveryLedger.Track) -> Void
    /// The connection has failed: what is inside is lost. Reported by the thread that found it.
    package let broken: @Sendable () -> Void
}

extension OutputFailure {
    /// The cause behind a pipeline's error where nothing more is known about the place.
    package init(_ error: GStreamerError, at address: OutputAddress) {
        switch error.domain {
        case .descriptorLimit: self.init(.descriptorLimit, error.message)
        case .core, .library, .resource, .stream, .parse, .other:
            self.init(.pipeline, address.scrub(error.description))
        }
    }
}
