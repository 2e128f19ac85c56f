/// A call that was rejected: the code it returns, the rule behind it, and a diagnosis for people.
public struct StudioError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What the call returns.
    public let code: Code
    /// The rule that rejected it.
    public let rule: Rule
    /// What was wrong, with the numbers that were found and those that were expected.
    public let message: String
    /// What to do about it; empty when there is nothing to add.
    public let hint: String

    /// Makes an error from a rule, with the rule's code unless another one is given.
    public init(_ rule: Rule, _ message: String, hint: String = "", code: Code? = nil) {
        self.code = code ?? rule.code
        self.rule = rule
        self.message = message
        self.hint = hint
    }

    /// One line: identifier, code, message and hint.
    public var description: String {
        "\(rule.id) \(code): \(message)\(hint.isEmpty ? "" : "; \(hint)")"
    }
}

extension StudioError {
    /// A result code of an emulated interface.
    ///
    /// An open set: the core knows `success` only, and each interface adds its own. Numbers belong to the facades.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name of the code in the emulated interface.
        public let rawValue: String

        /// Keeps any name, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Accepted.
        public static let success = Code(rawValue: "Success")

        /// The name.
        public var description: String { rawValue }
    }
}
