@testable import CodedMedia
import Glibc
import StudioCore
import StudioTestSupport
import Testing

@Suite("Coded frames with distortions")
struct FrameDamageTests {
    private let number: UInt32 = 0x0BAD_F00D

    private func expectNumber(
        _ frame: LumaFrame, of session: CodedSession, marks: Int = 2, _ comment: Comment? = nil,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let reading = try #require(try frame.reading(), comment, sourceLocation: location)
        #expect(reading.number == number, comment, sourceLocation: location)
        #expect(reading.session == session, comment, sourceLocation: location)
        #expect(reading.visibleMarks == 2, comment, sourceLocation: location)
        #expect(reading.readableMarks == marks, comment, sourceLocation: location)
        let whole = CardPlacement(x: 0, y: 0, width: Double(frame.width), height: Double(frame.height))
        #expect(isNear(reading.area, whole, within: 0.01), comment, sourceLocation: location)
    }

    // MARK: Sizes

    @Test(
        "scaled to 180 lines, both ways",
        arguments: [Size(640, 360), Size(854, 480), Size(1280, 720), Size(1920, 1080)])
    func smallest(_ size: Size) throws {
        let session = try CodedSession.sized(size.width, size.height)
        let frame = LumaFrame(number, of: session)
        let width = size.width * 180 / size.height
        try expectNumber(frame.boxScaled(width: width, height: 180), of: session)
        try expectNumber(frame.linearScaled(width: width, height: 180), of: session)
    }

    @Test(
        "scaled to odd sizes and other aspect ratios",
        arguments: [
            (Size(640, 360), Size(333, 187)), (Size(640, 360), Size(501, 201)), (Size(640, 360), Size(1001, 563)),
            (Size(640, 360), Size(401, 399)), (Size(404, 710), Size(203, 355)), (Size(404, 710), Size(151, 301)),
            (Size(320, 180), Size(1920, 1080)), (Size(168, 96), Size(301, 171)), (Size(1440, 1080), Size(1919, 1079)),
        ])
    func oddSizes(_ from: Size, to: Size) throws {
        let session = try CodedSession.sized(from.width, from.height)
        let frame = LumaFrame(number, of: session)
        try expectNumber(frame.boxScaled(width: to.width, height: to.height), of: session, "box")
        try expectNumber(frame.linearScaled(width: to.width, height: to.height), of: session, "linear")
    }

    @Test("scaled down to 180 lines and up again")
    func downAndUp() throws {
        let session = try CodedSession.sized(1280, 720)
        let small = LumaFrame(number, of: session).boxScaled(width: 320, height: 180)
        try expectNumber(small.linearScaled(width: 1280, height: 720), of: session)
    }

    // MARK: Levels

    @Test("limited range treated as full range, and the reverse", arguments: [Size(640, 360), Size(404, 710)])
    func relabelled(_ size: Size) throws {
        let session = try CodedSession.sized(size.width, size.height)
        let (limited, full) = (LumaFrame(number, of: session), LumaFrame(number, of: session, range: .full))
        try expectNumber(full.mapped { ($0 - 16) * 255 / 219 }, of: session, "full treated as limited")
        try expectNumber(limited.mapped { 16 + $0 * 219 / 255 }, of: session, "limited treated as full")
        try expectNumber(limited.mapped { ($0 - 16) * 255 / 219 }, of: session, "converted")
    }

    @Test("half the contrast: dark, light and mid-grey", arguments: [0.0, 64, 128])
    func contrast(_ base: Double) throws {
        let session = try CodedSession.sized(640, 360)
        let frame = LumaFrame(number, of: session).mapped { base + $0 / 2 }
        try expectNumber(frame, of: session)
        try expectNumber(frame.boxScaled(width: 320, height: 180), of: session)
    }

    @Test("a gamma of 0.5 and of 2", arguments: [0.5, 2])
    func gamma(_ exponent: Double) throws {
        let session = try CodedSession.sized(640, 360)
        let curve = LumaFrame(number, of: session, range: .full).mapped { 255 * pow($0 / 255, exponent) }
        try expectNumber(curve, of: session)
    }

    // MARK: Blur and noise

    @Test("blurred", arguments: [Size(320, 180), Size(640, 360), Size(404, 710), Size(1280, 720)])
    func blurred(_ size: Size) throws {
        let session = try CodedSession.sized(size.width, size.height)
        try expectNumber(LumaFrame(number, of: session).blurred(), of: session)
    }

    @Test(
        "in noise", arguments: [Size(168, 96), Size(320, 180), Size(404, 710), Size(1280, 720)],
        [1, 2, 3] as [UInt64])
    func noisy(_ size: Size, seed: UInt64) throws {
        let session = try CodedSession.sized(size.width, size.height)
        try expectNumber(LumaFrame(number, of: session).noisy(sigma: 20, seed: seed), of: session)
    }

    @Test("small, blurred, noisy and with less contrast", arguments: 1...4 as ClosedRange<UInt64>)
    func everything(seed: UInt64) throws {
        let session = try CodedSession.sized(640, 360)
        let frame = LumaFrame(number, of: session).boxScaled(width: 320, height: 180).blurred()
        try expectNumber(frame.mapped { 40 + $0 * 0.6 }.noisy(sigma: 12, seed: seed), of: session)
    }

    // MARK: Marks

    @Test("one mark is sufficient", arguments: [0.25, 0.5], [Size(320, 180), Size(404, 710)])
    func oneMark(_ corner: Double, _ size: Size) throws {
        let session = try CodedSession.sized(size.width, size.height)
        var generator = SeededRandom(seed: 11)
        var frame = LumaFrame(number, of: session)
        let other = 0.75 - corner
        frame.fill(x: other...other + 0.25, y: other...other + 0.25) {
            UInt8.random(in: 0...255, using: &generator)
        }
        try expectNumber(frame, of: session, marks: 1, "noise")
        frame.fill(x: other...other + 0.25, y: other...other + 0.25) { 30 }
        try expectNumber(frame, of: session, marks: 1, "grey")
    }

    /// Wrong cells at different positions in each mark, with low confidence: neither mark can be read alone, but
    /// both together can.
    @Test("two marks with different damage are read together", arguments: 1...10 as ClosedRange<UInt64>)
    func mixed(seed: UInt64) throws {
        let session = try CodedSession.sized(320, 180)
        var generator = SeededRandom(seed: seed)
        var writer = CodedFrameWriter(session, range: .limited)
        var reader = CodedFrameReader()
        #expect(try LumaFrame(1, from: &writer).reading(by: &reader)?.number == 1)

        var frame = LumaFrame(number, from: &writer)
        var cells = Array(MarkCode.numberCells).shuffled(using: &generator)
        for copy in 0..<2 {
            for cell in cells.prefix(8) { damage(&frame, cell: cell, of: copy) }
            cells.removeFirst(8)
        }
        let reading = try #require(try frame.reading(by: &reader))
        #expect(reading.number == number)
        #expect(reading.session == session)
        #expect(reading.readableMarks == 0)
        #expect(reading.visibleMarks == 2)
    }

    @Test("two marks with the same damage are not read")
    func sameDamage() throws {
        let session = try CodedSession.sized(320, 180)
        var frame = LumaFrame(number, of: session)
        for cell in MarkCode.numberCells.prefix(8) {
            for copy in 0..<2 { damage(&frame, cell: cell, of: copy) }
        }
        #expect(try frame.reading() == nil)
    }

    @Test(
        "a torn frame yields both numbers, whichever is on top", arguments: [Size(320, 180), Size(404, 710)])
    func torn(_ size: Size) throws {
        let session = try CodedSession.sized(size.width, size.height)
        for (upper, lower) in [(number, number - 2), (number - 1, number)] {
            let frame = LumaFrame(upper, of: session).torn(over: LumaFrame(lower, of: session))
            let reading = try #require(try frame.reading())
            #expect(reading.number == number)
            #expect(reading.olderNumber == min(upper, lower))
            #expect(reading.isTorn)
            #expect(reading.readableMarks == 2)
        }
        let whole = try #require(try LumaFrame(number, of: session).reading())
        #expect(!whole.isTorn)
        #expect(whole.olderNumber == nil)
    }

    @Test("a frame torn between two sessions is reported as such")
    func tornBetweenSessions() throws {
        let other = try CodedSession.sized(320, 180, identity: 7)
        let frame = LumaFrame(number, of: try .sized(320, 180)).torn(over: LumaFrame(number, of: other))
        let reading = try #require(try frame.reading())
        #expect(reading.isTorn)
        #expect(reading.olderNumber == nil)
        #expect(reading.readableMarks == 1)
    }

    /// Moves a cell just past the threshold.
    private func damage(_ frame: inout LumaFrame, cell: Int, of copy: Int) {
        let (column, row) = (1 + cell % 19, 1 + cell / 19)
        let origin = copy == 0 ? (x: 21.5, y: 12.5) : (x: 42.5, y: 24.5)
        let (left, top) = ((origin.x + Double(column)) / 84, (origin.y + Double(row)) / 48)
        let middle = frame.luma[Int((top + 0.5 / 48) * 180) * 320 + Int((left + 0.5 / 84) * 320)]
        let (x, y) = (left + 0.1 / 84...left + 0.9 / 84, top + 0.1 / 48...top + 0.9 / 48)
        frame.fill(x: x, y: y) { middle > 123 ? 105 : 141 }
    }
}
