@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("FrameSequence")
struct FrameSequenceTests {
    /// A model that computes the same from the whole list with sets.
    private struct Model {
        var repeated: [UInt32] = []
        var disordered: [UInt32] = []
        var missing: [UInt32] = []

        init(_ numbers: [UInt32]) {
            var seen: Set<UInt32> = []
            var highest: UInt32?
            for number in numbers {
                if !seen.insert(number).inserted {
                    repeated.append(number)
                } else if let highest, highest > number {
                    disordered.append(number)
                }
                highest = max(highest ?? 0, number)
            }
            if let low = seen.min(), let high = seen.max() {
                missing = (low...high).filter { !seen.contains($0) }
            }
        }
    }

    @Test("dropped, repeated, swapped and late frames agree with a model", arguments: 1...20 as ClosedRange<UInt64>)
    func model(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let first = UInt32.random(in: 0...1_000_000, using: &generator)
        var numbers = (0..<8000).map { first + $0 }
        let percent = Int.random(in: 1...30, using: &generator)
        numbers = numbers.filter { _ in !generator.chance(percent: percent) }
        numbers = numbers.flatMap { number in
            [UInt32](repeating: number, count: generator.chance(percent: percent) ? 2 : 1)
        }
        for _ in 0..<numbers.count * percent / 200 {
            let index = Int.random(in: 0..<numbers.count - 40, using: &generator)
            numbers.swapAt(index, index + Int.random(in: 1..<40, using: &generator))
        }
        var sequence = FrameSequence()
        var wrong = 0
        var seen: Set<UInt32> = []
        for (index, number) in numbers.enumerated() {
            let isNew = sequence.add(number, at: .milliseconds(Int64(index) * 33))
            if isNew != seen.insert(number).inserted { wrong += 1 }
        }
        sequence.end()
        let model = Model(numbers)
        #expect(wrong == 0)
        #expect(sequence.count == numbers.count)
        #expect(sequence.first == numbers.first)
        #expect(sequence.highest == numbers.max())
        #expect(sequence.lowest == numbers.min())
        #expect(sequence.repeated.map(\.number) == model.repeated)
        #expect(sequence.disordered.map(\.number) == model.disordered)
        #expect(sequence.missing.flatMap { Array($0) } == model.missing)
        #expect(sequence.missingCount == model.missing.count)
        #expect(sequence.freezes.isEmpty)
        for event in sequence.repeated + sequence.disordered {
            #expect(numbers[Int(event.time.nanoseconds / 33_000_000)] == event.number)
        }
    }

    @Test("numbers at both ends of the range")
    func ends() {
        var sequence = FrameSequence()
        for number in [.max, 0, .max - 1, 1, .max, 0] as [UInt32] { sequence.add(number, at: .zero) }
        #expect(sequence.repeated.map(\.number) == [.max, 0])
        #expect(sequence.disordered.map(\.number) == [0, .max - 1, 1])
        #expect(sequence.missing == [2...UInt32.max - 2])
        #expect(sequence.missingCount == Int(UInt32.max) - 3)
    }

    @Test("no frames")
    func empty() {
        var sequence = FrameSequence()
        sequence.end()
        #expect(sequence == FrameSequence())
        #expect(sequence.missing.isEmpty)
        #expect(sequence.lowest == nil)
    }

    // MARK: Ranges

    @Test("ranges hold the same elements as a set", arguments: 1...10 as ClosedRange<UInt64>)
    func ranges(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        // Small fields fill up and merge, large ones stay apart; the last ones reach both ends of the range.
        let base: UInt32 = seed % 2 == 0 ? 0 : .max - 4000
        let width = seed < 6 ? 400 : 4000 as UInt32
        var ranges = NumberRanges()
        var model: Set<UInt32> = []
        var wrong = 0
        for step in 0..<3000 {
            let number = base + UInt32.random(in: 0...width, using: &generator)
            if ranges.insert(number) != model.insert(number).inserted { wrong += 1 }
            guard step % 500 == 499 else { continue }
            #expect(ranges.ranges.flatMap { Array($0) } == model.sorted())
            let areApart = zip(ranges.ranges, ranges.ranges.dropFirst()).allSatisfy {
                $0.upperBound < $1.lowerBound && $1.lowerBound - $0.upperBound > 1
            }
            #expect(areApart)
            #expect(
                ranges.gaps.reduce(0) { $0 + $1.count } == Int((model.max() ?? 0) - (model.min() ?? 0)) + 1
                    - model.count)
        }
        #expect(wrong == 0)
    }

    // MARK: Freezes

    private func sequence(_ shown: [(UInt32, Int64)]) -> FrameSequence {
        var sequence = FrameSequence()
        for (number, time) in shown { sequence.add(number, at: .milliseconds(time)) }
        sequence.end()
        return sequence
    }

    private func freeze(_ number: UInt32, _ time: Int64, _ duration: Int64) -> FrameSequence.Freeze {
        FrameSequence.Freeze(number: number, time: .milliseconds(time), duration: .milliseconds(duration))
    }

    @Test("a frame shown for half a second is a freeze, slightly less is not")
    func freezes() {
        #expect(sequence([(1, 0), (2, 499), (3, 998)]).freezes.isEmpty)
        #expect(sequence([(1, 0), (2, 500), (3, 600)]).freezes == [freeze(1, 0, 500)])
        #expect(sequence([(1, 0), (1, 300), (1, 600), (2, 640)]).freezes == [freeze(1, 0, 640)])
        #expect(sequence([(1, 0), (2, 700), (3, 1400)]).freezes == [freeze(1, 0, 700), freeze(2, 700, 700)])
    }

    @Test("a freeze at the end lasts until its last repeat")
    func freezeAtEnd() {
        #expect(sequence([(1, 0), (2, 40), (2, 300), (2, 540)]).freezes == [freeze(2, 40, 500)])
        #expect(sequence([(1, 0), (2, 40), (2, 300), (2, 530)]).freezes.isEmpty)
    }

    @Test("at low frame rates a freeze lasts at least two and a half frame intervals")
    func lowFrameRate() throws {
        func freezes(_ rate: Rate, every milliseconds: Int64) -> Int {
            var sequence = FrameSequence(rate: rate)
            for number in 0..<4 as Range<UInt32> {
                sequence.add(number, at: .milliseconds(Int64(number) * milliseconds))
            }
            sequence.end()
            return sequence.freezes.count
        }
        let one = try #require(Rate(1))
        #expect(freezes(one, every: 1000) == 0)
        #expect(freezes(one, every: 2499) == 0)
        #expect(freezes(one, every: 2500) == 3)
        #expect(freezes(try #require(Rate(4)), every: 624) == 0)
        #expect(freezes(try #require(Rate(4)), every: 625) == 3)
        #expect(freezes(.thirty, every: 499) == 0)
        #expect(freezes(.thirty, every: 500) == 3)
    }

    @Test("an unreadable frame ends a freeze and starts none")
    func interrupted() {
        func freezes(_ shown: [(UInt32?, Int64)]) -> [FrameSequence.Freeze] {
            var sequence = FrameSequence()
            for (number, time) in shown {
                if let number {
                    sequence.add(number, at: .milliseconds(time))
                } else {
                    sequence.interrupt(at: .milliseconds(time))
                }
            }
            sequence.end()
            return sequence.freezes
        }
        #expect(freezes([(1, 0), (nil, 40), (2, 900), (3, 940)]) == [])
        #expect(freezes([(1, 0), (nil, 40), (nil, 800), (1, 900)]) == [])
        #expect(freezes([(nil, 0), (1, 40), (1, 500), (nil, 600), (2, 640)]) == [freeze(1, 40, 560)])
        #expect(freezes([(1, 0), (nil, 700)]) == [freeze(1, 0, 700)])
    }

    @Test("a frame that returns starts a new freeze")
    func comesBack() {
        #expect(sequence([(1, 0), (2, 300), (1, 400), (2, 700), (1, 1000)]).freezes.isEmpty)
    }
}
