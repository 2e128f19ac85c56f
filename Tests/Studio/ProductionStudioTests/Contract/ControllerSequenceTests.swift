import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

/// Drives the machine and the model with the same inputs.
private struct Trial: Sendable {
    var subject = Subject()
    var model = ContractModel()

    /// The mismatch, or `nil`.
    mutating func step(_ input: Input) -> String? {
        let expected = expectation(for: input)
        let acceptedFrames = subject.machine.acceptsFrames
        let before = subject.machine.state
        let effect = subject.apply(input)
        if let expected, effect != expected { return "\(effect), expected \(expected)" }
        if case .refused = effect, subject.machine.state != before { return "a rejection changed the state" }
        if effect == .nothing, input != .interrupt, subject.machine.state != before { return "ignored, but changed" }
        if case .deliverEnd(let wasSending) = effect, wasSending != acceptedFrames { return "wasSending is wrong" }
        let owedEnd = model.owesEnd
        if let event = event(input, effect), let violation = model.observe(event) { return violation }
        let becameOwed = !owedEnd && model.owesEnd && effect != .deliverNil
        if (effect == .scheduleStop) != becameOwed {
            return "the stop is scheduled although none is outstanding, or not scheduled although one is"
        }
        return subject.mismatch ?? disagreement
    }

    /// The contract's expectation for a delivery, from the model's counts.
    private func expectation(for input: Input) -> Effect? {
        switch input {
        case .start, .stop, .stopOutsideMeeting, .interrupt: nil
        case .answerTrue:
            !model.owesAnswer ? .nothing : model.mayAnswerTrue ? .deliverTrue : .deliverFalse
        case .answerFalse: model.owesAnswer ? .deliverFalse : .nothing
        case .senderPresent: model.owesSender ? .deliverSender : .nothing
        case .senderAbsent: model.owesSender ? .deliverNil : .nothing
        case .stopDue: model.owesEnd ? .deliverEnd(wasSending: model.acceptsFrames) : .nothing
        }
    }

    private func event(_ input: Input, _ effect: Effect) -> ContractEvent? {
        switch (input, effect) {
        case (.start, .scheduleAnswer): .startAccepted
        case (.start, _): .startRefused
        case (.stop, .scheduleStop): .stopAccepted
        case (.stop, _): .stopRefused
        case (.interrupt, _): .interrupted
        case (_, .deliverTrue): .answered(true)
        case (_, .deliverFalse): .answered(false)
        case (_, .deliverSender): .senderGiven(true)
        case (_, .deliverNil): .senderGiven(false)
        case (_, .deliverEnd): .ended
        default: nil
        }
    }

    private var disagreement: String? {
        let machine = subject.machine
        if machine.isStarted != model.isStarted { return "isStarted is \(machine.isStarted)" }
        if machine.acceptsFrames != model.acceptsFrames { return "acceptsFrames is \(machine.acceptsFrames)" }
        return nil
    }

    /// The callback queue delivers the start result before the end: the end cannot overtake it.
    func canHappen(_ input: Input) -> Bool {
        input != .stopDue || !model.owesAnswer
    }

    /// Delivers everything that is outstanding; nothing may be outstanding afterwards.
    func violationAfterDraining() -> String? {
        var trial = self
        for input in [Input.answerTrue, .senderPresent, .stopDue] {
            if let violation = trial.step(input) { return "draining, \(input): \(violation)" }
        }
        if let violation = trial.model.violationAtRest { return violation }
        guard trial.model.allowsStop else {
            return trial.subject.machine.state == .idle ? nil : "at rest in \(trial.subject.machine.state)"
        }
        for input in [Input.stop, .stopDue] {
            if let violation = trial.step(input) { return "stopping, \(input): \(violation)" }
        }
        return trial.subject.machine.state == .idle ? nil : "stopped in \(trial.subject.machine.state)"
    }
}

@Suite("Input sequences compared with the contract model")
struct ControllerSequenceTests {
    private static let inputs: [Input] = Input.allCases.filter { $0 != .stopOutsideMeeting }

    @Test("all sequences up to six inputs match the contract", arguments: Input.allCases)
    func exhaustive(first: Input) {
        var trial = Trial()
        guard trial.canHappen(first) else { return }
        if let violation = trial.step(first) { Issue.record("\(first): \(violation)") }
        var path = [first]
        var failures = 0
        explore(trial, &path, depth: 5, &failures)
        #expect(failures == 0)
    }

    private func explore(_ trial: Trial, _ path: inout [Input], depth: Int, _ failures: inout Int) {
        if let violation = trial.violationAfterDraining() {
            failures += 1
            if failures < 5 { Issue.record("\(path): \(violation)") }
        }
        guard depth > 0, failures < 5 else { return }
        for input in Self.inputs where trial.canHappen(input) {
            var next = trial
            path.append(input)
            if let violation = next.step(input) {
                failures += 1
                Issue.record("\(path): \(violation)")
            } else {
                explore(next, &path, depth: depth - 1, &failures)
            }
            path.removeLast()
        }
    }

    @Test("a long random sequence matches the contract", arguments: 1...200 as ClosedRange<UInt64>)
    func random(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var trial = Trial()
        var recent: [Input] = []
        for step in 0..<2000 {
            let input = generator.pick(Input.allCases)
            guard trial.canHappen(input) else { continue }
            recent = recent.suffix(12) + [input]
            if let violation = trial.step(input) {
                Issue.record("step \(step), after \(recent): \(violation)")
                return
            }
        }
        #expect(trial.violationAfterDraining() == nil)
        #expect(trial.model.sessions > 20, "the sequence must contain sessions")
    }
}
