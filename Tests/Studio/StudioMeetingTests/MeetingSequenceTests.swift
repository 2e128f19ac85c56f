import StudioCore
import StudioTestSupport
import Testing

@testable import StudioMeeting

@Suite("Input sequences compared with the meeting model")
struct MeetingSequenceTests {
    @Test(
        "every input in every state near the start has the model's result",
        arguments: MeetingTrial.World.distinct)
    func everyStateAndInput(_ world: MeetingTrial.World) {
        var states = [([MeetingInput](), MeetingTrial(world))]
        var forms: Set<MeetingContents> = [states[0].1.subject.contents.form]
        let typical = Set(MeetingInput.typical)
        var pairs = 0
        var next = 0
        while next < states.count {
            let (path, trial) = states[next]
            next += 1
            for input in MeetingInput.distinct where trial.canHappen(input) {
                var after = trial
                pairs += 1
                if let mismatch = after.step(input) {
                    Issue.record("\(path + [input]): \(mismatch)")
                    return
                }
                guard path.count < 3, typical.contains(input), after.subject.everybody.count < 5 else { continue }
                if forms.insert(after.subject.contents.form).inserted { states.append((path + [input], after)) }
            }
        }
        #expect(states.count > 100, "too few states were found")
        #expect(pairs > 9000, "too few inputs were applied")
    }

    @Test("all short sequences of typical inputs have the model's results", arguments: MeetingTrial.World.all)
    func exhaustive(_ world: MeetingTrial.World) {
        var path: [MeetingInput] = []
        var count = 0
        #expect(explore(MeetingTrial(world), &path, depth: 3, &count))
        #expect(count > 6000, "too few sequences were tried")
    }

    /// Whether no mismatch was found.
    private func explore(
        _ trial: MeetingTrial, _ path: inout [MeetingInput], depth: Int, _ count: inout Int
    ) -> Bool {
        guard depth > 0 else { return true }
        for input in MeetingInput.typical where trial.canHappen(input) {
            var next = trial
            path.append(input)
            count += 1
            if let mismatch = next.step(input) {
                Issue.record("\(path): \(mismatch)")
                return false
            }
            guard explore(next, &path, depth: depth - 1, &count) else { return false }
            path.removeLast()
        }
        return true
    }

    @Test("a long random sequence has the model's results", arguments: 1...100 as ClosedRange<UInt64>)
    func random(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var trial = MeetingTrial(generator.pick(MeetingTrial.World.all))
        var recent: [MeetingInput] = []
        var met: Set<MeetingStatus> = []
        for step in 0..<300 {
            let input = generator.pick(generator.chance(percent: 50) ? MeetingInput.all : MeetingInput.typical)
            guard trial.canHappen(input), !isEarlyEnd(input, trial, &generator) else { continue }
            recent = recent.suffix(12) + [input]
            if let mismatch = trial.step(input) {
                Issue.record("step \(step), after \(recent): \(mismatch)")
                return
            }
            met.insert(trial.subject.known.status)
        }
        #expect(met.count > 1, "the sequence must reach several phases")
    }

    /// Meetings that end immediately, and crowded ones, test little.
    private func isEarlyEnd(
        _ input: MeetingInput, _ trial: MeetingTrial, _ generator: inout SeededRandom
    ) -> Bool {
        switch input {
        case .end, .fail, .expel(.myself), .request(.endForAll, _), .join(.failure): !generator.chance(percent: 2)
        case .add, .startOtherStudio(nil): trial.subject.everybody.count > 6
        default: false
        }
    }
}
