package import GStreamer
package import PipelineFiles
public import StudioCore
public import StudioMeeting
import StudioRuntime

/// Encodes the accepted media once for all outputs that ask for the same form.
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

    private struct Encoding: Sendable {
        var encoders: [EncodedForm: TrackEncoder] = [:]
        /// What muxes the units of some of them for outputs that share it.
        var muxers: [EncodedInput: SharedMuxer] = [:]
        var volume = ProgramVolume()
    }

    private let frameRate: Rate?
    private let counts = Lock(Statistics())
    /// What outputs have asked for so far.
    private let encoding = Lock(Encoding())
    private let clock: any StudioClock
    /// Whether nothing is dropped: the thread that advances the clock waits for the encoders.
    private let isPatient: Bool
    /// The source of the media. It retains the encoder; a back reference would be a cycle.
    private weak let media: LocalTracks?
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
    public convenience init(
        of meeting: Meeting, capability: VideoCapability, frameRate: Rate? = nil, settings: EncoderSettings? = nil
    ) throws(EncoderError) {
        let settings = settings ?? EncoderSettings(width: Int(capability.width), height: Int(capability.height))
        try self.init(
            of: meeting, capability: capability, frameRate: frameRate, settings: settings,
            for: EncodedInput(settings.forms(), as: .accessUnits))
    }

    /// - Parameter input: what the first output takes.
    package init(
        of meeting: Meeting, capability: VideoCapability, frameRate: Rate?, settings: EncoderSettings,
        for input: EncodedInput
    ) throws(EncoderError) {
        self.capability = capability
        self.frameRate = frameRate
        self.settings = settings
        clock = meeting.clock
        isPatient = clock is ManualClock
        media = meeting.localTracks
        timeline = Lock(GapFiller(rate: frameRate ?? .thirty, hasAudio: settings.hasAudio))
        backpressure = meeting.localTracks.backpressure
        try prepare(input)
        meeting.localTracks.add(self)
        scheduleFill(at: clock.now + GapFiller.delay)
    }

    /// The current counts.
    public var statistics: Statistics { counts.withLock { $0 } }

    private var encoders: [EncodedForm: TrackEncoder].Values { encoding.withLock { $0.encoders.values } }

    private var receivers: [ReceiverList] {
        encoding.withLock { $0.encoders.values.map(\.fanout.receivers) + $0.muxers.values.map(\.receivers) }
    }

    /// The elements of an encoder whose receivers take these forms, in the order in which it needs them.
    package static func elements(
        for forms: Set<UnitForm>, hasAudio: Bool, of pipelines: PipelineSet = .ready
    ) -> [String] {
        var files = [CodecTable.ready.video.pipeline]
        if hasAudio { files.append(CodecTable.ready.audio.pipeline) }
        files += UnitForm.allCases.filter(forms.contains).compactMap(\.muxer)
        return files.flatMap { pipelines.current($0).elements }
    }

    /// Builds the encoders and the muxer of an output, as far as no other output has asked for them.
    ///
    /// - Throws: an ``EncoderError`` when one of them cannot be built.
    package func prepare(_ input: EncodedInput) throws(EncoderError) {
        do throws(GStreamerError) {
            for form in input.tracks where encoding.withLock({ $0.encoders[form] }) == nil {
                let new = try TrackEncoder(
                    form, of: capability, frameRate: frameRate, settings: settings, counting: counts,
                    backpressure: backpressure)
                begin(new, form)
            }
            guard let file = input.units.muxer, encoding.withLock({ $0.muxers[input] }) == nil else { return }
            let new = try SharedMuxer(
                settings.pipelines.current(file), to: input.units, hasAudio: settings.hasAudio,
                backpressure: backpressure)
            let present = encoding.withLock { encoding in
                encoding.muxers.merge([input: new]) { first, _ in first }
                return encoding.muxers[input]
            }
            if present === new { add(new, as: EncodedInput(input.tracks, as: .accessUnits)) }
        } catch {
            throw EncoderError(error)
        }
    }

    /// Lets an encoder take the media that follows. Another thread may have built one of the same form.
    private func begin(_ new: TrackEncoder, _ form: EncodedForm) {
        timeline.withLock { fill in
            if let origin = fill.origin { new.fanout.begin(at: origin, isLate: true) }
            encoding.withLock { encoding in
                guard encoding.encoders[form] == nil else { return }
                encoding.encoders[form] = new
                new.audio?.set(encoding.volume)
            }
        }
    }

    /// Adds a receiver of what was prepared; it can start at the next key frame.
    package func add(_ receiver: any EncodedReceiver, as input: EncodedInput) {
        let lists = encoding.withLock { encoding in
            input.units.muxer == nil
                ? input.tracks.compactMap { encoding.encoders[$0]?.fanout.receivers }
                : [encoding.muxers[input]?.receivers].compactMap(\.self)
        }
        // The audio first: it waits for the first key frame.
        for list in lists.reversed() { list.add(receiver) }
    }

    /// Removes a receiver; a unit that is being delivered may still reach it.
    package func remove(_ receiver: any EncodedReceiver) {
        for list in receivers { list.remove(receiver) }
    }

    /// Puts a receiver in the place of the one of these that is there. A unit that is being delivered may still reach the former
    /// one; a later unit of its track does not.
    package func replace(_ former: [any EncodedReceiver], by other: any EncodedReceiver) {
        for list in receivers { list.replace(former, by: other) }
    }

    /// The time of the last accepted frame in the program; `nil` before the first one.
    package var lastFrame: MediaTime? { timeline.withLock { $0.lastFrame } }

    /// Requests a key frame for a new receiver; one that comes too soon after the latest is put off. The first frame is always
    /// a key frame.
    package func requestKeyFrame(_ reason: KeyFrameReason) {
        guard timeline.withLock({ $0.origin }) != nil else { return }
        let now = clock.now
        switch keyFrameRequests.withLock({ $0.request(reason, now: now) }) {
        case .request: encodeKeyFrame()
        case .wait(let time):
            clock.schedule(at: time) { [weak self] in
                guard let self, keyFrameRequests.withLock({ $0.due(at: time, now: clock.now) }) else { return }
                encodeKeyFrame()
            }
        case .none: break
        }
    }

    /// Lets the next accepted frame be a key frame; those before it may still wait for the encoders.
    private func encodeKeyFrame() {
        guard let last = timeline.withLock({ fill in fill.origin.map { $0 + (fill.lastFrame ?? .zero) } }) else {
            return
        }
        for encoder in encoders { encoder.video?.requestKeyFrame(after: last) }
    }

    /// Changes the volume of the audio that follows.
    package func set(_ volume: ProgramVolume) {
        encoding.withLock { encoding in
            encoding.volume = volume
            for encoder in encoding.encoders.values { encoder.audio?.set(volume) }
        }
    }

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
        // Each must end, whatever has become of the others.
        let (encoders, muxers) = encoding.withLock { ($0.encoders.values, $0.muxers.values) }
        let ends =
            encoders.compactMap(\.video).map { $0.finish(seconds: 20) }
            + encoders.compactMap(\.audio).map { $0.finish(seconds: 20) } + muxers.map { $0.finish(seconds: 20) }
        if let error = failure { throw error }
        guard ends.allSatisfy(\.self) else {
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
        let (encoders, muxers) = encoding.withLock { ($0.encoders.values, $0.muxers.values) }
        let failure =
            encoders.lazy.compactMap { $0.video?.failure() }.first
            ?? encoders.lazy.compactMap { $0.audio?.failure() }.first
            ?? muxers.lazy.compactMap { $0.failure() }.first
        return failure.map { EncoderError($0) }
    }

    private var audioRate: Rate { encoders.lazy.compactMap(\.audio).first?.rate ?? AudioFormat.program.rate }

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

    private var encodersHaveCapacity: Bool { encoders.allSatisfy(\.hasCapacity) }

    /// Without a limit: an encoder makes progress or fails. Its receivers are not waited for, because they may be stuck.
    private func waitForEncoders() {
        while !backpressure.wait(seconds: Self.failureInterval, until: { encodersHaveCapacity }) {
            if failure != nil { return }
        }
    }

    private func put(_ missing: (repeats: VideoGapFiller.Repeats?, silence: AudioPlacement?), origin: MediaTime?) {
        guard let origin else { return }
        if let repeats = missing.repeats {
            let now = isPatient ? nil : clock.now
            for encoder in encoders { encoder.video?.repeatFrame(repeats, origin: origin, now: now) }
        }
        if let silence = missing.silence {
            for encoder in encoders { encoder.audio?.put(silence, origin: origin) }
        }
    }

    /// The first media of the program was placed.
    private func begin(at origin: MediaTime) {
        for encoder in encoders { encoder.fanout.begin(at: origin) }
    }
}

extension ProgramEncoder: MediaReceiver {
    /// Whether all encoders have capacity, and no file output lags behind.
    public var hasCapacity: Bool { encoders.allSatisfy { $0.hasCapacity && $0.fanout.receivers.hasCapacity } }

    /// Encodes a frame.
    public func receive(_ frame: borrowing VideoFrame) {
        guard frame.has(capability) else { return counts.withLock { $0.mismatchedFrames += 1 } }
        timeline.withLock { fill in
            let isFirst = fill.origin == nil
            guard !fill.isFinished, let placement = fill.placeVideo(at: frame.time), let origin = fill.origin else {
                return counts.withLock { $0.lateFrames += 1 }
            }
            if isFirst { begin(at: origin) }
            put((placement.repeats, nil), origin: origin)
            for encoder in encoders { encoder.video?.put(frame, at: placement.time + origin) }
        }
    }

    /// Encodes an audio block.
    public func receive(_ block: borrowing AudioBlock) {
        guard settings.hasAudio else { return }
        timeline.withLock { fill in
            if fill.isFinished { return counts.withLock { $0.lateBlocks += 1 } }
            let isFirst = fill.origin == nil
            let placement = fill.placeAudio(
                at: block.time, samples: Int64(block.sampleCount), rate: block.format.rate)
            guard let placement, let origin = fill.origin else { return }
            if isFirst { begin(at: origin) }
            for encoder in encoders { encoder.audio?.put(block, placement, origin: origin) }
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
