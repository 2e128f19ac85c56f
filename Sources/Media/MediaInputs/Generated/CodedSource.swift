import CodedMedia
import ProductionStudio
import StudioCore
import StudioRuntime

/// The name of the coded source: `coded:`, or `coded:1f3a9c02` with an identity.
public struct CodedName: Hashable, Sendable {
    /// The identity in the name.
    public let identity: UInt32?

    private static let scheme = "coded:"

    /// Whether a source is a coded one; its identity may still be invalid.
    public static func isMeant(by text: String?) -> Bool { text?.hasPrefix(scheme) ?? false }

    /// Parses a name.
    ///
    /// - Returns: `nil` unless it is `coded:` with up to eight hexadecimal digits.
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

/// Video frames that carry their number and session, for `psstudio probe` and ``CodedFrameReader``.
final class CodedVideo: VideoInput {
    let description: VideoDescription
    let bytes: ByteInput? = nil
    let canSkip = true
    private var writer: CodedFrameWriter
    private var next: UInt32 = 0

    /// - Throws: a ``SourceError`` for a size or rate that the marks cannot carry.
    init(_ description: VideoDescription, identity: UInt32) throws(SourceError) {
        guard
            let session = CodedSession(
                identity: identity, width: Int(description.width), height: Int(description.height),
                rate: description.rate)
        else {
            throw SourceError(
                "coded video cannot be \(description.width)x\(description.height) at \(description.rate) fps",
                hint: "use at least 168x96, and at most 131071/1023 fps")
        }
        self.description = description
        writer = CodedFrameWriter(session, range: description.range)
    }

    func read(into frame: borrowing BorrowedFrame) throws(SourceError) -> InputProgress {
        frame.withBytes { writer.draw(next, into: $0) }
        next += 1
        return .complete
    }

    func skip(_ count: Int64) { next += UInt32(truncatingIfNeeded: count) }

    func setOrigin(_ origin: WallTime) {
        writer.session.origin = UInt32(origin.milliseconds % Int64(CodedSession.originPeriod))
    }
}
