/// A straight line through points, by least squares, in pieces that share their slope.
package struct LineFit: Hashable, Sendable {
    /// Rise per unit.
    package let slope: Double
    /// How far the slope may be wrong: its standard error.
    package let error: Double
    /// From the first point to the last one.
    package let span: Double

    /// - Parameter pieces: points that belong together; between pieces the line may jump.
    /// - Returns: `nil` for fewer than three points more than pieces, or points above one another.
    package init?(_ pieces: [[(x: Double, y: Double)]]) {
        var (sumXX, sumXY, sumYY) = (0.0, 0.0, 0.0)
        var points = 0
        for piece in pieces where piece.count > 1 {
            let count = Double(piece.count)
            let meanX = piece.reduce(0) { $0 + $1.x } / count
            let meanY = piece.reduce(0) { $0 + $1.y } / count
            for point in piece {
                let (x, y) = (point.x - meanX, point.y - meanY)
                sumXX += x * x
                sumXY += x * y
                sumYY += y * y
            }
            points += piece.count - 1
        }
        guard points >= 3, sumXX > 0 else { return nil }
        slope = sumXY / sumXX
        let rest = max(0, sumYY - slope * sumXY)
        error = (rest / Double(points - 1) / sumXX).squareRoot()
        let all = pieces.joined().map(\.x)
        span = (all.max() ?? 0) - (all.min() ?? 0)
    }
}

extension LineFit {
    /// A jump between two neighbours that no difference of clocks makes; in seconds.
    private static let jump = 0.004
    /// A slope needs some length: over three seconds, 5 ppm are 15 µs.
    private static let leastSeconds = 3.0

    /// How two clocks part: through differences over time, in seconds both, in order. Where they jump, the line goes on
    /// behind it.
    ///
    /// - Returns: `nil` below three seconds, and where a line cannot be fitted.
    package init?(clocksPartingBy points: [(x: Double, y: Double)]) {
        guard let first = points.first, let last = points.last, last.x - first.x >= Self.leastSeconds else {
            return nil
        }
        var pieces: [[(x: Double, y: Double)]] = []
        for point in points {
            if let before = pieces.last?.last, abs(before.y - point.y) <= Self.jump {
                pieces[pieces.count - 1].append(point)
            } else {
                pieces.append([point])
            }
        }
        self.init(pieces)
    }
}

extension [Double] {
    /// The middle value; `nil` of nothing.
    package var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
