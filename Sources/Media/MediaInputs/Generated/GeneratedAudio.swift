import StudioCore

/// Audio that is computed when it is taken, and never ends.
final class GeneratedAudio: AudioInput {
    let format: AudioFormat
    let bytes: ByteInput? = nil
    let available = Int.max
    private let write: (_ position: Int64, _ target: UnsafeMutableBufferPointer<Int16>) -> Void
    private var position: Int64 = 0
    private var samples: [Int16] = []

    /// - Parameter write: writes samples from a position, channels interleaved.
    init(_ format: AudioFormat, write: @escaping (_ position: Int64, UnsafeMutableBufferPointer<Int16>) -> Void) {
        self.format = format
        self.write = write
    }

    /// Silence, of a source without audio in a program with audio.
    static func silent(_ format: AudioFormat) -> GeneratedAudio {
        GeneratedAudio(format) { _, target in target.update(repeating: 0) }
    }

    func read() throws(SourceError) -> InputProgress { .partial }

    func take<Failure: Error>(
        _ samples: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let count = samples * Int(format.channels)
        if self.samples.count != count { self.samples = [Int16](repeating: 0, count: count) }
        self.samples.withUnsafeMutableBufferPointer { write(position, $0) }
        position += Int64(samples)
        try self.samples.withUnsafeBufferPointer { samples throws(Failure) in try body(UnsafeRawBufferPointer(samples))
        }
    }
}
