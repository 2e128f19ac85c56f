import GStreamer
import PipelineFiles
import StudioCore
import StudioMeeting
import StudioRuntime
import Synchronization

/// The program's audio track: gapless 48 kHz stereo, encoded with the encoder delay removed.
///
/// The program encoder serialises `put` and `finish`.
final class AudioTrack: Sendable {
    private struct Silence: Sendable {
        let start: MediaTime
        var samples: Int64
    }

    private struct Input: Sendable {
        var format = AudioFormat.program
        /// Silence that was inserted while the encoder had no capacity. It is pushed before the next block, so that the
        /// track stays gapless: an encoder that meets a gap moves the audio behind it.
        var silence: Silence?
        /// Whether the lead was pushed.
        var hasBegun = false
        /// The end of the pushed audio.
        var end = MediaTime.zero
        /// The end of the track, once it is known: later units carry only what filled the encoder.
        var limit: MediaTime?
    }

    private static let sample = MediaTime(count: 1, rate: AudioFormat.program.rate)
    /// Added to the times inside the encoder, where the lead may begin before zero.
    private static let shift = MediaTime.seconds(1)

    /// What the encoder inserts before the first sample, and what is done about it.
    private struct Priming: Sendable {
        /// The samples of silence that the encoder inserts, which would delay all audio: 1600 of voaacenc, 33.3 ms.
        let samples: Int64
        /// The samples of an access unit.
        let unit: Int64

        /// Silence before the first sample. With the priming it is some units long, so that the first sample begins a unit.
        var lead: Int64 { (unit - samples % unit) % unit }
        /// Silence behind the last sample, at any rate at least as much as the encoder holds back.
        var tail: Int64 { samples + unit }
        /// The distance from the program's times to those of the encoder's units.
        var delay: MediaTime { AudioTrack.shift + MediaTime(count: samples, rate: AudioFormat.program.rate) }
    }

    /// 256 blocks of 20 ms are five seconds, longer than any encoder may lag.
    private static let capacity = 256
    /// The number of blocks up to which a producer that may wait goes on: half a second. The tracks stay close together,
    /// because muxers wait for the later one.
    private static let calmLevel = 25
    /// The maximum duration of silence in one buffer, in seconds.
    private static let longestSilence: Int64 = 1

    private let encoder: EncoderPipeline
    private let priming: Priming
    private let input: Lock<Input>
    private let ramp = Lock(GainRamp())
    /// Whether samples stay as they are.
    private let isUnity = Atomic(true)
    /// Blocks whose samples are multiplied.
    private let pool = Lock<BufferPool?>(nil)
    private let statistics: Lock<ProgramEncoder.Statistics>

    init(
        _ settings: EncoderSettings, form: EncodedForm, to fanout: EncodedFanout,
        counting statistics: Lock<ProgramEncoder.Statistics> = Lock(.init()), backpressure: Backpressure
    ) throws(GStreamerError) {
        self.statistics = statistics
        let input = Lock(Input())
        self.input = input
        let row = try settings.row(of: form)
        let delay = settings.pipelines.current(row.pipeline).delay
        let priming = Priming(samples: Int64(delay), unit: row.unitSamples ?? 1)
        self.priming = priming
        encoder = try EncoderPipeline(
            form, row, settings: settings, policy: .refuse, capacity: Self.capacity, backpressure: backpressure
        ) { buffer, time, caps in
            let time = time - priming.delay
            let limit = input.withLock { $0.limit }
            guard let unit = Self.clip(buffer, of: priming.unit, at: time, to: limit) else { return }
            fanout.distribute(unit, at: time, caps: caps)
        }
        try encoder.set(.bitrate, to: form.bitrate)
        declare(.program)
        try encoder.start()
    }

    /// The unit with its duration inside the track; `nil` when it is behind its end.
    private static func clip(
        _ unit: consuming MediaBuffer, of samples: Int64, at time: MediaTime, to limit: MediaTime?
    ) -> MediaBuffer? {
        guard let limit, limit - time < MediaTime(count: samples, rate: AudioFormat.program.rate) else { return unit }
        guard limit - time >= sample, let last = unit.withOwnTimes() else { return nil }
        last.duration = limit - time
        return last
    }

    /// Whether a producer that may wait should send the next unit.
    var hasCapacity: Bool { encoder.source.level < Self.calmLevel }

    /// The sample rate of the current input.
    var rate: Rate { input.withLock { $0.format.rate } }

    func failure() -> GStreamerError? { encoder.failure() }

    private func declare(_ format: AudioFormat) {
        pushSilence()
        input.withLock { $0.format = format }
        if let caps = Caps.pcm(format) { encoder.source.setCaps(caps) }
    }

    /// Inserts a block at its position: silence before it, overlap trimmed. A block for which the encoder has no capacity is
    /// replaced by silence.
    func put(_ block: borrowing AudioBlock, _ placement: AudioPlacement, origin: MediaTime) {
        begin(at: placement.start + origin)
        let format = block.format
        let (isDeclared, isSilenceWaiting) = input.withLock { ($0.format == format, $0.silence != nil) }
        if !isDeclared { declare(format) }
        var start = placement.start + origin
        if placement.silence > 0 {
            insertSilence(from: start, samples: placement.silence, format)
            start += MediaTime(count: placement.silence, rate: format.rate)
        }
        statistics.withLock { $0.trimmedMilliseconds += milliseconds(placement.skip, format) }
        let mustWait = (isSilenceWaiting || placement.silence > 0) && !pushSilenceIfPossible()
        let skip = Int(placement.skip)
        guard skip < block.sampleCount else { return statistics.withLock { $0.lateBlocks += 1 } }
        if mustWait || push(block, skipping: skip, at: start) != .taken {
            statistics.withLock { $0.overloadedBlocks += 1 }
            insertSilence(from: start, samples: Int64(block.sampleCount - skip), format)
        }
    }

    private func push(_ block: borrowing AudioBlock, skipping skip: Int, at start: MediaTime) -> Admission {
        let isUnity = isUnity.load(ordering: .relaxed)
        guard let audio = isUnity ? block.buffer.withOwnTimes() : amplified(block) else { return .refused }
        audio.trim(to: skip * block.format.frameBytes..<block.sampleCount * block.format.frameBytes)
        stamp(audio, start, samples: Int64(block.sampleCount - skip), block.format)
        return encoder.source.push(audio)
    }

    // MARK: Volume

    /// Changes the volume; in a ramp, if there was audio before.
    func set(_ volume: ProgramVolume) {
        let hasBegun = input.withLock { $0.hasBegun }
        ramp.withLock { ramp in
            if hasBegun { ramp.change(to: volume.gain) } else { ramp.jump(to: volume.gain) }
            isUnity.store(ramp.isUnity, ordering: .relaxed)
        }
    }

    /// A copy of a block with the present volume.
    private func amplified(_ block: borrowing AudioBlock) -> MediaBuffer? {
        let format = block.format
        let byteCount = block.sampleCount * format.frameBytes
        let pool = pool.withLock { pool in
            if pool.map({ $0.byteCount < byteCount }) ?? true { pool = try? BufferPool(byteCount: byteCount) }
            return pool
        }
        guard let copy = pool?.acquire() else { return nil }
        _ = block.withBytes { source in
            copy.withMutableBytes { target in
                ramp.withLock { ramp in
                    ramp.apply(source, into: target, format: format)
                    isUnity.store(ramp.isUnity, ordering: .relaxed)
                }
            }
        }
        return copy
    }

    /// Fills a gap with silence.
    func put(_ placement: AudioPlacement, origin: MediaTime) {
        begin(at: placement.start + origin)
        insertSilence(from: placement.start + origin, samples: placement.silence, input.withLock { $0.format })
        _ = pushSilenceIfPossible()
    }

    /// Pushes the lead before the first audio, in the program's format.
    private func begin(at start: MediaTime) {
        let isFirst = input.withLock { !exchange(&$0.hasBegun, with: true) }
        guard isFirst else { return }
        let lead = MediaTime(count: priming.lead, rate: AudioFormat.program.rate)
        push(Silence(start: start - lead, samples: priming.lead), .program)
    }

    private func insertSilence(from start: MediaTime, samples: Int64, _ format: AudioFormat) {
        statistics.withLock { $0.silenceMilliseconds += milliseconds(samples, format) }
        input.withLock { input in
            if input.silence == nil { input.silence = Silence(start: start, samples: 0) }
            input.silence?.samples += samples
        }
    }

    /// - Returns: false when the silence must wait for capacity.
    private func pushSilenceIfPossible() -> Bool {
        guard encoder.source.hasCapacity else { return false }
        pushSilence()
        return true
    }

    /// Pushes the silence that waits, even without capacity: its buffers share their memory.
    private func pushSilence() {
        let (silence, format) = input.withLock { ($0.silence.take(), $0.format) }
        if let silence { push(silence, format) }
    }

    private func push(_ silence: Silence, _ format: AudioFormat) {
        guard silence.samples > 0 else { return }
        let longest = min(silence.samples, Int64(format.sampleRate) * Self.longestSilence)
        guard let zeros = MediaBuffer(byteCount: Int(longest) * format.frameBytes) else { return }
        _ = zeros.withMutableBytes { $0.initializeMemory(as: UInt8.self, repeating: 0) }
        for done in stride(from: 0, to: silence.samples, by: Int(longest)) {
            let count = min(silence.samples - done, longest)
            guard let buffer = zeros.withOwnTimes() else { return }
            buffer.trim(to: 0..<Int(count) * format.frameBytes)
            stamp(buffer, silence.start + MediaTime(count: done, rate: format.rate), samples: count, format)
            _ = encoder.source.pushBeyondLimit(buffer)
        }
    }

    private func stamp(
        _ buffer: borrowing MediaBuffer, _ time: MediaTime, samples: Int64, _ format: AudioFormat
    ) {
        let duration = MediaTime(count: samples, rate: format.rate)
        input.withLock { $0.end = time + duration }
        buffer.time = time + Self.shift
        buffer.duration = duration
        buffer.isDiscontinuity = false  // Gapless by construction: gaps were filled before.
    }

    private func milliseconds(_ samples: Int64, _ format: AudioFormat) -> Int {
        Int(samples * 1000 / Int64(format.sampleRate))
    }

    func finish(seconds: Double) -> Bool {
        pushSilence()
        let (end, format) = input.withLock { input in
            input.limit = input.end
            return (input.hasBegun ? input.end : nil, input.format)
        }
        if let end { push(Silence(start: end, samples: priming.tail), format) }
        return encoder.finish(seconds: seconds)
    }
}

extension PipelineFile {
    /// The samples that the encoder inserts before the first one.
    fileprivate var delay: Int {
        for setting in settings(.delay) {
            if case .samples(let count) = setting.action { return count }
        }
        return 0
    }
}
