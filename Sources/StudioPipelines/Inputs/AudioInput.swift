import StudioCore

/// A source of sound: signed 16-bit little-endian PCM in one format.
protocol AudioInput: AnyObject {
    var format: AudioFormat { get }
    /// What to wait on before a read; `nil` for a source that is always ready.
    var bytes: ByteInput? { get }
    /// Whole samples that can be taken now.
    var available: Int { get }
    /// Reads once and keeps what came; `end` when nothing more will come.
    func read() throws(SourceError) -> InputProgress
    /// Takes `samples` out; valid inside `body` only.
    func take<Failure: Error>(
        _ samples: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure)
}

/// WAV or raw PCM from a file, a FIFO or standard input.
final class SoundFileInput: AudioInput {
    let format: AudioFormat
    let bytes: ByteInput?
    private let input: ByteInput
    private var rest: Int?
    private var stored: [UInt8] = []
    private var start = 0

    private static let readBytes = 64 * 1024

    /// - Parameter dataBytes: bytes of samples where the file says so; what follows them is no sound.
    init(_ input: ByteInput, format: AudioFormat, dataBytes: Int?) {
        self.input = input
        self.format = format
        bytes = input
        rest = dataBytes
    }

    var available: Int { (stored.count - start) / format.frameBytes }

    func read() throws(SourceError) -> InputProgress {
        let wanted = min(Self.readBytes, rest ?? .max)
        var part = [UInt8](repeating: 0, count: wanted)
        let count = wanted > 0 ? try input.read(into: &part) : 0
        guard count > 0 else {
            if let rest, rest > 0 {
                throw SourceError("\(input.name) ended \(rest) bytes before the end of its samples", hint: "it was cut")
            }
            if (stored.count - start) % format.frameBytes != 0 {
                throw SourceError("\(input.name) ended in the middle of a sample", hint: "is it \(format)?")
            }
            return .end
        }
        rest = rest.map { $0 - count }
        stored += part.prefix(count)
        return .partial
    }

    func take<Failure: Error>(
        _ samples: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let end = start + samples * format.frameBytes
        defer {
            start = end
            // Rarely, so that moving what is left costs little.
            if start > stored.count / 2 {
                stored.removeFirst(start)
                start = 0
            }
        }
        try stored.withUnsafeBufferPointer { bytes throws(Failure) in
            try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start..<end])))
        }
    }
}
