/// A least-squares line through points, in segments that share one slope.
package struct LineFit: Hashable, Sendable {
    /// Rise per unit.
    package let slope: Double
    /// The standard error of the slope.
    package let error: Double
    /// From the first point to the last one.
    package let span: Double

    /// - Parameter pieces: groups of points; the line may jump between groups.
    /// - Returns: `nil` unless there are at least three points more than groups, or when all points of each group share
    ///   one x value.
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
    /// A larger jump between neighbours is not caused by clock drift; in seconds.
    private static let jump = 0.004
    /// Behind a longer gap, in seconds, both tracks were aligned anew.
    private static let gap = 2.0
    /// The minimum length for a slope: over three seconds, 5 ppm are 15 µs.
    private static let minimumSeconds = 3.0

    /// Fits the drift between two clocks to their differences over time, in order, both in seconds. A jump or a gap starts
    /// a new segment.
    ///
    /// - Returns: `nil` for less than three seconds, and when no line can be fitted.
    package init?(driftOf points: [(x: Double, y: Double)]) {
        guard let first = points.first, let last = points.last, last.x - first.x >= Self.minimumSeconds else {
            return nil
        }
        var pieces: [[(x: Double, y: Double)]] = []
        for point in points {
            if let before = pieces.last?.last, abs(before.y - point.y) <= Self.jump, point.x - before.x <= Self.gap {
                pieces[pieces.count - 1].append(point)
            } else {
                pieces.append([point])
            }
        }
        self.init(pieces)
    }
}

extension [Double] {
    /// The median; `nil` when empty.
    package var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }

    /// The lower of the two middle values, or the only one: a value that was measured; `nil` when empty.
    package var lowerMedian: Double? { isEmpty ? nil : sorted()[(count - 1) / 2] }
}
