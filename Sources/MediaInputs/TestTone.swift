import Glibc
import StudioCore

/// Silence with a beep at the start of every second, together with the flash of ``TestPattern``.
final class TestTone: AudioInput {
    let format: AudioFormat
    let bytes: ByteInput? = nil
    let available = Int.max
    private let frameRate: Rate
    private var position: Int64 = 0
    private var samples: [Int16] = []

    /// The frequency and amplitude of the beep: 1 kHz at −12 dBFS, similar to line-up tones.
    private static let beep = (frequency: 1000.0, amplitude: 0.25)

    init(_ format: AudioFormat, frameRate: Rate) {
        self.format = format
        self.frameRate = frameRate
    }

    func read() throws(SourceError) -> InputProgress { .partial }

    func take<Failure: Error>(
        _ samples: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let channels = Int(format.channels)
        if self.samples.count != samples * channels {
            self.samples = [Int16](repeating: 0, count: samples * channels)
        }
        for sample in 0..<samples {
            let value = self.value(at: position + Int64(sample))
            for channel in 0..<channels { self.samples[sample * channels + channel] = value }
        }
        position += Int64(samples)
        try self.samples.withUnsafeBufferPointer { samples throws(Failure) in try body(UnsafeRawBufferPointer(samples))
        }
    }

    private func value(at sample: Int64) -> Int16 {
        let second = sample / Int64(format.sampleRate)
        let start = TestPattern.flashTime(second: second, rate: frameRate).count(at: format.rate)
        let phase = Double(sample - start) / Double(format.sampleRate)
        guard phase >= 0, phase < TestPattern.flashSeconds else { return 0 }
        return Int16(Self.beep.amplitude * 32_767 * sin(2 * .pi * Self.beep.frequency * phase))
    }
}
