import Testing

@testable import StudioProbe

@Suite("Formatting")
struct FormattingTests {
    @Test("offset and drift always have a sign", arguments: [(1.0, "+1.0"), (-1, "-1.0"), (0.049, "±0.0")])
    func signed(_ value: Double, _ text: String) {
        #expect(Formatting.offset(value) == text + " ms")
        #expect(Formatting.drift(value) == text + " ppm")
    }

    @Test("values with their units")
    func units() {
        #expect(Formatting.kilobits(2_499_600) == "2500 kbit/s")
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
