import ArgumentParser
import MediaInputs
import MediaOutputs
import ProgramConsole
import ProgramEncoding
import ServerArguments
import StudioCore
import StudioEngine
import StudioRuntime

/// `psstudio start`: sends a source through Production Studio to outputs.
struct StartCommand: PreparedCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Start Production Studio and send video and audio through it.",
        discussion: """
            Without options, a test pattern with a beep is written to psstudio-<date>-<time>.mp4 until Ctrl-C.

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

    @Option(help: ArgumentHelp("Width in pixels, even (default: 1920, or the source's).", valueName: "pixels"))
    var width: PixelsArgument?

    @Option(help: ArgumentHelp("Height in pixels, even (default: 1080, or the source's).", valueName: "pixels"))
    var height: PixelsArgument?

    @Option(
        help: ArgumentHelp(
            "Frames per second: 30, 29.97, 30000/1001 (default: 30, or the source's).", valueName: "rate"))
    var fps: RateArgument?

    @Option(help: "Declared format, also of raw video (default: i420-full, or the source's).")
    var format: FormatArgument?

    @Option(
        help: """
            Matrix of y4m and raw video, which do not signal it (default: bt709). ffmpeg writes y4m in bt601 when it \
            converts RGB.
            """)
    var matrix: MatrixArgument?

    @Option(
        help: ArgumentHelp(
            """
            Any media file or still image, y4m, or raw I420 (.yuv, .i420, .raw, FIFO); - is standard input; coded: \
            is the test card that psstudio probe measures.
            """,
            valueName: "file"))
    var video: String?

    @Option(
        help: ArgumentHelp(
            """
            Any media file with audio, raw PCM (.pcm, .raw), or a FIFO with WAV or raw PCM; - is standard input; coded: is \
            its audio (default: the audio of --video's file, or silence). A pipe that delivers nothing for 500 ms while \
            the video continues is replaced by silence until it delivers; it has 5 s to start.
            """,
            valueName: "file"))
    var audio: String?

    @Flag(help: "Loop media files without a gap.")
    var loop = false

    @Option(help: ArgumentHelp("Start position in media files, in the format of --duration.", valueName: "time"))
    var startAt: DurationArgument?

    @Option(
        help: """
            What follows the end of the source: stop ends the session; hold repeats the last frame, slate shows the slate, both \
            with silence.
            """)
    var atEnd: SourceEnd = .stop

    @Option(
        help: ArgumentHelp(
            """
            Frames of a slate: a still image, a media file that loops, black or hold, the last frame (default: black). With this \
            option or --slate-after, a pipe that delivers no frame is replaced by the slate until it delivers.
            """, valueName: "file"))
    var slate: String?

    @Option(
        help: ArgumentHelp(
            "How long a pipe may deliver no frame before the slate is sent (default with --slate: 2s).",
            valueName: "time"))
    var slateAfter: DurationArgument?

    @Option(
        help: ArgumentHelp(
            "Sample rate of raw audio; other audio is converted to it: 32000 or 48000 (default: 48000).",
            valueName: "hertz"))
    var audioRate: Int32?

    @Option(
        help: ArgumentHelp(
            "Channels of raw audio; other audio is converted to them: 1 or 2 (default: 2).", valueName: "count"))
    var audioChannels: Int32?

    @Flag(help: "Send no audio; the outputs have no audio track.")
    var noAudio = false

    @Option(
        help: ArgumentHelp(
            "\(OutputRegistry.standard.help) PSSTUDIO_OUT contains one address per line.", valueName: "destination"))
    var out: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            Add an output that a pipeline file describes: appsrc name=video and name=audio get the coded program, raw-video and \
            raw-audio frames and samples; repeatable; its number follows those of --out.
            """, valueName: "file"))
    var pipeline: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            Replace ready pipelines by the files of a folder with their names, such as encode-h264.pipeline; psstudio \
            pipelines lists them.
            """, valueName: "folder"))
    var pipelines: String?

    @Option(help: ArgumentHelp("Duration to send: 8s, 500ms, 1m30s, 90, 0:01:30 of media time.", valueName: "time"))
    var duration: DurationArgument?

    @Flag(help: "Send as fast as the outputs accept media, instead of in real time; the default seed is 0.")
    var fast = false

    @OptionGroup
    var meeting: ScenarioOptions

    @Option(help: "The local user's role in the meeting (default: the scenario's, or host).")
    var role: RoleArgument?

    @Option(help: ArgumentHelp("Video bitrate: 2500k, 6M.", valueName: "rate"))
    var bitrate: BitrateArgument?

    @Option(help: "Speed preset of x264 (default: veryfast).")
    var preset: EncoderSettings.Preset?

    @Option(help: "Output range; frames are converted to it.")
    var range: VideoRange = .limited

    @Flag(
        help: "Reject overlapping sends, which are otherwise served and reported, and frames above the declared rate.")
    var strict = false

    @Flag(help: "Print one JSON object about the session, with its seed, on standard output at its end.")
    var json = false

    @Option(help: ArgumentHelp("Write progress in ffmpeg's format to a file; - is standard output.", valueName: "file"))
    var progress: String?

    @Option(
        help: ArgumentHelp(
            """
            Write a trace (calls, callbacks, media items, refusals) to a file, or to a new file in a folder that ends in /.
            """, valueName: "file"))
    var trace: String?

    @Option(help: ArgumentHelp("As --trace, but keep the file only when the exit code is not 0.", valueName: "file"))
    var traceOnFailure: String?

    @Option(
        help: ArgumentHelp(
            "Accept commands of psstudio control at this path, or at a new socket of its own with auto.",
            valueName: "path"))
    var control: String?

    @Option(
        defaultAsFlag: ListenArgument.standard, parsing: .next,
        help: ArgumentHelp(
            "Serve the session by HTTP, at an address and port, or a port of 127.0.0.1; implies --control auto.",
            valueName: "address"))
    var serve: ListenArgument? = nil

    @OptionGroup(title: "Server")
    var access: ServeOptions

    @OptionGroup(title: "Controllers")
    var controllers: ControllerOptions

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print every step.")
    var verbose = false

    @Flag(name: .shortAndLong, help: "Overwrite existing files.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "At the end, an output that accepts no byte for this long has failed (default: 60s).", valueName: "time"))
    var finishTimeout: DurationArgument?

    @Option(help: ArgumentHelp(OutputSecret.streamKey.help, valueName: "file"))
    var streamKeyFile: String?

    @Option(
        help: ArgumentHelp(
            """
            Rules for reconnecting: attempts=10,delay=1s..8s,first=yes,jitter=20%; 2:… for the second --out only; \
            repeatable (default: attempts=unlimited,delay=1s..8s,first=no,jitter=0%). The delay doubles with each attempt.
            """, valueName: "rules"))
    var retry: [String] = []

    @Option(help: ArgumentHelp(OutputSecret.srtPassphrase.help, valueName: "file"))
    var srtPassphraseFile: String?

    @Option(
        help: """
            Form of finished MP4 files: ordinary, with the index first, as editors expect, or fragmented. Writing the ordinary \
            form needs space for another copy.
            """)
    var mp4: MP4Form = .ordinary

    @Option(
        help: ArgumentHelp(
            "Minimum number of segments in an HLS playlist, the latest ones, or all (default: 6).",
            valueName: "count"))
    var hlsWindow: String?

    @Option(
        help: ArgumentHelp(
            "Let each file go on in another one, show-2.mp4, whenever it is this long; at least 10s.",
            valueName: "time"))
    var splitEvery: DurationArgument?

    @Option(
        help: ArgumentHelp(
            "Complete a recording, and end it, when less than this is free on its disk: 200M, 2G (default: no limit).",
            valueName: "bytes"))
    var minFree: SpaceArgument?

    @Option(
        help: ArgumentHelp(
            "Title of recordings (MP4, MOV, MKV, FLV) and RTMP streams.", valueName: "text"))
    var title: String?

    @OptionGroup
    var tls: TLSOptions

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
        if let checkConfig {
            if config != nil { throw ValidationError("--config and --check-config are mutually exclusive") }
            return { try check(checkConfig) }
        }
        if let config {
            let options = try StartCommand(
                configuredBy: { () throws(ConfigurationError) in try ConfigurationFile(config) }, Self.arguments)
            return try options.planned()
        }
        return isRequested
            ? try StartCommand(configuredBy: ConfigurationFile.request, Self.arguments).planned() : try planned()
    }

    private func planned() throws -> () throws -> Void {
        let plan = try naming(config) { try SessionPlan(self) }
        try tls.apply()
        // Checked before the session is created: its parts end the process when they get no thread or descriptor.
        if let shortage = SystemLimits.shortage(outputs: plan.drivers.count) {
            plan.removeUnusedFiles()
            throw CommandFailure(message: shortage, reason: .output, code: "limits")
        }
        let runner = SessionRunner(plan)
        return { throw ExitCode(runner.run().rawValue) }
    }
}
