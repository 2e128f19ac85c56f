import ProductionStudio
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing
import ZegoCustomRendering
import ZegoExpressEngine

/// Renders in the spellings of the guide and of the oldest SDK versions.
private final class OldClient: NSObject, ZegoCustomVideoRenderHandler, ZegoEventHandler {
    let calls = Recorder<String>()

    func onCapturedVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UnsafeMutablePointer<UInt32>,
        param: ZegoVideoFrameParam, flipMode: ZegoVideoFlipMode
    ) { calls.record("captured raw") }
    func onRemoteVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UnsafeMutablePointer<UInt32>,
        param: ZegoVideoFrameParam, stream: String
    ) { calls.record("raw of \(stream)") }
    func onCapturedVideoFrameCVPixelBuffer(
        _ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, flipMode: ZegoVideoFlipMode
    ) { calls.record("captured buffer") }
    func onRemoteVideoFrameCVPixelBuffer(_ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, stream: String) {
        calls.record("buffer of \(stream)")
    }
    func onRoomStreamUpdate(_ updateType: ZegoUpdateType, streamList: [ZegoStream], roomID: String) {
        calls.record("\(updateType) \(streamList.map(\.streamID))")
    }
}

/// A method with a name that is almost right.
private final class WrongClient: NSObject, ZegoCustomVideoRenderHandler {
    func onRemoteVideoFrameRawData(
        _ data: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>>, dataLength: UInt32, param: ZegoVideoFrameParam,
        streamID: String
    ) {}
}

@Suite("ZEGO render handlers")
struct HandlerTests {
    @Test("the older spellings are reached")
    func spellings() throws {
        for (type, expected) in [
            (ZegoVideoBufferType.rawData, ["captured raw", "raw of ada"]),
            (.cvPixelBuffer, ["captured buffer", "buffer of ada"]),
        ] {
            try ZegoExpressEngine.emulation.withRoom { room in
                let client = OldClient()
                let engine = ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: client)
                let config = ZegoCustomVideoRenderConfig()
                config.bufferType = type
                engine.enableCustomVideoRender(true, config: config)
                engine.setCustomVideoRenderHandler(client)
                engine.loginRoom("room", user: ZegoUser(userID: "me"))
                try room.addStream("ada", video: .pattern(width: 72, height: 40))
                engine.startPreview()
                engine.startPlayingStream("ada")
                room.advance(seconds: 0.03)
                #expect(client.calls.all.sorted() == (["add [\"ada\"]"] + expected).sorted())
                #expect(reported == [])
            }
        }
    }

    @Test("a handler with a wrong spelling is reported once, with the right one: ZG-CALL-002")
    func wrongSpelling() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let (client, wrong) = (RenderClient(), WrongClient())
            let engine = ZegoExpressEngine.start(client)
            engine.setCustomVideoRenderHandler(wrong)
            try room.addStream("ada", video: .pattern(width: 72, height: 40))
            engine.startPlayingStream("ada")
            room.advance(seconds: 0.99)
            #expect(reported == ["ZG-CALL-002"])
            let violation = try #require(ZegoExpressEngine.emulation.violations.first)
            #expect(violation.count == 1)
            #expect(violation.error.hint.contains("onRemoteVideoFrameRawData(_:dataLength:param:streamID:)"))
            #expect(ZegoExpressEngine.emulation.statistics(of: "ada").unreached == 30)
            withExtendedLifetime(wrong) {}
        }
    }

    @Test("a handler is not retained, can be exchanged, and gets nothing after nil")
    func exchange() throws {
        ZegoExpressEngine.emulation.withRoom { room in
            let (first, second) = (RenderClient(), RenderClient())
            let engine = ZegoExpressEngine.start(first)
            engine.startPreview()
            room.advance(seconds: 1)
            engine.setCustomVideoRenderHandler(second)
            let count = first.frames.count
            room.advance(seconds: 1)
            #expect(first.frames.count == count)
            #expect(second.frames.count == 15)
            engine.setCustomVideoRenderHandler(nil)
            room.advance(seconds: 1)
            #expect(second.frames.count == 15)
            #expect(ZegoExpressEngine.emulation.statistics(of: .main).withoutHandler == 15)
            weak var weakly: RenderClient?
            do {
                let third = RenderClient()
                weakly = third
                engine.setCustomVideoRenderHandler(third)
            }
            #expect(weakly == nil)
            room.advance(seconds: 1)
            #expect(reported == ["ZG-CALL-001"])
        }
    }

    @Test("enabling after a start is 1011003; after the last stop, stop arrives and enabling works")
    func order() {
        for stopsWithEvent in [false, true] {
            var options = Emulation.Options()
            options.stopsWithEvent = stopsWithEvent
            ZegoExpressEngine.emulation.withRoom(EmulatedRoom(), options) { room in
                let client = RenderClient()
                let engine = ZegoExpressEngine.start(client)
                room.advance(seconds: 0)
                let config = ZegoCustomVideoRenderConfig()
                config.bufferType = .rawData
                engine.startPreview()
                engine.startPlayingStream("ada")
                engine.enableCustomVideoRender(true, config: config)
                engine.stopPreview()
                engine.enableCustomVideoRender(true, config: config)
                engine.stopPlayingStream("ada")
                room.advance(seconds: 0)
                #expect(client.events.all.last == "engine stop")
                engine.enableCustomVideoRender(true, config: config)
                engine.enableCustomVideoRender(false, config: nil)
                #expect(codes == [1_011_003, 1_011_003])
                #expect(client.errors.all == [1_011_003, 1_011_003])
            }
        }
    }

    @Test("on request, a plug-in must wait for the stop event")
    func waiting() {
        var options = Emulation.Options()
        options.stopsWithEvent = true
        ZegoExpressEngine.emulation.withRoom(EmulatedRoom(), options) { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            room.advance(seconds: 0)
            let (isHeld, mayGo) = (Signal(), Signal())
            room.meeting.onEvent { _ in
                isHeld.send()
                _ = mayGo.wait()
            }
            room.meeting.add("held")
            #expect(isHeld.wait())
            engine.startPreview()
            engine.stopPreview()
            engine.enableCustomVideoRender(false, config: nil)
            #expect(codes == [1_011_003])
            mayGo.send()
            room.advance(seconds: 0)
            engine.enableCustomVideoRender(false, config: nil)
            #expect(codes == [1_011_003])
        }
    }

    @Test("teardown in the orders of real clients: no callback follows")
    func teardown() throws {
        let orders: [(ZegoExpressEngine) -> Void] = [
            { engine in
                engine.setCustomVideoRenderHandler(nil)
                engine.stopPlayingStream("ada")
                engine.logoutRoom()
            },
            { engine in
                engine.stopPlayingStream("ada")
                engine.enableCustomVideoRender(false, config: nil)
            },
            { engine in
                ZegoExpressEngine.destroy(nil)
                engine.enableCustomVideoRender(false, config: ZegoCustomVideoRenderConfig())
                engine.setCustomVideoRenderHandler(nil)
            },
        ]
        for (number, order) in orders.enumerated() {
            try ZegoExpressEngine.emulation.withRoom { room in
                let client = RenderClient()
                let engine = ZegoExpressEngine.start(client)
                try room.addStream("ada", video: .pattern(width: 72, height: 40))
                engine.startPlayingStream("ada")
                room.advance(seconds: 0.49)
                let count = client.frames.count
                #expect(count == 15)
                order(engine)
                room.advance(seconds: 1)
                #expect(client.frames.count == count)
                #expect(codes == (number == 2 ? [1_000_001, 1_000_001] : []))
            }
        }
    }
}
