/// The data decoded from a coded frame.
public struct CodedReading: Hashable, Sendable {
    /// The frame number; its time is `number / session.rate`. The higher number of a torn frame.
    public let number: UInt32
    /// The other number of a frame that is torn between two frames of one session; `nil` otherwise.
    public let olderNumber: UInt32?
    /// Whether the marks show that this frame contains parts of two frames or of two sessions.
    public let isTorn: Bool
    /// The session that sent the frame.
    public let session: CodedSession
    /// The position of the card on the received frame.
    public let area: CardPlacement
    /// The number of visible marks that could be decoded on their own, 0 to 2.
    public let readableMarks: Int
    /// The number of visible marks, 1 or 2.
    public let visibleMarks: Int
}

/// Decodes the numbers of coded frames at any size, range and crop that leaves one mark visible.
///
/// A number is returned only when the checksum of its mark matches. One wrong word in 16 million passes; frames without
/// the card's marks are rejected before decoding. Not safe for concurrent use.
public struct CodedFrameReader: Sendable {
    private struct Place: Sendable {
        let width, height, stride: Int
        let area: CardPlacement
        let isPortrait: Bool
        let marks: [Mark]
    }

    private struct Mark: Sendable {
        let copy: Int
        let sampler: MarkSampler
    }

    private var place: Place?
    private var session: CodedSession?

    /// Creates a reader without state.
    public init() {}

    /// Decodes one frame; `nil` when no mark can be decoded.
    ///
    /// The positions of the last frame's marks are tried first, which is cheap. The whole frame is searched only if
    /// that fails.
    public mutating func read(_ frame: FrameView) -> CodedReading? {
        if let place, place.width == frame.width, place.height == frame.height, place.stride == frame.y.stride,
            let reading = read(frame, at: place)
        {
            return reading
        }
        for isPortrait in frame.width >= frame.height ? [false, true] : [true, false] {
            let whole = CardPlacement(x: 0, y: 0, width: Double(frame.width), height: Double(frame.height))
            if let reading = tryPlace(whole, isPortrait: isPortrait, frame) {
                return unscaled(frame, like: reading.session) ?? reading
            }
        }
        guard let found = MarkSearch(frame).find() else { return nil }
        return tryPlace(found.area, isPortrait: found.isPortrait, frame)
    }

    /// Decodes an unscaled frame whose size differs from the session's: when only a few rows are missing, the marks are
    /// close to their positions on the whole card.
    private mutating func unscaled(_ frame: FrameView, like session: CodedSession) -> CodedReading? {
        guard frame.width != session.width || frame.height != session.height,
            let (area, isPortrait) = MarkSearch(frame).find(),
            area.width == Double(session.width), area.height == Double(session.height)
        else { return nil }
        let whole = place
        let reading = tryPlace(area, isPortrait: isPortrait, frame)
        if reading == nil { place = whole }
        return reading
    }

    private mutating func tryPlace(_ area: CardPlacement, isPortrait: Bool, _ frame: FrameView) -> CodedReading? {
        let grid = isPortrait ? CardGrid(width: 1, height: 2) : CardGrid(width: 2, height: 1)
        let marks = (0..<MarkCode.copies).compactMap { copy in
            MarkSampler(
                CardLayout(grid: grid).place(ofMark: copy, on: area), width: frame.width, height: frame.height,
                stride: frame.y.stride
            ).map { Mark(copy: copy, sampler: $0) }
        }
        guard !marks.isEmpty else { return nil }
        let place = Place(
            width: frame.width, height: frame.height, stride: frame.y.stride, area: area, isPortrait: isPortrait,
            marks: marks)
        guard let reading = read(frame, at: place) else { return nil }
        self.place = place
        return reading
    }

    private mutating func read(_ frame: FrameView, at place: Place) -> CodedReading? {
        let marks = place.marks.compactMap { mark in
            mark.sampler.read(frame.y.bytes).map { (copy: mark.copy, cells: $0) }
        }
        // All marks of a frame carry the same data except the copy number, so one can be derived from the other.
        var words: [CodedSession] = []
        for mark in marks {
            guard let word = MarkCode.session(from: mark.cells.bits(MarkCode.sessionCells)) else { continue }
            // One mark is at the position of the other: the crop has changed.
            guard word.copy == mark.copy else { return nil }
            words.append(word.session)
        }
        guard let session = words.first ?? self.session else { return nil }
        let seed = MarkCode.seed(of: session)
        let numbers = marks.compactMap { MarkCode.number(from: $0.cells.bits(MarkCode.numberCells), seed: seed) }
        var number = numbers.max()
        if number == nil, marks.count == 2 {
            let mixed = marks[0].cells.mixed(with: marks[1].cells)
            number = MarkCode.number(from: mixed.bits(MarkCode.numberCells), seed: seed)
        }
        guard let number else { return nil }
        self.session = session
        let olderNumber = numbers.min().flatMap { $0 < number ? $0 : nil }
        return CodedReading(
            number: number, olderNumber: olderNumber,
            isTorn: olderNumber != nil || !words.allSatisfy { $0.isSame(as: session) }, session: session,
            area: place.area,
            readableMarks: min(words.count, numbers.count),
            visibleMarks: place.marks.count)
    }
}

extension CardLayout {
    func place(ofMark copy: Int, on area: CardPlacement) -> MarkPosition {
        let (x, y) = area.pixels(cell(column: 0, row: 0, of: copy), of: grid)
        return MarkPosition(
            x: x.lowerBound, y: y.lowerBound, cellWidth: x.upperBound - x.lowerBound,
            cellHeight: y.upperBound - y.lowerBound, isPortrait: grid.isPortrait)
    }
}
