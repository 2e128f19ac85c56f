import StudioCore

/// Finds marks anywhere on a frame: first by their alternating first row, then by their first column.
struct MarkSearch {
    private let frame: FrameView

    /// A decoded mark and its copy number.
    private struct Find {
        let place: MarkPosition
        let session: CodedSession
        let copy: Int
    }

    /// Cells smaller than this many pixels are not searched for.
    private static let minimumCell = 1.5
    /// The tolerance of a cell's width: blur and rounding move the edges of small cells by most of a pixel.
    private static func tolerance(_ mean: Double) -> Double { max(0.3 * mean, 0.8) }
    /// The search of a striped frame ends after this many attempts.
    private static let maximumTries = 400

    init(_ frame: FrameView) {
        self.frame = frame
    }

    /// The position of the card, from all marks found.
    func find() -> (area: CardPlacement, isPortrait: Bool)? {
        var finds: [Find] = []
        var edges: [SampleLine.Edge] = []
        var tries = 0
        // A cell of a whole card is 1/48 of the height, so three search rows cross it, even with letterboxing.
        for row in stride(from: 0, to: frame.height, by: max(1, frame.height / 192)) {
            for candidate in candidates(inRow: row, &edges) {
                tries += 1
                if tries > Self.maximumTries { return area(of: finds) }
                guard let find = check(candidate, row), !finds.contains(where: { $0.copy == find.copy }) else {
                    continue
                }
                finds.append(find)
                if finds.count == MarkCode.copies { return area(of: finds) }
            }
        }
        return area(of: finds)
    }

    // MARK: One mark

    /// Alternating light and dark: the start and the length of one cell.
    private struct Alternation {
        let start: Double
        let length: Double
        let isPortrait: Bool
    }

    private func check(_ candidate: Alternation, _ row: Int) -> Find? {
        let column = Int(candidate.start + candidate.length / 2)
        let cells = candidate.isPortrait ? MarkCode.columns - 1 : MarkCode.rows
        let line = SampleLine(frame.y.bytes, from: column, step: frame.y.stride, count: frame.height)
        guard let level = line.level, let first = line.rise(reaching: row, level) else { return nil }
        var edges: [SampleLine.Edge] = []
        line.find(&edges, level, from: first, most: cells + 1)
        guard let down = alternation(edges, at: 0, cells: cells) else { return nil }
        let place = MarkPosition(
            x: candidate.start, y: down.start, cellWidth: candidate.length, cellHeight: down.length,
            isPortrait: candidate.isPortrait)
        guard
            let sampler = MarkSampler(place, width: frame.width, height: frame.height, stride: frame.y.stride),
            let data = sampler.read(frame.y.bytes),
            let (session, copy) = MarkCode.session(from: data.bits(MarkCode.sessionCells))
        else { return nil }
        return Find(place: place, session: session, copy: copy)
    }

    /// Candidates for the first row of a mark in this row.
    private func candidates(inRow row: Int, _ edges: inout [SampleLine.Edge]) -> [Alternation] {
        let line = SampleLine(frame.y.bytes, from: row * frame.y.stride, step: 1, count: frame.width)
        guard let level = line.level else { return [] }
        line.find(&edges, level)
        var found: [Alternation] = []
        for (index, edge) in edges.enumerated() where edge.isRising {
            // The last of an even number of cells is dark like the margin, so its end is not visible.
            for (cells, isPortrait) in [(MarkCode.columns - 1, false), (MarkCode.rows, true)] {
                if let (start, length) = alternation(edges, at: index, cells: cells) {
                    found.append(Alternation(start: start, length: length, isPortrait: isPortrait))
                }
            }
        }
        return found
    }

    private func alternation(_ edges: [SampleLine.Edge], at index: Int, cells: Int) -> (start: Double, length: Double)?
    {
        guard index + cells < edges.count else { return nil }
        let (start, end) = (edges[index].position, edges[index + cells].position)
        let mean = (end - start) / Double(cells)
        guard mean >= Self.minimumCell else { return nil }
        let tolerance = Self.tolerance(mean)
        for cell in index..<index + cells
        where abs(edges[cell + 1].position - edges[cell].position - mean) > tolerance {
            return nil
        }
        return (start, mean)
    }

    // MARK: From marks to the card

    private func area(of finds: [Find]) -> (area: CardPlacement, isPortrait: Bool)? {
        guard let first = finds.first else { return nil }
        let isPortrait = first.place.isPortrait
        let layout = CardLayout(grid: isPortrait ? CardGrid(width: 1, height: 2) : CardGrid(width: 2, height: 1))
        let start = layout.cell(column: 0, row: 0, of: first.copy)
        // The last of an even number of cells is not part of the measured length.
        let (long, short) = (MarkCode.columns - 1, MarkCode.rows)
        let (across, down) = isPortrait ? (short, long) : (long, short)
        var (unitsX, unitsY) = (Double(across), Double(down))
        var (lengthX, lengthY) = (first.place.cellWidth * unitsX, first.place.cellHeight * unitsY)
        if finds.count == 2, let second = finds.last {
            // The marks are a quarter of the card apart. This distance exceeds the length of a mark and gives a more
            // precise size.
            let end = layout.cell(column: 0, row: 0, of: second.copy)
            (unitsX, unitsY) = (end.x.lowerBound - start.x.lowerBound, end.y.lowerBound - start.y.lowerBound)
            (lengthX, lengthY) = (second.place.x - first.place.x, second.place.y - first.place.y)
        }
        let x = side(
            from: start.x.lowerBound, units: unitsX, at: first.place.x, length: lengthX, of: layout.grid.columns,
            original: first.session.width)
        let y = side(
            from: start.y.lowerBound, units: unitsY, at: first.place.y, length: lengthY, of: layout.grid.rows,
            original: first.session.height)
        return (CardPlacement(x: x.start, y: y.start, width: x.length, height: y.length), isPortrait)
    }

    /// The start and the length of a side of the card, computed from `units` units of it, beginning with unit `from`.
    ///
    /// If the length equals what the writer draws, to half a pixel, the card was not scaled. The result is then exact,
    /// because the rounding of the writer is known.
    private func side(
        from: Double, units: Double, at position: Double, length: Double, of count: Int, original: Int
    ) -> (start: Double, length: Double) {
        let drawnUnit = Double(original) / Double(count)
        let drawnStart = (from * drawnUnit).rounded()
        if abs(((from + units) * drawnUnit).rounded() - drawnStart - length) < 0.5 {
            return ((position - drawnStart).rounded(), Double(original))
        }
        let unit = length / units
        return (position - from * unit, unit * Double(count))
    }
}
