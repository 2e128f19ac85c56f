import StudioCore
import StudioTestSupport
import Testing

@Suite("Where I420 planes lie")
struct I420LayoutTests {
    private static let sizes = [
        (2, 2), (4, 2), (6, 2), (10, 4), (12, 6), (404, 710), (426, 240), (640, 360), (1366, 768),
    ]

    @Test("tight planes have width x height x 3 / 2 bytes", arguments: sizes)
    func tight(_ width: Int, _ height: Int) {
        let layout = I420Layout.tight(width: width, height: height)
        #expect(layout.byteCount == width * height * 3 / 2)
        #expect(layout.isTight)
        #expect(layout.y.offset == 0)
        #expect(layout.u.offset == width * height)
        #expect(layout.v.offset == width * height + width * height / 4)
        #expect([layout.y.stride, layout.u.stride, layout.v.stride] == [width, width / 2, width / 2])
        #expect(
            [layout.u.width, layout.v.width, layout.u.height, layout.v.height]
                == [width / 2, width / 2, height / 2, height / 2])
    }

    @Test(
        "GStreamer rounds rows up to 4 bytes",
        arguments: [
            // width, height, luma stride, chroma stride, bytes, as gst_video_info_set_format computes them
            (2, 2, 4, 4, 16), (404, 710, 404, 204, 431_680), (426, 240, 428, 216, 154_560),
            (640, 360, 640, 320, 345_600), (1366, 768, 1368, 684, 1_575_936), (1920, 1080, 1920, 960, 3_110_400),
        ])
    func gstreamer(_ width: Int, _ height: Int, luma: Int, chroma: Int, bytes: Int) {
        let layout = I420Layout.gstreamer(width: width, height: height)
        #expect(layout.y.stride == luma)
        #expect(layout.u.stride == chroma)
        #expect(layout.v.stride == chroma)
        #expect(layout.u.offset == luma * height)
        #expect(layout.v.offset == luma * height + chroma * height / 2)
        #expect(layout.byteCount == bytes)
    }

    @Test("both layouts are equal if and only if the width is a multiple of 8")
    func multipleOfEight() {
        for width in stride(from: 2, through: 400, by: 2) {
            let layout = I420Layout.gstreamer(width: width, height: 10)
            #expect(layout.isTight == (width % 8 == 0), "width \(width)")
            #expect((layout == .tight(width: width, height: 10)) == (width % 8 == 0), "width \(width)")
        }
    }

    @Test("copying moves all samples and nothing else, in both directions", arguments: sizes)
    func copying(_ width: Int, _ height: Int) {
        let tight = I420Layout.tight(width: width, height: height)
        for alignment in [4, 16, 64] {
            let padded = I420Layout.padded(width: width, height: height, alignment: alignment)
            var generator = SeededRandom(seed: UInt64(width + height))
            let source = generator.bytes(tight.byteCount)
            // The value 0xA5 in the padding shows which bytes were written.
            var wide = [UInt8](repeating: 0xA5, count: padded.byteCount)
            copy(source, tight, to: &wide, padded)
            #expect(wide == reference(source, tight, padded, background: 0xA5))
            var back = [UInt8](repeating: 0, count: tight.byteCount)
            copy(wide, padded, to: &back, tight)
            #expect(back == source)
        }
    }

    @Test("copying to the same layout copies the padding, too")
    func same() {
        let layout = I420Layout.gstreamer(width: 6, height: 4)
        var generator = SeededRandom(seed: 1)
        let source = generator.bytes(layout.byteCount)
        var target = [UInt8](repeating: 0, count: layout.byteCount)
        copy(source, layout, to: &target, layout)
        #expect(target == source)
    }

    private func copy(_ source: [UInt8], _ from: I420Layout, to target: inout [UInt8], _ to: I420Layout) {
        source.withUnsafeBytes { source in
            target.withUnsafeMutableBytes { target in
                guard let source = source.baseAddress, let target = target.baseAddress else {
                    Issue.record("an empty frame")
                    return
                }
                to.copy(from: source, in: from, to: target)
            }
        }
    }

    /// Copies sample by sample, from coordinates.
    private func reference(
        _ source: [UInt8], _ from: I420Layout, _ to: I420Layout, background: UInt8
    ) -> [UInt8] {
        var result = [UInt8](repeating: background, count: to.byteCount)
        for (read, write) in [(from.y, to.y), (from.u, to.u), (from.v, to.v)] {
            for row in 0..<read.height {
                for column in 0..<read.width {
                    result[write.offset + row * write.stride + column] =
                        source[read.offset + row * read.stride + column]
                }
            }
        }
        return result
    }
}
