import StudioCore

/// A 64-bit XXH3 hash of media: the tight planes Y, U, V of a frame, or the samples of an audio block.
public struct TraceHash: Hashable, Sendable, CustomStringConvertible {
    /// The value of `XXH3_64bits` with seed 0.
    public let value: UInt64

    /// Creates a hash from its value.
    public init(value: UInt64) {
        self.value = value
    }

    /// Parses the form of ``description``: exactly 16 lower-case hexadecimal digits; `nil` for other texts.
    public init?(_ text: String) {
        guard text.utf8.count == 16, text.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }),
            let value = UInt64(text, radix: 16)
        else { return nil }
        self.value = value
    }

    /// 16 lower-case hexadecimal digits.
    public var description: String { NumberText.hexadecimal(value, digits: 16) }
}

extension TraceHash: Codable {
    /// Decodes the text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let hash = TraceHash(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "'\(text)' is not a hash; expected 16 lower-case hexadecimal digits")
        }
        self = hash
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
