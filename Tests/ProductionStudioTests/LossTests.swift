import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Losing the role or the meeting")
struct LossTests {
    enum Loss: String, Hashable, Sendable, CaseIterable {
        case role, left, ended, insideSDK
    }

    private func lose(_ loss: Loss, _ stage: Stage) {
        switch loss {
        case .role: stage.meeting.setRole(.attendee)
        case .left: stage.meeting.leave()
        case .ended: stage.meeting.end()
        case .insideSDK: stage.studio.stopInternally()
        }
    }

    /// The answers and the ends of a stage, without the meeting's own callbacks.
    private func course(_ stage: Stage) -> [Heard] {
        let own: Set<Heard> = [.yes, .no, .sender, .nilSender, .stopped]
        return stage.audience.names.filter { own.contains($0) }
    }

    @Test("PS-STOP-007 a loss while sending stops the run", arguments: Loss.allCases)
    func whileSending(_ loss: Loss) throws {
        let stage = Stage()
        let sender = try stage.openSender()
        try sender.sendPicture()
        lose(loss, stage)
        stage.settle()
        #expect(course(stage) == [.yes, .sender, .stopped])
        #expect(!stage.studio.isStarted)
        #expect(ruleBroken { () throws(StudioError) in try sender.sendPicture() } == .sendOutsideRun)
        #expect(stage.studio.userID == .none)
    }

    @Test("PS-STOP-008 a loss before the answer makes it false, without onStopSend", arguments: Loss.allCases)
    func whileStarting(_ loss: Loss) throws {
        let stage = Stage()
        try stage.bring(into: .starting)
        lose(loss, stage)
        stage.clock.advance(by: .seconds(5))
        stage.settle()
        #expect(course(stage) == [.no])
        #expect(!stage.studio.isStarted)
    }

    @Test("PS-STOP-008 a loss before onStartSend brings one onStopSend instead", arguments: Loss.allCases)
    func whileAccepted(_ loss: Loss) throws {
        let stage = Stage()
        try stage.bring(into: .accepted)
        lose(loss, stage)
        stage.clock.advance(by: .seconds(5))
        stage.settle()
        #expect(course(stage) == [.yes, .stopped])
        #expect(stage.audience.senders.count == 0)
    }

    @Test("a loss while stopping adds nothing", arguments: Loss.allCases)
    func whileStopping(_ loss: Loss) throws {
        let stage = Stage()
        try stage.bring(into: .stopping)
        lose(loss, stage)
        stage.clock.advance(by: .seconds(5))
        stage.settle()
        #expect(course(stage) == [.yes, .sender, .stopped])
    }

    @Test("a loss while idle brings nothing from the studio", arguments: Loss.allCases)
    func whileIdle(_ loss: Loss) {
        let stage = Stage()
        lose(loss, stage)
        stage.settle()
        #expect(course(stage) == [])
    }

    @Test("PS-STOP-009 onStopSend comes before the meeting's last status", arguments: [true, false])
    func beforeStatus(leaves: Bool) throws {
        let stage = Stage()
        let sender = try stage.openSender()
        if leaves { stage.meeting.leave() } else { stage.meeting.end() }
        stage.settle()
        let heard = stage.audience.heard.all
        let stopped = try #require(heard.firstIndex(of: .stopped))
        let status = try #require(heard.firstIndex(of: .status(.ended)))
        #expect(stopped < status)
        #expect(ruleBroken { () throws(StudioError) in try sender.sendPicture() } == .sendOutsideRun)
    }

    @Test("PS-STOP-009 an answer that is owed comes before the meeting's last status, too")
    func answerBeforeStatus() throws {
        let stage = Stage()
        try stage.bring(into: .starting)
        stage.meeting.end()
        stage.flush()
        #expect(stage.audience.names == [], "the status waits behind the answer")
        stage.clock.advance(by: .seconds(5))
        stage.settle()
        #expect(stage.audience.names == [.no, .status, .status])
    }

    @Test("PS-STOP-010 moving between host and co-host goes on sending")
    func roleMove() throws {
        let stage = Stage(role: .host)
        let sender = try stage.openSender()
        for role in [MeetingRole.coHost, .host, .coHost] {
            stage.meeting.setRole(role)
            stage.settle()
            try sender.sendPicture()
            #expect(stage.studio.isStarted)
            #expect(stage.studio.canStart)
        }
        #expect(course(stage) == [.yes, .sender])
        let roles = stage.audience.heard.all.filter { if case .role = $0 { true } else { false } }
        #expect(roles == [.role(.coHost), .role(.host), .role(.coHost)])
    }

    @Test("a role that is lost and given back lets the user start again", arguments: [MeetingRole.host, .coHost])
    func roleBack(_ role: MeetingRole) throws {
        let stage = Stage()
        let old = try stage.openSender()
        stage.meeting.setRole(.attendee)
        stage.meeting.setRole(role)
        stage.settle()
        #expect(course(stage) == [.yes, .sender, .stopped])
        let new = try stage.openSender()
        try new.sendPicture()
        #expect(ruleBroken { () throws(StudioError) in try old.sendPicture() } == .sendOutsideRun)
    }
}
