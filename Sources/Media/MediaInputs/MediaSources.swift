import CodedMedia
import Containers
import ProductionStudio
public import StudioCore
package import StudioRuntime

/// The options of a video source; `nil` selects the value of the source or a default.
///
/// Media files are scaled to the size, with bars where the aspect ratio differs, and converted to the frame rate. Raw
/// video is read with these values; y4m must match them.
public struct VideoSourceOptions: Hashable, Sendable {
    /// A path of y4m, raw I420 or any media file, `-` for standard input, `coded:` for the coded card, `nil` for the
    /// test pattern.
    public var path: String?
    /// Whether a media file loops.
    public var loops = false
    /// The start position in a media file.
    public var startAt = MediaTime.zero
    /// The session identity of coded video without one in its name.
    public var codedIdentity = UInt32.random(in: .min ... .max)
    /// Width in pixels.
    public var width: Int32?
    /// Height in pixels.
    public var height: Int32?
    /// Frames per second.
    public var rate: Rate?
    /// The range to declare. Raw video must have it; other video is converted to it.
    public var range: VideoRange?
    /// The matrix of y4m and raw video, which do not signal it; BT.709 by default. Other matrices are converted.
    public var matrix: ColorMatrix?
    /// Whether FIFOs, also that of the audio, are opened again when their writer has gone.
    package var reopensFIFOs = false
    /// The folder outside of which no file is read, and no FIFO in it; `nil` for no limit.
    package var folder: RestrictedFolder?
    /// Whether a FIFO had y4m before, so that everything before the next header is skipped.
    var mustBeY4M = false

    /// Selects the test pattern with default values.
    public init() {}

    /// The permitted frame rates: at a lower rate, a gap would be filled for hours; no encoder handles a higher one.
    public static let rates = 0.1...1000.0

    /// Whether y4m ends where another writer of its FIFO begins.
    func endsAtHeader(_ input: ByteInput) -> Bool { reopensFIFOs && input.isFIFO }

    /// Whether the video is generated or loops, so that it never ends.
    public var isEndless: Bool { loops || path == nil || CodedName.isMeant(by: path) }

    /// The defaults when neither the options nor the source specify a value.
    public static let defaults = (width: Int32(1920), height: Int32(1080), rate: Rate.thirty)
}

/// The options of an audio source.
public struct AudioSourceOptions: Hashable, Sendable {
    /// A path of any media file with audio or of raw PCM, a FIFO with WAV or raw PCM, `-` for standard input, `coded:`
    /// for the coded audio. `nil` selects the audio that belongs to the video: that of the same file, the test tone or
    /// the coded audio.
    public var path: String?
    /// Whether a media file loops.
    public var loops = false
    /// The start position in a media file.
    public var startAt = MediaTime.zero
    /// The sample rate of raw PCM in hertz; other audio is converted to it.
    public var sampleRate: Int32?
    /// The channels of raw PCM; other audio is converted to them.
    public var channels: Int32?
    /// Whether audio is sent at all.
    public var isEnabled = true
    /// The folder outside of which no file is read, and no FIFO in it; `nil` for no limit.
    package var folder: RestrictedFolder?

    /// Selects the test tone.
    public init() {}

    /// The format of raw PCM, and of all audio that is sent: 48 kHz stereo by default.
    var rawFormat: AudioFormat { AudioFormat(sampleRate: sampleRate ?? 48_000, channels: channels ?? 2) }
}

/// Opened sources that a ``MediaProducer`` can send.
public final class MediaSources {
    /// The video format of the source.
    public let description: VideoDescription
    /// The capability to declare at start.
    public let capability: VideoCapability
    /// Whether the sources never end.
    public let isEndless: Bool
    /// Warnings for the user, reported once.
    public let notes: [String]
    /// Whether there is audio to send.
    public var hasAudio: Bool { audio != nil }
    let video: any VideoInput
    let audio: (any AudioInput)?
    let request: SourceRequest
    let waits: PipeWaits?

    /// Opens the sources; waits for the first bytes of a pipe until cancelled.
    ///
    /// - Parameter waits: gets waits for pipes that last, now and when the sources are read.
    /// - Throws: a ``SourceError`` for a source that cannot be read, a `StudioError` for a source that contradicts the
    ///   options.
    public convenience init(
        video options: VideoSourceOptions, audio: AudioSourceOptions, cancellation: Cancellation,
        waits: PipeWaits? = nil
    ) throws {
        try self.init(video: options, audio: audio, as: nil, cancellation: cancellation, waits: waits)
    }

    /// - Parameters:
    ///   - program: the form of a program, to which sources of another size, frame rate or range are converted. Raw video
    ///     has its size and rate.
    ///   - rest: the open FIFO of the video, for what follows in it.
    ///   - waits: gets waits for pipes that last.
    init(
        video options: VideoSourceOptions, audio: AudioSourceOptions, as program: VideoDescription?,
        rest: ByteInput? = nil, cancellation: Cancellation, waits: PipeWaits? = nil
    ) throws {
        request = SourceRequest(video: options, audio: audio)
        self.waits = waits
        var options = options
        if let program {
            (options.width, options.height) = (program.width, program.height)
            (options.rate, options.range) = (program.rate, program.range)
        }
        var notes: [String] = []
        // Both are opened before either is read: a program that writes two FIFOs starts when both have a reader.
        let videoInput = try rest ?? Self.file(options.path).map { try ByteInput(opening: $0, below: options.folder) }
        let hasOwnPath = audio.isEnabled && audio.path != options.path
        let audioPath = hasOwnPath ? Self.file(audio.path) : nil
        let audioInput = try audioPath.map { try ByteInput(opening: $0, below: audio.folder) }
        videoInput?.report(to: waits, .video, companion: audioInput)
        audioInput?.report(to: waits, .audio, companion: nil)
        let tracks = try Self.openMediaFile(options, audio, videoInput, cancellation)
        let mustFit = program != nil
        video = try tracks?.video ?? Self.openVideo(options, mustFit: mustFit, videoInput, cancellation, &notes)
        description = video.description
        capability = VideoCapability(
            width: description.width, height: description.height,
            format: (options.range ?? description.range).i420)
        isEndless = options.isEndless || tracks?.video?.isStill ?? false
        if let audioInput {
            self.audio = try Self.openAudio(audio, audioInput, cancellation)
        } else {
            self.audio = try tracks?.audio ?? Self.makeAudio(audio, for: options, rate: description.rate)
        }
        self.notes = notes + (tracks?.video?.notes ?? []) + ((self.audio as? AudioFileReader)?.notes ?? [])
    }

    /// The form in which frames are sent.
    var declared: VideoDescription {
        VideoDescription(
            width: description.width, height: description.height, rate: description.rate,
            range: request.video.range ?? description.range)
    }

    /// Calls `body` with notes about the contents of the audio, which are known only when it is read, on the producer's thread. Set
    /// it once, before the sources are read.
    package func onNote(_ body: @escaping @Sendable (String) -> Void) { (audio as? any NotingInput)?.onNote = body }

    /// The file to open; `nil` for generated media.
    private static func file(_ path: String?) -> String? { CodedName.isMeant(by: path) ? nil : path }

    // MARK: Video

    private static let assumedRate =
        "the frame rate is unknown; assuming \(VideoSourceOptions.defaults.rate) fps; --fps overrides it"

    /// - Parameter mustFit: whether y4m is converted to the options instead of rejected.
    private static func openVideo(
        _ options: VideoSourceOptions, mustFit: Bool, _ input: ByteInput?, _ cancellation: Cancellation,
        _ notes: inout [String]
    ) throws -> any VideoInput {
        let raw = VideoDescription(
            width: options.width ?? VideoSourceOptions.defaults.width,
            height: options.height ?? VideoSourceOptions.defaults.height,
            rate: options.rate ?? VideoSourceOptions.defaults.rate, range: options.range ?? .full)
        guard let path = options.path, let input else {
            try checkDrawable(raw)
            guard let name = options.path else { return TestPattern(raw) }
            return try CodedVideo(raw, identity: codedName(name).identity ?? options.codedIdentity)
        }
        if options.loops || options.startAt > .zero { throw Self.notPlayable(input.name) }
        if options.mustBeY4M, !(try input.skip(to: Y4MHead.magic, or: cancellation)) {
            throw SourceError(
                "\(input.name) ended without a y4m header", hint: "check the messages of the program that writes it")
        }
        let beginning = try input.peek(Y4MHead.magic.count, or: cancellation)
        if beginning.isEmpty { throw SourceError("\(input.name) is empty", hint: "check that its writer sends data") }
        if Self.suffix(path) == "y4m" || beginning == Y4MHead.magic {
            return try mustFit
                ? openFittedY4M(input, options, cancellation)
                : openY4M(input, options, cancellation, &notes)
        }
        if input.isStream { try checkRaw(input, beginning, cancellation) }
        if options.rate == nil { notes.append(Self.assumedRate) }
        try checkDrawable(raw)
        let form = RawVideoForm(width: raw.width, height: raw.height, matrix: options.matrix ?? .bt709)
        return try RawVideoInput(input, .raw, form: form, description: raw)
    }

    /// Rejects coded media from a pipe, which would be sent as noise.
    private static func checkRaw(
        _ input: ByteInput, _ beginning: [UInt8], _ cancellation: Cancellation
    ) throws(SourceError) {
        var format = StreamFormat(beginning)
        if format == nil {
            format = StreamFormat(try input.peek(StreamFormat.longest, or: cancellation), isWhole: true)
        }
        let name: String
        switch format {
        case .other(let other)?: name = other
        case .wav?: name = "WAV or AVI"
        case .raw?, .y4m?, nil: return
        }
        throw SourceError(
            "\(input.name) is a stream of \(name), which is not decoded from a pipe",
            hint: "use the file itself, or pipe y4m from ffmpeg")
    }

    static func codedName(_ text: String) throws(SourceError) -> CodedName {
        if let name = CodedName(text) { return name }
        throw SourceError(
            "'\(text)' is not a coded source", hint: "use coded: or coded:1f3a9c02, with up to eight hexadecimal digits"
        )
    }

    /// The contract rejects sizes without a layout later, but no frame could be read for them either.
    static func checkDrawable(_ description: VideoDescription) throws {
        let capability = VideoCapability(
            width: description.width, height: description.height, format: description.range.i420)
        if let refusal = capability.refusal() { throw refusal }
    }

    /// Opens y4m of any size and frame rate for a program, whose form the options have.
    private static func openFittedY4M(
        _ input: ByteInput, _ options: VideoSourceOptions, _ cancellation: Cancellation
    ) throws -> any VideoInput {
        let header = try readHeader(input, cancellation)
        guard let width = options.width, let height = options.height, let rate = options.rate else {
            preconditionFailure("a program has a size and a rate")
        }
        let description = VideoDescription(
            width: width, height: height, rate: header.rate ?? rate, range: header.range)
        let form = RawVideoForm(
            width: header.width, height: header.height, matrix: options.matrix ?? .bt709,
            pixelAspect: header.pixelAspect)
        let video = try RawVideoInput(
            input, .y4m(endsAtHeader: options.endsAtHeader(input)), form: form, description: description)
        return description.rate == rate ? video : RateConversion(video, to: rate)
    }

    private static func openY4M(
        _ input: ByteInput, _ options: VideoSourceOptions, _ cancellation: Cancellation, _ notes: inout [String]
    ) throws -> any VideoInput {
        let header = try readHeader(input, cancellation)
        let (width, height) = (options.width ?? header.squareWidth, options.height ?? header.height)
        guard width == header.squareWidth, height == header.height else {
            throw StudioError(
                .videoSizeDiffers,
                "the y4m video is \(header.squareSize), expected \(width)x\(height)",
                hint: header.remedy(forSize: "\(width):\(height)"))
        }
        if let declared = header.rate, let expected = options.rate, declared != expected {
            throw StudioError(
                .videoRateDiffers, "the y4m video has \(declared) fps, expected \(expected)",
                hint: "remove --fps, or convert with ffmpeg -r")
        }
        if header.rate == nil, options.rate == nil { notes.append(Self.assumedRate) }
        let rate = header.rate ?? options.rate ?? VideoSourceOptions.defaults.rate
        let description = VideoDescription(width: width, height: height, rate: rate, range: header.range)
        try checkDrawable(description)
        let form = RawVideoForm(
            width: header.width, height: header.height, matrix: options.matrix ?? .bt709,
            pixelAspect: header.pixelAspect)
        return try RawVideoInput(
            input, .y4m(endsAtHeader: options.endsAtHeader(input)), form: form, description: description)
    }

    private static func readHeader(_ input: ByteInput, _ cancellation: Cancellation) throws -> Y4MHeader {
        var line: [UInt8] = []
        while let byte = try input.readExactly(1, or: cancellation), byte != [0x0A] {
            line += byte
            if line.count > Y4MHead.longestLine {
                throw SourceError("the y4m header has no end", hint: "check that \(input.name) is a y4m file")
            }
        }
        return try Y4MHeader(parsing: String(decoding: line, as: UTF8.self))
    }

    // MARK: Media files

    /// Opens media files; `nil` for raw and y4m files.
    private static func openMediaFile(
        _ options: VideoSourceOptions, _ audio: AudioSourceOptions, _ input: ByteInput?, _ cancellation: Cancellation
    ) throws -> MediaFile.Tracks? {
        guard let path = options.path, let input, input.isRegularFile,
            !VideoSourceOptions.streams.contains(suffix(path))
        else { return nil }
        let beginning = try input.peek(Y4MHead.magic.count, or: cancellation)
        if beginning.isEmpty {
            throw SourceError("\(input.name) is empty", hint: "check that it was written completely")
        }
        if beginning == Y4MHead.magic { return nil }
        if options.matrix != nil {
            throw SourceError("\(input.name) is not y4m or raw video", hint: "remove --matrix; media files signal it")
        }
        if let width = options.width, let height = options.height {
            try checkDrawable(VideoDescription(width: width, height: height, rate: .thirty, range: .full))
        }
        let hasOwnAudio = audio.isEnabled && (audio.path == nil || audio.path == path)
        let tracks = try MediaFile.open(
            path, input, video: options, audio: hasOwnAudio ? audio.rawFormat : nil,
            playback: FilePlayback(loops: options.loops, startAt: options.startAt), cancellation: cancellation)
        guard let video = tracks.video else { throw cancelled(input.name) }
        try checkDrawable(video.description)
        return tracks
    }

    static func cancelled(_ name: String) -> SourceError {
        SourceError("opening \(name) was cancelled", hint: "start again")
    }

    static func notPlayable(_ name: String) -> SourceError {
        SourceError(
            "\(name) is read as a stream, which has no position to go to",
            hint: "remove --loop and --start-at, or convert it to a media file such as clip.mkv or clip.wav")
    }

    static func suffix(_ path: String) -> String {
        path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    }
}
