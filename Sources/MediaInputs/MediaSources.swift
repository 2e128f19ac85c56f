import ProductionStudio
public import StudioCore

/// What the user said about a source of pictures; what is `nil` comes from the source or a default.
///
/// Media files are scaled to the size, with bars where their shape differs, and converted to the rate. Raw pictures have
/// them, y4m has to.
public struct VideoSourceOptions: Hashable, Sendable {
    /// A path of y4m, raw I420 or any media file, `-` for standard input, `coded:` for the coded card, `nil` for the test
    /// pattern.
    public var path: String?
    /// Whether a media file begins again at its end.
    public var loops = false
    /// Where in a media file to begin.
    public var startAt = MediaTime.zero
    /// What coded pictures give as their run, where their name says nothing.
    public var codedIdentity = UInt32.random(in: .min ... .max)
    /// Width in pixels.
    public var width: Int32?
    /// Height in pixels.
    public var height: Int32?
    /// Frames a second.
    public var rate: Rate?
    /// The range to declare; raw pictures have it, others are converted to it.
    public var range: VideoRange?

    /// The test pattern with the defaults.
    public init() {}

    /// Frames a second that a source may have: below, a gap would be filled for hours; above, no encoder follows.
    public static let rates = 0.1...1000.0

    /// Whether the pictures are made here or begin again and again, so that they never end.
    public var isEndless: Bool { loops || path == nil || CodedName.isMeant(by: path) }

    /// What is used where neither the user nor the source says anything.
    public static let defaults = (width: Int32(1920), height: Int32(1080), rate: Rate.thirty)
}

/// What the user said about a source of sound.
public struct AudioSourceOptions: Hashable, Sendable {
    /// A path of WAV, raw PCM or any media file with sound, `-` for standard input, `coded:` for the coded sound; `nil` for
    /// the sound that belongs to the pictures: that of the same file, the test tone or the coded sound.
    public var path: String?
    /// Whether a media file begins again at its end.
    public var loops = false
    /// Where in a media file to begin.
    public var startAt = MediaTime.zero
    /// The sample rate of raw PCM in hertz.
    public var sampleRate: Int32?
    /// The channels of raw PCM.
    public var channels: Int32?
    /// Whether there is sound at all.
    public var isEnabled = true

    /// The test tone.
    public init() {}

    /// What sound without a header is taken for: 48 kHz stereo where nothing else is said.
    var rawFormat: AudioFormat { AudioFormat(sampleRate: sampleRate ?? 48_000, channels: channels ?? 2) }
}

/// Opened sources, ready to be sent by a ``MediaProducer``.
public final class MediaSources {
    /// What the pictures are, as the source has them.
    public let description: VideoDescription
    /// What is to be declared when starting.
    public let capability: VideoCapability
    /// Whether the sources never end by themselves.
    public let isEndless: Bool
    /// Things worth telling the user once.
    public let notes: [String]
    /// Whether there is any sound to send.
    public var hasSound: Bool { audio != nil }
    let video: any VideoInput
    let audio: (any AudioInput)?

    /// Opens what was asked for; waits for the first bytes of a pipe until it is cancelled.
    ///
    /// - Throws: a ``SourceError`` for what cannot be read, a `StudioError` for a source that is unlike what was said.
    public init(video options: VideoSourceOptions, audio: AudioSourceOptions, cancellation: Cancellation) throws {
        var notes: [String] = []
        // Both are opened before either is read: a program that writes two FIFOs begins when both have a reader.
        let videoInput = try Self.file(options.path).map { try ByteInput(opening: $0) }
        let hasOwnPath = audio.isEnabled && audio.path != options.path
        let audioInput = hasOwnPath ? try Self.file(audio.path).map { try ByteInput(opening: $0) } : nil
        let tracks = try Self.openMediaFile(options, audio, videoInput, cancellation)
        video = try tracks?.pictures ?? Self.openVideo(options, videoInput, cancellation, &notes)
        description = video.description
        capability = VideoCapability(
            width: description.width, height: description.height,
            format: (options.range ?? description.range).i420)
        isEndless = options.isEndless || tracks?.pictures?.isStill ?? false
        if let audioInput {
            self.audio = try Self.openAudio(audio, audioInput, cancellation)
        } else {
            self.audio = try tracks?.sound ?? Self.makeAudio(audio, for: options, rate: description.rate)
        }
        self.notes = notes + (tracks?.pictures?.notes ?? [])
    }

    /// What is to be opened; nothing where the media is made here.
    private static func file(_ path: String?) -> String? { CodedName.isMeant(by: path) ? nil : path }

    // MARK: Pictures

    private static let assumedRate =
        "the pictures are taken as \(VideoSourceOptions.defaults.rate) a second; --fps says otherwise"

    private static func openVideo(
        _ options: VideoSourceOptions, _ input: ByteInput?, _ cancellation: Cancellation, _ notes: inout [String]
    ) throws -> any VideoInput {
        let raw = VideoDescription(
            width: options.width ?? VideoSourceOptions.defaults.width,
            height: options.height ?? VideoSourceOptions.defaults.height,
            rate: options.rate ?? VideoSourceOptions.defaults.rate, range: options.range ?? .full)
        guard let path = options.path, let input else {
            try checkDrawable(raw)
            guard let name = options.path else { return TestPattern(raw) }
            return try CodedPictures(raw, identity: codedName(name).identity ?? options.codedIdentity)
        }
        if options.loops || options.startAt > .zero { throw Self.notPlayable(input.name) }
        let beginning = try input.peek(Y4MHeader.magic.count, or: cancellation)
        if beginning.isEmpty { throw SourceError("\(input.name) is empty", hint: "does its writer send anything?") }
        if Self.suffix(path) == "y4m" || beginning == Y4MHeader.magic {
            return try openY4M(input, options, cancellation, &notes)
        }
        if options.rate == nil { notes.append(Self.assumedRate) }
        try checkDrawable(raw)
        return PictureFileInput(input, isY4M: false, description: raw)
    }

    private static func codedName(_ text: String) throws(SourceError) -> CodedName {
        if let name = CodedName(text) { return name }
        throw SourceError("'\(text)' names no coded source", hint: "coded: or coded:1f3a9c02, up to eight digits")
    }

    /// Sizes without a layout are the contract's business, but nothing can be read for them either.
    private static func checkDrawable(_ description: VideoDescription) throws {
        let capability = VideoCapability(
            width: description.width, height: description.height, format: description.range.i420)
        if let refusal = capability.refusal() { throw refusal }
    }

    private static func openY4M(
        _ input: ByteInput, _ options: VideoSourceOptions, _ cancellation: Cancellation, _ notes: inout [String]
    ) throws -> any VideoInput {
        var line: [UInt8] = []
        while let byte = try input.readExactly(1, or: cancellation), byte != [0x0A] {
            line += byte
            if line.count > Y4MHeader.longestLine {
                throw SourceError("the y4m header does not end", hint: "is \(input.name) a y4m file?")
            }
        }
        let header = try Y4MHeader(parsing: String(decoding: line, as: UTF8.self))
        let (width, height) = (options.width ?? header.width, options.height ?? header.height)
        guard width == header.width, height == header.height else {
            throw StudioError(
                .videoSizeDiffers,
                "the y4m pictures are \(header.width)x\(header.height), asked for was \(width)x\(height)",
                hint: "leave --width and --height out, or scale with ffmpeg")
        }
        if let said = header.rate, let asked = options.rate, said != asked {
            throw StudioError(
                .videoRateDiffers, "the y4m pictures come \(said) a second, asked for was \(asked)",
                hint: "leave --fps out, or convert with ffmpeg -r")
        }
        if header.rate == nil, options.rate == nil { notes.append(Self.assumedRate) }
        let rate = header.rate ?? options.rate ?? VideoSourceOptions.defaults.rate
        let description = VideoDescription(width: width, height: height, rate: rate, range: header.range)
        try checkDrawable(description)
        return PictureFileInput(input, isY4M: true, description: description)
    }

    // MARK: Media files

    /// Opens what is neither raw nor y4m; `nil` for everything else.
    private static func openMediaFile(
        _ options: VideoSourceOptions, _ audio: AudioSourceOptions, _ input: ByteInput?, _ cancellation: Cancellation
    ) throws -> MediaFile.Tracks? {
        guard let path = options.path, let input, input.isRegularFile,
            !["y4m", "yuv", "i420", "raw"].contains(suffix(path))
        else { return nil }
        let beginning = try input.peek(Y4MHeader.magic.count, or: cancellation)
        if beginning.isEmpty { throw SourceError("\(input.name) is empty", hint: "was it written to its end?") }
        if beginning == Y4MHeader.magic { return nil }
        if let width = options.width, let height = options.height {
            try checkDrawable(VideoDescription(width: width, height: height, rate: .thirty, range: .full))
        }
        let hasOwnSound = audio.isEnabled && (audio.path == nil || audio.path == path)
        let tracks = try MediaFile.open(
            path, video: options, audio: hasOwnSound ? audio.rawFormat : nil,
            playback: FilePlayback(loops: options.loops, startAt: options.startAt), cancellation: cancellation)
        guard let pictures = tracks.pictures else { throw cancelled(input.name) }
        try checkDrawable(pictures.description)
        return tracks
    }

    private static func cancelled(_ name: String) -> SourceError {
        SourceError("\(name) was given up", hint: "start again")
    }

    private static func notPlayable(_ name: String) -> SourceError {
        SourceError("\(name) is no media file", hint: "leave --loop and --start-at out")
    }

    private static func suffix(_ path: String) -> String {
        path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    }

    // MARK: Sound

    private static func makeAudio(
        _ options: AudioSourceOptions, for video: VideoSourceOptions, rate: Rate
    ) throws -> (any AudioInput)? {
        guard options.isEnabled else { return nil }
        if let path = options.path ?? video.path {
            guard CodedName.isMeant(by: path) else { return nil }
            _ = try codedName(path)
            return try CodedSound(options.rawFormat, pictureRate: rate)
        }
        return TestTone(options.rawFormat, frameRate: rate)
    }

    private static func openAudio(
        _ options: AudioSourceOptions, _ input: ByteInput, _ cancellation: Cancellation
    ) throws -> any AudioInput {
        let path = options.path ?? ""
        let suffix = suffix(path)
        let isPlayed = options.loops || options.startAt > .zero
        if input.isStream || path == "-" || ["pcm", "raw"].contains(suffix) || suffix == "wav" && !isPlayed {
            if isPlayed { throw notPlayable(input.name) }
            return SoundFileInput(input, rawFormat: options.rawFormat, mustBeWAV: suffix == "wav")
        }
        if try input.peek(1, or: cancellation).isEmpty {
            throw SourceError("\(input.name) is empty", hint: "was it written to its end?")
        }
        let tracks = try MediaFile.open(
            path, video: nil, audio: options.rawFormat,
            playback: FilePlayback(loops: options.loops, startAt: options.startAt), cancellation: cancellation)
        guard let sound = tracks.sound else { throw cancelled(input.name) }
        return sound
    }
}
