@testable import CodedMedia
import Glibc
import StudioCore
import StudioTestSupport
import Testing

@Suite("Coded pictures that were changed on their way")
struct PictureDamageTests {
    private let number: UInt32 = 0x0BAD_F00D

    private func expectNumber(
        _ picture: LumaPicture, of run: CodedRun, marks: Int = 2, _ comment: Comment? = nil,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let reading = try #require(try picture.reading(), comment, sourceLocation: location)
        #expect(reading.number == number, comment, sourceLocation: location)
        #expect(reading.run == run, comment, sourceLocation: location)
        #expect(reading.visibleMarks == 2, comment, sourceLocation: location)
        #expect(reading.readableMarks == marks, comment, sourceLocation: location)
        let whole = PictureArea(x: 0, y: 0, width: Double(picture.width), height: Double(picture.height))
        #expect(isNear(reading.area, whole, within: 0.01), comment, sourceLocation: location)
    }

    // MARK: Sizes

    @Test(
        "scaled to 180 lines, both ways",
        arguments: [Size(640, 360), Size(854, 480), Size(1280, 720), Size(1920, 1080)])
    func smallest(_ size: Size) throws {
        let run = try CodedRun.sized(size.width, size.height)
        let picture = LumaPicture(number, of: run)
        let width = size.width * 180 / size.height
        try expectNumber(picture.boxScaled(width: width, height: 180), of: run)
        try expectNumber(picture.linearScaled(width: width, height: 180), of: run)
    }

    @Test(
        "scaled to odd sizes and other shapes",
        arguments: [
            (Size(640, 360), Size(333, 187)), (Size(640, 360), Size(501, 201)), (Size(640, 360), Size(1001, 563)),
            (Size(640, 360), Size(401, 399)), (Size(404, 710), Size(203, 355)), (Size(404, 710), Size(151, 301)),
            (Size(320, 180), Size(1920, 1080)), (Size(168, 96), Size(301, 171)), (Size(1440, 1080), Size(1919, 1079)),
        ])
    func oddSizes(_ from: Size, to: Size) throws {
        let run = try CodedRun.sized(from.width, from.height)
        let picture = LumaPicture(number, of: run)
        try expectNumber(picture.boxScaled(width: to.width, height: to.height), of: run, "box")
        try expectNumber(picture.linearScaled(width: to.width, height: to.height), of: run, "linear")
    }

    @Test("down to 180 lines and up again")
    func downAndUp() throws {
        let run = try CodedRun.sized(1280, 720)
        let small = LumaPicture(number, of: run).boxScaled(width: 320, height: 180)
        try expectNumber(small.linearScaled(width: 1280, height: 720), of: run)
    }

    // MARK: Levels

    @Test("limited samples taken for full ones, and the reverse", arguments: [Size(640, 360), Size(404, 710)])
    func relabelled(_ size: Size) throws {
        let run = try CodedRun.sized(size.width, size.height)
        let (limited, full) = (LumaPicture(number, of: run), LumaPicture(number, of: run, range: .full))
        try expectNumber(full.mapped { ($0 - 16) * 255 / 219 }, of: run, "full taken for limited")
        try expectNumber(limited.mapped { 16 + $0 * 219 / 255 }, of: run, "limited taken for full")
        try expectNumber(limited.mapped { ($0 - 16) * 255 / 219 }, of: run, "converted")
    }

    @Test("half the contrast, dark, light and in the middle", arguments: [0.0, 64, 128])
    func contrast(_ base: Double) throws {
        let run = try CodedRun.sized(640, 360)
        let picture = LumaPicture(number, of: run).mapped { base + $0 / 2 }
        try expectNumber(picture, of: run)
        try expectNumber(picture.boxScaled(width: 320, height: 180), of: run)
    }

    @Test("a gamma of a half and of two", arguments: [0.5, 2])
    func gamma(_ exponent: Double) throws {
        let run = try CodedRun.sized(640, 360)
        let curve = LumaPicture(number, of: run, range: .full).mapped { 255 * pow($0 / 255, exponent) }
        try expectNumber(curve, of: run)
    }

    // MARK: Blur and noise

    @Test("blurred", arguments: [Size(320, 180), Size(640, 360), Size(404, 710), Size(1280, 720)])
    func blurred(_ size: Size) throws {
        let run = try CodedRun.sized(size.width, size.height)
        try expectNumber(LumaPicture(number, of: run).blurred(), of: run)
    }

    @Test(
        "in noise", arguments: [Size(168, 96), Size(320, 180), Size(404, 710), Size(1280, 720)],
        [1, 2, 3] as [UInt64])
    func noisy(_ size: Size, seed: UInt64) throws {
        let run = try CodedRun.sized(size.width, size.height)
        try expectNumber(LumaPicture(number, of: run).noisy(sigma: 20, seed: seed), of: run)
    }

    @Test("small, blurred, in noise and with less contrast", arguments: 1...4 as ClosedRange<UInt64>)
    func everything(seed: UInt64) throws {
        let run = try CodedRun.sized(640, 360)
        let picture = LumaPicture(number, of: run).boxScaled(width: 320, height: 180).blurred()
        try expectNumber(picture.mapped { 40 + $0 * 0.6 }.noisy(sigma: 12, seed: seed), of: run)
    }

    // MARK: Marks

    @Test("one mark is enough", arguments: [0.25, 0.5], [Size(320, 180), Size(404, 710)])
    func oneMark(_ corner: Double, _ size: Size) throws {
        let run = try CodedRun.sized(size.width, size.height)
        var generator = SeededGenerator(seed: 11)
        var picture = LumaPicture(number, of: run)
        let other = 0.75 - corner
        picture.fill(x: other...other + 0.25, y: other...other + 0.25) {
            UInt8.random(in: 0...255, using: &generator)
        }
        try expectNumber(picture, of: run, marks: 1, "noise")
        picture.fill(x: other...other + 0.25, y: other...other + 0.25) { 30 }
        try expectNumber(picture, of: run, marks: 1, "grey")
    }

    /// Wrong cells in each mark, at other places, as weak light where dark should be and the reverse: alone neither can be
    /// read, together they can.
    @Test("two marks that are damaged differently are read together", arguments: 1...10 as ClosedRange<UInt64>)
    func mixed(seed: UInt64) throws {
        let run = try CodedRun.sized(320, 180)
        var generator = SeededGenerator(seed: seed)
        var writer = CodedPictureWriter(run, range: .limited)
        var reader = CodedPictureReader()
        #expect(try LumaPicture(1, from: &writer).reading(by: &reader)?.number == 1)

        var picture = LumaPicture(number, from: &writer)
        var cells = Array(PictureCode.numberCells).shuffled(using: &generator)
        for copy in 0..<2 {
            for cell in cells.prefix(8) { damage(&picture, cell: cell, of: copy) }
            cells.removeFirst(8)
        }
        let reading = try #require(try picture.reading(by: &reader))
        #expect(reading.number == number)
        #expect(reading.run == run)
        #expect(reading.readableMarks == 0)
        #expect(reading.visibleMarks == 2)
    }

    @Test("two marks with the same damage are not read")
    func sameDamage() throws {
        let run = try CodedRun.sized(320, 180)
        var picture = LumaPicture(number, of: run)
        for cell in PictureCode.numberCells.prefix(8) {
            for copy in 0..<2 { damage(&picture, cell: cell, of: copy) }
        }
        #expect(try picture.reading() == nil)
    }

    @Test(
        "a picture that is torn between two says both, whichever is above", arguments: [Size(320, 180), Size(404, 710)])
    func torn(_ size: Size) throws {
        let run = try CodedRun.sized(size.width, size.height)
        for (upper, lower) in [(number, number - 2), (number - 1, number)] {
            let picture = LumaPicture(upper, of: run).torn(over: LumaPicture(lower, of: run))
            let reading = try #require(try picture.reading())
            #expect(reading.number == number)
            #expect(reading.olderNumber == min(upper, lower))
            #expect(reading.isTorn)
            #expect(reading.readableMarks == 2)
        }
        let whole = try #require(try LumaPicture(number, of: run).reading())
        #expect(!whole.isTorn)
        #expect(whole.olderNumber == nil)
    }

    @Test("a picture that is torn between two runs says so")
    func tornBetweenRuns() throws {
        let other = try CodedRun.sized(320, 180, identity: 7)
        let picture = LumaPicture(number, of: try .sized(320, 180)).torn(over: LumaPicture(number, of: other))
        let reading = try #require(try picture.reading())
        #expect(reading.isTorn)
        #expect(reading.olderNumber == nil)
        #expect(reading.readableMarks == 1)
    }

    /// Moves a cell to the other side of the middle, but only a little.
    private func damage(_ picture: inout LumaPicture, cell: Int, of copy: Int) {
        let (column, row) = (1 + cell % 19, 1 + cell / 19)
        let origin = copy == 0 ? (x: 21.5, y: 12.5) : (x: 42.5, y: 24.5)
        let (left, top) = ((origin.x + Double(column)) / 84, (origin.y + Double(row)) / 48)
        let middle = picture.luma[Int((top + 0.5 / 48) * 180) * 320 + Int((left + 0.5 / 84) * 320)]
        let (x, y) = (left + 0.1 / 84...left + 0.9 / 84, top + 0.1 / 48...top + 0.9 / 48)
        picture.fill(x: x, y: y) { middle > 123 ? 105 : 141 }
    }
}
