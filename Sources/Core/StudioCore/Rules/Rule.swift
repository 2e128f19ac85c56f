/// A rule of an emulated interface.
///
/// Each interface declares its rules as constants in `extension Rule { static let … }`. Errors are created from the
/// rule itself, without a lookup.
public struct Rule: Hashable, Sendable {
    /// The evidence for a rule.
    public enum Mark: String, Hashable, Sendable, CaseIterable, Codable {
        /// Stated by the interface's own documentation or declarations.
        case documented
        /// Inferred from the documentation, or observed in a related interface.
        case inferred
        /// Seen of the real interface: the source has the address of a report, or a package of it that a test asks.
        case observed
        /// Undocumented; psstudio chose the behaviour.
        case chosen
        /// A rule of psstudio about itself, which no emulated interface decides.
        case own

        /// What an explanation of a violation says about the evidence; `nil` when nothing needs to be said.
        package var caveat: String? {
            switch self {
            case .chosen: "psstudio's choice; the vendor does not document this"
            case .documented, .inferred, .observed, .own: nil
            }
        }
    }

    /// The stable identifier.
    public let id: RuleID
    /// The rule, in one sentence.
    public let statement: String
    /// The evidence.
    public let mark: Mark
    /// The source, or the reason for the choice.
    public let source: String
    /// The code that a violating call returns; `success` for rules about psstudio's own behaviour.
    public let code: StudioError.Code

    package init(_ id: RuleID, _ code: StudioError.Code, _ mark: Mark, _ statement: String, source: String) {
        self.id = id
        self.code = code
        self.mark = mark
        self.statement = statement
        self.source = source
    }
}

/// The stable identifier of a rule. Identifiers are never reused.
public struct RuleID: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The interface's prefix, the chapter and a number of three digits, joined by hyphens.
    public let rawValue: String

    /// Creates an identifier from any text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates an identifier from any text.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// Whether the rule is about quality, and not about the contract: its chapter is `QUALITY`.
    public var isAboutQuality: Bool { rawValue.contains("-QUALITY-") }

    /// The identifier as text.
    public var description: String { rawValue }
}
