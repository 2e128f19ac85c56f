import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing
import ZegoExpressEngine

/// Keeps every buffer.
private final class KeepingClient: NSObject, ZegoCustomVideoRenderHandler {
    private let buffers = Lock<[CVPixelBuffer]>([])

    var count: Int { buffers.withLock { $0.count } }

    func releaseFirst() {
        let first = buffers.withLock { $0.removeFirst() }
        withExtendedLifetime(first) {}
    }

    func onRemoteVideoFrameCVPixelBuffer(_ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, streamID: String) {
        buffers.withLock { $0.append(buffer) }
    }
}

@Suite("ZEGO pixel buffers")
struct PixelBufferTests {
    @Test("captured and remote pixel buffers are BGRA, with size and stride")
    func bgra() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client, .cvPixelBuffer, .RGB)
            try room.addStream("ada", video: .pattern(width: 72, height: 40))
            engine.startPreview()
            engine.startPlayingStream("ada")
            room.advance(seconds: 0.05)
            for (source, width, height) in [("main", 360, 640), ("ada", 72, 40)] {
                let kept = try #require(client.buffers.all.first { $0.source == source })
                #expect(kept.format == .BGRA32)
                #expect(kept.flip == (source == "main" ? .X : nil))
                #expect(CVPixelBufferGetPixelFormatType(kept.buffer) == kCVPixelFormatType_32BGRA)
                #expect(CVPixelBufferGetWidth(kept.buffer) == width)
                #expect(CVPixelBufferGetHeight(kept.buffer) == height)
                #expect(CVPixelBufferGetBytesPerRow(kept.buffer) == (width * 4 + 63) / 64 * 64 + 64)
                #expect(CVPixelBufferGetBaseAddress(kept.buffer) == nil)
                // The first bar is grey, 75 %.
                #expect(kept.bytes.prefix(4).map { Int($0) / 2 } == [95, 95, 95, 127])
            }
            #expect(client.frames.count == 0)
        }
    }

    @Test("YUV pixel buffers have three planes of full range")
    func planar() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            ZegoExpressEngine.start(client, .cvPixelBuffer, .YUV).startPreview()
            room.advance(seconds: 0.05)
            let kept = try #require(client.buffers.all.first)
            #expect(kept.format == .I420)
            #expect(CVPixelBufferGetPixelFormatType(kept.buffer) == kCVPixelFormatType_420YpCbCr8PlanarFullRange)
            #expect(CVPixelBufferGetPlaneCount(kept.buffer) == 3)
            #expect((0..<3).map { CVPixelBufferGetBytesPerRowOfPlane(kept.buffer, $0) } == [448, 320, 384])
            // 75 % grey in full range is 191.
            #expect(kept.bytes.first == 191)
        }
    }

    @Test("a kept pixel buffer is unchanged later, also after the engine was destroyed")
    func kept() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client, .cvPixelBuffer, .RGB)
            try room.addStream("ada", video: .pattern(width: 72, height: 40))
            engine.startPlayingStream("ada")
            room.advance(seconds: 0.19)
            let kept = client.buffers.all
            #expect(kept.count == 6)
            let before = kept.map(\.bytes)
            #expect(before.first != before.last)
            room.advance(seconds: 3)
            ZegoExpressEngine.destroy(nil)
            #expect(kept.map(\.bytes) == before)
        }
    }

    @Test(
        "a client that keeps 32 buffers of a source gets no more, until it releases one, which is named: ZG-BUFFER-001")
    func budget() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let (client, keeper) = (RenderClient(), KeepingClient())
            let engine = ZegoExpressEngine.start(client, .cvPixelBuffer, .RGB)
            engine.setCustomVideoRenderHandler(keeper)
            try room.addStream("ada", video: .pattern(width: 72, height: 40, framesPerSecond: 20))
            engine.startPlayingStream("ada")
            room.advance(seconds: 1.99)
            #expect(keeper.count == 32)
            let statistics = ZegoExpressEngine.emulation.statistics(of: "ada")
            #expect(statistics.delivered == 32)
            #expect(statistics.dropped == [.outOfBuffers: 8])
            let violation = try #require(ZegoExpressEngine.emulation.violations.first)
            #expect(violation.error.rule.id == "ZG-BUFFER-001")
            #expect(
                violation.error.message
                    == "a frame of 'stream ada' was dropped: 32 of 32 pixel buffers are kept, "
                    + "the oldest since \(MediaTime.zero.timecode)")
            keeper.releaseFirst()
            room.advance(seconds: 0.99)
            #expect(keeper.count == 32)
            #expect(ZegoExpressEngine.emulation.statistics(of: "ada").delivered == 33)
            #expect(reported == ["ZG-BUFFER-001"])
        }
    }

    @Test("a client that keeps the buffer that it shows breaks no rule")
    func shownBuffer() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let (client, keeper) = (RenderClient(), KeepingClient())
            let engine = ZegoExpressEngine.start(client, .cvPixelBuffer, .RGB)
            engine.setCustomVideoRenderHandler(keeper)
            try room.addStream("ada", video: .pattern(width: 72, height: 40, framesPerSecond: 20))
            engine.startPlayingStream("ada")
            for _ in 0..<100 {
                room.advance(seconds: 0.05)
                while keeper.count > 1 { keeper.releaseFirst() }
            }
            #expect(ZegoExpressEngine.emulation.statistics(of: "ada").delivered >= 100)
            #expect(reported == [])
        }
    }
}
