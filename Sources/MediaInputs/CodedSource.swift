import CodedMedia
import ProductionStudio
import StudioCore
import StudioRuntime

/// The name of the coded source: `coded:`, or `coded:1f3a9c02` with an identity of its own.
public struct CodedName: Hashable, Sendable {
    /// The identity that the name holds.
    public let identity: UInt32?

    private static let scheme = "coded:"

    /// Whether a source is meant to be coded; its identity may still be wrong.
    public static func isMeant(by text: String?) -> Bool { text?.hasPrefix(scheme) ?? false }

    /// Reads a name.
    ///
    /// - Returns: `nil` for anything but `coded:` and up to eight hexadecimal digits.
    public init?(_ text: String) {
        guard Self.isMeant(by: text) else { return nil }
        let digits = text.dropFirst(Self.scheme.count)
        if digits.isEmpty {
            identity = nil
        } else {
            guard digits.allSatisfy(\.isHexDigit), let identity = UInt32(digits, radix: 16) else { return nil }
            self.identity = identity
        }
    }
}

/// Pictures that say their number and their run, for `psstudio probe` and ``CodedPictureReader``.
final class CodedPictures: VideoInput {
    let description: VideoDescription
    let bytes: ByteInput? = nil
    private var writer: CodedPictureWriter
    private var next: UInt32 = 0

    /// - Throws: a ``SourceError`` for a size or rate that the marks cannot carry.
    init(_ description: VideoDescription, identity: UInt32) throws(SourceError) {
        guard
            let run = CodedRun(
                identity: identity, width: Int(description.width), height: Int(description.height),
                rate: description.rate)
        else {
            throw SourceError(
                "coded pictures cannot be \(description.width)x\(description.height) at \(description.rate) a second",
                hint: "they take 168x96 and larger, and rates up to 131071/1023")
        }
        self.description = description
        writer = CodedPictureWriter(run, range: description.range)
    }

    func read(into frame: borrowing BorrowedFrame) throws(SourceError) -> InputProgress {
        frame.withBytes { writer.draw(next, into: $0) }
        next += 1
        return .complete
    }

    func setOrigin(_ origin: WallTime) {
        writer.run.origin = UInt32(origin.milliseconds % Int64(CodedRun.originPeriod))
    }
}

/// Sound that says its position, for the same readers.
final class CodedSound: AudioInput {
    let format: AudioFormat
    let bytes: ByteInput? = nil
    let available = Int.max
    private let writer: CodedSoundWriter
    private var position: Int64 = 0
    private var samples: [Int16] = []

    /// - Throws: a ``SourceError`` for a sample rate that holds no whole chirps.
    init(_ format: AudioFormat, pictureRate: Rate) throws(SourceError) {
        guard let writer = CodedSoundWriter(format, pictureRate: pictureRate) else {
            throw SourceError("coded sound cannot have \(format)", hint: "it takes 32000 and 48000 Hz")
        }
        self.format = format
        self.writer = writer
    }

    func read() throws(SourceError) -> InputProgress { .partial }

    func take<Failure: Error>(
        _ samples: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let count = samples * Int(format.channels)
        if self.samples.count != count { self.samples = [Int16](repeating: 0, count: count) }
        self.samples.withUnsafeMutableBufferPointer { writer.write(from: position, into: $0) }
        position += Int64(samples)
        try self.samples.withUnsafeBufferPointer { samples throws(Failure) in try body(UnsafeRawBufferPointer(samples))
        }
    }
}
