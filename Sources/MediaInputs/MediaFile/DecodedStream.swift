import GStreamer
import PipelineFiles
import StudioCore
import StudioRuntime

/// Reads, decodes and converts one stream of a media file in a pipeline of its own, once.
///
/// Video and audio of a file use two instances. A single pipeline would have to buffer everything between a frame and
/// its audio, however far apart the file stores them; two pipelines never wait for each other.
final class DecodedStream {
    /// The result of a pull.
    enum Pulled: ~Copyable {
        case unit(SinkQueue.Unit)
        case end
        case cancelled
    }

    /// The wanted stream.
    enum Kind: Sendable {
        case video, audio

        fileprivate var text: String {
            switch self {
            case .video: PipelineFiles.sourceVideo
            case .audio: PipelineFiles.sourceAudio
            }
        }

        fileprivate func includes(_ caps: Caps) -> Bool {
            switch self {
            case .video: caps.mediaType.hasPrefix("video/") || caps.mediaType.hasPrefix("image/")
            case .audio: caps.mediaType.hasPrefix("audio/")
            }
        }

        /// Four frames cover a short stall of a decoder; audio blocks are short.
        fileprivate var capacity: Int { self == .video ? 4 : 32 }
    }

    private let path: String
    private let pipeline: Pipeline
    private let sink: SinkQueue
    private let streams: StreamChoice
    private let clock = SystemClock()
    /// What the pipeline has reported. Only `readMessages` reads its bus: a message that another place took would be lost.
    private var reports = PipelineReports()
    /// Why the stream is not decoded although a decoder exists.
    private let refusal: Lock<String?>

    /// The interval in seconds at which a wait checks for errors and cancellation.
    private static let interval = 0.05
    /// Seconds without data before it gives up: some demuxers read indefinitely in data they do not understand. A
    /// heavily overloaded machine takes ten seconds for what otherwise takes an instant.
    static let timeout = 20.0
    private let timeout: Double
    /// How many checks in a row found a demuxer that has stopped.
    private var stoppedChecks = 0
    /// Half a second.
    private static let maxStoppedChecks = 10

    /// Builds the pipeline. ``start()`` begins reading.
    ///
    /// - Parameters:
    ///   - timeout: seconds without data before it gives up.
    ///   - prepare: configures the output of the branch.
    init(
        _ path: String, _ kind: Kind, timeout: Double = DecodedStream.timeout,
        prepare: (Branch) throws(GStreamerError) -> Void
    ) throws(SourceError) {
        self.path = path
        self.timeout = timeout
        let refusal = Lock<String?>(nil)
        self.refusal = refusal
        do {
            pipeline = try Pipeline(PipelineFiles.sourceFile)
            try pipeline.element("source").set("location", to: .text(path))
            let branch = try Branch(kind.text, entrance: "decoder")
            let file = FileKind(of: path)
            // Time stamps of Matroska are the file's time. Its demuxer first reports others and then corrects itself.
            let timing: SinkQueue.Timing = file == .matroska ? .stamps : .streamTime
            sink = try SinkQueue(branch.element("output"), capacity: kind.capacity, timing: timing)
            let decoder = try branch.element("decoder")
            try Self.trustStream(over: decoder)
            if kind == .video, !decoder.limitFrameSize(onRefusal: { text in refusal.withLock { $0 = text } }) {
                throw GStreamerError(.core, source: decoder.name, message: "no sink pad to observe")
            }
            try prepare(branch)
            let streams = StreamChoice(branch, secondsToAll: file.secondsToAllStreams, isWanted: kind.includes)
            try pipeline.onStream(of: pipeline.element("streams"), streams.use(of:))
            self.streams = streams
        } catch {
            throw SourceError("'\(path)' cannot be read: \(error)", hint: "install the missing elements")
        }
    }

    /// The MP4 demuxer of GStreamer 1.22 omits full range from the container's colours, and decoders prefer the
    /// container. H.264 and HEVC carry the range themselves.
    private static func trustStream(over decoder: Element) throws(GStreamerError) {
        let isObserved = decoder.interceptCaps { caps in
            ["video/x-h264", "video/x-h265"].contains(caps.mediaType) ? caps.without("colorimetry") : caps
        }
        guard isObserved else { throw GStreamerError(.core, source: decoder.name, message: "no sink pad to observe") }
    }

    deinit {
        sink.close()
        pipeline.stop()
    }

    /// Starts reading and decoding, as far ahead as the queue permits.
    func start() throws(SourceError) {
        do { try pipeline.play() } catch { throw failure(error) }
    }

    /// The caps of the stream; `nil` before it was found.
    var codec: Caps? { streams.taken }

    /// The media types of all streams found.
    var types: [String] { streams.types }

    /// Whether everything is decoded, so that the next loop iteration may start.
    var isDecoded: Bool { sink.hasLast }

    /// Seeks; false when the file is not seekable, and decoding continues from the current position.
    func seek(to time: MediaTime) -> Bool { sink.seek(to: time) }

    /// The next unit, as soon as it is decoded.
    ///
    /// - Throws: the error of the stream, after all earlier units were returned.
    func next(or cancellation: Cancellation) throws(SourceError) -> Pulled {
        let deadline = clock.now + .seconds(timeout)
        while !cancellation.isCancelled {
            if clock.now > deadline {
                throw SourceError(
                    "'\(path)' delivered no data for \(Int(timeout)) s", hint: "convert it with ffmpeg first")
            }
            guard codec != nil else {
                if try !mayAppear() { return .end }
                continue
            }
            switch sink.pull(seconds: Self.interval) {
            case .unit(let unit): return .unit(unit)
            case .end:
                readMessages()
                if let error = reports.error { throw failure(error) }
                return .end
            case .nothing:
                readMessages()
                if let error = reports.error { return try afterError(error) }
            }
        }
        return .cancelled
    }

    /// Waits briefly for the stream; false when the file has none of its kind.
    private func mayAppear() throws(SourceError) -> Bool {
        if let isTaken = streams.isTaken(within: Self.interval) { return isTaken }
        readMessages()
        // The stream may have appeared meanwhile; its units come before the error.
        if codec != nil { return true }
        if let error = reports.error { throw failure(error) }
        if reports.hasEnded { return false }
        try checkDemuxer()
        return true
    }

    /// A demuxer that stops before its streams appear has failed, and its error was lost. It stops after it has added its
    /// streams, so a second look finds those of a complete file.
    private func checkDemuxer() throws(SourceError) {
        guard pipeline.hasStoppedDemuxer else {
            stoppedChecks = 0
            return
        }
        stoppedChecks += 1
        guard stoppedChecks > Self.maxStoppedChecks, streams.types.isEmpty, !pipeline.hasMessages else { return }
        throw SourceError("'\(path)' cannot be decoded: its demuxer failed", hint: "check that the file is complete")
    }

    private func readMessages() {
        while let message = pipeline.nextMessage(seconds: 0) { reports.add(message) }
        if let refusal = refusal.withLock({ $0 }) {
            reports.add(.error(GStreamerError(.stream, source: "decoder", message: refusal)))
        }
    }

    /// Units decoded before the error are still returned.
    private func afterError(_ error: GStreamerError) throws(SourceError) -> Pulled {
        guard case .unit(let unit) = sink.pull(seconds: 0) else { throw failure(error) }
        return .unit(unit)
    }

    private func failure(_ error: GStreamerError) -> SourceError {
        // Elements that get no data report errors of their own.
        if let refusal = refusal.withLock({ $0 }) {
            return SourceError("'\(path)': \(refusal)", hint: "convert it with ffmpeg first")
        }
        if error.isOfUnknownMedia {
            return SourceError(
                "'\(path)' is not a media file, or has a format that GStreamer cannot decode", hint: "check the file")
        }
        if error.isOfMissingDecoder || !error.missingElements.isEmpty {
            return SourceError(
                "'\(path)' requires a missing decoder: \(error.message)",
                hint: "apt-get install gstreamer1.0-libav gstreamer1.0-plugins-bad gstreamer1.0-plugins-ugly")
        }
        return SourceError("'\(path)' cannot be decoded: \(error.message)", hint: "check that the file is complete")
    }
}

/// The messages of a pipeline, of which the first error and the end are kept until they are needed.
struct PipelineReports: Hashable {
    /// The first error; later ones follow from it.
    private(set) var error: GStreamerError?
    /// Whether every sink has processed the end of its stream.
    private(set) var hasEnded = false

    mutating func add(_ message: Pipeline.Message) {
        switch message {
        case .error(let error): self.error = self.error ?? error
        case .end: hasEnded = true
        case .warning, .wake: break
        }
    }
}
