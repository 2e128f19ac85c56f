package import GStreamer
import PipelineFiles
import ProgramEncoding
package import StudioCore
import StudioRuntime

/// An output that a pipeline file of the user's describes. It has no address, because its sinks may write anywhere: only who
/// starts a session chooses one.
package struct PipelineOutputDriver: OutputDriver {
    package static let kind = OutputKind(name: "a pipeline of your own", page: "../pipelines", forms: [])
    /// What its description begins with.
    static let prefix = "pipeline:"
    /// How long it may take to start, in seconds. A sink may wait in a system call, for a reader or a device.
    private static let startLimit = 5.0

    package let address: OutputAddress
    package let traits: OutputTraits
    /// Like a file, but for a limit of stalls: its sinks are not known, and may wait forever.
    package let policy = OutputPolicy(
        answerTimeout: nil, stallLimit: .seconds(30), retries: false, mustBeComplete: true)
    private let file: PipelineFile
    private let hasAudio: Bool
    /// What must not be shown of addresses in the text.
    private let secrets: [String]

    package init?(_ text: String) { nil }

    /// Reads and checks a file.
    ///
    /// - Parameter hasAudio: whether the session has audio. The lines of the audio track are omitted without.
    package init(_ path: String, hasAudio: Bool) throws(PipelineFileError) {
        let file = try PipelineFile(reading: path)
        let sources = try PipelineCheck(file).isOutput(hasAudio: hasAudio)
        self.file = file
        self.hasAudio = hasAudio
        address = OutputAddress(name: Self.prefix + path.withoutControls)
        secrets = file.text.split { $0.isWhitespace || $0 == "\"" || $0 == "'" }.flatMap { word in
            // location=rtmp://host/app/key
            AddressRedaction(String(word.drop { $0 != "=" }.dropFirst()))?.secrets ?? []
        }
        traits = OutputTraits(
            input: sources.contains(where: \.isRaw) ? .raw : .encoded(.accessUnits),
            carriesAudio: sources.contains(.audio) || sources.contains(.rawAudio),
            carriesVideo: sources.contains(.video) || sources.contains(.rawVideo), pipeline: file)
    }

    package func connect(_ context: ConnectionContext) throws(OutputFailure) -> (any OutputConnection)? {
        guard context.media.hasAudio == hasAudio else {
            throw OutputFailure(
                .unsuitable, "the pipeline was checked for a session \(hasAudio ? "with" : "without") audio")
        }
        do throws(GStreamerError) {
            let pipeline = try Pipeline(file.text(hasAudio: hasAudio), named: file.name)
            switch traits.input {
            case .encoded: return try EncodedPipelineConnection(pipeline, context, startLimit: Self.startLimit)
            case .raw: return try RawPipelineConnection(pipeline, context, startLimit: Self.startLimit)
            }
        } catch {
            throw failure(error, wasLive: false)
        }
    }

    package func failure(_ error: GStreamerError, wasLive: Bool) -> OutputFailure {
        var text = "\(error)"
        if error.isOfFormat || error.isOfLink {
            if text.last == "." { text.removeLast() }
            text += error.isOfFormat ? "; an element does not take its format" : "; the element behind it is not linked"
        }
        return OutputFailure(
            error.domain == .descriptorLimit ? .descriptorLimit : .pipeline,
            AddressRedaction.scrub(text, of: secrets))
    }
}

/// The sinks of a user's pipeline, of which psstudio knows nothing. Media counts as taken when its memory is released.
final class PipelineSink: MuxerSink {
    /// The bytes of the media that was released.
    let bytes = Counter()
    let takesOnRelease = true
    var bytesTaken: UInt64 { UInt64(bytes.value) }
    var failure: OutputFailure? { nil }
    var earlyEnd: OutputFailure? { Self.endedEarly }
    func close() -> OutputFailure? { nil }

    static let endedEarly = OutputFailure(.pipeline, "the pipeline has ended before the session")

    /// Starts a pipeline, which may take so many seconds.
    static func start(_ pipeline: Pipeline, within seconds: Double) throws(ConnectionFailure) {
        let hasStarted: Bool
        do {
            hasStarted = try pipeline.play(within: seconds)
        } catch {
            throw .pipeline(error)
        }
        guard !hasStarted else { return }
        throw .other(OutputFailure(.pipeline, "the pipeline has not started within \(Int(seconds)) s; a sink waits"))
    }
}
