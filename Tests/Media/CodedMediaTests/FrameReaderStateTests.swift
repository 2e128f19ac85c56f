@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("State of CodedFrameReader")
struct FrameReaderStateTests {
    private func frame(_ number: UInt32, _ size: Size = Size(320, 180), identity: UInt32 = 1) throws -> LumaFrame {
        LumaFrame(number, of: try .sized(size.width, size.height, identity: identity))
    }

    @Test("a change of the session")
    func otherSession() throws {
        var reader = CodedFrameReader()
        for (number, identity) in [(7, 1), (8, 1), (0, 2), (1, 2), (9, 1)] as [(UInt32, UInt32)] {
            let reading = try #require(try frame(number, identity: identity).reading(by: &reader))
            #expect(reading.number == number)
            #expect(reading.session.identity == identity)
        }
    }

    @Test("a change of the size, landscape and portrait")
    func otherSize() throws {
        var reader = CodedFrameReader()
        let sizes = [Size(320, 180), Size(168, 96), Size(404, 710), Size(320, 180), Size(320, 182), Size(180, 320)]
        for (number, size) in sizes.enumerated() {
            let reading = try #require(try frame(UInt32(number), size).reading(by: &reader))
            #expect(reading.number == number)
            #expect(reading.session.width == size.width)
            #expect(
                reading.area == CardPlacement(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
        }
    }

    @Test("a change of the received size within a session")
    func otherScale() throws {
        var reader = CodedFrameReader()
        for (number, width) in [(1, 640), (2, 320), (3, 480), (4, 640)] as [(UInt32, Int)] {
            let sent = try frame(number, Size(640, 360))
            let received = sent.boxScaled(width: width, height: width * 9 / 16)
            let reading = try #require(try received.reading(by: &reader))
            #expect(reading.number == number)
            #expect(reading.area.width == Double(width))
        }
    }

    @Test("a change of the crop at the same size")
    func otherCrop() throws {
        var reader = CodedFrameReader()
        for (index, x) in [0, 160, 80, 40, 120, 0].enumerated() {
            let number = UInt32(index)
            let part = try frame(number).cropped(x: x..<x + 160, y: 0..<180)
            let reading = try #require(try part.reading(by: &reader))
            #expect(reading.number == number)
            #expect(reading.area == CardPlacement(x: Double(-x), y: 0, width: 320, height: 180))
        }
    }

    @Test("a crop that moves the second mark to the position of the first one")
    func markOnMark() throws {
        var reader = CodedFrameReader()
        for (index, (x, y)) in [(0, 0), (80, 45), (0, 0)].enumerated() {
            let number = UInt32(index)
            let part = try frame(number).cropped(x: x..<x + 240, y: y..<y + 135)
            let reading = try #require(try part.reading(by: &reader))
            #expect(reading.number == number)
            #expect(reading.area == CardPlacement(x: Double(-x), y: Double(-y), width: 320, height: 180))
            #expect(reading.visibleMarks == 2)
            #expect(reading.readableMarks == 2)
        }
    }

    @Test("a crop and then the whole frame again at the same size")
    func cropAndBack() throws {
        var reader = CodedFrameReader()
        for (number, isWhole) in [(1, true), (2, false), (3, true), (4, false)] as [(UInt32, Bool)] {
            let sent = try frame(number)
            let received =
                isWhole ? sent : sent.cropped(x: 160..<320, y: 90..<180).linearScaled(width: 320, height: 180)
            let reading = try #require(try received.reading(by: &reader))
            #expect(reading.number == number)
            let expected =
                isWhole
                ? CardPlacement(x: 0, y: 0, width: 320, height: 180)
                : CardPlacement(x: -320, y: -180, width: 640, height: 360)
            #expect(isNear(reading.area, expected, within: 0.01))
        }
    }

    @Test("frames without marks do not change the state")
    func between() throws {
        var reader = CodedFrameReader()
        let black = LumaFrame(width: 320, height: 180, of: 16)
        for number in 0..<4 as Range<UInt32> {
            #expect(try frame(number).reading(by: &reader)?.number == number)
            #expect(try black.reading(by: &reader) == nil)
        }
    }

    /// The session word is destroyed in both marks; the number is checked with the previous session.
    @Test("a number without a session word belongs to the previous session, or to none")
    func sessionBeforeWaitingRoom() throws {
        var damaged = try frame(77)
        for corner in [0.25, 0.5] {
            // Rows 1 and 2 of the cells hold the start of the session word.
            let top = corner + 1.7 / 48
            damaged.fill(x: corner + 3.0 / 84...corner + 18.0 / 84, y: top...top + 1.6 / 48) { 16 }
        }
        #expect(try damaged.reading() == nil)
        var reader = CodedFrameReader()
        _ = try frame(76).reading(by: &reader)
        let reading = try #require(try damaged.reading(by: &reader))
        #expect(reading.number == 77)
        #expect(reading.session.identity == 1)
        #expect(reading.readableMarks == 0)
        var other = CodedFrameReader()
        _ = try frame(76, identity: 2).reading(by: &other)
        #expect(try damaged.reading(by: &other) == nil)
    }

    @Test("a larger row stride is another placement")
    func otherStride() throws {
        var reader = CodedFrameReader()
        let sent = try frame(5)
        #expect(try sent.reading(by: &reader)?.number == 5)
        let wide = sent.placed(x: 0, y: 0, onWidth: 384, height: 180, of: 99)
        let number = wide.luma.withUnsafeBytes { bytes in
            let plane = SamplePlane(bytes, stride: 384)
            return FrameView(width: 320, height: 180, y: plane, u: plane, v: plane).flatMap {
                reader.read($0)?.number
            }
        }
        #expect(number == 5)
    }
}
