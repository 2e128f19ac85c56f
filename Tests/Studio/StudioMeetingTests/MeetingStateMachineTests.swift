import StudioCore
import Testing

@testable import StudioMeeting

@Suite("The meeting's state machine")
struct MeetingStateMachineTests {
    private typealias Table = MeetingTransitionTable

    @Test("the table has no duplicate pair of phase and input, and no unlisted input")
    func tableIsConsistent() {
        let pairs = Table.rows.map { "\($0.phase) \($0.input)" }
        #expect(Set(pairs).count == pairs.count)
        #expect(Set(Table.inputs).count == Table.inputs.count)
        #expect(Set(Table.rows.map(\.input)).subtracting(Table.inputs) == [])
    }

    @Test("a phase is reached with this roster", arguments: MeetingPhase.allCases)
    func phases(_ phase: MeetingPhase) {
        let subject = MeetingSubject(in: phase)
        #expect(subject.machine.phase == phase.phase)
        #expect(subject.contents.roster == Table.rosters[phase])
    }

    @Test(
        "PS-MEET-001 PS-MEET-003 PS-MEET-005 PS-MEET-006 PS-MEET-008 a pair has these effects and this state after",
        arguments: Table.rows)
    func transition(_ row: MeetingTransitionTable.Row) {
        var subject = MeetingSubject(in: row.phase)
        #expect(subject.apply(row.input).effects.map(\.text) == row.effects)
        #expect(subject.machine.phase == row.after.phase)
        #expect(subject.contents.roster == row.roster)
    }

    @Test("PS-MEET-002 PS-MEET-007 a pair without a row changes nothing", arguments: MeetingPhase.allCases)
    func ignored(_ phase: MeetingPhase) {
        let listed = Set(Table.rows.filter { $0.phase == phase }.map(\.input))
        for input in Table.inputs where !listed.contains(input) {
            var subject = MeetingSubject(in: phase)
            let before = subject.contents
            #expect(subject.apply(input).effects == [], "\(input)")
            #expect(subject.contents == before, "\(input)")
        }
    }
}

@Suite("The end of a meeting")
struct MeetingEndTests {
    @Test(
        "PS-MEET-007 after the end no input has an effect or changes anything",
        arguments: [
            (MeetingPhase.main, MeetingInput.end(.endedByHost)), (.room, .end(.none)), (.outside, .end(.noAttendee)),
            (.outside, .fail),
        ])
    func final(_ phase: MeetingPhase, _ end: MeetingInput) {
        var met = MeetingSubject(in: phase)
        _ = met.apply(.startOtherStudio(nil))
        var ended = met
        _ = ended.apply(end)
        #expect(ended.contents.roster == " |  | ")
        for input in MeetingInput.all {
            var subject = ended
            // Whoever the target was before the end.
            let outcome = subject.apply(input, to: input.who.flatMap { met.find($0) })
            #expect(outcome.effects == [], "\(input)")
            #expect(outcome.participant == nil, "\(input)")
            #expect(outcome.isReserved != true, "\(input)")
            #expect(subject.contents == ended.contents, "\(input)")
            #expect(subject.known == ended.known, "\(input)")
        }
    }
}

@Suite("A webinar's stage")
struct WebinarTests {
    private static let inside = MeetingPhase.inside

    @Test("PS-MEET-011 promotion reports the status, then the role", arguments: inside)
    func promoted(_ phase: MeetingPhase) {
        var subject = MeetingSubject(kind: .webinar, role: .attendee, in: phase)
        let myself = subject.find(.myself)?.id.text ?? ""
        #expect(subject.apply(.promote).effects.map(\.text) == ["webinarPromoted", "role Me\(myself) panelist"])
        #expect(subject.find(.myself)?.role == .panelist)
        #expect(subject.apply(.promote).effects == [], "a panelist is not promoted")
    }

    @Test("PS-MEET-011 demotion reports the status, then the role", arguments: inside)
    func demoted(_ phase: MeetingPhase) {
        var subject = MeetingSubject(kind: .webinar, role: .panelist, in: phase)
        let myself = subject.find(.myself)?.id.text ?? ""
        #expect(subject.apply(.demote).effects.map(\.text) == ["webinarDemoted", "role Me\(myself) attendee"])
        #expect(subject.find(.myself)?.role == .attendee)
        #expect(subject.apply(.demote).effects == [], "an attendee is not demoted")
    }

    @Test("PS-MEET-011 a co-host's demotion interrupts the studio before the status", arguments: inside)
    func coHostDemoted(_ phase: MeetingPhase) {
        var subject = MeetingSubject(kind: .webinar, role: .coHost, in: phase)
        #expect(subject.apply(.reserveStudio(permission: nil)).isReserved == true)
        let myself = subject.find(.myself)?.id.text ?? ""
        #expect(
            subject.apply(.demote).effects.map(\.text) == [
                "interrupt", "webinarDemoted", "role Me\(myself) attendee", "co-host \(myself) false",
            ])
        #expect(!subject.contents.isStudioReserved)
    }

    @Test(
        "PS-MEET-011 only an attendee can be promoted, only a panelist or co-host demoted",
        arguments: MeetingRole.allCases, MeetingPhase.allCases)
    func others(_ role: MeetingRole, _ phase: MeetingPhase) {
        let subject = MeetingSubject(kind: .webinar, role: role, in: phase)
        for (input, roles) in [(MeetingInput.promote, [.attendee]), (.demote, [MeetingRole.panelist, .coHost])] {
            var after = subject
            let isExpected = Self.inside.contains(phase) && roles.contains(role)
            #expect(after.apply(input).effects.isEmpty != isExpected, "\(input)")
            #expect((after.contents == subject.contents) != isExpected, "\(input)")
        }
    }

    @Test("PS-MEET-011 a meeting has no promotion or demotion", arguments: MeetingRole.allCases, MeetingPhase.allCases)
    func noPromotion(_ role: MeetingRole, _ phase: MeetingPhase) {
        let subject = MeetingSubject(role: role, in: phase)
        for input in [MeetingInput.promote, .demote] {
            var after = subject
            #expect(after.apply(input).effects == [], "\(input)")
            #expect(after.contents == subject.contents, "\(input)")
        }
    }

    @Test("PS-ROLE-005 a former host is a panelist in a webinar, an attendee in a meeting")
    func plainRole() {
        var webinar = MeetingSubject(kind: .webinar, in: .main)
        _ = webinar.apply(.makeHost(.coHost))
        #expect(webinar.find(.myself)?.role == .panelist)
        var meeting = MeetingSubject(in: .main)
        _ = meeting.apply(.makeHost(.coHost))
        #expect(meeting.find(.myself)?.role == .attendee)
    }
}
