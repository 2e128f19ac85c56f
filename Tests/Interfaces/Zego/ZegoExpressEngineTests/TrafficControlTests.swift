import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing
import ZegoExpressEngine

@Suite("ZEGO: traffic control")
struct TrafficControlTests {
    private let emulation = ZegoExpressEngine.emulation

    /// The frames of two seconds with a quarter of the uplink, and those of a second after it: how many, and their last size.
    private func frames(
        _ property: ZegoTrafficControlProperty?, isOn: Bool = true
    ) throws -> (limited: Int, size: [Int], after: Int, sizeAfter: [Int]) {
        try emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: client)
            let config = ZegoCustomVideoRenderConfig()
            (config.bufferType, config.frameFormatSeries) = (.rawData, .YUV)
            engine.enableCustomVideoRender(true, config: config)
            engine.setCustomVideoRenderHandler(client)
            let video = ZegoVideoConfig.default()
            video.captureResolution = CGSize(width: 320, height: 160)
            (video.encodeResolution, video.fps) = (video.captureResolution, 20)
            engine.setVideoConfig(video)
            if let property { engine.enableTrafficControl(isOn, property: property) }
            engine.loginRoom("room", user: ZegoUser(userID: "me"))
            engine.startPreview()
            engine.startPublishingStream("own")
            room.advance(seconds: 1)
            #expect(client.frames.all.last?.size == [320, 160])
            room.limitUplink(to: 0.25)
            room.advance(seconds: 0.5)
            let before = client.frames.count
            room.advance(seconds: 2)
            let limited = client.frames.count - before
            let size = try #require(client.frames.all.last).size
            room.limitUplink(to: 1)
            room.advance(seconds: 0.5)
            let restored = client.frames.count
            room.advance(seconds: 1)
            return (limited, size, client.frames.count - restored, try #require(client.frames.all.last).size)
        }
    }

    @Test("a limited uplink reduces the rate, the size or both, as the property says, and they recover: ZG-VIDEO-005")
    func reduced() throws {
        let rate = try frames(.adaptiveFPS)
        #expect((9...11).contains(rate.limited))
        #expect(rate.size == [320, 160])
        let size = try frames(.adaptiveResolution)
        #expect((39...41).contains(size.limited))
        #expect(size.size == [160, 80])
        let both = try frames([.adaptiveFPS, .adaptiveResolution])
        #expect((19...21).contains(both.limited))
        #expect(both.size == [226, 114])
        for result in [rate, size, both] {
            #expect((19...21).contains(result.after))
            #expect(result.sizeAfter == [320, 160])
        }
    }

    @Test("without a call, without a property, and switched off, frames stay as they are")
    func unchanged() throws {
        for result in [try frames(nil), try frames(.basic), try frames(.adaptiveFPS, isOn: false)] {
            #expect((39...41).contains(result.limited))
            #expect(result.size == [320, 160])
        }
    }
}
