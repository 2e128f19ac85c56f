import Foundation

/// Multiplies the voice with a tone of 200 Hz, which moves each of its frequencies up and down by 200 Hz: a robot.
final class RingModulator: @unchecked Sendable {
    // Safety: the audio thread alone uses it.
    private let sampleRate: Double
    private var sample = 0

    init(sampleRate: Int32) {
        self.sampleRate = Double(sampleRate)
    }

    func process(_ samples: UnsafeMutableBufferPointer<Int16>) {
        for index in samples.indices {
            let carrier = sin(2 * .pi * 200 * Double(sample) / sampleRate)
            samples[index] = Int16(clamping: Int((Double(samples[index]) * carrier).rounded()))
            sample += 1
        }
    }
}
