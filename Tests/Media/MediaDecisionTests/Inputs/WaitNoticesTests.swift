import MediaInputs
import StudioCore
import Testing

struct WaitNoticesTests {
    private static let began = MediaTime.seconds(100)

    @Test("a wait is reported after two seconds, and then every thirty")
    func times() {
        var notices = WaitNotices(since: Self.began)
        var reported: [Int64] = []
        for step in 0..<10_000 {
            let now = Self.began + .milliseconds(Int64(step) * 10)
            #expect(notices.rest(at: now) >= .zero)
            if notices.isDue(at: now) { reported.append(Int64(step) * 10) }
        }
        #expect(reported == [2000, 32_000, 62_000, 92_000])
        #expect(notices.since == Self.began)
    }

    @Test("the rest is the time until the next report")
    func rest() {
        var notices = WaitNotices(since: Self.began)
        #expect(notices.rest(at: Self.began) == .seconds(2))
        #expect(notices.rest(at: Self.began + .milliseconds(1999)) == .milliseconds(1))
        #expect(notices.rest(at: Self.began + .seconds(3)) == .zero)
        let isDue = notices.isDue(at: Self.began + .seconds(3))
        #expect(isDue)
        #expect(notices.rest(at: Self.began + .seconds(3)) == .seconds(29))
    }

    @Test("reports that a suspended process has missed are left out")
    func suspended() {
        var notices = WaitNotices(since: Self.began)
        let due = (0..<2).map { _ in notices.isDue(at: Self.began + .seconds(500)) }
        #expect(due == [true, false])
        #expect(notices.rest(at: Self.began + .seconds(500)) == .seconds(12))
    }
}
