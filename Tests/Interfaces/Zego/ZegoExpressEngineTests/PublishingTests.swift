import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing
import ZegoExpressEngine

/// What a client's stream is, and which IDs it may have.
@Suite("ZEGO publishing")
struct PublishingTests {
    /// A live-streaming app that shows why its stream is not live.
    private final class LiveApp: NSObject, ZegoEventHandler {
        let states = Recorder<String>()
        /// Whether it publishes a refused stream again at once.
        var isImpatient = false

        func onPublisherStateUpdate(
            _ state: ZegoPublisherState, errorCode: Int32, extendedData: [AnyHashable: Any]?, streamID: String
        ) {
            states.record("\(streamID) \(state) \(errorCode)")
            if isImpatient, errorCode != 0 { ZegoExpressEngine.shared().startPublishingStream(streamID) }
        }

        func goLive(_ streamID: String) {
            let engine = ZegoExpressEngine.createEngine(with: ZegoEngineProfile(), eventHandler: self)
            engine.loginRoom("room", user: ZegoUser(userID: "me"))
            engine.startPublishingStream(streamID)
        }
    }

    @Test("a stream ID that somebody else publishes is refused with 1003028: ZG-STREAM-005")
    func taken() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let app = LiveApp()
            try room.addStream("live", user: "ada")
            app.goLive("live")
            room.advance(seconds: 0.1)
            #expect(app.states.all == ["live publishRequesting 0", "live noPublish 1003028"])
            let error = try #require(ZegoExpressEngine.emulation.violations.first?.error)
            #expect(error.rule.id == "ZG-STREAM-005")
            #expect(error.message == "the stream 'live' is published by another user")
            // The server reports it, not the call.
            #expect(codes == [])
            // When the other user has left, the ID is free.
            room.removeStream("live")
            ZegoExpressEngine.shared().startPublishingStream("live")
            room.advance(seconds: 0.1)
            #expect(app.states.all.suffix(2) == ["live publishRequesting 0", "live publishing 0"])
        }
    }

    @Test("an app that publishes a taken ID again and again is refused each time: ZG-STREAM-005")
    func impatient() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let app = LiveApp()
            app.isImpatient = true
            try room.addStream("live", user: "ada")
            app.goLive("live")
            room.advance(seconds: 0.099)
            #expect(
                app.states.all == (0..<4).flatMap { _ in ["live publishRequesting 0", "live noPublish 1003028"] }
                    + ["live publishRequesting 0"])
            #expect(reported == ["ZG-STREAM-005"])
            #expect(ZegoExpressEngine.emulation.violations.first?.count == 5)
            room.removeStream("live")
            room.advance(seconds: 0.1)
            #expect(app.states.all.last == "live publishing 0")
        }
    }

    @Test(
        "an ID that another user takes after a stop is refused at the next start, also in another channel: ZG-STREAM-005"
    )
    func takenLater() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let app = LiveApp()
            app.goLive("live")
            room.advance(seconds: 0.1)
            ZegoExpressEngine.shared().stopPublishingStream()
            room.advance(seconds: 0.1)
            try room.addStream("live", user: "ada")
            ZegoExpressEngine.shared().startPublishingStream("live")
            ZegoExpressEngine.shared().startPublishingStream("live", channel: .aux)
            room.advance(seconds: 0.1)
            #expect(app.states.all.filter { $0 == "live noPublish 1003028" }.count == 2)
            #expect(ZegoExpressEngine.emulation.violations.map(\.count) == [2])
        }
    }

    @Test("a second stream of a channel is refused with 1003023, and the first one goes on: ZG-STREAM-004")
    func secondStream() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let app = LiveApp()
            app.goLive("one")
            ZegoExpressEngine.shared().startPublishingStream("two")
            room.advance(seconds: 0.1)
            #expect(app.states.all == ["one publishRequesting 0", "one publishing 0", "two noPublish 1003023"])
            let error = try #require(ZegoExpressEngine.emulation.violations.first?.error)
            #expect(error.rule.id == "ZG-STREAM-004")
            #expect(error.message == "the channel 0 publishes 'one', not 'two'")
            #expect(codes == [])
            ZegoExpressEngine.shared().stopPublishingStream()
            ZegoExpressEngine.shared().startPublishingStream("two")
            room.advance(seconds: 0.1)
            #expect(
                app.states.all.suffix(3) == ["one noPublish 0", "two publishRequesting 0", "two publishing 0"])
        }
    }

    @Test("a stream ID of one's own is published")
    func own() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let app = LiveApp()
            try room.addStream("live-ada", user: "ada")
            app.goLive("live-me")
            room.advance(seconds: 0.1)
            #expect(app.states.all == ["live-me publishRequesting 0", "live-me publishing 0"])
            #expect(reported == [])
        }
    }

    /// Size and count of the frames of a source in the next second.
    private func second(_ room: EmulatedRoom, _ client: RenderClient, _ source: String) -> String {
        let before = client.frames(of: source).count
        room.advance(seconds: 1)
        let frames = client.frames(of: source).dropFirst(before)
        let sizes = Set(frames.map { "\($0.size[0])x\($0.size[1])" }).sorted()
        return "\(sizes.joined(separator: " ")) \(frames.count)"
    }

    @Test("frames have the encoded size, in the preview and in the stream")
    func encodedSize() {
        ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            let config = ZegoVideoConfig()
            config.captureResolution = CGSize(width: 720, height: 1280)
            config.encodeResolution = CGSize(width: 360, height: 640)
            engine.setVideoConfig(config)
            engine.startPreview()
            engine.startPublishingStream("mine")
            engine.startPlayingStream("mine")
            room.advance(seconds: 0.99)
            #expect(second(room, client, "main") == "360x640 15")
            #expect(second(room, client, "mine") == "360x640 15")
            #expect(client.events.all.contains("main 360x640"))
            #expect(reported == [])
        }
    }

    @Test("setVideoConfig during the preview changes size and rate of what follows")
    func changedConfig() {
        ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            engine.startPreview()
            room.advance(seconds: 0.99)
            #expect(second(room, client, "main") == "360x640 15")
            let config = ZegoVideoConfig()
            config.encodeResolution = CGSize(width: 180, height: 320)
            (config.fps, config.bitrate) = (30, 300)
            engine.setVideoConfig(config)
            room.advance(seconds: 0.99)
            #expect(second(room, client, "main") == "180x320 30")
            #expect(client.events.all.suffix(2) == ["main 360x640", "main 180x320"])
            #expect(reported == [])
        }
    }

    @Test("the capture size stays during the preview, which is named; the rest of a preset applies: ZG-VIDEO-003")
    func changedCapture() {
        ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            engine.startPreview()
            room.advance(seconds: 0.99)
            engine.setVideoConfig(ZegoVideoConfig(preset: .preset180P))
            room.advance(seconds: 0.99)
            #expect(second(room, client, "main") == "180x320 15")
            #expect(reported == ["ZG-VIDEO-003"])
        }
    }

    @Test("the stream of a front camera is mirrored as the mode says; its preview is never flipped")
    func mirrored() {
        ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            engine.startPreview()
            engine.startPublishingStream("mine")
            engine.startPlayingStream("mine")
            /// Whether the stream has the rows of the preview in reverse.
            func isMirrored() -> Bool? {
                room.advance(seconds: 0.5)
                guard let own = client.frames(of: "main").last, let other = client.frames(of: "mine").last else {
                    return nil
                }
                let (left, right) = ([own.yuv(0, 0), own.yuv(359, 0)], [other.yuv(0, 0), other.yuv(359, 0)])
                #expect(left == right || left == right.reversed())
                return left != right
            }
            var seen: [Bool?] = [isMirrored()]
            for mode in [ZegoVideoMirrorMode.bothMirror, .onlyPublishMirror, .noMirror, .onlyPreviewMirror] {
                engine.setVideoMirrorMode(mode)
                seen.append(isMirrored())
            }
            engine.setVideoMirrorMode(.bothMirror)
            engine.useFrontCamera(false)
            seen.append(isMirrored())
            #expect(seen == [false, true, true, false, false, false])
        }
    }

    @Test("a stream whose video is muted has no frames; its preview continues")
    func muted() {
        ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            engine.startPreview()
            engine.startPublishingStream("mine")
            engine.startPlayingStream("mine")
            room.advance(seconds: 0.99)
            engine.mutePublishStreamVideo(true)
            #expect(second(room, client, "mine") == " 0")
            #expect(second(room, client, "main") == "360x640 15")
            engine.mutePublishStreamVideo(false)
            #expect(second(room, client, "mine") == "360x640 15")
            #expect(reported == [])
        }
    }
}
