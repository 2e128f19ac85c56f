import GStreamer
import StudioCore
import StudioRuntime

/// The audio of a media file, each sample at its time in the file. Gaps are filled with silence, overlaps are trimmed.
final class AudioFileReader: AudioInput, NotingInput {
    /// Decoded samples with their position in the file.
    struct Block {
        let held: Held
        let time: MediaTime
    }

    /// Boxes a noncopyable buffer.
    final class Held {
        let buffer: MediaBuffer
        init(_ buffer: consuming MediaBuffer) { self.buffer = buffer }
    }

    /// A stream that was started.
    struct Starting {
        let stream: DecodedStream
        let mixed: MixedChannels
        let infinite: InfiniteSamples
    }

    /// The number of channels without positions that are mixed; `nil` for others.
    typealias MixedChannels = Lock<Int?>

    /// The state after the first audio is decoded.
    struct Opening {
        let stream: DecodedStream
        let first: Block
        let mixed: MixedChannels
        let infinite: InfiniteSamples
        /// When the audio begins: behind what its encoder has inserted, or with samples that the decoder has lost.
        var beginning: MediaTime { first.time + stream.priming }
    }

    let format: AudioFormat
    let bytes: ByteInput? = nil
    private let file: MediaFile
    var onNote: (@Sendable (String) -> Void)?
    private let mixed: MixedChannels
    private let infinite: InfiniteSamples
    private let fileOrigin: MediaTime
    private var origin: MediaTime
    private var loop: StreamLoop
    private var store: SampleStore
    private var iteration = 0
    /// The first sample of this loop iteration, in samples of the session.
    private var iterationStart: Int64 = 0
    private var iterationStartSlot: Int64 = 0
    private var held: Block?
    private var hasBegun = false
    private var times = StandingTimes()
    /// The number of samples of this loop iteration, once all are decoded.
    private var decodedLength: Int64?
    /// Whether the last sample was released and the file does not loop.
    private var isOver = false
    /// Samples of the session that may be taken: they belong to it regardless of the video.
    private var released: Int64 = 0

    /// Smaller deviations of time stamps are rounding by the container, or slow clock drift.
    private static let jitter = MediaTime.milliseconds(20)
    /// The step in blocks per second by which samples are released while the end of the video is unknown.
    private static let stepsPerSecond: Int64 = 50
    /// A tenth of a second; silence is written in steps of this.
    private static let partsPerSecond: Int64 = 10

    init(_ opening: Opening, _ format: AudioFormat, in file: MediaFile, origin: MediaTime) {
        self.file = file
        self.format = format
        self.origin = origin
        fileOrigin = origin
        let (mixed, infinite) = (opening.mixed, opening.infinite)
        (self.mixed, self.infinite) = (mixed, infinite)
        // What a later loop iteration contains was reported in the first one.
        loop = StreamLoop(opening.stream) { () throws(SourceError) in
            try Self.makeStream(file, format, mixed, InfiniteSamples(nil))
        }
        store = SampleStore(frameBytes: format.frameBytes)
        held = atItsTime(opening.first)
    }

    /// Notes for the user, reported once.
    var notes: [String] {
        guard let channels = mixed.withLock({ $0 }) else { return [] }
        return [Self.mixingNote("'\(file.path)'", channels)]
    }

    static func mixingNote(_ name: String, _ channels: Int) -> String {
        "\(name): the \(channels) audio channels have no positions; they are mixed in their order"
    }

    /// Looped audio lasts as long as the video.
    var endsWithVideo: Bool { file.playback.loops }

    /// Seeks before any audio is delivered, like ``VideoFileReader/skip(to:)``.
    func skip(to time: MediaTime) throws(SourceError) {
        origin = time
        guard loop.current.seek(to: time) else { return }
        held = nil
        if case .unit(let unit) = try loop.current.next(or: file.cancellation) {
            times = StandingTimes()
            held = atItsTime(Block(unit, orAt: origin))
        }
        if held.map({ $0.time - time > MediaFile.tolerance }) ?? true {
            try loop.restart()
            held = nil
        }
    }

    var available: Int { Int(released - store.start) }

    func take<Failure: Error>(
        _ samples: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try store.take(samples, body)
    }

    func read() throws(SourceError) -> InputProgress {
        if file.isLooping {
            try readIteration()
            return .partial
        }
        guard !isOver else { return try end() }
        if released < store.end {
            try release(to: min(store.end, released + step))
        } else if decodedLength == nil {
            try readOnce()
        } else {
            isOver = true
        }
        return .partial
    }

    private func end() throws(SourceError) -> InputProgress {
        // If the file has video, the video reports the end of the file, also after its own end.
        if file.video == nil, let failure = file.failure { throw failure }
        return .end
    }

    // MARK: Decoding

    /// Takes one step: a part of a silence, a block that waited for it, or a new block.
    private func readOnce() throws(SourceError) {
        if let block = held {
            held = nil
            place(block)
            return
        }
        do {
            switch try loop.current.next(or: file.cancellation) {
            case .unit(let unit):
                place(atItsTime(Block(unit, orAt: origin + MediaTime(count: length, rate: format.rate))))
            case .end: decodedLength = length
            case .cancelled: return
            }
        } catch {
            file.failure = file.failure ?? error
            decodedLength = length
        }
        note(infinite, of: "'\(file.path)'")
        if file.isLooping { try loop.prepareNext() }
    }

    /// A decoded block; one whose time stands still follows the previous one.
    private func atItsTime(_ block: Block) -> Block {
        let samples = Int64(block.held.buffer.byteCount / format.frameBytes)
        return Block(held: block.held, time: times.position(block.time, samples: samples, rate: format.rate))
    }

    /// The samples of this loop iteration that are or were stored.
    private var length: Int64 { store.end - iterationStart }

    private func place(_ block: Block) {
        let target = iterationStart + (block.time - origin).count(at: format.rate)
        var distance = target - store.end
        if hasBegun, abs(distance) <= Self.jitter.count(at: format.rate) { distance = 0 }
        if distance > 0 {
            store.appendSilence(min(distance, Int64(format.sampleRate) / Self.partsPerSecond))
            held = block
            return
        }
        store.append(block.held.buffer, droppingFirst: Int(min(-distance, Int64(Int32.max))))
        // A block that is dropped as a whole precedes the beginning, and the next one is placed exactly as well.
        hasBegun = hasBegun || length > 0
    }
}

// MARK: Loop iterations

extension AudioFileReader {
    private func readIteration() throws(SourceError) {
        if let slots = file.length(ofIteration: iteration) {
            try finishIteration(at: sample(ofSlot: slots), slots: slots)
        } else if file.video == nil {
            try readAudioOnly()
        } else if released < store.end {
            try release(to: min(store.end, released + step))
        } else if decodedLength == nil {
            try readOnce()
        } else {
            // Silence until the video ends as well.
            store.appendSilence(step)
        }
    }

    /// Releases samples step by step, so that the end of the video need not be searched far ahead.
    private var step: Int64 { Int64(format.sampleRate) / Self.stepsPerSecond }

    private func readAudioOnly() throws(SourceError) {
        if decodedLength == nil {
            try readOnce()
        } else {
            if length == 0 {
                throw SourceError("'\(file.path)' contains no audio to loop", hint: "remove --loop")
            }
            try startNextIteration(at: store.end)
        }
        released = store.end
    }

    /// Releases samples, unless both video and audio end before them.
    private func release(to end: Int64) throws(SourceError) {
        if let video = file.video, video.iteration == iteration,
            let videoEnd = try video.end(by: slot(ofSample: end)), sample(ofSlot: videoEnd) <= end
        {
            if file.isLooping {
                try decideLength(videoEnd: videoEnd, iteration: iteration)
                if file.length(ofIteration: iteration) != nil { return }
            } else if try endsNear(videoEnd) {
                store.truncate(at: max(sample(ofSlot: videoEnd), released))
                (released, isOver) = (store.end, true)
                return
            }
        }
        released = end
    }

    /// Whether audio and video end together, within the usual difference of a file's tracks.
    private func endsNear(_ videoEnd: Int64) throws(SourceError) -> Bool {
        let latest = sample(ofSlot: videoEnd) + MediaFile.tolerance.count(at: format.rate)
        while decodedLength == nil, store.end <= latest, !file.cancellation.isCancelled { try readOnce() }
        return decodedLength.map { iterationStart + $0 <= latest } ?? false
    }

    /// Decides where this loop iteration ends when the end of the video is known: there, unless the audio continues for
    /// longer than the usual difference of a file's tracks.
    func decideLength(videoEnd: Int64, iteration: Int) throws(SourceError) {
        guard iteration == self.iteration else { return }
        let isNear = try endsNear(videoEnd)
        guard let decodedLength else { return }
        file.setLength(isNear ? videoEnd : slot(ofSample: iterationStart + decodedLength), ofIteration: iteration)
    }

    private func finishIteration(at end: Int64, slots: Int64) throws(SourceError) {
        if store.end > end { store.truncate(at: end) }
        if store.end < end {
            if decodedLength == nil {
                try readOnce()
            } else {
                store.appendSilence(min(step, end - store.end))
            }
        }
        released = min(store.end, end)
        guard released == end else { return }
        iterationStartSlot += slots
        try startNextIteration(at: end)
    }

    private func startNextIteration(at start: Int64) throws(SourceError) {
        iterationStart = start
        iteration += 1
        origin = fileOrigin
        try loop.advance()
        (held, hasBegun, decodedLength, times) = (nil, false, nil, StandingTimes())
    }

    /// The first sample of a frame interval of this loop iteration.
    private func sample(ofSlot slot: Int64) -> Int64 {
        MediaTime(count: iterationStartSlot + slot, rate: frameRate).count(at: format.rate)
    }

    /// The first frame interval of this loop iteration that does not start before a sample.
    private func slot(ofSample sample: Int64) -> Int64 {
        let nearest = MediaTime(count: sample, rate: format.rate).count(at: frameRate) - iterationStartSlot
        return self.sample(ofSlot: nearest) < sample ? nearest + 1 : nearest
    }

    private var frameRate: Rate { file.video?.description.rate ?? .thirty }
}

// MARK: Opening

extension AudioFileReader {
    static func start(_ file: MediaFile, _ format: AudioFormat) throws(SourceError) -> Starting {
        let (mixed, infinite) = (MixedChannels(nil), InfiniteSamples(nil))
        let stream = try makeStream(file, format, mixed, infinite)
        try stream.start()
        return Starting(stream: stream, mixed: mixed, infinite: infinite)
    }

    private static func makeStream(
        _ file: MediaFile, _ format: AudioFormat, _ mixed: MixedChannels, _ infinite: InfiniteSamples
    ) throws(SourceError) -> DecodedStream {
        try DecodedStream(file.path, .audio, at: file.location, jumps: file.jumps) {
            branch throws(GStreamerError) in
            guard let caps = Caps.pcm(format) else {
                throw GStreamerError(.core, source: "audio", message: "\(format) cannot be expressed as caps")
            }
            try branch.element("format").set("caps", to: .caps(caps))
            try branch.element("convert").silenceInfiniteSamples { infinite.set($0) }
            try branch.element("convert").mixUnpositionedChannels { channels in
                mixed.set(channels)
                return ChannelMix(channels, into: Int(format.channels)).rows
            }
        }
    }
}

extension AudioFileReader.Starting {
    /// Waits for the first audio; `nil` when the file has none, or when cancelled.
    func wait(_ cancellation: Cancellation) throws(SourceError) -> AudioFileReader.Opening? {
        guard case .unit(let unit) = try stream.next(or: cancellation) else { return nil }
        return AudioFileReader.Opening(
            stream: stream, first: AudioFileReader.Block(unit, orAt: .zero), mixed: mixed, infinite: infinite)
    }
}

extension AudioFileReader.Block {
    /// - Parameter time: the position of a unit without a time stamp.
    fileprivate init(_ unit: consuming SinkQueue.Unit, orAt time: MediaTime) {
        self.time = unit.time ?? time
        held = AudioFileReader.Held(unit.intoBuffer())
    }
}
