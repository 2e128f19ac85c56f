@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("Cropped and letterboxed coded frames")
struct FrameCropTests {
    private static let number: UInt32 = 86_399

    /// A part of a frame, in eighths of its width and height.
    struct Part: Hashable, Sendable, CustomTestStringConvertible {
        let name: String
        let x: ClosedRange<Int>
        let y: ClosedRange<Int>
        let marks: Int

        var testDescription: String { name }
    }

    static let parts = [
        Part(name: "left half", x: 0...4, y: 0...8, marks: 1),
        Part(name: "right half", x: 4...8, y: 0...8, marks: 1),
        Part(name: "upper half", x: 0...8, y: 0...4, marks: 1),
        Part(name: "lower half", x: 0...8, y: 4...8, marks: 1),
        Part(name: "middle half across", x: 2...6, y: 0...8, marks: 2),
        Part(name: "middle half down", x: 0...8, y: 2...6, marks: 2),
        Part(name: "half from an eighth", x: 1...5, y: 0...8, marks: 1),
        Part(name: "half to seven eighths", x: 3...7, y: 0...8, marks: 1),
        Part(name: "half from the first eighth down", x: 0...8, y: 1...5, marks: 1),
        Part(name: "half to the seventh eighth down", x: 0...8, y: 3...7, marks: 1),
        Part(name: "middle quarter", x: 2...6, y: 2...6, marks: 2),
        Part(name: "upper left quarter", x: 0...4, y: 0...4, marks: 1),
        Part(name: "lower right quarter", x: 4...8, y: 4...8, marks: 1),
        Part(name: "all but an eighth on the left", x: 1...8, y: 0...8, marks: 2),
        Part(name: "all but an eighth everywhere", x: 1...7, y: 1...7, marks: 2),
    ]
    static let sizes = [Size(320, 180), Size(1280, 720), Size(404, 710), Size(1440, 1080)]

    private func crop(_ part: Part, from frame: LumaFrame) -> (frame: LumaFrame, area: CardPlacement) {
        func even(_ eighths: Int, _ length: Int) -> Int { eighths * length / 16 * 2 }
        let x = even(part.x.lowerBound, frame.width)..<even(part.x.upperBound, frame.width)
        let y = even(part.y.lowerBound, frame.height)..<even(part.y.upperBound, frame.height)
        let area = CardPlacement(
            x: Double(-x.lowerBound), y: Double(-y.lowerBound), width: Double(frame.width),
            height: Double(frame.height))
        return (frame.cropped(x: x, y: y), area)
    }

    @Test("a crop is read, and its position is exact to the pixel", arguments: parts, sizes)
    func unscaled(_ part: Part, _ size: Size) throws {
        let session = try CodedSession.sized(size.width, size.height)
        let (frame, area) = crop(part, from: LumaFrame(Self.number, of: session))
        let reading = try #require(try frame.reading())
        #expect(reading.number == Self.number)
        #expect(reading.session == session)
        #expect(reading.area == area)
        #expect(reading.visibleMarks == part.marks)
        #expect(reading.readableMarks == part.marks)
        let visible = reading.area.visible(width: frame.width, height: frame.height)
        #expect(abs(visible.width - Double(frame.width) / Double(size.width)) < 1e-9)
        #expect(abs(visible.height - Double(frame.height) / Double(size.height)) < 1e-9)
    }

    @Test(
        "a crop scaled to the full size is read, too", arguments: parts,
        [Size(640, 360), Size(404, 710)])
    func scaled(_ part: Part, _ size: Size) throws {
        let session = try CodedSession.sized(size.width, size.height)
        let (frame, area) = crop(part, from: LumaFrame(Self.number, of: session))
        let (scaleX, scaleY) = (
            Double(size.width) / Double(frame.width), Double(size.height) / Double(frame.height)
        )
        let large = frame.linearScaled(width: size.width, height: size.height)
        let reading = try #require(try large.reading())
        #expect(reading.number == Self.number)
        #expect(reading.session == session)
        let expected = CardPlacement(
            x: area.x * scaleX, y: area.y * scaleY, width: area.width * scaleX, height: area.height * scaleY)
        #expect(isNear(reading.area, expected, within: 0.01), "\(reading.area), expected \(expected)")
        #expect(reading.visibleMarks == part.marks)
    }

    @Test("a crop of a portrait frame fills a landscape frame", arguments: [(90, 227), (256, 227)])
    func portraitToLandscape(_ top: Int, height: Int) throws {
        // 404x227 is 16:9; it contains the upper or the lower mark.
        let session = try CodedSession.sized(404, 710)
        let frame = LumaFrame(Self.number, of: session).cropped(x: 0..<404, y: top + 60..<top + 60 + height)
        let large = frame.linearScaled(width: 640, height: 360)
        let reading = try #require(try large.reading())
        #expect(reading.number == Self.number)
        let scale = 640.0 / 404
        let expected = CardPlacement(
            x: 0, y: Double(-top - 60) * 360 / Double(height), width: 640, height: 710 * 360 / Double(height))
        #expect(isNear(reading.area, expected, within: 0.01), "\(reading.area), scale \(scale)")
    }

    /// The marks are still near the positions where the reader searches first.
    @Test("a few missing rows and columns are detected to the pixel", arguments: 1...12)
    func thin(_ pairs: Int) throws {
        let session = try CodedSession.sized(640, 360)
        let (whole, pixels) = (LumaFrame(Self.number, of: session), pairs * 2)
        for (x, y) in [(pixels, 0), (0, pixels), (pixels, pixels)] {
            for isBefore in [true, false] {
                let (left, top) = isBefore ? (x, y) : (0, 0)
                let frame = whole.cropped(x: left..<left + 640 - x, y: top..<top + 360 - y)
                let reading = try #require(try frame.reading())
                #expect(reading.number == Self.number)
                let expected = CardPlacement(x: Double(-left), y: Double(-top), width: 640, height: 360)
                #expect(reading.area == expected)
            }
        }
    }

    // MARK: Bars

    @Test(
        "bars around the card, unscaled",
        arguments: [
            (Size(640, 480), [0, 60]), (Size(960, 360), [160, 0]), (Size(800, 500), [80, 70]),
            (Size(641, 361), [0, 1]),
        ])
    func bars(_ size: Size, corner: [Int]) throws {
        let (width, height, x, y) = (size.width, size.height, corner[0], corner[1])
        let session = try CodedSession.sized(640, 360)
        let frame = LumaFrame(Self.number, of: session)
            .placed(x: x, y: y, onWidth: width, height: height, of: 16)
        let reading = try #require(try frame.reading())
        #expect(reading.number == Self.number)
        #expect(reading.visibleMarks == 2)
        let expected = CardPlacement(x: Double(x), y: Double(y), width: 640, height: 360)
        if width == 641 {
            #expect(isNear(reading.area, expected, within: 0.01))
        } else {
            #expect(reading.area == expected)
        }
    }

    @Test(
        "bars around the card, scaled",
        arguments: [
            (Size(1280, 720), Size(480, 270), Size(480, 360)), (Size(1280, 720), Size(480, 270), Size(320, 600)),
            (Size(404, 710), Size(204, 360), Size(640, 360)), (Size(1440, 1080), Size(480, 360), Size(640, 360)),
        ])
    func scaledBars(_ original: Size, _ inner: Size, _ outer: Size) throws {
        let session = try CodedSession.sized(original.width, original.height)
        let small = LumaFrame(Self.number, of: session).boxScaled(width: inner.width, height: inner.height)
        let onto = Size(max(inner.width, outer.width), max(inner.height, outer.height))
        let (x, y) = ((onto.width - inner.width) / 2, (onto.height - inner.height) / 2)
        let frame = small.placed(x: x, y: y, onWidth: onto.width, height: onto.height, of: 16)
        let reading = try #require(try frame.reading())
        #expect(reading.number == Self.number)
        #expect(reading.session == session)
        let expected = CardPlacement(
            x: Double(x), y: Double(y), width: Double(inner.width), height: Double(inner.height))
        #expect(isNear(reading.area, expected, within: 0.01), "\(reading.area)")
        #expect(reading.visibleMarks == 2)
    }

    @Test("half a card with noise", arguments: [0, 1, 2, 3], [21, 22] as [UInt64])
    func noisyHalf(_ index: Int, seed: UInt64) throws {
        let session = try CodedSession.sized(640, 360)
        let (frame, area) = crop(Self.parts[index], from: LumaFrame(Self.number, of: session))
        let reading = try #require(try frame.noisy(sigma: 12, seed: seed).reading())
        #expect(reading.number == Self.number)
        #expect(isNear(reading.area, area, within: 0.01), "\(reading.area)")
    }

    @Test(
        "crops of the card on a frame",
        arguments: [
            (CardPlacement(x: 0, y: 0, width: 100, height: 50), [1.0, 1.0]),
            (CardPlacement(x: -50, y: 0, width: 200, height: 50), [0.5, 1]),
            (CardPlacement(x: 60, y: -40, width: 80, height: 80), [0.5, 0.5]),
            (CardPlacement(x: 100, y: 50, width: 10, height: 10), [0, 0]),
            (CardPlacement(x: -300, y: -10, width: 200, height: 70), [0, 50.0 / 70]),
        ] as [(CardPlacement, [Double])])
    func visible(_ area: CardPlacement, shares: [Double]) {
        let visible = area.visible(width: 100, height: 50)
        #expect([visible.width, visible.height] == shares)
    }
}
