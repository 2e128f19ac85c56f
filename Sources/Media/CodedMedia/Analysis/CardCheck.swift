import StudioCore

/// Compares the constant parts of the card with a received frame.
package struct CardCheck: Sendable {
    /// Offsets into the received luma plane, and the expected values.
    private let points: [(offset: Int32, luma: Float)]
    private let width: Int
    private let height: Int
    private let stride: Int
    private let area: CardPlacement

    /// A point that differs by this much in 8-bit luma is wrong. Low bitrates stay below a third of it on even areas.
    private static let limit: Float = 40
    /// With fewer points than this, a share is not meaningful.
    private static let minimumPoints = 50

    /// - Returns: `nil` when too little of the card is visible.
    package init?(_ session: CodedSession, area: CardPlacement, frame: FrameView) {
        let card = CodedFrameWriter(session, range: .full)
        let layout = CardLayout(grid: CardGrid(width: session.width, height: session.height))
        let luma = card.luma
        var points: [(Int32, Float)] = []
        for row in 0..<layout.grid.rows {
            for column in 0..<layout.grid.columns {
                let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
                guard !layout.changing.contains(where: { $0.contains(x: x, y: y) }),
                    let value = Self.evenLuma(luma, card, layout.grid, x, y),
                    let offset = Self.offset(x, y, layout.grid, area, frame)
                else { continue }
                points.append((offset, value))
            }
        }
        guard points.count >= Self.minimumPoints else { return nil }
        self.points = points
        self.area = area
        (width, height, stride) = (frame.width, frame.height, frame.y.stride)
    }

    /// The card's luma at a point; `nil` unless it is constant for a third of a unit in each direction.
    private static func evenLuma(
        _ luma: [UInt8], _ card: CodedFrameWriter, _ grid: CardGrid, _ x: Double, _ y: Double
    ) -> Float? {
        let plane = card.layout.y
        let (unitX, unitY) = (Double(plane.width) / Double(grid.columns), Double(plane.height) / Double(grid.rows))
        var values: Set<UInt8> = []
        for (shiftX, shiftY) in [(0, 0), (-0.35, -0.35), (0.35, -0.35), (-0.35, 0.35), (0.35, 0.35)] {
            let column = max(0, min(plane.width - 1, Int((x + shiftX) * unitX)))
            let row = max(0, min(plane.height - 1, Int((y + shiftY) * unitY)))
            values.insert(luma[row * plane.stride + column])
        }
        return values.count == 1 ? values.first.map { Float($0) } : nil
    }

    private static func offset(
        _ x: Double, _ y: Double, _ grid: CardGrid, _ area: CardPlacement, _ frame: FrameView
    ) -> Int32? {
        let column = Int((area.x + x * area.width / Double(grid.columns)).rounded(.down))
        let row = Int((area.y + y * area.height / Double(grid.rows)).rounded(.down))
        guard (2..<frame.width - 2).contains(column), (2..<frame.height - 2).contains(row) else { return nil }
        return Int32(row * frame.y.stride + column)
    }

    /// Whether it applies to frames with this size and card position.
    package func fits(_ frame: FrameView, _ area: CardPlacement) -> Bool {
        width == frame.width && height == frame.height && stride == frame.y.stride && area == self.area
    }

    /// The share of points that are wrong, 0 to 1, regardless of the sample range.
    package func damage(of frame: FrameView) -> Double {
        let bytes = frame.y.bytes
        var levels = Levels(slope: 1, base: 0)
        var wrong = 0
        for pass in 0..<3 {
            // Wrong points are excluded from the next iteration; otherwise a white block would make the rest look dark.
            levels = self.levels(of: bytes, near: pass == 0 ? nil : levels)
            wrong = points.count { abs(levels.error(of: $0.luma, seen: bytes[Int($0.offset)])) > Self.limit }
        }
        return Double(wrong) / Double(points.count)
    }

    /// The received levels of black and white.
    private struct Levels {
        let slope: Float
        let base: Float

        func error(of luma: Float, seen: UInt8) -> Float { Float(seen) - base - slope * luma }
    }

    /// Least squares over all points, or over the points that match the given levels.
    private func levels(of bytes: UnsafeRawBufferPointer, near levels: Levels?) -> Levels {
        var (count, sumX, sumY, sumXX, sumXY): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
        for point in points {
            let seen = bytes[Int(point.offset)]
            if let levels, abs(levels.error(of: point.luma, seen: seen)) > Self.limit { continue }
            let value = Float(seen)
            count += 1
            sumX += point.luma
            sumY += value
            sumXX += point.luma * point.luma
            sumXY += point.luma * value
        }
        let spread = count > 0 ? sumXX - sumX * sumX / count : 0
        guard spread > 0 else { return levels ?? Levels(slope: 1, base: 0) }
        let slope = max(0.5, min(1.5, (sumXY - sumX * sumY / count) / spread))
        return Levels(slope: slope, base: (sumY - slope * sumX) / count)
    }
}
