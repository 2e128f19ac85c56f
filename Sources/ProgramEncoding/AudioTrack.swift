import GStreamer
import PipelineFiles
import StudioCore
import StudioMeeting
import StudioRuntime

/// The program's sound: gapless 48 kHz stereo, encoded as AAC, with the encoder's priming taken back.
///
/// `put` and `finish` come one after the other: the program orders them.
final class AudioTrack: Sendable {
    /// avenc_aac puts 1024 samples of silence before the first sample; they would delay all sound by 21.3 ms.
    private static let priming = MediaTime(count: 1024, rate: AudioFormat.program.rate)
    /// 256 blocks of 20 ms are five seconds: more than any encoder may lag.
    private static let capacity = 256
    /// The longest run of silence in one buffer, in seconds.
    private static let longestSilence: Int64 = 1

    private let encoder: TrackEncoder
    private let format = Lock(AudioFormat.program)
    private let silence = Counter()
    private let cut = Counter()
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

    /// The rate of what is put in at present.
    var rate: Rate { format.withLock { $0.rate } }

    func failure() -> GStreamerError? { encoder.failure() }

    private func declare(_ format: AudioFormat) {
        self.format.withLock { $0 = format }
        if let caps = Caps.pcm(format) { encoder.source.setCaps(caps) }
    }

    /// Puts a block where it belongs: silence before it, what overlaps cut off.
    func put(_ block: borrowing AudioBlock, _ placement: AudioPlacement, origin: MediaTime) {
        if block.format != format.withLock({ $0 }) { declare(block.format) }
        var start = placement.start + origin
        if placement.silence > 0 {
            putSilence(from: start, samples: placement.silence, block.format)
            start += MediaTime(count: placement.silence, rate: block.format.rate)
        }
        cut.increment(by: milliseconds(placement.skip, block.format))
        let skip = Int(placement.skip)
        guard skip < block.sampleCount, let sound = block.buffer.withOwnTimes() else { return }
        sound.trim(to: skip * block.format.frameBytes..<block.sampleCount * block.format.frameBytes)
        push(sound, at: start, samples: Int64(block.sampleCount - skip), block.format)
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
        buffer.isDiscontinuity = false  // Gapless by construction: the fill took care of every jump.
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
        statistics.cutMilliseconds = cut.value
        statistics.overloadedBlocks = overloadedBlocks.value
    }
}
