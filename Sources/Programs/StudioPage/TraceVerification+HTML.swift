import FoundationEssentials
package import StudioCore
package import StudioTrace

extension TraceVerification {
    /// One HTML file that needs nothing else: a time line, findings, log and measured values of each trace.
    ///
    /// Where scripts do not run, it shows the findings.
    ///
    /// - Parameters:
    ///   - rules: those whose statements and sources the page tells, of all interfaces.
    ///   - sha256: the hash of FIPS 180-4.
    /// - Throws: an `EncodingError` for a number that JSON cannot express.
    package func html(rules: [Rule], sha256: ([UInt8]) -> [UInt8]) throws -> String {
        let data = try JSONLineEncoder().bytes(ReportData(self, rules: rules))
        let sections =
            traces.map { section($0, rules: rules) }
            + unreadable.map { HTMLPage.heading($0.path, .bad, "not readable: \($0.message)") }
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(Self.policy(sha256))">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>psstudio verify</title>
            <style>\(PageFiles.style)</style></head><body>
            <header class="top"><b>psstudio verify</b></header>
            <main><noscript><p>The time line needs scripts. These are the findings:</p>
            \(sections.joined(separator: "\n"))
            </noscript></main>
            <script type="application/json" id="data">\(Self.scriptText(data))</script>
            <script>\(PageFiles.report)</script>
            </body></html>

            """
    }

    /// Nothing but the page's own style and script, which are named by their hashes: a nonce would be the same each time
    /// that the file is opened.
    private static func policy(_ sha256: ([UInt8]) -> [UInt8]) -> String {
        let hashes = [PageFiles.report, PageFiles.style].map { text in
            "'sha256-\(Data(sha256(Array(text.utf8))).base64EncodedString())'"
        }
        return
            "default-src 'none'; script-src \(hashes[0]); style-src \(hashes[1]); base-uri 'none'; form-action 'none'"
    }

    /// JSON for a `script` element, in which no text ends the element or begins a comment.
    ///
    /// Bytes, not characters: what precedes a `<` may be one character with it.
    private static func scriptText(_ json: [UInt8]) -> String {
        let escaped = json.flatMap { $0 == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [$0] }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// A trace without a time line.
    private func section(_ report: TraceReport, rules: [Rule]) -> String {
        let findings = report.findings.map { finding in
            let times = finding.count > 1 ? ", \(finding.count) times" : ""
            let fix = rules.first { $0.id.rawValue == finding.rule }?.fix
            let advice = fix.map { "<p class=\"fix\">\($0.xmlEscaped)</p>" } ?? ""
            return """
                <li class="finding \(finding.group.rawValue)"><b>\(finding.rule.xmlEscaped)</b> \
                <span class="faint">\(NumberText.seconds(finding.time)), line \(finding.line)\(times)</span>\
                <p>\(finding.message.xmlEscaped)</p>\(advice)</li>
                """
        }
        let budgets = report.budgets.map { "<p>\($0.description.xmlEscaped)</p>" }
        return """
            <section>\(HTMLPage.heading(report.path, HTMLPage.Verdict(report), report.verdict))
            <ol>\(findings.joined(separator: "\n"))</ol>\(budgets.joined())</section>
            """
    }
}
