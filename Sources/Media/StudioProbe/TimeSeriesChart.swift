import StudioCore

/// A chart of values over time, as SVG.
struct TimeSeriesChart {
    let title: String
    let unit: String
    let points: [ProbeReport.TimeSeriesPoint]
    /// The minimum span of the value axis, so that noise does not fill the chart.
    let minSpan: Double
    /// Whether the axis includes zero.
    let includesZero: Bool

    private static let height = 200.0
    private static let margin = (top: 12.0, bottom: 28.0)
    /// More points than pixels are not visible. Of each column, the extremes are kept.
    private static let columns = 640

    /// Larger times and values occur only in broken media; they get no labels.
    private static let limit = 1e11

    /// The `figure` element; empty for fewer than two times, and for values that do not fit an axis.
    var figure: String {
        // Time goes back where sources were concatenated, so the first and last point are not the extremes.
        let times = points.map(\.time)
        let (low, high) = bounds
        guard let start = times.min(), let end = times.max(), (end - start).isNormal, (high - low).isNormal,
            [start, end, low, high].allSatisfy({ abs($0) < Self.limit })
        else { return "" }
        let plot = ChartPlot(left: 64, right: ChartPlot.width - 12, start: start, end: end)
        func y(_ value: Double) -> Double {
            Self.margin.top + (high - value) / (high - low) * (Self.height - Self.margin.top - Self.margin.bottom)
        }
        let path = thinned.enumerated().map { index, point in
            "\(index == 0 ? "M" : "L")\(ChartPlot.number(plot.x(point.time))) \(ChartPlot.number(y(point.value)))"
        }
        let values = ChartPlot.ticks(low, high).map { plot.gridLine(at: y($0), ChartPlot.label($0)) }
        let curve = "<path class=\"chart\" d=\"\(path.joined(separator: " "))\"/>"
        let elements = values + plot.timeAxis(at: Self.height - 8) + [curve]
        return """
            <figure><figcaption>\(title), \(unit)</figcaption>
            \(ChartPlot.svg(height: Self.height, label: title, elements))</figure>
            """
    }

    private var bounds: (low: Double, high: Double) {
        let values = points.map(\.value)
        var low = values.min() ?? 0
        var high = values.max() ?? 0
        if includesZero { (low, high) = (min(low, 0), max(high, 0)) }
        let missing = minSpan - (high - low)
        if missing > 0, includesZero, low == 0 {
            high = minSpan
        } else if missing > 0 {
            (low, high) = (low - missing / 2, high + missing / 2)
        }
        let air = (high - low) * 0.05
        return (low == 0 && includesZero ? 0 : low - air, high + air)
    }

    private var thinned: [ProbeReport.TimeSeriesPoint] {
        guard points.count > Self.columns * 2 else { return points }
        let length = (points.count + Self.columns - 1) / Self.columns
        return stride(from: 0, to: points.count, by: length).flatMap { start -> [ProbeReport.TimeSeriesPoint] in
            let column = points[start..<min(points.count, start + length)]
            let extremes = [column.min { $0.value < $1.value }, column.max { $0.value < $1.value }]
            return extremes.compactMap(\.self).sorted { $0.time < $1.time }
        }
    }
}
