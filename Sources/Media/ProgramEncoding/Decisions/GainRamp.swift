package import StudioCore

/// The gain of 16-bit audio. A change is a linear ramp, so that nothing clicks.
package struct GainRamp: Hashable, Sendable {
    /// The length of a ramp in milliseconds. Chosen: shorter than a block, and so long that a step in it is inaudible.
    package static let milliseconds = 8

    private var start = 1.0
    /// The gain at the end of the ramp, as a factor of the amplitude.
    package private(set) var target = 1.0
    /// The completed frames of the ramp, and all.
    private var (done, length) = (0, 0)

    package init() {}

    /// The present gain.
    package var gain: Double {
        done < length ? start + (target - start) * Double(done) / Double(length) : target
    }

    /// Whether samples stay as they are.
    package var isUnity: Bool { target == 1 && done == length }

    /// Begins a ramp to another gain, from the present one.
    package mutating func change(to target: Double) {
        start = gain
        self.target = target
        // The rate is known with the next samples.
        (done, length) = start == target ? (0, 0) : (0, 1)
    }

    /// Takes another gain at once, before any audio.
    package mutating func jump(to target: Double) {
        (start, self.target, done, length) = (target, target, 0, 0)
    }

    /// Multiplies interleaved 16-bit samples, rounded to the nearest and limited to 16 bits.
    ///
    /// - Parameter target: as long as `source`.
    package mutating func apply(
        _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, format: AudioFormat
    ) {
        adapt(to: Int(format.sampleRate) * Self.milliseconds / 1000)
        for frame in stride(from: 0, to: source.count, by: format.frameBytes) {
            let gain = gain
            for place in stride(from: frame, to: frame + format.frameBytes, by: MemoryLayout<Int16>.size) {
                let sample = Int16(littleEndian: source.loadUnaligned(fromByteOffset: place, as: Int16.self))
                let value = (Double(sample) * gain).rounded()
                let limited = Int16(min(max(value, Double(Int16.min)), Double(Int16.max)))
                target.storeBytes(of: limited.littleEndian, toByteOffset: place, as: Int16.self)
            }
            if done < length { done += 1 }
        }
    }

    /// Takes the length of the ramp at the rate of the samples.
    private mutating func adapt(to frames: Int) {
        guard done < length, length != frames else { return }
        (done, length) = (done * frames / length, frames)
    }
}
