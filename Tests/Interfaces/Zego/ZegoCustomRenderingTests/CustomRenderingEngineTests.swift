import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing
import ZegoCustomRendering

@Suite("Custom rendering: engine")
struct CustomRenderingEngineTests {
    @Test("captured frames need a preview; publishing alone captures and renders nothing")
    func preview() throws {
        let fixture = RenderingFixture()
        let renderer = TestRenderer()
        try fixture.begin(renderer)
        try fixture.engine.startPublishing("mine", channel: 0)
        try fixture.capture()
        #expect(renderer.frames.count == 0)
        try fixture.engine.startPreview(channel: 0)
        try fixture.capture()
        try fixture.capture()
        #expect(renderer.sources == [.captured(channel: 0), .captured(channel: 0)])
        try fixture.engine.stopPreview(channel: 0)
        try fixture.capture()
        #expect(renderer.frames.count == 2)
        #expect(fixture.service.settings.all == [.standard])
        #expect(fixture.reported == [])
    }

    @Test("the service gets what is published: from the start of a stream to its end, not during a preview")
    func publications() throws {
        let fixture = RenderingFixture()
        let publications = fixture.service.publications
        try fixture.begin(nil)
        try fixture.engine.startPreview(channel: 0)
        #expect(publications.all == [])
        try fixture.engine.startPublishing("mine", channel: 0)
        try fixture.engine.startPublishing("other", channel: 1)
        #expect(publications.all == ["+0", "+1"])
        try fixture.engine.startPublishing("again", channel: 0)
        try fixture.engine.stopPublishing(channel: 0)
        #expect(publications.all == ["+0", "+1", "-0"])
        try fixture.engine.logout()
        #expect(publications.all == ["+0", "+1", "-0", "-1"])
        try fixture.engine.login("room", user: "me")
        try fixture.engine.startPublishing("mine", channel: 0)
        fixture.engine.destroy()
        #expect(publications.all == ["+0", "+1", "-0", "-1", "+0", "-0"])
    }

    @Test("channels and streams are distinguished, and each source can be switched: ZG-RENDER-005")
    func sources() throws {
        let fixture = RenderingFixture()
        let renderer = TestRenderer()
        try fixture.engine.setRendered(true, .remote(stream: "ada"))
        #expect(fixture.reported == ["ZG-RENDER-005"])
        _ = try fixture.addStream("ada")
        _ = try fixture.addStream("bob")
        try fixture.begin(renderer)
        for channel in [0, 3] { try fixture.engine.startPreview(channel: channel) }
        for stream in ["ada", "bob"] { try fixture.engine.startPlaying(stream) }
        try fixture.capture()
        try fixture.send("bob")
        try fixture.send("ada")
        #expect(Set(renderer.sources.prefix(2)) == [.captured(channel: 0), .captured(channel: 3)])
        #expect(renderer.sources.suffix(2) == [.remote(stream: "bob"), .remote(stream: "ada")])
        try fixture.engine.setRendered(false, .remote(stream: "bob"))
        try fixture.engine.setRendered(false, .captured(channel: 0))
        try fixture.send("bob")
        try fixture.capture()
        #expect(renderer.frames.count == 5)
        #expect(renderer.sources.last == .captured(channel: 3))
        try fixture.engine.setRendered(true, .remote(stream: "bob"))
        try fixture.send("bob")
        #expect(renderer.sources.last == .remote(stream: "bob"))
        #expect(fixture.engine.statistics(of: .remote(stream: "bob")).delivered == 2)
    }

    @Test("a played stream begins when it is published, and ends with it; playing it twice delivers once")
    func late() throws {
        let fixture = RenderingFixture()
        let renderer = TestRenderer()
        try fixture.begin(renderer)
        try fixture.engine.startPlaying("ada")
        try fixture.engine.startPlaying("ada")
        try fixture.test.settle()
        #expect(fixture.events.all.contains(.player(stream: "ada", .requesting)))
        #expect(!fixture.events.all.contains(.player(stream: "ada", .active)))
        let ada = try fixture.addStream("ada")
        try fixture.test.settle()
        try fixture.send("ada")
        #expect(renderer.sources == [.remote(stream: "ada")])
        #expect(fixture.events.all.contains(.player(stream: "ada", .active)))
        #expect(fixture.events.all.last == .playedSize(stream: "ada", .init(width: 36, height: 16)))
        fixture.test.meeting.remove(ada)
        try fixture.test.settle()
        #expect(fixture.events.all.suffix(3).contains(.player(stream: "ada", .requesting)))
        _ = try fixture.addStream("ada")
        try fixture.test.settle()
        try fixture.send("ada")
        #expect(renderer.frames.count == 2)
    }

    @Test("the handler is exchanged between two frames; without one, frames are counted: ZG-CALL-001")
    func handlers() throws {
        let fixture = RenderingFixture()
        let (first, second) = (TestRenderer(), TestRenderer())
        let gone = TestRenderer { _, _ in .gone }
        try fixture.begin(nil)
        try fixture.engine.startPreview(channel: 0)
        try fixture.capture()
        for renderer in [first, second, gone] {
            try fixture.engine.setObserver(renderer)
            try fixture.capture()
        }
        try fixture.capture()
        #expect([first, second, gone].map(\.frames.count) == [1, 1, 1])
        #expect(fixture.reported == ["ZG-CALL-001"])
        let statistics = fixture.engine.statistics(of: .captured(channel: 0))
        #expect(statistics.delivered == 2)
        #expect(statistics.withoutHandler == 3)
    }

    @Test("a handler without any callback for its frames is reported once: ZG-CALL-002")
    func unreached() throws {
        let fixture = RenderingFixture()
        _ = try fixture.addStream("ada")
        let renderer = TestRenderer { _, _ in .unreached }
        try fixture.begin(renderer)
        try fixture.engine.startPreview(channel: 0)
        try fixture.capture()
        #expect(fixture.reported == [])
        try fixture.engine.startPlaying("ada")
        try fixture.send("ada")
        try fixture.send("ada")
        try fixture.engine.logout()
        #expect(fixture.reported == ["ZG-CALL-002"])
        // Only the preview: reported when the engine stops.
        try fixture.engine.setObserver(TestRenderer { _, _ in .unreached })
        try fixture.engine.startPreview(channel: 0)
        try fixture.capture()
        try fixture.engine.stopPreview(channel: 0)
        #expect(fixture.reported == ["ZG-CALL-002", "ZG-CALL-002"])
        // A handler that renders only the stream is correct.
        try fixture.engine.setObserver(
            TestRenderer { _, rendered in rendered.source == .remote(stream: "ada") ? .reached : .unreached })
        try fixture.engine.login("room", user: "me")
        try fixture.test.settle()
        try fixture.engine.startPreview(channel: 0)
        try fixture.engine.startPlaying("ada")
        try fixture.send("ada")
        try fixture.capture()
        try fixture.engine.logout()
        #expect(fixture.reported.count == 2)
    }

    @Test("planes have padded strides, and U and V are distinct; lengths are stride times rows")
    func planes() throws {
        let fixture = RenderingFixture()
        let seen = Recorder<[Int]>()
        let renderer = TestRenderer { frame, _ in
            let isMapped: Void? = frame.withRawPlanes { planes in
                let slots = 0..<RawPlanes.slots
                seen.record(slots.map { Int(planes.lengths[$0]) })
                seen.record(planes.strides.map { Int($0) })
                seen.record((0..<3).map { Int(planes.data[$0][35 / ($0 == 0 ? 1 : 2)]) })
            }
            return isMapped == nil ? .unmapped : .reached
        }
        try fixture.begin(renderer)
        try fixture.engine.startPreview(channel: 0)
        try fixture.capture(100, u: 90, v: 200)
        #expect(seen.all == [[128 * 16, 192 * 8, 320 * 8, 0], [128, 192, 320, 0], [100, 90, 200]])
    }

    @Test("writes into captured planes reach neither the loop-back of the stream nor the next frame")
    func writes() throws {
        let fixture = RenderingFixture()
        let lumas = Recorder<UInt8>()
        let renderer = TestRenderer { frame, rendered in
            let isMapped: Void? = frame.withRawPlanes { planes in
                lumas.record(planes.data[0][0])
                if rendered.source == .captured(channel: 0) {
                    for slot in 0..<3 { planes.data[slot].update(repeating: 0, count: Int(planes.lengths[slot])) }
                }
            }
            return isMapped == nil ? .unmapped : .reached
        }
        try fixture.begin(renderer)
        try fixture.engine.startPublishing("mine", channel: 0)
        try fixture.engine.startPlaying("mine")
        try fixture.engine.startPreview(channel: 0)
        for level in [60, 70] as [UInt8] { try fixture.capture(level) }
        #expect(lumas.all.sorted() == [60, 60, 70, 70])
        #expect(Set(renderer.sources) == [.captured(channel: 0), .remote(stream: "mine")])
    }

    @Test("captured frames ask to be flipped as the mirror mode and the camera say; streams do not")
    func flips() throws {
        let fixture = RenderingFixture()
        let renderer = TestRenderer()
        _ = try fixture.addStream("ada")
        try fixture.begin(renderer)
        try fixture.engine.startPreview(channel: 0)
        try fixture.engine.startPlaying("ada")
        try fixture.capture()
        for mode in [MirrorMode.both, .none, .publishedOnly, .previewOnly] {
            try fixture.engine.setMirrorMode(mode, channel: 0)
            try fixture.capture()
        }
        try fixture.engine.useFrontCamera(false, channel: 0)
        try fixture.capture()
        try fixture.send("ada")
        #expect(
            renderer.frames.all.map(\.flip) == [.horizontal, .horizontal, .none, .none, .horizontal, .none, .none])
    }

    @Test("sizes and rates of cameras: ZG-VIDEO-001 ZG-VIDEO-002 ZG-VIDEO-003 ZG-VIDEO-004")
    func settings() throws {
        let fixture = RenderingFixture()
        let engine = fixture.engine
        func rule(_ width: Int, _ height: Int, _ rate: Int) -> Rule? {
            fixture.rule { () throws(StudioError) in
                try engine.setSettings(
                    CaptureSettings(width: width, height: height, framesPerSecond: rate), channel: 0)
            }
        }
        #expect(rule(361, 640, 15) == .renderingVideoSize)
        #expect(rule(360, -2, 15) == .renderingVideoSize)
        #expect(rule(8194, 640, 15) == .renderingVideoSize)
        #expect(rule(360, 640, 0) == .renderingVideoRate)
        #expect(rule(360, 640, 121) == .renderingVideoRate)
        #expect(engine.settings(of: 0) == .standard)
        #expect(rule(720, 1280, 30) == nil)
        try engine.startPreview(channel: 0)
        #expect(rule(180, 320, 30) == nil)
        #expect(fixture.reported == ["ZG-VIDEO-003"])
        #expect(rule(180, 320, 30) == nil)
        #expect(rule(180, 320, 20) == nil)
        #expect(fixture.service.cameraChanges.all == ["+1", "-1", "+2", "-2", "+3"])
        try engine.stopPreview(channel: 0)
        try engine.startPreview(channel: 0)
        #expect(fixture.service.settings.all.map(\.encodedWidth) == [720, 180, 180, 180])
        #expect(fixture.service.settings.all.map(\.framesPerSecond) == [30, 30, 20, 20])
        try engine.stopPreview(channel: 0)
        fixture.service.failure.set(StudioError(.renderingCamera, "no camera"))
        try engine.startPreview(channel: 0)
        #expect(fixture.reported == ["ZG-VIDEO-003", "ZG-VIDEO-004"])
    }

    @Test("captured frames are delivered neither encoded nor with custom capture, which is told: ZG-RENDER-006")
    func nothing() throws {
        let fixture = RenderingFixture()
        let renderer = TestRenderer()
        try fixture.begin(renderer, RenderConfiguration(.encoded, isYUV: true))
        try fixture.engine.startPreview(channel: 0)
        try fixture.capture()
        try fixture.engine.stopPreview(channel: 0)
        #expect(fixture.reported == [])
        try fixture.engine.enable(RenderConfiguration(.raw, isYUV: true))
        try fixture.engine.setCustomCapture(true, channel: 0)
        try fixture.engine.startPreview(channel: 0)
        try fixture.capture()
        #expect(renderer.frames.count == 0)
        #expect(fixture.reported == ["ZG-RENDER-006"])
    }

    @Test("a stream that another user or channel publishes is refused by an event: ZG-STREAM-005")
    func takenStream() throws {
        let fixture = RenderingFixture()
        try fixture.begin(nil)
        _ = try fixture.addStream("ada")
        try fixture.engine.startPublishing("ada", channel: 0)
        try fixture.engine.startPublishing("mine", channel: 0)
        try fixture.engine.startPublishing("mine", channel: 1)
        // The service answers later.
        try fixture.test.turn(by: .milliseconds(20))
        try fixture.test.settle()
        let media = fixture.events.all.filter {
            switch $0 {
            case .publisher, .refusedPublisher, .engine: true
            default: false
            }
        }
        #expect(
            media == [
                .publisher(stream: "ada", .requesting), .refusedPublisher(.renderingStreamTaken, stream: "ada"),
                .engine(isRunning: true), .publisher(stream: "mine", .requesting),
                .publisher(stream: "mine", .active), .publisher(stream: "mine", .requesting),
                .refusedPublisher(.renderingStreamTaken, stream: "mine"),
            ])
        #expect(fixture.engine.machine.published == [0: "mine"])
        #expect(fixture.reported == ["ZG-STREAM-005", "ZG-STREAM-005"])
    }

    @Test("a muted stream has no frames; the preview continues, also that of a channel that is opened later")
    func mutedStream() throws {
        let fixture = RenderingFixture()
        let renderer = TestRenderer()
        try fixture.begin(renderer)
        try fixture.engine.setMuted(true, channel: 0)
        try fixture.engine.startPreview(channel: 0)
        try fixture.engine.startPublishing("mine", channel: 0)
        try fixture.engine.startPlaying("mine")
        for isMuted in [true, false, true] {
            try fixture.engine.setMuted(isMuted, channel: 0)
            try fixture.capture()
        }
        let (preview, stream) = (RenderSource.captured(channel: 0), RenderSource.remote(stream: "mine"))
        #expect(renderer.sources.count { $0 == preview } == 3)
        #expect(renderer.sources.count { $0 == stream } == 1)
    }

    @Test("a second stream of a channel is refused by an event, and the first one goes on: ZG-STREAM-004")
    func republish() throws {
        let fixture = RenderingFixture()
        try fixture.begin(nil)
        try fixture.engine.startPublishing("one", channel: 0)
        try fixture.engine.startPublishing("two", channel: 0)
        try fixture.test.settle()
        #expect(
            fixture.events.all.suffix(3) == [
                .publisher(stream: "one", .requesting), .publisher(stream: "one", .active),
                .refusedPublisher(.renderingChannelPublishes, stream: "two"),
            ])
        #expect(fixture.engine.machine.published == [0: "one"])
        #expect(fixture.reported == ["ZG-STREAM-004"])
        try fixture.engine.stopPublishing(channel: 0)
        try fixture.engine.startPublishing("two", channel: 0)
        #expect(fixture.engine.machine.published == [0: "two"])
        #expect(fixture.reported == ["ZG-STREAM-004"])
    }
}
