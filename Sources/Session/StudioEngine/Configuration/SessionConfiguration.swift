import Glibc
public import MediaInputs
public import MediaOutputs
import PipelineFiles
public import ProductionStudio
public import ProgramEncoding
public import StudioCore
package import StudioRuntime

/// The configuration of a session.
///
/// Values are set in code. The environment provides defaults: `PSSTUDIO_ROLE`, `PSSTUDIO_SEED`, `PSSTUDIO_SCENARIO`,
/// `PSSTUDIO_TRACE`, `PSSTUDIO_CONTROL`, `PSSTUDIO_PIPELINES`, `PSSTUDIO_OUT` with one address per line, and the secrets that all outputs of a kind
/// share, such as `PSSTUDIO_SRT_PASSPHRASE`. The scenario provides what neither sets.
public struct SessionConfiguration: Sendable {
    /// The sender of the media.
    public enum Source: Sendable {
        /// The session itself: test sources, files and pipes.
        case inputs(video: VideoSourceOptions, audio: AudioSourceOptions, duration: MediaTime?)
        /// The client: frames of this size and format through the session's sender, at this rate if declared.
        case app(VideoCapability, frameRate: Rate?)
    }

    /// The sender of the media.
    public var source: Source
    /// What is on air when the source is not, for a session that sends its inputs.
    public var program = ProgramOptions()
    /// The meeting, the responses and the commands that the session performs; `nil` for a plain meeting. With a scenario, the
    /// session authenticates and joins like a client.
    public var scenario: Scenario?
    /// The local user's role in the meeting: the one set here, that of `PSSTUDIO_ROLE`, that of the scenario, or host.
    public var role: MeetingRole {
        get { chosenRole ?? scenario?.role ?? .host }
        set { chosenRole = newValue }
    }
    /// The role in code or in the environment.
    private var chosenRole: MeetingRole?
    /// Whether the session runs as fast as the outputs take media, on a manual clock, instead of in real time.
    public var isFast = false
    /// Whether FIFOs are opened again when their writer has gone. A fast session does not wait for another one.
    var reopensFIFOs: Bool { program.slateAfter != nil && !isFast }
    /// Whether the studio rejects calls that are otherwise served and reported.
    public var isStrict = false
    /// The responses of the emulated server. The default has the latency of a real meeting; in a fast session it is
    /// immediate. A value that is set here replaces the scenario's answers to start and stop.
    public var responses: StudioResponses?
    /// The output addresses.
    public var outputs: [String] = []
    /// How outputs are opened and finished.
    public var outputOptions = OutputOptions()
    /// The outputs that pipeline files describe. They follow those with addresses.
    package private(set) var pipelineOutputs: [any OutputDriver] = []
    /// The video bitrate in bit/s, 1,000 to 2,048,000,000; `nil` selects it by frame size. The session fails with another one.
    public var videoBitrate: Int?
    /// The speed preset of x264.
    public var preset: EncoderSettings.Preset {
        get { chosenPreset ?? .veryfast }
        set { chosenPreset = newValue }
    }
    /// The preset in code.
    private(set) var chosenPreset: EncoderSettings.Preset?
    /// The output range of the encoder.
    public var range = VideoRange.limited
    /// Whether outputs have an audio track.
    public var hasAudio = true
    /// The trace: a file, or a folder whose name ends in `/` and that gets one file per session; `nil` for none. An
    /// existing file is kept unless `outputOptions` permit overwriting.
    public var trace: String?
    /// The control socket, through which `psstudio control` commands the session: a path, or `auto` for
    /// a new one in the user's folder; `nil` for none.
    public var control: String?
    /// The folder for graphs of the pipelines that run when sending ends; `nil` for none.
    package var pipelineGraphs: String?
    /// Whether the session fails without its control socket; otherwise it publishes a note.
    package var requiresControl = false
    /// The folder outside of which commands use no file; `nil` for no limit. The outputs and sources have their own.
    package var folder: RestrictedFolder?
    /// The seed of delays and jitter. The default is 0 in a fast session, so that it is repeatable, and random otherwise.
    public var seed: UInt64 {
        get { chosenSeed ?? (isFast ? 0 : randomSeed) }
        set { chosenSeed = newValue }
    }
    private var chosenSeed: UInt64?
    private let randomSeed = UInt64.random(in: .min ... .max)

    /// Creates a configuration with defaults from the environment.
    ///
    /// - Parameters:
    ///   - source: the sender of the media.
    ///   - variable: looks up a variable; by default in the environment of the process.
    /// - Throws: a ``SessionConfigurationError`` for a variable with an invalid value.
    public init(
        _ source: Source, variable: (String) -> String? = Self.environmentVariable
    ) throws(SessionConfigurationError) {
        self.source = source
        let environment = try SessionEnvironment(variable: variable)
        chosenRole = environment.role
        scenario = environment.scenario
        chosenSeed = environment.seed
        outputs = environment.numberedOutputs
        trace = environment.trace
        control = environment.control
        outputOptions.secrets = environment.secrets
        outputOptions.pipelines = environment.pipelines
    }

    /// Replaces ready pipelines by the files of a folder with their names, such as `encode-h264.pipeline`. Every file is read
    /// and checked now.
    ///
    /// - Throws: a `PipelineFileError` for the first file that cannot be used.
    public mutating func usePipelines(in folder: String) throws(PipelineFileError) {
        outputOptions.pipelines = try PipelineSet(inFolder: folder)
    }

    /// Adds an output that a pipeline file describes. The file is read and checked now, for a session with or without audio as
    /// ``hasAudio`` says.
    ///
    /// - Throws: a `PipelineFileError` for a file that cannot be used.
    public mutating func addPipelineOutput(_ path: String) throws(PipelineFileError) {
        pipelineOutputs.append(try PipelineOutputDriver(path, hasAudio: hasAudio))
    }

    /// The role names for users.
    package static let roles: [String: MeetingRole] = [
        "host": .host, "cohost": .coHost, "attendee": .attendee, "panelist": .panelist,
    ]

    /// The value of an environment variable; `nil` when missing or empty.
    public static func environmentVariable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// An invalid configuration.
public struct SessionConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line with the accepted values.
    public let description: String
}
