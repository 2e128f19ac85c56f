import StudioCore
import StudioTestSupport
import Testing

@Suite("Times and rates")
struct MediaTimeTests {
    private func rate(_ numerator: Int64, _ denominator: Int64 = 1) throws -> Rate {
        try #require(Rate(numerator, over: denominator))
    }

    @Test(
        "counts convert to times to the nearest nanosecond and back",
        arguments: [
            (30, 1), (30_000, 1001), (24_000, 1001), (60_000, 1001), (48_000, 1), (32_000, 1), (1, 1), (7, 3),
        ] as [(Int64, Int64)])
    func roundTrip(_ numerator: Int64, _ denominator: Int64) throws {
        let rate = try rate(numerator, denominator)
        var generator = SeededRandom(seed: UInt64(numerator))
        for _ in 0..<500 {
            let count = Int64.random(in: -2_000_000_000...2_000_000_000, using: &generator)
            let time = MediaTime(count: count, rate: rate)
            #expect(time.count(at: rate) == count)
            // |time - count·d/n| is at most half a nanosecond, in exact arithmetic.
            let exact = Int128(count) * Int128(denominator) * 1_000_000_000
            let error = Int128(time.nanoseconds) * Int128(numerator) - exact
            #expect(error.magnitude * 2 <= Int128(numerator).magnitude)
        }
    }

    @Test("ten hours of frames and samples do not drift by a nanosecond")
    func tenHours() throws {
        // 30000/1001 Hz for 36036 s is exactly 1,080,000 frames.
        #expect(MediaTime(count: 1_080_000, rate: try rate(30_000, 1001)) == .seconds(36_036))
        #expect(MediaTime(count: 48_000 * 36_000, rate: try rate(48_000)) == .seconds(36_000))
        #expect(MediaTime(count: 864_000, rate: try rate(24_000, 1001)) == .seconds(36_036))
        #expect(MediaTime.seconds(36_036).count(at: try rate(30_000, 1001)) == 1_080_000)
        let rate = try rate(30_000, 1001)
        var last = MediaTime.zero
        for count in stride(from: 0 as Int64, through: 1_080_000, by: 1) {
            let time = MediaTime(count: count, rate: rate)
            if count > 0, !(33_366_666...33_366_667).contains((time - last).nanoseconds) {
                Issue.record("frame \(count) is \((time - last).nanoseconds) ns after the one before")
                return
            }
            last = time
        }
    }

    @Test(
        "durations",
        arguments: [
            ("8s", 8), ("500ms", 0.5), ("1m30s", 90), ("1m05s", 65), ("90", 90), ("0:01:30", 90), ("00:01:05", 65),
            (".5", 0.5), ("0s", 0),
        ] as [(String, Double)])
    func durations(_ text: String, _ seconds: Double) {
        #expect(MediaTime(duration: text) == .seconds(seconds))
    }

    @Test("other texts are not durations", arguments: ["", "+8s", "08s", "007", "1:+5", "-1", "8 s", "1m+5s", "1e10"])
    func notDurations(_ text: String) { #expect(MediaTime(duration: text) == nil) }

    @Test("halves round away from zero, symmetrically")
    func halves() throws {
        let rate = try rate(2_000_000_000)
        #expect(MediaTime(count: 1, rate: rate).nanoseconds == 1)
        #expect(MediaTime(count: -1, rate: rate).nanoseconds == -1)
        #expect(MediaTime(count: 3, rate: rate).nanoseconds == 2)
        #expect(MediaTime(count: -3, rate: rate).nanoseconds == -2)
        let two = try self.rate(2)
        #expect(MediaTime(nanoseconds: 250_000_000).count(at: two) == 1)
        #expect(MediaTime(nanoseconds: -250_000_000).count(at: two) == -1)
        #expect(MediaTime(nanoseconds: 249_999_999).count(at: two) == 0)
    }

    @Test("counts at the limits of a rate do not overflow")
    func limits() throws {
        let slow = try rate(1, Int64(Int32.max))
        #expect(MediaTime(count: 4, rate: slow).nanoseconds == 4 * 2_147_483_647 * 1_000_000_000)
        let fast = try rate(Int64(Int32.max))
        #expect(MediaTime(count: .max / 2, rate: fast).count(at: fast) != 0)
        #expect(MediaTime.seconds(1_000_000).count(at: fast) == 2_147_483_647_000_000)
    }

    @Test(
        "rates are parsed",
        arguments: [
            ("30", 30, 1), ("25", 25, 1), ("60", 60, 1), ("29.97", 30_000, 1001), ("30000/1001", 30_000, 1001),
            ("23.976", 24_000, 1001), ("23.98", 24_000, 1001), ("59.94", 60_000, 1001), ("119.88", 120_000, 1001),
            ("47.952", 48_000, 1001), ("30/1", 30, 1), ("1000", 1000, 1), ("30.0", 30, 1),
            ("1/2147483647", 1, 2_147_483_647), ("24000/1001", 24_000, 1001),
        ] as [(String, Int64, Int64)])
    func parsing(_ text: String, numerator: Int64, denominator: Int64) throws {
        let rate = try #require(Rate(parsing: text))
        #expect(rate.numerator == numerator)
        #expect(rate.denominator == denominator)
    }

    @Test("decimals other than NTSC rates keep their value", arguments: [("12.5", 12.5), ("0.5", 0.5), ("29.5", 29.5)])
    func decimals(_ text: String, value: Double) throws {
        #expect(try #require(Rate(parsing: text)).perSecond == value)
    }

    @Test(
        "invalid rates are rejected",
        arguments: [
            "", " ", "0", "-30", "abc", "30fps", "30/", "/1001", "30/0", "0/1", "-30/1", "30/-1", "30/1/1", "nan",
            "inf", "1001", "1e9", "2147483648/1", "1/2147483648", "29,97", "0.0001",
        ])
    func refused(_ text: String) {
        #expect(Rate(parsing: text) == nil)
    }

    @Test("rates print in the parsed form")
    func printing() throws {
        for text in ["30", "30000/1001", "24000/1001", "1"] {
            #expect(try #require(Rate(parsing: text)).description == text)
        }
        #expect(Rate.thirty.interval == MediaTime(nanoseconds: 33_333_333))
        #expect(Rate.samples(0) == Rate.samples(1), "a rate is never zero")
        #expect(Rate.samples(-48_000).numerator == 1)
    }

    @Test("times compare, add and subtract")
    func arithmetic() {
        let half = MediaTime.milliseconds(500)
        #expect(half + half == .seconds(1))
        #expect(half - .seconds(1) == .milliseconds(-500))
        #expect(half < .seconds(1))
        #expect(MediaTime.seconds(0.5).seconds == 0.5)
        var sum = MediaTime.zero
        sum += half
        #expect(sum == half)
    }
}
