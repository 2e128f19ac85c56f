import StudioCore

/// An audio source: signed 16-bit little-endian PCM in one format.
protocol AudioInput: AnyObject {
    var format: AudioFormat { get }
    /// The descriptor to poll before a read; `nil` for a source that is always ready.
    var bytes: ByteInput? { get }
    /// The number of complete samples that can be taken now.
    var available: Int { get }
    /// Whether it never ends, so that it ends with the video.
    var endsWithVideo: Bool { get }
    /// Reads once and stores the result; returns `end` at the end of the source.
    func read() throws(SourceError) -> InputProgress
    /// Takes `samples`; they are valid only inside `body`.
    func take<Failure: Error>(
        _ samples: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure)
}

extension AudioInput {
    /// Generated audio has no end.
    var endsWithVideo: Bool { bytes == nil }
}

/// WAV or raw PCM from a file, a FIFO or standard input.
///
/// The format is determined while reading, not before: a program that writes video and audio to two FIFOs sends no
/// audio before its video is read.
final class PCMInput: AudioInput {
    private(set) var format: AudioFormat
    let bytes: ByteInput?
    private let input: ByteInput
    private let mustBeWAV: Bool
    private var isFormatKnown = false
    private var rest: Int?
    private var stored: [UInt8] = []
    private var start = 0

    private static let readBytes = 64 * 1024

    /// - Parameters:
    ///   - rawFormat: the format of samples without a WAV header.
    ///   - mustBeWAV: whether a missing header is an error.
    init(_ input: ByteInput, rawFormat: AudioFormat, mustBeWAV: Bool) {
        self.input = input
        self.mustBeWAV = mustBeWAV
        format = rawFormat
        bytes = input
    }

    var available: Int { isFormatKnown ? (stored.count - start) / format.frameBytes : 0 }

    func read() throws(SourceError) -> InputProgress {
        let wanted = min(Self.readBytes, rest ?? .max)
        var part = [UInt8](repeating: 0, count: wanted)
        let count = wanted > 0 ? try input.read(into: &part) : 0
        guard count > 0 else {
            try checkEnd()
            return .end
        }
        rest = rest.map { $0 - count }
        stored += part.prefix(count)
        if !isFormatKnown { try findFormat() }
        return .partial
    }

    private func findFormat() throws(SourceError) {
        let beginning = stored.prefix(WAVHeader.magic.count)
        guard mustBeWAV || WAVHeader.magic.starts(with: beginning) else {
            isFormatKnown = true
            return
        }
        guard let header = try WAVHeader.parse(stored, isStream: input.isStream) else { return }
        if header.dataBytes == 0 { throw SourceError("\(input.name) contains no samples", hint: "check the recording") }
        format = header.format
        start = header.byteCount
        isFormatKnown = true
        guard let dataBytes = header.dataBytes else { return }
        // Data after the samples is not audio.
        if stored.count > start + dataBytes { stored.removeLast(stored.count - start - dataBytes) }
        rest = dataBytes - (stored.count - start)
    }

    private func checkEnd() throws(SourceError) {
        if stored.isEmpty, !isFormatKnown {
            throw SourceError("\(input.name) is empty", hint: "check that its writer sends data")
        }
        if !isFormatKnown { throw WAVHeader.malformed("the file is truncated before its samples") }
        if let rest, rest > 0 {
            throw SourceError(
                "\(input.name) ended \(rest) bytes before the end of its samples", hint: "the file is truncated")
        }
        if (stored.count - start) % format.frameBytes != 0 {
            throw SourceError(
                "\(input.name) ended in the middle of a sample", hint: "check that its format is \(format)")
        }
    }

    func take<Failure: Error>(
        _ samples: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let end = start + samples * format.frameBytes
        defer {
            start = end
            // Only occasionally, so that moving the remaining bytes costs little.
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
