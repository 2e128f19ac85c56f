import StudioCore
import StudioRuntime

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

/// An audio source that finds out while it is read what the user should know.
protocol NotingInput: AnyObject {
    /// Receives notes for the user about what the source contains, on the thread that reads.
    var onNote: (@Sendable (String) -> Void)? { get set }
}

/// When the first sample that is not a number was found, until it is reported.
typealias InfiniteSamples = Lock<MediaTime?>

extension NotingInput {
    func note(_ infinite: InfiniteSamples, of name: String) {
        guard let time = infinite.exchange(nil) else { return }
        onNote?("\(name) has samples that are not numbers, the first at \(NumberText.seconds(time)); they are silent")
    }
}

extension AudioInput {
    /// Generated audio has no end.
    var endsWithVideo: Bool { bytes == nil }
}

/// WAV or raw PCM from a pipe or standard input, or raw PCM from a file.
///
/// The format is determined while reading, not before: a program that writes video and audio to two FIFOs sends no
/// audio before its video is read.
final class PCMInput: AudioInput, NotingInput {
    let format: AudioFormat
    let bytes: ByteInput?
    private let input: ByteInput
    private let mustBeWAV: Bool
    private var store: SampleStore
    private var wav: WAVDecoder?
    private var isRaw = false
    var onNote: (@Sendable (String) -> Void)?
    /// Bytes that are not stored yet: the beginning, before its format is known, or a part of a raw sample.
    private var pending: [UInt8] = []

    private static let readBytes = 64 * 1024

    /// - Parameters:
    ///   - format: the format of raw samples; WAV is converted to it.
    ///   - mustBeWAV: whether raw samples are an error.
    init(_ input: ByteInput, format: AudioFormat, mustBeWAV: Bool) {
        self.input = input
        self.mustBeWAV = mustBeWAV
        self.format = format
        bytes = input
        store = SampleStore(frameBytes: format.frameBytes)
    }

    var available: Int { Int(store.end - store.start) }

    func read() throws(SourceError) -> InputProgress {
        var part = [UInt8](repeating: 0, count: Self.readBytes)
        let count = wav?.isComplete ?? false ? 0 : try input.read(into: &part)
        guard count > 0 else {
            try end()
            return .end
        }
        pending += part.prefix(count)
        if wav == nil, !isRaw { try findFormat(isWhole: false) }
        try decodePending()
        return .partial
    }

    private func decodePending() throws(SourceError) {
        if let wav {
            try wav.decode(pending, into: &store)
            pending = []
            if let channels = wav.takeMixedChannels() { onNote?(AudioFileReader.mixingNote(input.name, channels)) }
            note(wav.infinite, of: input.name)
        } else if isRaw {
            let whole = pending.count - pending.count % format.frameBytes
            pending.withUnsafeBytes { store.append($0[..<whole]) }
            pending.removeFirst(whole)
        }
    }

    private func findFormat(isWhole: Bool) throws(SourceError) {
        switch StreamFormat(pending, isWhole: isWhole) {
        case .wav?: wav = try WAVDecoder(input.name, format)
        case .raw? where mustBeWAV:
            throw SourceError("\(input.name) does not start with RIFF", hint: "use a WAV stream")
        case .raw?: isRaw = true
        case .y4m?: throw SourceError("\(input.name) is a y4m stream, which has no audio", hint: "use it with --video")
        case .other(let name)?:
            throw SourceError(
                "\(input.name) is a stream of \(name), which is not decoded from a pipe",
                hint: "use the file itself, or pipe WAV: ffmpeg -i - -f wav -")
        case nil: break
        }
    }

    private func end() throws(SourceError) {
        if wav == nil, !isRaw, !pending.isEmpty {
            try findFormat(isWhole: true)
            try decodePending()
        }
        if let wav {
            try wav.end(into: &store)
        } else if !pending.isEmpty {
            throw SourceError(
                "\(input.name) ended in the middle of a sample", hint: "check that its format is \(format)")
        } else if !isRaw {
            throw SourceError("\(input.name) is empty", hint: "check that its writer sends data")
        }
    }

    func take<Failure: Error>(
        _ samples: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try store.take(samples, body)
    }
}
