import CodedMedia
import Containers
import GStreamer
import PipelineFiles
import StudioCore
import StudioRuntime

/// Reads a source and analyses its first video stream and its first audio stream; of a file, those that it prefers.
final class MediaReader: Sendable {
    /// The state of the video stream. It belongs to the streaming thread, and to the owner after that thread has ended.
    struct Video: AnalyzedTrack {
        var parts = VideoParts()
        var stream = StreamStatistics()
        /// Seconds from opening the source to its first frame.
        var firstDelay: Double?
        var info: VideoInfo?
        /// How much later than the decoder says frames are shown.
        var delay = MediaTime.zero

        /// The analysis of all frames.
        var analyzer: VideoAnalyzer { parts.whole }
    }

    /// The state of the audio stream.
    struct Audio: AnalyzedTrack {
        var analyzer: AudioAnalyzer?
        var stream = StreamStatistics()
        var sampleRate = 0
        var channels = 0
        /// What the encoder has inserted in front precedes the times in the file.
        var priming = MediaTime.zero
    }

    /// The reason why reading ended.
    enum Ending: Hashable, Sendable {
        case end
        /// The requested duration was read.
        case enough
        case stopped
        /// Nothing was received for the timeout period.
        case silent
        /// Media was received for the timeout period, and all of it had the same time.
        case standing
        case failed(GStreamerError)
    }

    let video = Lock(Video())
    let audio = Lock(Audio())
    private let source: ProbeSource
    private let pipeline: Pipeline
    private let branches: Lock<[any Sendable]> = Lock([])
    private let queues: Lock<[Element]> = Lock([])
    private let clock: any StudioClock
    /// The duration in the container, in seconds; known only at the end.
    let declared = Lock<Double?>(nil)
    private let input: Lock<InputPipe?> = Lock(nil)
    private let isStopped = Lock(false)
    /// Whether another thread stops the pipeline.
    private let isAbandoned = Lock(false)
    private let progress = Lock(ReadingProgress())
    /// Seconds of media to read; `nil` for all of it.
    private let duration: Double?

    private typealias Track = ReadingProgress.Track

    /// In seconds.
    private static let stopTimeout = 3.0
    /// The polling interval, in seconds.
    private static let interval = 0.1
    /// The capacity of a branch's queue in nanoseconds of coded media. Files are read faster than they are decoded.
    private static let queueLength: Int64 = 2_000_000_000

    /// In bytes: a day of segments of two seconds needs less. Demuxers keep a playlist in memory until it ends.
    private static let longestPlaylist = 64 << 20

    /// - Parameters:
    ///   - duration: seconds of media to read; `nil` for all of it.
    ///   - clock: measures the silence and the time of the first frame.
    init(
        _ source: ProbeSource, duration: Double?, clock: any StudioClock = SystemClock()
    ) throws(GStreamerError) {
        self.source = source
        self.duration = duration
        self.clock = clock
        pipeline = try source.makePipeline()
        pipeline.limitPlaylists(to: Self.longestPlaylist)
        try pipeline.onFoundStream(of: pipeline.element("streams")) { [weak self] stream in
            self?.attach(to: stream).map { .branch($0) } ?? .refused
        }
    }

    deinit {
        if !isAbandoned.withLock({ $0 }) { pipeline.stop() }
    }

    /// Ends reading; may be called from another thread.
    func stop() {
        isStopped.withLock { $0 = true }
        pipeline.wake()
    }

    /// Reads until the end. Blocks the calling thread.
    ///
    /// - Parameter timeout: seconds without progress after which it gives up.
    func run(timeout: Double) -> Ending {
        let ending = read(timeout: timeout)
        stopPipeline()
        input.withLock { $0 = nil }
        video.withLock { $0.parts.end() }
        return ending
    }

    /// Some elements stop only when a server has answered, and a server may answer without an end. The pipeline then
    /// stops on a thread of its own, later.
    private func stopPipeline() {
        do {
            let worker = try Worker("probe-stop") { [pipeline] in pipeline.stop() }
            isAbandoned.withLock { $0 = true }
            if worker.join(seconds: Self.stopTimeout) { isAbandoned.withLock { $0 = false } }
        } catch {
            pipeline.stop()
        }
    }

    private func read(timeout: Double) -> Ending {
        let opened = clock.now.seconds
        progress.withLock { $0.open(at: opened) }
        var memory = MemoryLimit()
        do {
            let pipe = try source.openPipe(for: pipeline)
            input.withLock { $0 = pipe }
            try pipeline.play()
        } catch {
            return .failed(error)
        }
        // A source is silent from the moment it is open.
        let started = clock.now.seconds
        progress.withLock { $0.begin(at: started) }
        var hasLimits = false
        while !isStopped.withLock({ $0 }) {
            switch pipeline.nextMessage(seconds: Self.interval) {
            case .end:
                declared.withLock { $0 = pipeline.duration?.seconds ?? source.movieDuration }
                return hasLostAudio ? .failed(Self.lostAudio) : .end
            case .error(let error): return .failed(error)
            case .warning, .wake, nil: break
            }
            let progress = progress.withLock { $0 }
            let now = clock.now.seconds
            switch progress.stop(at: now, duration: duration, timeout: timeout, hasEnd: source.movie != nil) {
            case .enough: return .enough
            case .silent: return .silent
            case .standing: return .standing
            case nil: break
            }
            if memory.isExceeded(by: ProcessMemory.residentBytes, at: progress.at) {
                return .failed(GStreamerError(.resource, source: "source", message: MemoryLimit.refusal))
            }
            if !hasLimits, progress.isFlowing {
                hasLimits = true
                do {
                    let queues = queues.withLock { $0 }
                    for queue in queues { try queue.set("max-size-time", to: .integer(Self.queueLength)) }
                } catch {
                    return .failed(error)
                }
            }
        }
        return .stopped
    }

    private static let lostAudio = GStreamerError(.stream, source: "streams", message: ProgramStream.lostAudio)

    private var hasLostAudio: Bool {
        guard Correction.lateProgramAudio.isOn, audio.withLock({ $0.stream.codec.isEmpty }),
            let bytes = source.movie.flatMap({ FileBytes($0) })
        else { return false }
        return ProgramStream.containsAudio(bytes.read)
    }

    /// Records progress; returns false beyond the requested duration.
    private func advance(_ track: Track, to time: MediaTime) -> Bool {
        let now = clock.now.seconds
        let distance = progress.withLock { $0.advance(track, to: time.seconds, at: now) }
        return distance < duration ?? .infinity
    }

    // MARK: Branches

    /// Called for each stream of the source. Only one of each kind is read.
    private func attach(to stream: FoundStream) -> Branch? {
        let caps = stream.caps
        do {
            if caps.mediaType.hasPrefix("audio/") {
                return isRead(stream, .audio) ? try attachAudio(caps, track: stream.trackNumber) : nil
            }
            if caps.mediaType.hasPrefix("video/") || caps.mediaType.hasPrefix("image/") {
                return isRead(stream, .video) ? try attachVideo(caps) : nil
            }
        } catch {
            pipeline.fail(error)
        }
        return nil
    }

    /// `start` sends the preferred track, so that is the one to judge.
    private func isRead(_ stream: FoundStream, _ track: PreferredTrack) -> Bool {
        guard Correction.preferredTrack.isOn, let movie = source.movie, let number = track.number(at: movie) else {
            return true
        }
        return number == stream.trackNumber ?? number
    }

    private func attachVideo(_ caps: Caps) throws(GStreamerError) -> Branch? {
        try attach(caps, as: .video, to: video, PipelineFiles.probeVideo.text) { caps in
            // Decoders prefer the container's colour information. Without it they report the information in the stream.
            caps.mediaType == "video/x-raw" ? caps : caps.without("colorimetry")
        } onUnit: { [weak self] buffer, time, caps in
            self?.take(buffer, time, caps)
        }
    }

    private func attachAudio(_ caps: Caps, track: Int?) throws(GStreamerError) -> Branch? {
        // Lost samples do not matter: each unit has its time.
        let priming =
            source.movie.map { AudioPriming(of: $0, correcting: Correction.isOn).time(ofTrack: track) } ?? .zero
        audio.withLock { audio in
            if audio.stream.codec.isEmpty { audio.priming = priming }
        }
        let unchanged: @Sendable (Caps) -> Caps = { $0 }
        return try attach(caps, as: .audio, to: audio, PipelineFiles.probeAudio.text, decoding: unchanged) {
            [weak self] buffer, time, caps in self?.takeAudio(buffer, time, caps)
        }
    }

    /// Decodes the first stream of a track and analyses it.
    ///
    /// - Parameter decoding: the caps for the decoder, which replace the container's.
    private func attach<Analyzed: AnalyzedTrack>(
        _ caps: Caps, as track: Track, to analyzed: Lock<Analyzed>, _ text: String,
        decoding: @escaping @Sendable (Caps) -> Caps,
        onUnit: @escaping @Sendable (consuming MediaBuffer, MediaTime, Caps) -> Void
    ) throws(GStreamerError) -> Branch? {
        guard analyzed.withLock({ $0.stream.codec.isEmpty }) else { return nil }
        analyzed.withLock { $0.stream.describe(caps) }
        progress.withLock { $0.add(track) }
        let branch = try Branch(text, entrance: "units")
        let units = try branch.element("units")
        if track == .audio { try units.discardAssumedCaps() }
        let sink = try AppSink(branch.element("output"), onUnit: onUnit) {}
        try units.interceptCaps { caps in
            analyzed.withLock { $0.stream.describe(caps) }
            return decoding(caps)
        }
        switch track {
        case .audio:
            try units.correctPCM(isLittleEndian: MovieByteOrder(of: source.movie).isLittleEndian)
            // The analysis finds the silence; numbers that are none would compare equal to nothing.
            try branch.element("convert").silenceInfiniteSamples { _ in }
        case .video:
            try branch.element("output").takePaddedFrames()
            try units.correctPalettes(MoviePalettes(of: source.movie).colors)
            let delay = try units.correctPresentationTimes(FrameOrder(of: source.movie))
            video.withLock { $0.delay = delay }
        }
        let refuse: @Sendable (String) -> Void = { [weak self] refusal in
            self?.pipeline.fail(GStreamerError(.stream, source: "video", message: refusal))
        }
        branch.limitDirectRendering(onRefusal: refuse)
        try units.limitFrameSize(onRefusal: refuse)
        try branch.chooseJPEGDecoder(for: caps, of: source.movie, onRefusal: refuse)
        try units.correctKeyFrames()
        try units.observeInput { [weak self] unit in
            let isFirst = analyzed.withLock { analyzed in
                analyzed.stream.add(unit)
                return analyzed.stream.units == 1
            }
            if isFirst, unit.time == nil { self?.refuseLostTimes() }
        }
        branches.withLock { $0.append(sink) }
        queues.withLock { $0.append(units) }
        return branch
    }

    /// Decoders count from zero without times: both streams would seem to begin together.
    private func refuseLostTimes() {
        guard Correction.transportClock.isOn, pipeline.hasTransportDemuxer else { return }
        pipeline.fail(GStreamerError(.stream, source: "streams", message: LostTimes.refusal))
    }

    // MARK: Media

    private func take(_ buffer: consuming MediaBuffer, _ time: MediaTime, _ caps: Caps) {
        let arrival = source.isLive ? WallTime.now.milliseconds : nil
        let opened = progress.withLock { $0.opened }
        let delay = clock.now.seconds - opened
        let time = time + video.withLock { $0.delay }
        guard advance(.video, to: time) else { return }
        let buffer = consume buffer
        video.withLock { video in
            video.firstDelay = video.firstDelay ?? delay
            if video.info?.caps != caps {
                video.info = VideoInfo(caps)
                video.stream.decoded(caps)
            }
            guard let info = video.info else { return }
            info.withPlanes(of: buffer) { y, u, v in
                let view = FrameView(
                    width: info.width, height: info.height, y: SamplePlane(y.bytes, stride: y.stride),
                    u: SamplePlane(u.bytes, stride: u.stride), v: SamplePlane(v.bytes, stride: v.stride))
                if let view { video.parts.add(view, at: time, arrival: arrival) }
            }
        }
    }

    private func takeAudio(_ buffer: consuming MediaBuffer, _ time: MediaTime, _ caps: Caps) {
        guard let rate = caps.integer("rate"), let channels = caps.integer("channels") else { return }
        let time = time - audio.withLock { $0.priming }
        guard advance(.audio, to: time) else { return }
        let buffer = consume buffer
        audio.withLock { audio in
            if audio.sampleRate == 0 {
                audio.sampleRate = rate
                audio.channels = channels
                audio.analyzer = AudioAnalyzer(sampleRate: rate, channels: channels)
            }
            // A format change starts a different stream, which is not comparable; it is ignored.
            guard audio.sampleRate == rate, audio.channels == channels else { return }
            buffer.withBytes { bytes in
                audio.analyzer?.add(bytes.bindMemory(to: Float.self), at: time)
            }
        }
    }
}

/// An analysed track with the statistics of its coded stream.
protocol AnalyzedTrack: Sendable {
    var stream: StreamStatistics { get set }
}
