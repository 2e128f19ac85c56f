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

    private static let size = (width: 720.0, height: 200.0)
    private static let margin = (left: 64.0, right: 12.0, top: 12.0, bottom: 28.0)
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
        func x(_ time: Double) -> Double {
            let width = Self.size.width - Self.margin.left - Self.margin.right
            return Self.margin.left + (time - start) / (end - start) * width
        }
        func y(_ value: Double) -> Double {
            let height = Self.size.height - Self.margin.top - Self.margin.bottom
            return Self.margin.top + (high - value) / (high - low) * height
        }
        let path = thinned.enumerated().map { index, point in
            "\(index == 0 ? "M" : "L")\(Self.number(x(point.time))) \(Self.number(y(point.value)))"
        }
        let values = Self.ticks(low, high).map { tick in
            """
            <line class="grid" x1="\(Self.margin.left)" x2="\(Self.size.width - Self.margin.right)" \
            y1="\(Self.number(y(tick)))" y2="\(Self.number(y(tick)))"/>\
            <text x="\(Self.margin.left - 6)" y="\(Self.number(y(tick) + 4))" text-anchor="end">\(Self.label(tick))</text>
            """
        }
        let moments = Self.ticks(start, end).map { tick in
            """
            <text x="\(Self.number(x(tick)))" y="\(Self.size.height - 8)" text-anchor="middle">\(Self.label(tick)) s</text>
            """
        }
        return """
            <figure><figcaption>\(title), \(unit)</figcaption>
            <svg viewBox="0 0 \(Int(Self.size.width)) \(Int(Self.size.height))" role="img" aria-label="\(title)">
            \((values + moments).joined(separator: "\n"))
            <path class="chart" d="\(path.joined(separator: " "))"/>
            </svg></figure>
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

    // MARK: Numbers

    /// Two to six round values between two bounds.
    static func ticks(_ low: Double, _ high: Double) -> [Double] {
        let rough = (high - low) / 5
        guard rough > 0, rough.isNormal else { return [] }
        var power = 1.0
        while power > rough { power /= 10 }
        while power * 10 <= rough { power *= 10 }
        let step = [1.0, 2, 5, 10].map { $0 * power }.first { $0 >= rough } ?? power * 10
        let first = (low / step).rounded(.up)
        return stride(from: first, through: (high / step).rounded(.down), by: 1).map { $0 * step }
    }

    private static func label(_ value: Double) -> String {
        var text = NumberText.number(value, decimals: 3)
        while text.contains("."), text.hasSuffix("0") || text.hasSuffix(".") { text.removeLast() }
        return text
    }

    private static func number(_ value: Double) -> String { NumberText.number(value, decimals: 1) }
}
