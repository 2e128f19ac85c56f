@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("MarkCode")
struct MarkCodeTests {
    // MARK: An independent model

    private func bits(_ value: UInt64, _ count: Int) -> [Int] {
        (0..<count).map { Int(value >> UInt64(count - 1 - $0)) & 1 }
    }

    /// The remainder of the polynomial division, done as on paper: 24 zeros after the message, `start` added to its
    /// first bits.
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

    private func fields(_ session: CodedSession) -> [Int] {
        bits(UInt64(session.identity), 32) + bits(UInt64(session.width / 2), 11) + bits(UInt64(session.height / 2), 11)
            + bits(UInt64(session.rate.numerator), 17) + bits(UInt64(session.rate.denominator), 10)
    }

    private func model(_ session: CodedSession, copy: Int) -> [Bool] {
        var word = bits(1, 3) + bits(UInt64(copy), 2) + fields(session) + [session.origin == nil ? 0 : 1]
        word += bits(UInt64(session.origin ?? 0), 22)
        return (word + check(word, start: 0xB7_04CE)).map { $0 == 1 }
    }

    private func model(_ number: UInt32, in session: CodedSession) -> [Bool] {
        let seed = value(check(fields(session), start: 0xB7_04CE))
        let word = bits(UInt64(number), 32)
        return (word + check(word, start: seed)).map { $0 == 1 }
    }

    static func randomSession(_ generator: inout SeededRandom) throws -> CodedSession {
        let (width, height) = (
            Int.random(in: 84...2047, using: &generator) * 2, Int.random(in: 84...2047, using: &generator) * 2
        )
        let rate = try #require(
            Rate(Int64.random(in: 1...131_071, using: &generator), over: Int64.random(in: 1...1023, using: &generator)))
        let origin = generator.chance(percent: 50) ? UInt32.random(in: 0..<1 << 22, using: &generator) : nil
        return try #require(
            CodedSession(
                identity: UInt32.random(in: 0...UInt32.max, using: &generator), width: width, height: height,
                rate: rate, origin: origin))
    }

    private func known(origin: UInt32?) throws -> CodedSession {
        let rate = try #require(Rate(30_000, over: 1001))
        return try #require(
            CodedSession(identity: 0x1234_5678, width: 1280, height: 720, rate: rate, origin: origin))
    }

    private func number(_ cells: [Bool], of session: CodedSession) -> UInt32? {
        MarkCode.number(from: cells[...], seed: MarkCode.seed(of: session))
    }

    private func flipped(_ cells: [Bool], _ places: Set<Int>) -> [Bool] {
        cells.indices.map { cells[$0] != places.contains($0) }
    }

    // MARK: Known words

    @Test("the checksum is the CRC-24 of OpenPGP", arguments: [("123456789", 0x21_CF02 as UInt64), ("", 0xB7_04CE)])
    func modelVector(_ text: String, expected: UInt64) {
        // The model divides by the polynomial; an empty message leaves the start value.
        let message = text.utf8.flatMap { bits(UInt64($0), 8) }
        #expect(value(check(message, start: 0xB7_04CE)) == expected)
    }

    @Test("known words of sessions")
    func knownWords() throws {
        let plain = MarkCode.cells(of: try known(origin: nil), copy: 0).map { $0 ? 1 : 0 }
        #expect(value(Array(plain[0..<5])) == 0b00100)
        #expect(value(Array(plain[5..<37])) == 0x1234_5678)
        #expect(value(Array(plain[37..<59])) == 640 << 11 | 360)
        #expect(value(Array(plain[59..<86])) == 30_000 << 10 | 1001)
        #expect(value(Array(plain[86..<109])) == 0)
        #expect(value(Array(plain[109...])) == 0xEC_76E7)
        let second = MarkCode.cells(of: try known(origin: 0x2A_BCDE), copy: 1).map { $0 ? 1 : 0 }
        #expect(value(Array(second[0..<5])) == 0b00101)
        #expect(value(Array(second[86..<109])) == 1 << 22 | 0x2A_BCDE)
        #expect(value(Array(second[109...])) == 0x8C_7314)
    }

    @Test(
        "known words of numbers",
        arguments: [(0 as UInt32, 0xB8_ABB7 as UInt64), (54_321, 0x59_3D46)])
    func knownNumbers(_ number: UInt32, expected: UInt64) throws {
        let session = try known(origin: 77)
        #expect(MarkCode.seed(of: session) == 0xD3_4EE7)
        let cells = MarkCode.cells(of: number, in: session).map { $0 ? 1 : 0 }
        #expect(value(Array(cells[0..<32])) == UInt64(number))
        #expect(value(Array(cells[32...])) == expected)
    }

    @Test("both words fill the cells exactly")
    func room() {
        #expect(MarkCode.sessionCells == 0..<133)
        #expect(MarkCode.numberCells == 133..<189)
        #expect(MarkCode.dataCells == 190)
        let places = (0..<MarkCode.dataCells).map { MarkCode.place(ofDataCell: $0) }
        #expect(Set(places.map { [$0.column, $0.row] }).count == 190)
        // The code fills the area inside the frame's border.
        #expect(Set(places.map(\.column)) == Set(1..<20))
        #expect(Set(places.map(\.row)) == Set(1..<11))
    }

    // MARK: Round trips

    @Test(
        "random sessions and numbers agree with the model and are read again", arguments: 1...8 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        for _ in 0..<100 {
            let session = try Self.randomSession(&generator)
            let copy = Int.random(in: 0...1, using: &generator)
            let cells = MarkCode.cells(of: session, copy: copy)
            #expect(cells == model(session, copy: copy))
            let read = try #require(MarkCode.session(from: cells[...]))
            #expect(read.session == session)
            #expect(read.copy == copy)
            let frame = UInt32.random(in: 0...UInt32.max, using: &generator)
            let word = MarkCode.cells(of: frame, in: session)
            #expect(word == model(frame, in: session))
            #expect(number(word, of: session) == frame)
        }
    }

    @Test("a number is read whatever the origin is", arguments: [nil, 0, 4_194_303] as [UInt32?])
    func origins(_ origin: UInt32?) throws {
        let cells = MarkCode.cells(of: 900, in: try known(origin: origin))
        #expect(number(cells, of: try known(origin: 12)) == 900)
    }

    // MARK: Error detection

    @Test("every single and double cell error in a session word is detected")
    func pairsOfSession() throws {
        let cells = MarkCode.cells(of: try known(origin: 5), copy: 1)
        for first in cells.indices {
            #expect(MarkCode.session(from: flipped(cells, [first])[...]) == nil)
        }
        // The check is linear: two flips that go undetected in one word go undetected in every word.
        for first in cells.indices {
            for second in stride(from: first + 1, to: cells.count, by: 3) {
                #expect(MarkCode.session(from: flipped(cells, [first, second])[...]) == nil)
            }
        }
    }

    @Test("every single and double cell error in a number word is detected")
    func pairsOfNumber() throws {
        let session = try known(origin: nil)
        let cells = MarkCode.cells(of: 123_456, in: session)
        for first in cells.indices {
            #expect(number(flipped(cells, [first]), of: session) == nil)
            for second in first + 1..<cells.count {
                #expect(number(flipped(cells, [first, second]), of: session) == nil)
            }
        }
    }

    @Test("random cell errors and bursts are detected", arguments: 1...4 as ClosedRange<UInt64>)
    func randomFlips(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let session = try Self.randomSession(&generator)
        let cells = MarkCode.cells(of: session, copy: 0)
        let word = MarkCode.cells(of: 1 << 20, in: session)
        for _ in 0..<400 {
            let count = Int.random(in: 3...40, using: &generator)
            let places = Set((0..<count).map { _ in Int.random(in: cells.indices, using: &generator) })
            #expect(MarkCode.session(from: flipped(cells, places)[...]) == nil)
            let start = Int.random(in: word.indices, using: &generator)
            let burst = Set((start..<min(word.count, start + 24)).filter { _ in generator.chance(percent: 50) })
            if !burst.isEmpty { #expect(number(flipped(word, burst), of: session) == nil) }
        }
    }

    @Test("random words are rejected", arguments: 1...4 as ClosedRange<UInt64>)
    func randomWords(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let sessionSeed = MarkCode.seed(of: try known(origin: nil))
        for _ in 0..<700 {
            let cells = (0..<MarkCode.dataCells).map { _ in generator.chance(percent: 50) }
            #expect(MarkCode.session(from: cells[MarkCode.sessionCells]) == nil)
            #expect(MarkCode.number(from: cells[MarkCode.numberCells], seed: sessionSeed) == nil)
        }
    }

    @Test("fields that no writer produces are rejected despite a correct checksum")
    func wrongFields() throws {
        let session = try known(origin: nil)
        var other = MarkCode.cells(of: session, copy: 0).prefix(109).map { $0 ? 1 : 0 }
        func read(_ word: [Int]) -> CodedSession? {
            MarkCode.session(from: (word + check(word, start: 0xB7_04CE)).map { $0 == 1 }[...])?.session
        }
        #expect(read(other) == session)
        other[2] = 0
        #expect(read(other) == nil, "version 0")
        other[2] = 1
        other[3] = 1
        #expect(read(other) == nil, "copy 2")
        other[3] = 0
        for place in 37..<48 { other[place] = 0 }
        #expect(read(other) == nil, "no width")
    }

    @Test("a number is valid in its own session only", arguments: 1...4 as ClosedRange<UInt64>)
    func otherSessions(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        for _ in 0..<200 {
            let (session, other) = (try Self.randomSession(&generator), try Self.randomSession(&generator))
            let frame = UInt32.random(in: 0..<100_000, using: &generator)
            #expect(number(MarkCode.cells(of: frame, in: session), of: other) == nil)
        }
    }

    @Test("sessions that differ in one field are different")
    func oneField() throws {
        let session = try known(origin: nil)
        let cells = MarkCode.cells(of: 42, in: session)
        var others: [CodedSession?] = (0..<32).map {
            CodedSession(identity: session.identity ^ 1 << UInt32($0), width: 1280, height: 720, rate: session.rate)
        }
        for bit in 0..<11 {
            others.append(
                CodedSession(identity: session.identity, width: 1280 ^ 2 << bit, height: 720, rate: session.rate))
            others.append(
                CodedSession(identity: session.identity, width: 1280, height: 720 ^ 2 << bit, rate: session.rate))
        }
        others.append(CodedSession(identity: session.identity, width: 1280, height: 720, rate: .thirty))
        let valid = others.compactMap { $0 }
        #expect(valid.count > 45)
        for other in valid { #expect(number(cells, of: other) == nil, "\(other)") }
    }
}
