import ProductionStudio
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing

@Suite("Hosts and co-hosts")
struct RoleTests {
    /// Everything that needs a role.
    enum Request: String, Hashable, Sendable, CaseIterable {
        case makeHost, assignCoHost, revokeCoHost, expel, reclaimHost, endForAll
    }

    private func error(_ request: Request, _ stage: Stage, _ id: UserID) -> StudioError? {
        let actions = stage.meeting.actions
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

    @Test("PS-ROLE-001 requests need a meeting that is going on", arguments: Request.allCases)
    func outside(_ request: Request) {
        let waiting = Stage(isJoined: false)
        waiting.meeting.join(.waitingRoom)
        let over = Stage()
        over.meeting.end()
        for stage in [waiting, over] {
            let error = error(request, stage, stage.meeting.localUser.id)
            #expect(error?.rule == .requestOutsideMeeting)
            #expect(error?.code == .notInMeeting)
        }
    }

    @Test(
        "PS-ROLE-002 requests need the role", arguments: Request.allCases, [MeetingRole.coHost, .attendee, .panelist])
    func withoutRole(_ request: Request, _ role: MeetingRole) {
        let stage = Stage(role: role)
        let guest = stage.meeting.add("Guest")
        let heard = told(stage) {
            let error = error(request, stage, guest.id)
            if request == .expel, role == .coHost {
                #expect(error == nil, "a co-host may expel")
            } else {
                #expect(error?.rule == .requestWithoutRole)
                #expect(error?.code == .noPermission)
            }
        }
        #expect(heard.isEmpty == (request != .expel || role != .coHost))
    }

    @Test("PS-ROLE-003 a request names somebody who is here and for whom it changes something")
    func wrongTarget() throws {
        let stage = Stage()
        let guest = stage.meeting.add("Guest")
        let me = stage.meeting.localUser.id
        let studio = try #require(stage.meeting.addOtherStudioUser()).id
        let wrong: [(Request, UserID)] = [
            (.makeHost, UserID(rawValue: 1)), (.makeHost, me), (.makeHost, studio), (.assignCoHost, .none),
            (.assignCoHost, me), (.assignCoHost, studio), (.revokeCoHost, guest.id), (.revokeCoHost, me),
            (.expel, me), (.expel, UserID(rawValue: 7)),
        ]
        stage.settle()
        let heard = told(stage) {
            for (request, id) in wrong {
                let error = error(request, stage, id)
                #expect(error?.rule == .requestForNobody, "request \(request) for \(id)")
                #expect(error?.code == .invalidParameter)
            }
        }
        #expect(heard == [])
        stage.meeting.remove(guest.id)
        #expect(error(.assignCoHost, stage, guest.id)?.rule == .requestForNobody, "gone, told or not")
    }

    @Test("PS-ROLE-004 the host has nothing to reclaim")
    func reclaimAsHost() {
        let stage = Stage()
        let error = failure { () throws(StudioError) in try stage.meeting.actions.reclaimHost() }
        #expect(error?.rule == .reclaimAsHost)
        #expect(error?.code == .wrongUsage)
    }

    @Test("PS-ROLE-005 there is one host: who hands the role over becomes an attendee, and loses a run")
    func oneHost() throws {
        let stage = Stage()
        let guest = stage.meeting.add("Guest")
        _ = try stage.openSender()
        let user = try #require(stage.meeting.studioUser)
        let heard = try told(stage) { try stage.meeting.actions.makeHost(guest.id) }
        #expect(
            heard == [
                .stopped, .user(user.id, isSending: false), .removed(user), .role(.attendee), .host(guest.id),
            ])
        #expect(stage.meeting.participants.map(\.role) == [.attendee, .host])
        let second = stage.meeting.add("Second", role: .host)
        stage.settle()
        #expect(stage.meeting.participants.filter { $0.role == .host }.map(\.id) == [second.id])
    }

    @Test("PS-ROLE-005 there is one host also while the local user is outside", arguments: [true, false])
    func oneHostOutside(localIsLast: Bool) {
        let stage = Stage(role: localIsLast ? .attendee : .host, isJoined: false)
        let guest = stage.meeting.add("Guest", role: .host)
        if localIsLast { stage.meeting.makeHost() }
        stage.meeting.join()
        stage.settle()
        #expect(stage.meeting.localUser.role == (localIsLast ? .host : .attendee))
        #expect(stage.meeting.participant(guest.id)?.role == (localIsLast ? .attendee : .host))
    }

    @Test("PS-ROLE-006 when the host goes, the first co-host follows, otherwise who came first")
    func hostLeaves() throws {
        let stage = Stage(role: .attendee)
        let host = stage.meeting.add("Host", role: .host)
        stage.meeting.add("Guest")
        let coHost = stage.meeting.add("Co-host", role: .coHost)
        stage.settle()
        let present = try #require(stage.meeting.participant(host.id))
        let first = told(stage) { stage.meeting.remove(host.id) }
        #expect(first == [.removed(present), .coHost(coHost.id, false), .host(coHost.id)])
        let second = told(stage) { stage.meeting.remove(coHost.id) }
        #expect(second.suffix(2) == [.role(.host), .host(stage.meeting.localUser.id)])
        #expect(stage.studio.canStart)
        let alone = Stage()
        #expect(told(alone) { alone.meeting.setRole(.attendee) } == [.role(.attendee), .host(.none)])
    }

    @Test("PS-ROLE-007 the original host gets the role back", arguments: [true, false])
    func reclaim(isGiven: Bool) throws {
        let stage = Stage()
        let guest = stage.meeting.add("Guest")
        try stage.meeting.actions.makeHost(guest.id)
        stage.settle()
        let me = stage.meeting.localUser.id
        let heard = try told(stage) {
            if isGiven { stage.meeting.reclaimHost() } else { try stage.meeting.actions.reclaimHost() }
        }
        #expect(heard == [.role(.host), .host(me)])
        #expect(stage.meeting.participant(guest.id)?.role == .attendee)
    }

    @Test("PS-ROLE-007 makeHost with 0 lets the original host have the role back, also under a new number")
    func reclaimByZero() throws {
        let stage = Stage(role: .attendee)
        let host = stage.meeting.add("Host", role: .host)
        stage.settle()
        let before = try #require(stage.meeting.participant(host.id))
        stage.meeting.makeHost()
        let again = stage.meeting.rejoin(before)
        #expect(again.id != host.id)
        let error = failure { () throws(StudioError) in try stage.meeting.actions.reclaimHost() }
        #expect(error?.rule == .requestWithoutRole, "the local user was not the first host")
        try stage.meeting.actions.makeHost(.none)
        stage.settle()
        #expect(stage.meeting.participant(again.id)?.role == .host)
        #expect(stage.meeting.localUser.role == .attendee)
        let alone = Stage(role: .attendee)
        alone.meeting.makeHost()
        #expect(
            ruleBroken { () throws(StudioError) in try alone.meeting.actions.makeHost(.none) } == .requestForNobody)
    }

    @Test("PS-ROLE-008 a change of roles tells the end of the run, the roles, then co-host and host")
    func order() throws {
        let stage = Stage()
        let guest = stage.meeting.add("Guest", role: .coHost)
        _ = try stage.openSender()
        let user = try #require(stage.meeting.studioUser)
        let roles = Recorder<[MeetingRole]>()
        let meeting = stage.meeting
        stage.audience.react { callback, _ in
            switch callback {
            case .host, .coHost: roles.record(meeting.participants.map(\.role))
            default: break
            }
        }
        let heard = told(stage) { stage.meeting.makeHost(guest.id) }
        #expect(
            heard == [
                .stopped, .user(user.id, isSending: false), .removed(user), .role(.attendee),
                .coHost(guest.id, false), .host(guest.id),
            ])
        #expect(roles.all == [[.attendee, .host], [.attendee, .host]], "the roster is new already")
    }

    @Test(
        "PS-ROLE-009 End by the host ends for all, by anybody else it is their own leaving",
        arguments: MeetingRole.allCases)
    func endByOthers(_ role: MeetingRole) {
        let stage = Stage(role: role)
        let error = failure { () throws(StudioError) in try stage.meeting.actions.leave(endingForAll: true) }
        #expect(error?.rule == (role == .host ? nil : .roleEndByOthers))
        #expect(error?.code == (role == .host ? nil : .noPermission))
        stage.settle()
        #expect(stage.meeting.status == .ended)
        #expect(stage.meeting.endReason == EndReason.none)
        let plain = Stage(role: role)
        #expect(ruleBroken { () throws(StudioError) in try plain.meeting.actions.leave() } == nil)
        plain.settle()
        #expect(plain.meeting.status == .ended)
    }

    @Test("PS-STOP-007 revoking the co-host's role stops a run in a line")
    func revoke() throws {
        let stage = Stage(role: .coHost)
        let sender = try stage.openSender()
        stage.meeting.revokeCoHost()
        stage.settle()
        #expect(stage.audience.names.contains(.stopped))
        #expect(ruleBroken { () throws(StudioError) in try sender.sendPicture() } == .sendOutsideRun)
        #expect(told(stage) { stage.meeting.revokeCoHost() } == [], "no co-host any more")
    }

    @Test("PS-STOP-010 the host's role handed to a co-host who sends keeps them sending")
    func promotedWhileSending() throws {
        let stage = Stage(role: .coHost)
        stage.meeting.add("Host", role: .host)
        let sender = try stage.openSender()
        stage.meeting.makeHost()
        stage.settle()
        try sender.sendPicture()
        #expect(!stage.audience.names.contains(.stopped))
        #expect(stage.meeting.localUser.role == .host)
    }
}
