import StudioCore
import StudioTestSupport
import Testing

@testable import StudioEngine

@Suite("SessionStateMachine")
struct SessionStateMachineTests {
    private enum Input: CaseIterable {
        case begin, opened, started, connected, sent, stopped, outputsFinished, note, stop
    }

    private static func apply(
        _ input: Input, to machine: inout SessionStateMachine
    ) -> SessionStateMachine.Action {
        switch input {
        case .begin: return machine.begin()
        case .opened: return machine.opened()
        case .started: return machine.started()
        case .connected: return machine.connected()
        case .sent: return machine.sent()
        case .stopped: return machine.stopped()
        case .outputsFinished: return machine.outputsFinished()
        case .stop: return machine.stop(.stopped)
        case .note:
            machine.note(.error(code: "noted"))
            return .none
        }
    }

    /// The steps of an undisturbed session, with the state after each.
    private static let way: [(Input, SessionStateMachine.Action, SessionState)] = [
        (.begin, .open, .opening), (.opened, .start, .starting), (.started, .connect, .connecting),
        (.connected, .send, .sending), (.sent, .stop, .stopping), (.stopped, .finish, .finishing),
        (.outputsFinished, .conclude, .finished),
    ]

    @Test("an undisturbed session goes through all steps and ends with the end of the stream")
    func undisturbed() {
        var machine = SessionStateMachine()
        for (input, action, state) in Self.way {
            #expect(Self.apply(input, to: &machine) == action)
            #expect(machine.state == state)
        }
        #expect(machine.reason == .endOfStream)
    }

    @Test("in each state only the end of the current step and a stop have an effect", arguments: 0...7)
    func everyInput(step: Int) {
        for input in Input.allCases {
            var machine = SessionStateMachine()
            for (done, _, _) in Self.way.prefix(step) { _ = Self.apply(done, to: &machine) }
            let before = machine.state
            let action = Self.apply(input, to: &machine)
            if step < Self.way.count, input == Self.way[step].0 {
                #expect(action == Self.way[step].1)
            } else if input == .stop {
                switch before {
                case .idle: #expect(action == .conclude)
                case .opening, .starting, .connecting, .sending: #expect(action == .interrupt)
                case .stopping, .finishing, .finished: #expect(action == .none)
                }
            } else {
                #expect(action == .none, "\(before) \(input)")
                #expect(machine.state == before, "\(before) \(input)")
            }
        }
    }

    @Test(
        "a stop ends every step immediately: open outputs are finished, remaining steps are skipped",
        arguments: [
            (1, [Input.opened], [SessionStateMachine.Action.conclude]),
            (2, [.started, .stopped], [.stop, .conclude]),
            (3, [.connected, .stopped, .outputsFinished], [.stop, .finish, .conclude]),
            (4, [.sent, .stopped, .outputsFinished], [.stop, .finish, .conclude]),
        ] as [(Int, [Input], [SessionStateMachine.Action])])
    private func stopped(_ steps: Int, _ rest: [Input], _ actions: [SessionStateMachine.Action]) {
        var machine = SessionStateMachine()
        for (done, _, _) in Self.way.prefix(steps) { _ = Self.apply(done, to: &machine) }
        #expect(machine.stop(.roleLost) == .interrupt)
        #expect(rest.map { Self.apply($0, to: &machine) } == actions)
        #expect(machine.state == .finished)
        #expect(machine.reason == .roleLost)
    }

    @Test("the first reason is kept, whether it stops the session or not")
    func firstReason() {
        var machine = SessionStateMachine()
        for (done, _, _) in Self.way.prefix(4) { _ = Self.apply(done, to: &machine) }
        machine.note(.error(code: "refused"))
        #expect(!machine.isStopping)
        #expect(machine.stop(.stopped) == .interrupt)
        #expect(machine.stop(.left) == .none)
        machine.note(.error(code: "later"))
        #expect(machine.reason == .error(code: "refused"))
        for input in [Input.sent, .stopped, .outputsFinished] { _ = Self.apply(input, to: &machine) }
        #expect(machine.reason == .error(code: "refused"))
    }

    @Test(
        "random sequences open outputs at most once, finish open outputs, and conclude once",
        arguments: 1...200 as ClosedRange<UInt64>)
    func sequences(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var machine = SessionStateMachine()
        var actions: [SessionStateMachine.Action] = []
        for _ in 0..<100 { actions.append(Self.apply(generator.pick(Input.allCases), to: &machine)) }
        for input in [Input.begin, .opened, .started, .connected, .stop, .sent, .stopped, .outputsFinished] {
            actions.append(Self.apply(input, to: &machine))
        }
        #expect(actions.count { $0 == .connect } <= 1)
        #expect(actions.count { $0 == .conclude } == 1)
        #expect(actions.contains(.send) ? actions.contains(.finish) : true)
        #expect(machine.state == .finished)
    }
}
