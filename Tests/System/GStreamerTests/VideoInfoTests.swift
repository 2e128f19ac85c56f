import GStreamer
import StudioCore
import StudioTestSupport
import Testing

@Suite("VideoInfo")
struct VideoInfoTests {
    /// The planes without padding; `nil` if there are none.
    private func planes(_ info: VideoInfo, _ buffer: borrowing MediaBuffer) -> [[UInt8]]? {
        let (width, height) = ((info.width + 1) / 2, (info.height + 1) / 2)
        return info.withPlanes(of: buffer) { y, u, v in
            [(y, info.width, info.height), (u, width, height), (v, width, height)].map { plane, width, height in
                #expect(plane.stride >= width)
                #expect(plane.bytes.count == plane.stride * (height - 1) + width)
                return (0..<height).flatMap { row in (0..<width).map { plane.bytes[row * plane.stride + $0] } }
            }
        }
    }

    private func info(_ text: String) throws -> VideoInfo? {
        try GStreamerRuntime.start()
        return VideoInfo(try #require(Caps(text)))
    }

    private func i420(_ width: Int, _ height: Int, format: String = "I420") -> String {
        "video/x-raw,format=\(format),width=\(width),height=\(height),framerate=30/1"
    }

    @Test(
        "planes match GStreamer's layout, with row padding and odd sizes",
        arguments: [(2, 2), (1, 1), (3, 3), (5, 7), (404, 710), (17, 16), (16, 17), (640, 360)])
    func layouts(_ width: Int, _ height: Int) throws {
        let info = try #require(try info(i420(width, height)))
        #expect(info.width == width)
        #expect(info.height == height)
        func up(_ value: Int, _ unit: Int) -> Int { (value + unit - 1) / unit * unit }
        let (stride, chroma) = (up(width, 4), up((width + 1) / 2, 4))
        let rows = up(height, 2)
        // Padding is 255; the samples encode plane, row and column.
        var bytes = [UInt8](repeating: 255, count: stride * rows + chroma * rows)
        func fill(_ start: Int, _ stride: Int, _ width: Int, _ height: Int, _ seed: Int) -> [UInt8] {
            (0..<height).flatMap { row in
                (0..<width).map { column in
                    let value = UInt8((row * 7 + column * 3 + seed) % 250)
                    bytes[start + row * stride + column] = value
                    return value
                }
            }
        }
        let expected = [
            fill(0, stride, width, height, 0), fill(stride * rows, chroma, (width + 1) / 2, (height + 1) / 2, 1),
            fill(stride * rows + chroma * rows / 2, chroma, (width + 1) / 2, (height + 1) / 2, 2),
        ]
        #expect(planes(info, try unit(bytes)) == expected)
    }

    @Test("a short buffer has no planes, and nothing is read")
    func short() throws {
        let info = try #require(try info(i420(16, 16)))
        let buffer = try unit([UInt8](repeating: 0, count: 16 * 16 * 3 / 2 - 1))
        let planes = planes(info, buffer)
        #expect(planes == nil)
    }

    @Test("frames that are not 8-bit 4:2:0 have no planes", arguments: ["NV12", "YV12", "I420_10LE", "RGB", "Y42B"])
    func otherFormats(_ format: String) throws {
        let info = try #require(try info(i420(16, 16, format: format)))
        let buffer = try unit([UInt8](repeating: 0, count: 4096))
        let planes = planes(info, buffer)
        #expect(planes == nil)
    }

    @Test("10-bit frames have deep planes, two bytes a sample, and 8-bit ones have none")
    func deep() throws {
        let info = try #require(try info(i420(4, 2, format: "I420_10LE")))
        // Rows of chroma are two samples; GStreamer pads them to four bytes.
        let samples: [UInt16] = [1, 2, 3, 4, 5, 6, 7, 1023, 11, 12, 21, 22]
        let buffer = try unit(samples.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
        let planes = info.withDeepPlanes(of: buffer) { y, u, v in
            [y, u, v].map { plane in plane.bytes.bindMemory(to: UInt16.self).map { UInt16(littleEndian: $0) } }
        }
        #expect(planes == [[1, 2, 3, 4, 5, 6, 7, 1023], [11, 12], [21, 22]])
        let shallow = try #require(try self.info(i420(4, 2)))
        let other = try unit([UInt8](repeating: 0, count: 64))
        let none: Int? = shallow.withDeepPlanes(of: other) { _, _, _ in 1 }
        #expect(none == nil)
    }

    @Test("BT.2020 and the transfer function are recognized")
    func colors() throws {
        func info(_ colorimetry: String) throws -> VideoInfo {
            try #require(try self.info(i420(16, 16, format: "I420_10LE") + ",colorimetry=\(colorimetry)"))
        }
        #expect(try info("bt2100-pq").isBT2020)
        #expect(try info("bt2100-pq").transfer == .perceptualQuantizer)
        #expect(try info("bt2100-hlg").isBT2020)
        #expect(try info("bt2100-hlg").transfer == .hybridLogGamma)
        #expect(try info("bt2020-10").isBT2020)
        #expect(try info("bt2020-10").transfer == .standard)
        #expect(try !info("bt709").isBT2020)
        #expect(try !info("bt601").isBT2020)
        #expect(try info("bt709").isBT709)
    }

    @Test(
        "other caps are not video",
        arguments: [
            "audio/x-raw,rate=48000,channels=2", "video/x-h264,width=16,height=16", "video/x-raw,format=I420", "EMPTY",
            "ANY", "video/x-raw,format={I420,NV12},width=16,height=16,framerate=30/1",
            "video/x-raw,format=I420,width=[1,20],height=16",
        ])
    func noFrames(_ text: String) throws {
        #expect(try info(text) == nil)
    }

    @Test("planes follow the buffer's own layout")
    func fromPipeline() throws {
        let seen = Recorder<[[UInt8]]?>()
        // Software scalers use their own strides, which the buffer's meta describes.
        let pipeline = try Pipeline(
            "videotestsrc num-buffers=1 pattern=red ! \(i420(38, 22)) ! videocrop left=3 top=1 right=2 bottom=2 ! appsink name=out"
        )
        let sink = try AppSink(
            pipeline.element("out"),
            onUnit: { unit, _, caps in seen.record(VideoInfo(caps).flatMap { self.planes($0, unit) }) }, onEnd: {})
        try pipeline.play()
        #expect(pipeline.nextMessage(seconds: deadlineSeconds) == .end)
        withExtendedLifetime(sink) {}
        let planes = try #require(seen.all.compactMap(\.self).first)
        #expect(planes.map(\.count) == [33 * 19, 17 * 10, 17 * 10])
        #expect(planes.allSatisfy { Set($0).count == 1 })
        #expect(Set(planes.map { $0[0] }).count == 3)
    }
}
