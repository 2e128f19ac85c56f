/// What a coded picture said.
public struct CodedReading: Hashable, Sendable {
    /// The picture's number; it belongs to the time `number / run.rate`. The higher one of a torn picture.
    public let number: UInt32
    /// The other number of a picture that is torn between two of one run; `nil` otherwise.
    public let olderNumber: UInt32?
    /// Whether the marks say that parts of two pictures, or of two runs, are on this one.
    public let isTorn: Bool
    /// The run that it is from.
    public let run: CodedRun
    /// Where the card lies on the received picture.
    public let area: PictureArea
    /// How many of the marks that are on the picture could be read on their own, 0 to 2.
    public let readableMarks: Int
    /// How many marks are on the picture, 1 or 2.
    public let visibleMarks: Int
}

/// Reads the numbers of coded pictures, at any size, range and crop that leaves a mark.
///
/// A number is told only when the check of its mark is right: one wrong word in 16 million passes, and a picture without
/// the card's marks is not even tried. One thread at a time may use it.
public struct CodedPictureReader: Sendable {
    private struct Place: Sendable {
        let width, height, stride: Int
        let area: PictureArea
        let isUpright: Bool
        let marks: [Mark]
    }

    private struct Mark: Sendable {
        let copy: Int
        let sampler: MarkSampler
    }

    private var place: Place?
    private var run: CodedRun?

    /// Makes a reader that has seen nothing yet.
    public init() {}

    /// Reads one picture; `nil` when it has no mark that can be read.
    ///
    /// Where the last picture's marks were, it looks first, and that is cheap; only then over the whole picture.
    public mutating func read(_ picture: PictureView) -> CodedReading? {
        if let place, place.width == picture.width, place.height == picture.height, place.stride == picture.y.stride,
            let reading = read(picture, at: place)
        {
            return reading
        }
        for isUpright in picture.width >= picture.height ? [false, true] : [true, false] {
            let whole = PictureArea(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
            if let reading = tryPlace(whole, isUpright: isUpright, picture) {
                return unscaled(picture, like: reading.run) ?? reading
            }
        }
        guard let found = MarkSearch(picture).find() else { return nil }
        return tryPlace(found.area, isUpright: found.isUpright, picture)
    }

    /// Reads a picture of another size than its run's that was not scaled: where only a few rows are missing, the marks are
    /// nearly where those of the whole card are.
    private mutating func unscaled(_ picture: PictureView, like run: CodedRun) -> CodedReading? {
        guard picture.width != run.width || picture.height != run.height,
            let (area, isUpright) = MarkSearch(picture).find(),
            area.width == Double(run.width), area.height == Double(run.height)
        else { return nil }
        let whole = place
        let reading = tryPlace(area, isUpright: isUpright, picture)
        if reading == nil { place = whole }
        return reading
    }

    private mutating func tryPlace(_ area: PictureArea, isUpright: Bool, _ picture: PictureView) -> CodedReading? {
        let grid = isUpright ? CardGrid(width: 1, height: 2) : CardGrid(width: 2, height: 1)
        let marks = (0..<PictureCode.copies).compactMap { copy in
            MarkSampler(
                CardLayout(grid: grid).place(ofMark: copy, on: area), width: picture.width, height: picture.height,
                stride: picture.y.stride
            ).map { Mark(copy: copy, sampler: $0) }
        }
        guard !marks.isEmpty else { return nil }
        let place = Place(
            width: picture.width, height: picture.height, stride: picture.y.stride, area: area, isUpright: isUpright,
            marks: marks)
        guard let reading = read(picture, at: place) else { return nil }
        self.place = place
        return reading
    }

    private mutating func read(_ picture: PictureView, at place: Place) -> CodedReading? {
        let marks = place.marks.compactMap { mark in
            mark.sampler.read(picture.y.bytes).map { (copy: mark.copy, cells: $0) }
        }
        // All of a picture's marks say the same but for the number of the copy, so that they can be told from one.
        var words: [CodedRun] = []
        for mark in marks {
            guard let word = PictureCode.run(from: mark.cells.bits(PictureCode.runCells)) else { continue }
            // One mark where the other one was: the picture was cropped otherwise since.
            guard word.copy == mark.copy else { return nil }
            words.append(word.run)
        }
        guard let run = words.first ?? self.run else { return nil }
        let seed = PictureCode.seed(of: run)
        let numbers = marks.compactMap { PictureCode.number(from: $0.cells.bits(PictureCode.numberCells), seed: seed) }
        var number = numbers.max()
        if number == nil, marks.count == 2 {
            let mixed = marks[0].cells.mixed(with: marks[1].cells)
            number = PictureCode.number(from: mixed.bits(PictureCode.numberCells), seed: seed)
        }
        guard let number else { return nil }
        self.run = run
        let olderNumber = numbers.min().flatMap { $0 < number ? $0 : nil }
        return CodedReading(
            number: number, olderNumber: olderNumber,
            isTorn: olderNumber != nil || !words.allSatisfy { $0.isSame(as: run) }, run: run, area: place.area,
            readableMarks: min(words.count, numbers.count),
            visibleMarks: place.marks.count)
    }
}

extension CardLayout {
    func place(ofMark copy: Int, on area: PictureArea) -> MarkPlace {
        let (x, y) = area.pixels(cell(column: 0, row: 0, of: copy), of: grid)
        return MarkPlace(
            x: x.lowerBound, y: y.lowerBound, cellWidth: x.upperBound - x.lowerBound,
            cellHeight: y.upperBound - y.lowerBound, isUpright: grid.isUpright)
    }
}
