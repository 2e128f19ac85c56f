import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Stopping the studio")
struct StopTests {
    @Test(
        "PS-STOP-001 stopping is WrongUsage when nothing runs or it is stopping", arguments: [RunPhase.idle, .stopping])
    func nothingRunning(_ phase: RunPhase) throws {
        let stage = Stage()
        try stage.bring(into: phase)
        let before = stage.audience.heard.all
        let error = failure { () throws(StudioError) in try stage.studio.stop() }
        #expect(error?.rule == .stopNothingRunning)
        #expect(error?.code == .wrongUsage)
        stage.flush()
        #expect(stage.audience.heard.all == before)
        stage.clock.advance(by: .seconds(5))
        stage.settle()
        #expect(stage.audience.names.filter { $0 == .stopped }.count == (phase == .stopping ? 1 : 0))
    }

    @Test("PS-STOP-002 a stop before the answer brings false, then one onStopSend")
    func whileStarting() throws {
        let stage = Stage()
        try stage.bring(into: .starting)
        #expect(stage.stop() == nil)
        #expect(!stage.studio.isStarted)
        stage.clock.advance(by: .seconds(5))
        stage.settle()
        #expect(stage.audience.names == [.no, .stopped])
        #expect(stage.start() == nil, "the run is over")
        stage.clock.advance(by: .seconds(5))
        stage.settle()
        #expect(stage.audience.names == [.no, .stopped, .yes, .sender, .joined, .userStarted])
    }

    @Test("PS-STOP-003 a stop before onStartSend brings no onStartSend and one onStopSend")
    func whileAccepted() throws {
        let stage = Stage()
        try stage.bring(into: .accepted)
        #expect(stage.audience.names == [.yes])
        #expect(stage.studio.isStarted)
        #expect(stage.stop() == nil)
        #expect(stage.studio.isStarted, "until onStopSend")
        stage.clock.advance(by: .seconds(5))
        stage.settle()
        #expect(stage.audience.names == [.yes, .stopped])
        #expect(!stage.studio.isStarted)
        #expect(stage.meeting.studioUser == nil)
    }

    @Test("PS-STOP-004 onStopSend comes once for a run that is stopped in any way", arguments: 0..<4)
    func deliveredOnce(_ way: Int) throws {
        let stage = Stage()
        _ = try stage.openSender()
        switch way {
        case 0: #expect(stage.stop() == nil)
        case 1: stage.studio.stopInternally()
        case 2: stage.meeting.setRole(.attendee)
        default: stage.meeting.end()
        }
        // Further causes while the first is on its way add nothing.
        stage.studio.stopInternally()
        stage.meeting.leave()
        stage.settle()
        stage.studio.stopInternally()
        stage.clock.advance(by: .seconds(60))
        stage.settle()
        #expect(stage.audience.names.filter { $0 == .stopped }.count == 1)
    }

    @Test("PS-STOP-005 frames are accepted until onStopSend and none from then on")
    func gate() throws {
        let stage = Stage()
        let collector = Collector()
        stage.meeting.fanout.add(collector)
        stage.studio.responses.stopDelay = .seconds(1)
        let sender = try stage.openSender()
        #expect(stage.stop() == nil)
        try sender.sendPicture(1)
        try sender.sendSound()
        stage.clock.advance(by: .milliseconds(999))
        stage.flush()
        try sender.sendPicture(2)
        #expect(stage.studio.isStarted)
        let refusals = Recorder<[Rule?]>()
        stage.audience.react { callback, _ in
            guard callback == .stopped else { return }
            refusals.record([
                ruleBroken { () throws(StudioError) in try sender.sendPicture(3) },
                ruleBroken { () throws(StudioError) in try sender.sendSound() },
            ])
        }
        stage.clock.advance(by: .milliseconds(1))
        stage.settle()
        #expect(refusals.all == [[.sendOutsideRun, .sendOutsideRun]])
        #expect(ruleBroken { () throws(StudioError) in try sender.sendPicture(4) } == .sendOutsideRun)
        #expect(collector.pictures.all.compactMap(\.bytes.first) == [1, 2])
        #expect(collector.sounds.count == 1)
        #expect(stage.studio.statistics.video.accepted == 2)
        #expect(stage.studio.statistics.video.refused == 2)
        #expect(stage.studio.statistics.audio.refused == 1)
    }

    @Test("PS-STOP-006 inside onStopSend nothing runs, and a restart works")
    func restart() throws {
        let stage = Stage()
        let first = try stage.openSender()
        let observed = Recorder<Bool>()
        let failures = Recorder<Rule?>()
        let studio = stage.studio
        stage.audience.react { callback, _ in
            guard callback == .stopped, observed.count == 0 else { return }
            observed.record(studio.isStarted)
            failures.record(
                ruleBroken { () throws(StudioError) in try studio.start(VideoCapability(width: 32, height: 16)) })
        }
        #expect(stage.stop() == nil)
        stage.settle()
        #expect(observed.all == [false])
        #expect(failures.all == [nil])
        let runs: [Heard] = [.yes, .sender, .stopped, .yes, .sender]
        #expect(stage.audience.names.filter { [.yes, .no, .sender, .nilSender, .stopped].contains($0) } == runs)
        let users: [Heard] = [.joined, .userStarted, .userStopped, .left, .joined, .userStarted]
        #expect(stage.audience.names.filter { [.joined, .userStarted, .userStopped, .left].contains($0) } == users)
        let second = try #require(stage.audience.senders.all.last)
        #expect(second !== first)
        #expect(second.capability.width == 32)
        try second.sendPicture()
        #expect(
            ruleBroken { () throws(StudioError) in try first.sendPicture() } == .sendOutsideRun,
            "the old sender stays closed")
    }

    @Test("PS-STOP-011 a nil sender is followed by one onStopSend")
    func nilSender() throws {
        let stage = Stage()
        stage.studio.responses.providesSender = false
        let stops = Recorder<Rule?>()
        let (studio, audience) = (stage.studio, stage.audience)
        audience.react { callback, _ in
            // The run is stopping by itself: the app need not, and may not.
            guard case .started = callback else { return }
            stops.record(ruleBroken { () throws(StudioError) in try studio.stop() })
        }
        #expect(stage.start() == nil)
        stage.settle()
        #expect(audience.names == [.yes, .nilSender, .stopped])
        #expect(stops.all == [.stopNothingRunning])
        #expect(!studio.isStarted)
        #expect(stage.meeting.studioUser == nil)
        studio.responses.providesSender = true
        _ = try stage.openSender()
    }

    @Test("PS-STOP-012 a kept controller answers NotInMeeting after the meeting", arguments: RunPhase.allCases)
    func outsideMeeting(_ phase: RunPhase) throws {
        let stage = Stage()
        try stage.bring(into: phase)
        stage.meeting.end()
        let error = failure { () throws(StudioError) in try stage.studio.stop() }
        #expect(error?.rule == .stopOutsideMeeting)
        #expect(error?.code == .notInMeeting)
        #expect(stage.start() == .startOutsideMeeting)
        stage.clock.advance(by: .seconds(5))
        stage.settle()
        #expect(stage.stop() == .stopOutsideMeeting)
        #expect(stage.start() == .startOutsideMeeting)
        #expect(!stage.studio.isStarted)
        #expect(stage.studio.userID == .none)
        #expect(stage.meeting.participants == [])
    }
}
