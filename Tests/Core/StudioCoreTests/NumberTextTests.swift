import Foundation
import StudioCore
import StudioTestSupport
import Testing

@Suite("Numbers for people")
struct NumberTextTests {
    @Test(
        "numbers are rounded half away from zero, with the given number of decimals",
        arguments: [
            (0, 0, "0"), (0.5, 0, "1"), (-0.5, 0, "-1"), (2.4, 0, "2"), (0, 1, "0.0"), (0.04, 1, "0.0"),
            (-0.04, 1, "0.0"), (0.05, 1, "0.1"), (-1.25, 1, "-1.3"), (9.96, 1, "10.0"), (0.009, 2, "0.01"),
            (7.001, 3, "7.001"), (7.0104, 3, "7.010"), (-1234.5678, 3, "-1234.568"), (123_456_789, 0, "123456789"),
        ])
    func number(_ value: Double, _ decimals: Int, _ text: String) {
        #expect(NumberText.number(value, decimals: decimals) == text)
    }

    @Test(
        "a signed number always has a sign, and zero has both",
        arguments: [
            (1.0, "+1.0"), (-1, "-1.0"), (0, "±0.0"), (-0.0, "±0.0"), (0.049, "±0.0"), (-0.049, "±0.0"),
            (0.051, "+0.1"),
            (-0.051, "-0.1"), (60, "+60.0"),
        ])
    func signed(_ value: Double, _ text: String) {
        #expect(NumberText.number(value, decimals: 1, isSigned: true) == text)
    }

    @Test("numbers have a maximum width, and non-finite values are handled", arguments: 0...3)
    func extremes(_ decimals: Int) {
        for value in [1e15, 1e300, .greatestFiniteMagnitude, .infinity] {
            #expect(NumberText.number(value, decimals: decimals) == "∞")
            #expect(NumberText.number(-value, decimals: decimals) == "-∞")
            #expect(NumberText.number(value, decimals: decimals, isSigned: true).hasSuffix("∞"))
        }
        #expect(NumberText.number(.nan, decimals: decimals) == "∞")
        #expect(NumberText.number(.leastNonzeroMagnitude, decimals: decimals).allSatisfy { "0.".contains($0) })
        #expect(NumberText.number(999_999_999_999, decimals: decimals).hasPrefix("999999999999"))
    }

    @Test("the text equals the number up to the omitted digits", arguments: 0..<4)
    func readBack(_ seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let (decimals, step) = [(0, 1.0), (1, 0.1), (2, 0.01), (3, 0.001)][Int(seed)]
        for _ in 0..<2000 {
            let value = Double.random(in: -1...1, using: &generator) * generator.pick([0.01, 1, 100, 1e6, 1e9])
            let text = NumberText.number(value, decimals: decimals)
            let number = try #require(Double(text))
            #expect(abs(number - value) <= step * 0.5001, "\(value) as \(text)")
            let digits = text.split(separator: ".").dropFirst().first?.count ?? 0
            #expect(digits == decimals, "\(value) as \(text)")
        }
    }

    @Test("a plain number has neither a plus sign nor zeros in front")
    func plain() {
        for text in ["0", "7", "320", "0.5", ".5", "-3", "-0.5", "0/1", "1e6", "10", "", "abc"] {
            #expect(NumberText.isPlain(text), "\(text)")
        }
        for text in ["+7", "007", "00", "01.5", "-01", "0x10", "0X1p3", "08s", "+0.5"] {
            #expect(!NumberText.isPlain(text), "\(text)")
        }
        #expect(NumberText.scaled("1.5G", units: "kKmMgGtT") == 1.5e9)
        #expect(NumberText.scaled("01.5G", units: "kKmMgGtT") == nil)
        #expect(NumberText.scaled("0.5G", units: "kKmMgGtT") == 5e8)
    }

    @Test("line breaks are shown in one line")
    func oneLine() {
        #expect("a\nb\r\n\tc\n".inOneLine == "a\\nb\\r\\n\\tc\\n")
        #expect("a b".inOneLine == "a b")
    }

    @Test("numbers with their units")
    func units() {
        #expect(NumberText.seconds(1.5) == "1.500 s")
        #expect(NumberText.seconds(MediaTime.milliseconds(1500)) == "1.500 s")
        #expect(NumberText.milliseconds(20) == "20.0 ms")
        #expect(NumberText.milliseconds(MediaTime.milliseconds(20)) == "20.0 ms")
        #expect(NumberText.percent(0.9944) == "99.4 %")
        #expect(NumberText.tenths(0.25) == "0.3")
        #expect(NumberText.hexadecimal(UInt32(42), digits: 4) == "002a")
        #expect(NumberText.hexadecimal(UInt64.max, digits: 4) == "ffffffffffffffff")
    }

    @Test("characters that XML or a terminal would interpret are escaped or replaced")
    func escaping() {
        #expect("<a b=\"1\">&\n\u{1}".xmlEscaped == "&lt;a b=&quot;1&quot;&gt;&amp;\n\u{FFFD}")
        #expect("\u{1B}[31mred\n".withoutControls == "\u{FFFD}[31mred\u{FFFD}")
        #expect("<\u{9B}\u{202E}>\t".xmlEscaped == "&lt;\u{FFFD}\u{FFFD}&gt;\t")
    }

    @Test(
        "no character that controls a terminal or the order of others is left",
        arguments: [
            "\u{0}", "\u{7}", "\r", "\u{7F}", "\u{9B}", "\u{2028}", "\u{202E}", "\u{2066}", "\u{200F}", "\u{61C}",
        ])
    func controls(_ control: String) throws {
        let text = "a\(control)b"
        #expect(text.withoutControls == "a\u{FFFD}b")
        #expect("\(text)\n\tc".linesWithoutControls == "a\u{FFFD}b\n\tc")
        let json = try #require(String(data: try JSONEncoder().encode([text]), encoding: .utf8)).jsonWithoutControls
        let left = json.unicodeScalars.filter(\.isControl)
        #expect(left.isEmpty)
        #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == [text])
    }

    @Test("other characters are unchanged", arguments: ["", "plain", "grüße, 日本, ועוד, 👩‍🚀 e\u{301}"])
    func harmless(_ text: String) {
        #expect(text.withoutControls == text)
        #expect(text.linesWithoutControls == text)
        #expect(text.jsonWithoutControls == text)
    }
}
