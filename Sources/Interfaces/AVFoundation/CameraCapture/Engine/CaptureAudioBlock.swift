import MediaReceiving
package import StudioCore
import StudioRuntime

/// Captured audio. Its bytes are valid as long as it exists.
package final class CaptureAudioBlock: Sendable {
    package let form: CaptureAudioForm
    /// Samples of each channel.
    package let sampleCount: Int
    /// The capture time of the first sample.
    package let time: MediaTime
    private let memory: BlockMemory
    private let credit: FrameCredit

    /// What an access after the release of the block is reported as.
    private static let released = StudioError(
        .captureUnlockedAccess, "the bytes of an audio buffer are accessed after its release",
        hint: "keep a reference to the sample buffer or its block buffer, or copy the bytes")

    /// Copies samples.
    ///
    /// - Parameter isGuarded: whether an access after the release ends the process.
    init(
        _ samples: UnsafeBufferPointer<Int16>, _ form: CaptureAudioForm, at time: MediaTime, isGuarded: Bool,
        _ credit: FrameCredit
    ) {
        (self.form, self.time, self.credit) = (form, time, credit)
        sampleCount = samples.count / Int(form.format.channels)
        let floats = form.isFloat ? samples.map { Float($0) / 32_768 } : []
        memory = floats.span.bytes.withUnsafeBytes { floats in
            BlockMemory(
                copying: form.isFloat ? floats : UnsafeRawBufferPointer(samples), isGuarded: isGuarded,
                because: isGuarded ? "psstudio: \(Self.released)" : nil)
        }
    }

    package var bytes: UnsafeMutableRawBufferPointer { memory.bytes }
}

/// The form of captured audio: linear PCM, channels interleaved.
package struct CaptureAudioForm: Hashable, Sendable {
    package var format: AudioFormat
    /// 32-bit floating point; 16-bit integers otherwise.
    package var isFloat: Bool

    package init(_ format: AudioFormat, isFloat: Bool = false) {
        (self.format, self.isFloat) = (format, isFloat)
    }

    package var sampleBytes: Int { isFloat ? 4 : 2 }
    /// The bytes of one sample of all channels.
    package var frameBytes: Int { sampleBytes * Int(format.channels) }
}
