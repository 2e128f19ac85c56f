import StudioCore
import Testing

@testable import StudioMeeting

@Suite("The meeting's studio")
struct MeetingStudioTests {
    /// Ann's studio is publishing, number 4 in the main session.
    private func annsStudio() -> MeetingSubject {
        var subject = MeetingSubject(in: .main)
        _ = subject.apply(.startOtherStudio(.coHost))
        return subject
    }

    /// The local user's studio is publishing, number 4 in the main session.
    private func ownStudio(in phase: MeetingPhase = .main) -> MeetingSubject {
        var subject = MeetingSubject(in: phase)
        _ = subject.apply(.reserveStudio(permission: nil))
        _ = subject.apply(.addStudioUser)
        return subject
    }

    @Test(
        "PS-START-001 PS-START-003 the studio can be reserved inside, with a role that may send, or by permission",
        arguments: MeetingRole.allCases, MeetingPhase.allCases)
    func reservation(_ role: MeetingRole, _ phase: MeetingPhase) {
        let isInside = MeetingPhase.inside.contains(phase)
        for (permission, isExpected) in [
            (nil, isInside && (role == .host || role == .coHost)), (true, isInside), (false, false),
        ] as [(Bool?, Bool)] {
            var subject = MeetingSubject(role: role, in: phase)
            #expect(subject.apply(.reserveStudio(permission: permission)).isReserved == isExpected)
            #expect(subject.contents.isStudioReserved == isExpected)
        }
    }

    @Test("PS-ROSTER-005 a reserved studio cannot be reserved again until it is released")
    func reservedOnce() {
        var subject = MeetingSubject(in: .main)
        #expect(subject.apply(.reserveStudio(permission: nil)).isReserved == true)
        #expect(subject.apply(.reserveStudio(permission: nil)).isReserved == false)
        #expect(subject.apply(.reserveStudio(permission: true)).isReserved == false)
        #expect(subject.contents.isStudioReserved)
        _ = subject.apply(.releaseStudio)
        #expect(subject.apply(.reserveStudio(permission: nil)).isReserved == true)
    }

    @Test("PS-ROSTER-005 while the local user's studio is reserved or publishing, no other one can start")
    func oneStudio() {
        var subject = MeetingSubject(in: .main)
        _ = subject.apply(.reserveStudio(permission: nil))
        for who in [nil, Who.coHost] {
            let before = subject.contents
            #expect(subject.apply(.startOtherStudio(who)).participant == nil)
            #expect(subject.contents == before)
        }
        #expect(subject.apply(.addStudioUser).participant?.text == "Me (Production Studio)#4 attendee of #1 video")
        #expect(subject.apply(.startOtherStudio(nil)).participant == nil)
        #expect(subject.apply(.reserveStudio(permission: true)).isReserved == false)
        _ = subject.apply(.removeStudioUser)
        #expect(!subject.contents.isStudioReserved)
        #expect(subject.apply(.startOtherStudio(.coHost)).participant?.text == "Other#5 attendee of #2 video")
        #expect(subject.apply(.startOtherStudio(nil)).participant == nil)
        #expect(subject.apply(.reserveStudio(permission: true)).isReserved == false)
    }

    @Test("PS-ROSTER-005 a studio in the main session also blocks one in a breakout room")
    func elsewhere() {
        var subject = annsStudio()
        _ = subject.apply(.enterBreakoutRoom)
        #expect(subject.apply(.reserveStudio(permission: nil)).isReserved == false)
        #expect(subject.apply(.startOtherStudio(nil)).participant == nil)
        #expect(
            subject.apply(.leaveBreakoutRoom).effects.map(\.text) == [
                "interrupt", "leftBreakoutRoom", "joined Me#6 host", "joined Ann#2 coHost", "joined Bob#3 attendee",
                "joined Other#4 attendee of #2 video", "studio #4 true",
            ])
    }

    @Test("PS-ROSTER-006 a publishing studio is reported after all other participants")
    func greeting() {
        var subject = MeetingSubject(in: .outside)
        _ = subject.apply(.startOtherStudio(.coHost))
        _ = subject.apply(.add(.attendee))
        #expect(
            subject.apply(.admit).effects.map(\.text) == [
                "inMeeting", "joined Me#1 host", "joined Ann#2 coHost", "joined Bob#3 attendee",
                "joined Other#4 attendee of #2 video", "joined Guest#5 attendee", "studio #4 true",
            ])
    }

    @Test(
        "PS-ROSTER-004 PS-ROSTER-008 another user's studio ends before that user leaves or loses the role",
        arguments: [
            (MeetingInput.remove(.coHost), ["left Ann#2 coHost"]),
            (.expel(.coHost), ["left Ann#2 coHost"]),
            (.request(.expel, .coHost), ["left Ann#2 coHost"]),
            (.rejoin(.coHost), ["left Ann#2 coHost", "joined Ann#5 attendee"]),
            (.setRole(.attendee, .coHost), ["role Ann#2 attendee", "co-host #2 false"]),
            (.request(.revokeCoHost, .coHost), ["role Ann#2 attendee", "co-host #2 false"]),
            (.remove(.otherStudio), []),
            (.request(.expel, .otherStudio), []),
        ])
    func studioFirst(_ input: MeetingInput, _ then: [String]) {
        var subject = annsStudio()
        let effects = subject.apply(input).effects.map(\.text)
        #expect(effects == ["studio #4 false", "left Other#4 attendee of #2 video"] + then)
        #expect(subject.machine.studioUser == nil)
        #expect(subject.apply(.reserveStudio(permission: true)).isReserved == true, "the studio is available again")
    }

    @Test("PS-STOP-010 another user's studio continues when that co-host becomes host")
    func otherStudioKept() {
        var subject = annsStudio()
        let effects = subject.apply(.makeHost(.coHost)).effects.map(\.text)
        #expect(effects == ["interrupt", "role Me#1 attendee", "role Ann#2 host", "co-host #2 false", "host #2"])
        #expect(subject.machine.studioUser?.text == "Other#4 attendee of #2 video")
    }

    @Test("PS-ROSTER-007 removing the own studio interrupts it; the participant stays until the owner removes it")
    func ownRemoved() {
        for input in [MeetingInput.remove(.ownStudio), .expel(.ownStudio), .request(.expel, .ownStudio)] {
            var subject = ownStudio()
            let before = subject.contents.roster
            #expect(subject.apply(input).effects == [.interruption])
            #expect(subject.contents.roster == before)
            #expect(!subject.contents.isStudioReserved)
            #expect(
                subject.apply(.reserveStudio(permission: nil)).isReserved == false, "the studio is not available yet")
        }
    }

    @Test(
        "PS-MEET-004 PS-MEET-010 a move out of the room interrupts the local user's studio before anything else",
        arguments: [
            (MeetingPhase.main, MeetingInput.putOutside), (.main, .enterBreakoutRoom), (.room, .leaveBreakoutRoom),
        ])
    func moved(_ phase: MeetingPhase, _ input: MeetingInput) {
        var subject = ownStudio(in: phase)
        let effects = subject.apply(input).effects
        #expect(effects.first == .interruption)
        #expect(effects.filter { $0 == .interruption }.count == 1)
        #expect(subject.machine.studioUser == nil)
        #expect(!subject.contents.isStudioReserved)
        #expect(subject.apply(.addStudioUser).participant == nil, "an interrupted session is not announced")
    }

    @Test(
        "PS-STOP-007 PS-STOP-010 the local user's own change of role interrupts the studio unless both roles may send",
        arguments: MeetingRole.allCases, MeetingRole.allCases)
    func ownRole(_ before: MeetingRole, _ after: MeetingRole) {
        var subject = MeetingSubject(role: before, in: .main)
        _ = subject.apply(.reserveStudio(permission: true))
        let isLost = (before == .host || before == .coHost) && !(after == .host || after == .coHost)
        let effects = subject.apply(.setRole(after, .myself)).effects
        #expect(effects.contains(.interruption) == isLost)
        #expect(effects.isEmpty || effects.first == .interruption || !isLost)
        #expect(subject.contents.isStudioReserved == !isLost)
        #expect(subject.find(.myself)?.role == after)
    }

    @Test("a studio's video, role and name cannot change")
    func studioIsFixed() {
        let subject = annsStudio()
        for input in [
            MeetingInput.setVideo(false, .otherStudio), .makeHost(.otherStudio), .rejoin(.otherStudio),
            .setRole(.host, .otherStudio), .setRole(.coHost, .otherStudio), .startOtherStudio(.otherStudio),
        ] {
            var after = subject
            #expect(after.apply(input).effects == [], "\(input)")
            #expect(after.contents == subject.contents, "\(input)")
        }
    }
}
