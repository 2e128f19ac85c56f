import CodedMedia
import GStreamer
import PipelineFiles
import StudioCore
import StudioRuntime

/// Reads a source and surveys its first stream of pictures and its first stream of sound.
final class MediaReader: Sendable {
    /// Everything about the pictures; touched by the pictures' thread, and by its owner when that has ended.
    struct Pictures: SurveyedTrack {
        var survey = PictureSurvey()
        var stream = StreamSurvey()
        /// Seconds from opening to the first picture.
        var firstDelay: Double?
        var info: VideoInfo?
    }

    /// Everything about the sound.
    struct Sound: SurveyedTrack {
        var survey: SoundSurvey?
        var stream = StreamSurvey()
        var sampleRate = 0
        var channels = 0
    }

    /// Why reading ended.
    enum Ending: Hashable, Sendable {
        case end
        /// As much as was asked for.
        case enough
        case stopped
        /// Nothing came for as long as was allowed.
        case silent
        case failed(GStreamerError)
    }

    let pictures = Lock(Pictures())
    let sound = Lock(Sound())
    private let source: ProbeSource
    private let pipeline: Pipeline
    private let branches: Lock<[any Sendable]> = Lock([])
    private let queues: Lock<[Element]> = Lock([])
    private let clock: any StudioClock
    /// How long the media is by the word of its container, in seconds; known at its end only.
    let declared = Lock<Double?>(nil)
    private let input: Lock<InputPipe?> = Lock(nil)
    private let isStopped = Lock(false)
    private let progress = Lock(Progress())
    /// Seconds of media to read; `nil` for all of it.
    private let duration: Double?

    private enum Track: Hashable, Sendable {
        case pictures, sound
    }

    private struct Progress: Sendable {
        /// When the source was opened, on the reader's clock.
        var opened = 0.0
        /// When something came last, on the reader's clock.
        var at = 0.0
        /// The media's time when it began, in seconds.
        var first: Double?
        /// How far each stream that was found is, in seconds, and when that came.
        var tracks: [Track: (time: Double, at: Double)] = [:]

        /// Whether something came of each stream.
        var isFlowing: Bool { tracks.values.allSatisfy { $0.time > -.infinity } }

        /// Whether so much came of each stream, but for those that fell silent.
        func has(_ duration: Double, now: Double, patience: Double) -> Bool {
            guard let first else { return false }
            let isReached = tracks.values.map { $0.time - first >= duration }
            return isReached.contains(true)
                && zip(isReached, tracks.values).allSatisfy { $0 || now - $1.at > patience }
        }
    }

    /// How often progress is looked at, in seconds.
    private static let interval = 0.1
    /// Nanoseconds of coded media that a branch holds back when all of them flow; files are read faster than decoded.
    private static let queueLength: Int64 = 2_000_000_000

    /// - Parameters:
    ///   - duration: seconds of media to read; `nil` for all of it.
    ///   - clock: for how long nothing came, and when the first picture did.
    init(
        _ source: ProbeSource, duration: Double?, clock: any StudioClock = SystemClock()
    ) throws(GStreamerError) {
        self.source = source
        self.duration = duration
        self.clock = clock
        pipeline = try source.makePipeline()
        try pipeline.onStream(of: pipeline.element("streams")) { [weak self] caps in
            self?.attach(to: caps).map { .branch($0) } ?? .refused
        }
    }

    deinit {
        pipeline.stop()
    }

    /// Ends reading from another thread.
    func stop() {
        isStopped.withLock { $0 = true }
        pipeline.wake()
    }

    /// Reads until the end; blocks this thread.
    ///
    /// - Parameter patience: seconds without anything before it gives up.
    func run(patience: Double) -> Ending {
        let ending = read(patience: patience)
        pipeline.stop()
        input.withLock { $0 = nil }
        pictures.withLock { $0.survey.end() }
        return ending
    }

    private func read(patience: Double) -> Ending {
        let opened = clock.now.seconds
        progress.withLock { ($0.opened, $0.at) = (opened, opened) }
        do {
            let pipe = try source.openPipe(for: pipeline)
            input.withLock { $0 = pipe }
            try pipeline.play()
        } catch {
            return .failed(error)
        }
        var hasLimits = false
        while !isStopped.withLock({ $0 }) {
            switch pipeline.nextMessage(seconds: Self.interval) {
            case .end:
                declared.withLock { $0 = pipeline.duration?.seconds }
                return .end
            case .error(let error): return .failed(error)
            case .warning, .wake, nil: break
            }
            let progress = progress.withLock { $0 }
            let now = clock.now.seconds
            if let duration, progress.has(duration, now: now, patience: patience) { return .enough }
            if now - progress.at > patience { return .silent }
            if !hasLimits, progress.isFlowing, progress.first != nil {
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

    /// Notes that something came; false when it lies beyond what was asked for.
    private func advance(_ track: Track, to time: MediaTime) -> Bool {
        let now = clock.now.seconds
        return progress.withLock { progress in
            let first = progress.first ?? time.seconds
            progress.first = min(first, time.seconds)
            progress.tracks[track] = (max(progress.tracks[track]?.time ?? time.seconds, time.seconds), now)
            progress.at = now
            return time.seconds - first < duration ?? .infinity
        }
    }

    // MARK: Branches

    /// Called for each stream that the source has; only the first of each kind is read.
    private func attach(to caps: Caps) -> Branch? {
        do {
            if caps.mediaType.hasPrefix("audio/") { return try attachSound(caps) }
            if caps.mediaType.hasPrefix("video/") || caps.mediaType.hasPrefix("image/") {
                return try attachPictures(caps)
            }
        } catch {
            pipeline.fail(error)
        }
        return nil
    }

    private func attachPictures(_ caps: Caps) throws(GStreamerError) -> Branch? {
        try attach(caps, as: .pictures, to: pictures, PipelineFiles.probePictures) { caps in
            // Decoders believe the container where it speaks of colours; without it they tell what the stream itself says.
            caps.mediaType == "video/x-raw" ? caps : caps.without("colorimetry")
        } onUnit: { [weak self] buffer, time, caps in
            self?.take(buffer, time, caps)
        }
    }

    private func attachSound(_ caps: Caps) throws(GStreamerError) -> Branch? {
        let asItIs: @Sendable (Caps) -> Caps = { $0 }
        return try attach(caps, as: .sound, to: sound, PipelineFiles.probeSound, decoding: asItIs) {
            [weak self] buffer, time, caps in self?.takeSound(buffer, time, caps)
        }
    }

    /// Decodes the first stream of a track, and surveys it on the way.
    ///
    /// - Parameter decoding: what the decoder is told of the stream, instead of what the container says.
    private func attach<Surveyed: SurveyedTrack>(
        _ caps: Caps, as track: Track, to surveyed: Lock<Surveyed>, _ text: String,
        decoding: @escaping @Sendable (Caps) -> Caps,
        onUnit: @escaping @Sendable (consuming MediaBuffer, MediaTime, Caps) -> Void
    ) throws(GStreamerError) -> Branch? {
        guard surveyed.withLock({ $0.stream.codec.isEmpty }) else { return nil }
        surveyed.withLock { $0.stream.describe(caps) }
        progress.withLock { $0.tracks[track] = (-.infinity, $0.at) }
        let branch = try Branch(text, entrance: "units")
        let units = try branch.element("units")
        let sink = try AppSink(branch.element("output"), onUnit: onUnit) {}
        let isObserved = units.interceptCaps { caps in
            surveyed.withLock { $0.stream.describe(caps) }
            return decoding(caps)
        }
        guard isObserved, units.observeInput({ unit in surveyed.withLock { $0.stream.add(unit) } }) else {
            throw GStreamerError(.core, source: units.name, message: "has no input to observe")
        }
        branches.withLock { $0.append(sink) }
        queues.withLock { $0.append(units) }
        return branch
    }

    // MARK: Media

    private func take(_ buffer: consuming MediaBuffer, _ time: MediaTime, _ caps: Caps) {
        let arrival = source.isLive ? WallTime.now.milliseconds : nil
        let opened = progress.withLock { $0.opened }
        let delay = clock.now.seconds - opened
        guard advance(.pictures, to: time) else { return }
        let buffer = consume buffer
        pictures.withLock { pictures in
            pictures.firstDelay = pictures.firstDelay ?? delay
            if pictures.info?.caps != caps {
                pictures.info = VideoInfo(caps)
                pictures.stream.decoded(caps)
            }
            guard let info = pictures.info else { return }
            info.withPlanes(of: buffer) { y, u, v in
                let view = PictureView(
                    width: info.width, height: info.height, y: SamplePlane(y.bytes, stride: y.stride),
                    u: SamplePlane(u.bytes, stride: u.stride), v: SamplePlane(v.bytes, stride: v.stride))
                if let view { pictures.survey.add(view, at: time, arrival: arrival) }
            }
        }
    }

    private func takeSound(_ buffer: consuming MediaBuffer, _ time: MediaTime, _ caps: Caps) {
        guard let rate = caps.integer("rate"), let channels = caps.integer("channels") else { return }
        guard advance(.sound, to: time) else { return }
        let buffer = consume buffer
        sound.withLock { sound in
            if sound.sampleRate == 0 {
                sound.sampleRate = rate
                sound.channels = channels
                sound.survey = SoundSurvey(sampleRate: rate, channels: channels)
            }
            // A stream that changes its form in the middle is another stream; nothing of it would be comparable.
            guard sound.sampleRate == rate, sound.channels == channels else { return }
            buffer.withBytes { bytes in
                sound.survey?.add(bytes.bindMemory(to: Float.self), at: time)
            }
        }
    }
}

/// What is known of a track: its stream as it is coded, whatever else.
protocol SurveyedTrack: Sendable {
    var stream: StreamSurvey { get set }
}
