@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("Parts of coded pictures, and pictures with bars")
struct PictureCropTests {
    private static let number: UInt32 = 86_399

    /// A part of a picture, in eighths of its width and height.
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

    private func cut(_ part: Part, from picture: LumaPicture) -> (picture: LumaPicture, area: PictureArea) {
        func even(_ eighths: Int, _ length: Int) -> Int { eighths * length / 16 * 2 }
        let x = even(part.x.lowerBound, picture.width)..<even(part.x.upperBound, picture.width)
        let y = even(part.y.lowerBound, picture.height)..<even(part.y.upperBound, picture.height)
        let area = PictureArea(
            x: Double(-x.lowerBound), y: Double(-y.lowerBound), width: Double(picture.width),
            height: Double(picture.height))
        return (picture.cropped(x: x, y: y), area)
    }

    @Test("a part is read, and where it was cut out is told to the pixel", arguments: parts, sizes)
    func unscaled(_ part: Part, _ size: Size) throws {
        let run = try CodedRun.sized(size.width, size.height)
        let (picture, area) = cut(part, from: LumaPicture(Self.number, of: run))
        let reading = try #require(try picture.reading())
        #expect(reading.number == Self.number)
        #expect(reading.run == run)
        #expect(reading.area == area)
        #expect(reading.visibleMarks == part.marks)
        #expect(reading.readableMarks == part.marks)
        let visible = reading.area.visible(width: picture.width, height: picture.height)
        #expect(abs(visible.width - Double(picture.width) / Double(size.width)) < 1e-9)
        #expect(abs(visible.height - Double(picture.height) / Double(size.height)) < 1e-9)
    }

    @Test(
        "a part that was scaled to the size of the whole is read, too", arguments: parts,
        [Size(640, 360), Size(404, 710)])
    func scaled(_ part: Part, _ size: Size) throws {
        let run = try CodedRun.sized(size.width, size.height)
        let (picture, area) = cut(part, from: LumaPicture(Self.number, of: run))
        let (scaleX, scaleY) = (
            Double(size.width) / Double(picture.width), Double(size.height) / Double(picture.height)
        )
        let large = picture.linearScaled(width: size.width, height: size.height)
        let reading = try #require(try large.reading())
        #expect(reading.number == Self.number)
        #expect(reading.run == run)
        let expected = PictureArea(
            x: area.x * scaleX, y: area.y * scaleY, width: area.width * scaleX, height: area.height * scaleY)
        #expect(isNear(reading.area, expected, within: 0.01), "\(reading.area), expected \(expected)")
        #expect(reading.visibleMarks == part.marks)
    }

    @Test("a part of an upright picture fills a lying one", arguments: [(90, 227), (256, 227)])
    func uprightToLying(_ top: Int, height: Int) throws {
        // 404x227 is 16:9; it shows the upper or the lower mark.
        let run = try CodedRun.sized(404, 710)
        let picture = LumaPicture(Self.number, of: run).cropped(x: 0..<404, y: top + 60..<top + 60 + height)
        let large = picture.linearScaled(width: 640, height: 360)
        let reading = try #require(try large.reading())
        #expect(reading.number == Self.number)
        let scale = 640.0 / 404
        let expected = PictureArea(
            x: 0, y: Double(-top - 60) * 360 / Double(height), width: 640, height: 710 * 360 / Double(height))
        #expect(isNear(reading.area, expected, within: 0.01), "\(reading.area), scale \(scale)")
    }

    /// The marks are still nearly where they are looked for first.
    @Test("a few rows and columns that are missing are seen to the pixel", arguments: 1...12)
    func thin(_ pairs: Int) throws {
        let run = try CodedRun.sized(640, 360)
        let (whole, pixels) = (LumaPicture(Self.number, of: run), pairs * 2)
        for (x, y) in [(pixels, 0), (0, pixels), (pixels, pixels)] {
            for isBefore in [true, false] {
                let (left, top) = isBefore ? (x, y) : (0, 0)
                let picture = whole.cropped(x: left..<left + 640 - x, y: top..<top + 360 - y)
                let reading = try #require(try picture.reading())
                #expect(reading.number == Self.number)
                let expected = PictureArea(x: Double(-left), y: Double(-top), width: 640, height: 360)
                #expect(reading.area == expected)
            }
        }
    }

    // MARK: Bars

    @Test(
        "bars around it, unscaled",
        arguments: [
            (Size(640, 480), [0, 60]), (Size(960, 360), [160, 0]), (Size(800, 500), [80, 70]),
            (Size(641, 361), [0, 1]),
        ])
    func bars(_ size: Size, corner: [Int]) throws {
        let (width, height, x, y) = (size.width, size.height, corner[0], corner[1])
        let run = try CodedRun.sized(640, 360)
        let picture = LumaPicture(Self.number, of: run)
            .placed(x: x, y: y, onWidth: width, height: height, of: 16)
        let reading = try #require(try picture.reading())
        #expect(reading.number == Self.number)
        #expect(reading.visibleMarks == 2)
        let expected = PictureArea(x: Double(x), y: Double(y), width: 640, height: 360)
        if width == 641 {
            #expect(isNear(reading.area, expected, within: 0.01))
        } else {
            #expect(reading.area == expected)
        }
    }

    @Test(
        "bars around it, scaled",
        arguments: [
            (Size(1280, 720), Size(480, 270), Size(480, 360)), (Size(1280, 720), Size(480, 270), Size(320, 600)),
            (Size(404, 710), Size(204, 360), Size(640, 360)), (Size(1440, 1080), Size(480, 360), Size(640, 360)),
        ])
    func scaledBars(_ original: Size, _ inner: Size, _ outer: Size) throws {
        let run = try CodedRun.sized(original.width, original.height)
        let small = LumaPicture(Self.number, of: run).boxScaled(width: inner.width, height: inner.height)
        let onto = Size(max(inner.width, outer.width), max(inner.height, outer.height))
        let (x, y) = ((onto.width - inner.width) / 2, (onto.height - inner.height) / 2)
        let picture = small.placed(x: x, y: y, onWidth: onto.width, height: onto.height, of: 16)
        let reading = try #require(try picture.reading())
        #expect(reading.number == Self.number)
        #expect(reading.run == run)
        let expected = PictureArea(
            x: Double(x), y: Double(y), width: Double(inner.width), height: Double(inner.height))
        #expect(isNear(reading.area, expected, within: 0.01), "\(reading.area)")
        #expect(reading.visibleMarks == 2)
    }

    @Test("a half in noise", arguments: [0, 1, 2, 3], [21, 22] as [UInt64])
    func noisyHalf(_ index: Int, seed: UInt64) throws {
        let run = try CodedRun.sized(640, 360)
        let (picture, area) = cut(Self.parts[index], from: LumaPicture(Self.number, of: run))
        let reading = try #require(try picture.noisy(sigma: 12, seed: seed).reading())
        #expect(reading.number == Self.number)
        #expect(isNear(reading.area, area, within: 0.01), "\(reading.area)")
    }

    @Test(
        "parts of the card on a picture",
        arguments: [
            (PictureArea(x: 0, y: 0, width: 100, height: 50), [1.0, 1.0]),
            (PictureArea(x: -50, y: 0, width: 200, height: 50), [0.5, 1]),
            (PictureArea(x: 60, y: -40, width: 80, height: 80), [0.5, 0.5]),
            (PictureArea(x: 100, y: 50, width: 10, height: 10), [0, 0]),
            (PictureArea(x: -300, y: -10, width: 200, height: 70), [0, 50.0 / 70]),
        ] as [(PictureArea, [Double])])
    func visible(_ area: PictureArea, shares: [Double]) {
        let visible = area.visible(width: 100, height: 50)
        #expect([visible.width, visible.height] == shares)
    }
}
