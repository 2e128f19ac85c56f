import StudioCore

/// The time line of a trace as SVG: one lane per kind of event, the frame intervals, and a line at each finding.
struct TimelineChart {
    private static let laneHeight = 26.0
    private static let chartHeight = 150.0
    private static let top = 18.0
    private static let labelDistance = 24.0

    private let report: TraceReport
    private let plot: ChartPlot

    init(_ report: TraceReport) {
        self.report = report
        plot = ChartPlot(left: 76, right: ChartPlot.width - 10, start: 0, end: max(report.duration.seconds, 0.001))
    }

    /// The `svg` element.
    var svg: String {
        let lanes = Timeline.Lane.allCases
        let laneBottom = Self.top + Double(lanes.count) * Self.laneHeight
        let height = laneBottom + Self.chartHeight + 26
        let body: [String] =
            lanes.enumerated().map { lane($0.element, number: $0.offset) }
            + [intervalChart(from: laneBottom + 8)] + plot.timeAxis(at: height - 6) + [findings(to: height - 22)]
        return ChartPlot.svg(height: height, label: "Time line", body)
    }

    // MARK: Lanes

    private func lane(_ lane: Timeline.Lane, number: Int) -> String {
        let y = Self.top + Double(number) * Self.laneHeight
        let drawn = pixelColumns(report.timeline.lanes[lane] ?? TimeColumns()).map { column, marks in
            let more = marks.count > marks.texts.count ? "\n… \(marks.count - marks.texts.count) more" : ""
            let title = marks.texts.map { "\(NumberText.number($0.time, decimals: 3)) s \($0.text)" }
                .joined(separator: "\n")
            let kind = marks.isBad ? "mark bad" : "mark"
            let left = ChartPlot.number(plot.left + Double(column) - 1.5)
            return """
                <rect class="\(kind)" x="\(left)" y="\(ChartPlot.number(y + 4))" width="3" height="16">\
                <title>\((title + more).xmlEscaped)</title></rect>
                """
        }
        return ([plot.gridLine(at: y + 12, lane.rawValue)] + drawn).joined(separator: "\n")
    }

    /// What is drawn in each column of pixels, in order.
    private func pixelColumns<Column>(_ columns: TimeColumns<Column>) -> [(number: Int, column: Column)] {
        columns.columns.reduce(into: []) { result, next in
            let number = Int((x(next.time) - plot.left).rounded())
            if result.last?.number == number {
                result[result.count - 1].column.merge(next.column)
            } else {
                result.append((number, next.column))
            }
        }
    }

    // MARK: Frame intervals

    private func intervalChart(from y: Double) -> String {
        // The longest interval of each column is kept.
        let columns = pixelColumns(report.timeline.intervals)
        let height = Self.chartHeight - 20
        let highest = max(50, (columns.map(\.column.length).max() ?? 0) * 1.05)
        func position(_ length: Double) -> Double { y + 12 + height * (1 - length / highest) }
        let bars = columns.map { number, interval in
            "M\(ChartPlot.number(plot.left + Double(number))) \(ChartPlot.number(position(0)))"
                + "V\(ChartPlot.number(position(interval.length)))"
        }
        let labels = [0, highest / 2, highest].map { value in
            plot.gridLine(at: position(value), NumberText.number(value, decimals: 0) + " ms")
        }
        return labels.joined(separator: "\n")
            + "\n<path class=\"chart\" d=\"\(bars.joined())\"><title>Frame intervals</title></path>"
    }

    // MARK: Findings

    private func findings(to y: Double) -> String {
        let lines = report.findings.map { finding in
            let place = ChartPlot.number(x(finding.time.seconds))
            return """
                <line class="finding \(finding.group.rawValue)" x1="\(place)" x2="\(place)" y1="\(Self.top - 4)" \
                y2="\(ChartPlot.number(y))"><title>\(finding.description.xmlEscaped)</title></line>
                """
        }
        return (lines + numbers).joined(separator: "\n")
    }

    /// The numbers of the findings in the list. Those of neighbours share a label.
    private var numbers: [String] {
        var labels: [(x: Double, text: String, kind: String)] = []
        for (index, finding) in report.findings.enumerated().sorted(by: { $0.element.time < $1.element.time }) {
            let (place, number) = (x(finding.time.seconds), "\(index + 1)")
            if let last = labels.last, place - last.x < Self.labelDistance {
                labels[labels.count - 1].text += "," + number
            } else {
                labels.append((place, number, finding.group.rawValue))
            }
        }
        return labels.map { label in
            ChartPlot.text(label.text, x: label.x, y: Self.top - 7, anchor: "middle", kind: "number \(label.kind)")
        }
    }

    private func x(_ time: Double) -> Double { plot.x(max(plot.start, min(plot.end, time))) }
}
