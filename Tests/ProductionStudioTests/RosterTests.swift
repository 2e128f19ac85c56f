import Dispatch
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing

@Suite("Who is in the meeting")
struct RosterTests {
    @Test("PS-ROSTER-001 numbers are large, go up and are never used twice; who rejoins has a new one")
    func numbers() throws {
        let stage = Stage()
        let first = stage.meeting.add("Guest", role: .coHost, isVideoOn: true)
        let heard = told(stage) { stage.meeting.rejoin(first) }
        let again = try #require(stage.meeting.participants.last)
        #expect(heard == [.removed(first), .added(again)])
        #expect(again.name == "Guest")
        #expect(again.role == .attendee, "the role is lost")
        #expect(again.isVideoOn)
        #expect(stage.meeting.participant(first.id) == nil)
        stage.meeting.remove(again.id)
        let third = stage.meeting.rejoin(again)
        _ = try stage.openSender()
        let ids = [stage.meeting.localUser.id, first.id, again.id, third.id, stage.studio.userID].map(\.rawValue)
        #expect(ids[0] == 16_778_240)
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
        let myself = stage.meeting.localUser
        #expect(told(stage) { stage.meeting.rejoin(myself) } == [], "the local user comes back in another meeting")
    }

    @Test("PS-ROSTER-002 inside a callback the queries agree with it")
    func agreement() throws {
        let stage = Stage()
        let seen = Recorder<Bool>()
        let (meeting, studio) = (stage.meeting, stage.studio)
        stage.audience.react { callback, _ in
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
        // All at once: what is told first must not show what comes later.
        try stage.queue.sync {
            let guest = meeting.add("Guest")
            try studio.start(Stage.small)
            meeting.grantCoHost(to: guest.id)
            meeting.makeHost(guest.id)
            meeting.remove(guest.id)
            meeting.loseConnection()
            meeting.end()
        }
        stage.settle()
        #expect(seen.count == 11)
        #expect(seen.all.allSatisfy { $0 })
    }

    @Test("PS-ROSTER-003 who is expelled leaves; for the local user the meeting has ended")
    func expelled() throws {
        let stage = Stage()
        let guest = stage.meeting.add("Guest")
        #expect(try told(stage) { try stage.meeting.actions.expel(guest.id) } == [.removed(guest)])
        let victim = Stage(role: .coHost)
        _ = try victim.openSender()
        let heard = told(victim) { victim.meeting.expel() }
        #expect(heard.first == .status(.disconnecting))
        #expect(heard.contains(.stopped))
        #expect(heard.last == .status(.ended))
        #expect(victim.meeting.endReason == .kickedByHost)
    }

    @Test("PS-ROSTER-004 a studio stops and leaves before the user who sends")
    func studioFirst() throws {
        let stage = Stage()
        let owner = stage.meeting.add("Owner", role: .coHost)
        let studio = try #require(stage.meeting.addOtherStudioUser(of: owner.id))
        let heard = told(stage) { stage.meeting.remove(owner.id) }
        #expect(heard == [.user(studio.id, isSending: false), .removed(studio), .removed(owner)])
        #expect(stage.studio.userID == .none)
        _ = try stage.openSender()
    }

    @Test("PS-ROSTER-005 while one studio is accepted or publishes, no other begins")
    func oneStudio() throws {
        let stage = Stage()
        try stage.bring(into: .accepted)
        #expect(stage.meeting.addOtherStudioUser() == nil, "the place is taken before it is seen")
        stage.clock.advance(by: .seconds(2))
        stage.settle()
        #expect(stage.meeting.addOtherStudioUser() == nil)
        #expect(stage.stop() == nil)
        stage.settle()
        let other = try #require(stage.meeting.addOtherStudioUser())
        #expect(stage.meeting.addOtherStudioUser() == nil)
        stage.meeting.remove(other.id)
        let guest = stage.meeting.add("Guest")
        #expect(stage.meeting.addOtherStudioUser(of: guest.id) == nil, "an attendee may have none")
    }

    @Test(
        "PS-ROSTER-005 a run that ends without having been seen gives the place back", arguments: [true, false])
    func placeGivenBack(hasNoSender: Bool) throws {
        let stage = Stage()
        if hasNoSender {
            stage.studio.responses.providesSender = false
            #expect(stage.start() == nil)
        } else {
            try stage.bring(into: .accepted)
            #expect(stage.stop() == nil)
            stage.clock.advance(by: .seconds(2))
        }
        stage.settle()
        #expect(stage.audience.names.last == .stopped)
        #expect(stage.meeting.addOtherStudioUser() != nil)
    }

    @Test("PS-ROSTER-006 another user's studio is told like the own one")
    func otherStudio() throws {
        let stage = Stage()
        let owner = stage.meeting.add("Owner", role: .coHost)
        stage.settle()
        let began = told(stage) { stage.meeting.addOtherStudioUser(name: "Stage", of: owner.id) }
        let studio = try #require(stage.meeting.studioUser)
        #expect(began == [.added(studio), .user(studio.id, isSending: true)])
        #expect(studio.studioParent == owner.id)
        #expect(studio.name == "Stage")
        #expect(stage.studio.userID == studio.id)
        let ended = told(stage) { stage.meeting.remove(studio.id) }
        #expect(ended == [.user(studio.id, isSending: false), .removed(studio)])
    }

    @Test("PS-ROSTER-007 when the own studio participant is removed, the run is stopped")
    func studioExpelled() throws {
        let stage = Stage()
        _ = try stage.openSender()
        let user = try #require(stage.meeting.studioUser)
        let heard = try told(stage) { try stage.meeting.actions.expel(user.id) }
        #expect(heard == [.stopped, .user(user.id, isSending: false), .removed(user)])
    }

    /// How somebody else ceases to be host or co-host.
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

    @Test("PS-ROSTER-008 another user's studio ends with the role of its user, first", arguments: RoleLoss.allCases)
    func studioRoleLost(_ loss: RoleLoss) throws {
        let stage = Stage()
        let owner = stage.meeting.add("Owner", role: .coHost)
        if loss.isHost { stage.meeting.makeHost(owner.id) }
        let studio = try #require(stage.meeting.addOtherStudioUser(of: owner.id))
        let heard = try told(stage) { try loss.happen(to: owner, in: stage.meeting) }
        let end: [Callback] = [.user(studio.id, isSending: false), .removed(studio)]
        let first = heard.firstIndex(of: end[0]) ?? heard.endIndex
        #expect(Array(heard[first...].prefix(2)) == end)
        // A second host comes before becoming it; nothing else may precede the studio's end.
        #expect(first == (loss == .secondHost ? 1 : 0))
        #expect(heard.count { end.contains($0) } == 2)
        #expect(stage.studio.userID == .none)
        stage.meeting.setRole(.coHost)
        stage.settle()
        _ = try stage.openSender()
    }

    @Test("PS-ROSTER-008 a host who becomes co-host keeps the studio")
    func studioKept() throws {
        let stage = Stage()
        let owner = stage.meeting.add("Owner", role: .host)
        let studio = try #require(stage.meeting.addOtherStudioUser(of: owner.id))
        let heard = told(stage) { stage.meeting.setRole(.coHost, of: owner.id) }
        #expect(!heard.contains(.removed(studio)))
        #expect(stage.studio.userID == studio.id)
    }

    @Test(
        "PS-ROSTER-008 in a webinar a co-host who becomes panelist or attendee loses the studio",
        arguments: [MeetingRole.panelist, .attendee])
    func webinarStudio(_ role: MeetingRole) throws {
        let stage = Stage(kind: .webinar)
        let owner = stage.meeting.add("Owner", role: .coHost)
        let studio = try #require(stage.meeting.addOtherStudioUser(of: owner.id))
        let heard = told(stage) { stage.meeting.setRole(role, of: owner.id) }
        #expect(
            heard == [.user(studio.id, isSending: false), .removed(studio), .coHost(owner.id, false)])
    }

    @Test("PS-ROSTER-008 in a breakout room the place becomes free, and nobody is notified")
    func studioElsewhere() throws {
        let stage = Stage()
        let owner = stage.meeting.add("Owner", role: .host)
        let studio = try #require(stage.meeting.addOtherStudioUser(of: owner.id))
        stage.meeting.enterBreakoutRoom()
        stage.meeting.setRole(.coHost)
        stage.settle()
        let heard = told(stage) { stage.meeting.makeHost() }
        #expect(!heard.contains(.removed(studio)))
        #expect(!heard.contains(.user(studio.id, isSending: false)))
        _ = try stage.openSender()
        let back = told(stage) { stage.meeting.leaveBreakoutRoom() }
        #expect(!back.contains(.added(studio)))
    }

    @Test("PS-ROSTER-008 outside the meeting the place becomes free")
    func studioWhileOutside() throws {
        let stage = Stage(isJoined: false)
        let owner = stage.meeting.add("Owner", role: .host)
        let studio = try #require(stage.meeting.addOtherStudioUser(of: owner.id))
        stage.meeting.setRole(.host)
        let heard = told(stage) { stage.meeting.join() }
        #expect(!heard.contains(.added(studio)))
        _ = try stage.openSender()
    }

    @Test("a picture is switched on and off, a studio's never")
    func video() throws {
        let stage = Stage()
        let events = Recorder<MeetingEvent>()
        stage.meeting.onEvent { events.record($0) }
        let guest = stage.meeting.add("Guest")
        stage.meeting.setVideo(true)
        stage.meeting.setVideo(true, of: guest.id)
        stage.meeting.setVideo(true, of: guest.id)
        _ = try stage.openSender()
        #expect(stage.meeting.participants.map(\.isVideoOn) == [true, true, true])
        stage.meeting.setVideo(false, of: stage.studio.userID)
        stage.settle()
        #expect(stage.meeting.studioUser?.isVideoOn == true)
        #expect(events.all.filter { if case .video = $0 { true } else { false } }.count == 2)
    }

    @Test("PS-STOP-008 a stop that was asked for frees the place that a late answer took")
    func answerAfterStop() throws {
        let stage = Stage()
        try stage.bring(into: .starting)
        #expect(stage.stop() == nil)
        stage.clock.advance(by: .seconds(2))
        stage.settle()
        #expect(stage.audience.names == [.no, .stopped])
        #expect(stage.meeting.addOtherStudioUser() != nil)
    }
}
