package import GStreamer
import PipelineFiles
public import StudioCore
public import StudioMeeting
import StudioRuntime

/// Encodes what the studio's sender accepted, once for all outputs.
///
/// It has fixed tracks: a picture of one size, and 48 kHz stereo sound. Missing sound becomes silence, a missing picture
/// repeats the last one. Media comes in through the meeting's fan-out on the producer's thread and never makes it wait.
public final class ProgramEncoder: Sendable {
    /// What the program had to add, and what it lost.
    public struct Statistics: Hashable, Sendable {
        /// Pictures that left the encoder.
        public var encodedFrames = 0
        /// Pictures that were repeated because none came; black before the first.
        public var repeatedFrames = 0
        /// Pictures that were dropped because the encoder did not keep up: the reason `encoderOverload`.
        public var overloadedFrames = 0
        /// Frames that were dropped because their place in the program was past when they came to it.
        public var lateFrames = 0
        /// Pictures that were dropped because their size or range is not the program's.
        public var mismatchedFrames = 0
        /// Milliseconds of silence that stand for missing sound.
        public var silenceMilliseconds = 0
        /// Milliseconds of sound that were cut because the track was past them.
        public var cutMilliseconds = 0
        /// Blocks of sound that were dropped because the encoder did not keep up.
        public var overloadedBlocks = 0
    }

    /// The size and format that it was made for.
    public let capability: VideoCapability
    /// How it is encoded.
    public let settings: EncoderSettings

    private let video: VideoTrack
    private let audio: AudioTrack?
    private let clock: any StudioClock
    /// Where the media comes from. It keeps the encoder, not the other way round.
    private weak let media: MediaFanout?
    private let fanout: EncodedFanout
    private let timer = Lock<RepeatingTimer?>(nil)

    /// Held while a unit is placed and put into its encoder, so that the producer and the timer that fills gaps cannot
    /// overtake each other. Putting something in never waits.
    private let timeline: Lock<GapFiller>

    /// How often missing media is looked for; small against the 250 ms by which the fill stays behind.
    private static let fillInterval = MediaTime.milliseconds(50)

    /// Builds and starts the encoders and joins the meeting's media.
    ///
    /// - Parameters:
    ///   - meeting: where the media comes from.
    ///   - capability: size and format of the pictures.
    ///   - frameRate: frames a second, where the producer has declared them.
    ///   - settings: how to encode; the defaults for the size where none are given.
    /// - Throws: when an element is missing or does not take its settings.
    public init(
        of meeting: Meeting, capability: VideoCapability, frameRate: Rate? = nil, settings: EncoderSettings? = nil
    ) throws(EncoderError) {
        let settings = settings ?? EncoderSettings(width: Int(capability.width), height: Int(capability.height))
        self.capability = capability
        self.settings = settings
        clock = meeting.clock
        media = meeting.fanout
        let fanout = EncodedFanout()
        self.fanout = fanout
        timeline = Lock(GapFiller(rate: frameRate ?? .thirty, hasAudio: settings.hasAudio))
        let backpressure = meeting.fanout.backpressure
        do {
            video = try VideoTrack(
                capability, frameRate: frameRate, settings: settings, backpressure: backpressure,
                onUnit: { fanout.distribute(.video, $0, at: $1, caps: $2) })
            audio = settings.hasAudio ? try AudioTrack(settings, to: fanout, backpressure: backpressure) : nil
        } catch {
            throw EncoderError(error)
        }
        meeting.fanout.add(self)
        let timer = RepeatingTimer(clock: meeting.clock, interval: Self.fillInterval) { [weak self] in
            self?.fillGaps()
        }
        self.timer.withLock { $0 = timer }
    }

    deinit {
        timer.withLock { $0?.cancel() }
    }

    /// What was added and lost until now.
    public var statistics: Statistics {
        var statistics = Statistics()
        video.report(into: &statistics)
        audio?.report(into: &statistics)
        return statistics
    }

    /// Adds a receiver of encoded media; it can begin at the next key frame.
    package func add(_ receiver: any EncodedReceiver) {
        fanout.add(receiver)
    }

    /// Removes a receiver; a unit that is on its way may still reach it.
    package func remove(_ receiver: any EncodedReceiver) {
        fanout.remove(receiver)
    }

    /// Asks for a key frame, so that somebody can join. The first picture is one anyway.
    package func requestKeyFrame() {
        if timeline.withLock({ $0.origin }) != nil { video.requestKeyFrame() }
    }

    /// Brings both tracks to the same end, encodes what is inside, and takes no more. Call it when sending has stopped.
    ///
    /// - Throws: when an encoder failed, or did not deliver its last unit within 20 seconds.
    public func finish() throws(EncoderError) {
        media?.remove(self)
        timer.withLock { $0?.cancel() }
        timeline.withLock { fill in
            let missing = fill.finish(audioRate: audioRate)
            put(missing, origin: fill.origin)
        }
        let videoEnded = video.finish(seconds: 20)
        let audioEnded = audio?.finish(seconds: 20) ?? true
        if let error = failure { throw error }
        guard videoEnded, audioEnded else {
            throw EncoderError(GStreamerError(.stream, source: "encoder", message: "did not finish in time"))
        }
    }

    /// The failure of an encoder, if any has happened.
    public var failure: EncoderError? {
        (video.failure() ?? audio?.failure()).map { EncoderError($0) }
    }

    private var audioRate: Rate { audio?.rate ?? AudioFormat.program.rate }

    private func fillGaps() {
        let now = clock.now
        timeline.withLock { fill in
            let missing = fill.fill(now: now, audioRate: audioRate)
            put(missing, origin: fill.origin)
        }
    }

    private func put(_ missing: (repeats: VideoGapFiller.Repeats?, silence: AudioPlacement?), origin: MediaTime?) {
        guard let origin else { return }
        fanout.begin(at: origin)
        if let repeats = missing.repeats { video.showAgain(repeats, origin: origin) }
        if let silence = missing.silence { audio?.put(silence, origin: origin) }
    }
}

extension ProgramEncoder: MediaReceiver {
    /// Whether both encoders take a unit without dropping one, and no file lags behind.
    public var hasCapacity: Bool {
        video.hasCapacity && (audio?.hasCapacity ?? true) && fanout.hasCapacity
    }

    /// Encodes a picture.
    public func receive(_ frame: borrowing VideoFrame) {
        guard frame.layout.width == Int(capability.width), frame.layout.height == Int(capability.height),
            frame.format == capability.format
        else {
            video.countMismatched()
            return
        }
        timeline.withLock { fill in
            guard let placement = fill.placeVideo(at: frame.time), let origin = fill.origin else {
                return video.countLate()
            }
            put((placement.repeats, nil), origin: origin)
            video.put(frame, at: placement.time + origin)
        }
    }

    /// Encodes a block of sound.
    public func receive(_ block: borrowing AudioBlock) {
        guard let audio else { return }
        timeline.withLock { fill in
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
    /// One line, with the Debian packages to install where elements are missing.
    public let description: String

    package init(_ error: GStreamerError) {
        description = error.description
    }
}
