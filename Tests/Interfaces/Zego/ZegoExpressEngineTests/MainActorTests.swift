import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing
import ZegoExpressEngine

/// Clients on the main actor, as Swift 6 has them.
// One after the other: a test that occupies the main actor must not wait for one that awaits there.
@Suite("ZEGO: clients on the main actor", .serialized)
struct MainActorTests {
    @MainActor private final class Model: NSObject, @preconcurrency ZegoEventHandler {
        private(set) var streams = 0

        func onRoomStreamUpdate(_ updateType: ZegoUpdateType, streamList: [ZegoStream], roomID: String) {
            streams += streamList.count
        }

        func enter() -> ZegoExpressEngine {
            let engine = ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: self)
            engine.loginRoom("room", user: ZegoUser(userID: "me"))
            return engine
        }
    }

    /// A class whose conformance is isolated, as default isolation makes it.
    @MainActor private final class Renderer: NSObject, @MainActor ZegoCustomVideoRenderHandler {
        func onRemoteVideoFrameCVPixelBuffer(_ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, streamID: String) {}
    }

    private final class Viewer: NSObject, ZegoCustomVideoRenderHandler {
        func onRemoteVideoFrameCVPixelBuffer(_ buffer: CVPixelBuffer, param: ZegoVideoFrameParam, streamID: String) {}
    }

    /// The same for encoded data.
    @MainActor private final class UnitRenderer: NSObject, @MainActor ZegoCustomVideoRenderHandler {
        nonisolated let units = Recorder<UInt32>()

        func onRemoteVideoFrameEncodedData(
            _ data: UnsafeMutablePointer<UInt8>, dataLength: UInt32, param: ZegoVideoEncodedFrameParam,
            referenceTimeMillisecond: UInt64, streamID: String
        ) { units.record(dataLength) }
    }

    @Test("get their events on it when a test occupies it")
    @MainActor func occupied() throws {
        let model = Model()
        try ZegoExpressEngine.emulation.withRoom { room in
            MainActor.assumeIsolated { _ = model.enter() }
            try room.addStream("ada", video: .pattern(width: 72, height: 40))
            room.advance(seconds: 1)
        }
        #expect(model.streams >= 1)
    }

    @Test("get their events in an asynchronous test")
    @MainActor func asynchronous() async throws {
        let model = Model()
        try await ZegoExpressEngine.emulation.withRoomAsync { room in
            _ = model.enter()
            try room.addStream("ada", video: .pattern(width: 72, height: 40))
            await room.advance(seconds: 1)
            #expect(model.streams == 1)
        }
    }

    @Test("get their events on the main queue by default, or on a queue of the test", arguments: [true, false])
    func elsewhere(_ isDefault: Bool) {
        let queue = isDefault ? DispatchQueue.main : DispatchQueue(label: "test")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let places = Recorder<Bool?>()
        let room = isDefault ? EmulatedRoom() : EmulatedRoom(callbackQueue: queue)
        ZegoExpressEngine.emulation.withRoom(room) { room in
            let engine = ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: nil)
            engine.loginRoom("room", user: ZegoUser(userID: "me"), config: ZegoRoomConfig()) { _, _ in
                places.record(DispatchQueue.getSpecific(key: key))
            }
            room.advance(seconds: 1)
        }
        #expect(places.all == [true])
    }

    @Test("RX-CALL-001 frames for an isolated conformance are named; the callback is called")
    @MainActor func isolatedConformance() throws {
        for (handler, expected) in [(Renderer() as any ZegoCustomVideoRenderHandler, ["RX-CALL-001"]), (Viewer(), [])] {
            try ZegoExpressEngine.emulation.withRoom { room in
                let config = ZegoCustomVideoRenderConfig()
                config.bufferType = .cvPixelBuffer
                let engine = ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: nil)
                engine.enableCustomVideoRender(true, config: config)
                engine.setCustomVideoRenderHandler(handler)
                engine.loginRoom("room", user: ZegoUser(userID: "me"))
                try room.addStream("ada", video: .pattern(width: 72, height: 40))
                engine.startPlayingStream("ada")
                room.advance(seconds: 0.5)
                #expect(ZegoExpressEngine.emulation.violations.map(\.error.rule.id.rawValue) == expected)
                #expect(ZegoExpressEngine.emulation.statistics(of: "ada").delivered > 0)
            }
        }
    }

    @Test("RX-CALL-001 encoded data for an isolated conformance is named; the callback is called")
    @MainActor func isolatedUnits() throws {
        let renderer = UnitRenderer()
        let handler: any ZegoCustomVideoRenderHandler = renderer
        try ZegoExpressEngine.emulation.withRoom { room in
            let config = ZegoCustomVideoRenderConfig()
            config.bufferType = .encodedData
            let engine = ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: nil)
            engine.enableCustomVideoRender(true, config: config)
            engine.setCustomVideoRenderHandler(handler)
            engine.loginRoom("room", user: ZegoUser(userID: "me"))
            try room.addStream("ada", video: .pattern(width: 64, height: 36, framesPerSecond: 15))
            engine.startPlayingStream("ada")
            room.advance(seconds: 1)
            #expect(reported == ["RX-CALL-001"])
        }
        #expect(renderer.units.count > 0)
    }
}
