import StudioTestSupport
import Testing

@testable import StudioCore

@Suite("Minimum duration between delivered frames")
struct FrameDecimatorTests {
    private typealias Limit = FrameDecimator.Limit

    /// The frames that pass.
    private func passed(_ times: [MediaTime], _ limit: Limit) -> [MediaTime] {
        var decimator = FrameDecimator()
        return times.filter { time in
            guard decimator.isDue(at: time, limit) else { return false }
            decimator.pass(at: time)
            return true
        }
    }

    /// The capture times of a minute, and the nominal duration of a frame.
    private func camera(
        _ perSecond: Double, jitter: MediaTime, seed: UInt64
    ) -> (times: [MediaTime], duration: MediaTime) {
        var pacing = TrackPacing(rates: perSecond...perSecond, jitter: jitter, seed: seed)
        let times = (0..<Int(60 * perSecond)).map { _ in pacing.next() }
        return (times, .seconds(1 / perSecond))
    }

    @Test(
        "a minimum of at most the camera's frame duration leaves no frame of the default camera out",
        arguments: 0..<50 as Range<UInt64>)
    func noLimit(seed: UInt64) {
        let camera = camera(30_000.0 / 1001, jitter: .milliseconds(2), seed: seed)
        for rate in [30_000.0 / 1001, 30, 60, 1000] {
            let limit = Limit(minimum: .seconds(1 / rate), frameDuration: camera.duration)
            #expect(!limit.isEffective)
            #expect(passed(camera.times, limit) == camera.times)
        }
    }

    @Test(
        "a lower rate passes every n-th frame of the default camera, in spite of jitter",
        arguments: 0..<50 as Range<UInt64>)
    func everyNth(seed: UInt64) {
        let camera = camera(30_000.0 / 1001, jitter: .milliseconds(2), seed: seed)
        for (rate, nth) in [(29, 2), (25, 2), (20, 2), (15, 2), (14, 3), (10, 3), (1, 30)] {
            let limit = Limit(minimum: .seconds(1 / Double(rate)), frameDuration: camera.duration)
            let expected = stride(from: 0, to: camera.times.count, by: nth).map { camera.times[$0] }
            #expect(passed(camera.times, limit) == expected, "\(rate) per second")
        }
    }

    @Test(
        "with random rates, jitter and minimums, gaps are at least the minimum but for jitter, and no larger than needed",
        arguments: 0..<200 as Range<UInt64>)
    func random(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let perSecond = Double.random(in: 5...240, using: &random)
        // Four times the jitter is less than a frame.
        let jitter = MediaTime.seconds(Double.random(in: 0...0.2, using: &random) / perSecond)
        let camera = camera(perSecond, jitter: jitter, seed: seed)
        let minimum = MediaTime.seconds(Double.random(in: 1.02...8, using: &random) / perSecond)
        let limit = Limit(minimum: minimum, frameDuration: camera.duration)
        let passed = passed(camera.times, limit)
        // Two frames have jitter.
        let least = minimum - jitter - jitter - MediaTime(nanoseconds: camera.duration.nanoseconds / 100)
        let most = minimum + camera.duration + jitter + jitter
        let gaps = zip(passed, passed.dropFirst()).map { $1 - $0 }
        #expect(gaps.filter { $0 < least } == [])
        #expect(gaps.filter { $0 > most } == [])
    }

    @Test("without the source's frame duration, a frame may be 1 ms early")
    func unknownDuration() {
        let limit = Limit(minimum: .milliseconds(100), frameDuration: .zero)
        let times = [0, 98, 99, 197, 198].map { MediaTime.milliseconds($0) }
        #expect(passed(times, limit) == [0, 99, 198].map { MediaTime.milliseconds($0) })
    }

    @Test("after a stall, gaps count from the next frame")
    func stall() {
        let limit = Limit(minimum: .milliseconds(100), frameDuration: .milliseconds(40))
        let times = [0, 40, 80, 120, 1010, 1050, 1090, 1130].map { MediaTime.milliseconds($0) }
        #expect(passed(times, limit) == [0, 120, 1010, 1130].map { MediaTime.milliseconds($0) })
    }

    @Test("the longest minimum passes one frame")
    func longest() {
        let limit = Limit(minimum: MediaTime(nanoseconds: .max), frameDuration: .milliseconds(40))
        let times = [-5, 0, 40, 1_000_000].map { MediaTime.milliseconds($0) }
        #expect(passed(times, limit) == [.milliseconds(-5)])
    }

    @Test("a limit that changes applies to the next frame")
    func change() {
        var decimator = FrameDecimator()
        let (slow, fast) = (
            Limit(minimum: .milliseconds(200), frameDuration: .milliseconds(40)),
            Limit(minimum: .milliseconds(80), frameDuration: .milliseconds(40))
        )
        decimator.pass(at: .zero)
        #expect(!decimator.isDue(at: .milliseconds(80), slow))
        #expect(decimator.isDue(at: .milliseconds(80), fast))
        decimator.pass(at: .milliseconds(80))
        #expect(!decimator.isDue(at: .milliseconds(120), fast))
        #expect(decimator.isDue(at: .milliseconds(160), fast))
    }
}
