import Foundation

/// The amplitudes of frequencies in what was heard: 16 kHz mono.
final class Spectrum: @unchecked Sendable {
    // Safety: `lock` protects `samples`.
    private let lock = NSLock()
    private var samples: [Int16] = []

    func add(_ block: UnsafeBufferPointer<Int16>) { lock.withLock { samples += block } }

    /// The amplitude over half a second, after the start.
    func amplitude(at frequency: Int) -> Int {
        let part = lock.withLock { Array(samples.dropFirst(4000).prefix(8000)) }
        var (real, imaginary) = (0.0, 0.0)
        for (index, sample) in part.enumerated() {
            let phase = 2 * .pi * Double(frequency) * Double(index) / 16_000
            real += Double(sample) * cos(phase)
            imaginary += Double(sample) * sin(phase)
        }
        return Int((2 * (real * real + imaginary * imaginary).squareRoot() / Double(part.count)).rounded())
    }
}
