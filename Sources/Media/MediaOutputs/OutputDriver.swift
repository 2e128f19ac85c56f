package import GStreamer
package import PipelineFiles
package import ProgramEncoding
package import StudioCore
package import StudioRuntime

/// A kind of output: its addresses, its supervision rules, and its connections.
///
/// All kinds share the rest: ``Output`` supervises the connections of a driver.
package protocol OutputDriver: Sendable {
    /// What is shown of the kind, and which secret it takes.
    static var kind: OutputKind { get }

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
    /// Whether the secret of its kind is missing in the address.
    var awaitsSecret: Bool { get }
    /// The driver whose files are all written below a folder.
    ///
    /// - Throws: `outsideFolder` for what is elsewhere.
    func confined(to folder: RestrictedFolder) throws(AddressError) -> Self
    /// The driver with the secret of its kind.
    func applying(_ secret: SecretLine) -> Self

    /// Builds a connection; `nil` while no program reads the FIFO.
    func connect(_ context: ConnectionContext) throws(OutputFailure) -> (any OutputConnection)?
    /// Converts an error of the connection's pipeline.
    ///
    /// - Parameter wasLive: whether the peer has taken media before.
    func failure(_ error: GStreamerError, wasLive: Bool) -> OutputFailure
    /// Called at the end of a session of which the output has taken nothing.
    func removeEmpty()
    /// Why its recordings have no chapters; `nil` when they can have some.
    func chapterObstacle(_ options: OutputOptions) -> String?
    /// Where the output goes on when it is started again.
    ///
    /// - Parameter number: 2 for the second part.
    func part(_ number: Int) -> OutputPart
    /// The driver of a part that continues the file of the present one, which has ended; `nil` for a kind that cannot.
    func continuation() -> (any OutputDriver)?
}

extension RestrictedFolder {
    /// The whole path of an output.
    func outputPath(_ path: String) throws(AddressError) -> String {
        do throws(Refusal) {
            return try self.path(of: path)
        } catch {
            throw .outsideFolder("\(error)")
        }
    }
}

extension OutputDriver {
    /// Why standard output is not written when files are confined to a folder.
    static var notBelowFolder: String { "standard output is not below the folder for files; name a file" }
}

/// Where an output goes on when it is started again or split.
package enum OutputPart: Sendable {
    /// In another file.
    case file(any OutputDriver)
    /// At the same address, once the former connection has ended.
    case sameAddress
    /// Nowhere, for this reason.
    case impossible(String)
}

extension OutputDriver {
    /// A server that is slow to answer, and a name that is slow to resolve, do not hold up the others.
    package func startTimeout(isFast: Bool) -> Double { policy.mustBeComplete ? 5 : 1 }
    package var awaitsSecret: Bool { false }
    package func applying(_ secret: SecretLine) -> Self { self }
    package func confined(to folder: RestrictedFolder) throws(AddressError) -> Self { self }
    package func failure(_ error: GStreamerError, wasLive: Bool) -> OutputFailure {
        OutputFailure(error, at: address)
    }
    package func removeEmpty() {}
    package func chapterObstacle(_ options: OutputOptions) -> String? { "only MP4 files have them" }
    package func part(_ number: Int) -> OutputPart { .sameAddress }
    package func continuation() -> (any OutputDriver)? { nil }

    /// Whether it writes a regular file, which goes on in another one.
    var isRecording: Bool { if traits.isSplittable, case .file = part(2) { true } else { false } }

    /// Whether this secret is missing in the address.
    package func awaits(_ secret: OutputSecret) -> Bool { awaitsSecret && Self.kind.secret == secret }

    /// The driver with the secret that it awaits, if it is among these.
    package func applying(_ secrets: [OutputSecret: SecretLine]) -> Self {
        guard awaitsSecret, let value = Self.kind.secret.flatMap({ secrets[$0] }) else { return self }
        return applying(value)
    }
}

/// The media that a kind of output takes, and the resources that it shares.
package struct OutputTraits: Sendable {
    package enum Input: Hashable, Sendable {
        /// Units of the program encoder.
        case encoded(UnitForm)
        /// Frames and audio blocks as accepted by the sender, without an encoder.
        case raw

        /// The form of the units; `nil` for raw media.
        package var form: UnitForm? {
            if case .encoded(let form) = self { form } else { nil }
        }
    }

    package let input: Input
    /// The codec of the video that it asks for; that of the session if `nil`.
    package var videoCodec: String?
    /// The codec of the audio that it asks for; that of the session if `nil`.
    package var audioCodec: String?
    /// Whether it takes audio.
    package var carriesAudio = true
    /// Whether it takes video.
    package var carriesVideo = true
    /// Whether it writes to standard output.
    package var usesStandardOutput = false
    /// The path of its file.
    package var path: String?
    /// Whether it can go on in another file at any key frame.
    package var isSplittable = false
    /// Whether it removes the segments that its playlist does not list any more.
    var removesOldFiles = false
    /// The libraries that its connections require besides plugins.
    package var libraries: [RequiredLibrary] = []
    /// The pipeline of its connections, if any.
    var pipeline: PipelineFile?

    /// The elements of its connections, whose plugins can be loaded early.
    package var elements: [String] { elements(of: .ready) }

    /// The same with the pipelines of a session.
    package func elements(of pipelines: PipelineSet) -> [String] {
        pipeline.map { pipelines.current($0).elements } ?? []
    }
}

/// A library that is loaded when it is needed.
package struct RequiredLibrary: Sendable {
    /// Its name in messages.
    package let name: String
    /// The Debian package that contains it.
    package let package: String
    package let isInstalled: @Sendable () -> Bool
}

/// The parameters of a connection.
package struct ConnectionContext: Sendable {
    package let media: OutputMedia
    package let options: OutputOptions
    package let delivery: DeliveryReport
    /// The connection reports regained capacity here.
    package let backpressure: Backpressure
    /// The files of the session.
    package var files = SessionFiles()
    /// What encodes the key frames at which new peers start.
    package var keyFrames: (any KeyFrameSource)?
    /// The chapters of the recording.
    package var chapters = MovieChapters()
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
