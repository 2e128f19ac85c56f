import Dispatch
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import ZegoCustomRendering

@Suite("Custom rendering: room and life")
struct CustomRenderingRoomTests {
    @Test("a login connects, and announces users and streams; leaving stops everything")
    func login() throws {
        let fixture = RenderingFixture()
        let ada = try fixture.addStream("ada")
        try fixture.begin(TestRenderer())
        let stream = RoomStream(id: "ada", user: ada, name: "ada")
        #expect(
            fixture.events.all == [
                .connection(.connecting, nil, room: "room"), .connection(.connected, nil, room: "room"),
                .users([.init(id: ada, name: "ada")], isAdded: true, room: "room"),
                .streams([stream], isAdded: true, room: "room"),
            ])
        try fixture.engine.startPreview(channel: 0)
        try fixture.engine.startPublishing("mine", channel: 0)
        try fixture.engine.logout()
        try fixture.test.settle()
        #expect(
            Array(fixture.events.all.suffix(6)) == [
                .engine(isRunning: true), .publisher(stream: "mine", .requesting), .publisher(stream: "mine", .active),
                .publisher(stream: "mine", .idle), .engine(isRunning: false),
                .connection(.disconnected, nil, room: "room"),
            ])
        #expect(fixture.service.cameras.withLock { $0.isEmpty })
        #expect(fixture.engine.machine.configuration != nil)
        #expect(!fixture.engine.machine.isRunning)
    }

    @Test("streams appear and vanish with the video of their users")
    func streams() throws {
        let fixture = RenderingFixture()
        try fixture.begin(nil)
        let ada = try fixture.addStream("ada")
        fixture.test.meeting.setVideo(false, of: ada)
        fixture.test.meeting.setVideo(true, of: ada)
        fixture.test.meeting.remove(ada)
        try fixture.test.settle()
        let changes = fixture.events.all.compactMap { event -> Bool? in
            if case .streams(_, let isAdded, _) = event { isAdded } else { nil }
        }
        #expect(changes == [true, false, true, false])
    }

    @Test("a lost connection is reported, and an ended room is left")
    func interruptions() throws {
        let fixture = RenderingFixture()
        try fixture.begin(nil)
        try fixture.engine.startPublishing("second", channel: 1)
        try fixture.engine.startPublishing("first", channel: 0)
        try fixture.engine.startPlaying("ada")
        fixture.test.meeting.loseConnection()
        fixture.test.meeting.regainConnection()
        fixture.test.meeting.end(.kickedByHost)
        try fixture.test.settle()
        #expect(
            Array(fixture.events.all.suffix(7)) == [
                .connection(.connecting, .temporary, room: "room"), .connection(.connected, nil, room: "room"),
                .player(stream: "ada", .idle), .publisher(stream: "first", .idle),
                .publisher(stream: "second", .idle), .engine(isRunning: false),
                .connection(.disconnected, .removed, room: "room"),
            ])
        #expect(fixture.engine.machine.room == nil)
        try fixture.engine.login("room", user: "me")
        try fixture.test.settle()
        #expect(fixture.events.all.last == .connection(.disconnected, .failed, room: "room"))
    }

    @Test("a rejected login is reported as a disconnected room: ZG-ROOM-001 ZG-ROOM-005")
    func refusedLogin() throws {
        let fixture = RenderingFixture()
        #expect(
            fixture.rule { () throws(StudioError) in try fixture.engine.login("", user: "me") } == .renderingRoomEmpty)
        try fixture.begin(nil)
        let before = fixture.events.count
        #expect(fixture.events.all.first == .refusedLogin(.renderingRoomEmpty, room: ""))
        #expect(
            fixture.rule { () throws(StudioError) in try fixture.engine.login("other", user: "me") }
                == .renderingSecondRoom)
        try fixture.test.settle()
        #expect(fixture.events.count == before)
        #expect(fixture.engine.machine.room?.id == "room")
    }

    @Test("switching after a start is rejected until the last stop returns: ZG-RENDER-001")
    func stops() throws {
        let fixture = RenderingFixture()
        let engine = fixture.engine
        let configuration = RenderConfiguration(.raw, isYUV: true)
        func enable() -> Rule? { fixture.rule { () throws(StudioError) in try engine.enable(configuration) } }
        try fixture.begin(nil)
        try engine.startPreview(channel: 0)
        try engine.startPlaying("ada")
        #expect(enable() == .renderingEngineRuns)
        try engine.stopPreview(channel: 0)
        #expect(enable() == .renderingEngineRuns)
        try engine.stopPlaying("ada")
        #expect(enable() == nil)
    }

    @Test("on request, the engine counts as stopped with its event: ZG-RENDER-001")
    func stopsWithEvent() throws {
        var options = CustomRenderingEngine.Options()
        options.stopsWithEvent = true
        let fixture = RenderingFixture(options)
        let engine = fixture.engine
        func disable() -> Rule? { fixture.rule { () throws(StudioError) in try engine.disable() } }
        let blocker = Signal()
        fixture.test.meeting.callbackQueue.enqueue { _ = blocker.wait() }
        try engine.startPreview(channel: 0)
        try engine.stopPreview(channel: 0)
        #expect(disable() == .renderingEngineRuns)
        blocker.send()
        try fixture.test.settle()
        #expect(fixture.events.all == [.engine(isRunning: true), .engine(isRunning: false)])
        #expect(disable() == nil)
    }

    @Test("after destroying, nothing is delivered, and everything is rejected: ZG-ENGINE-001")
    func destroy() throws {
        let fixture = RenderingFixture()
        let renderer = TestRenderer()
        _ = try fixture.addStream("ada")
        try fixture.begin(renderer)
        try fixture.engine.startPreview(channel: 0)
        try fixture.engine.startPlaying("ada")
        try fixture.send("ada")
        let events = fixture.events.count
        fixture.engine.destroy()
        try fixture.send("ada")
        try fixture.capture()
        #expect(renderer.frames.count == 1)
        #expect(fixture.events.count == events)
        #expect(fixture.engine.statistics(of: .remote(stream: "ada")).delivered == 1)
        #expect(
            fixture.rule { () throws(StudioError) in try fixture.engine.startPreview(channel: 0) }
                == .renderingNoEngine)
    }

    @Test("every call may be made inside a callback, and frames end with the call that stops them")
    func reentrance() throws {
        let fixture = RenderingFixture()
        let engine = fixture.engine
        let errors = Recorder<String>()
        let renderer = TestRenderer { _, _ in
            do throws(StudioError) {
                try engine.setObserver(nil)
                try engine.stopPreview(channel: 0)
                try engine.logout()
                try engine.disable()
            } catch {
                errors.record("\(error)")
            }
            engine.destroy()
            return .reached
        }
        try fixture.begin(renderer)
        try engine.startPreview(channel: 0)
        try fixture.capture()
        try fixture.capture()
        #expect(renderer.frames.count == 1)
        #expect(errors.all == [])
    }

    @Test("calls and frames of many threads: counts agree, nothing hangs")
    func threads() throws {
        let fixture = RenderingFixture()
        let renderer = TestRenderer()
        _ = try fixture.addStream("ada")
        try fixture.begin(renderer)
        let engine = fixture.engine
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for _ in 0..<50 {
                do throws(StudioError) {
                    switch thread {
                    case 0:
                        try engine.startPlaying("ada")
                        try engine.stopPlaying("ada")
                    case 1:
                        try engine.startPreview(channel: 0)
                        try engine.stopPreview(channel: 0)
                    case 2:
                        try engine.setObserver(renderer)
                        try engine.setRendered(true, .remote(stream: "ada"))
                    default:
                        try engine.startPublishing("mine", channel: 1)
                        try engine.stopPublishing(channel: 1)
                    }
                } catch {
                    Issue.record("\(error)")
                }
            }
        }
        try fixture.test.settle()
        #expect(!engine.machine.isRunning)
        #expect(fixture.service.cameras.withLock { $0.isEmpty })
        try engine.startPlaying("ada")
        try fixture.send("ada")
        #expect(renderer.sources == [.remote(stream: "ada")])
        #expect(engine.statistics(of: .remote(stream: "ada")).delivered == 1)
    }

    @Test("two threads that start and stop the same preview and stream agree with the state at the end")
    func rivals() throws {
        let fixture = RenderingFixture()
        let renderer = TestRenderer()
        let ada = try fixture.addStream("ada")
        try fixture.begin(renderer)
        let (engine, meeting) = (fixture.engine, fixture.test.meeting)
        for _ in 0..<50 {
            DispatchQueue.concurrentPerform(iterations: 3) { thread in
                do throws(StudioError) {
                    switch thread {
                    case 0:
                        try engine.startPreview(channel: 0)
                        try engine.startPlaying("ada")
                    case 1:
                        try engine.stopPreview(channel: 0)
                        try engine.stopPlaying("ada")
                    default:
                        meeting.setVideo(false, of: ada)
                        meeting.setVideo(true, of: ada)
                    }
                } catch {
                    Issue.record("\(error)")
                }
            }
            try fixture.test.settle()
            let (isCapturing, isPlaying) = (!engine.machine.cameras.isEmpty, !engine.machine.played.isEmpty)
            #expect(fixture.service.cameras.withLock { !$0.isEmpty } == isCapturing)
            let before = renderer.frames.count
            try fixture.send("ada")
            #expect(renderer.frames.count - before == (isPlaying ? 1 : 0))
        }
    }
}
