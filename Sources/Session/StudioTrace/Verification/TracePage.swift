import StudioCore

/// The verification of several traces as one self-contained HTML page without scripts, for bright and dark screens.
public struct TracePage: Sendable {
    private let reports: [TraceReport]
    private let unreadable: [(path: String, message: String)]

    /// - Parameters:
    ///   - reports: the verified traces.
    ///   - unreadable: the traces that could not be read, with the reason.
    public init(_ reports: [TraceReport], unreadable: [(path: String, message: String)] = []) {
        self.reports = reports
        self.unreadable = unreadable
    }

    /// The page.
    public var html: String {
        let sections =
            reports.map(section)
            + unreadable.map { path, message in
                "<h1>\(path.xmlEscaped)</h1>\n<p class=\"verdict contract\">not readable: \(message.xmlEscaped)</p>"
            }
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>psstudio verify</title>
            <style>\(Self.style)</style></head><body>
            \(sections.joined(separator: "\n"))
            </body></html>

            """
    }

    private func section(_ report: TraceReport) -> String {
        let kind =
            report.breaksContract ? "contract" : report.findings.isEmpty && report.meetsBudgets ? "good" : "quality"
        let findings = report.findings.map { finding in
            """
            <li class="\(finding.group.rawValue)"><b>\(finding.rule.xmlEscaped)</b> \
            <span class="place">\(NumberText.seconds(finding.time)), line \(finding.line)\
            \(finding.count > 1 ? ", \(finding.count) times" : "")</span><br>\(finding.message.xmlEscaped)</li>
            """
        }
        let budgets = report.budgets.map { budget in
            "<tr class=\"\(budget.isMet ? "met" : "quality")\"><td>\(budget.description.xmlEscaped)</td></tr>"
        }
        let metrics = report.metrics
        let rows = [
            ("session", report.session), ("clock", report.clock.rawValue),
            ("duration", NumberText.seconds(report.duration)), ("frames", "\(metrics.video.frames)"),
            ("usual interval", metrics.video.usualInterval.map(NumberText.milliseconds) ?? "–"),
            ("longest interval", metrics.video.longestInterval.map(NumberText.milliseconds) ?? "–"),
            ("audio blocks", "\(metrics.audio.blocks)"),
            ("audio rate", metrics.audio.rate.map(NumberText.percent) ?? "–"),
        ]
        return """
            <h1>\(report.path.xmlEscaped)</h1>
            <p class="verdict \(kind)">\(report.verdict)</p>
            <ol>\(findings.joined(separator: "\n"))</ol>
            <div class="scroll">\(TimelineChart(report).svg)</div>
            <table>
            \(rows.map { "<tr><th>\($0.0)</th><td>\($0.1.xmlEscaped)</td></tr>" }.joined(separator: "\n"))
            </table>
            <table>\(budgets.joined(separator: "\n"))</table>
            """
    }

    private static let style = """
        :root { color-scheme: light dark; --line: #8884; --chart: #06c; --bad: #b3261e; --doubtful: #9a6700; }
        body { font: 15px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
        h1 { font-size: 1.2rem; overflow-wrap: anywhere; margin-top: 2.5rem; }
        .verdict { padding: .6rem .8rem; border-radius: .3rem; color: #fff; font-weight: 600; overflow-wrap: anywhere; }
        .verdict.good { background: #1a7f37; } .verdict.quality { background: #9a6700; }
        .verdict.contract { background: #b3261e; }
        ol { padding-left: 1.6rem; } li { margin: .5rem 0; overflow-wrap: anywhere; }
        li.contract::marker, li.contract b { color: var(--bad); } li.quality::marker, li.quality b { color: var(--doubtful); }
        .place { opacity: .7; }
        .scroll { overflow-x: auto; } svg { display: block; width: 100%; min-width: 560px; height: auto; }
        svg text { font-size: 11px; fill: currentColor; } .grid { stroke: var(--line); }
        .mark { fill: var(--chart); } .mark.bad { fill: var(--bad); }
        .chart { fill: none; stroke: var(--chart); stroke-width: 1.2; }
        .finding { stroke-width: 1.5; stroke-dasharray: 4 3; } .finding.contract { stroke: var(--bad); }
        .finding.quality { stroke: var(--doubtful); } svg text.number { font-weight: 700; }
        svg text.number.contract { fill: var(--bad); } svg text.number.quality { fill: var(--doubtful); }
        table { border-collapse: collapse; width: 100%; margin-top: 1rem; }
        th, td { text-align: left; vertical-align: top; padding: .25rem 1rem .25rem 0; overflow-wrap: anywhere; }
        th { font-weight: 600; white-space: nowrap; } tr { border-bottom: 1px solid var(--line); }
        tr.quality td { color: var(--doubtful); }
        @media (prefers-color-scheme: dark) { :root { --chart: #6cf; --bad: #ff8a80; --doubtful: #ffc94d; } }
        """
}
