/// The position of a mark on a received frame.
struct MarkPosition: Hashable, Sendable {
    /// The upper left corner of its first cell, in pixels.
    let x, y: Double
    /// The size of a cell, in pixels.
    let cellWidth, cellHeight: Double
    let isPortrait: Bool
}

/// Samples the cells of one mark at a fixed position. It is created once per position and reused for each frame.
struct MarkSampler: Sendable {
    /// Sixteen offsets per cell, row by row.
    private let offsets: [Int32]

    /// The levels of a mark's cells, from −1 (dark) to 1 (light). Values around 0 are uncertain.
    struct Cells: Sendable {
        var levels: [Float]

        /// Two readings of the same cells are more reliable than one.
        func mixed(with other: Cells) -> Cells {
            Cells(levels: zip(levels, other.levels).map { $0 + $1 })
        }

        func bits(_ range: Range<Int>) -> ArraySlice<Bool> { ArraySlice(levels[range].map { $0 > 0 }) }
    }

    /// Less than this difference between light and dark, in 8-bit luma, is not a mark.
    private static let minimumContrast: Float = 24

    /// - Returns: `nil` when part of the mark lies outside the frame.
    init?(_ place: MarkPosition, width: Int, height: Int, stride: Int) {
        let (across, down) =
            place.isPortrait ? (MarkCode.rows, MarkCode.columns) : (MarkCode.columns, MarkCode.rows)
        guard place.x > -place.cellWidth / 4, place.y > -place.cellHeight / 4,
            place.x + place.cellWidth * (Double(across) - 0.25) < Double(width),
            place.y + place.cellHeight * (Double(down) - 0.25) < Double(height)
        else { return nil }
        var offsets: [Int32] = []
        offsets.reserveCapacity(MarkCode.columns * MarkCode.rows * SampleGrid.count)
        for row in 0..<MarkCode.rows {
            for column in 0..<MarkCode.columns {
                let (across, down) = place.isPortrait ? (row, column) : (column, row)
                let left = place.x + Double(across) * place.cellWidth
                let top = place.y + Double(down) * place.cellHeight
                SampleGrid.forEachOffset(
                    x: left...left + place.cellWidth, y: top...top + place.cellHeight, width: width, height: height,
                    stride: stride
                ) { offsets.append(Int32($0)) }
            }
        }
        self.offsets = offsets
    }

    /// The data cells; `nil` when the timing cells do not alternate.
    func read(_ plane: UnsafeRawBufferPointer) -> Cells? {
        var light: Float = 0
        var dark: Float = 0
        var lightCount = 0
        for (column, row) in Self.timing {
            let level = self.level(column, row, plane)
            if MarkCode.isTimingLight(column: column, row: row) {
                light += level
                lightCount += 1
            } else {
                dark += level
            }
        }
        light /= Float(lightCount)
        dark /= Float(Self.timing.count - lightCount)
        let contrast = light - dark
        guard contrast >= Self.minimumContrast else { return nil }
        let middle = (light + dark) / 2
        let levels = (0..<MarkCode.dataCells).map { cell in
            let (column, row) = MarkCode.place(ofDataCell: cell)
            return max(-1, min(1, (level(column, row, plane) - middle) * 2 / contrast))
        }
        return Cells(levels: levels)
    }

    private static let timing =
        (0..<MarkCode.columns).map { (column: $0, row: 0) } + (1..<MarkCode.rows).map { (column: 0, row: $0) }

    private func level(_ column: Int, _ row: Int, _ plane: UnsafeRawBufferPointer) -> Float {
        let first = (row * MarkCode.columns + column) * SampleGrid.count
        var sum: Int32 = 0
        for offset in offsets[first..<first + SampleGrid.count] { sum += Int32(plane[Int(offset)]) }
        return Float(sum) / Float(SampleGrid.count)
    }
}
