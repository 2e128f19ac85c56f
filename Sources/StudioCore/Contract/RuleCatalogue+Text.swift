extension RuleCatalogue {
    /// The catalogue as a Markdown page, as `docs/rules.md` holds it.
    public static var markdown: String {
        let rows = all.map { rule in
            "| \(rule.id.rawValue) | \(rule.statement) | \(code(rule)) | \(rule.mark.rawValue) | \(rule.source) |"
        }
        return """
            # The rules

            What psstudio holds to, and how sure it is that the vendor's interface does the same: *documented* by the vendor,
            *inferred* from what is documented or from a sibling interface, or *chosen* because the vendor is silent. The
            code is what a call that breaks the rule returns.

            This page is made from the catalogue in the code: `psstudio rules --markdown > docs/rules.md`.

            | rule | what holds | code | mark | source |
            | --- | --- | --- | --- | --- |
            \(rows.joined(separator: "\n"))

            """
    }

    private static func code(_ rule: Rule) -> String {
        rule.code == .success ? "" : "\(rule.code) (\(rule.code.rawValue))"
    }
}
