@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("Undistorted coded frames")
struct FrameRoundTripTests {
    static let sizes = [
        Size(320, 180), Size(640, 360), Size(854, 480), Size(404, 710), Size(1280, 720), Size(1920, 1080),
        Size(168, 96), Size(96, 168), Size(1440, 1080), Size(170, 98), Size(480, 480), Size(1080, 606),
    ]

    private func whole(_ size: Size) -> CardPlacement {
        CardPlacement(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    }

    @Test("numbers of all lengths are read at each size, in each range", arguments: sizes, VideoRange.allCases)
    func numbers(_ size: Size, range: VideoRange) throws {
        var generator = SeededRandom(seed: UInt64(size.width))
        let session = try CodedSession.sized(size.width, size.height, identity: UInt32(size.height) << 16 | 0xFFFF)
        var writer = CodedFrameWriter(session, range: range)
        var reader = CodedFrameReader()
        let numbers =
            [0, 1, UInt32.max, 1 << 31] + (0..<2).map { _ in UInt32.random(in: 2...1 << 30, using: &generator) }
        for number in numbers {
            let reading = try #require(try LumaFrame(number, from: &writer).reading(by: &reader))
            #expect(reading.number == number)
            #expect(reading.session == session)
            #expect(reading.area == whole(size))
            #expect(reading.readableMarks == 2)
            #expect(reading.visibleMarks == 2)
        }
    }

    @Test("luma and chroma stay in their range", arguments: [Size(320, 180), Size(404, 710)], VideoRange.allCases)
    func samples(_ size: Size, range: VideoRange) throws {
        let session = try CodedSession.sized(size.width, size.height)
        var writer = CodedFrameWriter(session, range: range)
        let layout = writer.layout
        var bytes = [UInt8](repeating: 0, count: layout.byteCount)
        bytes.withUnsafeMutableBytes { writer.draw(29, into: $0) }
        func values(_ plane: I420Layout.Plane) -> Set<UInt8> {
            (0..<plane.height).reduce(into: []) { values, row in
                let start = plane.offset + row * plane.stride
                values.formUnion(bytes[start..<start + plane.width])
            }
        }
        let luma = values(layout.y)
        #expect(luma.min() == (range == .full ? 0 : 16))
        #expect(luma.max() == (range == .full ? 255 : 235))
        for plane in [layout.u, layout.v] {
            let chroma = values(plane)
            #expect(chroma.count > 5)
            #expect(chroma.allSatisfy { (range == .full ? 1...255 : 16...240).contains($0) })
        }
    }

    @Test(
        "every layout of a size holds the same frame",
        arguments: [
            I420Layout.tight(width: 404, height: 710), .padded(width: 404, height: 710, alignment: 64),
        ])
    func layouts(_ layout: I420Layout) throws {
        let session = try CodedSession.sized(404, 710)
        var writer = CodedFrameWriter(session, layout: layout, range: .limited)
        var other = CodedFrameWriter(session, range: .limited)
        #expect(writer.layout == layout)
        #expect(LumaFrame(7, from: &writer).luma == LumaFrame(7, from: &other).luma)
    }

    @Test("a frame does not depend on the frames drawn before it")
    func order() throws {
        let session = try CodedSession.sized(320, 180)
        var forward = CodedFrameWriter(session, range: .limited)
        for number in 0..<40 as Range<UInt32> { _ = LumaFrame(number, from: &forward) }
        for number in [3, 100_000, 12] as [UInt32] {
            #expect(LumaFrame(number, from: &forward).luma == LumaFrame(number, of: session).luma)
        }
    }

    @Test("a new origin appears in the next frame")
    func origin() throws {
        let rate = try #require(Rate(30_000, over: 1001))
        let session = try #require(CodedSession(identity: 9, width: 320, height: 180, rate: rate, origin: 5))
        var writer = CodedFrameWriter(session, range: .limited)
        var reader = CodedFrameReader()
        #expect(try LumaFrame(1, from: &writer).reading(by: &reader)?.session.origin == 5)
        writer.session.origin = 4_000_000
        #expect(try LumaFrame(2, from: &writer).reading(by: &reader)?.session.origin == 4_000_000)
        writer.session.origin = nil
        let reading = try #require(try LumaFrame(3, from: &writer).reading(by: &reader))
        #expect(reading.session.origin == nil)
        #expect(reading.session.rate == rate)
        #expect(reading.readableMarks == 2)
    }

    @Test(
        "the flash covers the first tenth of each second",
        arguments: [Rate.thirty, Rate(25), Rate(60_000, over: 1001)])
    func flash(_ rate: Rate?) throws {
        let rate = try #require(rate)
        let session = try #require(CodedSession(identity: 1, width: 168, height: 96, rate: rate))
        var writer = CodedFrameWriter(session, range: .full)
        for number in 0..<130 as Range<UInt32> {
            let frame = LumaFrame(number, from: &writer)
            // The centre of the flash, which lies left of the centre and below it.
            let level = frame.luma[60 * 168 + 60]
            let time = Double(number) * Double(rate.denominator) / Double(rate.numerator)
            // If a second starts between two frames, the second frame is its first one.
            let first = (time.rounded(.down) * rate.perSecond - 1e-9).rounded(.up)
            let elapsed = (Double(number) - first) / rate.perSecond
            if abs(elapsed - 0.1) > 1e-6 { #expect((level > 200) == (elapsed < 0.1), "frame \(number)") }
        }
    }

    @Test("a view requires planes that are large enough")
    func views() {
        let bytes = [UInt8](repeating: 0, count: 6 * 4)
        bytes.withUnsafeBytes { bytes in
            func view(_ luma: Int, _ chroma: Int, stride: Int = 6) -> FrameView? {
                let (y, c) = (
                    UnsafeRawBufferPointer(rebasing: bytes[..<luma]), UnsafeRawBufferPointer(rebasing: bytes[..<chroma])
                )
                let plane = SamplePlane(c, stride: 3)
                return FrameView(width: 5, height: 3, y: SamplePlane(y, stride: stride), u: plane, v: plane)
            }
            #expect(view(17, 6) != nil, "the last row needs no padding")
            #expect(view(16, 6) == nil)
            #expect(view(17, 5) == nil, "chroma of odd sizes is rounded up")
            #expect(view(24, 6, stride: 4) == nil)
            let plane = SamplePlane(bytes, stride: 6)
            #expect(FrameView(width: 0, height: 3, y: plane, u: plane, v: plane) == nil)
            #expect(FrameView(width: 3, height: -1, y: plane, u: plane, v: plane) == nil)
        }
    }
}
