import StudioCore

extension ProbeReport {
    /// The report as a self-contained HTML page, with charts of offset, frame interval, bitrate and delay.
    public var page: String {
        let session = sessionText.map { Row(name: "session", text: $0) }
        let rows = ([session].compactMap(\.self) + rows).map { HTMLPage.row($0.name, $0.text, kind: $0.name) }
        return HTMLPage.html(
            title: "psstudio probe: \(source)", style: Self.style,
            body: [HTMLPage.heading(source, verdictColor, verdict), HTMLPage.table(rows)]
                + charts.map(\.figure).filter { !$0.isEmpty })
    }

    private var verdictColor: HTMLPage.Verdict {
        guard hasMarks, meetsBudgets else { return .bad }
        return findings.isEmpty ? .good : .doubtful
    }

    private var charts: [TimeSeriesChart] {
        let bitrates = streams.map { ("Bitrate of the \($0.kind)", "kbit/s", $0.bitrateTimeSeries, 10.0) }
        let curves =
            [
                ("Audio ahead of video", "ms", sync?.timeSeries ?? [], 10),
                ("Frame interval", "ms", intervalTimeSeries, 20),
            ] + bitrates + [("End-to-end delay", "ms", delay?.timeSeries ?? [], 20)]
        return curves.map { title, unit, points, minSpan in
            TimeSeriesChart(title: title, unit: unit, points: points, minSpan: minSpan, includesZero: true)
        }
    }

    private static let style = """
        tr.found td, tr.found th { color: var(--bad); } svg text { opacity: .7; }
        figure { margin: 1.5rem 0; } figcaption { font-weight: 600; }
        """
}
