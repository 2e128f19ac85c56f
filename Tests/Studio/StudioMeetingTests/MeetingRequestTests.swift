import StudioCore
import Testing

@testable import StudioMeeting

@Suite("Requests of the app")
struct MeetingRequestTests {
    private typealias Request = MeetingInput.Request

    /// The meeting of the table, with the studio that the target requires.
    private func scene(_ role: MeetingRole, target: Who = .nobody, isReconnecting: Bool = false) -> MeetingSubject {
        var subject = MeetingSubject(role: role)
        subject.add("Carl", .coHost)
        subject.add("Ada", .attendee)
        if role != .host { subject.add("Hanna", .host) }
        if target == .otherStudio { _ = subject.apply(.startOtherStudio(.coHost)) }
        if target == .ownStudio {
            _ = subject.apply(.reserveStudio(permission: true))
            _ = subject.apply(.addStudioUser)
        }
        if isReconnecting { _ = subject.apply(.loseConnection(stopsStudio: false)) }
        return subject
    }

    @Test("the table has every role, request and target exactly once")
    func complete() {
        let keys = MeetingRequestTable.rows.map(\.description)
        #expect(Set(keys).count == keys.count)
        let expected = MeetingRole.allCases.map { role in
            Request.allCases.map { $0.hasTarget ? MeetingRequestTable.targets(role).count : 1 }.reduce(0, +)
        }
        #expect(keys.count == expected.reduce(0, +))
    }

    @Test(
        "PS-ROLE-002 PS-ROLE-003 PS-ROLE-004 PS-ROLE-008 PS-ROSTER-003 a request has this result",
        arguments: MeetingRequestTable.rows, [false, true])
    func answer(_ row: MeetingRequestTable.Row, isReconnecting: Bool) throws {
        var subject = scene(row.role, target: row.target, isReconnecting: isReconnecting)
        let before = subject.contents
        if row.request.hasTarget { _ = try #require(subject.find(row.target)) }
        let outcome = subject.apply(.request(row.request, row.target))
        switch row.answer {
        case .granted(let effects):
            #expect(outcome.rejection == nil)
            #expect(outcome.effects.map(\.text) == effects)
        case .rejected(let rule):
            #expect(outcome.rejection == rule)
            #expect(outcome.effects == [])
            #expect(subject.contents == before)
        }
    }

    @Test(
        "PS-ROLE-001 outside a meeting every request is rejected, before anything else is checked",
        arguments: Request.allCases, [MeetingPhase.idle, .outside, .over])
    func outside(_ request: MeetingInput.Request, _ phase: MeetingPhase) throws {
        for role in MeetingRole.allCases {
            var subject = MeetingSubject(role: role, in: phase)
            for who in [Who.nobody, .coHost, .plain] {
                let before = subject.contents
                let error = try #require(subject.error(of: request, about: who))
                #expect(error.reason == .outsideMeeting)
                #expect(subject.apply(.request(request, who)).rejection == .outsideMeeting)
                #expect(subject.contents == before)
            }
        }
    }

    @Test("PS-ROLE-002 PS-ROLE-003 PS-ROLE-004 a rejection has a reason and a hint")
    func codes() throws {
        let attendee = scene(.attendee)
        let noRight = try #require(attendee.error(of: .makeHost, about: .plain))
        #expect(noRight.reason == .missingRole)
        #expect(noRight.hint == "only the host may do this")
        let noCoHost = try #require(attendee.error(of: .expel, about: .plain))
        #expect(noCoHost.hint == "only the host and co-hosts may do this")
        let host = scene(.host)
        let nobody = try #require(host.error(of: .expel, about: .nobody))
        #expect(nobody.reason == .wrongTarget)
        #expect(nobody.message == "user 7 is not in the meeting")
        #expect(try #require(host.error(of: .reclaimHost, about: .nobody)).reason == .alreadyHost)
    }

    @Test(
        "PS-ROLE-003 an invalid target is named with the reason",
        arguments: [
            (Request.makeHost, Who.myself, "user 16778240 is the host"),
            (.makeHost, .otherStudio, "user 16781312 is a studio"),
            (.assignCoHost, .myself, "user 16778240 has the role already"),
            (.assignCoHost, .coHost, "user 16779264 has the role already"),
            (.assignCoHost, .otherStudio, "user 16781312 is a studio"),
            (.revokeCoHost, .plain, "user 16780288 is not a co-host"),
            (.expel, .myself, "user 16778240 cannot be expelled"),
            (.giveHostBack, .nobody, "the original host is the host"),
        ])
    func reasons(_ request: MeetingInput.Request, _ who: Who, _ message: String) {
        let subject = scene(.host, target: .otherStudio)
        #expect(subject.error(of: request, about: who)?.message == message)
    }

    @Test(
        "PS-ROLE-007 the original host reclaims the role, or takes it back by makeHost with 0",
        arguments: [
            (MeetingRole.attendee, ["role Carl#2 attendee", "role Me#1 host", "host #1"]),
            (.coHost, ["role Carl#2 attendee", "role Me#1 host", "co-host #1 false", "host #1"]),
        ], [Request.reclaimHost, .giveHostBack])
    func reclaimed(_ loss: (MeetingRole, [String]), _ request: MeetingInput.Request) {
        let (role, effects) = loss
        var subject = scene(.host)
        _ = subject.apply(.request(.makeHost, .coHost))
        _ = subject.apply(.setRole(role, .myself))
        #expect(subject.apply(.request(request, .nobody)).effects.map(\.text) == effects)
        #expect(subject.apply(.request(.reclaimHost, .nobody)).rejection == .alreadyHost)
        #expect(subject.apply(.request(.giveHostBack, .nobody)).rejection == .wrongTarget)
    }

    @Test("PS-ROLE-007 PS-ROLE-002 a later host returns the role, and cannot reclaim it")
    func givenBack() {
        var subject = scene(.attendee)
        _ = subject.apply(.makeHost(.myself))
        #expect(subject.apply(.request(.reclaimHost, .nobody)).rejection == .missingRole)
        #expect(
            subject.apply(.request(.giveHostBack, .nobody)).effects.map(\.text) == [
                "interrupt", "role Me#1 attendee", "role Hanna#4 host", "host #4",
            ])
        #expect(subject.apply(.request(.giveHostBack, .nobody)).rejection == .missingRole)
    }

    @Test("PS-ROLE-003 an absent original host does not get the role back", arguments: [false, true])
    func firstHostAway(isElsewhere: Bool) {
        var subject = scene(.attendee)
        _ = subject.apply(.makeHost(.myself))
        if isElsewhere {
            _ = subject.apply(.enterBreakoutRoom)
        } else {
            // Hanna joined last.
            let hanna = subject.machine.participants.last
            _ = subject.apply(.remove(.plain), to: hanna)
        }
        let before = subject.contents
        #expect(subject.error(of: .giveHostBack, about: .nobody)?.reason == .wrongTarget)
        #expect(subject.error(of: .giveHostBack, about: .nobody)?.message == "the original host is not in the meeting")
        #expect(subject.contents == before)
    }

    @Test(
        "PS-ROLE-003 a participant of the main session is not in the breakout room",
        arguments: [Request.makeHost, .assignCoHost, .revokeCoHost, .expel])
    func elsewhere(_ request: MeetingInput.Request) {
        var subject = MeetingSubject(in: .room)
        let before = subject.contents
        #expect(subject.apply(.request(request, .inMainSession)).rejection == .wrongTarget)
        #expect(subject.contents == before)
    }

    @Test("PS-ROLE-005 in a webinar a former host or co-host is a panelist")
    func webinar() {
        var subject = MeetingSubject(kind: .webinar, in: .main)
        #expect(
            subject.apply(.request(.revokeCoHost, .coHost)).effects.map(\.text) == [
                "role Ann#2 panelist", "co-host #2 false",
            ])
        #expect(
            subject.apply(.request(.makeHost, .plain)).effects.map(\.text) == [
                "interrupt", "role Me#1 panelist", "role Ann#2 host", "host #2",
            ])
    }

    @Test(
        "PS-ROLE-009 only the host ends the meeting for all; others leave",
        arguments: MeetingRole.allCases, MeetingPhase.allCases)
    func end(_ role: MeetingRole, _ phase: MeetingPhase) {
        let error = MeetingSubject(role: role, in: phase).machine.refusalToEnd
        let isRejected = MeetingPhase.inside.contains(phase) && role != .host
        #expect((error != nil) == isRejected)
        #expect(error?.reason == (isRejected ? .endedByOther : nil))
    }
}
