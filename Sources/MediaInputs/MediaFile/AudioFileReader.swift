import GStreamer
import StudioCore
import StudioRuntime

/// The sound of a media file, each sample where the file's time has it: gaps are filled with silence, what overlaps is cut.
final class AudioFileReader: AudioInput {
    /// Decoded samples with their place in the file.
    struct Block {
        let held: Held
        let time: MediaTime
    }

    /// Keeps a buffer where only copyable values can be kept.
    final class Held {
        let buffer: MediaBuffer
        init(_ buffer: consuming MediaBuffer) { self.buffer = buffer }
    }

    /// A stream that was started.
    struct Starting {
        let stream: DecodedStream
    }

    /// What is known when the first sound is decoded.
    struct Opening {
        let stream: DecodedStream
        let first: Block
    }

    let format: AudioFormat
    let bytes: ByteInput? = nil
    private let file: MediaFile
    private let fileOrigin: MediaTime
    private var origin: MediaTime
    private var rounds: StreamLoop
    private var store: SampleStore
    private var pass = 0
    /// The first sample of this way through the file, in samples of the run.
    private var passStart: Int64 = 0
    private var passStartSlot: Int64 = 0
    private var held: Block?
    private var hasBegun = false
    /// Samples of this way through the file, once all are decoded.
    private var decodedLength: Int64?
    /// Whether the last sample was let go, where the file is not begun again.
    private var isOver = false
    /// Samples of the run that may be taken: those that belong to it whatever the pictures do.
    private var released: Int64 = 0

    /// Stamps that are off by less are the container's rounding, or a clock that drifts slowly.
    private static let jitter = MediaTime.milliseconds(20)
    /// What is released at once when the end of the pictures has to be looked for, in blocks a second.
    private static let stepsPerSecond: Int64 = 50
    /// A tenth of a second: silence is written in parts of this.
    private static let partsPerSecond: Int64 = 10

    init(_ opening: Opening, _ format: AudioFormat, in file: MediaFile, origin: MediaTime) {
        self.file = file
        self.format = format
        self.origin = origin
        fileOrigin = origin
        rounds = StreamLoop(opening.stream) { () throws(SourceError) in try Self.makeStream(file.path, format) }
        store = SampleStore(frameBytes: format.frameBytes)
        held = opening.first
    }

    /// Sound that begins again and again lasts as long as the pictures do.
    var endsWithPictures: Bool { file.playback.loops }

    /// Goes to a place of the file before anything is heard; as ``VideoFileReader/skip(to:)`` does.
    func skip(to time: MediaTime) throws(SourceError) {
        origin = time
        guard rounds.current.seek(to: time) else { return }
        held = nil
        if case .unit(let unit) = try rounds.current.next(or: file.cancellation) {
            held = Block(unit, orAt: origin)
        }
        if held.map({ $0.time - time > MediaFile.tolerance }) ?? true {
            try rounds.restart()
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
            try readRound()
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
        // Where there are pictures they tell it, when they are over, too.
        if file.pictures == nil, let failure = file.failure { throw failure }
        return .end
    }

    // MARK: Decoding

    /// Takes one step: a part of a silence, a block that was waiting for it, or a new block.
    private func readOnce() throws(SourceError) {
        if let block = held {
            held = nil
            place(block)
            return
        }
        do {
            switch try rounds.current.next(or: file.cancellation) {
            case .unit(let unit): place(Block(unit, orAt: origin + MediaTime(count: length, rate: format.rate)))
            case .end: decodedLength = length
            case .cancelled: return
            }
        } catch {
            file.failure = file.failure ?? error
            decodedLength = length
        }
        if file.isLooping { try rounds.prepareNext() }
    }

    /// Samples of this way through the file that are or were there.
    private var length: Int64 { store.end - passStart }

    private func place(_ block: Block) {
        let target = passStart + (block.time - origin).count(at: format.rate)
        var distance = target - store.end
        if hasBegun, abs(distance) <= Self.jitter.count(at: format.rate) { distance = 0 }
        if distance > 0 {
            store.appendSilence(min(distance, Int64(format.sampleRate) / Self.partsPerSecond))
            held = block
            return
        }
        store.append(block.held.buffer, droppingFirst: Int(min(-distance, Int64(Int32.max))))
        hasBegun = true
    }
}

// MARK: Round and round

extension AudioFileReader {
    private func readRound() throws(SourceError) {
        if let slots = file.length(ofPass: pass) {
            try finishRound(at: sample(ofSlot: slots), slots: slots)
        } else if file.pictures == nil {
            try readRoundAlone()
        } else if released < store.end {
            try release(to: min(store.end, released + step))
        } else if decodedLength == nil {
            try readOnce()
        } else {
            // Silence, until the pictures are over, too.
            store.appendSilence(step)
        }
    }

    /// What is let go at once, so that the end of the pictures has not to be looked for far ahead.
    private var step: Int64 { Int64(format.sampleRate) / Self.stepsPerSecond }

    private func readRoundAlone() throws(SourceError) {
        if decodedLength == nil {
            try readOnce()
        } else {
            if length == 0 {
                throw SourceError("'\(file.path)' holds no sound to play again", hint: "leave --loop out")
            }
            try beginAgain(at: store.end)
        }
        released = store.end
    }

    /// Lets samples go, unless the pictures end before them and the sound does so, too.
    private func release(to end: Int64) throws(SourceError) {
        if let pictures = file.pictures, pictures.pass == pass,
            let picturesEnd = try pictures.end(by: slot(ofSample: end)), sample(ofSlot: picturesEnd) <= end
        {
            if file.isLooping {
                try decideLength(picturesEnd: picturesEnd, pass: pass)
                if file.length(ofPass: pass) != nil { return }
            } else if try endsNear(picturesEnd) {
                store.cut(at: max(sample(ofSlot: picturesEnd), released))
                (released, isOver) = (store.end, true)
                return
            }
        }
        released = end
    }

    /// Whether the sound ends with the pictures, as far as the tracks of a file usually do.
    private func endsNear(_ picturesEnd: Int64) throws(SourceError) -> Bool {
        let latest = sample(ofSlot: picturesEnd) + MediaFile.tolerance.count(at: format.rate)
        while decodedLength == nil, store.end <= latest, !file.cancellation.isCancelled { try readOnce() }
        return decodedLength.map { passStart + $0 <= latest } ?? false
    }

    /// Decides where this way through the file ends, when the pictures' end is known: there, unless the sound goes on for
    /// longer than the tracks of a file usually differ.
    func decideLength(picturesEnd: Int64, pass: Int) throws(SourceError) {
        guard pass == self.pass else { return }
        let isNear = try endsNear(picturesEnd)
        guard let decodedLength else { return }
        file.setLength(isNear ? picturesEnd : slot(ofSample: passStart + decodedLength), ofPass: pass)
    }

    private func finishRound(at end: Int64, slots: Int64) throws(SourceError) {
        if store.end > end { store.cut(at: end) }
        if store.end < end {
            if decodedLength == nil {
                try readOnce()
            } else {
                store.appendSilence(min(step, end - store.end))
            }
        }
        released = min(store.end, end)
        guard released == end else { return }
        passStartSlot += slots
        try beginAgain(at: end)
    }

    private func beginAgain(at start: Int64) throws(SourceError) {
        passStart = start
        pass += 1
        origin = fileOrigin
        try rounds.advance()
        (held, hasBegun, decodedLength) = (nil, false, nil)
    }

    /// The sample at which an interval of this way through the file begins.
    private func sample(ofSlot slot: Int64) -> Int64 {
        MediaTime(count: passStartSlot + slot, rate: pictureRate).count(at: format.rate)
    }

    /// The first interval of this way through the file that does not begin before a sample.
    private func slot(ofSample sample: Int64) -> Int64 {
        let nearest = MediaTime(count: sample, rate: format.rate).count(at: pictureRate) - passStartSlot
        return self.sample(ofSlot: nearest) < sample ? nearest + 1 : nearest
    }

    private var pictureRate: Rate { file.pictures?.description.rate ?? .thirty }
}

// MARK: Opening

extension AudioFileReader {
    static func start(_ path: String, _ format: AudioFormat) throws(SourceError) -> Starting {
        let stream = try makeStream(path, format)
        try stream.start()
        return Starting(stream: stream)
    }

    private static func makeStream(_ path: String, _ format: AudioFormat) throws(SourceError) -> DecodedStream {
        try DecodedStream(path, .sound) { branch throws(GStreamerError) in
            guard let caps = Caps.pcm(format) else {
                throw GStreamerError(.core, source: "sound", message: "\(format) cannot be described")
            }
            try branch.element("form").set("caps", to: .caps(caps))
        }
    }
}

extension AudioFileReader.Starting {
    /// Waits for the first sound; `nil` where the file has none, and when it was cancelled.
    func wait(_ cancellation: Cancellation) throws(SourceError) -> AudioFileReader.Opening? {
        guard case .unit(let unit) = try stream.next(or: cancellation) else { return nil }
        return AudioFileReader.Opening(stream: stream, first: AudioFileReader.Block(unit, orAt: .zero))
    }
}

extension AudioFileReader.Block {
    /// - Parameter time: where it belongs when the unit does not say.
    fileprivate init(_ unit: consuming SinkQueue.Unit, orAt time: MediaTime) {
        self.time = unit.time ?? time
        held = AudioFileReader.Held(unit.intoBuffer())
    }
}
