import StudioCore
import StudioTestSupport
import Testing

@testable import StudioProbe

@Suite("Formatting")
struct FormattingTests {
    @Test(
        "numbers are rounded half away from zero, with the given number of decimals",
        arguments: [
            (0, 0, "0"), (0.5, 0, "1"), (-0.5, 0, "-1"), (2.4, 0, "2"), (0, 1, "0.0"), (0.04, 1, "0.0"),
            (-0.04, 1, "0.0"), (0.05, 1, "0.1"), (-1.25, 1, "-1.3"), (9.96, 1, "10.0"), (0.009, 2, "0.01"),
            (7.001, 3, "7.001"), (7.0104, 3, "7.010"), (-1234.5678, 3, "-1234.568"), (123_456_789, 0, "123456789"),
        ])
    func number(_ value: Double, _ decimals: Int, _ text: String) {
        #expect(Formatting.number(value, decimals: decimals) == text)
    }

    @Test(
        "a signed number always has a sign, and zero has both",
        arguments: [
            (1.0, "+1.0"), (-1, "-1.0"), (0, "±0.0"), (-0.0, "±0.0"), (0.049, "±0.0"), (-0.049, "±0.0"),
            (0.051, "+0.1"),
            (-0.051, "-0.1"), (60, "+60.0"),
        ])
    func signed(_ value: Double, _ text: String) {
        #expect(Formatting.number(value, decimals: 1, isSigned: true) == text)
        #expect(Formatting.offset(value) == text + " ms")
        #expect(Formatting.drift(value) == text + " ppm")
    }

    @Test("numbers have a maximum width, and non-finite values are handled", arguments: 0...3)
    func extremes(_ decimals: Int) {
        for value in [1e15, 1e300, .greatestFiniteMagnitude, .infinity] {
            #expect(Formatting.number(value, decimals: decimals) == "∞")
            #expect(Formatting.number(-value, decimals: decimals) == "-∞")
            #expect(Formatting.number(value, decimals: decimals, isSigned: true).hasSuffix("∞"))
        }
        #expect(Formatting.number(.nan, decimals: decimals) == "∞")
        #expect(Formatting.number(.leastNonzeroMagnitude, decimals: decimals).allSatisfy { "0.".contains($0) })
        #expect(Formatting.number(999_999_999_999, decimals: decimals).hasPrefix("999999999999"))
    }

    @Test("the text equals the number up to the omitted digits", arguments: 0..<4)
    func readBack(_ seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let (decimals, step) = [(0, 1.0), (1, 0.1), (2, 0.01), (3, 0.001)][Int(seed)]
        for _ in 0..<2000 {
            let value = Double.random(in: -1...1, using: &generator) * generator.pick([0.01, 1, 100, 1e6, 1e9])
            let text = Formatting.number(value, decimals: decimals)
            let number = try #require(Double(text))
            #expect(abs(number - value) <= step * 0.5001, "\(value) as \(text)")
            let digits = text.split(separator: ".").dropFirst().first?.count ?? 0
            #expect(digits == decimals, "\(value) as \(text)")
        }
    }

    @Test("numbers with their units")
    func units() {
        #expect(Formatting.seconds(1.5) == "1.500 s")
        #expect(Formatting.milliseconds(20) == "20.0 ms")
        #expect(Formatting.percent(0.9944) == "99.4 %")
        #expect(Formatting.kilobits(2_499_600) == "2500 kbit/s")
        #expect(Formatting.tenths(0.25) == "0.3")
        #expect(Formatting.matrix("bt601") == "BT.601")
        #expect(Formatting.matrix("other") == "other")
    }

    @Test("a long list shows the first twelve items and the number of the others")
    func lists() {
        #expect(Formatting.list(numbers: []) == "")
        #expect(Formatting.list(numbers: [7]) == "7")
        let even = (0..<1000).map { UInt32($0 * 2) }
        let twelve = "0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22"
        #expect(Formatting.list(numbers: Array(even[..<12])) == twelve)
        #expect(Formatting.list(numbers: Array(even[..<13])) == twelve + " and 1 more")
        #expect(Formatting.list(numbers: even) == twelve + " and 988 more")
        #expect(Formatting.list(times: [0, 1.25]) == "0.000 s, 1.250 s")
    }

    @Test("consecutive numbers are ranges, repeated ones are not")
    func runs() {
        #expect(Formatting.list(numbers: [40, 41, 100, 200, 201, 202]) == "40-41, 100, 200-202")
        #expect(Formatting.list(numbers: [89, 89, 89]) == "89, 89, 89")
        #expect(Formatting.list(numbers: [5, 4, .max, 1]) == "5, 4, 4294967295, 1")
    }

    @Test("counts have a noun, and zero is written in words")
    func counts() {
        #expect([0, 1, 2].map { Formatting.count($0, "gap") } == ["no gap", "1 gap", "2 gaps"])
    }

    @Test("a range of one number is that number, an empty range is empty")
    func ranges() {
        #expect(
            Formatting.list(ranges: [[3, 3], [7, 9], [], [4_294_967_295, 4_294_967_295]]) == "3, 7-9, 4294967295")
        let many = (0..<14).map { [UInt32($0 * 10), UInt32($0 * 10 + 1)] }
        #expect(Formatting.list(ranges: many).hasSuffix("110-111 and 2 more"))
    }

    @Test("decibels of a ratio are limited")
    func decibels() {
        #expect(Decibels.of(1) == 0)
        #expect(abs(Decibels.of(0.5) + 6.0206) < 0.001)
        for ratio: Double in [0, -1, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, .greatestFiniteMagnitude] {
            #expect(abs(Decibels.of(ratio)) <= 120, "\(ratio)")
        }
    }
}
