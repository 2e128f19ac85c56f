import Testing
import ZegoExpressEngine

#if swift(>=6)
    @testable import ZegoGuide
#else
    @testable import ZegoGuideSwift5
#endif

@Suite("ZEGO guide")
struct GuideTests {
    @Test("the three steps with pixel buffers: frames of the preview and of a stream; switching later is 1011003")
    func pixelBuffers() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let client = GuideClient()
            try room.addStream("ada", video: .pattern(width: 72, height: 40, framesPerSecond: 10))
            client.createEngine()
            client.enableCustomRender()
            client.setHandler()
            client.start(ZegoCanvas(view: client), playing: "ada", ZegoCanvas(view: client))
            room.advance(seconds: 0.99)
            #expect(client.calls == ["captured buffer": 15, "buffer of ada": 10])
            #expect(client.formats == [.BGRA32])
            #expect(client.errors.isEmpty)
            client.enableCustomRender()
            room.advance(seconds: 0)
            #expect(client.errors == [1_011_003])
            ZegoExpressEngine.shared().logoutRoom()
            room.advance(seconds: 0)
            client.enableCustomRender()
            room.advance(seconds: 0)
            #expect(client.states == [.start, .stop])
            #expect(client.errors == [1_011_003])
        }
    }

    @Test("raw frames without a canvas, in the guide's spelling")
    func raw() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let client = GuideClient()
            (client.bufferType, client.frameFormatSeries, client.enableEngineRender) = (.rawData, .YUV, false)
            try room.addStream("ada", video: .pattern(width: 72, height: 40, framesPerSecond: 10))
            client.createEngine()
            client.enableCustomRender()
            client.setHandler()
            client.start(nil, playing: "ada", nil)
            room.advance(seconds: 0.99)
            #expect(client.calls == ["captured raw": 15, "raw of ada": 10])
            #expect(client.formats == [.I420])
            #expect(client.flips == [.X])
            #expect(client.sizes == ["raw of ada: 72x40, 192 256 320", "captured raw: 360x640, 448 320 384"])
            #expect(ZegoExpressEngine.emulation.violations.isEmpty)
        }
    }

    @Test("the newest spelling has the channel")
    func channel() {
        ZegoExpressEngine.emulation.withRoom { room in
            let client = ChannelClient()
            let engine = ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: nil)
            let config = ZegoCustomVideoRenderConfig()
            config.bufferType = .rawData
            engine.enableCustomVideoRender(true, config: config)
            engine.setCustomVideoRenderHandler(client)
            engine.startPreview()
            room.advance(seconds: 0.99)
            #expect(client.channels == [.main: 15])
        }
    }

    @Test("the oldest spellings are called too; encoded frames only if they are asked for", arguments: [false, true])
    func oldest(isRaw: Bool) throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let client = OldClient()
            try room.addStream("ada", user: "Ada", video: .pattern(width: 72, height: 40, framesPerSecond: 10))
            let engine = ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: client)
            let config = ZegoCustomVideoRenderConfig()
            config.bufferType = isRaw ? .rawData : .cvPixelBuffer
            engine.enableCustomVideoRender(true, config: config)
            engine.setCustomVideoRenderHandler(client)
            engine.loginRoom("room", user: ZegoUser(userID: "me"))
            engine.startPlayingStream("ada")
            room.advance(seconds: 0.99)
            #expect(client.calls == ["add ada of Ada": 1, "\(isRaw ? "raw" : "buffer") of ada, rotated by 0": 10])
            #expect(ZegoExpressEngine.emulation.violations.isEmpty)
        }
    }

    @Test("picture-in-picture code keeps the latest buffer of each stream and reads it later")
    func picture() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let client = PictureClient()
            try room.addStream("ada", video: .pattern(width: 72, height: 40))
            try room.addStream("bob", video: .pattern(width: 100, height: 60))
            let engine = ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: nil)
            let config = ZegoCustomVideoRenderConfig()
            config.bufferType = .cvPixelBuffer
            engine.enableCustomVideoRender(true, config: config)
            engine.setCustomVideoRenderHandler(client)
            engine.loginRoom("room", user: ZegoUser(userID: "me"))
            engine.startPreview(nil)
            engine.startPlayingStream("ada")
            engine.startPlayingStream("bob")
            room.advance(seconds: 1)
            ZegoExpressEngine.destroy(nil)
            #expect(client.describe("local") == [360, 640, 1536, 255])
            #expect(client.describe("ada") == [72, 40, 384, 255])
            #expect(client.describe("bob") == [100, 60, 512, 255])
        }
    }
}
