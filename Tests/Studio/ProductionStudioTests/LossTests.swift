import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Interruption by a lost role or meeting")
struct LossTests {
    enum Loss: String, Hashable, Sendable, CaseIterable {
        case role, left, ended, insideSDK
    }

    private func lose(_ loss: Loss, _ fixture: TestMeeting) {
        switch loss {
        case .role: fixture.meeting.setRole(.attendee)
        case .left: fixture.meeting.leave()
        case .ended: fixture.meeting.end()
        case .insideSDK: fixture.studio.stopInternally()
        }
    }

    /// The studio callbacks of a fixture, without the meeting's.
    private func outcome(_ fixture: TestMeeting) -> [CallbackName] {
        let own: Set<CallbackName> = [.yes, .no, .sender, .nilSender, .stopped]
        return fixture.recorder.names.filter { own.contains($0) }
    }

    @Test("PS-STOP-007 a loss while sending stops the session", arguments: Loss.allCases)
    func whileSending(_ loss: Loss) throws {
        let fixture = TestMeeting.recorded()
        let sender = try fixture.openSender()
        try sender.sendFrame()
        lose(loss, fixture)
        fixture.drain()
        #expect(outcome(fixture) == [.yes, .sender, .stopped])
        #expect(!fixture.studio.isStarted)
        #expect(ruleBroken { () throws(StudioError) in try sender.sendFrame() } == .sendNotStarted)
        #expect(fixture.studio.userID == .none)
    }

    @Test("PS-STOP-008 a loss before the start result makes it false, without onStopSend", arguments: Loss.allCases)
    func whileStarting(_ loss: Loss) throws {
        let fixture = TestMeeting.recorded()
        try fixture.bring(into: .starting)
        lose(loss, fixture)
        fixture.clock.advance(by: .seconds(5))
        fixture.drain()
        #expect(outcome(fixture) == [.no])
        #expect(!fixture.studio.isStarted)
    }

    @Test("PS-STOP-008 a loss before onStartSend causes one onStopSend instead", arguments: Loss.allCases)
    func whileAccepted(_ loss: Loss) throws {
        let fixture = TestMeeting.recorded()
        try fixture.bring(into: .accepted)
        lose(loss, fixture)
        fixture.clock.advance(by: .seconds(5))
        fixture.drain()
        #expect(outcome(fixture) == [.yes, .stopped])
        #expect(fixture.recorder.senders.count == 0)
    }

    @Test("a loss while stopping adds nothing", arguments: Loss.allCases)
    func whileStopping(_ loss: Loss) throws {
        let fixture = TestMeeting.recorded()
        try fixture.bring(into: .stopping)
        lose(loss, fixture)
        fixture.clock.advance(by: .seconds(5))
        fixture.drain()
        #expect(outcome(fixture) == [.yes, .sender, .stopped])
    }

    @Test("a loss while idle causes no studio callback", arguments: Loss.allCases)
    func whileIdle(_ loss: Loss) {
        let fixture = TestMeeting.recorded()
        lose(loss, fixture)
        fixture.drain()
        #expect(outcome(fixture) == [])
    }

    @Test("PS-STOP-009 onStopSend comes before the meeting's last status", arguments: [true, false])
    func beforeStatus(leaves: Bool) throws {
        let fixture = TestMeeting.recorded()
        let sender = try fixture.openSender()
        if leaves { fixture.meeting.leave() } else { fixture.meeting.end() }
        fixture.drain()
        let callbacks = fixture.recorder.callbacks
        let stopped = try #require(callbacks.firstIndex(of: .stopped))
        let status = try #require(callbacks.firstIndex(of: .status(.ended)))
        #expect(stopped < status)
        #expect(ruleBroken { () throws(StudioError) in try sender.sendFrame() } == .sendNotStarted)
    }

    @Test("PS-STOP-009 an outstanding start result comes before the meeting's last status, too")
    func answerBeforeStatus() throws {
        let fixture = TestMeeting.recorded()
        try fixture.bring(into: .starting)
        fixture.meeting.end()
        try fixture.settle()
        #expect(fixture.recorder.names == [], "the status waits for the start result")
        fixture.clock.advance(by: .seconds(5))
        fixture.drain()
        #expect(fixture.recorder.names == [.no, .status, .status])
    }

    @Test("PS-STOP-010 changing between host and co-host does not stop sending")
    func roleMove() throws {
        let fixture = TestMeeting.recorded(role: .host)
        let sender = try fixture.openSender()
        for role in [MeetingRole.coHost, .host, .coHost] {
            fixture.meeting.setRole(role)
            fixture.drain()
            try sender.sendFrame()
            #expect(fixture.studio.isStarted)
            #expect(fixture.studio.canStart)
        }
        #expect(outcome(fixture) == [.yes, .sender])
        let roles = fixture.recorder.callbacks.filter { if case .role = $0 { true } else { false } }
        #expect(roles == [.role(.coHost), .role(.host), .role(.coHost)])
    }

    @Test("after losing and regaining the role the user may start again", arguments: [MeetingRole.host, .coHost])
    func roleBack(_ role: MeetingRole) throws {
        let fixture = TestMeeting.recorded()
        let old = try fixture.openSender()
        fixture.meeting.setRole(.attendee)
        fixture.meeting.setRole(role)
        fixture.drain()
        #expect(outcome(fixture) == [.yes, .sender, .stopped])
        let new = try fixture.openSender()
        try new.sendFrame()
        #expect(ruleBroken { () throws(StudioError) in try old.sendFrame() } == .sendNotStarted)
    }
}
