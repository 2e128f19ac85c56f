import GStreamer
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("VideoDecoder")
struct VideoDecoderTests {
    /// Encoded frames of 64x36.
    private func encode(_ encoder: String, count: Int = 12) throws -> [[UInt8]] {
        let pipeline = try Pipeline(
            """
            videotestsrc num-buffers=\(count) ! video/x-raw,format=I420,width=64,height=36,framerate=15/1
            ! \(encoder) ! appsink name=out
            """)
        let (units, ended) = (Recorder<[UInt8]>(), Signal())
        let sink = try AppSink(
            pipeline.element("out"), onUnit: { unit, _, _ in units.record(unit.withBytes { Array($0) } ?? []) },
            onEnd: { ended.send() })
        try pipeline.play()
        #expect(ended.wait())
        withExtendedLifetime(sink) { pipeline.stop() }
        return units.all
    }

    private func sizes(_ decoder: VideoDecoder, _ bytes: [UInt8], at time: MediaTime = .zero) throws -> [[Int]] {
        guard let unit = MediaBuffer(copying: bytes) else { throw TestFailure("no memory") }
        unit.time = time
        var sizes: [[Int]] = []
        decoder.decode(unit) { frame, info in
            sizes.append([info.width, info.height, frame.byteCount])
            let stride = info.withPlanes(of: frame) { y, _, _ in y.stride }
            #expect(stride == 64)
        }
        return sizes
    }

    @Test(
        "each unit gives its frame inside the call",
        arguments: [
            (
                VideoDecoder.Codec.h264,
                "x264enc tune=zerolatency ! video/x-h264,stream-format=byte-stream,alignment=au"
            ),
            (VideoDecoder.Codec.vp8, "vp8enc deadline=1"),
        ])
    func frames(codec: VideoDecoder.Codec, encoder: String) throws {
        let decoder = try #require(VideoDecoder(codec))
        for (index, unit) in try encode(encoder).enumerated() {
            #expect(try sizes(decoder, unit, at: .milliseconds(Int64(index) * 66)) == [[64, 36, 3456]])
        }
    }

    @Test("damaged units, and those before a key frame, give no frame")
    func damage() throws {
        let units = try encode("x264enc tune=zerolatency ! video/x-h264,stream-format=byte-stream,alignment=au")
        let decoder = try #require(VideoDecoder(.h264))
        #expect(try sizes(decoder, Array(repeating: 0x55, count: 100)) == [])
        #expect(try sizes(decoder, units[1]) == [])
        #expect(try sizes(decoder, units[0]) == [[64, 36, 3456]])
    }
}
