import CoreMedia
import Dispatch
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing
import ZegoExpressEngine

/// Is told when frames are wanted.
private final class CaptureHandler: NSObject, ZegoCustomVideoCaptureHandler {
    let events = Recorder<String>()

    func onStart(_ channel: ZegoPublishChannel) { events.record("start \(channel)") }
    func onStop(_ channel: ZegoPublishChannel) { events.record("stop \(channel)") }
}

@Suite("ZEGO: custom capture, and frames without a preview")
struct CustomCaptureTests {
    private let emulation = ZegoExpressEngine.emulation

    /// An engine in a room that renders raw YUV frames.
    private func withEngine(
        renders: Bool = true, _ body: (EmulatedRoom, ZegoExpressEngine, RenderClient) throws -> Void
    ) rethrows {
        try emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: client)
            if renders {
                let config = ZegoCustomVideoRenderConfig()
                (config.bufferType, config.frameFormatSeries) = (.rawData, .YUV)
                engine.enableCustomVideoRender(true, config: config)
                engine.setCustomVideoRenderHandler(client)
            }
            engine.loginRoom("room", user: ZegoUser(userID: "me"))
            try body(room, engine, client)
        }
    }

    /// A buffer of one colour: each plane has one value, or BGRA is grey.
    private func buffer(
        _ format: OSType, _ values: [UInt8] = [200, 110, 150], width: Int = 64, height: Int = 36
    ) throws -> CVPixelBuffer {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, width, height, format, nil, &made)
        let buffer = try #require(made)
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        for plane in 0..<max(1, CVPixelBufferGetPlaneCount(buffer)) {
            let start = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
            let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
            let count = stride * CVPixelBufferGetHeightOfPlane(buffer, plane)
            let bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
            let isPair = plane == 1 && CVPixelBufferGetPlaneCount(buffer) == 2
            for index in 0..<count { bytes[index] = values[isPair ? 1 + index % stride % 2 : plane] }
        }
        return buffer
    }

    private func send(_ engine: ZegoExpressEngine, _ buffer: CVPixelBuffer) {
        engine.sendCustomVideoCapturePixelBuffer(buffer, timestamp: CMTime(value: 1, timescale: 30))
    }

    private static let planar: [OSType] = [
        kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
        kCVPixelFormatType_420YpCbCr8PlanarFullRange, kCVPixelFormatType_420YpCbCr8Planar,
    ]

    @Test("captured frames are what others render, in each format", arguments: planar)
    func renders(format: OSType) throws {
        try withEngine { room, engine, client in
            let handler = CaptureHandler()
            engine.setCustomVideoCaptureHandler(handler)
            engine.enableCustomVideoCapture(true, config: ZegoCustomVideoCaptureConfig())
            engine.startPublishingStream("own")
            engine.startPlayingStream("own")
            room.advance(seconds: 0.1)
            #expect(handler.events.all == ["start main"])
            for _ in 0..<3 {
                send(engine, try buffer(format))
                room.advance(seconds: 0.05)
            }
            #expect(client.frames.all.map(\.source) == ["own", "own", "own"])
            let frame = try #require(client.frames.all.last)
            #expect(frame.size == [64, 36])
            #expect(frame.yuv(10, 10) == [200, 110, 150])
            engine.stopPublishingStream()
            engine.stopPlayingStream("own")
            room.advance(seconds: 0.1)
            #expect(handler.events.all == ["start main", "stop main"])
            #expect(reported == [])
        }
    }

    @Test("BGRA is converted, and the encoded size of setVideoConfig is that of the stream")
    func scales() throws {
        try withEngine { room, engine, client in
            let config = ZegoVideoConfig.default()
            (config.captureResolution, config.encodeResolution) = (
                CGSize(width: 32, height: 18), CGSize(width: 32, height: 18)
            )
            engine.setVideoConfig(config)
            engine.enableCustomVideoCapture(true, config: nil)
            engine.startPublishingStream("own")
            engine.startPlayingStream("own")
            room.advance(seconds: 0.1)
            send(engine, try buffer(kCVPixelFormatType_32BGRA, [255]))
            room.advance(seconds: 0.1)
            let frame = try #require(client.frames.all.last)
            #expect(frame.size == [32, 18])
            #expect(abs(frame.yuv(8, 8)[1] - 128) <= 2 && abs(frame.yuv(8, 8)[2] - 128) <= 2)
            #expect(frame.yuv(8, 8)[0] >= 235)
        }
    }

    @Test("32ARGB, which helpers for images make, is published with its colour")
    func alphaFirst() throws {
        try withEngine { room, engine, client in
            engine.enableCustomVideoCapture(true, config: nil)
            engine.startPublishingStream("own")
            engine.startPlayingStream("own")
            room.advance(seconds: 0.1)
            let buffer = try buffer(kCVPixelFormatType_32ARGB, [255])
            CVPixelBufferLockBaseAddress(buffer, [])
            let base = try #require(CVPixelBufferGetBaseAddress(buffer))
            let stride = CVPixelBufferGetBytesPerRow(buffer)
            // Blue: neither red nor green.
            for row in 0..<36 {
                for column in 0..<64 {
                    for sample in 1...2 {
                        base.storeBytes(of: 0, toByteOffset: row * stride + 4 * column + sample, as: UInt8.self)
                    }
                }
            }
            CVPixelBufferUnlockBaseAddress(buffer, [])
            send(engine, buffer)
            room.advance(seconds: 0.1)
            let sample = try #require(client.frames.all.last).yuv(10, 10)
            #expect(sample[0] < 60 && sample[1] >= 235 && (100..<128).contains(sample[2]))
            #expect(reported == [])
        }
    }

    @Test("a pixel buffer of another format, or of an odd size, is named: ZG-CAPTURE-004")
    func otherFormats() throws {
        try withEngine(renders: false) { _, engine, _ in
            engine.enableCustomVideoCapture(true, config: nil)
            engine.startPreview()
            send(engine, try buffer(kCVPixelFormatType_32RGBA, [9]))
            #expect(emulation.violations.last?.error.message.contains("has the format RGBA") == true)
            send(engine, try buffer(kCVPixelFormatType_24RGB, [9]))
            send(engine, try buffer(kCVPixelFormatType_32ARGB, [9], width: 64, height: 35))
            #expect(codes == [1_011_010, 1_011_010, 1_011_010])
            #expect(reported == ["ZG-CAPTURE-004"])
            #expect(emulation.violations.map(\.count) == [3])
        }
    }

    @Test(
        """
        frames without custom capture, before the start and of another form are rejected: ZG-CAPTURE-001 ZG-CAPTURE-002 \
        ZG-CAPTURE-004
        """)
    func rejected() throws {
        try withEngine(renders: false) { room, engine, _ in
            let frame = try buffer(kCVPixelFormatType_32BGRA, [9])
            send(engine, frame)
            engine.enableCustomVideoCapture(true, config: nil)
            send(engine, frame)
            engine.startPreview()
            send(engine, frame)
            send(engine, try buffer(kCVPixelFormatType_32BGRA, [9], width: 33, height: 18))
            #expect(codes == [1_011_002, 1_011_001, 1_011_010])
            #expect(reported == ["ZG-CAPTURE-001", "ZG-CAPTURE-002", "ZG-CAPTURE-004"])
            room.advance(seconds: 0.1)
        }
    }

    @Test("calls of two threads that overlap are reported, those of one thread are not: ZG-CAPTURE-003")
    func overlap() throws {
        try withEngine(renders: false) { _, engine, _ in
            engine.enableCustomVideoCapture(true, config: nil)
            engine.startPreview()
            let frame = try buffer(kCVPixelFormatType_32BGRA, [9], width: 1920, height: 1080)
            for _ in 0..<3 { send(engine, frame) }
            #expect(reported == [])
            DispatchQueue.concurrentPerform(iterations: 40) { _ in
                engine.sendCustomVideoCapturePixelBuffer(frame, timestamp: CMTime(value: 1, timescale: 30))
            }
            #expect(reported == ["ZG-CAPTURE-003"])
        }
    }

    // MARK: The preview

    @Test("a handler that gets no frame, because the published channel has no preview, is told: ZG-QUALITY-001")
    func noPreview() {
        withEngine { room, engine, client in
            engine.startPublishingStream("own")
            room.advance(seconds: 3)
            #expect(client.frames.count == 0)
            #expect(reported == [])
            #expect(emulation.qualityFindings.map(\.error.rule.id) == ["ZG-QUALITY-001"])
            #expect(emulation.qualityFindings.map(\.count) == [1])
            #expect(emulation.qualityFindings.allSatisfy { !$0.isRefusal })
        }
    }

    enum Twin: CaseIterable {
        case latePreview, played, silenced, noHandler, stopped, notEnabled
    }

    @Test("a client that gets frames, wants none, or stops at once is not", arguments: Twin.allCases)
    func preview(twin: Twin) throws {
        try withEngine(renders: twin != .notEnabled) { room, engine, _ in
            if twin == .played {
                try room.addStream("ada")
                engine.startPlayingStream("ada")
            }
            if twin == .silenced { engine.enableCapturedVideoCustomVideoRender(false, channel: .main) }
            if twin == .noHandler { engine.setCustomVideoRenderHandler(nil) }
            engine.startPublishingStream("own")
            room.advance(seconds: 0.5)
            if twin == .latePreview { engine.startPreview() }
            if twin == .stopped { engine.stopPublishingStream() }
            room.advance(seconds: 2)
            #expect(reported == [])
            #expect(emulation.qualityFindings.isEmpty)
        }
    }
}
