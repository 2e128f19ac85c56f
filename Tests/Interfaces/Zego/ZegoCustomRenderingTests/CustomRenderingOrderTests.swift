import Dispatch
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing
import ZegoCustomRendering

/// Decisions of several threads, and what follows from them, have the same order.
@Suite("Custom rendering: order of decisions")
struct CustomRenderingOrderTests {
    @Test("starts and stops of several threads are notified in turn")
    func events() throws {
        let fixture = RenderingFixture()
        try fixture.begin(nil)
        let (engine, before) = (fixture.engine, fixture.events.count)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for _ in 0..<2000 {
                do throws(StudioError) {
                    if thread.isMultiple(of: 2) {
                        try engine.startPlaying("ada")
                    } else {
                        try engine.stopPlaying("ada")
                    }
                } catch {
                    Issue.record("\(error)")
                }
            }
        }
        try engine.stopPlaying("ada")
        try fixture.test.settle()
        let events = fixture.events.all.dropFirst(before)
        let cycle: [CustomRenderingEvent] = [
            .engine(isRunning: true), .player(stream: "ada", .requesting), .player(stream: "ada", .idle),
            .engine(isRunning: false),
        ]
        #expect(!events.isEmpty)
        #expect(events.count.isMultiple(of: cycle.count))
        let misplaced = events.enumerated().first { $0.element != cycle[$0.offset % cycle.count] }
        #expect(misplaced == nil)
    }

    @Test("a call that comes while another one stops a camera is notified after it")
    func interleaved() throws {
        let fixture = RenderingFixture()
        try fixture.begin(nil)
        let (engine, before) = (fixture.engine, fixture.events.count)
        func call(_ body: @escaping @Sendable () throws(StudioError) -> Void) {
            fixture.service.onCameraEnd.set {
                do throws(StudioError) { try body() } catch { Issue.record("\(error)") }
            }
        }
        try engine.startPreview(channel: 0)
        call { () throws(StudioError) in try engine.startPlaying("ada") }
        try engine.stopPreview(channel: 0)
        try engine.stopPlaying("ada")
        try engine.startPreview(channel: 0)
        call { () throws(StudioError) in try engine.login("next", user: "me") }
        try engine.logout()
        try fixture.test.settle()
        #expect(
            fixture.events.all.dropFirst(before) == [
                .engine(isRunning: true), .engine(isRunning: false), .engine(isRunning: true),
                .player(stream: "ada", .requesting), .player(stream: "ada", .idle), .engine(isRunning: false),
                .engine(isRunning: true), .engine(isRunning: false), .connection(.disconnected, nil, room: "room"),
                .connection(.connecting, nil, room: "next"), .connection(.connected, nil, room: "next"),
            ])
        #expect(fixture.service.left.count == 1)
        #expect(engine.meeting != nil)
    }

    @Test("each room that several threads enter is left once")
    func rooms() throws {
        let fixture = RenderingFixture()
        let engine = fixture.engine
        let refusals = Recorder<Rule>()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<2000 {
                // Another thread may be in the room already, or have left it.
                do throws(StudioError) { try engine.login("room", user: "me") } catch { refusals.record(error.rule) }
                do throws(StudioError) { try engine.logout() } catch { refusals.record(error.rule) }
            }
        }
        #expect(Set(refusals.all).isSubset(of: [.renderingSecondRoom]))
        if engine.machine.room != nil { try engine.logout() }
        try fixture.test.settle()
        #expect(engine.meeting == nil)
        #expect(fixture.service.entered.count > 0)
        #expect(fixture.service.left.count == fixture.service.entered.count)
    }

    @Test("a room that is left and entered again while its meeting is created is one room")
    func reentry() throws {
        let fixture = RenderingFixture()
        let engine = fixture.engine
        fixture.service.onMeeting.set {
            do throws(StudioError) {
                try engine.logout()
                try engine.login("room", user: "me")
            } catch {
                Issue.record("\(error)")
            }
        }
        try engine.login("room", user: "me")
        try fixture.test.settle()
        #expect(fixture.service.entered.all == ["room", "room"])
        #expect(fixture.service.left.count == 1)
        #expect(
            fixture.events.all == [
                .connection(.disconnected, nil, room: "room"), .connection(.connecting, nil, room: "room"),
                .connection(.connected, nil, room: "room"),
            ])
        try engine.logout()
        #expect(fixture.service.left.count == 2)
    }

    @Test("a camera that is stopped and started while it starts is stopped before it starts again")
    func cameraRestart() throws {
        let fixture = RenderingFixture()
        let (engine, service) = (fixture.engine, fixture.service)
        service.onCameraStart.set {
            do throws(StudioError) {
                try engine.stopPreview(channel: 0)
                try engine.startPreview(channel: 0)
            } catch {
                Issue.record("\(error)")
            }
        }
        try engine.startPreview(channel: 0)
        #expect(service.cameraChanges.all == ["+1", "-1", "+2"])
        #expect(service.cameras.withLock { Array($0.keys) } == [2])
        try engine.stopPreview(channel: 0)
        #expect(service.cameraChanges.all == ["+1", "-1", "+2", "-2"])
    }

    @Test("a stop returns while another thread starts a camera, and no frame follows it")
    func stopMeanwhile() throws {
        let fixture = RenderingFixture()
        let renderer = TestRenderer()
        _ = try fixture.addStream("ada")
        try fixture.begin(renderer)
        let (engine, service) = (fixture.engine, fixture.service)
        try engine.startPlaying("ada")
        let (began, mayReturn) = (Signal(), Signal())
        service.onCameraStart.set {
            began.send()
            _ = mayReturn.wait()
        }
        let worker = try Worker("test.camera") {
            do throws(StudioError) { try engine.startPreview(channel: 0) } catch { Issue.record("\(error)") }
        }
        #expect(began.wait())
        try engine.stopPlaying("ada")
        try fixture.send("ada")
        #expect(renderer.frames.count == 0)
        #expect(engine.statistics(of: .remote(stream: "ada")).dropped == [.late: 1])
        mayReturn.send()
        #expect(worker.join(seconds: deadlineSeconds))
        try fixture.send("ada")
        #expect(engine.statistics(of: .remote(stream: "ada")).dropped == [.late: 1])
        #expect(renderer.frames.count == 0)
        #expect(service.cameras.withLock { $0.count } == 1)
    }

    @Test("a camera that fails to start is tried again with the next call: ZG-VIDEO-004")
    func failure() throws {
        let fixture = RenderingFixture()
        let (engine, service) = (fixture.engine, fixture.service)
        try fixture.begin(nil)
        service.failure.set(StudioError(.renderingCamera, "no camera"))
        try engine.startPreview(channel: 0)
        let other = CaptureSettings(width: 180, height: 320, framesPerSecond: 15)
        try engine.setSettings(other, channel: 0)
        #expect(fixture.reported == ["ZG-VIDEO-004"])
        service.failure.set(nil)
        try engine.startPlaying("ada")
        #expect(service.settings.all == [other])
        try engine.logout()
        #expect(service.cameraChanges.all == ["+1", "-1"])
    }

    @Test("an engine that is destroyed while its meeting is created leaves it, and notifies nothing")
    func destroyedMeanwhile() throws {
        let fixture = RenderingFixture()
        let engine = fixture.engine
        fixture.service.onMeeting.set { engine.destroy() }
        try engine.login("room", user: "me")
        try fixture.test.settle()
        #expect(fixture.service.left.count == 1)
        #expect(fixture.events.count == 0)
        #expect(engine.meeting == nil)
    }

    @Test("an engine without references stops everything")
    func released() throws {
        let test = TestMeeting()
        let service = TestService(test.meeting)
        do {
            let engine = CustomRenderingEngine(
                on: test.meeting, service: service, report: { _, _ in }, onEvent: { _ in })
            try engine.enable(RenderConfiguration(.raw, isYUV: true))
            try engine.login("room", user: "me")
            try engine.startPublishing("mine", channel: 0)
            try engine.startPreview(channel: 0)
            try engine.startPlaying("mine")
            // A thread that notifies may perform what the calls decide.
            #expect(service.cameraChanges.wait(count: 1))
            #expect(service.cameraChanges.all == ["+1"])
        }
        #expect(service.cameraChanges.wait(count: 2))
        try test.settle()
        #expect(service.cameraChanges.all == ["+1", "-1"])
        #expect(service.publications.all == ["+0", "-0"])
        #expect(service.left.count == 1)
    }
}
