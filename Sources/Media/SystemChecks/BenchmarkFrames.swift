import StudioCore

/// Frames with an encoding cost like that of camera video: soft moving shapes, and grain that changes from frame to
/// frame. They are identical in every benchmark.
struct BenchmarkFrames {
    private let layout: I420Layout
    /// Luma, wider than a frame: a frame is a window that moves over it. One per grain.
    private let backgrounds: [[UInt8]]
    private let stride: Int

    /// The travel of the window before it reverses, in pixels.
    private static let travel = 240
    /// The movement per frame, in pixels.
    private static let step = 3

    init(_ layout: I420Layout) {
        self.layout = layout
        stride = layout.width + Self.travel
        backgrounds = (0..<2).map {
            Self.background(stride: layout.width + Self.travel, rows: layout.height, grain: $0)
        }
    }

    /// Draws a frame in the layout.
    func draw(_ number: Int, into target: UnsafeMutableRawBufferPointer) {
        let turn = number * Self.step % (Self.travel * 2)
        let left = turn < Self.travel ? turn : Self.travel * 2 - turn
        let background = backgrounds[number % backgrounds.count]
        background.withUnsafeBytes { source in
            for row in 0..<layout.y.height {
                let line = source[row * stride + left..<row * stride + left + layout.width]
                UnsafeMutableRawBufferPointer(rebasing: target[(layout.y.offset + row * layout.y.stride)...])
                    .copyBytes(from: line)
            }
            // Chroma is as soft as the shapes: the luma of every second row, subsampled by two.
            for plane in [layout.u, layout.v] {
                for row in 0..<plane.height {
                    let line = source[row * 2 * stride + left / 2..<row * 2 * stride + left / 2 + plane.width]
                    UnsafeMutableRawBufferPointer(rebasing: target[(plane.offset + row * plane.stride)...])
                        .copyBytes(from: line)
                }
            }
        }
    }

    /// Three octaves of value noise, each half as coarse and half as strong as the previous one, plus grain of ±2.
    private static func background(stride: Int, rows: Int, grain: UInt64) -> [UInt8] {
        var random = SeededRandom(seed: 0x5EED &+ grain)
        var background = [UInt8](repeating: 0, count: stride * rows)
        let sheets = [(cell: 64, strength: Int32(96)), (cell: 32, strength: 48), (cell: 16, strength: 24)]
            .map { Sheet(stride: stride, rows: rows, cell: $0.cell, strength: $0.strength) }
        for row in 0..<rows {
            let lines = sheets.map { $0.line(row) }
            for column in 0..<stride {
                var value: Int32 = 44
                for index in 0..<3 { value += lines[index].value(column) }
                value += Int32((random.next() >> 33) % 5) - 2
                background[row * stride + column] = UInt8(clamping: value)
            }
        }
        return background
    }
}

/// One octave: random values at the corners of cells, interpolated linearly.
private struct Sheet {
    private let cell: Int
    private let columns: Int
    private let corners: [Int32]

    init(stride: Int, rows: Int, cell: Int, strength: Int32) {
        var random = SeededRandom(seed: UInt64(cell))
        let columns = stride / cell + 2
        self.cell = cell
        self.columns = columns
        corners = (0..<columns * (rows / cell + 2)).map { _ in Int32((random.next() >> 33) % UInt64(strength)) }
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
