/// One rule of an emulated interface, as its catalogue lists it.
///
/// Each interface declares its rules as constants, `extension Rule { static let … }`, so that an error is made from the
/// rule itself and nothing is looked up.
public struct Rule: Hashable, Sendable {
    /// How sure it is that the emulated interface behaves so.
    public enum Mark: String, Hashable, Sendable, CaseIterable {
        /// Stated by the interface's own documentation or declarations.
        case documented
        /// Follows from what is documented, or was seen with a sibling interface.
        case inferred
        /// Nothing is documented; psstudio decided.
        case chosen
    }

    /// The stable identifier.
    public let id: RuleID
    /// What holds, in one sentence.
    public let statement: String
    /// How sure it is.
    public let mark: Mark
    /// Where it comes from, or why it was chosen.
    public let source: String
    /// What a call that breaks it returns; `success` for rules about what psstudio itself does.
    public let code: StudioError.Code

    package init(_ id: RuleID, _ code: StudioError.Code, _ mark: Mark, _ statement: String, source: String) {
        self.id = id
        self.code = code
        self.mark = mark
        self.statement = statement
        self.source = source
    }
}

/// The stable identifier of a rule. An identifier is never reused for another rule.
public struct RuleID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The interface's prefix, the chapter and a number of three digits, joined by hyphens.
    public let rawValue: String

    /// Keeps any text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Keeps any text.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// The identifier as text.
    public var description: String { rawValue }
}
