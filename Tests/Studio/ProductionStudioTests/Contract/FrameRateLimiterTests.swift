import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

@Suite("FrameRateLimiter")
struct FrameRateLimiterTests {
    @Test(
        "PS-SEND-008 the declared frame rate is never rejected, whatever the jitter below 40 ms",
        arguments: [
            Rate.thirty, Rate(30_000, over: 1001), Rate(60), Rate(25), Rate(1), Rate(24_000, over: 1001),
        ])
    func frameRateKept(_ rate: Rate?) throws {
        let rate = try #require(rate)
        var limiter = FrameRateLimiter(rate)
        var generator = SeededRandom(seed: 4)
        var arrival = MediaTime.zero
        for frame in 0..<5000 as Range<Int64> {
            let jitter = Int64.random(in: 0...40_000_000, using: &generator)
            arrival = max(arrival, MediaTime(count: frame, rate: rate) + MediaTime(nanoseconds: jitter))
            guard limiter.admits(arrival) else {
                Issue.record("frame \(frame) was rejected")
                return
            }
        }
    }

    @Test("PS-SEND-008 a permanent excess is rejected by its amount")
    func frameRateExceeded() throws {
        var limiter = FrameRateLimiter(.thirty)
        var refused = 0
        let fast = try #require(Rate(33))
        for frame in 0..<3300 as Range<Int64> {
            if !limiter.admits(MediaTime(count: frame, rate: fast)) { refused += 1 }
        }
        // 3 frames per second too many for 100 s, less the burst.
        #expect((296...300).contains(refused))
    }

    @Test("a burst is allowed by the credit of 40 ms and one frame", arguments: [(30, 2), (60, 3), (25, 2), (1, 1)])
    func burst(_ framesPerSecond: Int64, allowed: Int) throws {
        var limiter = FrameRateLimiter(try #require(Rate(framesPerSecond)))
        let accepted = (0..<20).filter { _ in limiter.admits(.seconds(5)) }.count
        #expect(accepted == allowed)
        let isAdmittedLater = limiter.admits(.seconds(60))
        #expect(isAdmittedLater, "the credit is replenished")
    }
}
