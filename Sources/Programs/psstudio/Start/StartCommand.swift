import ArgumentParser
import MediaInputs
import MediaOutputs
import ProgramConsole
import ProgramEncoding
import ServerArguments
import StudioCore
import StudioEngine
import StudioRuntime
import StudioScenario

/// `psstudio start`: sends a source through Production Studio to outputs.
struct StartCommand: PreparedCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Start Production Studio and send video and audio through it.",
        discussion: """
            \(withoutOptions)

              psstudio start --width 1280 --height 720 --duration 10s --out show.mp4
              psstudio start --video clip.mov --loop --out rtmp://localhost/live/key
              ffmpeg -i clip.xyz -vf scale=out_color_matrix=bt709:out_range=tv \\
                -pix_fmt yuv420p -f yuv4mpegpipe - |
                psstudio start --video - --out show.mp4
              psstudio start --out show.mkv \\
                --out rtmp://localhost/live/ --stream-key-file key.txt

            Raw video is I420: planes Y, U and V without padding,
            width x height x 3 / 2 bytes per frame. Raw audio is signed 16-bit
            little-endian PCM, interleaved. y4m and raw video are BT.709 unless --matrix
            says otherwise. Media files are scaled to the
            requested size, with black bars if the aspect ratio differs, and
            converted to the requested frame rate. WAV of any format is
            converted.

            Default video bitrate by frame size:
            \(bitrateTable)

            PSSTUDIO_OUT, PSSTUDIO_SCENARIO, PSSTUDIO_ROLE, PSSTUDIO_SEED, PSSTUDIO_TRACE,
            PSSTUDIO_PIPELINES and PSSTUDIO_CONTROL set the defaults of the options with these
            names, \(ControllerOptions.variable) the password of controllers. --config names a
            YAML file with keys of these options: streamKeyFile is --stream-key-file. An option
            has precedence, then the environment, then the file.

            \(ExitReason.help)
            """)

    static let withoutOptions =
        "Without options, a test pattern with a beep is written to psstudio-<date>-<time>.mp4 until Ctrl-C."

    private static var bitrateTable: String {
        let rows = EncoderSettings.bitrates.map { "up to \($0.size)".padded(to: 20) + "\($0.bitrate / 1000)k" }
        return (rows + ["larger".padded(to: 20) + "16000k"]).map { "  \($0)" }.joined(separator: "\n")
    }

    @Option(
        help: ArgumentHelp(
            "Configuration file in YAML with the keys of these options; docs/configuration.md lists them.",
            valueName: "file"))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "Check a configuration file together with the other options; nothing is started.", valueName: "file"))
    var checkConfig: String?

    @Option(help: .option(.width)) var width: PixelsArgument?
    @Option(help: .option(.height)) var height: PixelsArgument?
    @Option(help: .option(.fps)) var fps: Rate?
    @Option(help: .option(.format)) var format: FormatArgument?
    @Option(help: .option(.matrix)) var matrix: MatrixArgument?
    @Option(help: .option(.video)) var video: String?
    @Option(help: .option(.audio)) var audio: String?
    @Flag(help: .option(.loop)) var loop = false
    @Option(help: .option(.startAt)) var startAt: MediaTime?
    @Option(help: .option(.atEnd)) var atEnd: SourceEnd = .stop
    @Option(help: .option(.slate)) var slate: String?
    @Option(help: .option(.slateAfter)) var slateAfter: MediaTime?
    @Option(help: .option(.audioRate)) var audioRate: Int32?
    @Option(help: .option(.audioChannels)) var audioChannels: Int32?
    @Flag(help: .option(.noAudio)) var noAudio = false

    @Option(help: .option(.out, "\(OutputRegistry.standard.help) PSSTUDIO_OUT contains one address per line."))
    var out: [String] = []

    @Option(help: .option(.pipeline)) var pipeline: [String] = []
    @Option(help: .option(.pipelines)) var pipelines: String?
    @Option(help: .option(.duration)) var duration: MediaTime?
    @Flag(help: .option(.fast)) var fast = false

    @OptionGroup
    var meeting: ScenarioOptions

    @Option(help: .option(.role)) var role: RoleArgument?
    @Option(help: .option(.bitrate)) var bitrate: BitrateArgument?
    @Option(help: .option(.preset)) var preset: EncoderSettings.Preset?
    @Option(help: .option(.range)) var range: VideoRange = .limited
    @Flag(help: .option(.strict)) var strict = false
    @Flag(help: .option(.json)) var json = false
    @Option(help: .option(.progress)) var progress: String?
    @Option(help: .option(.trace)) var trace: String?
    @Option(help: .option(.traceOnFailure)) var traceOnFailure: String?
    @Option(help: .option(.pipelineGraphs)) var pipelineGraphs: String?
    @Option(help: .option(.control)) var control: String?

    @Option(defaultAsFlag: ListenArgument.standard, parsing: .next, help: .option(.serve))
    var serve: ListenArgument? = nil

    @OptionGroup(title: "Server")
    var access: ServeOptions

    @OptionGroup(title: "Controllers")
    var controllers: ControllerOptions

    @Flag(name: .shortAndLong, help: .option(.quiet)) var quiet = false
    @Flag(name: .shortAndLong, help: .option(.verbose)) var verbose = false
    @Flag(name: .shortAndLong, help: .option(.force)) var force = false
    @Option(help: .option(.finishTimeout)) var finishTimeout: MediaTime?
    @Option(help: .option(.streamKeyFile, OutputSecret.streamKey.help)) var streamKeyFile: String?
    @Option(help: .option(.retry)) var retry: [RetryArgument] = []
    @Option(help: .option(.srtPassphraseFile, OutputSecret.srtPassphrase.help)) var srtPassphraseFile: String?
    @Option(help: .option(.mp4)) var mp4: MP4Form = .ordinary
    @Option(help: .option(.hlsWindow)) var hlsWindow: String?
    @Option(help: .option(.splitEvery)) var splitEvery: MediaTime?
    @Option(help: .option(.minFree)) var minFree: DiskReserve?
    @Option(help: .option(.title)) var title: String?

    @OptionGroup
    var tls: TLSOptions

    @Flag(help: "Show all options, how media is converted, default bitrates and exit codes.")
    var helpAll = false

    /// The property of each option.
    static var properties: KeyValuePairs<SessionOption, PartialKeyPath<StartCommand>> {
        [
            .width: \.width, .height: \.height, .fps: \.fps, .format: \.format, .matrix: \.matrix, .video: \.video,
            .audio: \.audio, .loop: \.loop, .startAt: \.startAt, .atEnd: \.atEnd, .slate: \.slate,
            .slateAfter: \.slateAfter, .audioRate: \.audioRate, .audioChannels: \.audioChannels, .noAudio: \.noAudio,
            .duration: \.duration, .fast: \.fast, .scenario: \.meeting.scenario, .seed: \.meeting.seed, .role: \.role,
            .strict: \.strict, .out: \.out, .pipeline: \.pipeline, .pipelines: \.pipelines, .bitrate: \.bitrate,
            .preset: \.preset, .range: \.range, .force: \.force, .finishTimeout: \.finishTimeout,
            .streamKeyFile: \.streamKeyFile, .srtPassphraseFile: \.srtPassphraseFile, .retry: \.retry, .mp4: \.mp4,
            .hlsWindow: \.hlsWindow, .splitEvery: \.splitEvery, .minFree: \.minFree, .title: \.title,
            .tlsCa: \.tls.tlsCa, .json: \.json, .progress: \.progress, .trace: \.trace,
            .traceOnFailure: \.traceOnFailure, .pipelineGraphs: \.pipelineGraphs, .quiet: \.quiet,
            .verbose: \.verbose, .control: \.control, .serve: \.serve, .serveHost: \.access.serveHost,
            .serveOrigin: \.access.serveOrigin,
            .serveReadTokenFile: \.access.serveReadTokenFile, .serveTokenFile: \.access.serveTokenFile,
            .serveFolder: \.access.serveFolder,
            .obsWebsocket: \.controllers.obsWebsocket, .obsPasswordFile: \.controllers.obsPasswordFile,
            .obsNoPassword: \.controllers.obsNoPassword,
        ]
    }

    /// The folder outside of which the session uses no file, for a session that a server starts; empty for no file at all.
    @Option(help: .hidden)
    var filesBelow: String?

    /// Whether the keys of a configuration file are on standard input as JSON: the request of a client of a server.
    @Flag(name: .customLong("request"), help: .hidden)
    var isRequested = false

    /// The secrets of outputs with the paths of their files.
    var secretFiles: [(secret: OutputSecret, path: String?)] {
        [(.streamKey, streamKeyFile), (.srtPassphrase, srtPassphraseFile)]
    }

    /// Whether a server is started for the session.
    var isServed: Bool { serve != nil || controllers.obsWebsocket != nil }

    func run() throws { try prepare()() }

    /// Plans the session and creates its parts.
    func prepare() throws -> () throws -> Void {
        if helpAll { return { StandardOutput.write(Self.helpMessage() + "\n") } }
        if let checkConfig {
            if config != nil { throw ValidationError("--config and --check-config are mutually exclusive") }
            return { try check(checkConfig) }
        }
        if let config {
            let (options, file) = try configured { () throws(ConfigurationError) in try ConfigurationFile(config) }
            return try options.planned(from: file)
        }
        // The client of a server knows its request, and not the lines of it.
        return try (isRequested ? configured(by: ConfigurationFile.request).options : self).planned(from: nil)
    }

    private func planned(from file: AppliedFile?) throws -> () throws -> Void {
        let plan = try Self.naming(file) {
            let plan = try SessionPlan(self)
            try OptionMistake.blaming(.tlsCa) { try tls.apply() }
            return plan
        }
        // Checked before the session is created: its parts end the process when they get no thread or descriptor.
        if let shortage = SystemLimits.shortage(outputs: plan.drivers.count) {
            plan.removeUnusedFiles()
            throw CommandFailure(message: shortage, reason: .output, code: "limits")
        }
        let runner = SessionRunner(plan)
        return { throw ExitCode(runner.run().rawValue) }
    }
}

// What the options say of the session. The rest of them concerns the program.
extension StartCommand {
    /// The command line takes precedence over the environment.
    func sessionConfiguration() throws -> SessionConfiguration {
        var configuration = try SessionConfiguration(source)
        configuration.folder = folder
        let scenario = try OptionMistake.blaming(.scenario) { try meeting.loadScenario(below: folder) }
        if let scenario { configuration.scenario = scenario }
        if let role { configuration.role = role.role }
        if let seed = meeting.seed { configuration.seed = seed }
        if let trace = trace ?? traceOnFailure { configuration.trace = trace }
        if let control { configuration.control = control }
        configuration.pipelineGraphs = pipelineGraphs
        if isServed, configuration.control == nil { configuration.control = "auto" }
        configuration.requiresControl = true
        (configuration.isFast, configuration.isStrict) = (fast, strict)
        configuration.videoBitrate = bitrate?.bitsPerSecond
        if let preset { configuration.preset = preset }
        configuration.range = range
        configuration.hasAudio = !noAudio
        configuration.outputOptions.overwrites = force
        configuration.outputOptions.mp4Form = mp4
        if let interval = splitEvery {
            guard interval >= SplitTimes.shortest else {
                throw OptionMistake(
                    .splitEvery,
                    message: "--split-every is too short; use at least \(Int(SplitTimes.shortest.seconds))s")
            }
            configuration.outputOptions.splitInterval = interval
        }
        if let title {
            guard let title = MediaTitle(title) else {
                throw OptionMistake(
                    .title,
                    message: "--title is empty, longer than \(MediaTitle.limit) bytes, or has control characters")
            }
            configuration.outputOptions.title = title.text
        }
        configuration.outputOptions.reserve = minFree
        if let text = hlsWindow {
            guard let window = HLSWindow(text) else {
                throw OptionMistake(
                    .hlsWindow, message: "--hls-window is '\(text)'; use a number of segments, at least 1, or all")
            }
            configuration.outputOptions.hlsWindow = window
        }
        for retry in try retry.map({ try $0.checked() }) {
            if let number = retry.output {
                configuration.outputOptions.retryByOutput[number] = retry.rules
            } else {
                configuration.outputOptions.retry = retry.rules
            }
        }
        configuration.program.atEnd = atEnd
        if let slate { configuration.program.slate = Slate(slate) }
        if slate != nil || slateAfter != nil {
            configuration.program.slateAfter = slateAfter ?? ProgramOptions.defaultSlateAfter
        }
        if let timeout = finishTimeout { configuration.outputOptions.finishTimeout = timeout }
        if let pipelines { try OptionMistake.blaming(.pipelines) { try configuration.usePipelines(in: pipelines) } }
        for (index, path) in pipeline.enumerated() {
            try OptionMistake.blaming(.pipeline, element: index) { try configuration.addPipelineOutput(path) }
        }
        return configuration
    }

    /// The folder outside of which no file is used; `nil` for no limit.
    var folder: RestrictedFolder? { filesBelow.map { RestrictedFolder($0) } }

    private var source: SessionConfiguration.Source {
        var (video, audio) = (VideoSourceOptions(), AudioSourceOptions())
        (video.path, audio.path) = (self.video, self.audio)
        (video.width, video.height, video.rate) = (width?.count, height?.count, fps)
        (video.range, video.matrix) = (format?.range, matrix?.matrix)
        (video.folder, audio.folder) = (folder, folder)
        (audio.sampleRate, audio.channels, audio.isEnabled) = (audioRate, audioChannels, !noAudio)
        (video.loops, audio.loops) = (loop, loop)
        (video.startAt, audio.startAt) = (startAt ?? .zero, startAt ?? .zero)
        return .inputs(video: video, audio: audio, duration: duration)
    }
}
