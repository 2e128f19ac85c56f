public import StudioCore

/// Draws the coded test card, which carries its frame number and session for a ``CodedFrameReader``.
///
/// Not safe for concurrent use.
public struct CodedFrameWriter: Sendable {
    /// The data on each frame in addition to its number. The origin may be set at any time.
    public var session: CodedSession {
        didSet { if session.origin != oldValue.origin { drawSession() } }
    }
    /// The plane layout of a frame.
    public let layout: I420Layout
    /// The duration of the flash at the start of each second, in seconds. The click of ``CodedAudioWriter`` has the
    /// same duration.
    public static let flashSeconds = 0.1

    private let card: CardLayout
    private let canvas: Canvas
    private let unitX: Double
    private let unitY: Double
    /// The card with the marks of the session. The changing parts are drawn over it.
    private var frame: [UInt8]

    /// - Parameters:
    ///   - session: the data on each frame; defines the frame size.
    ///   - layout: a layout of that size; defaults to GStreamer's.
    ///   - range: the range of the samples. The matrix is BT.709.
    public init(_ session: CodedSession, layout: I420Layout? = nil, range: VideoRange) {
        self.session = session
        self.layout = layout ?? .gstreamer(width: session.width, height: session.height)
        let grid = CardGrid(width: session.width, height: session.height)
        card = CardLayout(grid: grid)
        canvas = Canvas(self.layout, range: range)
        unitX = Double(session.width) / Double(grid.columns)
        unitY = Double(session.height) / Double(grid.rows)
        frame = [UInt8](repeating: 0, count: self.layout.byteCount)
        drawCard()
        drawSession()
    }

    /// Draws frame `number`, whose time is `number / rate`.
    ///
    /// - Parameter target: at least `layout.byteCount` bytes.
    public mutating func draw(_ number: UInt32, into target: UnsafeMutableRawBufferPointer) {
        drawNumber(number)
        drawFlash(number)
        drawClock(number)
        target.copyBytes(from: frame)
    }

    /// The luma plane of the card without marks; received frames are compared with it.
    var luma: [UInt8] { Array(frame[0..<layout.y.stride * layout.y.height]) }

    // MARK: Fixed parts

    private mutating func drawCard() {
        fill(CardArea(0...Double(card.grid.columns), 0...Double(card.grid.rows)), canvas.grey(0.22))
        drawLines()
        drawBorder()
        for patch in card.patches {
            fill(patch.area, canvas.color(red: patch.red, green: patch.green, blue: patch.blue))
        }
        drawRamp()
        for area in card.changing { fill(area, canvas.black) }
        drawCaptions()
    }

    private mutating func drawLines() {
        let line = canvas.grey(0.35)
        let (columns, rows) = (Double(card.grid.columns), Double(card.grid.rows))
        for x in stride(from: 6, to: columns, by: 6) { fill(CardArea(x - 0.05...x + 0.05, 0...rows), line) }
        for y in stride(from: 6, to: rows, by: 6) { fill(CardArea(0...columns, y - 0.05...y + 0.05), line) }
    }

    /// Alternates light and dark along every edge, so that a missing edge is visible.
    private mutating func drawBorder() {
        let (columns, rows) = (card.grid.columns, card.grid.rows)
        for x in stride(from: 0, to: columns, by: 3) {
            let color = x / 3 % 2 == 0 ? canvas.white : canvas.black
            for y in [0, rows - 1] { fill(unit(x..<x + 3, y..<y + 1), color) }
        }
        for y in stride(from: 0, to: rows, by: 3) {
            let color = y / 3 % 2 == 0 ? canvas.white : canvas.black
            for x in [0, columns - 1] { fill(unit(x..<x + 1, y..<y + 3), color) }
        }
    }

    private mutating func drawRamp() {
        let (x, y) = (pixels(x: card.ramp.x), pixels(y: card.ramp.y))
        for column in stride(from: x.lowerBound, to: x.upperBound, by: 2) {
            let level = Double(column - x.lowerBound) / Double(max(1, x.count - 2))
            fill(x: column..<column + 2, y: y, canvas.grey(level))
        }
    }

    private mutating func drawCaptions() {
        write(["PSSTUDIO", "CODED", "SESSION", session.name.uppercased()], in: card.captions.left)
        write(["\(session.width)X\(session.height)", "\(session.rate)", "PER S", "BT709"], in: card.captions.right)
    }

    private mutating func write(_ lines: [String], in area: CardArea) {
        let (x, y) = (pixels(x: area.x), pixels(y: area.y))
        let longest = lines.map(\.count).max() ?? 1
        let dot = min(x.count / (longest * DotFont.advance), y.count / (lines.count * 10))
        guard dot >= 1 else { return }
        let step = y.count / lines.count
        for (number, line) in lines.enumerated() {
            let left = x.lowerBound + (x.count - Canvas.width(of: line, dot: dot)) / 2
            write(line, x: left, y: y.lowerBound + number * step + step / 2 - dot * 3, dot: dot)
        }
    }

    // MARK: Changing parts

    private mutating func drawSession() {
        for copy in 0..<MarkCode.copies {
            for column in 0..<MarkCode.columns {
                drawCell(column: column, row: 0, of: copy, MarkCode.isTimingLight(column: column, row: 0))
            }
            for row in 1..<MarkCode.rows {
                drawCell(column: 0, row: row, of: copy, MarkCode.isTimingLight(column: 0, row: row))
            }
            drawCells(MarkCode.cells(of: session, copy: copy), at: MarkCode.sessionCells, of: copy)
        }
    }

    private mutating func drawNumber(_ number: UInt32) {
        let cells = MarkCode.cells(of: number, in: session)
        for copy in 0..<MarkCode.copies { drawCells(cells, at: MarkCode.numberCells, of: copy) }
    }

    private mutating func drawCells(_ cells: [Bool], at places: Range<Int>, of copy: Int) {
        for (cell, place) in zip(cells, places) {
            let (column, row) = MarkCode.place(ofDataCell: place)
            drawCell(column: column, row: row, of: copy, cell)
        }
    }

    private mutating func drawCell(column: Int, row: Int, of copy: Int, _ isLight: Bool) {
        let area = card.cell(column: column, row: row, of: copy)
        fillLuma(area, isLight ? canvas.grey(MarkCode.light).y : canvas.grey(MarkCode.dark).y)
    }

    private mutating func drawFlash(_ number: UInt32) {
        let code = TimeCode(number: number, rate: session.rate)
        let elapsed = MediaTime(count: Int64(number) - code.firstOfSecond, rate: session.rate).seconds
        let area = card.flash.inset(by: 1)
        fill(area, elapsed < Self.flashSeconds ? canvas.white : canvas.grey(0.12))
        let share = min(1, elapsed)
        let end = area.x.lowerBound + share * (area.x.upperBound - area.x.lowerBound)
        fill(CardArea(area.x.lowerBound...end, area.y.upperBound - 2...area.y.upperBound), canvas.grey(0.6))
    }

    private mutating func drawClock(_ number: UInt32) {
        let area = card.clock.inset(by: 1)
        fill(area, canvas.black)
        write([TimeCode(number: number, rate: session.rate).text, "\(number)"], in: area)
    }

    // MARK: Drawing

    private func unit(_ x: Range<Int>, _ y: Range<Int>) -> CardArea {
        CardArea(Double(x.lowerBound)...Double(x.upperBound), Double(y.lowerBound)...Double(y.upperBound))
    }

    private func pixels(x: ClosedRange<Double>) -> Range<Int> {
        Int((x.lowerBound * unitX).rounded())..<Int((x.upperBound * unitX).rounded())
    }

    private func pixels(y: ClosedRange<Double>) -> Range<Int> {
        Int((y.lowerBound * unitY).rounded())..<Int((y.upperBound * unitY).rounded())
    }

    private mutating func fill(_ area: CardArea, _ color: SampleColor) {
        fill(x: pixels(x: area.x), y: pixels(y: area.y), color)
    }

    private mutating func fill(x: Range<Int>, y: Range<Int>, _ color: SampleColor) {
        let canvas = canvas
        frame.withUnsafeMutableBytes { canvas.fill($0, x: x, y: y, color) }
    }

    private mutating func fillLuma(_ area: CardArea, _ luma: UInt8) {
        let (canvas, x, y) = (canvas, pixels(x: area.x), pixels(y: area.y))
        frame.withUnsafeMutableBytes { canvas.fillLuma($0, x: x, y: y, luma) }
    }

    private mutating func write(_ text: String, x: Int, y: Int, dot: Int) {
        let canvas = canvas
        frame.withUnsafeMutableBytes { canvas.write(text, into: $0, x: x, y: y, dot: dot, canvas.white.y) }
    }
}
