/// Every rule of one emulated interface: what code, documentation, reports and tests read.
///
/// The module that emulates an interface declares its catalogue, `extension RuleCatalogue { static let … }`.
public struct RuleCatalogue: Hashable, Sendable {
    /// The interface's name on the command line: lower-case words joined by hyphens.
    public let interface: String
    /// The interface's name for people.
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
    /// - Parameter code: the text for a code, with its number for example.
    package func markdownTable(code: (StudioError.Code) -> String) -> String {
        let rows = rules.map { rule in
            let code = rule.code == .success ? "" : code(rule.code)
            return "| \(rule.id) | \(rule.statement) | \(code) | \(rule.mark.rawValue) | \(rule.source) |"
        }
        return """
            | rule | what holds | code | mark | source |
            | --- | --- | --- | --- | --- |
            \(rows.joined(separator: "\n"))
            """
    }
}
