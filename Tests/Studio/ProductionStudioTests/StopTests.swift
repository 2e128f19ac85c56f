import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Stopping the studio")
struct StopTests {
    @Test(
        "PS-STOP-001 stopping is WrongUsage if the studio is idle or stopping",
        arguments: [StudioPhase.idle, .stopping])
    func notStarted(_ phase: StudioPhase) throws {
        let fixture = TestMeeting.recorded()
        try fixture.bring(into: phase)
        let before = fixture.recorder.callbacks
        let error = failure { () throws(StudioError) in try fixture.studio.stop() }
        #expect(error?.rule == .stopNotStarted)
        #expect(error?.code == .wrongUsage)
        try fixture.settle()
        #expect(fixture.recorder.callbacks == before)
        fixture.clock.advance(by: .seconds(5))
        fixture.drain()
        #expect(fixture.recorder.names.filter { $0 == .stopped }.count == (phase == .stopping ? 1 : 0))
    }

    @Test("PS-STOP-002 a stop before the start result causes false, then one onStopSend")
    func whileStarting() throws {
        let fixture = TestMeeting.recorded()
        try fixture.bring(into: .starting)
        #expect(fixture.stop() == nil)
        #expect(!fixture.studio.isStarted)
        fixture.clock.advance(by: .seconds(5))
        fixture.drain()
        #expect(fixture.recorder.names == [.no, .stopped])
        #expect(fixture.start() == nil, "the session is over")
        fixture.clock.advance(by: .seconds(5))
        fixture.drain()
        #expect(fixture.recorder.names == [.no, .stopped, .yes, .sender, .joined, .userStarted])
    }

    @Test("PS-STOP-003 a stop before onStartSend causes no onStartSend and one onStopSend")
    func whileAccepted() throws {
        let fixture = TestMeeting.recorded()
        try fixture.bring(into: .accepted)
        #expect(fixture.recorder.names == [.yes])
        #expect(fixture.studio.isStarted)
        #expect(fixture.stop() == nil)
        #expect(fixture.studio.isStarted, "until onStopSend")
        fixture.clock.advance(by: .seconds(5))
        fixture.drain()
        #expect(fixture.recorder.names == [.yes, .stopped])
        #expect(!fixture.studio.isStarted)
        #expect(fixture.meeting.studioUser == nil)
    }

    @Test("PS-STOP-004 onStopSend is delivered once, whatever stops the session", arguments: 0..<4)
    func deliveredOnce(_ way: Int) throws {
        let fixture = TestMeeting.recorded()
        _ = try fixture.openSender()
        switch way {
        case 0: #expect(fixture.stop() == nil)
        case 1: fixture.studio.stopInternally()
        case 2: fixture.meeting.setRole(.attendee)
        default: fixture.meeting.end()
        }
        // Further causes add nothing while the first one is pending.
        fixture.studio.stopInternally()
        fixture.meeting.leave()
        fixture.drain()
        fixture.studio.stopInternally()
        fixture.clock.advance(by: .seconds(60))
        fixture.drain()
        #expect(fixture.recorder.names.filter { $0 == .stopped }.count == 1)
    }

    @Test("PS-STOP-005 frames are accepted until onStopSend and not afterwards")
    func gate() throws {
        let fixture = TestMeeting.recorded()
        let collector = fixture.media
        fixture.studio.responses.stopDelay = .seconds(1)
        let sender = try fixture.openSender()
        #expect(fixture.stop() == nil)
        try sender.sendFrame(1)
        try sender.sendAudioBlock()
        fixture.clock.advance(by: .milliseconds(999))
        try fixture.settle()
        try sender.sendFrame(2)
        #expect(fixture.studio.isStarted)
        let refusals = Recorder<[Rule?]>()
        fixture.recorder.onCallback { callback in
            guard callback == .stopped else { return }
            refusals.record([
                ruleBroken { () throws(StudioError) in try sender.sendFrame(3) },
                ruleBroken { () throws(StudioError) in try sender.sendAudioBlock() },
            ])
        }
        fixture.clock.advance(by: .milliseconds(1))
        fixture.drain()
        #expect(refusals.all == [[.sendNotStarted, .sendNotStarted]])
        #expect(ruleBroken { () throws(StudioError) in try sender.sendFrame(4) } == .sendNotStarted)
        #expect(collector.frames.compactMap(\.bytes.first) == [1, 2])
        #expect(collector.audioBlocks.count == 1)
        #expect(fixture.studio.statistics.video.accepted == 2)
        #expect(fixture.studio.statistics.video.refused == 2)
        #expect(fixture.studio.statistics.audio.refused == 1)
    }

    @Test("PS-STOP-006 inside onStopSend the studio is idle, and a restart works")
    func restart() throws {
        let fixture = TestMeeting.recorded()
        let first = try fixture.openSender()
        let observed = Recorder<Bool>()
        let failures = Recorder<Rule?>()
        let studio = fixture.studio
        fixture.recorder.onCallback { callback in
            guard callback == .stopped, observed.count == 0 else { return }
            observed.record(studio.isStarted)
            failures.record(
                ruleBroken { () throws(StudioError) in try studio.start(VideoCapability(width: 32, height: 16)) })
        }
        #expect(fixture.stop() == nil)
        fixture.drain()
        #expect(observed.all == [false])
        #expect(failures.all == [nil])
        let runs: [CallbackName] = [.yes, .sender, .stopped, .yes, .sender]
        #expect(fixture.recorder.names.filter { [.yes, .no, .sender, .nilSender, .stopped].contains($0) } == runs)
        let users: [CallbackName] = [.joined, .userStarted, .userStopped, .left, .joined, .userStarted]
        #expect(fixture.recorder.names.filter { [.joined, .userStarted, .userStopped, .left].contains($0) } == users)
        let second = try #require(fixture.recorder.senders.last)
        #expect(second !== first)
        #expect(second.capability.width == 32)
        try second.sendFrame()
        #expect(
            ruleBroken { () throws(StudioError) in try first.sendFrame() } == .sendNotStarted,
            "the old sender stays closed")
    }

    @Test("PS-STOP-011 a nil sender is followed by one onStopSend")
    func nilSender() throws {
        let fixture = TestMeeting.recorded()
        fixture.studio.responses.providesSender = false
        let stops = Recorder<Rule?>()
        let (studio, recorder) = (fixture.studio, fixture.recorder)
        recorder.onCallback { callback in
            // The session stops by itself: the app must not stop it.
            guard case .started = callback else { return }
            stops.record(ruleBroken { () throws(StudioError) in try studio.stop() })
        }
        #expect(fixture.start() == nil)
        fixture.drain()
        #expect(recorder.names == [.yes, .nilSender, .stopped])
        #expect(stops.all == [.stopNotStarted])
        #expect(!studio.isStarted)
        #expect(fixture.meeting.studioUser == nil)
        studio.responses.providesSender = true
        _ = try fixture.openSender()
    }

    @Test("PS-STOP-012 a controller returns NotInMeeting after the meeting", arguments: StudioPhase.allCases)
    func outsideMeeting(_ phase: StudioPhase) throws {
        let fixture = TestMeeting.recorded()
        try fixture.bring(into: phase)
        fixture.meeting.end()
        let error = failure { () throws(StudioError) in try fixture.studio.stop() }
        #expect(error?.rule == .stopOutsideMeeting)
        #expect(error?.code == .notInMeeting)
        #expect(fixture.start() == .startOutsideMeeting)
        fixture.clock.advance(by: .seconds(5))
        fixture.drain()
        #expect(fixture.stop() == .stopOutsideMeeting)
        #expect(fixture.start() == .startOutsideMeeting)
        #expect(!fixture.studio.isStarted)
        #expect(fixture.studio.userID == .none)
        #expect(fixture.meeting.participants == [])
    }
}
