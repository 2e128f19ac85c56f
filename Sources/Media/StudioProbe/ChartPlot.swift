import StudioCore

/// The plot of a chart over time, as SVG: lines with labels on the left, and times below.
package struct ChartPlot: Sendable {
    /// The width of the drawing.
    package static let width = 720.0

    /// The left and right side of the plot.
    package let left: Double
    package let right: Double
    /// The times at these sides, in seconds.
    package let start: Double
    package let end: Double

    /// The place of a time.
    package func x(_ time: Double) -> Double { left + (time - start) / (end - start) * (right - left) }

    /// A line of the grid with its label.
    package func gridLine(at y: Double, _ label: String) -> String {
        let place = Self.number(y)
        return """
            <line class="grid" x1="\(left)" x2="\(right)" y1="\(place)" y2="\(place)"/>\
            \(Self.text(label, x: left - 8, y: y + 4, anchor: "end"))
            """
    }

    /// The labels of round times.
    package func timeAxis(at y: Double) -> [String] {
        Self.ticks(start, end).map { tick in
            let place = x(tick)
            // A label in the middle of the right side would be cut off.
            return Self.text("\(Self.label(tick)) s", x: place, y: y, anchor: place > right - 16 ? "end" : "middle")
        }
    }

    /// The `svg` element.
    package static func svg(height: Double, label: String, _ elements: [String]) -> String {
        """
        <svg viewBox="0 0 \(Int(width)) \(Int(height))" role="img" aria-label="\(label.xmlEscaped)">
        \(elements.joined(separator: "\n"))
        </svg>
        """
    }

    package static func text(_ text: String, x: Double, y: Double, anchor: String, kind: String? = nil) -> String {
        let kind = kind.map { " class=\"\($0)\"" } ?? ""
        return "<text\(kind) x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\">\(text.xmlEscaped)</text>"
    }

    // MARK: Numbers

    /// A coordinate.
    package static func number(_ value: Double) -> String { NumberText.number(value, decimals: 1) }

    /// A value on an axis.
    package static func label(_ value: Double) -> String {
        var text = NumberText.number(value, decimals: 3)
        while text.contains("."), text.hasSuffix("0") || text.hasSuffix(".") { text.removeLast() }
        return text
    }

    /// Two to six round values between two bounds.
    package static func ticks(_ low: Double, _ high: Double) -> [Double] {
        let rough = (high - low) / 5
        guard rough > 0, rough.isNormal else { return [] }
        var power = 1.0
        while power > rough { power /= 10 }
        while power * 10 <= rough { power *= 10 }
        let step = [1.0, 2, 5, 10].map { $0 * power }.first { $0 >= rough } ?? power * 10
        let first = (low / step).rounded(.up)
        return stride(from: first, through: (high / step).rounded(.down), by: 1).map { $0 * step }
    }
}
