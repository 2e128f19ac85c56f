import StudioCore

/// Looks for marks anywhere on a picture: for their first row, which alternates, and then for their first column.
struct MarkSearch {
    private let picture: PictureView

    /// A mark that could be read, and which one it is.
    private struct Find {
        let place: MarkPlace
        let run: CodedRun
        let copy: Int
    }

    /// Cells below this many pixels are not looked for.
    private static let leastCell = 1.5
    /// How far a cell's width may be from the mean: blur and rounding move the edges of small ones by most of a pixel.
    private static func tolerance(_ mean: Double) -> Double { max(0.3 * mean, 0.8) }
    /// A picture full of stripes is given up after as many tries.
    private static let mostTries = 400

    init(_ picture: PictureView) {
        self.picture = picture
    }

    /// Where the card lies, from all marks that were found.
    func find() -> (area: PictureArea, isUpright: Bool)? {
        var finds: [Find] = []
        var tries = 0
        // A full card's cell is a 48th of the height; three rows of the search meet it, also between added bars.
        for row in stride(from: 0, to: picture.height, by: max(1, picture.height / 192)) {
            for candidate in runs(inRow: row) {
                tries += 1
                if tries > Self.mostTries { return area(of: finds) }
                guard let find = check(candidate, row), !finds.contains(where: { $0.copy == find.copy }) else {
                    continue
                }
                finds.append(find)
                if finds.count == PictureCode.copies { return area(of: finds) }
            }
        }
        return area(of: finds)
    }

    // MARK: One mark

    /// Light and dark by turns: where it begins, and how long each is.
    private struct Alternation {
        let start: Double
        let length: Double
        let isUpright: Bool
    }

    private func check(_ candidate: Alternation, _ row: Int) -> Find? {
        let column = Int(candidate.start + candidate.length / 2)
        let cells = candidate.isUpright ? PictureCode.columns - 1 : PictureCode.rows
        let edges = self.edges(count: picture.height, step: picture.y.stride, from: column)
        for (index, edge) in edges.enumerated() where edge.isRising && edge.position <= Double(row) + 0.5 {
            guard index + 1 < edges.count, edges[index + 1].position > Double(row),
                let down = alternation(edges, at: index, cells: cells)
            else { continue }
            let place = MarkPlace(
                x: candidate.start, y: down.start, cellWidth: candidate.length, cellHeight: down.length,
                isUpright: candidate.isUpright)
            guard
                let sampler = MarkSampler(
                    place, width: picture.width, height: picture.height, stride: picture.y.stride),
                let cells = sampler.read(picture.y.bytes),
                let (run, copy) = PictureCode.run(from: cells.bits(PictureCode.runCells))
            else { return nil }
            return Find(place: place, run: run, copy: copy)
        }
        return nil
    }

    /// Rows that may be a mark's first one.
    private func runs(inRow row: Int) -> [Alternation] {
        let edges = self.edges(count: picture.width, step: 1, from: row * picture.y.stride)
        var found: [Alternation] = []
        for (index, edge) in edges.enumerated() where edge.isRising {
            // The last of an even number of cells is dark, as the margin is, and cannot be told from it.
            for (cells, isUpright) in [(PictureCode.columns - 1, false), (PictureCode.rows, true)] {
                if let (start, length) = alternation(edges, at: index, cells: cells) {
                    found.append(Alternation(start: start, length: length, isUpright: isUpright))
                }
            }
        }
        return found
    }

    private func alternation(_ edges: [Edge], at index: Int, cells: Int) -> (start: Double, length: Double)? {
        guard index + cells < edges.count else { return nil }
        let (start, end) = (edges[index].position, edges[index + cells].position)
        let mean = (end - start) / Double(cells)
        guard mean >= Self.leastCell else { return nil }
        let tolerance = Self.tolerance(mean)
        for cell in index..<index + cells
        where abs(edges[cell + 1].position - edges[cell].position - mean) > tolerance {
            return nil
        }
        return (start, mean)
    }

    // MARK: Edges

    private struct Edge {
        let position: Double
        let isRising: Bool
    }

    /// Where a line of samples crosses the middle between its extremes, to a part of a sample.
    private func edges(count: Int, step: Int, from first: Int) -> [Edge] {
        let bytes = picture.y.bytes
        var (low, high) = (UInt8.max, UInt8.min)
        for index in 0..<count {
            let value = bytes[first + index * step]
            low = min(low, value)
            high = max(high, value)
        }
        guard high - low >= 48 else { return [] }
        let middle = (Double(low) + Double(high)) / 2
        var edges: [Edge] = []
        var last = Double(bytes[first])
        for index in 1..<count {
            let value = Double(bytes[first + index * step])
            if (last < middle) != (value < middle) {
                // Samples stand for the middle of their pixels.
                let position = Double(index) - 0.5 + (middle - last) / (value - last)
                edges.append(Edge(position: position, isRising: value > last))
            }
            last = value
        }
        return edges
    }

    // MARK: From marks to the card

    private func area(of finds: [Find]) -> (area: PictureArea, isUpright: Bool)? {
        guard let first = finds.first else { return nil }
        let isUpright = first.place.isUpright
        let layout = CardLayout(grid: isUpright ? CardGrid(width: 1, height: 2) : CardGrid(width: 2, height: 1))
        let start = layout.cell(column: 0, row: 0, of: first.copy)
        // The last of an even number of cells is not part of what was measured.
        let (long, short) = (PictureCode.columns - 1, PictureCode.rows)
        let (across, down) = isUpright ? (short, long) : (long, short)
        var (unitsX, unitsY) = (Double(across), Double(down))
        var (lengthX, lengthY) = (first.place.cellWidth * unitsX, first.place.cellHeight * unitsY)
        if finds.count == 2, let second = finds.last {
            // The marks are a quarter of the card apart: that is longer than a mark, so it tells the size better.
            let end = layout.cell(column: 0, row: 0, of: second.copy)
            (unitsX, unitsY) = (end.x.lowerBound - start.x.lowerBound, end.y.lowerBound - start.y.lowerBound)
            (lengthX, lengthY) = (second.place.x - first.place.x, second.place.y - first.place.y)
        }
        let x = side(
            from: start.x.lowerBound, units: unitsX, at: first.place.x, length: lengthX, of: layout.grid.columns,
            original: first.run.width)
        let y = side(
            from: start.y.lowerBound, units: unitsY, at: first.place.y, length: lengthY, of: layout.grid.rows,
            original: first.run.height)
        return (PictureArea(x: x.start, y: y.start, width: x.length, height: y.length), isUpright)
    }

    /// Where a side of the card begins and how long it is, from a stretch of it: `units` of them, the first one `from`.
    ///
    /// A stretch as long as the writer draws it, to half a pixel, was not scaled: then all is known to the pixel, because
    /// the rounding of the writer is known, too.
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
