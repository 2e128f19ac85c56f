import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing

@Suite("Hosts and co-hosts")
struct RoleTests {
    /// Everything that requires a role.
    enum Request: String, Hashable, Sendable, CaseIterable {
        case makeHost, assignCoHost, revokeCoHost, expel, reclaimHost, endForAll
    }

    private func error(_ request: Request, _ fixture: TestMeeting, _ id: UserID) -> StudioError? {
        let actions = fixture.meeting.actions
        return failure { () throws(StudioError) in
            switch request {
            case .makeHost: try actions.makeHost(id)
            case .assignCoHost: try actions.assignCoHost(id)
            case .revokeCoHost: try actions.revokeCoHost(id)
            case .expel: try actions.expel(id)
            case .reclaimHost: try actions.reclaimHost()
            case .endForAll: try actions.endForAll()
            }
        }
    }

    @Test("PS-ROLE-001 requests require an active meeting", arguments: Request.allCases)
    func outside(_ request: Request) {
        let waiting = TestMeeting.recorded(isJoined: false)
        waiting.meeting.join(.waitingRoom)
        let over = TestMeeting.recorded()
        over.meeting.end()
        for fixture in [waiting, over] {
            let error = error(request, fixture, fixture.meeting.localUser.id)
            #expect(error?.rule == .requestOutsideMeeting)
            #expect(error?.code == .notInMeeting)
        }
    }

    @Test(
        "PS-ROLE-002 requests require the role", arguments: Request.allCases,
        [MeetingRole.coHost, .attendee, .panelist])
    func withoutRole(_ request: Request, _ role: MeetingRole) {
        let fixture = TestMeeting.recorded(role: role)
        let guest = fixture.meeting.add("Guest")
        let callbacks = deliveredCallbacks(fixture) {
            let error = error(request, fixture, guest.id)
            if request == .expel, role == .coHost {
                #expect(error == nil, "a co-host may expel")
            } else {
                #expect(error?.rule == .requestWithoutRole)
                #expect(error?.code == .noPermission)
            }
        }
        #expect(callbacks.isEmpty == (request != .expel || role != .coHost))
    }

    @Test("PS-ROLE-003 a request must name a participant whom it changes")
    func wrongTarget() throws {
        let fixture = TestMeeting.recorded()
        let guest = fixture.meeting.add("Guest")
        let me = fixture.meeting.localUser.id
        let studio = try #require(fixture.meeting.addOtherStudioUser()).id
        let wrong: [(Request, UserID)] = [
            (.makeHost, UserID(rawValue: 1)), (.makeHost, me), (.makeHost, studio), (.assignCoHost, .none),
            (.assignCoHost, me), (.assignCoHost, studio), (.revokeCoHost, guest.id), (.revokeCoHost, me),
            (.expel, me), (.expel, UserID(rawValue: 7)),
        ]
        fixture.drain()
        let callbacks = deliveredCallbacks(fixture) {
            for (request, id) in wrong {
                let error = error(request, fixture, id)
                #expect(error?.rule == .requestForNobody, "request \(request) for \(id)")
                #expect(error?.code == .invalidParameter)
            }
        }
        #expect(callbacks == [])
        fixture.meeting.remove(guest.id)
        #expect(error(.assignCoHost, fixture, guest.id)?.rule == .requestForNobody, "left, reported or not")
    }

    @Test("PS-ROLE-004 the host cannot reclaim the role")
    func reclaimAsHost() {
        let fixture = TestMeeting.recorded()
        let error = failure { () throws(StudioError) in try fixture.meeting.actions.reclaimHost() }
        #expect(error?.rule == .reclaimAsHost)
        #expect(error?.code == .wrongUsage)
    }

    @Test("PS-ROLE-005 there is one host: handing the role over makes an attendee, and stops the session")
    func oneHost() throws {
        let fixture = TestMeeting.recorded()
        let guest = fixture.meeting.add("Guest")
        _ = try fixture.openSender()
        let user = try #require(fixture.meeting.studioUser)
        let callbacks = try deliveredCallbacks(fixture) { try fixture.meeting.actions.makeHost(guest.id) }
        #expect(
            callbacks == [
                .stopped, .user(user.id, isSending: false), .removed(user), .role(.attendee), .host(guest.id),
            ])
        #expect(fixture.meeting.participants.map(\.role) == [.attendee, .host])
        let second = fixture.meeting.add("Second", role: .host)
        fixture.drain()
        #expect(fixture.meeting.participants.filter { $0.role == .host }.map(\.id) == [second.id])
    }

    @Test("PS-ROLE-005 there is one host, also while the local user is outside", arguments: [true, false])
    func oneHostOutside(localIsLast: Bool) {
        let fixture = TestMeeting.recorded(role: localIsLast ? .attendee : .host, isJoined: false)
        let guest = fixture.meeting.add("Guest", role: .host)
        if localIsLast { fixture.meeting.makeHost() }
        fixture.meeting.join()
        fixture.drain()
        #expect(fixture.meeting.localUser.role == (localIsLast ? .host : .attendee))
        #expect(fixture.meeting.participant(guest.id)?.role == (localIsLast ? .attendee : .host))
    }

    @Test("PS-ROLE-006 if the host leaves, the first co-host becomes host, otherwise the first participant")
    func hostLeaves() throws {
        let fixture = TestMeeting.recorded(role: .attendee)
        let host = fixture.meeting.add("Host", role: .host)
        fixture.meeting.add("Guest")
        let coHost = fixture.meeting.add("Co-host", role: .coHost)
        fixture.drain()
        let present = try #require(fixture.meeting.participant(host.id))
        let first = deliveredCallbacks(fixture) { fixture.meeting.remove(host.id) }
        #expect(first == [.removed(present), .coHost(coHost.id, isCoHost: false), .host(coHost.id)])
        let second = deliveredCallbacks(fixture) { fixture.meeting.remove(coHost.id) }
        #expect(second.suffix(2) == [.role(.host), .host(fixture.meeting.localUser.id)])
        #expect(fixture.studio.canStart)
        let alone = TestMeeting.recorded()
        #expect(deliveredCallbacks(alone) { alone.meeting.setRole(.attendee) } == [.role(.attendee), .host(.none)])
    }

    @Test("PS-ROLE-007 the original host gets the role back", arguments: [true, false], [true, false])
    func reclaim(isGiven: Bool, isByZero: Bool) throws {
        let fixture = TestMeeting.recorded()
        let guest = fixture.meeting.add("Guest")
        try fixture.meeting.actions.makeHost(guest.id)
        fixture.drain()
        let me = fixture.meeting.localUser.id
        let callbacks = try deliveredCallbacks(fixture) {
            if isGiven {
                fixture.meeting.reclaimHost()
            } else if isByZero {
                try fixture.meeting.actions.makeHost(.none)
            } else {
                try fixture.meeting.actions.reclaimHost()
            }
        }
        #expect(callbacks == [.role(.host), .host(me)])
        #expect(fixture.meeting.participant(guest.id)?.role == .attendee)
    }

    @Test("PS-ROLE-007 makeHost with 0 returns the role to the original host, also under a new identifier")
    func reclaimByZero() throws {
        let fixture = TestMeeting.recorded(role: .attendee)
        let host = fixture.meeting.add("Host", role: .host)
        fixture.drain()
        let before = try #require(fixture.meeting.participant(host.id))
        fixture.meeting.makeHost()
        let again = fixture.meeting.rejoin(before)
        #expect(again.id != host.id)
        let error = failure { () throws(StudioError) in try fixture.meeting.actions.reclaimHost() }
        #expect(error?.rule == .requestWithoutRole, "the local user was not the original host")
        try fixture.meeting.actions.makeHost(.none)
        fixture.drain()
        #expect(fixture.meeting.participant(again.id)?.role == .host)
        #expect(fixture.meeting.localUser.role == .attendee)
        let alone = TestMeeting.recorded(role: .attendee)
        alone.meeting.makeHost()
        #expect(
            ruleBroken { () throws(StudioError) in try alone.meeting.actions.makeHost(.none) } == .requestForNobody)
    }

    @Test("PS-ROLE-008 a change of roles reports the end of the session, the roles, then co-host and host")
    func order() throws {
        let fixture = TestMeeting.recorded()
        let guest = fixture.meeting.add("Guest", role: .coHost)
        _ = try fixture.openSender()
        let user = try #require(fixture.meeting.studioUser)
        let roles = Recorder<[MeetingRole]>()
        let meeting = fixture.meeting
        fixture.recorder.onCallback { callback in
            switch callback {
            case .host, .coHost: roles.record(meeting.participants.map(\.role))
            default: break
            }
        }
        let callbacks = deliveredCallbacks(fixture) { fixture.meeting.makeHost(guest.id) }
        #expect(
            callbacks == [
                .stopped, .user(user.id, isSending: false), .removed(user), .role(.attendee),
                .coHost(guest.id, isCoHost: false), .host(guest.id),
            ])
        #expect(roles.all == [[.attendee, .host], [.attendee, .host]], "the roster is already updated")
    }

    @Test(
        "PS-ROLE-009 End by the host ends the meeting for all; by others it leaves the meeting",
        arguments: MeetingRole.allCases)
    func endByOthers(_ role: MeetingRole) {
        let fixture = TestMeeting.recorded(role: role)
        let error = failure { () throws(StudioError) in try fixture.meeting.actions.leave(endingForAll: true) }
        #expect(error?.rule == (role == .host ? nil : .roleEndByOthers))
        #expect(error?.code == (role == .host ? nil : .noPermission))
        fixture.drain()
        #expect(fixture.meeting.status == .ended)
        #expect(fixture.meeting.endReason == EndReason.none)
        let plain = TestMeeting.recorded(role: role)
        #expect(ruleBroken { () throws(StudioError) in try plain.meeting.actions.leave() } == nil)
        plain.drain()
        #expect(plain.meeting.status == .ended)
    }

    @Test("PS-STOP-007 revoking the co-host role stops the session")
    func revoke() throws {
        let fixture = TestMeeting.recorded(role: .coHost)
        let sender = try fixture.openSender()
        fixture.meeting.revokeCoHost()
        fixture.drain()
        #expect(fixture.recorder.names.contains(.stopped))
        #expect(ruleBroken { () throws(StudioError) in try sender.sendFrame() } == .sendNotStarted)
        #expect(deliveredCallbacks(fixture) { fixture.meeting.revokeCoHost() } == [], "no longer co-host")
    }

    @Test("PS-STOP-010 handing the host role to a sending co-host does not stop sending")
    func promotedWhileSending() throws {
        let fixture = TestMeeting.recorded(role: .coHost)
        fixture.meeting.add("Host", role: .host)
        let sender = try fixture.openSender()
        fixture.meeting.makeHost()
        fixture.drain()
        try sender.sendFrame()
        #expect(!fixture.recorder.names.contains(.stopped))
        #expect(fixture.meeting.localUser.role == .host)
    }
}
