import Glibc
import StudioCore

/// Silence with a beep at the start of every second, together with the flash of ``TestPattern``.
struct TestTone {
    let format: AudioFormat
    let frameRate: Rate

    /// The frequency and amplitude of the beep: 1 kHz at −12 dBFS, similar to line-up tones.
    private static let beep = (frequency: 1000.0, amplitude: 0.25)

    /// Writes samples from `position`, channels interleaved.
    func write(from position: Int64, into target: UnsafeMutableBufferPointer<Int16>) {
        let channels = Int(format.channels)
        for sample in 0..<target.count / channels {
            let value = self.value(at: position + Int64(sample))
            for channel in 0..<channels { target[sample * channels + channel] = value }
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
