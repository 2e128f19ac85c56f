import StudioCore

/// The reason why a source cannot be used or ended early.
public struct SourceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public let message: String
    /// What to do.
    public let hint: String

    init(_ message: String, hint: String) {
        self.message = message.withoutControls
        self.hint = hint
    }

    /// One line with its hint.
    public var description: String { "\(message); \(hint)" }
}
