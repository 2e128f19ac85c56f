import StudioCore

extension TraceVerification {
    /// One self-contained HTML page without scripts, for bright and dark screens.
    public var html: String {
        let sections =
            traces.map(section)
            + unreadable.map { HTMLPage.heading($0.path, .bad, "not readable: \($0.message)") }
        return HTMLPage.html(title: "psstudio verify", style: Self.style, body: sections)
    }

    private func section(_ report: TraceReport) -> String {
        let isGood = report.findings.isEmpty && report.meetsBudgets
        let verdict: HTMLPage.Verdict = report.breaksContract ? .bad : isGood ? .good : .doubtful
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
            \(HTMLPage.heading(report.path, verdict, report.verdict))
            <ol>\(findings.joined(separator: "\n"))</ol>
            <div class="scroll">\(TimelineChart(report).svg)</div>
            \(HTMLPage.table(rows.map { HTMLPage.row($0.0, $0.1, kind: "metric") }))
            \(HTMLPage.table(budgets))
            """
    }

    private static let style = """
        h1 { margin-top: 2.5rem; } .place { opacity: .7; } .scroll { overflow-x: auto; } svg { min-width: 560px; }
        ol { padding-left: 1.6rem; } li { margin: .5rem 0; overflow-wrap: anywhere; }
        li.contract::marker, li.contract b { color: var(--bad); } li.quality::marker, li.quality b { color: var(--doubtful); }
        .mark { fill: var(--chart); } .mark.bad { fill: var(--bad); } .chart { stroke-width: 1.2; }
        .finding { stroke-width: 1.5; stroke-dasharray: 4 3; } .finding.contract { stroke: var(--bad); }
        .finding.quality { stroke: var(--doubtful); } svg text.number { font-weight: 700; }
        svg text.number.contract { fill: var(--bad); } svg text.number.quality { fill: var(--doubtful); }
        tr.quality td { color: var(--doubtful); }
        """
}
