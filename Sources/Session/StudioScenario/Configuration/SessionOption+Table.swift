import MediaInputs
import SessionProtocol
import StudioCore

// `StartCommand` declares each option with its type: `@Option(help: .option(.width))`.
extension SessionOption {
    private static let time = Shape.duration(minimum: .milliseconds(1))

    /// All options, in the order of the page.
    package static let all = [
        width, height, fps, format, matrix, video, audio, loop, startAt, atEnd, slate, slateAfter, audioRate,
        audioChannels, noAudio, duration, fast, scenario, seed, role, strict, out, pipeline, pipelines, bitrate, preset,
        range, force, finishTimeout, streamKeyFile, srtPassphraseFile, retry, mp4, hlsWindow, splitEvery, minFree,
        title, tlsCa, json, progress, trace, traceOnFailure, pipelineGraphs, quiet, verbose, control, serve, serveHost,
        serveOrigin, serveReadTokenFile, serveTokenFile, serveFolder, obsWebsocket, obsPasswordFile, obsNoPassword,
    ]

    // MARK: - Source

    package static let width = SessionOption(
        "width", .integer(1...Int(Int32.max)), "Width in pixels, even", default: "1920, or the source's",
        value: "pixels", isRemote: true)
    package static let height = SessionOption(
        "height", .integer(1...Int(Int32.max)), "Height in pixels, even", default: "1080, or the source's",
        value: "pixels", isRemote: true)
    package static let fps = SessionOption(
        "fps", .form(.rate), "Frames per second", default: "30, or the source's",
        help: "Frames per second: 30, 29.97, 30000/1001 (default: 30, or the source's).", value: "rate",
        isRemote: true)
    package static let format = SessionOption(
        "format", .word(["i420-full", "i420-limited"]), "Format to declare, in which raw video is read",
        default: "i420-full, or the source's", isRemote: true)
    package static let matrix = SessionOption(
        "matrix", .word(["bt709", "bt601"]), "Matrix of y4m and raw video, which do not signal it", default: "bt709",
        help: """
            Matrix of y4m and raw video, which do not signal it (default: bt709). ffmpeg writes y4m in bt601 when it \
            converts RGB.
            """, isRemote: true)
    package static let video = SessionOption(
        "video", .text, "Any media file or still image, y4m, raw I420, or a FIFO", default: "a test pattern",
        help: """
            Any media file or still image, y4m, or raw I420 (.yuv, .i420, .raw, FIFO); - is standard input; coded: is \
            the test card that psstudio probe measures.
            """, value: "file", isRemote: true)
    package static let audio = SessionOption(
        "audio", .text, "Any media file with audio, raw PCM, or a FIFO",
        default: "the audio of the video's file, or silence",
        help: """
            Any media file with audio, raw PCM (.pcm, .raw), or a FIFO with WAV or raw PCM; - is standard input; \
            coded: is its audio (default: the audio of --video's file, or silence). A pipe that delivers nothing for \
            500 ms while the video continues is replaced by silence until it delivers; it has 5 s to start.
            """, value: "file", rivals: ["noAudio"], isRemote: true)
    package static let loop = SessionOption(
        "loop", .flag, "Whether media files are looped without a gap", default: "false",
        help: "Loop media files without a gap.", isRemote: true)
    package static let startAt = SessionOption(
        "startAt", time, "Start position in media files",
        help: "Start position in media files, in the format of --duration.", value: "time", isRemote: true)
    package static let atEnd = SessionOption(
        "atEnd", .word(SourceEnd.allCases.map(\.rawValue)), "What follows the end of the source", default: "stop",
        help: """
            What follows the end of the source: stop ends the session; hold repeats the last frame, slate shows the \
            slate, both with silence.
            """, isRemote: true)
    package static let slate = SessionOption(
        "slate", .text, "Frames of a slate: a still image, a media file, black or hold", default: "black",
        help: """
            Frames of a slate: a still image, a media file that loops, black or hold, the last frame (default: black). \
            With this option or --slate-after, a pipe that delivers no frame is replaced by the slate until it \
            delivers.
            """, value: "file", isRemote: true)
    package static let slateAfter = SessionOption(
        "slateAfter", time,
        "How long a pipe may deliver no frame before the slate is sent (default with slate: 2s)",
        help: "How long a pipe may deliver no frame before the slate is sent (default with --slate: 2s).",
        value: "time", isRemote: true)
    package static let audioRate = SessionOption(
        "audioRate", .word(["32000", "48000"]), "Sample rate of raw audio", default: "48000",
        help: "Sample rate of raw audio; other audio is converted to it: 32000 or 48000 (default: 48000).",
        value: "hertz", isRemote: true)
    package static let audioChannels = SessionOption(
        "audioChannels", .word(["1", "2"]), "Channels of raw audio", default: "2",
        help: "Channels of raw audio; other audio is converted to them: 1 or 2 (default: 2).", value: "count",
        isRemote: true)
    package static let noAudio = SessionOption(
        "noAudio", .flag, "Whether no audio is sent", default: "false",
        help: "Send no audio; the outputs have no audio track.", rivals: ["audio"], isRemote: true)
    package static let duration = SessionOption(
        "duration", time, "Duration to send, of media time", default: "until the source ends",
        help: "Duration to send: 8s, 500ms, 1m30s, 90, 0:01:30 of media time.", value: "time",
        isRemote: true)
    package static let fast = SessionOption(
        "fast", .flag, "Whether media is sent as fast as the outputs accept it", default: "false",
        help: "Send as fast as the outputs accept media, instead of in real time; the default seed is 0.",
        isRemote: true)

    // MARK: - Meeting

    package static let scenario = SessionOption(
        "scenario", .text, "Scenario to perform: a YAML file, or the name of a ready one",
        help: "Scenario to perform: a YAML file, or a name that psstudio scenarios lists.", value: "scenario",
        variable: "PSSTUDIO_SCENARIO", isRemote: true)
    package static let seed = SessionOption(
        "seed", .form(.seed), "Seed of delays, jitter and drifting rates", default: "random", value: "number",
        variable: "PSSTUDIO_SEED", isRemote: true)
    package static let role = SessionOption(
        "role", .word(["host", "cohost", "attendee", "panelist"]), "The local user's role in the meeting",
        default: "the scenario's, or host", variable: "PSSTUDIO_ROLE", isRemote: true)
    package static let strict = SessionOption(
        "strict", .flag, "Whether overlapping sends, and frames above the declared rate, are rejected",
        default: "false",
        help: "Reject overlapping sends, which are otherwise served and reported, and frames above the declared rate.",
        isRemote: true)

    // MARK: - Outputs

    /// The drivers of outputs declare its help.
    package static let out = SessionOption(
        "out", .texts, "The outputs: files, addresses of servers, or null:", value: "destination",
        variable: "PSSTUDIO_OUT", isRemote: true)
    package static let pipeline = SessionOption(
        "pipeline", .texts, "Pipeline files that describe further outputs",
        help: """
            Add an output that a pipeline file describes: appsrc name=video and name=audio get the coded program, \
            raw-video and raw-audio frames and samples; repeatable; its number follows those of --out.
            """, value: "file")
    package static let pipelines = SessionOption(
        "pipelines", .text, "Folder with pipeline files that replace ready ones",
        help: """
            Replace ready pipelines by the files of a folder with their names, such as encode-h264.pipeline; psstudio \
            pipelines lists them.
            """, value: "folder", variable: "PSSTUDIO_PIPELINES")
    package static let bitrate = SessionOption(
        "bitrate", .form(.bitrate), "Video bitrate", default: "by the size of frames",
        help: "Video bitrate: 2500k, 6M.", value: "rate", isRemote: true)
    package static let preset = SessionOption(
        "preset", .word(presets), "Speed preset of x264", default: "veryfast", isRemote: true)
    package static let range = SessionOption(
        "range", .word(VideoRange.allCases.map(\.rawValue)), "Output range", default: "limited",
        help: "Output range; frames are converted to it.", isRemote: true)
    package static let force = SessionOption(
        "force", .flag, "Whether existing files are overwritten", default: "false",
        help: "Overwrite existing files.", letter: "f", isRemote: true)
    package static let finishTimeout = SessionOption(
        "finishTimeout", time, "At the end, an output that accepts no byte for this long has failed", default: "60s",
        value: "time", isRemote: true)
    /// The output's driver declares its help.
    package static let streamKeyFile = SessionOption(
        "streamKeyFile", .text, "File whose first line is the stream key of the RTMP address that ends in /",
        value: "file", variable: "PSSTUDIO_STREAM_KEY", secret: "key")
    /// The output's driver declares its help.
    package static let srtPassphraseFile = SessionOption(
        "srtPassphraseFile", .text, "File whose first line is the passphrase of SRT outputs", value: "file",
        variable: "PSSTUDIO_SRT_PASSPHRASE", secret: "passphrase")
    package static let retry = SessionOption(
        "retry", .list(.mapping(retryRules)), "Rules for reconnecting",
        help: """
            Rules for reconnecting: attempts=10,delay=1s..8s,first=yes,jitter=20%; 2:… for the second --out only; \
            repeatable (default: attempts=unlimited,delay=1s..8s,first=no,jitter=0%). The delay doubles with each \
            attempt.
            """, value: "rules", isRemote: true)
    package static let mp4 = SessionOption(
        "mp4", .word(["ordinary", "fragmented"]), "Form of finished MP4 files", default: "ordinary",
        help: """
            Form of finished MP4 files: ordinary, with the index first, as editors expect, or fragmented. Writing the \
            ordinary form needs space for another copy.
            """, isRemote: true)
    package static let hlsWindow = SessionOption(
        "hlsWindow", .form(.window), "Minimum number of segments in an HLS playlist, or all", default: "6",
        help: "Minimum number of segments in an HLS playlist, the latest ones, or all (default: 6).", value: "count",
        isRemote: true)
    package static let splitEvery = SessionOption(
        "splitEvery", time, "Duration of a file before it continues in another one; at least 10s", default: "unlimited",
        help: "Continue a file in another one, such as show-2.mp4, after this duration; at least 10s.",
        value: "time", isRemote: true)
    package static let minFree = SessionOption(
        "minFree", .form(.space), "Space on the disk of a recording at which it is completed and ends",
        default: "no limit",
        help:
            "Complete a recording, and end it, when less than this is free on its disk: 200M, 2G (default: no limit).",
        value: "bytes", isRemote: true)
    package static let title = SessionOption(
        "title", .text, "Title of recordings (MP4, MOV, MKV, FLV) and RTMP streams", default: "none",
        help: "Title of recordings (MP4, MOV, MKV, FLV) and RTMP streams.", value: "text", isRemote: true)
    package static let tlsCa = SessionOption(
        "tlsCa", .text, "File with certificate authorities (PEM) for rtmps and https", default: "the system's",
        help: "Certificate authorities (PEM) for rtmps and https, instead of the system's.", value: "file")

    private static let presets = ["ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow"]

    /// The rules of an output.
    static let retryRules = [
        Field("output", .integer(1...Int.max), "The number of the output that they are for (default: all)."),
        Field("attempts", .integer(0...1_000_000), "The number of attempts (default: unlimited)."),
        Field("delay", .durationRange, "The delay, which doubles with each attempt (default: 1s..8s)."),
        Field("first", .flag, "Whether a first connection that fails is tried again (default: false)."),
        Field("jitter", .number(0...100), "The random part of delays in percent (default: 0)."),
    ]

    // MARK: - Reports

    package static let json = SessionOption(
        "json", .flag, "Whether one JSON object about the session is printed at its end", default: "false",
        help: "Print one JSON object about the session, with its seed, on standard output at its end.")
    package static let progress = SessionOption(
        "progress", .text, "File for progress in ffmpeg's format; - is standard output",
        help: "Write progress in ffmpeg's format to a file; - is standard output.", value: "file")
    package static let trace = SessionOption(
        "trace", .text, "File for a trace, or a folder that ends in /",
        help: """
            Write a trace (calls, callbacks, media items, refusals) to a file, or to a new file in a folder that ends \
            in /.
            """, value: "file", variable: "PSSTUDIO_TRACE", rivals: ["traceOnFailure"])
    package static let traceOnFailure = SessionOption(
        "traceOnFailure", .text, "As trace, but the file is kept only when the exit code is not 0",
        help: "As --trace, but keep the file only when the exit code is not 0.", value: "file",
        variable: "PSSTUDIO_TRACE", rivals: ["trace"])
    package static let pipelineGraphs = SessionOption(
        "pipelineGraphs", .text, "Folder for graphs of the running pipelines, as dot and SVG",
        help: """
            Write the pipelines that run when sending ends into a folder, as dot, and as SVG where dot is installed; \
            psstudio control graph does it at any time.
            """, value: "folder")
    package static let quiet = SessionOption(
        "quiet", .flag, "Whether only errors are printed", default: "false", help: "Print errors only.",
        letter: "q", rivals: ["verbose"])
    package static let verbose = SessionOption(
        "verbose", .flag, "Whether every step is printed", default: "false", help: "Print every step.", letter: "v",
        rivals: ["quiet"])

    // MARK: - Server

    package static let control = SessionOption(
        "control", .text, "Path of the control socket for psstudio control, or auto",
        help: "Accept commands of psstudio control at this path, or at a new socket of its own with auto.",
        value: "path", variable: "PSSTUDIO_CONTROL")
    package static let serve = SessionOption(
        "serve", .form(.listenAddress), "Whether, or at which address, the session is served by HTTP",
        default: "false",
        help: "Serve the session by HTTP, at an address and port, or a port of 127.0.0.1; implies --control auto.",
        value: "address")
    package static let serveHost = SessionOption(
        "serveHost", .texts, "Further names of the server, those of a proxy",
        help: "Further name of the server, that of a proxy; repeatable. Addresses and localhost are always accepted.",
        value: "name")
    package static let serveOrigin = SessionOption(
        "serveOrigin", .texts, "Further origins whose pages may use the server",
        help: """
            Further origin whose pages may use the server, such as https://studio.example, capacitor://localhost, \
            tauri://localhost, file:// or null; repeatable.
            """, value: "origin")
    package static let serveTokenFile = SessionOption(
        "serveTokenFile", .text, "File with the token of the server", default: "a random token for each start",
        help: """
            File with the token of the server, which only you can read, instead of PSSTUDIO_SERVE_TOKEN (default: a \
            random token for each start). An address that other machines reach needs one.
            """, value: "file", secret: "token")
    // Before the one above in the list: its secret has the longer name.
    package static let serveReadTokenFile = SessionOption(
        "serveReadTokenFile", .text, "File with the token of the server that only reads",
        default: "a random token for each start",
        help: """
            File with a token that permits to read only, for displays, instead of PSSTUDIO_SERVE_READ_TOKEN (default: a \
            random token for each start). Only you can read the file.
            """, value: "file", secret: "readtoken")
    package static let serveFolder = SessionOption(
        "serveFolder", .text, "Folder below which files are written and read by HTTP",
        default: "the current one, unless that is /", value: "folder")
    package static let obsWebsocket = SessionOption(
        "obsWebsocket", .form(.listenAddress), "Whether, or at which address, controllers of OBS control the session",
        default: "false",
        help: """
            Let controllers of OBS, such as Companion, control the session by obs-websocket 5, at an address and port, \
            or a port of 127.0.0.1 (without one: 127.0.0.1:4455).
            """, value: "address")
    package static let obsPasswordFile = SessionOption(
        "obsPasswordFile", .text, "File with the password of controllers",
        help: """
            File with the password of controllers, which only you can read and which has at least six characters, instead of \
            PSSTUDIO_OBS_PASSWORD (default: a random password in a file whose path is printed).
            """, value: "file", variable: "PSSTUDIO_OBS_PASSWORD", secret: "obspassword")
    package static let obsNoPassword = SessionOption(
        "obsNoPassword", .flag, "Whether controllers need no password, on loopback only", default: "false",
        help: "Let every program of this machine control the session; on loopback only.")
}
