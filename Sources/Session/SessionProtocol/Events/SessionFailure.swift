public import StudioCore

/// A failure of a session.
public struct SessionFailure: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The failed part. Each has its own exit code on the command line.
    public enum Category: String, Hashable, Sendable, Codable, CaseIterable {
        /// The configuration is invalid.
        case usage
        /// Frames, audio or calls violated the contract.
        case contract
        /// Production Studio refused: unsupported, no permission, start rejected, no sender, or role lost.
        case refused
        /// A source failed.
        case source
        /// An output failed, or the encoder cannot be built.
        case output
        /// An internal error of psstudio.
        case `internal`
    }

    /// The failed part.
    public let category: Category
    /// One word: the code of a rejected call, or the cause of an output's failure.
    public let code: String
    /// The violated rule, if any.
    @Nullable public private(set) var rule: String?
    /// One line with a hint, without secrets.
    public let message: String

    package init(_ category: Category, _ code: String, _ message: String, rule: String? = nil) {
        self.category = category
        self.code = code
        self.message = message
        self.rule = rule
    }

    /// The message.
    public var description: String { message }
}
