import StudioTestSupport
import Testing

@testable import StudioProbe

@Suite("Numbers and lists as people read them")
struct WordingTests {
    @Test(
        "rounded half away from zero, with as many decimals",
        arguments: [
            (0, 0, "0"), (0.5, 0, "1"), (-0.5, 0, "-1"), (2.4, 0, "2"), (0, 1, "0.0"), (0.04, 1, "0.0"),
            (-0.04, 1, "0.0"), (0.05, 1, "0.1"), (-1.25, 1, "-1.3"), (9.96, 1, "10.0"), (0.009, 2, "0.01"),
            (7.001, 3, "7.001"), (7.0104, 3, "7.010"), (-1234.5678, 3, "-1234.568"), (123_456_789, 0, "123456789"),
        ])
    func number(_ value: Double, _ decimals: Int, _ text: String) {
        #expect(Wording.number(value, decimals: decimals) == text)
    }

    @Test(
        "a signed number always has a sign, and what rounds to nothing has both",
        arguments: [
            (1.0, "+1.0"), (-1, "-1.0"), (0, "±0.0"), (-0.0, "±0.0"), (0.049, "±0.0"), (-0.049, "±0.0"),
            (0.051, "+0.1"),
            (-0.051, "-0.1"), (60, "+60.0"),
        ])
    func signed(_ value: Double, _ text: String) {
        #expect(Wording.number(value, decimals: 1, isSigned: true) == text)
        #expect(Wording.offset(value) == text + " ms")
        #expect(Wording.drift(value) == text + " ppm")
    }

    @Test("no number is too wide, and none is no number", arguments: 0...3)
    func extremes(_ decimals: Int) {
        for value in [1e15, 1e300, .greatestFiniteMagnitude, .infinity] {
            #expect(Wording.number(value, decimals: decimals) == "∞")
            #expect(Wording.number(-value, decimals: decimals) == "-∞")
            #expect(Wording.number(value, decimals: decimals, isSigned: true).hasSuffix("∞"))
        }
        #expect(Wording.number(.nan, decimals: decimals) == "∞")
        #expect(Wording.number(.leastNonzeroMagnitude, decimals: decimals).allSatisfy { "0.".contains($0) })
        #expect(Wording.number(999_999_999_999, decimals: decimals).hasPrefix("999999999999"))
    }

    @Test("the text is the number, but for the digits that it leaves out", arguments: 0..<4)
    func readBack(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let (decimals, step) = [(0, 1.0), (1, 0.1), (2, 0.01), (3, 0.001)][Int(seed)]
        for _ in 0..<2000 {
            let value = Double.random(in: -1...1, using: &generator) * generator.pick([0.01, 1, 100, 1e6, 1e9])
            let text = Wording.number(value, decimals: decimals)
            let number = try #require(Double(text))
            #expect(abs(number - value) <= step * 0.5001, "\(value) as \(text)")
            let digits = text.split(separator: ".").dropFirst().first?.count ?? 0
            #expect(digits == decimals, "\(value) as \(text)")
        }
    }

    @Test("numbers with their units")
    func units() {
        #expect(Wording.seconds(1.5) == "1.500 s")
        #expect(Wording.milliseconds(20) == "20.0 ms")
        #expect(Wording.percent(0.9944) == "99.4 %")
        #expect(Wording.kilobits(2_499_600) == "2500 kbit/s")
        #expect(Wording.tenths(0.25) == "0.3")
        #expect(Wording.matrix("bt601") == "BT.601")
        #expect(Wording.matrix("other") == "other")
    }

    @Test("of a long list the first twelve are told, and how many more there are")
    func lists() {
        #expect(Wording.list(runs: []) == "")
        #expect(Wording.list(runs: [7]) == "7")
        let even = (0..<1000).map { UInt32($0 * 2) }
        let twelve = "0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22"
        #expect(Wording.list(runs: Array(even[..<12])) == twelve)
        #expect(Wording.list(runs: Array(even[..<13])) == twelve + " and 1 more")
        #expect(Wording.list(runs: even) == twelve + " and 988 more")
        #expect(Wording.list(times: [0, 1.25]) == "0.000 s, 1.250 s")
    }

    @Test("numbers that follow each other are ranges, those that come again are not")
    func runs() {
        #expect(Wording.list(runs: [40, 41, 100, 200, 201, 202]) == "40-41, 100, 200-202")
        #expect(Wording.list(runs: [89, 89, 89]) == "89, 89, 89")
        #expect(Wording.list(runs: [5, 4, .max, 1]) == "5, 4, 4294967295, 1")
    }

    @Test("counts have their names, and no number for none")
    func counts() {
        #expect([0, 1, 2].map { Wording.count($0, "gap") } == ["no gap", "1 gap", "2 gaps"])
    }

    @Test("a range of one number is that number, and an empty one is nothing")
    func ranges() {
        #expect(Wording.list(ranges: [[3, 3], [7, 9], [], [4_294_967_295, 4_294_967_295]]) == "3, 7-9, 4294967295")
        let many = (0..<14).map { [UInt32($0 * 10), UInt32($0 * 10 + 1)] }
        #expect(Wording.list(ranges: many).hasSuffix("110-111 and 2 more"))
    }

    @Test("decibels of a ratio stay within what can be told")
    func decibels() {
        #expect(Decibels.of(1) == 0)
        #expect(abs(Decibels.of(0.5) + 6.0206) < 0.001)
        for ratio: Double in [0, -1, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, .greatestFiniteMagnitude] {
            #expect(abs(Decibels.of(ratio)) <= 120, "\(ratio)")
        }
    }
}
