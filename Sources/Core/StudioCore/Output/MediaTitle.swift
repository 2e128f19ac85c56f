/// The title of a recording or a stream: one line of text.
public struct MediaTitle: Hashable, Sendable {
    /// In bytes of UTF-8.
    public static let limit = 1000

    /// The text.
    public let text: String

    /// - Returns: `nil` for an empty text, for one that is too long, and for control characters.
    public init?(_ text: String) {
        let isLine = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isLine, (1...Self.limit).contains(text.utf8.count) else { return nil }
        self.text = text
    }
}
