import FoundationEssentials

/// Encodes values as JSON on one line. Keys are sorted, so that equal values have equal bytes.
package struct JSONLineEncoder: Sendable {
    private let encoder: JSONEncoder

    /// Creates an encoder, which may be used from any thread.
    package init() {
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    /// The JSON of a value, without a line feed.
    ///
    /// - Throws: an `EncodingError` for a number that JSON cannot express.
    package func bytes(_ value: some Encodable) throws -> [UInt8] { [UInt8](try encoder.encode(value)) }

    /// The line of a value, with its line feed.
    ///
    /// - Throws: as ``bytes(_:)``.
    package func line(_ value: some Encodable) throws -> [UInt8] { try bytes(value) + [UInt8(ascii: "\n")] }
}
