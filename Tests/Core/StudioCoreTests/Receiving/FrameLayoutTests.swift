import StudioCore
import Testing

@Suite("Layouts and requests of received frames")
struct FrameLayoutTests {
    @Test(
        "tight layouts have the bytes of their format",
        arguments: [(2, 2), (4, 2), (640, 360), (1366, 768), (404, 710)])
    func tight(_ width: Int, _ height: Int) throws {
        let i420 = try #require(FrameLayout(.i420, width: width, height: height))
        let nv12 = try #require(FrameLayout(.nv12, width: width, height: height))
        let bgra = try #require(FrameLayout(.bgra, width: width, height: height))
        #expect(i420.byteCount == width * height * 3 / 2)
        #expect(nv12.byteCount == width * height * 3 / 2)
        #expect(bgra.byteCount == width * height * 4)
        #expect(i420.planes.map(\.offset) == [0, width * height, width * height * 5 / 4])
        #expect(nv12.planes.map(\.offset) == [0, width * height])
        #expect(nv12.planes.map(\.rowBytes) == [width, width])
        #expect(i420.isTight)
        #expect(nv12.isTight)
        #expect(bgra.isTight)
    }

    @Test("strides are rounded up to the alignment, and planes do not overlap")
    func aligned() throws {
        let layout = try #require(FrameLayout(.i420, width: 404, height: 710, alignment: 64))
        #expect(layout.planes.map(\.stride) == [448, 256, 256])
        #expect(layout.planes.map(\.offset) == [0, 448 * 710, 448 * 710 + 256 * 355])
        #expect(layout.byteCount == 448 * 710 + 2 * 256 * 355)
        #expect(!layout.isTight)
    }

    @Test("uneven strides cannot be derived from the width or from another plane", arguments: PixelFormat.allCases)
    func uneven(format: PixelFormat) throws {
        for width in Swift.stride(from: 2, through: 4096, by: 2) {
            let layout = try #require(
                FrameLayout(format, width: width, height: 4, alignment: 64, hasUnevenStrides: true))
            let strides = layout.planes.map(\.stride)
            let isPadded = layout.planes.allSatisfy { $0.stride > $0.rowBytes && $0.stride.isMultiple(of: 64) }
            let halves = strides.flatMap { (stride: Int) -> [Int] in
                [stride / 2, (stride / 2 + 63) / 64 * 64, stride * 2]
            }
            let isUneven = Set(strides).count == strides.count && !strides.contains(width)
            guard isPadded, isUneven, strides.dropFirst().allSatisfy({ !halves.prefix(3).contains($0) }) else {
                Issue.record("\(width): \(strides)")
                return
            }
        }
        let hd = try #require(FrameLayout(format, width: 1280, height: 720, alignment: 64, hasUnevenStrides: true))
        let expected: [PixelFormat: [Int]] = [.i420: [1344, 768, 832], .nv12: [1344, 1408], .bgra: [5184]]
        #expect(hd.planes.map(\.stride) == expected[format])
    }

    @Test("the layout of a track's frame keeps its planes")
    func track() {
        let layout = FrameLayout(I420Layout.gstreamer(width: 404, height: 710))
        #expect(layout.planes.map(\.stride) == [404, 204, 204])
        #expect(layout.planes.map(\.rowBytes) == [404, 202, 202])
        #expect(layout.byteCount == 431_680)
        #expect(!layout.isTight)
        #expect(FrameLayout(I420Layout.tight(width: 640, height: 360)) == FrameLayout(.i420, width: 640, height: 360))
    }

    @Test("odd, empty and unaligned sizes have no layout")
    func invalid() {
        #expect(FrameLayout(.i420, width: 3, height: 2) == nil)
        #expect(FrameLayout(.i420, width: 2, height: 3) == nil)
        #expect(FrameLayout(.bgra, width: 0, height: 2) == nil)
        #expect(FrameLayout(.nv12, width: 2, height: -2) == nil)
        #expect(FrameLayout(.nv12, width: 2, height: 2, alignment: 0) == nil)
    }

    @Test(
        "fit keeps the aspect ratio inside a 16:9 rectangle and never enlarges: RX-VIDEO-006",
        arguments: [
            (1280, 720, 360, 640, 360), (1280, 720, 720, 1280, 720), (640, 360, 720, 640, 360),
            (960, 720, 360, 480, 360), (720, 1280, 360, 202, 360), (1920, 800, 360, 640, 266),
            (1366, 768, 180, 320, 180), (3840, 2, 90, 160, 2),
        ])
    func fit(_ width: Int, _ height: Int, _ limit: Int, _ outputWidth: Int, _ outputHeight: Int) {
        let size = VideoRequest(size: .fit(height: limit)).outputSize(width: width, height: height, kind: .camera)
        #expect(size.width == outputWidth)
        #expect(size.height == outputHeight)
    }

    @Test(
        "the first frames are one step smaller than the requested size, even, with its aspect ratio",
        arguments: [
            (1280, 720, 720, 640, 360), (1280, 720, 360, 320, 180), (1920, 1080, 1080, 1280, 720),
            (3840, 2160, 2160, 1920, 1080), (640, 360, 90, 80, 44), (720, 1280, 1280, 360, 640),
            (960, 720, 720, 480, 360), (404, 710, 1080, 180, 316), (64, 36, 36, 32, 18), (2, 2, 90, 2, 2),
        ])
    func firstSize(_ width: Int, _ height: Int, _ limit: Int, _ firstWidth: Int, _ firstHeight: Int) {
        let size = VideoRequest(size: .fit(height: limit)).firstSize(width: width, height: height, kind: .camera)
        #expect(size.width == firstWidth)
        #expect(size.height == firstHeight)
    }

    @Test("the first frames are never larger, and smaller wherever an even size allows it")
    func firstSizes() {
        for width in stride(from: 2, through: 700, by: 14) {
            for height in stride(from: 2, through: 500, by: 10) {
                let first = VideoRequest().firstSize(width: width, height: height, kind: .camera)
                #expect(first.width <= width)
                #expect(first.height <= height)
                #expect(min(width, height) < 4 || first.width * first.height < width * height)
                #expect(first.width.isMultiple(of: 2) && first.height.isMultiple(of: 2))
                let shared = VideoRequest().firstSize(width: width, height: height, kind: .shareVideo)
                #expect(shared == (width, height))
            }
        }
    }

    @Test("shared screens and native requests are not scaled: RX-VIDEO-007")
    func native() {
        let fit = VideoRequest(size: .fit(height: 90)).outputSize(width: 1280, height: 720, kind: .shareVideo)
        #expect(fit.width == 1280)
        let native = VideoRequest().outputSize(width: 1280, height: 720, kind: .camera)
        #expect(native.height == 720)
    }

    @Test("BGRA has full range; other formats have the requested or the published one")
    func range() {
        #expect(VideoRequest(format: .bgra, range: .limited).outputRange(.limited) == .full)
        #expect(VideoRequest(range: .full).outputRange(.limited) == .full)
        #expect(VideoRequest(format: .nv12).outputRange(.limited) == .limited)
    }
}
