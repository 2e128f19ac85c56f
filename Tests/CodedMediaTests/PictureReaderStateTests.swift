@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("What a reader of pictures remembers")
struct PictureReaderStateTests {
    private func picture(_ number: UInt32, _ size: Size = Size(320, 180), identity: UInt32 = 1) throws -> LumaPicture {
        LumaPicture(number, of: try .sized(size.width, size.height, identity: identity))
    }

    @Test("another run in the middle")
    func otherRun() throws {
        var reader = CodedPictureReader()
        for (number, identity) in [(7, 1), (8, 1), (0, 2), (1, 2), (9, 1)] as [(UInt32, UInt32)] {
            let reading = try #require(try picture(number, identity: identity).reading(by: &reader))
            #expect(reading.number == number)
            #expect(reading.run.identity == identity)
        }
    }

    @Test("another size in the middle, lying and upright")
    func otherSize() throws {
        var reader = CodedPictureReader()
        let sizes = [Size(320, 180), Size(168, 96), Size(404, 710), Size(320, 180), Size(320, 182), Size(180, 320)]
        for (number, size) in sizes.enumerated() {
            let reading = try #require(try picture(UInt32(number), size).reading(by: &reader))
            #expect(reading.number == number)
            #expect(reading.run.width == size.width)
            #expect(
                reading.area == PictureArea(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
        }
    }

    @Test("the same run received at another size")
    func otherScale() throws {
        var reader = CodedPictureReader()
        for (number, width) in [(1, 640), (2, 320), (3, 480), (4, 640)] as [(UInt32, Int)] {
            let sent = try picture(number, Size(640, 360))
            let received = sent.boxScaled(width: width, height: width * 9 / 16)
            let reading = try #require(try received.reading(by: &reader))
            #expect(reading.number == number)
            #expect(reading.area.width == Double(width))
        }
    }

    @Test("another crop in the middle, of the same size")
    func otherCrop() throws {
        var reader = CodedPictureReader()
        for (index, x) in [0, 160, 80, 40, 120, 0].enumerated() {
            let number = UInt32(index)
            let part = try picture(number).cropped(x: x..<x + 160, y: 0..<180)
            let reading = try #require(try part.reading(by: &reader))
            #expect(reading.number == number)
            #expect(reading.area == PictureArea(x: Double(-x), y: 0, width: 320, height: 180))
        }
    }

    @Test("a crop that moves the second mark to where the first one was")
    func markOnMark() throws {
        var reader = CodedPictureReader()
        for (index, (x, y)) in [(0, 0), (80, 45), (0, 0)].enumerated() {
            let number = UInt32(index)
            let part = try picture(number).cropped(x: x..<x + 240, y: y..<y + 135)
            let reading = try #require(try part.reading(by: &reader))
            #expect(reading.number == number)
            #expect(reading.area == PictureArea(x: Double(-x), y: Double(-y), width: 320, height: 180))
            #expect(reading.visibleMarks == 2)
            #expect(reading.readableMarks == 2)
        }
    }

    @Test("a crop in the middle, and back to the whole picture at the same size")
    func cropAndBack() throws {
        var reader = CodedPictureReader()
        for (number, isWhole) in [(1, true), (2, false), (3, true), (4, false)] as [(UInt32, Bool)] {
            let sent = try picture(number)
            let received =
                isWhole ? sent : sent.cropped(x: 160..<320, y: 90..<180).linearScaled(width: 320, height: 180)
            let reading = try #require(try received.reading(by: &reader))
            #expect(reading.number == number)
            let expected =
                isWhole
                ? PictureArea(x: 0, y: 0, width: 320, height: 180)
                : PictureArea(x: -320, y: -180, width: 640, height: 360)
            #expect(isNear(reading.area, expected, within: 0.01))
        }
    }

    @Test("pictures without marks in between change nothing")
    func between() throws {
        var reader = CodedPictureReader()
        let black = LumaPicture(width: 320, height: 180, of: 16)
        for number in 0..<4 as Range<UInt32> {
            #expect(try picture(number).reading(by: &reader)?.number == number)
            #expect(try black.reading(by: &reader) == nil)
        }
    }

    /// The word of the run is destroyed in both marks: the last run still checks the number.
    @Test("a number without its run belongs to the last run, or to none")
    func runFromBefore() throws {
        var damaged = try picture(77)
        for corner in [0.25, 0.5] {
            // Rows 1 and 2 of the cells hold the beginning of the run's word.
            let top = corner + 1.7 / 48
            damaged.fill(x: corner + 3.0 / 84...corner + 18.0 / 84, y: top...top + 1.6 / 48) { 16 }
        }
        #expect(try damaged.reading() == nil)
        var reader = CodedPictureReader()
        _ = try picture(76).reading(by: &reader)
        let reading = try #require(try damaged.reading(by: &reader))
        #expect(reading.number == 77)
        #expect(reading.run.identity == 1)
        #expect(reading.readableMarks == 0)
        var other = CodedPictureReader()
        _ = try picture(76, identity: 2).reading(by: &other)
        #expect(try damaged.reading(by: &other) == nil)
    }

    @Test("rows further apart than before are another place")
    func otherStride() throws {
        var reader = CodedPictureReader()
        let sent = try picture(5)
        #expect(try sent.reading(by: &reader)?.number == 5)
        let wide = sent.placed(x: 0, y: 0, onWidth: 384, height: 180, of: 99)
        let number = wide.luma.withUnsafeBytes { bytes in
            let plane = SamplePlane(bytes, stride: 384)
            return PictureView(width: 320, height: 180, y: plane, u: plane, v: plane).flatMap {
                reader.read($0)?.number
            }
        }
        #expect(number == 5)
    }
}
