/// The error of a rejected call: its code, the violated rule, and a diagnosis.
public struct StudioError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The code that the call returns.
    public let code: Code
    /// The rule that rejected it.
    public let rule: Rule
    /// What is wrong, with the actual and the expected values.
    public let message: String
    /// What to do; may be empty.
    public let hint: String

    /// Creates an error from a rule. The code defaults to the rule's code.
    public init(_ rule: Rule, _ message: String, hint: String = "", code: Code? = nil) {
        self.code = code ?? rule.code
        self.rule = rule
        self.message = message.withoutControls
        self.hint = hint
    }

    /// One line: identifier, code unless the call was served, message and hint, and whether the rule is psstudio's choice.
    public var description: String {
        let code = code == .success ? "" : " \(code)"
        let caveat = rule.mark.caveat.map { " (\($0))" } ?? ""
        return "\(rule.id)\(code): \(message)\(hint.isEmpty ? "" : "; \(hint)")\(caveat)"
    }
}

extension StudioError {
    /// A result code of an emulated interface.
    ///
    /// An open set: the core defines only `success`; each interface adds its own codes. Facades assign the numbers.
    public struct Code: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
        /// The name of the code in the emulated interface.
        public let rawValue: String

        /// Creates a code from any name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Accepted.
        public static let success = Code(rawValue: "Success")

        /// The name.
        public var description: String { rawValue }
    }
}
