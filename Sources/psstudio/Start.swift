import ArgumentParser
import MediaOutputs
import ProgramEncoding
import StudioCore
import StudioRuntime

/// `psstudio start`: sends a source through Production Studio to outputs.
struct Start: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Start Production Studio and send pictures and sound through it.",
        discussion: """
            Without options a moving test pattern with a beep goes into psstudio-<date>-<time>.mp4 until Ctrl-C.

              psstudio start --width 1280 --height 720 --duration 10s --out show.mp4
              psstudio start --video clip.mov --loop --out rtmp://localhost/live/key
              ffmpeg -i clip.mp4 -pix_fmt yuv420p -f yuv4mpegpipe - |
                psstudio start --video - --out show.mp4
              psstudio start --out show.mkv \\
                --out rtmp://localhost/live/ --stream-key-file key.txt

            Raw pictures are I420: planes Y, U and V without padding,
            width x height x 3 / 2 bytes each. Raw sound is signed 16-bit
            little-endian PCM, interleaved. Media files are scaled to the size
            that is asked for, with black bars where their shape differs, and
            converted to its rate.

            Bitrate of the picture by size, where --bitrate says nothing:
            \(bitrateTable)

            \(ExitReason.help)
            """)

    private static var bitrateTable: String {
        let rows = EncoderSettings.bitrates.map { "up to \($0.size)".padded(to: 20) + "\($0.bitrate / 1000)k" }
        return (rows + ["larger".padded(to: 20) + "16000k"]).map { "  \($0)" }.joined(separator: "\n")
    }

    @Option(help: ArgumentHelp("Width in pixels, even (default: 1920, or the source's).", valueName: "pixels"))
    var width: PixelsArgument?

    @Option(help: ArgumentHelp("Height in pixels, even (default: 1080, or the source's).", valueName: "pixels"))
    var height: PixelsArgument?

    @Option(
        help: ArgumentHelp("Frames a second: 30, 29.97, 30000/1001 (default: 30, or the source's).", valueName: "rate"))
    var fps: RateArgument?

    @Option(help: "Declared format; for raw pictures also what they are (default: i420-full, or the source's).")
    var format: FormatArgument?

    @Option(
        help: ArgumentHelp(
            """
            Any media file or still image, y4m, or raw I420 (.yuv, .i420, .raw, FIFO); - is standard input; coded: is \
            the card that probe reads.
            """,
            valueName: "file"))
    var video: String?

    @Option(
        help: ArgumentHelp(
            """
            Any media file with sound, WAV, or raw PCM (.pcm, .raw, FIFO); - is standard input; coded: is the sound that \
            probe reads (default: the sound of --video's file, or silence). A pipe that delivers nothing for 500 ms while \
            the video goes on is replaced by silence until it delivers; it has 5 s to begin.
            """,
            valueName: "file"))
    var audio: String?

    @Flag(help: "Begin media files again at their end, without a gap.")
    var loop = false

    @Option(help: ArgumentHelp("Where in media files to begin, in the form of --duration.", valueName: "time"))
    var startAt: DurationArgument?

    @Option(help: ArgumentHelp("Sample rate of raw sound: 32000 or 48000 (default: 48000).", valueName: "hertz"))
    var audioRate: Int32?

    @Option(help: ArgumentHelp("Channels of raw sound: 1 or 2 (default: 2).", valueName: "count"))
    var audioChannels: Int32?

    @Flag(help: "No sound track.")
    var noAudio = false

    @Option(
        help: ArgumentHelp(
            """
            \(OutputRegistry.standard.addressForms.joined(separator: ", ")); repeatable. A file may be a FIFO, - is y4m. In a \
            password write / as %2F and @ as %40. PSSTUDIO_OUT holds one address a line.
            """,
            valueName: "destination"))
    var out: [String] = []

    @Option(help: ArgumentHelp("How much to send: 8s, 500ms, 1m30s, 90, 0:01:30 of media time.", valueName: "time"))
    var duration: DurationArgument?

    @Flag(help: "As fast as the outputs take it, instead of in real time.")
    var fast = false

    @Option(help: "The local user's role in the meeting; PSSTUDIO_ROLE does the same (default: host).")
    var role: RoleArgument?

    @Option(
        help: ArgumentHelp(
            "Seed of delays and jitter; PSSTUDIO_SEED does the same (default: by chance, printed by --json).",
            valueName: "number"))
    var seed: UInt64?

    @Option(help: ArgumentHelp("Bitrate of the picture: 2500k, 6M.", valueName: "rate"))
    var bitrate: BitrateArgument?

    @Option(help: "x264's speed preset.")
    var preset: EncoderSettings.Preset = .veryfast

    @Option(help: "Range that leaves the encoder; pictures are converted to it.")
    var range: VideoRange = .limited

    @Flag(help: "Refuse what is otherwise served and reported: overlapping sends, frames above the declared rate.")
    var strict = false

    @Flag(help: "Print one JSON object about the run on standard output at its end.")
    var json = false

    @Option(help: ArgumentHelp("Write progress in ffmpeg's form to a file; - is standard output.", valueName: "file"))
    var progress: String?

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print every step.")
    var verbose = false

    @Flag(name: .shortAndLong, help: "Overwrite existing files.")
    var force = false

    @Option(
        help: ArgumentHelp(
            "At the end, give up an output that takes no byte for this long (default: 60s).", valueName: "time"))
    var finishTimeout: DurationArgument?

    @Option(
        help: ArgumentHelp(
            "File with the stream key for the destination that ends in /; PSSTUDIO_STREAM_KEY does the same.",
            valueName: "file"))
    var streamKeyFile: String?

    @OptionGroup
    var tls: TLSOptions

    func run() throws {
        let plan = try SessionPlan(self)
        try tls.apply()
        // Before the session: what it is made of ends the process where it gets no thread or descriptor.
        if let shortage = SystemLimits.shortage(outputs: plan.drivers.count) {
            plan.removeUnusedFiles()
            throw CommandFailure(message: shortage, reason: .output, code: "limits")
        }
        throw ExitCode(SessionRunner(plan).run().rawValue)
    }
}
