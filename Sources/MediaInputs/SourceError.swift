/// Why a source cannot be used or ended early.
public struct SourceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was found.
    public let message: String
    /// What to do about it.
    public let hint: String

    init(_ message: String, hint: String) {
        self.message = message
        self.hint = hint
    }

    /// One line with its hint.
    public var description: String { "\(message); \(hint)" }
}
