import GStreamer
import PipelineFiles
import StudioCore
import StudioMeeting
import StudioRuntime

/// The program's audio track: gapless 48 kHz stereo, encoded as AAC, with the encoder delay removed.
///
/// The program encoder serialises `put` and `finish`.
final class AudioTrack: Sendable {
    /// avenc_aac inserts 1024 samples of silence before the first sample, which would delay all audio by 21.3 ms.
    private static let priming = MediaTime(count: 1024, rate: AudioFormat.program.rate)
    /// 256 blocks of 20 ms are five seconds, longer than any encoder may lag.
    private static let capacity = 256
    /// The maximum duration of silence in one buffer, in seconds.
    private static let longestSilence: Int64 = 1

    private let encoder: TrackEncoder
    private let format = Lock(AudioFormat.program)
    private let silence = Counter()
    private let trimmed = Counter()
    private let overloadedBlocks = Counter()

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

    var hasCapacity: Bool { encoder.source.hasCapacity }

    /// The sample rate of the current input.
    var rate: Rate { format.withLock { $0.rate } }

    func failure() -> GStreamerError? { encoder.failure() }

    private func declare(_ format: AudioFormat) {
        self.format.withLock { $0 = format }
        if let caps = Caps.pcm(format) { encoder.source.setCaps(caps) }
    }

    /// Inserts a block at its position: silence before it, overlap trimmed.
    func put(_ block: borrowing AudioBlock, _ placement: AudioPlacement, origin: MediaTime) {
        if block.format != format.withLock({ $0 }) { declare(block.format) }
        var start = placement.start + origin
        if placement.silence > 0 {
            putSilence(from: start, samples: placement.silence, block.format)
            start += MediaTime(count: placement.silence, rate: block.format.rate)
        }
        trimmed.increment(by: milliseconds(placement.skip, block.format))
        let skip = Int(placement.skip)
        guard skip < block.sampleCount, let audio = block.buffer.withOwnTimes() else { return }
        audio.trim(to: skip * block.format.frameBytes..<block.sampleCount * block.format.frameBytes)
        push(audio, at: start, samples: Int64(block.sampleCount - skip), block.format)
    }

    /// Fills a gap with silence.
    func put(_ placement: AudioPlacement, origin: MediaTime) {
        putSilence(from: placement.start + origin, samples: placement.silence, format.withLock { $0 })
    }

    private func putSilence(from start: MediaTime, samples: Int64, _ format: AudioFormat) {
        silence.increment(by: milliseconds(samples, format))
        var done: Int64 = 0
        while done < samples {
            let count = min(samples - done, Int64(format.sampleRate) * Self.longestSilence)
            guard let buffer = MediaBuffer(byteCount: Int(count) * format.frameBytes) else { return }
            _ = buffer.withMutableBytes { $0.initializeMemory(as: UInt8.self, repeating: 0) }
            push(buffer, at: start + MediaTime(count: done, rate: format.rate), samples: count, format)
            done += count
        }
    }

    private func push(_ buffer: consuming MediaBuffer, at time: MediaTime, samples: Int64, _ format: AudioFormat) {
        buffer.time = time
        buffer.duration = MediaTime(count: samples, rate: format.rate)
        buffer.isDiscontinuity = false  // Gapless by construction: gaps were filled before.
        if encoder.source.push(buffer) == .refused { overloadedBlocks.increment() }
    }

    private func milliseconds(_ samples: Int64, _ format: AudioFormat) -> Int {
        Int(samples * 1000 / Int64(format.sampleRate))
    }

    func finish(seconds: Double) -> Bool {
        encoder.finish(seconds: seconds)
    }

    func report(into statistics: inout ProgramEncoder.Statistics) {
        statistics.silenceMilliseconds = silence.value
        statistics.trimmedMilliseconds = trimmed.value
        statistics.overloadedBlocks = overloadedBlocks.value
    }
}
