import GStreamer
import PipelineFiles
import StudioCore
import StudioMeeting
import StudioRuntime

/// The program's audio track: gapless 48 kHz stereo, encoded as AAC, with the encoder delay removed.
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
    }

    /// avenc_aac inserts 1024 samples of silence before the first sample, which would delay all audio by 21.3 ms.
    private static let priming = MediaTime(count: 1024, rate: AudioFormat.program.rate)
    /// 256 blocks of 20 ms are five seconds, longer than any encoder may lag.
    private static let capacity = 256
    /// The number of blocks up to which a producer that may wait goes on: half a second. The tracks stay close together,
    /// because muxers wait for the later one.
    private static let calmLevel = 25
    /// The maximum duration of silence in one buffer, in seconds.
    private static let longestSilence: Int64 = 1

    private let encoder: TrackEncoder
    private let input = Lock(Input())
    private let silence = Counter()
    private let trimmed = Counter()
    private let overloadedBlocks = Counter()
    private let lateBlocks = Counter()

    init(
        _ settings: EncoderSettings, to fanout: EncodedFanout, backpressure: Backpressure
    ) throws(GStreamerError) {
        encoder = try TrackEncoder(
            PipelineFiles.encodeAAC, policy: .refuse, capacity: Self.capacity, backpressure: backpressure
        ) { buffer, time, caps in
            fanout.distribute(.audio, buffer, at: time - Self.priming, caps: caps)
        }
        try encoder.set("bitrate", to: .integer(Int64(settings.audioBitrate)))
        declare(.program)
        try encoder.start()
    }

    /// Whether a producer that may wait should send the next unit.
    var hasCapacity: Bool { encoder.source.level < Self.calmLevel }

    /// The sample rate of the current input.
    var rate: Rate { input.withLock { $0.format.rate } }

    func failure() -> GStreamerError? { encoder.failure() }

    func countLate() { lateBlocks.increment() }

    private func declare(_ format: AudioFormat) {
        pushSilence()
        input.withLock { $0.format = format }
        if let caps = Caps.pcm(format) { encoder.source.setCaps(caps) }
    }

    /// Inserts a block at its position: silence before it, overlap trimmed. A block for which the encoder has no capacity is
    /// replaced by silence.
    func put(_ block: borrowing AudioBlock, _ placement: AudioPlacement, origin: MediaTime) {
        let format = block.format
        let (isDeclared, isSilenceWaiting) = input.withLock { ($0.format == format, $0.silence != nil) }
        if !isDeclared { declare(format) }
        var start = placement.start + origin
        if placement.silence > 0 {
            insertSilence(from: start, samples: placement.silence, format)
            start += MediaTime(count: placement.silence, rate: format.rate)
        }
        trimmed.increment(by: milliseconds(placement.skip, format))
        let mustWait = (isSilenceWaiting || placement.silence > 0) && !pushSilenceIfPossible()
        let skip = Int(placement.skip)
        guard skip < block.sampleCount else { return lateBlocks.increment() }
        if mustWait || push(block, skipping: skip, at: start) != .taken {
            overloadedBlocks.increment()
            insertSilence(from: start, samples: Int64(block.sampleCount - skip), format)
        }
    }

    private func push(_ block: borrowing AudioBlock, skipping skip: Int, at start: MediaTime) -> Admission {
        guard let audio = block.buffer.withOwnTimes() else { return .refused }
        audio.trim(to: skip * block.format.frameBytes..<block.sampleCount * block.format.frameBytes)
        stamp(audio, start, samples: Int64(block.sampleCount - skip), block.format)
        return encoder.source.push(audio)
    }

    /// Fills a gap with silence.
    func put(_ placement: AudioPlacement, origin: MediaTime) {
        insertSilence(from: placement.start + origin, samples: placement.silence, input.withLock { $0.format })
        _ = pushSilenceIfPossible()
    }

    private func insertSilence(from start: MediaTime, samples: Int64, _ format: AudioFormat) {
        silence.increment(by: milliseconds(samples, format))
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
        let (silence, format) = input.withLock { input in
            defer { input.silence = nil }
            return (input.silence, input.format)
        }
        guard let silence else { return }
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
        buffer.time = time
        buffer.duration = MediaTime(count: samples, rate: format.rate)
        buffer.isDiscontinuity = false  // Gapless by construction: gaps were filled before.
    }

    private func milliseconds(_ samples: Int64, _ format: AudioFormat) -> Int {
        Int(samples * 1000 / Int64(format.sampleRate))
    }

    func finish(seconds: Double) -> Bool {
        pushSilence()
        return encoder.finish(seconds: seconds)
    }

    func report(into statistics: inout ProgramEncoder.Statistics) {
        statistics.silenceMilliseconds = silence.value
        statistics.trimmedMilliseconds = trimmed.value
        statistics.overloadedBlocks = overloadedBlocks.value
        statistics.lateBlocks = lateBlocks.value
    }
}
