package import GStreamer
import PipelineFiles
package import ProgramEncoding
package import StudioCore
package import StudioRuntime

/// A kind of output: its addresses, its supervision rules, and its connections.
///
/// All kinds share the rest: ``Output`` supervises the connections of a driver.
package protocol OutputDriver: Sendable {
    /// The address forms, for help texts and messages: `FILE.mp4`.
    static var addressForms: [String] { get }

    /// - Returns: `nil` for an address of another kind.
    init?(_ text: String) throws(AddressError)

    /// The address.
    var address: OutputAddress { get }
    /// The media that it takes, and the resources that it shares.
    var traits: OutputTraits { get }
    /// The supervision rules.
    var policy: OutputPolicy { get }
    /// How long the start of a session waits for this output, in seconds.
    func startTimeout(isFast: Bool) -> Double
    /// The driver for the address with a stream key appended; the driver itself if it takes none.
    func appending(key: String) -> Self

    /// The driver with a passphrase that was given separately; the driver itself if it takes none.
    func encrypting(with passphrase: SRTPassphrase) -> Self

    /// Builds a connection; `nil` while no program reads the FIFO.
    func connect(_ context: ConnectionContext) throws(OutputFailure) -> (any OutputConnection)?
    /// Converts an error of the connection's pipeline.
    ///
    /// - Parameter wasLive: whether the peer has taken media before.
    func failure(_ error: GStreamerError, wasLive: Bool) -> OutputFailure
    /// Called at the end of a session of which the output has taken nothing.
    func removeEmpty()
}

extension OutputDriver {
    package func startTimeout(isFast: Bool) -> Double { 5 }
    package func appending(key: String) -> Self { self }
    package func encrypting(with passphrase: SRTPassphrase) -> Self { self }
    package func failure(_ error: GStreamerError, wasLive: Bool) -> OutputFailure {
        OutputFailure(error, at: address)
    }
    package func removeEmpty() {}
}

/// The media that a kind of output takes, and the resources that it shares.
package struct OutputTraits: Hashable, Sendable {
    package enum Input: Hashable, Sendable {
        /// Units of the program encoder.
        case encoded(EncodedForm)
        /// Frames and audio blocks as accepted by the sender, without an encoder.
        case raw

        /// The form of the encoded media; `nil` for raw media.
        package var form: EncodedForm? {
            if case .encoded(let form) = self { form } else { nil }
        }
    }

    package var input: Input
    /// Whether it takes audio.
    package var carriesAudio = true
    /// Whether a stream key may follow its address.
    package var takesStreamKey = false
    /// Whether it may be encrypted with a passphrase that is not in its address.
    package var takesPassphrase = false
    /// Whether it writes to standard output.
    package var usesStandardOutput = false
    /// The path of its file.
    package var path: String?

    /// The elements of its connections, whose plugins can be loaded early.
    package let elements: [String]

    init(_ input: Input, _ pipeline: PipelineFile? = nil) {
        self.input = input
        elements = pipeline?.elements ?? []
    }
}

/// The parameters of a connection.
package struct ConnectionContext: Sendable {
    package let media: OutputMedia
    package let options: OutputOptions
    package let delivery: DeliveryReport
    /// The connection reports regained capacity here.
    package let backpressure: Backpressure
    /// Requests a key frame, at which a new peer starts.
    package var requestKeyFrame: @Sendable () -> Void = {}
}

/// Reports the fate of each received unit. May be called from any thread.
package struct DeliveryReport: Sendable {
    /// The peer has taken a unit.
    package let taken: @Sendable (DeliveryLedger.Track) -> Void
    /// A unit was dropped: the connection had not started, or the queue was full.
    package let dropped: @Sendable (DeliveryLedger.Track) -> Void
    /// The connection has failed and its units are lost. Called by the thread that detects the failure.
    package let broken: @Sendable () -> Void
}

extension OutputFailure {
    /// The cause of a pipeline error when no more specific cause is known.
    package init(_ error: GStreamerError, at address: OutputAddress) {
        switch error.domain {
        case .descriptorLimit: self.init(.descriptorLimit, error.message)
        case .core, .library, .resource, .stream, .parse, .other:
            self.init(.pipeline, address.scrub(error.description))
        }
    }
}
