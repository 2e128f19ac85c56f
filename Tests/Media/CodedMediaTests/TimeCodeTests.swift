@testable import CodedMedia
import StudioCore
import Testing

@Suite("Time codes")
struct TimeCodeTests {
    @Test(
        "frames are counted within their second",
        arguments: [
            (25, 1, 0, "00:00:00:00"), (25, 1, 24, "00:00:00:24"), (25, 1, 25, "00:00:01:00"),
            (25, 1, 90_000, "01:00:00:00"), (25, 1, 8_999_999, "99:59:59:24"), (25, 1, 9_000_000, "100:00:00:00"),
            // 30000/1001: the second 1 begins with frame 30, at 1.001 s; frame 29 is still before it.
            (30_000, 1001, 29, "00:00:00:29"), (30_000, 1001, 30, "00:00:01:00"), (30_000, 1001, 59, "00:00:01:29"),
            (30_000, 1001, 60, "00:00:02:00"),
            // The missing 0.03 frames per second add up to a whole frame after 33.37 s: that second has 29 frames.
            (30_000, 1001, 989, "00:00:32:29"), (30_000, 1001, 990, "00:00:33:00"), (30_000, 1001, 999, "00:00:33:09"),
            (30_000, 1001, 1018, "00:00:33:28"), (30_000, 1001, 1019, "00:00:34:00"),
            (30_000, 1001, 107_892, "00:59:59:29"), (30_000, 1001, 107_893, "01:00:00:00"),
            (60_000, 1001, 59, "00:00:00:59"), (60_000, 1001, 60, "00:00:01:00"), (60_000, 1001, 999, "00:00:16:39"),
            (60_000, 1001, 1019, "00:00:17:00"), (60_000, 1001, 215_785, "01:00:00:00"),
            (1, 2, 3, "00:00:06:00"),
        ] as [(Int64, Int64, UInt32, String)])
    func known(_ numerator: Int64, _ denominator: Int64, number: UInt32, text: String) throws {
        let rate = try #require(Rate(numerator, over: denominator))
        #expect(TimeCode(number: number, rate: rate).text == text)
    }

    @Test(
        "it advances frame by frame, and each second starts with the first frame at or after it",
        arguments: [
            Rate(30_000, over: 1001), Rate(25), Rate(60_000, over: 1001), Rate(24_000, over: 1001), Rate(15, over: 2),
        ])
    func steps(_ rate: Rate?) throws {
        let rate = try #require(rate)
        var (second, place) = (0 as Int64, -1 as Int64)
        for number in 0..<20_000 as Range<Int64> {
            // A simple count: a new second starts when the time of the frame has reached it.
            if number * rate.denominator >= (second + 1) * rate.numerator {
                second += 1
                place = 0
                #expect(TimeCode.firstFrame(ofSecond: second, rate: rate) == number)
            } else {
                place += 1
            }
            let code = TimeCode(number: UInt32(number), rate: rate)
            if code.second != second || number - code.firstOfSecond != place {
                Issue.record("frame \(number): \(code.text), expected \(second) and \(place)")
                return
            }
        }
    }
}
