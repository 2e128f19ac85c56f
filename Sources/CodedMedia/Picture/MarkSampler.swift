/// Where a mark lies on a received picture.
struct MarkPlace: Hashable, Sendable {
    /// The upper left corner of its first cell, in pixels.
    let x, y: Double
    /// The size of a cell, in pixels.
    let cellWidth, cellHeight: Double
    let isUpright: Bool
}

/// Reads the cells of one mark at one place; made once for a place, then used for every picture.
struct MarkSampler: Sendable {
    /// Sixteen for each cell, the cells in rows of the code.
    private let offsets: [Int32]

    /// What a mark's cells are, from −1, dark, to 1, light: between them unsure.
    struct Cells: Sendable {
        var levels: [Float]

        /// Two readings of the same cells are better than each of them.
        func mixed(with other: Cells) -> Cells {
            Cells(levels: zip(levels, other.levels).map { $0 + $1 })
        }

        func bits(_ range: Range<Int>) -> ArraySlice<Bool> { ArraySlice(levels[range].map { $0 > 0 }) }
    }

    /// Less than this between light and dark, in 8-bit luma, is no mark.
    private static let leastContrast: Float = 24

    /// - Returns: `nil` when the mark is not wholly on the picture.
    init?(_ place: MarkPlace, width: Int, height: Int, stride: Int) {
        let (across, down) =
            place.isUpright ? (PictureCode.rows, PictureCode.columns) : (PictureCode.columns, PictureCode.rows)
        guard place.x > -place.cellWidth / 4, place.y > -place.cellHeight / 4,
            place.x + place.cellWidth * (Double(across) - 0.25) < Double(width),
            place.y + place.cellHeight * (Double(down) - 0.25) < Double(height)
        else { return nil }
        var offsets: [Int32] = []
        offsets.reserveCapacity(PictureCode.columns * PictureCode.rows * SampleGrid.count)
        for row in 0..<PictureCode.rows {
            for column in 0..<PictureCode.columns {
                let (across, down) = place.isUpright ? (row, column) : (column, row)
                let left = place.x + Double(across) * place.cellWidth
                let top = place.y + Double(down) * place.cellHeight
                offsets += SampleGrid.offsets(
                    x: left...left + place.cellWidth, y: top...top + place.cellHeight, width: width, height: height,
                    stride: stride)
            }
        }
        self.offsets = offsets
    }

    /// The data cells; `nil` where the cells that alternate do not.
    func read(_ plane: UnsafeRawBufferPointer) -> Cells? {
        var light: Float = 0
        var dark: Float = 0
        var lightCount = 0
        for (column, row) in Self.timing {
            let level = self.level(column, row, plane)
            if PictureCode.isTimingLight(column: column, row: row) {
                light += level
                lightCount += 1
            } else {
                dark += level
            }
        }
        light /= Float(lightCount)
        dark /= Float(Self.timing.count - lightCount)
        let contrast = light - dark
        guard contrast >= Self.leastContrast else { return nil }
        let middle = (light + dark) / 2
        let levels = (0..<PictureCode.dataCells).map { cell in
            let (column, row) = PictureCode.place(ofDataCell: cell)
            return max(-1, min(1, (level(column, row, plane) - middle) * 2 / contrast))
        }
        return Cells(levels: levels)
    }

    private static let timing =
        (0..<PictureCode.columns).map { (column: $0, row: 0) } + (1..<PictureCode.rows).map { (column: 0, row: $0) }

    private func level(_ column: Int, _ row: Int, _ plane: UnsafeRawBufferPointer) -> Float {
        let first = (row * PictureCode.columns + column) * SampleGrid.count
        var sum: Int32 = 0
        for offset in offsets[first..<first + SampleGrid.count] { sum += Int32(plane[Int(offset)]) }
        return Float(sum) / Float(SampleGrid.count)
    }
}
