import StudioCore

/// The time line of a trace as SVG: one lane per kind of event, the frame intervals, and a line at each finding.
struct TimelineChart {
    private static let width = 720.0
    private static let left = 76.0
    private static let right = 10.0
    private static let laneHeight = 26.0
    private static let chartHeight = 150.0
    private static let top = 18.0
    private static let labelDistance = 24.0

    private let report: TraceReport
    private let end: Double

    init(_ report: TraceReport) {
        self.report = report
        end = max(report.duration.seconds, 0.001)
    }

    /// The `svg` element.
    var svg: String {
        let lanes = Timeline.Lane.allCases
        let laneBottom = Self.top + Double(lanes.count) * Self.laneHeight
        let height = laneBottom + Self.chartHeight + 26
        let body =
            lanes.enumerated().map { lane($0.element, number: $0.offset) }
            + [intervalChart(from: laneBottom + 8), timeAxis(at: height - 6), findings(to: height - 22)]
        return """
            <svg viewBox="0 0 \(Int(Self.width)) \(Int(height))" role="img" aria-label="Time line">
            \(body.joined(separator: "\n"))
            </svg>
            """
    }

    // MARK: Lanes

    private func lane(_ lane: Timeline.Lane, number: Int) -> String {
        let y = Self.top + Double(number) * Self.laneHeight
        let drawn = pixelColumns(report.timeline.lanes[lane] ?? TimeColumns()).map { column, marks in
            let more = marks.count > marks.texts.count ? "\n… \(marks.count - marks.texts.count) more" : ""
            let title = marks.texts.map { "\(NumberText.number($0.time, decimals: 3)) s \($0.text)" }
                .joined(separator: "\n")
            let kind = marks.isBad ? "mark bad" : "mark"
            return """
                <rect class="\(kind)" x="\(Self.number(Self.left + Double(column) - 1.5))" y="\(Self.number(y + 4))" \
                width="3" height="16"><title>\((title + more).xmlEscaped)</title></rect>
                """
        }
        let middle = Self.number(y + 12)
        return """
            <text x="\(Self.left - 8)" y="\(Self.number(y + 16))" text-anchor="end">\(lane.rawValue)</text>
            <line class="grid" x1="\(Self.left)" x2="\(Self.width - Self.right)" y1="\(middle)" y2="\(middle)"/>
            \(drawn.joined(separator: "\n"))
            """
    }

    /// What is drawn in each column of pixels, in order.
    private func pixelColumns<Column>(_ columns: TimeColumns<Column>) -> [(number: Int, column: Column)] {
        columns.columns.reduce(into: []) { result, next in
            let number = Int((x(next.time) - Self.left).rounded())
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
            "M\(Self.number(Self.left + Double(number))) \(Self.number(position(0)))"
                + "V\(Self.number(position(interval.length)))"
        }
        let labels = [0, highest / 2, highest].map { value in
            """
            <line class="grid" x1="\(Self.left)" x2="\(Self.width - Self.right)" y1="\(Self.number(position(value)))" \
            y2="\(Self.number(position(value)))"/><text x="\(Self.left - 8)" y="\(Self.number(position(value) + 4))" \
            text-anchor="end">\(NumberText.number(value, decimals: 0)) ms</text>
            """
        }
        return labels.joined(separator: "\n")
            + "\n<path class=\"chart\" d=\"\(bars.joined())\"><title>Frame intervals</title></path>"
    }

    // MARK: Axis and findings

    private func timeAxis(at y: Double) -> String {
        (0...4).map { step in
            let time = end * Double(step) / 4
            let anchor = step == 0 ? "start" : step == 4 ? "end" : "middle"
            return """
                <text x="\(Self.number(x(time)))" y="\(Self.number(y))" text-anchor="\(anchor)">\
                \(NumberText.number(time, decimals: end < 10 ? 2 : 0)) s</text>
                """
        }.joined(separator: "\n")
    }

    private func findings(to y: Double) -> String {
        let lines = report.findings.map { finding in
            let place = Self.number(x(finding.time.seconds))
            return """
                <line class="finding \(finding.group.rawValue)" x1="\(place)" x2="\(place)" y1="\(Self.top - 4)" \
                y2="\(Self.number(y))"><title>\(finding.description.xmlEscaped)</title></line>
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
            """
            <text class="number \(label.kind)" x="\(Self.number(label.x))" y="\(Self.top - 7)" \
            text-anchor="middle">\(label.text)</text>
            """
        }
    }

    private func x(_ time: Double) -> Double {
        Self.left + max(0, min(1, time / end)) * (Self.width - Self.left - Self.right)
    }

    private static func number(_ value: Double) -> String { NumberText.number(value, decimals: 1) }
}
