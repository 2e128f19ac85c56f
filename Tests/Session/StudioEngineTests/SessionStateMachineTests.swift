import MediaInputs
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

@testable import StudioEngine

@Suite("SessionStateMachine")
struct SessionStateMachineTests {
    typealias Step = SessionState
    typealias Action = SessionStateMachine.Action

    /// An input; sequences of them are random.
    enum Input: Hashable, CaseIterable {
        case begin, stop, stopOtherwise, note, fail, studioStopped, clientEnded, outputsFailed, encoderFailed
        case producerFinished, producerCancelled
        case opened, started, connected, sent, stopped, outputsFinished, closed

        /// The ends of the steps, in their order.
        static let ends: [Input] = [.opened, .started, .connected, .sent, .stopped, .outputsFinished, .closed]

        /// The step that has ended.
        var step: Step? {
            Self.ends.firstIndex(of: self).map { SessionStateMachineTests.steps[$0] }
        }
    }

    static let noted = SessionFailure(.output, "noted", "an output failed")
    static let fatal = SessionFailure(.source, "fatal", "a source failed")
    static let encoder = SessionFailure(.internal, "encoder", "no memory")

    static func apply(_ input: Input, to machine: inout SessionStateMachine) -> [Action] {
        switch input {
        case .begin: machine.begin()
        case .stop: machine.stop(.stopped)
        case .stopOtherwise: machine.stop(.roleLost)
        case .note: machine.note(noted)
        case .fail: machine.fail(fatal)
        case .studioStopped: machine.received(.stoppedSending)
        case .clientEnded: machine.clientEnded()
        case .outputsFailed: machine.outputsChecked(count: 2, haveFailed: true)
        case .encoderFailed: machine.encoderFailed(encoder.message)
        case .producerFinished: machine.sendingEnded(.finished, in: MeetingFacts())
        case .producerCancelled: machine.sendingEnded(.cancelled, in: MeetingFacts(endReason: .endedByHost))
        case .opened, .started, .connected, .sent, .stopped, .outputsFinished, .closed:
            input.step.map { machine.completed($0) } ?? []
        }
    }

    /// A machine in the state after this number of steps of an undisturbed session.
    private static func machine(after steps: Int) -> SessionStateMachine {
        var machine = SessionStateMachine()
        for input in ([.begin] + Input.ends).prefix(steps) { _ = apply(input, to: &machine) }
        return machine
    }

    /// The states with a step, in their order.
    static let steps = Array(SessionState.allCases.dropFirst())

    @Test("an undisturbed session goes through all steps and ends with the end of the stream")
    func undisturbed() {
        var machine = SessionStateMachine()
        for (input, step) in zip([.begin] + Input.ends, Self.steps) {
            #expect(Self.apply(input, to: &machine) == [.enter(step)])
        }
        #expect(machine.state == .finished)
        #expect(!machine.isOver)
        #expect(Self.apply(.closed, to: &machine) == [.publish(.stopped(reason: .endOfStream))])
        #expect(machine.isOver)
        #expect(machine.failures.isEmpty)
    }

    @Test("in each state only the end of the current step, a stop and a report have an effect", arguments: 0...8)
    func everyInput(steps: Int) {
        for input in [Input.begin] + Input.ends {
            var machine = Self.machine(after: steps)
            let before = machine.state
            let actions = Self.apply(input, to: &machine)
            switch ([.begin] + Input.ends).firstIndex(of: input) {
            case steps where input == .closed: #expect(actions == [.publish(.stopped(reason: .endOfStream))])
            case steps: #expect(actions == [.enter(Self.steps[steps])])
            default:
                #expect(actions.isEmpty, "\(before) \(input)")
                #expect(machine.state == before, "\(before) \(input)")
            }
        }
        var machine = Self.machine(after: steps)
        let actions = Self.apply(.stop, to: &machine)
        switch Self.machine(after: steps).state {
        case .idle: #expect(actions == [.enter(.finished)])
        case .opening, .starting, .connecting, .sending: #expect(actions == [.interrupt])
        case .stopping, .finishing, .finished: #expect(actions.isEmpty)
        }
    }

    @Test(
        "a stop ends every step immediately: open outputs are finished, remaining steps are skipped",
        arguments: [
            (1, [Input.opened], [Step.finished]),
            (2, [.started, .stopped], [.stopping, .finished]),
            (3, [.connected, .stopped, .outputsFinished], [.stopping, .finishing, .finished]),
            (4, [.sent, .stopped, .outputsFinished], [.stopping, .finishing, .finished]),
        ] as [(Int, [Input], [Step])])
    private func stopped(_ steps: Int, _ rest: [Input], _ next: [Step]) {
        var machine = Self.machine(after: steps)
        #expect(machine.stop(.roleLost) == [.interrupt])
        #expect(rest.map { Self.apply($0, to: &machine) } == next.map { [.enter($0)] })
        #expect(machine.completed(.finished) == [.publish(.stopped(reason: .roleLost))])
    }

    @Test("the first reason is kept, whether it stops the session or not")
    func firstReason() {
        var machine = Self.machine(after: 4)
        #expect(machine.note(Self.noted) == [.publish(.failed(failure: Self.noted))])
        #expect(!machine.isStopping)
        #expect(machine.stop(.stopped) == [.interrupt])
        #expect(machine.stop(.left) == [])
        #expect(machine.fail(Self.fatal) == [.publish(.failed(failure: Self.fatal))])
        for input in [Input.sent, .stopped, .outputsFinished] { _ = Self.apply(input, to: &machine) }
        _ = machine.note(Self.encoder)
        #expect(machine.completed(.finished) == [.publish(.stopped(reason: .error(code: "noted")))])
        #expect(machine.failures == [Self.noted, Self.fatal, Self.encoder])
    }

    @Test("a failure while the session closes is reported, and does not change the reason")
    func failureWhileClosing() {
        var machine = Self.machine(after: 7)
        #expect(machine.note(Self.noted) == [.publish(.failed(failure: Self.noted))])
        #expect(machine.completed(.finished) == [.publish(.stopped(reason: .endOfStream))])
        #expect(machine.failures == [Self.noted])
    }

    @Test("random sequences do what an independent model expects", arguments: 1...300 as ClosedRange<UInt64>)
    func sequences(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        var (machine, model) = (SessionStateMachine(), SessionModel())
        var actions: [Action] = []
        for _ in 0..<60 {
            // The end of the current step is picked more often, so that the later steps are reached.
            let end = model.current.flatMap { step in Input.ends.first { $0.step == step } } ?? .begin
            let input = generator.chance(percent: 25) ? end : generator.pick(Input.allCases)
            let expected = model.apply(input)
            let next = Self.apply(input, to: &machine)
            try #require(next == expected, "\(input)")
            actions += next
        }
        for input in [.begin] + Input.ends + [.closed] { actions += Self.apply(input, to: &machine) }
        #expect(machine.isOver)
        #expect(
            machine.failures
                == actions.compactMap { if case .publish(.failed(let failure)) = $0 { failure } else { nil } })
        for step in Self.steps { #expect(actions.count { $0 == .enter(step) } <= 1) }
        #expect(actions.count { $0 == .enter(.finished) } == 1)
        #expect(actions.count { if case .publish(.stopped) = $0 { true } else { false } } == 1)
        #expect(actions.contains(.enter(.starting)) == actions.contains(.enter(.stopping)))
        #expect(actions.contains(.enter(.connecting)) == actions.contains(.enter(.finishing)))
    }
}

/// What a session must do, said differently: all steps are a list, and the next one is the first that is still needed.
private struct SessionModel {
    typealias Step = SessionState
    typealias Action = SessionStateMachine.Action

    private(set) var current: Step?
    private var performed: Set<Step> = []
    private var mustStop = false
    private var isOver = false
    private var hasStudioStopped = false
    private var reasons: [StopReason] = []

    mutating func apply(_ input: SessionStateMachineTests.Input) -> [Action] {
        switch input {
        case .begin: current == nil ? enter(.opening) : []
        case .stop, .outputsFailed: stop(.stopped)
        case .stopOtherwise: stop(.roleLost)
        case .note: note(SessionStateMachineTests.noted)
        case .fail: note(SessionStateMachineTests.fatal) + stop(.error(code: "fatal"))
        case .studioStopped: studioStopped()
        case .clientEnded: hasStudioStopped ? [] : stop(.endOfStream)
        case .encoderFailed: encoderFailed()
        case .producerFinished: []
        case .producerCancelled: hasStudioStopped && !mustStop ? stop(.meetingEnded) : []
        case .opened, .started, .connected, .sent, .stopped, .outputsFinished, .closed: end(of: input.step)
        }
    }

    private mutating func end(of step: Step?) -> [Action] {
        guard step == current, !isOver else { return [] }
        guard step != .finished else {
            isOver = true
            return [.publish(.stopped(reason: reasons.first ?? .endOfStream))]
        }
        let later = SessionStateMachineTests.steps.drop { $0 != step }.dropFirst()
        return later.first { isNeeded($0) }.map { enter($0) } ?? []
    }

    private func isNeeded(_ step: Step) -> Bool {
        switch step {
        case .idle: false
        case .opening, .starting, .connecting, .sending: !mustStop
        case .stopping: performed.contains(.starting)
        case .finishing: performed.contains(.connecting)
        case .finished: true
        }
    }

    private mutating func enter(_ step: Step) -> [Action] {
        current = step
        performed.insert(step)
        return [.enter(step)]
    }

    private mutating func stop(_ reason: StopReason) -> [Action] {
        if mustStop || current == .finished { return [] }
        mustStop = true
        reasons.append(reason)
        guard let current else { return enter(.finished) }
        return [.stopping, .finishing].contains(current) ? [] : [.interrupt]
    }

    private mutating func note(_ failure: SessionFailure) -> [Action] {
        if current != .finished { reasons.append(.error(code: failure.code)) }
        return [.publish(.failed(failure: failure))]
    }

    private mutating func studioStopped() -> [Action] {
        hasStudioStopped = true
        return [.interrupt]
    }

    private mutating func encoderFailed() -> [Action] {
        let failure = SessionStateMachineTests.encoder
        if current == .finishing { return note(failure) }
        return mustStop ? [] : note(failure) + stop(.error(code: failure.code))
    }
}
