import StudioCore

extension ProbeReport {
    /// The report as a self-contained HTML page, with charts of offset, frame interval, bitrate and delay.
    public var page: String {
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <title>psstudio probe: \(source.xmlEscaped)</title>
        <style>\(Self.style)</style></head><body>
        <h1>\(source.xmlEscaped)</h1>
        <p class="verdict \(verdictClass)">\(verdict.xmlEscaped)</p>
        <table>
        \(table)
        </table>
        \(charts.map(\.figure).filter { !$0.isEmpty }.joined(separator: "\n"))
        </body></html>

        """
    }

    private var verdictClass: String {
        guard hasMarks, meetsBudgets else { return "bad" }
        return findings.isEmpty ? "good" : "doubtful"
    }

    private var table: String {
        let session = sessionText.map { Row(name: "session", text: $0) }
        return ([session].compactMap(\.self) + rows).map { row in
            "<tr class=\"\(row.name)\"><th>\(row.name)</th><td>\(row.text.xmlEscaped)</td></tr>"
        }.joined(separator: "\n")
    }

    private var charts: [TimeSeriesChart] {
        var charts = [
            TimeSeriesChart(
                title: "Audio ahead of video", unit: "ms", points: sync?.timeSeries ?? [], minSpan: 10,
                includesZero: true),
            TimeSeriesChart(
                title: "Frame interval", unit: "ms", points: intervalTimeSeries, minSpan: 20, includesZero: true),
        ]
        for stream in streams {
            charts.append(
                TimeSeriesChart(
                    title: "Bitrate of the \(stream.kind)", unit: "kbit/s", points: stream.bitrateTimeSeries,
                    minSpan: 10,
                    includesZero: true))
        }
        charts.append(
            TimeSeriesChart(
                title: "End-to-end delay", unit: "ms", points: delay?.timeSeries ?? [], minSpan: 20,
                includesZero: true))
        return charts
    }

    private static let style = """
        :root { color-scheme: light dark; --line: #8884; --chart: #06c; }
        body { font: 15px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
        h1 { font-size: 1.2rem; overflow-wrap: anywhere; }
        .verdict { padding: .6rem .8rem; border-radius: .3rem; color: #fff; font-weight: 600; }
        .good { background: #1a7f37; } .doubtful { background: #9a6700; } .bad { background: #b3261e; }
        table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; }
        th { font-weight: 600; padding: .25rem 1rem .25rem 0; white-space: nowrap; } td { padding: .25rem 0; }
        tr { border-bottom: 1px solid var(--line); } tr.found td, tr.found th { color: #b3261e; }
        figure { margin: 1.5rem 0; } figcaption { font-weight: 600; } svg { width: 100%; height: auto; }
        svg text { font-size: 11px; fill: currentColor; opacity: .7; } .grid { stroke: var(--line); }
        .chart { fill: none; stroke: var(--chart); stroke-width: 1.5; }
        @media (prefers-color-scheme: dark) { :root { --chart: #6cf; } }
        """
}
