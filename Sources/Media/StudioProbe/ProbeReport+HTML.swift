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
                    minSpan: 10, includesZero: true))
        }
        charts.append(
            TimeSeriesChart(
                title: "End-to-end delay", unit: "ms", points: delay?.timeSeries ?? [], minSpan: 20,
                includesZero: true))
        return charts
    }

    private static let style = """
        tr.found td, tr.found th { color: var(--bad); } svg text { opacity: .7; }
        figure { margin: 1.5rem 0; } figcaption { font-weight: 600; }
        """
}
