import Containers
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
            case .video: PipelineFiles.sourceVideo.text
            case .audio: PipelineFiles.sourceAudio.text
            }
        }

        /// The name of its pipeline.
        fileprivate var name: String {
            switch self {
            case .video: PipelineFiles.sourceVideo.name
            case .audio: PipelineFiles.sourceAudio.name
            }
        }

        func includes(_ caps: Caps) -> Bool {
            switch self {
            case .video: caps.mediaType.hasPrefix("video/") || caps.mediaType.hasPrefix("image/")
            case .audio: caps.mediaType.hasPrefix("audio/")
            }
        }

        /// The number of the track to send; `nil` when it is the first one, or unknown.
        func preferredTrack(at location: String) -> Int? {
            guard Correction.preferredTrack.isOn else { return nil }
            return (self == .video ? PreferredTrack.video : .audio).number(at: location)
        }

        /// Four frames cover a short stall of a decoder; audio blocks are short.
        fileprivate var capacity: Int { self == .video ? 4 : 32 }
    }

    private let path: String
    /// The path that is opened.
    private let location: String
    private let pipeline: Pipeline
    private let sink: SinkQueue
    private let streams: StreamChoice
    private let clock = SystemClock()
    /// What the pipeline has reported. Only `readMessages` reads its bus: a message that another place took would be lost.
    private var reports = PipelineReports()
    /// Why the stream is not decoded although a decoder exists.
    private let refusal: Lock<Refusal?>
    private let jumps: TimeJumps
    private var timeLine: TimeLine
    /// How much later than the decoder says frames are shown.
    private let delay: MediaTime
    private let primings: AudioPriming
    private let mayGoOnElsewhere: Bool

    /// The interval in seconds at which a wait checks for errors and cancellation.
    private static let interval = 0.05
    /// Most files have been read when their last unit was decoded.
    private static let continuationInterval = 0.005
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
    ///   - path: the path in messages.
    ///   - location: the path that is opened; the same by default.
    ///   - timeout: seconds without data before it gives up.
    ///   - jumps: those of the time stamps of the file.
    ///   - prepare: configures the output of the branch.
    init(
        _ path: String, _ kind: Kind, at location: String? = nil, timeout: Double = DecodedStream.timeout,
        jumps: TimeJumps = TimeJumps(), prepare: (Branch) throws(GStreamerError) -> Void
    ) throws(SourceError) {
        self.path = path
        self.timeout = timeout
        self.jumps = jumps
        timeLine = TimeLine(jumps)
        let location = location ?? path
        self.location = location
        let refusal = Lock<Refusal?>(nil)
        self.refusal = refusal
        do {
            pipeline = try Pipeline(PipelineFiles.sourceFile.text, named: kind.name)
            let source = try pipeline.element("source")
            try source.set("location", to: .text(location))
            let corrections = FileCorrections(of: location, correcting: Correction.isOn)
            source.replaceBytes(corrections.all)
            let transport = corrections.transport
            let branch = try Branch(kind.text, entrance: "decoder")
            let file = FileKind(of: location)
            mayGoOnElsewhere = transport != nil || file == .ogg
            // Time stamps of Matroska are the file's time. Its demuxer first reports others and then corrects itself.
            let timing: SinkQueue.Timing = file == .matroska ? .stamps : .streamTime
            primings =
                kind == .audio
                ? AudioPriming(of: location, transport: transport, correcting: Correction.isOn) : AudioPriming()
            sink = try SinkQueue(branch.element("output"), capacity: kind.capacity, timing: timing)
            let decoder = try branch.element("decoder")
            delay = kind == .video ? try decoder.correctPresentationTimes(FrameOrder(of: location)) : .zero
            if transport != nil {
                try decoder.refuseLostTimes { text in refusal.withLock { $0 = Refusal(text, isOfFormat: false) } }
            }
            switch kind {
            case .audio:
                try decoder.discardAssumedCaps()
                try decoder.correctPCM(isLittleEndian: MovieByteOrder(of: location).isLittleEndian)
            case .video:
                try branch.element("output").takePaddedFrames()
                branch.limitDirectRendering { text in refusal.withLock { $0 = Refusal(text, isOfFormat: true) } }
                try Self.correct(decoder, branch.element("decoded"))
                try decoder.correctPalettes(MoviePalettes(of: location).colors)
                try decoder.limitFrameSize { text in refusal.withLock { $0 = Refusal(text, isOfFormat: false) } }
            }
            try prepare(branch)
            let streams = StreamChoice(
                branch, secondsToAll: file.secondsToAllStreams,
                preferredTrack: kind.preferredTrack(at: location), isWanted: kind.includes,
                onChoice: { caps in
                    let refuse: @Sendable (String) -> Void = { text in
                        refusal.withLock { $0 = Refusal(text, isOfFormat: true) }
                    }
                    do throws(GStreamerError) {
                        try branch.chooseJPEGDecoder(for: caps, of: location, onRefusal: refuse)
                    } catch {
                        refuse(error.message)
                    }
                })
            try decoder.observeInput { _ in streams.noteUnit() }
            try pipeline.onFoundStream(of: pipeline.element("streams"), streams.use(of:))
            self.streams = streams
        } catch {
            throw SourceError("'\(path)' cannot be read: \(error)", hint: "install the missing elements")
        }
    }

    /// Corrects the colours before and behind decoders.
    private static func correct(_ decoder: Element, _ decoded: Element) throws(GStreamerError) {
        try decoder.interceptCaps { $0.withOwnColors }
        try decoded.interceptCaps { $0.withKnownMatrix }
        try decoder.correctDeepPNG(at: decoded)
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

    /// The duration of what the encoder has inserted in front of the audio. Its samples precede their times in the file.
    var priming: MediaTime { primings.time(ofTrack: streams.track) }

    /// The number of the track; `nil` before it is found, and when unknown.
    var track: Int? { streams.track }

    /// Whether everything is decoded, so that the next loop iteration may start.
    var isDecoded: Bool { sink.hasLast }

    /// Seeks; false when the file is not seekable, or its demuxer would not find the position. Decoding then continues from the
    /// current position.
    func seek(to time: MediaTime) -> Bool {
        let file = Correction.seekEstimate.isOn ? FileBytes(location) : nil
        let isExact = file.map { SeekIndex.isExact(size: $0.size, $0.read) } ?? true
        guard isExact, sink.seek(to: time) else { return false }
        timeLine = TimeLine(jumps)
        return true
    }

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
            case .unit(let unit): return .unit(placed(unit))
            case .end:
                readMessages()
                if let error = reports.error { throw failure(error) }
                try checkContinuation(or: cancellation)
                return .end
            case .nothing:
                readMessages()
                if let error = reports.error { return try afterError(error) }
            }
        }
        return .cancelled
    }

    /// An Ogg file and MPEG-TS may go on with other streams. The first unit of these follows the end of the former ones.
    ///
    /// - Throws: an error that names the place when it does.
    private func checkContinuation(or cancellation: Cancellation) throws(SourceError) {
        guard mayGoOnElsewhere else { return }
        while !pipeline.hasStoppedReader, !cancellation.isCancelled {
            if streams.goesOnElsewhere(within: Self.continuationInterval) { break }
        }
        guard streams.goesOnElsewhere() else { return }
        let end = NumberText.tenths(timeLine.length.seconds)
        throw SourceError(
            "'\(path)' goes on with another stream after \(end) s, which is not read",
            hint: "convert it with ffmpeg first")
    }

    /// Waits briefly for the stream; false when the file has none of its kind.
    private func mayAppear() throws(SourceError) -> Bool {
        if let isTaken = streams.isTaken(within: Self.interval) {
            if !isTaken, let caps = streams.undecodable { throw missingDecoder(caps.codec) }
            return isTaken
        }
        readMessages()
        // The stream may have appeared meanwhile; its units come before the error.
        if codec != nil { return true }
        if let error = reports.error { throw failure(error) }
        if reports.hasEnded {
            if let caps = streams.undecodable { throw missingDecoder(caps.codec) }
            return false
        }
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
        throw SourceError("'\(path)' cannot be decoded: its demuxer failed", hint: undecodedHint)
    }

    private func readMessages() {
        while let message = pipeline.nextMessage(seconds: 0) { reports.add(message) }
        if let refusal = refusal.withLock({ $0 }) {
            reports.add(.error(GStreamerError(.stream, source: "decoder", message: refusal.text)))
        }
    }

    /// Units decoded before the error are still returned.
    private func afterError(_ error: GStreamerError) throws(SourceError) -> Pulled {
        guard case .unit(let unit) = sink.pull(seconds: 0) else { throw failure(error) }
        return .unit(placed(unit))
    }

    private func placed(_ unit: consuming SinkQueue.Unit) -> SinkQueue.Unit {
        if let time = unit.time {
            let position = timeLine.position(time + delay, duration: unit.duration)
            unit.time = position - priming
        }
        return unit
    }

    private func failure(_ error: GStreamerError) -> SourceError {
        // Elements that get no data report errors of their own.
        if let refusal = refusal.withLock({ $0 }) {
            return SourceError(
                "'\(path)': \(refusal.text)",
                hint: refusal.isOfFormat ? conversionHint : "convert it with ffmpeg first")
        }
        if error.isOfUnknownMedia {
            return SourceError(
                "'\(path)' is not a media file, or has a format that GStreamer cannot decode", hint: "check the file")
        }
        if error.isOfMissingDecoder || !error.missingElements.isEmpty {
            return missingDecoder(error.message)
        }
        if let codec, error.isOfFormat {
            return SourceError(
                "'\(path)': \(DirectRendering.refusal(named: codec.pixelFormat))", hint: conversionHint)
        }
        return SourceError("'\(path)' cannot be decoded: \(error.message)", hint: undecodedHint)
    }
}

extension DecodedStream {
    /// Why a stream is discarded.
    private struct Refusal: Sendable {
        let text: String
        /// Whether because of its pixel format; otherwise because of its size.
        let isOfFormat: Bool

        init(_ text: String, isOfFormat: Bool) {
            (self.text, self.isOfFormat) = (text, isOfFormat)
        }
    }

    private var conversionHint: String { "convert it: ffmpeg -i \(path) -pix_fmt yuv420p clip.mp4" }

    private func missingDecoder(_ description: String) -> SourceError {
        SourceError(
            "'\(path)' requires a missing decoder: \(description)",
            hint: FileRemedy.forMissingDecoder(path, isOnlyAudio: hasOnlyAudio))
    }

    private var undecodedHint: String { FileRemedy.forUndecoded(path, at: location, isOnlyAudio: hasOnlyAudio) }

    private var hasOnlyAudio: Bool { !types.isEmpty && types.allSatisfy { $0.hasPrefix("audio/") } }
}

extension Caps {
    /// The codec, with its name in the file where GStreamer does not know it.
    fileprivate var codec: String { text("codec-id").map { "\(mediaType) (\($0))" } ?? mediaType }

    /// The codec, with the subsampling and depth that its parser announces.
    fileprivate var pixelFormat: String {
        let depth = unsigned("bit-depth-luma").map { "\($0) bits" }
        return [mediaType, text("chroma-format"), depth].compactMap(\.self).joined(separator: ", ")
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
