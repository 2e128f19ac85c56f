import StudioCore

/// Compares what never changes on the card with what arrived.
package struct CardCheck: Sendable {
    /// Offsets into the received luma, and what should be there.
    private let points: [(offset: Int32, luma: Float)]
    private let width: Int
    private let height: Int
    private let stride: Int
    private let area: PictureArea

    /// A point this far from its value, in 8-bit luma, is wrong: low bitrates stay below a third of it on even areas.
    private static let limit: Float = 40
    /// Fewer than these cannot carry a share.
    private static let leastPoints = 50

    /// - Returns: `nil` when too little of the card is on the picture.
    package init?(_ run: CodedRun, area: PictureArea, picture: PictureView) {
        let card = CodedPictureWriter(run, range: .full)
        let layout = CardLayout(grid: CardGrid(width: run.width, height: run.height))
        let luma = card.luma
        var points: [(Int32, Float)] = []
        for row in 0..<layout.grid.rows {
            for column in 0..<layout.grid.columns {
                let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
                guard !layout.changing.contains(where: { $0.contains(x: x, y: y) }),
                    let value = Self.evenLuma(luma, card, layout.grid, x, y),
                    let offset = Self.offset(x, y, layout.grid, area, picture)
                else { continue }
                points.append((offset, value))
            }
        }
        guard points.count >= Self.leastPoints else { return nil }
        self.points = points
        self.area = area
        (width, height, stride) = (picture.width, picture.height, picture.y.stride)
    }

    /// The card's luma around a point, where it is the same for a third of a unit in each direction.
    private static func evenLuma(
        _ luma: [UInt8], _ card: CodedPictureWriter, _ grid: CardGrid, _ x: Double, _ y: Double
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
        _ x: Double, _ y: Double, _ grid: CardGrid, _ area: PictureArea, _ picture: PictureView
    ) -> Int32? {
        let column = Int((area.x + x * area.width / Double(grid.columns)).rounded(.down))
        let row = Int((area.y + y * area.height / Double(grid.rows)).rounded(.down))
        guard (2..<picture.width - 2).contains(column), (2..<picture.height - 2).contains(row) else { return nil }
        return Int32(row * picture.y.stride + column)
    }

    /// Whether it was made for pictures like this one.
    package func fits(_ picture: PictureView, _ area: PictureArea) -> Bool {
        width == picture.width && height == picture.height && stride == picture.y.stride && area == self.area
    }

    /// Which share of the points is not what it should be, 0 to 1, whatever the range of the samples.
    package func damage(of picture: PictureView) -> Double {
        let bytes = picture.y.bytes
        var levels = Levels(slope: 1, base: 0)
        var wrong = 0
        for pass in 0..<3 {
            // What was wrong has no say in the next pass, or a white block would make the rest look dark.
            levels = self.levels(of: bytes, near: pass == 0 ? nil : levels)
            wrong = points.count { abs(levels.error(of: $0.luma, seen: bytes[Int($0.offset)])) > Self.limit }
        }
        return Double(wrong) / Double(points.count)
    }

    /// What became of black and white.
    private struct Levels {
        let slope: Float
        let base: Float

        func error(of luma: Float, seen: UInt8) -> Float { Float(seen) - base - slope * luma }
    }

    /// By least squares over all points, or over those that were right with other levels.
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
