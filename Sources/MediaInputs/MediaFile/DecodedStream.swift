import GStreamer
import PipelineFiles
import StudioCore
import StudioRuntime

/// One way through one stream of a media file: a pipeline of its own that reads, decodes and converts it.
///
/// Pictures and sound of the same file are read by two of them. A single one would have to keep what lies between a picture
/// and its sound, however far apart the file has them; like this none of them ever waits for the other.
final class DecodedStream {
    /// What a pull brought.
    enum Pulled: ~Copyable {
        case unit(SinkQueue.Unit)
        case end
        case cancelled
    }

    /// What is wanted of the file.
    enum Kind: Sendable {
        case pictures, sound

        fileprivate var text: String {
            switch self {
            case .pictures: PipelineFiles.sourcePictures
            case .sound: PipelineFiles.sourceSound
            }
        }

        fileprivate func includes(_ caps: Caps) -> Bool {
            switch self {
            case .pictures: caps.mediaType.hasPrefix("video/") || caps.mediaType.hasPrefix("image/")
            case .sound: caps.mediaType.hasPrefix("audio/")
            }
        }

        /// Four pictures cover a decoder's hiccup; blocks of sound are short.
        fileprivate var places: Int { self == .pictures ? 4 : 32 }
    }

    private let path: String
    private let pipeline: Pipeline
    private let sink: SinkQueue
    private let streams: StreamChoice
    private let clock = SystemClock()

    /// How often a wait looks for errors, and whether it was cancelled, in seconds.
    private static let interval = 0.05
    /// Seconds without anything before it gives up: some demuxers read for ever in what they do not understand. A machine
    /// that is overloaded many times over takes ten for what it else does at once.
    static let patience = 20.0
    private let patience: Double

    /// Builds the pipeline; nothing is read before ``start()``.
    ///
    /// - Parameters:
    ///   - patience: seconds without anything before it gives up.
    ///   - prepare: sets what the branch is to deliver.
    init(
        _ path: String, _ kind: Kind, patience: Double = DecodedStream.patience,
        prepare: (Branch) throws(GStreamerError) -> Void
    ) throws(SourceError) {
        self.path = path
        self.patience = patience
        do {
            pipeline = try Pipeline(PipelineFiles.sourceFile)
            try pipeline.element("source").set("location", to: .text(path))
            let branch = try Branch(kind.text, entrance: "decoder")
            let file = FileKind(of: path)
            // Matroska's stamps are the file's time; its demuxer says otherwise of the first ones, and then corrects itself.
            let timing: SinkQueue.Timing = file == .matroska ? .stamps : .streamTime
            sink = try SinkQueue(branch.element("output"), places: kind.places, timing: timing)
            try Self.trustStream(over: branch.element("decoder"))
            try prepare(branch)
            let streams = StreamChoice(branch, secondsToAll: file.secondsToAllStreams, isWanted: kind.includes)
            try pipeline.onStream(of: pipeline.element("streams"), streams.use(of:))
            self.streams = streams
        } catch {
            throw SourceError("'\(path)' cannot be read: \(error)", hint: "install what is missing")
        }
    }

    /// MP4's demuxer of GStreamer 1.22 leaves out of the container's colours whether their range is full, and decoders believe
    /// the container where it speaks; H.264 and HEVC say it themselves.
    private static func trustStream(over decoder: Element) throws(GStreamerError) {
        let isWatched = decoder.interceptCaps { caps in
            ["video/x-h264", "video/x-h265"].contains(caps.mediaType) ? caps.without("colorimetry") : caps
        }
        guard isWatched else { throw GStreamerError(.core, source: decoder.name, message: "has no input to observe") }
    }

    deinit {
        sink.close()
        pipeline.stop()
    }

    /// Begins to read and to decode, as far ahead as units may wait.
    func start() throws(SourceError) {
        do { try pipeline.play() } catch { throw failure(error) }
    }

    /// What the stream is; `nil` before it has turned up.
    var codec: Caps? { streams.taken }

    /// Kinds of all streams that have turned up.
    var types: [String] { streams.types }

    /// Whether all of it is decoded, so that the next way through the file may begin.
    var isDecoded: Bool { sink.hasLast }

    /// Goes to a place of the file; false where that cannot be done, and all goes on from where it is.
    func seek(to time: MediaTime) -> Bool { sink.seek(to: time) }

    /// The next unit, as soon as it is decoded.
    ///
    /// - Throws: why there will be none, when everything before was handed out.
    func next(or cancellation: Cancellation) throws(SourceError) -> Pulled {
        let deadline = clock.now + .seconds(patience)
        while !cancellation.isCancelled {
            if clock.now > deadline {
                throw SourceError(
                    "'\(path)' has given nothing for \(Int(patience)) s", hint: "convert it with ffmpeg first")
            }
            guard codec != nil else {
                if try !hasTurnedUp() { return .end }
                continue
            }
            switch sink.pull(seconds: Self.interval) {
            case .unit(let unit): return .unit(unit)
            case .end:
                if let error = error() { throw failure(error) }
                return .end
            case .nothing:
                if let error = error() { return try afterError(error) }
            }
        }
        return .cancelled
    }

    /// Waits a little for the stream; false when the file has none of its kind.
    private func hasTurnedUp() throws(SourceError) -> Bool {
        if let isTaken = streams.isTaken(within: Self.interval) { return isTaken }
        switch pipeline.nextMessage(seconds: 0) {
        case .error(let error):
            if codec == nil { throw failure(error) }
            return true
        case .end: return codec != nil
        case .warning, .wake, nil: return true
        }
    }

    private func error() -> GStreamerError? {
        while let message = pipeline.nextMessage(seconds: 0) {
            if case .error(let error) = message { return error }
        }
        return nil
    }

    /// What was decoded before the error is still handed out.
    private func afterError(_ error: GStreamerError) throws(SourceError) -> Pulled {
        guard case .unit(let unit) = sink.pull(seconds: 0) else { throw failure(error) }
        pipeline.fail(error)
        return .unit(unit)
    }

    private func failure(_ error: GStreamerError) -> SourceError {
        if error.isOfUnknownMedia {
            return SourceError("'\(path)' is no media that GStreamer knows", hint: "is it complete, and what is it?")
        }
        if error.isOfMissingDecoder || !error.missingElements.isEmpty {
            return SourceError(
                "'\(path)' needs a decoder that is missing: \(error.message)",
                hint: "apt-get install gstreamer1.0-libav gstreamer1.0-plugins-bad gstreamer1.0-plugins-ugly")
        }
        return SourceError("'\(path)' cannot be decoded: \(error.message)", hint: "is it complete?")
    }
}
