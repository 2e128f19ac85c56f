import ProductionStudio
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing
import ZegoCustomRendering
import ZegoExpressEngine

@Suite("ZEGO engine")
struct EngineTests {
    @Test("calls without an engine report 1000001 and do nothing: ZG-ENGINE-001")
    func noEngine() {
        ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            ZegoExpressEngine.shared().startPreview()
            #expect(codes == [1_000_001])
            let engine = ZegoExpressEngine.start(client)
            engine.startPreview()
            room.advance(seconds: 0.5)
            let count = client.frames.count
            #expect(count > 0)
            ZegoExpressEngine.destroy(nil)
            #expect(ZegoExpressEngine.shared() === engine)
            // The order of a prebuilt kit: destroy, then disable and clear.
            ZegoExpressEngine.shared().enableCustomVideoRender(false, config: ZegoCustomVideoRenderConfig())
            ZegoExpressEngine.shared().setCustomVideoRenderHandler(nil)
            engine.startPreview()
            engine.stopPreview()
            engine.startPublishingStream("mine")
            engine.stopPublishingStream()
            engine.startPlayingStream("ada")
            engine.stopPlayingStream("ada")
            engine.loginRoom("room", user: ZegoUser(userID: "me"))
            engine.logoutRoom()
            engine.setVideoConfig(ZegoVideoConfig())
            engine.muteMicrophone(true)
            room.advance(seconds: 0.5)
            #expect(codes == [Int32](repeating: 1_000_001, count: 13))
            #expect(client.errors.all == [Int32](repeating: 1_000_001, count: 12))
            #expect(client.frames.count == count)
            #expect(reported == ["ZG-ENGINE-001"])
        }
    }

    @Test("every code of a rejected call: 1000002, 1000014 to 1000017, 1011003, 1011011, rooms")
    func rejected() {
        ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: client)
            let me = ZegoUser(userID: "me")
            func long(_ count: Int) -> String { String(repeating: "a", count: count) }
            engine.startPublishingStream("mine")
            engine.startPlayingStream("ada")
            engine.logoutRoom()
            engine.logoutRoom("room")
            engine.loginRoom("", user: me)
            engine.loginRoom(long(128), user: me)
            engine.loginRoom("room", user: ZegoUser(userID: ""))
            engine.loginRoom("room", user: ZegoUser(userID: long(64)))
            engine.loginRoom("room", user: me)
            engine.loginRoom("other", user: me)
            engine.startPlayingStream("")
            engine.startPlayingStream(long(256))
            engine.startPlayingStream("a b")
            engine.startPublishing("ä")
            engine.enableCustomVideoRender(true, config: nil)
            engine.enableCustomVideoRender(false, config: nil)
            engine.enableCustomVideoRender(true, config: ZegoCustomVideoRenderConfig())
            let odd = ZegoVideoConfig()
            odd.captureResolution = CGSize(width: 361, height: 640)
            engine.setVideoConfig(odd)
            odd.captureResolution = CGSize(width: 360.5, height: 640)
            engine.setVideoConfig(odd)
            (odd.captureResolution, odd.fps) = (CGSize(width: 360, height: 640), 0)
            engine.setVideoConfig(odd)
            engine.startPreview()
            engine.enableCustomVideoRender(false, config: nil)
            engine.enableCustomVideoCapture(true, config: nil)
            let expected: [Int32] = [
                1_000_002, 1_000_002, 1_002_002, 1_002_011, 1_002_013, 1_002_005, 1_002_007, 1_002_001,
                1_000_015, 1_000_014, 1_000_016, 1_000_016, 1_000_017, 1_011_011, 1_000_017, 1_000_017, 1_000_017,
                1_011_003, 1_011_003,
            ]
            #expect(codes == expected)
            room.advance(seconds: 0)
            #expect(client.errors.all == expected)
            let last = ZegoExpressEngine.emulation.debugErrors.last
            #expect(last?.funcName == "enableCustomVideoCapture(_:config:channel:)")
            #expect(last?.info.contains("ZG-RENDER-001") == true)
        }
    }

    @Test("an unsupported buffer type delivers no frames; the old configuration does not apply either")
    func unsupported() {
        ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            for type in [ZegoVideoBufferType.unknown, .glTexture2D, .nv12CVPixelBuffer] {
                let config = ZegoCustomVideoRenderConfig()
                config.bufferType = type
                engine.enableCustomVideoRender(true, config: config)
            }
            engine.startPreview()
            room.advance(seconds: 1)
            #expect(codes == [1_011_011, 1_011_011, 1_011_011])
            #expect(client.frames.count == 0)
        }
    }

    @Test("the engine is one per process, with its event handler, and an older form of creation: ZG-ENGINE-002")
    func singleton() {
        ZegoExpressEngine.emulation.withRoom { room in
            let (first, second) = (RenderClient(), RenderClient())
            let engine = ZegoExpressEngine.createEngine(
                withAppID: 1, appSign: "", isTestEnv: true, scenario: .general, eventHandler: first)
            #expect(ZegoExpressEngine.shared() === engine)
            #expect(ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: second) === engine)
            #expect(reported == ["ZG-ENGINE-002"])
            engine.startPreview()
            room.advance(seconds: 0)
            #expect(first.events.all.first == "engine start")
            #expect(second.events.all == [])
            engine.setEventHandler(nil)
            engine.stopPreview()
            room.advance(seconds: 0)
            #expect(!first.events.all.contains("engine stop"))
            let isDone = Signal()
            ZegoExpressEngine.destroy { isDone.send() }
            room.advance(seconds: 0)
            #expect(isDone.wasSent)
            #expect(ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: nil) !== engine)
        }
    }

    @Test("another event handler has no effect until the first one is removed: ZG-ENGINE-006")
    func secondHandler() {
        ZegoExpressEngine.emulation.withRoom { room in
            let (first, second) = (RenderClient(), RenderClient())
            let engine = ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: first)
            for handler in [second, first] { engine.setEventHandler(handler) }
            engine.startPreview()
            room.advance(seconds: 0)
            #expect(codes == [1_000_008, 1_000_008])
            #expect(first.errors.all == [1_000_008, 1_000_008])
            #expect(first.events.all.first == "engine start")
            engine.setEventHandler(nil)
            engine.setEventHandler(second)
            engine.stopPreview()
            room.advance(seconds: 0)
            #expect(second.events.all.last == "engine stop")
            #expect(second.errors.all == [])
            #expect(!first.events.all.contains("engine stop"))
            #expect(reported == ["ZG-ENGINE-006"])
        }
    }

    @Test("strict mode checks app ID and app sign: ZG-ENGINE-003 ZG-ENGINE-004 ZG-ENGINE-005")
    func strict() {
        let hex = String(repeating: "0123456789abcDEF", count: 4)
        let profiles: [(UInt32, String, [Int32])] = [
            (1, "", []), (1, hex, []), (0, hex, [1_001_000]), (1, "ab", [1_001_001]),
            (1, "x" + hex.dropFirst(), [1_001_002]),
        ]
        for (appID, appSign, expected) in profiles {
            var options = Emulation.Options()
            options.isStrict = true
            ZegoExpressEngine.emulation.withRoom(EmulatedRoom(), options) { _ in
                let profile = ZegoEngineProfile()
                (profile.appID, profile.appSign) = (appID, appSign)
                ZegoExpressEngine.createEngine(with: profile, eventHandler: nil)
                #expect(codes == expected)
            }
        }
    }

    @Test("a login connects and announces streams; users are announced on request")
    func login() throws {
        for isNotified in [false, true] {
            try ZegoExpressEngine.emulation.withRoom { room in
                let client = RenderClient()
                let engine = ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: client)
                try room.addStream("ada-1", user: "ada")
                let config = ZegoRoomConfig()
                config.isUserStatusNotify = isNotified
                engine.loginRoom("room", user: ZegoUser(userID: "me"), config: config)
                room.advance(seconds: 0)
                try room.addStream("bob-1", user: "bob")
                room.removeStream("ada-1")
                room.meeting.loseConnection()
                room.meeting.regainConnection()
                room.advance(seconds: 0)
                engine.logoutRoom("room")
                room.advance(seconds: 0)
                let all = [
                    "room connecting 0", "room connected 0", "add user ada", "add ada-1 of ada", "add user bob",
                    "add bob-1 of bob", "delete ada-1 of ada", "delete user ada", "room connecting 1002051",
                    "room connected 0", "room disconnected 0",
                ]
                #expect(client.events.all == (isNotified ? all : all.filter { !$0.contains("user") }))
                #expect(reported == [])
            }
        }
    }

    @Test("leaving stops the preview, and a client starts it again from the event")
    func restart() {
        ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            // The handlers are set while no event is delivered.
            room.advance(seconds: 0)
            client.onRoomState = { if $0 == .disconnected { engine.startPreview() } }
            engine.startPreview()
            room.advance(seconds: 1)
            engine.logoutRoom()
            let count = client.frames.count
            room.advance(seconds: 1)
            #expect(client.frames.count > count)
            #expect(
                client.events.all == [
                    "room connecting 0", "room connected 0", "engine start", "main 360x640", "engine stop",
                    "room disconnected 0", "engine start", "main 360x640",
                ])
        }
    }

    @Test("states of publishing and playing, in order")
    func states() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            room.advance(seconds: 0)
            engine.startPublishingStream("mine", channel: .aux)
            engine.startPlayingStream("ada")
            room.advance(seconds: 0.2)
            try room.addStream("ada")
            room.advance(seconds: 0.2)
            room.setSize(width: 320, height: 180, of: "ada")
            room.advance(seconds: 0.2)
            engine.stopPlayingStream("ada")
            engine.stopPublishingStream(.aux)
            room.advance(seconds: 0.2)
            #expect(
                client.events.all.dropFirst(2) == [
                    "engine start", "mine publishRequesting", "mine publishing", "ada playRequesting", "aux 360x640",
                    "add ada of user", "ada playing", "ada 640x360", "ada 320x180", "ada noPlay", "mine noPublish",
                    "engine stop",
                ])
        }
    }

    @Test("an ended room disconnects the client, which stops")
    func endedRoom() {
        ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            room.advance(seconds: 0)
            engine.startPublishingStream("mine")
            #expect(ZegoExpressEngine.emulation.meeting === room.meeting)
            room.meeting.expel()
            room.advance(seconds: 0)
            #expect(
                client.events.all.suffix(3) == ["mine noPublish", "engine stop", "room disconnected 1002055"])
            #expect(ZegoExpressEngine.emulation.meeting == nil)
            engine.stopPublishingStream()
            #expect(codes == [])
        }
    }

    @Test("recorded calls")
    func recordedCalls() {
        ZegoExpressEngine.emulation.withRoom { _ in
            let engine = ZegoExpressEngine.start(RenderClient())
            engine.muteMicrophone(true)
            engine.muteSpeaker(false)
            engine.enableHardwareEncoder(true)
            #expect(
                ZegoExpressEngine.emulation.recordedCalls.map(\.description) == [
                    "muteMicrophone(_:): true", "muteSpeaker(_:): false", "enableHardwareEncoder(_:): true",
                ])
            #expect(ZegoExpressEngine.emulation.droppedCalls == 0)
        }
    }
}
