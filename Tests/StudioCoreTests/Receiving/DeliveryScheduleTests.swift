import StudioCore
import StudioTestSupport
import Testing

@Suite("Minimum duration between delivered frames")
struct DeliveryScheduleTests {
    private typealias Limit = DeliverySchedule.Limit

    /// The frames that pass.
    private func passed(_ times: [MediaTime], _ limit: Limit) -> [MediaTime] {
        var schedule = DeliverySchedule()
        return times.filter { time in
            guard schedule.isDue(at: time, limit) else { return false }
            schedule.serve(at: time, limit)
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
        "the default camera is limited to each lower rate exactly, in spite of jitter",
        arguments: 0..<50 as Range<UInt64>)
    func exactRate(seed: UInt64) {
        let camera = camera(30_000.0 / 1001, jitter: .milliseconds(2), seed: seed)
        for rate in [29, 25, 24, 20, 15, 10, 1] {
            let limit = Limit(minimum: .seconds(1 / Double(rate)), frameDuration: camera.duration)
            let count = passed(camera.times, limit).count
            #expect((rate * 60 - 1...rate * 60).contains(count), "\(rate) per second: \(count)")
        }
    }

    @Test(
        "with random rates, jitter and minimums, each deadline has its frame, at most half a frame and the jitter away",
        arguments: 0..<200 as Range<UInt64>)
    func random(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let perSecond = Double.random(in: 5...240, using: &random)
        // Four times the jitter is less than a frame.
        let jitter = MediaTime.seconds(Double.random(in: 0...0.2, using: &random) / perSecond)
        let camera = camera(perSecond, jitter: jitter, seed: seed)
        let minimum = MediaTime.seconds(Double.random(in: 1.001...8, using: &random) / perSecond)
        let limit = Limit(minimum: minimum, frameDuration: camera.duration)
        let passed = passed(camera.times, limit)
        let start = try #require(passed.first)
        for (number, time) in passed.enumerated() {
            let deadline = start.nanoseconds + Int64(number) * minimum.nanoseconds
            let distance = (time.nanoseconds - deadline).magnitude
            let most = camera.duration.nanoseconds / 2 + 2 * jitter.nanoseconds + Int64(number)
            guard distance <= most else {
                Issue.record("frame \(number) is \(distance) ns from its deadline, expected at most \(most)")
                return
            }
        }
        let last = try #require(camera.times.last)
        #expect(Int64(passed.count) > (last - start).nanoseconds / minimum.nanoseconds)
    }

    @Test("without the source's frame duration, a frame may be 1 ms early, and jitter does not lower the rate")
    func unknownDuration() {
        let camera = camera(30, jitter: .milliseconds(2), seed: 1)
        let limit = Limit(minimum: .milliseconds(100), frameDuration: .zero)
        #expect(passed(camera.times, limit).count == 600)
        let early = [0, 99, 198].map { MediaTime.milliseconds($0) }
        #expect(passed(early, limit) == [.zero, .milliseconds(99)])
    }

    @Test("after a missed deadline, the deadlines begin anew with the next frame")
    func stall() {
        let limit = Limit(minimum: .milliseconds(100), frameDuration: .milliseconds(40))
        let times = [0, 40, 80, 120, 1010, 1050, 1090, 1130].map { MediaTime.milliseconds($0) }
        #expect(passed(times, limit) == [0, 80, 1010, 1090].map { MediaTime.milliseconds($0) })
    }

    @Test("the longest minimum passes one frame")
    func longest() {
        let limit = Limit(minimum: MediaTime(nanoseconds: .max), frameDuration: .milliseconds(40))
        let times = [-5, 0, 40, 1_000_000].map { MediaTime.milliseconds($0) }
        #expect(passed(times, limit) == [.milliseconds(-5)])
    }

    @Test("a limit that changes applies to the next frame")
    func change() {
        var schedule = DeliverySchedule()
        let (slow, fast) = (
            Limit(minimum: .milliseconds(200), frameDuration: .milliseconds(40)),
            Limit(minimum: .milliseconds(80), frameDuration: .milliseconds(40))
        )
        schedule.serve(at: .zero, slow)
        #expect(!schedule.isDue(at: .milliseconds(80), slow))
        #expect(schedule.isDue(at: .milliseconds(80), fast))
        schedule.serve(at: .milliseconds(80), fast)
        #expect(!schedule.isDue(at: .milliseconds(120), fast))
        #expect(schedule.isDue(at: .milliseconds(160), fast))
    }
}
