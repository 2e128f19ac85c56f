import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing

@Suite("Breakout rooms and webinars")
struct RoomTests {
    @Test(
        "PS-MEET-010 moving to a breakout room stops the session, changes the ID, keeps the role and allows a start"
    )
    func breakoutRoom() throws {
        let fixture = TestMeeting.recorded()
        let guest = fixture.meeting.add("Guest")
        let sender = try fixture.openSender()
        let before = fixture.meeting.localUser
        let user = try #require(fixture.meeting.studioUser)
        let inside = deliveredCallbacks(fixture) { fixture.meeting.enterBreakoutRoom() }
        let inRoom = fixture.meeting.localUser
        #expect(
            inside == [
                .stopped, .user(user.id, isSending: false), .removed(user), .status(.joinedBreakoutRoom),
                .added(inRoom),
            ])
        #expect(inRoom.id != before.id)
        #expect(inRoom.role == .host)
        #expect(fixture.meeting.status == .inMeeting)
        #expect(fixture.meeting.participants == [inRoom])
        #expect(ruleBroken { () throws(StudioError) in try sender.sendFrame() } == .sendNotStarted)
        let second = try fixture.openSender()
        try second.sendFrame()
        let mate = fixture.meeting.add("Mate")
        fixture.drain()
        let back = deliveredCallbacks(fixture) { fixture.meeting.leaveBreakoutRoom() }
        let after = fixture.meeting.localUser
        #expect(back.first == .stopped)
        #expect(
            Array(back.suffix(4)) == [.status(.leftBreakoutRoom), .added(after), .added(guest), .added(mate)])
        #expect(Set([before.id, inRoom.id, after.id]).count == 3)
        #expect(fixture.meeting.participants == [after, guest, mate])
        _ = try fixture.openSender()
    }

    @Test("PS-MEET-010 a pending start is answered with false when moving to a room")
    func startBeforeRoom() throws {
        let fixture = TestMeeting.recorded()
        try fixture.bring(into: .starting)
        fixture.meeting.enterBreakoutRoom()
        fixture.clock.advance(by: .seconds(2))
        fixture.drain()
        #expect(fixture.recorder.names == [.no, .status, .joined])
    }

    @Test("PS-MEET-010 a host in the main session loses the role to a host made in the room")
    func hostElsewhere() {
        let fixture = TestMeeting.recorded(role: .attendee)
        let host = fixture.meeting.add("Host", role: .host)
        fixture.meeting.enterBreakoutRoom()
        fixture.meeting.makeHost()
        fixture.meeting.leaveBreakoutRoom()
        fixture.drain()
        #expect(fixture.meeting.localUser.role == .host)
        #expect(fixture.meeting.participant(host.id)?.role == .attendee)
    }

    @Test("PS-MEET-011 promotion and demotion in a webinar report the status, then the role")
    func webinar() throws {
        let fixture = TestMeeting.recorded(role: .attendee, kind: .webinar)
        #expect(fixture.start() == .startWithoutPermission)
        #expect(
            deliveredCallbacks(fixture) { fixture.meeting.promote() } == [.status(.webinarPromoted), .role(.panelist)])
        #expect(fixture.start() == .startWithoutPermission, "a panelist may not start either")
        #expect(deliveredCallbacks(fixture) { fixture.meeting.promote() } == [], "already a panelist")
        let me = fixture.meeting.localUser.id
        #expect(
            deliveredCallbacks(fixture) { fixture.meeting.grantCoHost() } == [
                .role(.coHost), .coHost(me, isCoHost: true),
            ])
        _ = try fixture.openSender()
        let user = try #require(fixture.meeting.studioUser)
        let demoted = deliveredCallbacks(fixture) { fixture.meeting.demote() }
        #expect(
            demoted == [
                .stopped, .user(user.id, isSending: false), .removed(user), .status(.webinarDemoted),
                .role(.attendee), .coHost(me, isCoHost: false),
            ])
        #expect(fixture.meeting.status == .inMeeting)
        #expect(deliveredCallbacks(fixture) { fixture.meeting.demote() } == [], "already an attendee")
    }

    @Test("PS-MEET-011 outside a webinar there is no promotion or demotion")
    func noWebinar() {
        let fixture = TestMeeting.recorded(role: .attendee)
        #expect(deliveredCallbacks(fixture) { fixture.meeting.promote() } == [])
        fixture.meeting.grantCoHost()
        #expect(deliveredCallbacks(fixture) { fixture.meeting.demote() } == [])
    }

    @Test("PS-MEET-011 in a webinar a former co-host is a panelist")
    func plainRole() {
        let fixture = TestMeeting.recorded(role: .host, kind: .webinar)
        let guest = fixture.meeting.add("Guest", role: .coHost)
        fixture.meeting.revokeCoHost(from: guest.id)
        fixture.meeting.makeHost(guest.id)
        fixture.drain()
        #expect(fixture.meeting.participant(guest.id)?.role == .host)
        #expect(fixture.meeting.localUser.role == .panelist)
    }
}
