import MediaReceiving
import ProductionStudioTesting
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Conversion of received frames")
struct ConversionTests {
    private func convert(
        _ request: VideoRequest, luma: UInt8, chroma: UInt8 = 128, width: Int = 32, height: Int = 16,
        range: VideoRange = .limited
    ) throws -> FrameCopy {
        let fixture = try ReceivingFixture()
        let frames = Recorder<FrameCopy>()
        try fixture.subscriptions.video(.camera, of: fixture.ada.id, VideoSubscriptionOptions(request)) {
            frames.record(FrameCopy($0))
        }
        fixture.publish(luma, chroma: chroma, width: width, height: height, range: range)
        try fixture.test.settle()
        return try #require(frames.all.first)
    }

    @Test(
        "grey patches are converted between the ranges, with and without scaling, in I420 and NV12",
        arguments: [(40, 28), (16, 0), (128, 130), (235, 255), (220, 238)] as [(UInt8, UInt8)],
        [
            VideoRequest(range: .full), VideoRequest(format: .nv12, range: .full),
            VideoRequest(size: .fit(height: 8), range: .full), VideoRequest(range: .full, strideAlignment: 64),
            VideoRequest(size: .fit(height: 8), format: .nv12, range: .full, strideAlignment: 64),
        ])
    func toFullRange(_ values: (luma: UInt8, expected: UInt8), _ request: VideoRequest) throws {
        let frame = try convert(request, luma: values.luma)
        #expect(Set(frame.plane(0)) == [values.expected])
        #expect(Set(frame.plane(1)) == [128])
        #expect(frame.description.range == .full)
    }

    @Test("full range becomes limited", arguments: [(0, 16), (40, 50), (128, 126), (255, 235)] as [(UInt8, UInt8)])
    func toLimitedRange(_ luma: UInt8, _ expected: UInt8) throws {
        let frame = try convert(VideoRequest(range: .limited, isWritable: true), luma: luma, range: .full)
        #expect(Set(frame.plane(0)) == [expected])
        #expect(frame.description.range == .limited)
    }

    @Test(
        "BGRA has full range and opaque alpha, from either range: RX-VIDEO-008",
        arguments: [(16, .limited, 0), (235, .limited, 255), (0, .full, 0), (255, .full, 255), (128, .full, 128)]
            as [(UInt8, VideoRange, UInt8)])
    func bgra(_ luma: UInt8, _ range: VideoRange, _ grey: UInt8) throws {
        let frame = try convert(VideoRequest(format: .bgra), luma: luma, range: range)
        #expect(frame.bytes.count == 32 * 16 * 4)
        #expect(Array(frame.bytes.prefix(8)) == [grey, grey, grey, 255, grey, grey, grey, 255])
        #expect(Set(frame.bytes).isSubset(of: [grey, 255]))
        #expect(frame.description.range == .full)
    }

    @Test("chroma keeps its planes: U then V, interleaved in NV12")
    func chromaOrder() throws {
        let fixture = try ReceivingFixture()
        let frames = Recorder<FrameCopy>()
        try fixture.subscriptions.video(
            .camera, of: fixture.ada.id, VideoSubscriptionOptions(VideoRequest(format: .nv12))
        ) { frames.record(FrameCopy($0)) }
        let layout = I420Layout.tight(width: 8, height: 4)
        let bytes = (0..<UInt8(layout.byteCount)).map { $0 }
        bytes.withUnsafeBytes { _ = fixture.camera.publish(frame: $0, layout: layout, time: .zero) }
        try fixture.test.settle()
        let frame = try #require(frames.all.first)
        #expect(frame.plane(0) == Array(bytes[0..<32]))
        #expect(frame.plane(1) == [32, 40, 33, 41, 34, 42, 35, 43, 36, 44, 37, 45, 38, 46, 39, 47])
    }

    @Test("rows that are not a multiple of 8 wide arrive intact in every layout", arguments: [1, 2, 16, 64, 4096])
    func strides(_ alignment: Int) throws {
        let fixture = try ReceivingFixture()
        let frames = Recorder<FrameCopy>()
        try fixture.subscriptions.video(
            .camera, of: fixture.ada.id, VideoSubscriptionOptions(VideoRequest(strideAlignment: alignment))
        ) { frames.record(FrameCopy($0)) }
        let layout = I420Layout.tight(width: 6, height: 4)
        let bytes = (0..<UInt8(layout.byteCount)).map { $0 }
        bytes.withUnsafeBytes { _ = fixture.camera.publish(frame: $0, layout: layout, time: .zero) }
        try fixture.test.settle()
        let frame = try #require(frames.all.first)
        #expect(frame.plane(0) + frame.plane(1) + frame.plane(2) == bytes)
        #expect(frame.description.layout.planes.allSatisfy { $0.stride.isMultiple(of: alignment) })
        #expect(alignment > 1 || frame.description.layout.isTight)
        #expect(frame.bytes.count == frame.description.layout.byteCount)
    }

    @Test("each published size is converted to the size of the request, also when it changes in mid-stream")
    func changingSize() throws {
        let fixture = try ReceivingFixture()
        let frames = Recorder<FrameCopy>()
        try fixture.subscriptions.video(
            .camera, of: fixture.ada.id, VideoSubscriptionOptions(VideoRequest(size: .fit(height: 36)))
        ) { frames.record(FrameCopy($0)) }
        for (width, height) in [(64, 36), (128, 72), (32, 18), (96, 72), (128, 72)] {
            fixture.publish(77, width: width, height: height)
            try fixture.test.settle()
        }
        #expect(frames.all.map(\.description.layout.width) == [64, 64, 32, 48, 64])
        #expect(frames.all.map(\.description.layout.height) == [36, 36, 18, 36, 36])
        #expect(frames.all.allSatisfy { Set($0.plane(0)) == [77] })
    }
}
