import ProductionStudio
import StudioCore
import Testing

@Suite("The controller's state machine")
struct ControllerStateMachineTests {
    @Test("the table has every pair of state and input exactly once")
    func tableIsComplete() {
        let pairs = ControllerTransitionTable.rows.map { "\($0.phase) \($0.input)" }
        #expect(Set(pairs).count == pairs.count)
        #expect(pairs.count == Phase.allCases.count * Input.allCases.count)
    }

    @Test("a pair of state and input has this action and this state after", arguments: ControllerTransitionTable.rows)
    func transition(_ row: ControllerTransitionTable.Row) {
        var subject = Subject(in: row.phase)
        #expect(subject.machine.state == subject.state(of: row.phase))
        #expect(subject.apply(row.input) == row.effect)
        #expect(subject.machine.state == subject.state(of: row.after))
        #expect(subject.mismatch == nil)
    }

    @Test("a delivery for another start changes nothing", arguments: Phase.allCases)
    func foreignStart(_ phase: Phase) throws {
        var subject = Subject(in: phase)
        // Starts are numbered: the first start of a new machine is the finished one here.
        var finished = Subject()
        #expect(finished.apply(.start) == .scheduleAnswer)
        let other = try #require(finished.id)
        // In the phase idle the finished start is the one before the last.
        if phase == .idle { #expect(other == subject.id) } else { #expect(other != subject.id) }
        let before = subject.machine.state
        #expect(subject.answer(other, true) == .nothing)
        #expect(subject.answer(other, false) == .nothing)
        #expect(subject.sender(other, true) == .nothing)
        #expect(subject.sender(other, false) == .nothing)
        #expect(subject.end(other) == .nothing)
        #expect(subject.machine.state == before)
    }

    @Test(
        "PS-START-015 PS-SEND-001 isStarted and acceptsFrames follow the contract's table of states",
        arguments: [
            (Phase.idle, false, false), (.starting, false, false), (.refusing, false, false),
            (.accepted, true, false), (.sending, true, true),
            (.stoppingUnanswered, false, false), (.stoppingRefused, false, false),
            (.stoppingAccepted, true, false), (.stoppingSending, true, true),
        ])
    func queries(_ phase: Phase, isStarted: Bool, acceptsFrames: Bool) {
        let subject = Subject(in: phase)
        #expect(subject.machine.isStarted == isStarted)
        #expect(subject.machine.acceptsFrames == acceptsFrames)
    }

    @Test("rejections have a hint", arguments: Phase.allCases.filter { $0 != .idle })
    func secondStartHint(_ phase: Phase) throws {
        var machine = Subject(in: phase).machine
        let conditions = ControllerStateMachine.StartConditions()
        guard case .refuse(let error) = machine.start(Subject.capability, under: conditions) else {
            Issue.record("the start was accepted")
            return
        }
        #expect(error.hint == "wait for onStopSend before starting again")
        #expect(error.description.hasPrefix("PS-START-004 WrongUsage: "))
    }
}
