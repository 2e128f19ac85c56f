/// A self-contained HTML page of a report, without scripts, for bright and dark screens.
package enum HTMLPage {
    /// The colour of a verdict.
    package enum Verdict: String, Encodable {
        case good, doubtful, bad
    }

    /// A page.
    ///
    /// - Parameters:
    ///   - style: rules in addition to those of every page.
    ///   - body: elements.
    package static func html(title: String, style: String, body: [String]) -> String {
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <title>\(title.xmlEscaped)</title>
        <style>\(commonStyle)
        \(style)</style></head><body>
        \(body.joined(separator: "\n"))
        </body></html>

        """
    }

    /// A heading with the verdict below it.
    package static func heading(_ text: String, _ verdict: Verdict, _ message: String) -> String {
        "<h1>\(text.xmlEscaped)</h1>\n<p class=\"verdict \(verdict.rawValue)\">\(message.xmlEscaped)</p>"
    }

    /// A table of rows.
    package static func table(_ rows: [String]) -> String { "<table>\n\(rows.joined(separator: "\n"))\n</table>" }

    /// A row with a name and a text, and its class.
    package static func row(_ name: String, _ text: String, kind: String) -> String {
        "<tr class=\"\(kind)\"><th>\(name)</th><td>\(text.xmlEscaped)</td></tr>"
    }

    private static let commonStyle = """
        :root { color-scheme: light dark; --line: #8884; --chart: #06c; --bad: #b3261e; --doubtful: #9a6700; }
        body { font: 15px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
        h1 { font-size: 1.2rem; overflow-wrap: anywhere; }
        .verdict { padding: .6rem .8rem; border-radius: .3rem; color: #fff; font-weight: 600; overflow-wrap: anywhere; }
        .verdict.good { background: #1a7f37; } .verdict.doubtful { background: #9a6700; }
        .verdict.bad { background: #b3261e; }
        svg { display: block; width: 100%; height: auto; } svg text { font-size: 11px; fill: currentColor; }
        .grid { stroke: var(--line); } .chart { fill: none; stroke: var(--chart); stroke-width: 1.5; }
        table { border-collapse: collapse; width: 100%; margin-top: 1rem; }
        th, td { text-align: left; vertical-align: top; padding: .25rem 1rem .25rem 0; overflow-wrap: anywhere; }
        th { font-weight: 600; white-space: nowrap; } tr { border-bottom: 1px solid var(--line); }
        @media (prefers-color-scheme: dark) { :root { --chart: #6cf; --bad: #ff8a80; --doubtful: #ffc94d; } }
        """
}
