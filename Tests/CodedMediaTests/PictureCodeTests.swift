@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("The words of a mark")
struct PictureCodeTests {
    // MARK: An independent model

    private func bits(_ value: UInt64, _ count: Int) -> [Int] {
        (0..<count).map { Int(value >> UInt64(count - 1 - $0)) & 1 }
    }

    /// The rest of the division of polynomials, as on paper: 24 zeros behind the message, `start` over its first bits.
    private func check(_ message: [Int], start: UInt64) -> [Int] {
        var rest = message + [Int](repeating: 0, count: 24)
        for (index, bit) in bits(start, 24).enumerated() { rest[index] ^= bit }
        let divisor = [24, 23, 18, 17, 14, 11, 10, 7, 6, 5, 4, 3, 1, 0].map { 24 - $0 }
        for index in message.indices where rest[index] == 1 {
            for place in divisor { rest[index + place] ^= 1 }
        }
        return Array(rest.suffix(24))
    }

    private func value(_ bits: [Int]) -> UInt64 { bits.reduce(0) { $0 * 2 + UInt64($1) } }

    private func fields(_ run: CodedRun) -> [Int] {
        bits(UInt64(run.identity), 32) + bits(UInt64(run.width / 2), 11) + bits(UInt64(run.height / 2), 11)
            + bits(UInt64(run.rate.numerator), 17) + bits(UInt64(run.rate.denominator), 10)
    }

    private func model(_ run: CodedRun, copy: Int) -> [Bool] {
        var word = bits(1, 3) + bits(UInt64(copy), 2) + fields(run) + [run.origin == nil ? 0 : 1]
        word += bits(UInt64(run.origin ?? 0), 22)
        return (word + check(word, start: 0xB7_04CE)).map { $0 == 1 }
    }

    private func model(_ number: UInt32, in run: CodedRun) -> [Bool] {
        let seed = value(check(fields(run), start: 0xB7_04CE))
        let word = bits(UInt64(number), 32)
        return (word + check(word, start: seed)).map { $0 == 1 }
    }

    static func randomRun(_ generator: inout SeededGenerator) throws -> CodedRun {
        let (width, height) = (
            Int.random(in: 84...2047, using: &generator) * 2, Int.random(in: 84...2047, using: &generator) * 2
        )
        let rate = try #require(
            Rate(Int64.random(in: 1...131_071, using: &generator), over: Int64.random(in: 1...1023, using: &generator)))
        let origin = generator.chance(percent: 50) ? UInt32.random(in: 0..<1 << 22, using: &generator) : nil
        return try #require(
            CodedRun(
                identity: UInt32.random(in: 0...UInt32.max, using: &generator), width: width, height: height,
                rate: rate, origin: origin))
    }

    private func known(origin: UInt32?) throws -> CodedRun {
        let rate = try #require(Rate(30_000, over: 1001))
        return try #require(
            CodedRun(identity: 0x1234_5678, width: 1280, height: 720, rate: rate, origin: origin))
    }

    private func number(_ cells: [Bool], of run: CodedRun) -> UInt32? {
        PictureCode.number(from: cells[...], seed: PictureCode.seed(of: run))
    }

    private func flipped(_ cells: [Bool], _ places: Set<Int>) -> [Bool] {
        cells.indices.map { cells[$0] != places.contains($0) }
    }

    // MARK: Known words

    @Test("the check is that of OpenPGP", arguments: [("123456789", 0x21_CF02 as UInt64), ("", 0xB7_04CE)])
    func modelVector(_ text: String, expected: UInt64) {
        // The model divides by the polynomial; nothing divided leaves the start itself.
        let message = text.utf8.flatMap { bits(UInt64($0), 8) }
        #expect(value(check(message, start: 0xB7_04CE)) == expected)
    }

    @Test("the known words of known runs")
    func knownWords() throws {
        let plain = PictureCode.cells(of: try known(origin: nil), copy: 0).map { $0 ? 1 : 0 }
        #expect(value(Array(plain[0..<5])) == 0b00100)
        #expect(value(Array(plain[5..<37])) == 0x1234_5678)
        #expect(value(Array(plain[37..<59])) == 640 << 11 | 360)
        #expect(value(Array(plain[59..<86])) == 30_000 << 10 | 1001)
        #expect(value(Array(plain[86..<109])) == 0)
        #expect(value(Array(plain[109...])) == 0xEC_76E7)
        let second = PictureCode.cells(of: try known(origin: 0x2A_BCDE), copy: 1).map { $0 ? 1 : 0 }
        #expect(value(Array(second[0..<5])) == 0b00101)
        #expect(value(Array(second[86..<109])) == 1 << 22 | 0x2A_BCDE)
        #expect(value(Array(second[109...])) == 0x8C_7314)
    }

    @Test(
        "the known words of numbers",
        arguments: [(0 as UInt32, 0xB8_ABB7 as UInt64), (54_321, 0x59_3D46)])
    func knownNumbers(_ number: UInt32, expected: UInt64) throws {
        let run = try known(origin: 77)
        #expect(PictureCode.seed(of: run) == 0xD3_4EE7)
        let cells = PictureCode.cells(of: number, in: run).map { $0 ? 1 : 0 }
        #expect(value(Array(cells[0..<32])) == UInt64(number))
        #expect(value(Array(cells[32...])) == expected)
    }

    @Test("the cells have room for both words, and nothing is left")
    func room() {
        #expect(PictureCode.runCells == 0..<133)
        #expect(PictureCode.numberCells == 133..<189)
        #expect(PictureCode.dataCells == 190)
        let places = (0..<PictureCode.dataCells).map { PictureCode.place(ofDataCell: $0) }
        #expect(Set(places.map { [$0.column, $0.row] }).count == 190)
        #expect(places.allSatisfy { (1..<20).contains($0.column) && (1..<11).contains($0.row) })
    }

    // MARK: Round trips

    @Test("random runs and numbers agree with the model and are read again", arguments: 1...8 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let run = try Self.randomRun(&generator)
            let copy = Int.random(in: 0...1, using: &generator)
            let cells = PictureCode.cells(of: run, copy: copy)
            #expect(cells == model(run, copy: copy))
            let read = try #require(PictureCode.run(from: cells[...]))
            #expect(read.run == run)
            #expect(read.copy == copy)
            let picture = UInt32.random(in: 0...UInt32.max, using: &generator)
            let word = PictureCode.cells(of: picture, in: run)
            #expect(word == model(picture, in: run))
            #expect(number(word, of: run) == picture)
        }
    }

    @Test("a number is read whatever the origin is", arguments: [nil, 0, 4_194_303] as [UInt32?])
    func origins(_ origin: UInt32?) throws {
        let cells = PictureCode.cells(of: 900, in: try known(origin: origin))
        #expect(number(cells, of: try known(origin: 12)) == 900)
    }

    // MARK: What is wrong is told

    @Test("each pair of wrong cells in a run's word is told, and each single one")
    func pairsOfRun() throws {
        let cells = PictureCode.cells(of: try known(origin: 5), copy: 1)
        for first in cells.indices {
            #expect(PictureCode.run(from: flipped(cells, [first])[...]) == nil)
        }
        // The check is linear: where two flips pass in one word, they pass in every word.
        for first in cells.indices {
            for second in stride(from: first + 1, to: cells.count, by: 3) {
                #expect(PictureCode.run(from: flipped(cells, [first, second])[...]) == nil)
            }
        }
    }

    @Test("each pair of wrong cells in a number's word is told, and each single one")
    func pairsOfNumber() throws {
        let run = try known(origin: nil)
        let cells = PictureCode.cells(of: 123_456, in: run)
        for first in cells.indices {
            #expect(number(flipped(cells, [first]), of: run) == nil)
            for second in first + 1..<cells.count {
                #expect(number(flipped(cells, [first, second]), of: run) == nil)
            }
        }
    }

    @Test("random wrong cells and bursts are told", arguments: 1...4 as ClosedRange<UInt64>)
    func randomFlips(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let run = try Self.randomRun(&generator)
        let cells = PictureCode.cells(of: run, copy: 0)
        let word = PictureCode.cells(of: 1 << 20, in: run)
        for _ in 0..<400 {
            let count = Int.random(in: 3...40, using: &generator)
            let places = Set((0..<count).map { _ in Int.random(in: cells.indices, using: &generator) })
            #expect(PictureCode.run(from: flipped(cells, places)[...]) == nil)
            let start = Int.random(in: word.indices, using: &generator)
            let burst = Set((start..<min(word.count, start + 24)).filter { _ in generator.chance(percent: 50) })
            if !burst.isEmpty { #expect(number(flipped(word, burst), of: run) == nil) }
        }
    }

    @Test("random words are none", arguments: 1...4 as ClosedRange<UInt64>)
    func randomWords(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let runSeed = PictureCode.seed(of: try known(origin: nil))
        for _ in 0..<700 {
            let cells = (0..<PictureCode.dataCells).map { _ in generator.chance(percent: 50) }
            #expect(PictureCode.run(from: cells[PictureCode.runCells]) == nil)
            #expect(PictureCode.number(from: cells[PictureCode.numberCells], seed: runSeed) == nil)
        }
    }

    @Test("fields that no writer makes are refused although their check is right")
    func wrongFields() throws {
        let run = try known(origin: nil)
        var other = PictureCode.cells(of: run, copy: 0).prefix(109).map { $0 ? 1 : 0 }
        func read(_ word: [Int]) -> CodedRun? {
            PictureCode.run(from: (word + check(word, start: 0xB7_04CE)).map { $0 == 1 }[...])?.run
        }
        #expect(read(other) == run)
        other[2] = 0
        #expect(read(other) == nil, "version 0")
        other[2] = 1
        other[3] = 1
        #expect(read(other) == nil, "copy 2")
        other[3] = 0
        for place in 37..<48 { other[place] = 0 }
        #expect(read(other) == nil, "no width")
    }

    @Test("the number of one run is none of another", arguments: 1...4 as ClosedRange<UInt64>)
    func otherRuns(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let (run, other) = (try Self.randomRun(&generator), try Self.randomRun(&generator))
            let picture = UInt32.random(in: 0..<100_000, using: &generator)
            #expect(number(PictureCode.cells(of: picture, in: run), of: other) == nil)
        }
    }

    @Test("one other field is another run")
    func oneField() throws {
        let run = try known(origin: nil)
        let cells = PictureCode.cells(of: 42, in: run)
        var others: [CodedRun?] = (0..<32).map {
            CodedRun(identity: run.identity ^ 1 << UInt32($0), width: 1280, height: 720, rate: run.rate)
        }
        for bit in 0..<11 {
            others.append(
                CodedRun(identity: run.identity, width: 1280 ^ 2 << bit, height: 720, rate: run.rate))
            others.append(
                CodedRun(identity: run.identity, width: 1280, height: 720 ^ 2 << bit, rate: run.rate))
        }
        others.append(CodedRun(identity: run.identity, width: 1280, height: 720, rate: .thirty))
        let valid = others.compactMap { $0 }
        #expect(valid.count > 45)
        for other in valid { #expect(number(cells, of: other) == nil, "\(other)") }
    }
}
