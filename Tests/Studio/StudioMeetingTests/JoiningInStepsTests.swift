import StudioCore
import Testing

@testable import StudioMeeting

@Suite("Joining in steps")
struct JoiningInStepsTests {
    private typealias Effect = MeetingStateMachine.Effect

    private static func statuses(_ statuses: MeetingStatus...) -> [Effect] {
        statuses.map { .notify(.status($0, .none)) }
    }

    private func machine() -> MeetingStateMachine {
        MeetingStateMachine(role: .host, name: "Ada", isJoined: false)
    }

    @Test("connecting, waiting and admission have the effect of a single join")
    func steps() {
        for (entrance, status) in [
            (MeetingEntrance.waitingRoom, MeetingStatus.inWaitingRoom), (.beforeHost, .waitingForHost),
            (.otherMeetingInProgress, .otherMeetingInProgress),
        ] {
            var (atOnce, inSteps) = (machine(), machine())
            let expected = atOnce.join(entrance) + atOnce.admit()
            let connecting = inSteps.connect()
            let effects = connecting + inSteps.wait(status) + inSteps.admit()
            #expect(connecting == Self.statuses(.connecting))
            #expect(effects == expected, "\(entrance)")
            #expect(inSteps.phase == atOnce.phase)
        }
    }

    @Test("a failure is stored, reported alone or as an end, and only while joining")
    func failures() {
        var plain = machine()
        _ = plain.connect()
        #expect(plain.joinFailure == nil)
        let failed = plain.fail(.passcodeWrong)
        #expect(failed == Self.statuses(.failed))
        #expect(plain.joinFailure == .passcodeWrong)
        var long = machine()
        _ = long.connect()
        let ended = long.failAndEnd(.meetingFull)
        #expect(ended == Self.statuses(.disconnecting, .failed, .ended, .ended))
        #expect(long.joinFailure == .meetingFull)
        var inside = MeetingStateMachine(role: .host, name: "Ada")
        let end = inside.failAndEnd(.meetingFull)
        #expect(end.last == .notify(.status(.ended, .undefined)))
        #expect(inside.joinFailure == nil)
    }

    @Test("misplaced steps have no effect")
    func misplaced() {
        var idle = machine()
        let nothing = idle.wait(.inWaitingRoom) + idle.fail() + idle.failAndEnd(.unknown)
        #expect(nothing == [])
        #expect(idle.phase == .idle)
        var inside = MeetingStateMachine(role: .host, name: "Ada")
        let misplaced = inside.connect() + inside.wait(.waitingForHost)
        #expect(misplaced == [])
        #expect(inside.phase == .inside(.main, .connected))
    }
}
