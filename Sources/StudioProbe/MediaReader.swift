import CodedMedia
import GStreamer
import PipelineFiles
import StudioCore
import StudioRuntime

/// Reads a source and surveys its first stream of pictures and its first stream of sound.
final class MediaReader: Sendable {
    /// Everything about the pictures; touched by the pictures' thread, and by its owner when that has ended.
    struct Pictures: Sendable {
        var survey = PictureSurvey()
        var stream = StreamSurvey()
        /// Seconds from opening to the first picture.
        var firstDelay: Double?
        var info: VideoInfo?
    }

    /// Everything about the sound.
    struct Sound: Sendable {
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
    private let clock = SystemClock()
    private let isStopped = Lock(false)
    private let progress = Lock(Progress())
    /// Seconds of media to read; `nil` for all of it.
    private let duration: Double?

    private struct Progress: Sendable {
        /// The media's time when it began and how far it is, in seconds.
        var first: Double?
        var last = 0.0
        /// When something came last, in seconds since opening.
        var at = 0.0
    }

    /// How often progress is looked at, in seconds.
    private static let interval = 0.1

    /// - Parameter duration: seconds of media to read; `nil` for all of it.
    init(_ source: ProbeSource, duration: Double?) throws(GStreamerError) {
        self.source = source
        self.duration = duration
        pipeline = try source.makePipeline()
        try pipeline.onStream(of: pipeline.element("streams")) { [weak self] caps in self?.attach(to: caps) }
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
        pictures.withLock { $0.survey.end() }
        return ending
    }

    private func read(patience: Double) -> Ending {
        do {
            try pipeline.play()
        } catch {
            return .failed(error)
        }
        while !isStopped.withLock({ $0 }) {
            switch pipeline.nextMessage(seconds: Self.interval) {
            case .end: return .end
            case .error(let error): return .failed(error)
            case .warning, .wake, nil: break
            }
            let progress = progress.withLock { $0 }
            if let duration, let first = progress.first, progress.last - first >= duration { return .enough }
            if clock.now.seconds - progress.at > patience { return .silent }
        }
        return .stopped
    }

    /// Notes that something came; false when it lies beyond what was asked for.
    private func advance(to time: MediaTime) -> Bool {
        let now = clock.now.seconds
        return progress.withLock { progress in
            let first = progress.first ?? time.seconds
            progress.first = min(first, time.seconds)
            progress.last = max(progress.last, time.seconds)
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
        guard pictures.withLock({ $0.stream.codec.isEmpty }) else { return nil }
        pictures.withLock { $0.stream.describe(caps) }
        let branch = try Branch(PipelineFiles.probePictures, entrance: "units")
        let units = try branch.element("units")
        let sink = try AppSink(
            branch.element("output"), onUnit: { [weak self] buffer, time, caps in self?.take(buffer, time, caps) }
        ) {}
        let isObserved = units.interceptCaps { [weak self] caps in
            self?.pictures.withLock { $0.stream.describe(caps) }
            // Decoders believe the container where it speaks of colours; without it they tell what the stream itself says.
            return caps.mediaType == "video/x-raw" ? caps : caps.without("colorimetry")
        }
        guard isObserved, units.observeInput({ [weak self] unit in self?.pictures.withLock { $0.stream.add(unit) } })
        else { throw GStreamerError(.core, source: units.name, message: "has no input to observe") }
        branches.withLock { $0.append(sink) }
        return branch
    }

    private func attachSound(_ caps: Caps) throws(GStreamerError) -> Branch? {
        guard sound.withLock({ $0.stream.codec.isEmpty }) else { return nil }
        sound.withLock { $0.stream.describe(caps) }
        let branch = try Branch(PipelineFiles.probeSound, entrance: "units")
        let units = try branch.element("units")
        let sink = try AppSink(
            branch.element("output"), onUnit: { [weak self] buffer, time, caps in self?.takeSound(buffer, time, caps) }
        ) {}
        guard units.observeInput({ [weak self] unit in self?.sound.withLock { $0.stream.add(unit) } }) else {
            throw GStreamerError(.core, source: units.name, message: "has no input to observe")
        }
        branches.withLock { $0.append(sink) }
        return branch
    }

    // MARK: Media

    private func take(_ buffer: consuming MediaBuffer, _ time: MediaTime, _ caps: Caps) {
        let arrival = source.isLive ? WallTime.now.milliseconds : nil
        let now = clock.now.seconds
        guard advance(to: time) else { return }
        let buffer = consume buffer
        pictures.withLock { pictures in
            pictures.firstDelay = pictures.firstDelay ?? now
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
        guard advance(to: time) else { return }
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
