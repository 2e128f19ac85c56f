@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("ChirpSequence")
struct ChirpSequenceTests {
    /// A generated chirp: its detection time and its index, which continues beyond the period.
    private struct GeneratedChirp {
        var time: Double
        let place: Int
        var isRising: Bool

        init(time: Double, place: Int) {
            self.time = time
            self.place = place
            isRising = ChirpCodeTests.model[place % 65_535]
        }
    }

    private func made(_ count: Int, from place: Int, at time: Double, _ generator: inout SeededRandom)
        -> [GeneratedChirp]
    {
        (0..<count).map {
            GeneratedChirp(
                time: time + Double($0) * 0.05 + Double.random(in: -0.0001...0.0001, using: &generator),
                place: place + $0)
        }
    }

    private func sequence(_ chirps: [GeneratedChirp], expected: (Double) -> Double? = { _ in nil }) -> ChirpSequence {
        ChirpSequence(
            chirps.map { TimedChirp(time: $0.time, isRising: $0.isRising, amplitude: 0.1) }, expected: expected)
    }

    /// Expects that all marks are correct, and that all but `missing` exist.
    private func expectMarks(
        _ sequence: ChirpSequence, _ chirps: [GeneratedChirp], missing: Int = 0,
        at location: SourceLocation = #_sourceLocation
    ) {
        let positions = Dictionary(chirps.map { ($0.time, $0.place) }) { first, _ in first }
        #expect(sequence.marks.count >= positions.count - missing, sourceLocation: location)
        #expect(sequence.marks.count <= positions.count, sourceLocation: location)
        let wrong = sequence.marks.filter { mark in
            positions[mark.time].map { abs(Double($0) / 20 - mark.coded) > 1e-6 } ?? true
        }
        #expect(wrong.isEmpty, sourceLocation: location)
        let ordered = zip(sequence.marks, sequence.marks.dropFirst()).allSatisfy { $0.time < $1.time }
        #expect(ordered, sourceLocation: location)
    }

    // MARK: Undisturbed

    @Test("any start is found", arguments: 1...20 as ClosedRange<UInt64>)
    func starts(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        // The first ones lie shortly before the end of the period.
        let place = seed < 6 ? 65_535 - Int(seed * seed) : Int.random(in: 0..<65_535, using: &generator)
        let chirps = made(Int.random(in: 40...200, using: &generator), from: place, at: 1000, &generator)
        let found = sequence(chirps)
        expectMarks(found, chirps)
        #expect(found.jumps.isEmpty)
    }

    @Test("the expected moment chooses the period", arguments: [0, 1, 5, 20])
    func periods(_ period: Int) {
        var generator = SeededRandom(seed: 3)
        let place = period * 65_535 + 30_000
        let chirps = made(60, from: place, at: 12, &generator)
        for error in [-1500.0, 0, 1500] {
            let found = sequence(chirps) { $0 - 12 + Double(place) / 20 + error }
            expectMarks(found, chirps)
            #expect(found.jumps.isEmpty)
        }
    }

    @Test("numbers continue beyond a period")
    func longerThanPeriod() {
        var generator = SeededRandom(seed: 4)
        let chirps = made(70_000, from: 123, at: 0, &generator)
        let found = sequence(chirps)
        expectMarks(found, chirps)
        #expect(found.jumps.isEmpty)
    }

    // MARK: Frequent gaps

    @Test(
        "short stretches between removed samples are placed by the expectation, each with its jump",
        arguments: [18, 19, 24, 34])
    func shortStretches(_ length: Int) {
        var generator = SeededRandom(seed: 5)
        var chirps: [GeneratedChirp] = []
        // Each removal is 20 ms long.
        for number in 0..<20 {
            let start = Double(number * length) * 0.05 - Double(number) * 0.02
            chirps += made(length, from: 5000 + number * length, at: start, &generator)
        }
        let found = sequence(chirps) { $0 + 250.7 }
        expectMarks(found, chirps)
        #expect(found.jumps.count == 19)
        for jump in found.jumps { #expect(abs(jump.skipped - 0.02) < 0.001) }
        #expect(sequence(chirps).marks.isEmpty == (length < 35), "no guess without an expectation")
    }

    @Test("audio that loses two chirps in every fourteen has no complete window and is placed anyway")
    func dropouts() {
        var generator = SeededRandom(seed: 6)
        let chirps = made(400, from: 5000, at: 0, &generator).enumerated().filter { $0.offset % 14 < 12 }.map(\.element)
        expectMarks(sequence(chirps) { $0 + 249 }, chirps)
        #expect(sequence(chirps).marks.isEmpty)
        // Later dropouts are bridged from the complete part, in both directions.
        let whole = made(100, from: 4900, at: -5, &generator)
        expectMarks(sequence(whole + chirps), whole + chirps)
        let behind = made(100, from: 5400, at: 20, &generator)
        expectMarks(sequence(chirps + behind), chirps + behind)
    }

    @Test("a wrong expectation with random chirps places nothing", arguments: 1...12 as ClosedRange<UInt64>)
    func misfits(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var chirps = made(30, from: 5000, at: 0, &generator)
        #expect(sequence(chirps) { $0 + 250 + 3.2 }.marks.isEmpty)
        #expect(!sequence(chirps) { $0 + 250 - 2.8 }.marks.isEmpty)
        for index in chirps.indices { chirps[index].isRising = generator.next() & 1 == 0 }
        #expect(sequence(chirps) { $0 + 250 }.marks.isEmpty)
    }

    // MARK: Rejection

    @Test("too few or random chirps are rejected", arguments: 1...12 as ClosedRange<UInt64>)
    func random(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var chirps = made(1500, from: 9000, at: 0, &generator)
        for index in chirps.indices { chirps[index].isRising = generator.next() & 1 == 0 }
        #expect(sequence(chirps).marks.isEmpty)
        #expect(sequence(chirps).jumps.isEmpty)
        #expect(sequence(made(16, from: 9000, at: 0, &generator)).marks.isEmpty)
        #expect(sequence([]).marks.isEmpty)
        #expect(sequence(made(100, from: 9000, at: 0, &generator).filter { $0.place % 15 != 0 }).marks.isEmpty)
    }

    @Test(
        "all up, all down and alternating chirps are rejected",
        arguments: [[true], [false], [true, false], [true, true, false]])
    func periodic(_ pattern: [Bool]) {
        var generator = SeededRandom(seed: 8)
        var chirps = made(600, from: 0, at: 0, &generator)
        for index in chirps.indices { chirps[index].isRising = pattern[index % pattern.count] }
        #expect(sequence(chirps).marks.isEmpty)
    }

    // MARK: Distortions

    @Test("one misdetected chirp changes nothing, wherever it is", arguments: 1...4 as ClosedRange<UInt64>)
    func oneMisdetected(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let chirps = made(120, from: Int.random(in: 0..<65_535, using: &generator), at: 5, &generator)
        for index in stride(from: Int(seed), to: 120, by: 4) {
            var wrong = chirps
            wrong[index].isRising.toggle()
            let found = sequence(wrong)
            expectMarks(found, chirps, missing: index < 20 ? index + 1 : index > 100 ? 120 - index : 0)
            #expect(found.jumps.isEmpty, "chirp \(index)")
        }
    }

    @Test("misdetected and lost chirps change nothing", arguments: 1...20 as ClosedRange<UInt64>)
    func disturbed(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var chirps = made(1200, from: Int.random(in: 0..<65_535, using: &generator), at: 5, &generator)
        var index = 40
        while index < chirps.count - 40 {
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: chirps[index].isRising.toggle()
            case 1: chirps.remove(at: index)
            default: chirps.removeSubrange(index..<index + Int.random(in: 1...30, using: &generator))
            }
            index += Int.random(in: 24...80, using: &generator)
        }
        let found = sequence(chirps)
        expectMarks(found, chirps)
        #expect(found.jumps.isEmpty)
    }

    @Test("duplicate detections change nothing", arguments: 1...10 as ClosedRange<UInt64>)
    func doubled(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var chirps = made(500, from: Int.random(in: 0..<65_535, using: &generator), at: 5, &generator)
        var index = 45
        while index < chirps.count - 45 {
            chirps.insert(chirps[index], at: index)
            index += Int.random(in: 45...90, using: &generator)
        }
        let found = sequence(chirps)
        expectMarks(found, chirps)
        #expect(found.jumps.isEmpty)
    }

    @Test("a long gap is bridged by its duration", arguments: [41, 100, 3000])
    func longGap(_ lost: Int) {
        var generator = SeededRandom(seed: 15)
        var chirps = made(200 + lost, from: 60_000, at: 5, &generator)
        chirps.removeSubrange(100..<100 + lost)
        let found = sequence(chirps)
        expectMarks(found, chirps)
        #expect(found.jumps.isEmpty)
    }

    // MARK: Jumps

    /// - Parameter skipped: the missing audio, in seconds.
    private func expectJump(_ found: ChirpSequence, skipped: Double, at seam: Double, _ comment: Comment) {
        #expect(found.jumps.count == 1, comment)
        for jump in found.jumps {
            #expect(abs(jump.skipped - skipped) < 0.0005, comment)
            #expect(abs(jump.time - seam) < 0.8, comment)
        }
    }

    @Test("jumps by whole chirps are found, forward and back", arguments: 1...30 as ClosedRange<UInt64>)
    func wholeJumps(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let place = Int.random(in: 10_000..<80_000, using: &generator)
        let jump = Int.random(in: 1...4000, using: &generator) * (generator.next() & 1 == 0 ? 1 : -1)
        let chirps = made(60, from: place, at: 5, &generator) + made(60, from: place + 60 + jump, at: 8, &generator)
        let found = sequence(chirps) { $0 - 5 + Double(place) / 20 }
        expectJump(found, skipped: Double(jump) / 20, at: 8, "jump of \(jump)")
        #expect(found.marks.count >= 116)
        // If the sequence continues identically on both sides, chirps at the seam match both.
        let wrong = found.marks.filter { mark in
            let index = Int(((mark.time - 5) * 20).rounded())
            let expected = Double(place + index + (index < 60 ? 0 : jump)) / 20
            return abs(mark.coded - expected) > 1e-6 && abs(mark.time - 8) > 0.8
        }
        #expect(wrong.isEmpty)
        for mark in found.marks {
            let index = Int(((mark.time - 5) * 20).rounded())
            let detected = ChirpCodeTests.model[(place + index + (index < 60 ? 0 : jump)) % 65_535]
            #expect(ChirpCodeTests.model[Int((mark.coded * 20).rounded()) % 65_535] == detected)
        }
    }

    @Test("jumps of any length are found", arguments: 1...30 as ClosedRange<UInt64>)
    func partialJumps(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let place = Int.random(in: 10_000..<80_000, using: &generator)
        let whole = Int.random(in: -20...20, using: &generator)
        let part = Double.random(in: 0.004...0.046, using: &generator)
        // The audio from the time `place + 60 + whole` on starts `part` late or early.
        let chirps =
            made(60, from: place, at: 5, &generator) + made(60, from: place + 60 + whole, at: 8 + part, &generator)
        let found = sequence(chirps) { $0 - 5 + Double(place) / 20 }
        expectMarks(found, chirps)
        expectJump(found, skipped: Double(whole) / 20 - part, at: 8, "\(whole) and \(part)")
    }

    @Test("two jumps are separate", arguments: 1...5 as ClosedRange<UInt64>)
    func twoJumps(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var chirps = made(60, from: 1000, at: 5, &generator)
        chirps += made(60, from: 1060, at: 8.021, &generator)
        chirps += made(60, from: 1121, at: 11.021, &generator)
        let found = sequence(chirps)
        #expect(found.jumps.count == 2)
        for (jump, skipped) in zip(found.jumps, [-0.021, 0.05]) { #expect(abs(jump.skipped - skipped) < 0.0005) }
    }

    @Test("less than two milliseconds is not a jump")
    func small() {
        var generator = SeededRandom(seed: 5)
        let chirps = made(60, from: 1000, at: 5, &generator) + made(60, from: 1060, at: 8.0015, &generator)
        let found = sequence(chirps)
        expectMarks(found, chirps)
        #expect(found.jumps.isEmpty)
    }
}
