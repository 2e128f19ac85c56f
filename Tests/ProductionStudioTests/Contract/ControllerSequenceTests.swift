import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

/// Drives the machine and the model with the same inputs.
private struct Trial: Sendable {
    var subject = Subject()
    var model = ContractModel()

    /// `nil` when all is well, otherwise what is wrong.
    mutating func step(_ input: Input) -> String? {
        let expected = expectation(for: input)
        let acceptedFrames = subject.machine.acceptsFrames
        let before = subject.machine.state
        let effect = subject.apply(input)
        if let expected, effect != expected { return "\(effect), expected \(expected)" }
        if case .refused = effect, subject.machine.state != before { return "a refusal changed the state" }
        if effect == .nothing, input != .interrupt, subject.machine.state != before { return "ignored, but changed" }
        if case .deliverEnd(let wasSending) = effect, wasSending != acceptedFrames { return "wasSending is wrong" }
        let owedEnd = model.owesEnd
        if let event = event(input, effect), let complaint = model.observe(event) { return complaint }
        let becameOwed = !owedEnd && model.owesEnd && effect != .deliverNil
        if (effect == .scheduleStop) != becameOwed { return "the end is owed, but not scheduled, or not owed" }
        return subject.mismatch ?? disagreement
    }

    /// What the contract says about a delivery, from the model's counts.
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

    /// The callback queue delivers the answer before the end: an end that overtakes it cannot happen.
    func canHappen(_ input: Input) -> Bool {
        input != .stopDue || !model.owesAnswer
    }

    /// Delivers everything that is owed; nothing may be owed afterwards.
    func complaintAfterDraining() -> String? {
        var trial = self
        for input in [Input.answerTrue, .senderPresent, .stopDue] {
            if let complaint = trial.step(input) { return "draining, \(input): \(complaint)" }
        }
        if let complaint = trial.model.complaintAtRest { return complaint }
        guard trial.model.allowsStop else {
            return trial.subject.machine.state == .idle ? nil : "at rest in \(trial.subject.machine.state)"
        }
        for input in [Input.stop, .stopDue] {
            if let complaint = trial.step(input) { return "stopping, \(input): \(complaint)" }
        }
        return trial.subject.machine.state == .idle ? nil : "stopped in \(trial.subject.machine.state)"
    }
}

@Suite("Sequences of inputs against the contract's model")
struct ControllerSequenceTests {
    private static let inputs: [Input] = Input.allCases.filter { $0 != .stopOutsideMeeting }

    @Test("all sequences up to six inputs keep the contract", arguments: Input.allCases)
    func exhaustive(first: Input) {
        var trial = Trial()
        guard trial.canHappen(first) else { return }
        if let complaint = trial.step(first) { Issue.record("\(first): \(complaint)") }
        var path = [first]
        var failures = 0
        explore(trial, &path, depth: 5, &failures)
        #expect(failures == 0)
    }

    private func explore(_ trial: Trial, _ path: inout [Input], depth: Int, _ failures: inout Int) {
        if let complaint = trial.complaintAfterDraining() {
            failures += 1
            if failures < 5 { Issue.record("\(path): \(complaint)") }
        }
        guard depth > 0, failures < 5 else { return }
        for input in Self.inputs where trial.canHappen(input) {
            var next = trial
            path.append(input)
            if let complaint = next.step(input) {
                failures += 1
                Issue.record("\(path): \(complaint)")
            } else {
                explore(next, &path, depth: depth - 1, &failures)
            }
            path.removeLast()
        }
    }

    @Test("a long random sequence keeps the contract", arguments: 1...200 as ClosedRange<UInt64>)
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var trial = Trial()
        var recent: [Input] = []
        for step in 0..<2000 {
            let input = generator.pick(Input.allCases)
            guard trial.canHappen(input) else { continue }
            recent = recent.suffix(12) + [input]
            if let complaint = trial.step(input) {
                Issue.record("step \(step), after \(recent): \(complaint)")
                return
            }
        }
        #expect(trial.complaintAfterDraining() == nil)
        #expect(trial.model.runs > 20, "the sequence must really run")
    }
}
