import Dispatch
import MediaReceiving
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing
import ZegoCustomRendering

/// What stays of a source when it is stopped and started, and when its track is replaced.
@Suite("Custom rendering: queues of sources")
struct CustomRenderingQueueTests {
    private let ada = RenderSource.remote(stream: "ada")

    /// Restarts the stream, or replaces its track.
    private func replace(_ isRestart: Bool, _ fixture: RenderingFixture, _ user: UserID) throws {
        if isRestart {
            try fixture.engine.stopPlaying("ada")
            try fixture.engine.startPlaying("ada")
        } else {
            fixture.test.meeting.remove(user)
            _ = try fixture.addStream("ada")
        }
    }

    @Test(
        "a client that keeps 32 frames of a source gets no more of it from a later start or track",
        arguments: [true, false])
    func budget(isRestart: Bool) throws {
        let fixture = RenderingFixture()
        let kept = Recorder<KeptFrame>()
        let renderer = TestRenderer { frame, _ in
            kept.record(frame.keep())
            return .reached
        }
        let user = try fixture.addStream("ada")
        try fixture.begin(renderer)
        try fixture.engine.startPlaying("ada")
        for _ in 0..<33 { try fixture.send("ada") }
        #expect(kept.count == 32)
        try replace(isRestart, fixture, user)
        try fixture.test.settle()
        for _ in 0..<2 { try fixture.send("ada") }
        #expect(kept.count == 32)
        #expect(fixture.engine.statistics(of: ada).delivered == 32)
        #expect(fixture.engine.statistics(of: ada).dropped == [.outOfBuffers: 3])
        // Another source has frames of its own.
        try fixture.engine.startPreview(channel: 0)
        try fixture.capture()
        #expect(kept.count == 33)
    }

    @Test("the calls of a source are serial, also those before and after a restart")
    func serial() throws {
        let fixture = RenderingFixture()
        let (first, second, mayReturn) = (Signal(), Signal(), Signal())
        let calls = Recorder<Int>()
        let renderer = TestRenderer { _, _ in
            let isFirst = !first.wasSent
            if isFirst {
                first.send()
                _ = mayReturn.wait()
            } else {
                second.send()
            }
            calls.record(isFirst ? 1 : 2)
            return .reached
        }
        _ = try fixture.addStream("ada")
        try fixture.begin(renderer)
        try fixture.engine.startPlaying("ada")
        try fixture.offer("ada")
        #expect(first.wait())
        try replace(true, fixture, .none)
        try fixture.offer("ada")
        // A second queue would be served before these, which are enqueued later.
        for number in 0..<20 {
            let isServed = Signal()
            DispatchQueue(label: "test.\(number)").async { isServed.send() }
            #expect(isServed.wait())
        }
        #expect(!second.wasSent)
        mayReturn.send()
        try fixture.test.settle()
        #expect(calls.all == [1, 2])
        #expect(fixture.engine.statistics(of: ada).delivered == 2)
    }

    @Test("a call that stops its own source is counted")
    func stopInside() throws {
        let fixture = RenderingFixture()
        let engine = fixture.engine
        let calls = Recorder<Int>()
        let renderer = TestRenderer { _, _ in
            calls.record(1)
            if calls.count == 3 {
                do throws(StudioError) { try engine.stopPlaying("ada") } catch { Issue.record("\(error)") }
            }
            return .reached
        }
        _ = try fixture.addStream("ada")
        try fixture.begin(renderer)
        try engine.startPlaying("ada")
        for _ in 0..<4 { try fixture.send("ada") }
        #expect(calls.count == 3)
        #expect(engine.statistics(of: ada).delivered == 3)
        #expect(engine.statistics(of: ada).dropped == [:])
    }

    @Test("a frame that waits when its source is stopped or destroyed is dropped as late", arguments: [true, false])
    func waiting(isDestroyed: Bool) throws {
        let fixture = RenderingFixture()
        let (began, mayReturn) = (Signal(), Signal())
        let renderer = TestRenderer { _, _ in
            began.send()
            _ = mayReturn.wait()
            return .reached
        }
        _ = try fixture.addStream("ada")
        try fixture.begin(renderer)
        try fixture.engine.startPlaying("ada")
        try fixture.offer("ada")
        #expect(began.wait())
        // The third one replaces the second one, which waited.
        for _ in 0..<2 { try fixture.offer("ada") }
        #expect(fixture.engine.statistics(of: ada).dropped == [.late: 1])
        if isDestroyed { fixture.engine.destroy() } else { try fixture.engine.stopPlaying("ada") }
        #expect(fixture.engine.statistics(of: ada).dropped == [.late: 2])
        #expect(fixture.engine.statistics(of: ada).delivered == 0)
        mayReturn.send()
        try fixture.test.settle()
        #expect(fixture.engine.statistics(of: ada).delivered == 1)
        #expect(fixture.engine.statistics(of: ada).dropped == [.late: 2])
    }
}
