import StudioCore
import Testing

@testable import StudioMeeting

@Suite("Identifiers and original hosts")
struct MeetingNumberTests {
    @Test("PS-ROSTER-001 rejoining gives a new identifier, keeps name and video, and loses the role of host or co-host")
    func rejoined() throws {
        var machine = MeetingSubject(in: .main).machine
        let ann = try #require(machine.participants.first { $0.name == "Ann" })
        let (again, effects) = machine.rejoin(ann)
        #expect(again.text == "Ann#4 attendee")
        #expect(effects.map(\.text) == ["left Ann#2 coHost", "joined Ann#4 attendee"])
        let (third, later) = machine.rejoin(ann)
        #expect(third.text == "Ann#5 attendee", "a participant who already left only joins")
        #expect(later.map(\.text) == ["joined Ann#5 attendee"])
    }

    @Test("PS-ROSTER-001 the local user and studios do not rejoin")
    func cannotRejoin() throws {
        var subject = MeetingSubject(in: .main)
        _ = subject.apply(.startOtherStudio(.coHost))
        for who in [Who.myself, .otherStudio] {
            var machine = subject.machine
            let target = try #require(subject.find(who))
            let (same, effects) = machine.rejoin(target)
            #expect(same == target)
            #expect(effects == [])
            #expect(machine.participants == subject.machine.participants)
        }
    }

    @Test("PS-ROSTER-001 a participant of the main session who rejoins is not duplicated")
    func rejoinedFromElsewhere() {
        var subject = MeetingSubject(in: .main)
        _ = subject.apply(.startOtherStudio(.coHost))
        _ = subject.apply(.enterBreakoutRoom)
        #expect(subject.contents.roster == "Me#5 host | Ann#2 coHost, Bob#3 attendee, Other#4 attendee of #2 video | ")
        #expect(subject.apply(.rejoin(.inMainSession)).effects.map(\.text) == ["joined Ann#6 attendee"])
        #expect(subject.contents.roster == "Me#5 host, Ann#6 attendee | Bob#3 attendee | ")
        _ = subject.apply(.leaveBreakoutRoom)
        #expect(subject.contents.roster == "Me#7 host, Bob#3 attendee, Ann#6 attendee |  | ")
    }

    @Test("PS-ROLE-006 a host who rejoins from the main session loses the role to a new host in the breakout room")
    func hostRejoinedFromElsewhere() {
        var subject = MeetingSubject(role: .attendee, in: .main)
        _ = subject.apply(.makeHost(.coHost))
        _ = subject.apply(.enterBreakoutRoom)
        #expect(
            subject.apply(.rejoin(.inMainSession)).effects.map(\.text) == [
                "role Me#4 host", "host #4", "joined Ann#5 attendee",
            ])
        #expect(subject.contents.roster == "Me#4 host, Ann#5 attendee | Bob#3 attendee | ")
        #expect(
            subject.apply(.request(.giveHostBack, .nobody)).effects.map(\.text) == [
                "interrupt", "role Me#4 attendee", "role Ann#5 host", "host #5",
            ])
    }

    @Test("PS-ROLE-007 the original host keeps the right under a new identifier", arguments: [false, true])
    func firstHostMoves(isPutOutside: Bool) {
        var subject = MeetingSubject(in: .main)
        if isPutOutside {
            _ = subject.apply(.putOutside)
            _ = subject.apply(.admit)
        } else {
            _ = subject.apply(.makeHost(.coHost))
            _ = subject.apply(.enterBreakoutRoom)
        }
        #expect(subject.find(.myself)?.text == "Me#4 attendee")
        // The role that Ann loses in the main session is not reported in a breakout room.
        let ann = isPutOutside ? ["role Ann#2 attendee"] : []
        let effects = subject.apply(.request(.reclaimHost, .nobody)).effects.map(\.text)
        #expect(effects == ann + ["role Me#4 host", "host #4"])
        #expect(subject.everybody.filter { $0.role == .host }.map(\.name) == ["Me"], "PS-ROLE-005, at every place")
    }

    @Test("PS-ROLE-006 the first co-host becomes host, otherwise the first participant, otherwise nobody")
    func succession() {
        var subject = MeetingSubject(role: .attendee)
        subject.add("Ann", .host)
        subject.add("Bob", .attendee)
        subject.add("Cy", .coHost)
        subject.add("Di", .coHost)
        let first = subject.apply(.remove(.host)).effects.map(\.text)
        #expect(first == ["left Ann#2 host", "role Cy#4 host", "co-host #4 false", "host #4"])
        let second = subject.apply(.remove(.host)).effects.map(\.text)
        #expect(second == ["left Cy#4 host", "role Di#5 host", "co-host #5 false", "host #5"])
        let third = subject.apply(.remove(.host)).effects.map(\.text)
        #expect(third == ["left Di#5 host", "role Me#1 host", "host #1"])
        _ = subject.apply(.remove(.plain))
        let last = subject.apply(.setRole(.attendee, .myself)).effects.map(\.text)
        #expect(last == ["interrupt", "role Me#1 attendee", "host none"])
    }
}
