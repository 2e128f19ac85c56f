/// A rectangle in the units of a ``CardGrid``.
struct CardArea: Hashable, Sendable {
    var x: ClosedRange<Double>
    var y: ClosedRange<Double>

    init(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) {
        self.x = x
        self.y = y
    }

    func inset(by units: Double) -> CardArea {
        CardArea(
            x.lowerBound + units...x.upperBound - units, y.lowerBound + units...y.upperBound - units)
    }

    func contains(x pointX: Double, y pointY: Double) -> Bool { x.contains(pointX) && y.contains(pointY) }
}

/// A part of the card with a known colour. Range and matrix are derived from these patches.
struct CardPatch: Hashable, Sendable {
    let area: CardArea
    /// Red, green and blue, 0 to 1.
    let red, green, blue: Double
}

/// The positions of all parts of the card.
///
/// The two marks lie on one diagonal of the centre, clock and flash on the other. Any half of the frame therefore
/// contains one mark and either the clock or the flash.
struct CardLayout: Hashable, Sendable {
    let grid: CardGrid

    private var width: Double { Double(grid.columns) }
    private var height: Double { Double(grid.rows) }

    // MARK: Marks

    /// A mark with its margin of half a cell.
    func mark(_ copy: Int) -> CardArea {
        let (left, top) = copy == 0 ? (width / 4, height / 4) : (width / 2, height / 2)
        return CardArea(left...left + width / 4, top...top + height / 4)
    }

    /// One cell of a mark.
    func cell(column: Int, row: Int, of copy: Int) -> CardArea {
        let area = mark(copy)
        let (across, down) = grid.isPortrait ? (row, column) : (column, row)
        let (left, top) = (area.x.lowerBound + 0.5 + Double(across), area.y.lowerBound + 0.5 + Double(down))
        return CardArea(left...left + 1, top...top + 1)
    }

    // MARK: Patches

    /// 75 % bars without white and black, in the order of SMPTE ECR 1.
    private static let colors: [(Double, Double, Double)] = [
        (0.75, 0.75, 0), (0, 0.75, 0.75), (0, 0.75, 0), (0.75, 0, 0.75), (0.75, 0, 0), (0, 0, 0.75),
    ]
    /// Mirrored, so that each half of the frame contains all of them.
    private static let greys = [0, 0.2, 0.4, 0.6, 0.8, 1, 1, 0.8, 0.6, 0.4, 0.2, 0]

    var patches: [CardPatch] {
        let band = height / 4 - 5
        let colors = Self.row(Self.colors.count, within: 3...width - 3).enumerated().map { number, x in
            let (red, green, blue) = Self.colors[number]
            return CardPatch(area: CardArea(x, 2...2 + band), red: red, green: green, blue: blue)
        }
        let greys = Self.row(Self.greys.count, within: 3...width - 3).enumerated().map { number, x in
            let grey = Self.greys[number]
            return CardPatch(area: CardArea(x, height - 2 - band...height - 2), red: grey, green: grey, blue: grey)
        }
        return colors + greys
    }

    private static func row(_ count: Int, within range: ClosedRange<Double>) -> [ClosedRange<Double>] {
        let step = (range.upperBound - range.lowerBound) / Double(count)
        return (0..<count).map { number in
            let left = range.lowerBound + Double(number) * step
            return left...left + step
        }
    }

    // MARK: Other parts

    /// A ramp from black to white.
    var ramp: CardArea { CardArea(3...width - 3, height * 3 / 4 + 0.5...height * 3 / 4 + 2.5) }

    /// The time code and the frame number.
    var clock: CardArea { CardArea(width / 2...width * 3 / 4, height / 4...height / 2) }

    /// Flashes at the start of each second. A bar in it moves through the second.
    var flash: CardArea { CardArea(width / 4...width / 2, height / 2...height * 3 / 4) }

    /// The name of the card and the session identity, with size and frame rate.
    var captions: (left: CardArea, right: CardArea) {
        let y = height / 4 + 1...height * 3 / 4 - 1
        return (CardArea(3...width / 4 - 1, y), CardArea(width * 3 / 4 + 1...width - 3, y))
    }

    /// The parts that change from frame to frame.
    var changing: [CardArea] { [mark(0), mark(1), clock, flash] }
}
