package import GStreamer
package import PipelineFiles
public import StudioCore
public import StudioMeeting
import StudioRuntime

/// Encodes the accepted media once for all outputs.
///
/// The tracks are fixed: video of one size, and 48 kHz stereo audio. Missing audio is replaced by silence, a missing
/// frame by the last one. Media arrives from the local user's tracks on the producer's thread, which is never blocked.
public final class ProgramEncoder: Sendable, KeyFrameSource {
    /// The media that the encoder added and dropped.
    public struct Statistics: Hashable, Sendable {
        /// Encoded frames.
        public var encodedFrames = 0
        /// Repeated frames that replace missing ones; black before the first frame.
        public var repeatedFrames = 0
        /// Repeated frames that were not encoded, because the encoder was behind. The last frame was shown longer.
        public var omittedRepeats = 0
        /// Frames that were dropped because the encoder did not keep up (`encoderOverload`).
        public var overloadedFrames = 0
        /// Frames that were dropped because they arrived after their time in the program.
        public var lateFrames = 0
        /// Frames that were dropped because their size or format differs from the program's.
        public var mismatchedFrames = 0
        /// Milliseconds of silence that replace missing audio.
        public var silenceMilliseconds = 0
        /// Milliseconds of audio that were trimmed because the track had passed them.
        public var trimmedMilliseconds = 0
        /// Audio blocks that were dropped because the encoder did not keep up, and replaced by silence.
        public var overloadedBlocks = 0
        /// Audio blocks that were dropped because they arrived after their time in the program.
        public var lateBlocks = 0
    }

    /// The frame size and format of the program.
    public let capability: VideoCapability
    /// The encoder settings.
    public let settings: EncoderSettings

    private let counts = Lock(Statistics())
    private let video: VideoTrack
    private let audio: AudioTrack?
    private let clock: any StudioClock
    /// Whether nothing is dropped: the thread that advances the clock waits for the encoders.
    private let isPatient: Bool
    /// The source of the media. It retains the encoder; a back reference would be a cycle.
    private weak let media: LocalTracks?
    private let fanout: EncodedFanout
    /// Each exists as soon as an output takes its form.
    private let muxers = SharedMuxers()
    private let backpressure: Backpressure
    private let keyFrameRequests = Lock(KeyFrameRequests())

    /// Held while a unit is placed and pushed to its encoder, so that the producer and the gap timer cannot overtake
    /// each other. A push never blocks.
    private let timeline: Lock<GapFiller>

    /// The shortest time between two fills of a gap that lasts.
    private static let fillInterval = MediaTime.milliseconds(50)
    /// The interval in seconds at which a wait for the encoders checks whether one has failed.
    private static let failureInterval = 0.25

    /// Builds and starts the encoders and subscribes to the meeting's media.
    ///
    /// - Parameters:
    ///   - meeting: the source of the media.
    ///   - capability: the frame size and format.
    ///   - frameRate: the frame rate, if the producer declared one.
    ///   - settings: the encoder settings; the defaults for the size if nil.
    /// - Throws: an ``EncoderError`` when an element is missing or rejects its settings.
    public init(
        of meeting: Meeting, capability: VideoCapability, frameRate: Rate? = nil, settings: EncoderSettings? = nil
    ) throws(EncoderError) {
        let settings = settings ?? EncoderSettings(width: Int(capability.width), height: Int(capability.height))
        self.capability = capability
        self.settings = settings
        clock = meeting.clock
        isPatient = clock is ManualClock
        media = meeting.localTracks
        let fanout = EncodedFanout()
        self.fanout = fanout
        timeline = Lock(GapFiller(rate: frameRate ?? .thirty, hasAudio: settings.hasAudio))
        let backpressure = meeting.localTracks.backpressure
        self.backpressure = backpressure
        do {
            video = try VideoTrack(
                capability, frameRate: frameRate, settings: settings, counting: counts, backpressure: backpressure,
                onUnit: { fanout.distribute(.video, $0, at: $1, caps: $2) })
            audio =
                settings.hasAudio
                ? try AudioTrack(settings, to: fanout, counting: counts, backpressure: backpressure) : nil
        } catch {
            throw EncoderError(error)
        }
        meeting.localTracks.add(self)
        scheduleFill(at: clock.now + GapFiller.delay)
    }

    /// The current counts.
    public var statistics: Statistics { counts.withLock { $0 } }

    /// The elements of an encoder whose receivers take these forms, in the order in which it needs them.
    package static func elements(
        for forms: Set<UnitForm>, hasAudio: Bool, of pipelines: PipelineSet = .ready
    ) -> [String] {
        var files = [PipelineFiles.encodeH264]
        if hasAudio { files.append(PipelineFiles.encodeAAC) }
        files += UnitForm.allCases.filter(forms.contains).compactMap(\.muxer)
        return files.flatMap { pipelines.current($0).elements }
    }

    /// Builds what receivers of this form share, if it does not exist yet.
    ///
    /// - Throws: an ``EncoderError`` when the muxer cannot be built.
    package func prepare(_ form: UnitForm) throws(EncoderError) {
        guard let file = form.muxer, muxers[form] == nil else { return }
        let new: SharedMuxer
        do {
            new = try SharedMuxer(
                settings.pipelines.current(file), to: form, hasAudio: audio != nil, backpressure: backpressure)
        } catch {
            throw EncoderError(error)
        }
        if muxers.insert(new, for: form) { fanout.receivers.add(new) }
    }

    /// Adds a receiver of encoded media in a form that was prepared; it can start at the next key frame.
    package func add(_ receiver: any EncodedReceiver, as form: UnitForm = .accessUnits) {
        form.muxer == nil ? fanout.receivers.add(receiver) : muxers[form]?.add(receiver)
    }

    /// Removes a receiver; a unit that is being delivered may still reach it.
    package func remove(_ receiver: any EncodedReceiver) {
        fanout.receivers.remove(receiver)
        muxers.remove(receiver)
    }

    /// Puts a receiver in the place of the one of these that is there. A unit that is being delivered may still reach the former
    /// one; a later unit of its track does not.
    package func replace(_ former: [any EncodedReceiver], by other: any EncodedReceiver) {
        fanout.receivers.replace(former, by: other)
        muxers.replace(former, by: other)
    }

    /// The time of the last accepted frame in the program; `nil` before the first one.
    package var lastFrame: MediaTime? { timeline.withLock { $0.lastFrame } }

    /// Requests a key frame for a new receiver, at most once a second; a further request is put off until then. The first
    /// frame is always a key frame.
    package func requestKeyFrame() {
        guard timeline.withLock({ $0.origin }) != nil else { return }
        let now = clock.now
        switch keyFrameRequests.withLock({ $0.request(now: now) }) {
        case .request: video.requestKeyFrame()
        case .wait(let time):
            clock.schedule(at: time) { [weak self] in
                guard let self else { return }
                keyFrameRequests.withLock { $0.due(now: time) }
                video.requestKeyFrame()
            }
        case .none: break
        }
    }

    /// Changes the volume of the audio that follows.
    package func set(_ volume: ProgramVolume) { audio?.set(volume) }

    /// Extends both tracks to the same end, drains the encoders and the muxers, and stops receiving. Call it when sending
    /// has ended.
    ///
    /// - Throws: an ``EncoderError`` when one of them failed, or did not drain within 20 seconds.
    public func finish() throws(EncoderError) {
        media?.remove(self)
        timeline.withLock { fill in
            let missing = fill.finish(audioRate: audioRate)
            put(missing, origin: fill.origin)
        }
        let videoEnded = video.finish(seconds: 20)
        let audioEnded = audio?.finish(seconds: 20) ?? true
        let muxersEnded = muxers.finish(seconds: 20)
        if let error = failure { throw error }
        guard videoEnded, audioEnded, muxersEnded else {
            throw EncoderError(GStreamerError(.stream, source: "encoder", message: "did not finish in time"))
        }
    }

    /// Receives no more media: it has failed, and the producer must not wait for it.
    package func detach() {
        media?.remove(self)
        timeline.withLock { $0.abandon() }
        backpressure.capacityChanged()
    }

    /// The failure of an encoder or of a shared muxer, if any.
    public var failure: EncoderError? {
        (video.failure() ?? audio?.failure() ?? muxers.failure).map { EncoderError($0) }
    }

    private var audioRate: Rate { audio?.rate ?? AudioFormat.program.rate }

    private func scheduleFill(at time: MediaTime) {
        clock.schedule(at: time) { [weak self] in self?.fillGaps() }
    }

    /// Fills what is missing, and comes back when the next gap could be due.
    private func fillGaps() {
        if isPatient { waitForEncoders() }
        let now = clock.now
        let next = timeline.withLock { fill -> MediaTime? in
            if fill.isFinished { return nil }
            let missing = fill.fill(now: now, audioRate: audioRate)
            put(missing, origin: fill.origin)
            return max(fill.nextFill ?? now + GapFiller.delay, now + Self.fillInterval)
        }
        if let next { scheduleFill(at: next) }
    }

    private var encodersHaveCapacity: Bool { video.hasCapacity && (audio?.hasCapacity ?? true) }

    /// Without a limit: an encoder makes progress or fails. Its receivers are not waited for, because they may be stuck.
    private func waitForEncoders() {
        while !backpressure.wait(seconds: Self.failureInterval, until: { encodersHaveCapacity }) {
            if failure != nil { return }
        }
    }

    private func put(_ missing: (repeats: VideoGapFiller.Repeats?, silence: AudioPlacement?), origin: MediaTime?) {
        guard let origin else { return }
        fanout.begin(at: origin)
        if let repeats = missing.repeats {
            video.repeatFrame(repeats, origin: origin, now: isPatient ? nil : clock.now)
        }
        if let silence = missing.silence { audio?.put(silence, origin: origin) }
    }
}

extension ProgramEncoder: MediaReceiver {
    /// Whether both encoders have capacity, and no file output lags behind.
    public var hasCapacity: Bool { encodersHaveCapacity && fanout.receivers.hasCapacity }

    /// Encodes a frame.
    public func receive(_ frame: borrowing VideoFrame) {
        guard frame.layout.width == Int(capability.width), frame.layout.height == Int(capability.height),
            frame.format == capability.format
        else {
            return counts.withLock { $0.mismatchedFrames += 1 }
        }
        timeline.withLock { fill in
            guard !fill.isFinished, let placement = fill.placeVideo(at: frame.time), let origin = fill.origin else {
                return counts.withLock { $0.lateFrames += 1 }
            }
            put((placement.repeats, nil), origin: origin)
            video.put(frame, at: placement.time + origin)
        }
    }

    /// Encodes an audio block.
    public func receive(_ block: borrowing AudioBlock) {
        guard let audio else { return }
        timeline.withLock { fill in
            if fill.isFinished { return counts.withLock { $0.lateBlocks += 1 } }
            let placement = fill.placeAudio(
                at: block.time, samples: Int64(block.sampleCount), rate: block.format.rate)
            guard let placement, let origin = fill.origin else { return }
            fanout.begin(at: origin)
            audio.put(block, placement, origin: origin)
        }
    }
}

/// Why a program cannot be encoded.
public struct EncoderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line, with the Debian packages of missing elements.
    public let description: String

    package init(_ error: GStreamerError) {
        description = error.description
    }
}
