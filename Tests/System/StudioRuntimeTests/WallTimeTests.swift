import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("WallTime")
struct WallTimeTests {
    @Test("now is between two readings of the machine's own clock")
    func now() throws {
        func date() throws -> Int64 {
            let text = String(decoding: try Tool.run("date", ["+%s%N"]), as: UTF8.self)
            return try #require(Int64(text.dropLast()))
        }
        let before = try date()
        let now = WallTime.now
        let after = try date()
        #expect((before...after).contains(now.nanoseconds))
    }

    @Test("times have whole milliseconds, an order and differences")
    func values() {
        let moment = WallTime(nanoseconds: 1_700_000_000_123_999_999)
        #expect(moment.milliseconds == 1_700_000_000_123)
        #expect(moment + .milliseconds(1) == WallTime(nanoseconds: 1_700_000_000_124_999_999))
        #expect(moment + .milliseconds(-124) < WallTime(nanoseconds: 1_700_000_000_000_000_000))
        #expect(moment < moment + MediaTime(nanoseconds: 1))
        #expect(!(moment < moment))
        #expect(WallTime(nanoseconds: 0).milliseconds == 0)
    }

    @Test(
        "the text is ISO 8601 with milliseconds",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_795_919_332_123_999_999, "2026-11-29T02:28:52.123Z"),
            (951_782_399_007_000_000, "2000-02-28T23:59:59.007Z"),
        ] as [(Int64, String)])
    func text(_ nanoseconds: Int64, _ text: String) {
        #expect(WallTime(nanoseconds: nanoseconds).text == text)
    }
}
