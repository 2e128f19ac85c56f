import CameraCapture
import Foundation
import StudioCore
import StudioTestSupport
import Testing

@Suite("Capture: rules")
struct CaptureRuleTests {
    // MARK: State machine

    private enum Input: CaseIterable {
        case begin, commit, addInput, addOtherInput, removeInput, addOutput, removeOutput, start, stop, interrupt,
            endInterruption
    }

    /// A model of the session, written in another way: what is delivered where is computed anew each time.
    private struct Model {
        var wanted: (input: Int?, hasOutput: Bool) = (nil, false)
        var committed: (input: Int?, hasOutput: Bool) = (nil, false)
        var depth = 0
        var isStarted = false
        var isTaken = false
        var isRunning: Bool { isStarted && !(isTaken && committed.input == 1) }
        var source: Int? { isRunning && committed.hasOutput ? committed.input : nil }

        mutating func apply(_ input: Input) -> Rule? {
            switch input {
            case .begin: depth += 1
            case .commit:
                if depth == 0 { return .captureCommitWithoutBegin }
                depth -= 1
            case .addInput, .addOtherInput:
                if wanted.input != nil { return .captureSecondInput }
                wanted.input = input == .addInput ? 1 : 2
            case .removeInput: if wanted.input == 1 { wanted.input = nil }
            case .addOutput:
                if wanted.hasOutput { return .captureSecondSession }
                wanted.hasOutput = true
            case .removeOutput: wanted.hasOutput = false
            case .start:
                if depth > 0 { return .captureStartInConfiguration }
                isStarted = true
            case .stop:
                if depth > 0 { return .captureStopInConfiguration }
                isStarted = false
            case .interrupt: isTaken = true
            case .endInterruption: isTaken = false
            }
            if depth == 0 { committed = wanted }
            return nil
        }
    }

    private func apply(
        _ input: Input, to machine: inout CaptureStateMachine
    ) -> (Rule?, [CaptureStateMachine.Action]) {
        do throws(StudioError) {
            switch input {
            case .begin:
                machine.begin()
                return (nil, [])
            case .commit: return (nil, try machine.commit())
            case .addInput: return (nil, try machine.addInput(1))
            case .addOtherInput: return (nil, try machine.addInput(2))
            case .removeInput: return (nil, machine.removeInput(1))
            case .addOutput: return (nil, try machine.addOutput(7))
            case .removeOutput: return (nil, machine.removeOutput(7))
            case .start: return (nil, try machine.start())
            case .stop: return (nil, try machine.stop())
            case .interrupt: return (nil, machine.setInterrupted(true, 1))
            case .endInterruption: return (nil, machine.setInterrupted(false, 1))
            }
        } catch {
            return (error.rule, [])
        }
    }

    @Test("sequences of calls: AV-SESSION-001 AV-SESSION-003 AV-SESSION-004 AV-SESSION-006 AV-QUALITY-004")
    func sequences() {
        compareAll(of: [.begin, .commit, .addInput, .removeInput, .addOutput, .start, .stop], length: 6)
        compareAll(of: Input.allCases, length: 4)
    }

    /// Compares the machine with the model after each call of all sequences.
    private func compareAll(of inputs: [Input], length: Int) {
        var count = 1
        for _ in 0..<length { count *= inputs.count }
        for number in 0..<count {
            var (machine, model, rest) = (CaptureStateMachine(), Model(), number)
            var source: Int?
            for _ in 0..<length {
                let input = inputs[rest % inputs.count]
                rest /= inputs.count
                let (rule, actions) = apply(input, to: &machine)
                // Following the actions leads to the same source as the state.
                for action in actions {
                    switch action {
                    case .detach(7): source = nil
                    case .attach(7, let input): source = input
                    default: source = -1
                    }
                }
                let isEqual =
                    rule == model.apply(input) && source == model.source && machine.isRunning == model.isRunning
                    && machine.attachments[7] == model.source
                guard isEqual else {
                    Issue.record("sequence \(number) differs at \(input)")
                    return
                }
            }
        }
    }

    @Test("an input that is replaced in a configuration is detached, then attached, once")
    func replacement() throws {
        var machine = CaptureStateMachine()
        _ = try machine.addInput(1)
        _ = try machine.addOutput(7)
        #expect(try machine.start() == [.attach(output: 7, input: 1)])
        #expect(try machine.start() == [])
        machine.begin()
        #expect(machine.removeInput(1) == [])
        #expect(try machine.addInput(2) == [])
        #expect(machine.attachments == [7: 1])
        #expect(try machine.commit() == [.detach(output: 7), .attach(output: 7, input: 2)])
        #expect(try machine.stop() == [.detach(output: 7)])
        #expect(try machine.stop() == [])
    }
}
