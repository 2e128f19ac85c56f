import MediaInputs
import StudioCore

/// A key of a configuration file: an option of `psstudio start`.
package struct ConfigurationKey: Sendable {
    /// What the file tells of the option.
    let field: Field
    /// The variable of the environment that has precedence over the file.
    package let variable: String?
    /// Keys that exclude this one: when one of their options is given, the file's value does not count.
    package let rivals: [String]
    /// The letter of the option; `nil` for none.
    package let letter: Character?

    /// `streamKeyFile`
    package var name: String { field.name }
    /// `--stream-key-file`
    package var option: String { "--" + Self.kebab(name) }
    /// One sentence.
    package var text: String { field.text }

    private init(
        _ name: String, _ shape: Shape, _ text: String, variable: String? = nil, rivals: [String] = [],
        letter: Character? = nil
    ) {
        field = Field(name, shape, text)
        (self.variable, self.rivals, self.letter) = (variable, rivals, letter)
    }

    /// The key with this name.
    package static func named(_ name: String) -> ConfigurationKey? { all.first { $0.name == name } }

    /// `streamKeyFile` as `stream-key-file`.
    private static func kebab(_ name: String) -> String {
        name.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
    }

    /// Whether the words of a command line contain the option.
    package func isGiven(in words: [String]) -> Bool {
        words.contains { word in
            if word == option || word.hasPrefix(option + "=") { return true }
            guard let letter, word.hasPrefix("-") else { return false }
            let letters = word.dropFirst()
            return letters.contains(letter) && letters.allSatisfy(\.isLetter)
        }
    }

    /// The accepted words, for those that have no other values; `nil` for others.
    package var words: [String]? { if case .word(let words, _) = field.shape { words } else { nil } }
}

// MARK: - The table

extension ConfigurationKey {
    private static let time = Shape.duration(minimum: .milliseconds(1))

    /// All keys, in the order of the page.
    package static let all = source + meeting + outputs + reports + server

    private static let source: [ConfigurationKey] = [
        .init("width", .integer(1...Int(Int32.max)), "Width in pixels, even (default: 1920, or the source's)."),
        .init("height", .integer(1...Int(Int32.max)), "Height in pixels, even (default: 1080, or the source's)."),
        .init("fps", .form(.rate), "Frames per second (default: 30, or the source's)."),
        .init(
            "format", .word(["i420-full", "i420-limited"]),
            "Declared format, also of raw video (default: i420-full, or the source's)."),
        .init(
            "matrix", .word(["bt709", "bt601"]), "Matrix of y4m and raw video, which do not signal it (default: bt709)."
        ),
        .init("video", .text, "Any media file or still image, y4m, raw I420, or a FIFO (default: a test pattern)."),
        .init(
            "audio", .text,
            "Any media file with audio, raw PCM, or a FIFO (default: the audio of the video's file, or silence).",
            rivals: ["noAudio"]),
        .init("loop", .flag, "Whether media files are looped without a gap (default: false)."),
        .init("startAt", time, "Start position in media files."),
        .init(
            "atEnd", .word(SourceEnd.allCases.map(\.rawValue)), "What follows the end of the source (default: stop)."),
        .init("slate", .text, "Frames of a slate: a still image, a media file, black or hold (default: black)."),
        .init(
            "slateAfter", time,
            "How long a pipe may deliver no frame before the slate is sent (default with slate: 2s)."),
        .init("audioRate", .word(["32000", "48000"]), "Sample rate of raw audio (default: 48000)."),
        .init("audioChannels", .word(["1", "2"]), "Channels of raw audio (default: 2)."),
        .init("noAudio", .flag, "Whether no audio is sent (default: false).", rivals: ["audio"]),
        .init("duration", time, "Duration to send, of media time (default: until the source ends)."),
        .init("fast", .flag, "Whether media is sent as fast as the outputs accept it (default: false)."),
    ]

    private static let meeting: [ConfigurationKey] = [
        .init(
            "scenario", .text, "Scenario to perform: a YAML file, or the name of a ready one.",
            variable: "PSSTUDIO_SCENARIO"),
        .init(
            "seed", .form(.seed), "Seed of delays, jitter and drifting rates (default: random).",
            variable: "PSSTUDIO_SEED"),
        .init(
            "role", .word(["host", "cohost", "attendee", "panelist"]),
            "The local user's role in the meeting (default: the scenario's, or host).", variable: "PSSTUDIO_ROLE"),
        .init(
            "strict", .flag,
            "Whether overlapping sends, and frames above the declared rate, are rejected (default: false)."),
    ]

    private static let outputs: [ConfigurationKey] = [
        .init("out", .texts, "The outputs: files, addresses of servers, or null:.", variable: "PSSTUDIO_OUT"),
        .init("pipeline", .texts, "Pipeline files that describe further outputs."),
        .init(
            "pipelines", .text, "Folder with pipeline files that replace ready ones.", variable: "PSSTUDIO_PIPELINES"),
        .init("bitrate", .form(.bitrate), "Video bitrate (default: by the size of frames)."),
        .init("preset", .word(presets), "Speed preset of x264 (default: veryfast)."),
        .init("range", .word(VideoRange.allCases.map(\.rawValue)), "Output range (default: limited)."),
        .init("force", .flag, "Whether existing files are overwritten (default: false).", letter: "f"),
        .init(
            "finishTimeout", time,
            "At the end, an output that accepts no byte for this long has failed (default: 60s)."),
        .init(
            "streamKeyFile", .text, "File whose first line is the stream key of the RTMP address that ends in /.",
            variable: "PSSTUDIO_STREAM_KEY"),
        .init(
            "srtPassphraseFile", .text, "File whose first line is the passphrase of SRT outputs.",
            variable: "PSSTUDIO_SRT_PASSPHRASE"),
        .init("retry", .list(.mapping(retry)), "Rules for reconnecting."),
        .init("mp4", .word(["ordinary", "fragmented"]), "Form of finished MP4 files (default: ordinary)."),
        .init("hlsWindow", .form(.window), "Minimum number of segments in an HLS playlist, or all (default: 6)."),
        .init(
            "splitEvery", time,
            "Length of a file before it goes on in another one; at least 10s (default: unlimited)."),
        .init(
            "minFree", .form(.space),
            "Space on the disk of a recording at which it is completed and ends (default: no limit)."),
        .init("title", .text, "Title of recordings (MP4, MOV, MKV, FLV) and RTMP streams (default: none)."),
        .init(
            "tlsCa", .text,
            "File with certificate authorities (PEM) for rtmps and https (default: the system's)."),
    ]

    private static let presets = ["ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow"]

    /// The rules of an output.
    static let retry = [
        Field("output", .integer(1...Int.max), "The number of the output that they are for (default: all)."),
        Field("attempts", .integer(0...1_000_000), "The number of attempts (default: unlimited)."),
        Field("delay", .durationRange, "The delay, which doubles with each attempt (default: 1s..8s)."),
        Field("first", .flag, "Whether a first connection that fails is tried again (default: false)."),
        Field("jitter", .number(0...100), "The random part of delays in percent (default: 0)."),
    ]

    private static let reports: [ConfigurationKey] = [
        .init("json", .flag, "Whether one JSON object about the session is printed at its end (default: false)."),
        .init("progress", .text, "File for progress in ffmpeg's format; - is standard output."),
        .init(
            "trace", .text, "File for a trace, or a folder that ends in /.", variable: "PSSTUDIO_TRACE",
            rivals: ["traceOnFailure"]),
        .init(
            "traceOnFailure", .text, "As trace, but the file is kept only when the exit code is not 0.",
            variable: "PSSTUDIO_TRACE", rivals: ["trace"]),
        .init("quiet", .flag, "Whether only errors are printed (default: false).", rivals: ["verbose"], letter: "q"),
        .init("verbose", .flag, "Whether every step is printed (default: false).", rivals: ["quiet"], letter: "v"),
    ]

    private static let server: [ConfigurationKey] = [
        .init(
            "control", .text, "Path of the control socket for psstudio control, or auto.",
            variable: "PSSTUDIO_CONTROL"),
        .init(
            "serve", .form(.listenAddress),
            "Whether, or at which address, the session is served by HTTP (default: false)."),
        .init("serveHost", .texts, "Further names of the server, those of a proxy."),
        .init("serveOrigin", .texts, "Further origins whose pages may use the server."),
        .init("serveTokenFile", .text, "File with the token of the server (default: a random token for each start)."),
        .init(
            "serveFolder", .text,
            "Folder below which files are written and read by HTTP (default: the current one, unless that is /)."),
        .init(
            "obsWebsocket", .form(.listenAddress),
            "Whether, or at which address, controllers of OBS control the session (default: false)."),
        .init("obsPasswordFile", .text, "File with the password of controllers.", variable: "PSSTUDIO_OBS_PASSWORD"),
        .init("obsNoPassword", .flag, "Whether controllers need no password, on loopback only (default: false)."),
    ]
}
