import Glibc
import StudioCore

/// Silence with a beep at the start of every second, together with the flash of ``TestPattern``.
struct TestTone {
    let format: AudioFormat
    let frameRate: Rate
    /// One channel of a beep.
    private let beep: [Int16]

    /// The frequency and amplitude of the beep: 1 kHz at −12 dBFS, similar to line-up tones.
    private static let (frequency, amplitude) = (1000.0, 0.25)

    init(format: AudioFormat, frameRate: Rate) {
        (self.format, self.frameRate) = (format, frameRate)
        let phases = sequence(first: 0) { $0 + 1 }.lazy.map { Double($0) / Double(format.sampleRate) }
        beep = phases.prefix { $0 < TestPattern.flashSeconds }.map { phase in
            Int16(Self.amplitude * 32_767 * sin(2 * .pi * Self.frequency * phase))
        }
    }

    /// Writes samples from `position`, channels interleaved.
    func write(from position: Int64, into target: UnsafeMutableBufferPointer<Int16>) {
        target.update(repeating: 0)
        let channels = Int(format.channels)
        let (end, rate) = (position + Int64(target.count / channels), Int64(format.sampleRate))
        for second in position / rate...max(position, end - 1) / rate {
            // A beep ends with its second.
            let start = TestPattern.flashTime(second: second, rate: frameRate).count(at: format.rate)
            let (first, last) = (
                max(position, second * rate, start), min(end, (second + 1) * rate, start + Int64(beep.count))
            )
            guard first < last else { continue }
            for sample in first..<last {
                let (value, place) = (beep[Int(sample - start)], Int(sample - position) * channels)
                for channel in 0..<channels { target[place + channel] = value }
            }
        }
    }
}
