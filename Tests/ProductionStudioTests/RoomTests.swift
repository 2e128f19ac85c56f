import ProductionStudio
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing

@Suite("Breakout rooms and webinars")
struct RoomTests {
    @Test("PS-MEET-010 a breakout room ends a run, gives a new number, keeps the role and allows a new start")
    func breakoutRoom() throws {
        let stage = Stage()
        let guest = stage.meeting.add("Guest")
        let sender = try stage.openSender()
        let before = stage.meeting.localUser
        let user = try #require(stage.meeting.studioUser)
        let inside = told(stage) { stage.meeting.enterBreakoutRoom() }
        let inRoom = stage.meeting.localUser
        #expect(
            inside == [
                .stopped, .user(user.id, isSending: false), .removed(user), .status(.joinedBreakoutRoom),
                .added(inRoom),
            ])
        #expect(inRoom.id != before.id)
        #expect(inRoom.role == .host)
        #expect(stage.meeting.status == .inMeeting)
        #expect(stage.meeting.participants == [inRoom])
        #expect(ruleBroken { () throws(StudioError) in try sender.sendPicture() } == .sendOutsideRun)
        let second = try stage.openSender()
        try second.sendPicture()
        let mate = stage.meeting.add("Mate")
        stage.settle()
        let back = told(stage) { stage.meeting.leaveBreakoutRoom() }
        let after = stage.meeting.localUser
        #expect(back.first == .stopped)
        #expect(
            Array(back.suffix(4)) == [.status(.leftBreakoutRoom), .added(after), .added(guest), .added(mate)])
        #expect(Set([before.id, inRoom.id, after.id]).count == 3)
        #expect(stage.meeting.participants == [after, guest, mate])
        _ = try stage.openSender()
    }

    @Test("PS-MEET-010 a start that is on its way into a room is answered with false")
    func startBeforeRoom() throws {
        let stage = Stage()
        try stage.bring(into: .starting)
        stage.meeting.enterBreakoutRoom()
        stage.clock.advance(by: .seconds(2))
        stage.settle()
        #expect(stage.audience.names == [.no, .status, .joined])
    }

    @Test("PS-MEET-010 a host who stayed in the main session loses the role to one made in the room")
    func hostElsewhere() {
        let stage = Stage(role: .attendee)
        let host = stage.meeting.add("Host", role: .host)
        stage.meeting.enterBreakoutRoom()
        stage.meeting.makeHost()
        stage.meeting.leaveBreakoutRoom()
        stage.settle()
        #expect(stage.meeting.localUser.role == .host)
        #expect(stage.meeting.participant(host.id)?.role == .attendee)
    }

    @Test("PS-MEET-011 a webinar's promotion and demotion tell the status, then the role")
    func webinar() throws {
        let stage = Stage(role: .attendee, kind: .webinar)
        #expect(stage.start() == .startWithoutPermission)
        #expect(told(stage) { stage.meeting.promote() } == [.status(.webinarPromoted), .role(.panelist)])
        #expect(stage.start() == .startWithoutPermission, "a panelist may not start either")
        #expect(told(stage) { stage.meeting.promote() } == [], "on stage already")
        let me = stage.meeting.localUser.id
        #expect(told(stage) { stage.meeting.grantCoHost() } == [.role(.coHost), .coHost(me, true)])
        _ = try stage.openSender()
        let user = try #require(stage.meeting.studioUser)
        let demoted = told(stage) { stage.meeting.demote() }
        #expect(
            demoted == [
                .stopped, .user(user.id, isSending: false), .removed(user), .status(.webinarDemoted),
                .role(.attendee), .coHost(me, false),
            ])
        #expect(stage.meeting.status == .inMeeting)
        #expect(told(stage) { stage.meeting.demote() } == [], "among the attendees already")
    }

    @Test("PS-MEET-011 outside a webinar nobody is promoted or demoted")
    func noWebinar() {
        let stage = Stage(role: .attendee)
        #expect(told(stage) { stage.meeting.promote() } == [])
        stage.meeting.grantCoHost()
        #expect(told(stage) { stage.meeting.demote() } == [])
    }

    @Test("PS-MEET-011 in a webinar a co-host without the role is a panelist")
    func plainRole() {
        let stage = Stage(role: .host, kind: .webinar)
        let guest = stage.meeting.add("Guest", role: .coHost)
        stage.meeting.revokeCoHost(from: guest.id)
        stage.meeting.makeHost(guest.id)
        stage.settle()
        #expect(stage.meeting.participant(guest.id)?.role == .host)
        #expect(stage.meeting.localUser.role == .panelist)
    }
}
