/// All rules of an emulated interface. Code, documentation, reports and tests use it.
///
/// The module that emulates an interface declares its catalogue in `extension RuleCatalogue { static let … }`.
public struct RuleCatalogue: Hashable, Sendable {
    /// The name of the interface on the command line: lower-case words joined by hyphens.
    public let interface: String
    /// The display name of the interface.
    public let title: String
    /// All rules, chapter by chapter.
    public let rules: [Rule]

    package init(interface: String, title: String, rules: [Rule]) {
        self.interface = interface
        self.title = title
        self.rules = rules
    }

    /// The rules as a Markdown table.
    ///
    /// - Parameter code: formats a code, for example with its number.
    package func markdownTable(code: (StudioError.Code) -> String) -> String {
        let rows = rules.map { rule in
            let code = rule.code == .success ? "" : code(rule.code)
            return "| \(rule.id) | \(rule.statement) | \(code) | \(rule.mark.rawValue) | \(rule.linkedSource) |"
        }
        return """
            | rule | what holds | code | mark | source |
            | --- | --- | --- | --- | --- |
            \(rows.joined(separator: "\n"))
            """
    }
}
