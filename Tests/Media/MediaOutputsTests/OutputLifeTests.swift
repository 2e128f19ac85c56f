import MediaOutputs
import StudioCore
import StudioTestSupport
import Testing

@Suite("The life of an output under commands")
struct OutputLifeTests {
    enum Input: String, CaseIterable, Sendable {
        case remove, stop, stopEnded, start, startEnded, split, splitEnded, cut, abandonSplit
    }

    /// The states with what leads to them.
    private static let paths: [(OutputLife.State, [Input])] = [
        (.running, []), (.splitting, [.split]), (.stopped, [.stop]), (.removed, [.remove]),
    ]

    private static func apply(_ input: Input, to life: inout OutputLife) throws(OutputLife.Misfit) {
        switch input {
        case .remove: try life.remove()
        case .stop: try life.stop(hasEnded: false)
        case .stopEnded: try life.stop(hasEnded: true)
        case .start, .startEnded:
            try life.checkStart(hasEnded: input == .startEnded)
            life.start()
        case .split, .splitEnded:
            try life.checkSplit(hasEnded: input == .splitEnded)
            life.beginSplit()
        case .cut: life.cut()
        case .abandonSplit: life.abandonSplit()
        }
    }

    private enum After: Hashable {
        case state(OutputLife.State, part: Int)
        case misfit(OutputLife.Misfit)
    }

    /// One line for each state, in the order of the inputs.
    private static let table: [OutputLife.State: [After]] = [
        .running: [
            .state(.removed, part: 1), .state(.stopped, part: 1), .misfit(.ended), .misfit(.running),
            .state(.running, part: 2), .state(.splitting, part: 1), .misfit(.ended), .state(.running, part: 1),
            .state(.running, part: 1),
        ],
        .splitting: [
            .state(.removed, part: 1), .state(.stopped, part: 1), .state(.stopped, part: 1), .misfit(.splitting),
            .misfit(.splitting), .misfit(.splitting), .misfit(.splitting), .state(.running, part: 2),
            .state(.running, part: 1),
        ],
        .stopped: [
            .state(.removed, part: 1), .misfit(.stopped), .misfit(.stopped), .state(.running, part: 2),
            .state(.running, part: 2), .misfit(.stopped), .misfit(.stopped), .state(.stopped, part: 1),
            .state(.stopped, part: 1),
        ],
        .removed: Array(repeating: .misfit(.removed), count: 7) + [
            .state(.removed, part: 1), .state(.removed, part: 1),
        ],
    ]

    @Test("each pair of state and input has this result; an input that does not fit changes nothing")
    func transitions() throws {
        for (state, path) in Self.paths {
            var reached = OutputLife()
            for input in path { try Self.apply(input, to: &reached) }
            #expect(reached.state == state)
            let row = try #require(Self.table[state])
            try #require(row.count == Input.allCases.count)
            for (input, expected) in zip(Input.allCases, row) {
                var life = reached
                do throws(OutputLife.Misfit) {
                    try Self.apply(input, to: &life)
                    #expect(After.state(life.state, part: life.part) == expected, "\(state) \(input)")
                } catch {
                    #expect(After.misfit(error) == expected, "\(state) \(input)")
                    #expect(life == reached, "\(state) \(input) changes nothing")
                }
            }
        }
    }

    @Test("each part of a file gets the next free name; a name is never tried again")
    func names() {
        var life = OutputLife()
        let steps: [(taken: [Int], expected: Int)] = [([], 2), ([3, 4], 5), ([], 6)]
        for (taken, expected) in steps {
            let number = life.nextFile { !taken.contains($0) }
            #expect(number == expected)
            life.use(file: number)
        }
    }

    @Test(
        "the number of a part is one more than the number of starts and cuts", arguments: 1...50 as ClosedRange<UInt64>)
    func parts(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var (life, begun) = (OutputLife(), 0)
        for _ in 0..<200 {
            let input = generator.pick(Input.allCases.filter { $0 != .remove })
            let before = life.state
            do throws(OutputLife.Misfit) {
                try Self.apply(input, to: &life)
                switch input {
                case .start, .startEnded: begun += 1
                case .cut: begun += before == .splitting ? 1 : 0
                case .remove, .stop, .stopEnded, .split, .splitEnded, .abandonSplit: break
                }
            } catch {
                #expect(life.state == before)
            }
            #expect(life.part == begun + 1)
        }
    }
}
