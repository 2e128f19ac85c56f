import StudioCore

/// Pictures that cost an encoder about what a camera's do: soft shapes that pass by, and a grain that changes from picture
/// to picture. The same ones each time.
struct BenchmarkFrames {
    private let layout: I420Layout
    /// Luma, wider than a picture, so that a picture is a window that moves over it; one for each grain.
    private let grounds: [[UInt8]]
    private let stride: Int

    /// How far the window travels before it turns back, in pixels.
    private static let travel = 240
    /// Pixels from one picture to the next.
    private static let step = 3

    init(_ layout: I420Layout) {
        self.layout = layout
        stride = layout.width + Self.travel
        grounds = (0..<2).map { Self.ground(stride: layout.width + Self.travel, rows: layout.height, grain: $0) }
    }

    /// Draws a picture in the layout.
    func draw(_ number: Int, into target: UnsafeMutableRawBufferPointer) {
        let turn = number * Self.step % (Self.travel * 2)
        let left = turn < Self.travel ? turn : Self.travel * 2 - turn
        let ground = grounds[number % grounds.count]
        ground.withUnsafeBytes { source in
            for row in 0..<layout.y.height {
                let line = source[row * stride + left..<row * stride + left + layout.width]
                UnsafeMutableRawBufferPointer(rebasing: target[(layout.y.offset + row * layout.y.stride)...])
                    .copyBytes(from: line)
            }
            // Colours as soft as the shapes: the luma of every second row, read twice as coarsely.
            for plane in [layout.u, layout.v] {
                for row in 0..<plane.height {
                    let line = source[row * 2 * stride + left / 2..<row * 2 * stride + left / 2 + plane.width]
                    UnsafeMutableRawBufferPointer(rebasing: target[(plane.offset + row * plane.stride)...])
                        .copyBytes(from: line)
                }
            }
        }
    }

    /// Three sheets of soft noise, each half as coarse and half as strong as the one before, under a grain of ±2.
    private static func ground(stride: Int, rows: Int, grain: UInt64) -> [UInt8] {
        var random = Noise(state: 0x5EED &+ grain)
        var ground = [UInt8](repeating: 0, count: stride * rows)
        let sheets = [(cell: 64, strength: Int32(96)), (cell: 32, strength: 48), (cell: 16, strength: 24)]
            .map { Sheet(stride: stride, rows: rows, cell: $0.cell, strength: $0.strength) }
        for row in 0..<rows {
            let lines = sheets.map { $0.line(row) }
            for column in 0..<stride {
                var value: Int32 = 44
                for index in 0..<3 { value += lines[index].value(column) }
                value += Int32(random.next() % 5) - 2
                ground[row * stride + column] = UInt8(clamping: value)
            }
        }
        return ground
    }
}

/// Random values at the corners of cells, and straight lines between them.
private struct Sheet {
    private let cell: Int
    private let columns: Int
    private let corners: [Int32]

    init(stride: Int, rows: Int, cell: Int, strength: Int32) {
        var random = Noise(state: UInt64(cell))
        let columns = stride / cell + 2
        self.cell = cell
        self.columns = columns
        corners = (0..<columns * (rows / cell + 2)).map { _ in Int32(random.next() % UInt64(strength)) }
    }

    struct Line {
        let cell: Int
        let values: [Int32]

        func value(_ column: Int) -> Int32 {
            let (place, part) = (column / cell, Int32(column % cell))
            return (values[place] * (Int32(cell) - part) + values[place + 1] * part) / Int32(cell)
        }
    }

    func line(_ row: Int) -> Line {
        let (place, part) = (row / cell, Int32(row % cell))
        let values = (0..<columns).map { column in
            (corners[place * columns + column] * (Int32(cell) - part) + corners[(place + 1) * columns + column] * part)
                / Int32(cell)
        }
        return Line(cell: cell, values: values)
    }
}

/// SplitMix64, so that the pictures are the same each time.
private struct Noise {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return (value ^ (value >> 31)) >> 33
    }
}
