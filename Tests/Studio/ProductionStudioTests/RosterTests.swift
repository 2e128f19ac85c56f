import Dispatch
import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing

@Suite("The roster")
struct RosterTests {
    @Test("PS-ROSTER-001 identifiers are large, increase and are never reused; rejoining gives a new one")
    func numbers() throws {
        let fixture = TestMeeting.recorded()
        let first = fixture.meeting.add("Guest", role: .coHost, isVideoOn: true)
        let callbacks = deliveredCallbacks(fixture) { fixture.meeting.rejoin(first) }
        let again = try #require(fixture.meeting.participants.last)
        #expect(callbacks == [.removed(first), .added(again)])
        #expect(again.name == "Guest")
        #expect(again.role == .attendee, "the role is lost")
        #expect(again.isVideoOn)
        #expect(fixture.meeting.participant(first.id) == nil)
        fixture.meeting.remove(again.id)
        let third = fixture.meeting.rejoin(again)
        _ = try fixture.openSender()
        let ids = [fixture.meeting.localUser.id, first.id, again.id, third.id, fixture.studio.userID].map(\.rawValue)
        #expect(ids[0] == 16_778_240)
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
        let myself = fixture.meeting.localUser
        #expect(
            deliveredCallbacks(fixture) { fixture.meeting.rejoin(myself) } == [],
            "the local user rejoins in a new meeting")
    }

    @Test("who comes after the local user is not there on arrival, however late the arrival is reported")
    func arrival() throws {
        let fixture = TestMeeting.recorded(isJoined: false)
        let host = fixture.meeting.add("Grace", role: .host)
        fixture.meeting.join(.direct)
        let guest = fixture.meeting.add("Guest")
        #expect(fixture.meeting.arrival.map(\.isMyself) == [true, false])
        #expect(fixture.meeting.arrival.last?.id == host.id)
        fixture.meeting.enterBreakoutRoom()
        #expect(fixture.meeting.arrival.count == 1)
        fixture.meeting.leaveBreakoutRoom()
        #expect(fixture.meeting.arrival.dropFirst().map(\.id) == [host.id, guest.id])
    }

    @Test("PS-ROSTER-002 inside a callback the queries match it")
    func agreement() throws {
        let queue = DispatchQueue(label: "psstudio.test.callbacks")
        let fixture = TestMeeting.recorded(queue: queue)
        let seen = Recorder<Bool>()
        let (meeting, studio) = (fixture.meeting, fixture.studio)
        fixture.recorder.onCallback { callback in
            switch callback {
            case .added(let participant): seen.record(meeting.participant(participant.id) == participant)
            case .removed(let participant): seen.record(meeting.participant(participant.id) == nil)
            case .user(let id, _): seen.record(studio.userID == id && meeting.studioUser?.id == id)
            case .role(let role): seen.record(meeting.localUser.role == role)
            case .host(let host): seen.record(meeting.participants.first { $0.role == .host }?.id ?? .none == host)
            case .coHost(let id, let isCoHost): seen.record((meeting.participant(id)?.role == .coHost) == isCoHost)
            case .status(let status): seen.record(meeting.status == status)
            case .answered, .started, .stopped: break
            }
        }
        // Simultaneous events: queries inside the first callback must not show the later ones.
        try queue.sync {
            let guest = meeting.add("Guest")
            try studio.start(.small)
            meeting.grantCoHost(to: guest.id)
            meeting.makeHost(guest.id)
            meeting.remove(guest.id)
            meeting.loseConnection()
            meeting.end()
        }
        fixture.drain()
        #expect(seen.count == 11)
        #expect(seen.all.allSatisfy { $0 })
    }

    @Test("PS-ROSTER-003 an expelled participant leaves; for the local user the meeting ends")
    func expelled() throws {
        let fixture = TestMeeting.recorded()
        let guest = fixture.meeting.add("Guest")
        #expect(try deliveredCallbacks(fixture) { try fixture.meeting.actions.expel(guest.id) } == [.removed(guest)])
        let victim = TestMeeting.recorded(role: .coHost)
        _ = try victim.openSender()
        let callbacks = deliveredCallbacks(victim) { victim.meeting.expel() }
        #expect(callbacks.first == .status(.disconnecting))
        #expect(callbacks.contains(.stopped))
        #expect(callbacks.last == .status(.ended))
        #expect(victim.meeting.endReason == .kickedByHost)
    }

    @Test("PS-ROSTER-004 a studio stops and leaves before the user who sends")
    func studioFirst() throws {
        let fixture = TestMeeting.recorded()
        let owner = fixture.meeting.add("Owner", role: .coHost)
        let studio = try #require(fixture.meeting.addOtherStudioUser(of: owner.id))
        let callbacks = deliveredCallbacks(fixture) { fixture.meeting.remove(owner.id) }
        #expect(callbacks == [.user(studio.id, isSending: false), .removed(studio), .removed(owner)])
        #expect(fixture.studio.userID == .none)
        _ = try fixture.openSender()
    }

    @Test("PS-ROSTER-005 while a studio is accepted or publishing, no other can start")
    func oneStudio() throws {
        let fixture = TestMeeting.recorded()
        try fixture.bring(into: .accepted)
        #expect(fixture.meeting.addOtherStudioUser() == nil, "the reservation precedes the join")
        fixture.clock.advance(by: .seconds(2))
        fixture.drain()
        #expect(fixture.meeting.addOtherStudioUser() == nil)
        #expect(fixture.stop() == nil)
        fixture.drain()
        let other = try #require(fixture.meeting.addOtherStudioUser())
        #expect(fixture.meeting.addOtherStudioUser() == nil)
        fixture.meeting.remove(other.id)
        let guest = fixture.meeting.add("Guest")
        #expect(fixture.meeting.addOtherStudioUser(of: guest.id) == nil, "an attendee may not have a studio")
    }

    @Test(
        "PS-ROSTER-005 a session that ends before it joined releases the reservation", arguments: [true, false])
    func placeGivenBack(hasNoSender: Bool) throws {
        let fixture = TestMeeting.recorded()
        if hasNoSender {
            fixture.studio.responses.providesSender = false
            #expect(fixture.start() == nil)
        } else {
            try fixture.bring(into: .accepted)
            #expect(fixture.stop() == nil)
            fixture.clock.advance(by: .seconds(2))
        }
        fixture.drain()
        #expect(fixture.recorder.names.last == .stopped)
        #expect(fixture.meeting.addOtherStudioUser() != nil)
    }

    @Test("PS-ROSTER-006 another user's studio is reported like the own one")
    func otherStudio() throws {
        let fixture = TestMeeting.recorded()
        let owner = fixture.meeting.add("Owner", role: .coHost)
        fixture.drain()
        let began = deliveredCallbacks(fixture) {
            fixture.meeting.addOtherStudioUser(name: "Studio", of: owner.id)
        }
        let studio = try #require(fixture.meeting.studioUser)
        #expect(began == [.added(studio), .user(studio.id, isSending: true)])
        #expect(studio.studioParent == owner.id)
        #expect(studio.name == "Studio")
        #expect(fixture.studio.userID == studio.id)
        let ended = deliveredCallbacks(fixture) { fixture.meeting.remove(studio.id) }
        #expect(ended == [.user(studio.id, isSending: false), .removed(studio)])
    }

    @Test("PS-ROSTER-007 removing the own studio participant stops the session")
    func studioExpelled() throws {
        let fixture = TestMeeting.recorded()
        _ = try fixture.openSender()
        let user = try #require(fixture.meeting.studioUser)
        let callbacks = try deliveredCallbacks(fixture) { try fixture.meeting.actions.expel(user.id) }
        #expect(callbacks == [.stopped, .user(user.id, isSending: false), .removed(user)])
    }

    /// The ways in which another user ceases to be host or co-host.
    enum RoleLoss: CaseIterable {
        case setRole, revoke, revokeByCall, makeHost, makeHostByCall, secondHost, reclaim, stepDown

        var isHost: Bool {
            switch self {
            case .setRole, .revoke, .revokeByCall: false
            case .makeHost, .makeHostByCall, .secondHost, .reclaim, .stepDown: true
            }
        }

        func happen(to owner: Participant, in meeting: Meeting) throws {
            switch self {
            case .setRole, .stepDown: meeting.setRole(.attendee, of: owner.id)
            case .revoke: meeting.revokeCoHost(from: owner.id)
            case .revokeByCall: try meeting.actions.revokeCoHost(owner.id)
            case .makeHost: meeting.makeHost()
            case .makeHostByCall: try meeting.actions.reclaimHost()
            case .secondHost: meeting.add("Second", role: .host)
            case .reclaim: meeting.reclaimHost()
            }
        }
    }

    @Test("PS-ROSTER-008 another user's studio ends before its user's role", arguments: RoleLoss.allCases)
    func studioRoleLost(_ loss: RoleLoss) throws {
        let fixture = TestMeeting.recorded()
        let owner = fixture.meeting.add("Owner", role: .coHost)
        if loss.isHost { fixture.meeting.makeHost(owner.id) }
        let studio = try #require(fixture.meeting.addOtherStudioUser(of: owner.id))
        let callbacks = try deliveredCallbacks(fixture) { try loss.happen(to: owner, in: fixture.meeting) }
        let end: [Callback] = [.user(studio.id, isSending: false), .removed(studio)]
        let first = callbacks.firstIndex(of: end[0]) ?? callbacks.endIndex
        #expect(Array(callbacks[first...].prefix(2)) == end)
        // Making a second host adds the user first; nothing else may precede the end of the studio.
        #expect(first == (loss == .secondHost ? 1 : 0))
        #expect(callbacks.count { end.contains($0) } == 2)
        #expect(fixture.studio.userID == .none)
        fixture.meeting.setRole(.coHost)
        fixture.drain()
        _ = try fixture.openSender()
    }

    @Test("PS-ROSTER-008 a host who becomes co-host keeps the studio")
    func studioKept() throws {
        let fixture = TestMeeting.recorded()
        let owner = fixture.meeting.add("Owner", role: .host)
        let studio = try #require(fixture.meeting.addOtherStudioUser(of: owner.id))
        let callbacks = deliveredCallbacks(fixture) { fixture.meeting.setRole(.coHost, of: owner.id) }
        #expect(!callbacks.contains(.removed(studio)))
        #expect(fixture.studio.userID == studio.id)
    }

    @Test(
        "PS-ROSTER-008 in a webinar a co-host who becomes panelist or attendee loses the studio",
        arguments: [MeetingRole.panelist, .attendee])
    func webinarStudio(_ role: MeetingRole) throws {
        let fixture = TestMeeting.recorded(kind: .webinar)
        let owner = fixture.meeting.add("Owner", role: .coHost)
        let studio = try #require(fixture.meeting.addOtherStudioUser(of: owner.id))
        let callbacks = deliveredCallbacks(fixture) { fixture.meeting.setRole(role, of: owner.id) }
        #expect(
            callbacks == [.user(studio.id, isSending: false), .removed(studio), .coHost(owner.id, isCoHost: false)])
    }

    @Test("PS-ROSTER-008 in a breakout room the studio becomes available without a notification")
    func studioElsewhere() throws {
        let fixture = TestMeeting.recorded()
        let owner = fixture.meeting.add("Owner", role: .host)
        let studio = try #require(fixture.meeting.addOtherStudioUser(of: owner.id))
        fixture.meeting.enterBreakoutRoom()
        fixture.meeting.setRole(.coHost)
        fixture.drain()
        let callbacks = deliveredCallbacks(fixture) { fixture.meeting.makeHost() }
        #expect(!callbacks.contains(.removed(studio)))
        #expect(!callbacks.contains(.user(studio.id, isSending: false)))
        _ = try fixture.openSender()
        let back = deliveredCallbacks(fixture) { fixture.meeting.leaveBreakoutRoom() }
        #expect(!back.contains(.added(studio)))
    }

    @Test("PS-ROSTER-008 outside the meeting the studio becomes available")
    func studioWhileOutside() throws {
        let fixture = TestMeeting.recorded(isJoined: false)
        let owner = fixture.meeting.add("Owner", role: .host)
        let studio = try #require(fixture.meeting.addOtherStudioUser(of: owner.id))
        fixture.meeting.setRole(.host)
        let callbacks = deliveredCallbacks(fixture) { fixture.meeting.join() }
        #expect(!callbacks.contains(.added(studio)))
        _ = try fixture.openSender()
    }

    @Test("a user's video is switched on and off, a studio's never")
    func video() throws {
        let fixture = TestMeeting.recorded()
        let events = Recorder<MeetingEvent>()
        fixture.meeting.onEvent { events.record($0) }
        let guest = fixture.meeting.add("Guest")
        fixture.meeting.setVideo(true)
        fixture.meeting.setVideo(true, of: guest.id)
        fixture.meeting.setVideo(true, of: guest.id)
        _ = try fixture.openSender()
        #expect(fixture.meeting.participants.map(\.isVideoOn) == [true, true, true])
        fixture.meeting.setVideo(false, of: fixture.studio.userID)
        fixture.drain()
        #expect(fixture.meeting.studioUser?.isVideoOn == true)
        #expect(events.all.filter { if case .video = $0 { true } else { false } }.count == 2)
    }

    @Test("PS-STOP-008 a requested stop releases the reservation of a late start result")
    func answerAfterStop() throws {
        let fixture = TestMeeting.recorded()
        try fixture.bring(into: .starting)
        #expect(fixture.stop() == nil)
        fixture.clock.advance(by: .seconds(2))
        fixture.drain()
        #expect(fixture.recorder.names == [.no, .stopped])
        #expect(fixture.meeting.addOtherStudioUser() != nil)
    }
}
