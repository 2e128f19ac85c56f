import GStreamer
import StudioCore

/// A 3D lookup table that converts 10-bit BT.2020 video to 8-bit BT.709.
///
/// Both luma and chroma depend on all three samples. A column of the table holds all lumas of one chroma; values are
/// interpolated between four columns. Most frames need few columns, so each is computed when it is first used. It
/// belongs to one thread.
final class ToneMapTable {
    /// A square grid of columns over Cb and Cr.
    private struct ColumnGrid {
        enum Values {
            /// Luma, for each luma.
            case luma
            /// Cb followed by Cr, for every fourth luma.
            case chroma
        }

        let holds: Values
        /// Columns per side. Neutral grey is on a column, and the largest sample has a column behind it.
        let side: Int
        /// The number of values of a column.
        let height: Int
        let values: UnsafeMutablePointer<UInt16>
        let hasColumn: UnsafeMutablePointer<Bool>
        /// Whether this column and the three after it are computed.
        let hasSquare: UnsafeMutablePointer<Bool>

        init(_ holds: Values) {
            self.holds = holds
            height = holds == .luma ? ToneMapTable.lumas : 2 * ToneMapTable.chromaLumas
            side = (1024 >> ToneMapTable.stepBits) + 1
            // Each column is written before it is read.
            values = .allocate(capacity: side * side * height)
            hasColumn = .allocate(capacity: side * side)
            hasColumn.initialize(repeating: false, count: side * side)
            hasSquare = .allocate(capacity: side * side)
            hasSquare.initialize(repeating: false, count: side * side)
        }

        func free() {
            values.deallocate()
            hasColumn.deallocate()
            hasSquare.deallocate()
        }
    }

    /// Four columns around a chroma, and their weights.
    private struct Square {
        /// The column at the lower Cb and Cr. The next Cr is one column away, the next Cb one row of columns.
        let first: UnsafePointer<UInt16>
        let column: Int
        let row: Int
        let weights: SIMD4<UInt32>

        /// The value at a luma, multiplied by the sum of the weights.
        func sum(_ height: Int) -> UInt32 {
            let (low, high) = (first + height, first + (row &+ height))
            let values = SIMD4(UInt32(low[0]), UInt32(low[column]), UInt32(high[0]), UInt32(high[column]))
            return (values &* weights).wrappedSum()
        }
    }

    /// The chroma distance between columns, as a power of two.
    private static let stepBits = 3
    /// Columns store 64 times the sample.
    private static let fractionBits = 6
    private static let lumas = 1024
    private static let chromaLumas = 257

    private let color: ToneMapping
    private let range: VideoRange
    private let luma = ColumnGrid(.luma)
    private let chroma = ColumnGrid(.chroma)

    /// - Parameters:
    ///   - transfer: the transfer function of the samples.
    ///   - range: the range of the samples, before and after.
    init(_ transfer: VideoInfo.Transfer, range: VideoRange) {
        color = ToneMapping(transfer)
        self.range = range
    }

    deinit {
        luma.free()
        chroma.free()
    }

    // MARK: Frames

    /// A row of samples.
    private struct Samples {
        let base: UnsafePointer<UInt16>

        init?(_ plane: VideoInfo.Plane, _ row: Int) {
            guard let start = plane.bytes.baseAddress else { return nil }
            base = (start + row * plane.stride).assumingMemoryBound(to: UInt16.self)
        }

        /// Masks the upper bits, which a broken stream may set.
        subscript(_ column: Int) -> Int { Int(UInt16(littleEndian: base[column]) & 1023) }
    }

    /// Converts one frame.
    ///
    /// - Parameters:
    ///   - y, u, v: planes of 10-bit samples in 16 bits, little-endian.
    ///   - target: at least `layout.byteCount` bytes; padding is not modified.
    func convert(
        y: VideoInfo.Plane, u: VideoInfo.Plane, v: VideoInfo.Plane, to target: UnsafeMutableRawBufferPointer,
        layout: I420Layout
    ) {
        guard target.count >= layout.byteCount,
            let target = target.assumingMemoryBound(to: UInt8.self).baseAddress
        else { return }
        for row in 0..<layout.u.height {
            guard let upper = Samples(y, 2 * row), let lower = Samples(y, 2 * row + 1), let blue = Samples(u, row),
                let red = Samples(v, row)
            else { return }
            let luma = target + layout.y.offset + 2 * row * layout.y.stride
            convertRows(
                (upper, lower, blue, red), chromas: layout.u.width,
                to: (
                    luma, luma + layout.y.stride, target + layout.u.offset + row * layout.u.stride,
                    target + layout.v.offset + row * layout.v.stride
                ))
        }
    }

    private typealias Row = UnsafeMutablePointer<UInt8>

    /// Converts two rows of luma with their row of chroma.
    private func convertRows(
        _ source: (upper: Samples, lower: Samples, blue: Samples, red: Samples), chromas count: Int,
        to target: (upper: Row, lower: Row, blue: Row, red: Row)
    ) {
        for column in 0..<count {
            let (cb, cr) = (source.blue[column], source.red[column])
            let (left, right) = (2 &* column, 2 &* column &+ 1)
            let (a, b) = (source.upper[left], source.upper[right])
            let (c, d) = (source.lower[left], source.lower[right])
            let lumas = square(in: luma, cb, cr)
            target.upper[left] = Self.sample(lumas.sum(a))
            target.upper[right] = Self.sample(lumas.sum(b))
            target.lower[left] = Self.sample(lumas.sum(c))
            target.lower[right] = Self.sample(lumas.sum(d))
            let chromas = square(in: chroma, cb, cr)
            // The sum of 16 weights, rounded to a fourth of the average.
            let place = ((a &+ b &+ c &+ d &+ 8) &>> 4) &* 2
            target.blue[column] = Self.sample(chromas.sum(place))
            target.red[column] = Self.sample(chromas.sum(place &+ 1))
        }
    }

    private static func sample(_ sum: UInt32) -> UInt8 {
        let bits = UInt32(2 * stepBits + fractionBits)
        return UInt8(truncatingIfNeeded: (sum &+ (1 &<< (bits &- 1))) &>> bits)
    }

    // MARK: Columns

    private func square(in grid: ColumnGrid, _ cb: Int, _ cr: Int) -> Square {
        let (side, bits) = (grid.side, Self.stepBits)
        let cell = (cb &>> bits) &* side &+ (cr &>> bits)
        if !grid.hasSquare[cell] { fillSquare(of: grid, at: cell) }
        let step = 1 &<< bits
        let (x, y) = (cb & (step &- 1), cr & (step &- 1))
        let weights = SIMD4(
            UInt32((step &- x) &* (step &- y)), UInt32((step &- x) &* y), UInt32(x &* (step &- y)), UInt32(x &* y))
        return Square(
            first: grid.values + cell &* grid.height, column: grid.height, row: side &* grid.height,
            weights: weights)
    }

    private func fillSquare(of grid: ColumnGrid, at cell: Int) {
        for corner in [cell, cell + 1, cell + grid.side, cell + grid.side + 1]
        where !grid.hasColumn[corner] {
            let (row, column) = corner.quotientAndRemainder(dividingBy: grid.side)
            let (cb, cr) = (row << Self.stepBits, column << Self.stepBits)
            let values = grid.values + corner * grid.height
            switch grid.holds {
            case .luma:
                for y in 0..<Self.lumas { values[y] = converted(y, cb, cr).y }
            case .chroma:
                for y in 0..<Self.chromaLumas {
                    let result = converted(4 * y, cb, cr)
                    (values[2 * y], values[2 * y + 1]) = (result.cb, result.cr)
                }
            }
            grid.hasColumn[corner] = true
        }
        grid.hasSquare[cell] = true
    }

    /// Converts one colour: 10-bit BT.2020 to 8-bit BT.709, times 64.
    private func converted(_ y: Int, _ cb: Int, _ cr: Int) -> (y: UInt16, cb: UInt16, cr: UInt16) {
        let isFull = range == .full
        let luma = isFull ? Double(y) / 1023 : Double(y - 64) / 876
        let (blue, red) = (Double(cb - 512) / (isFull ? 1023 : 896), Double(cr - 512) / (isFull ? 1023 : 896))
        // ITU-R BT.2020, non-constant luminance.
        let shown = color.shown([
            luma + 1.4746 * red, luma - 0.16455 * blue - 0.57135 * red, luma + 1.8814 * blue,
        ])
        let light = (shown * [0.2126, 0.7152, 0.0722]).sum()
        func code(_ value: Double, _ scale: Double, _ offset: Double) -> UInt16 {
            UInt16((min(max(value * scale + offset, 0), 255) * Double(1 << Self.fractionBits)).rounded())
        }
        return (
            code(light, isFull ? 255 : 219, isFull ? 0 : 16),
            code((shown.z - light) / 1.8556, isFull ? 255 : 224, 128),
            code((shown.x - light) / 1.5748, isFull ? 255 : 224, 128)
        )
    }
}
