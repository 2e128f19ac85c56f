import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Time stamps of frames")
struct StampTests {
    private func open(_ frameRate: Rate?) throws -> (TestMeeting, AcceptedMedia, Sender) {
        let fixture = TestMeeting.recorded(options: .init(frameRate: frameRate))
        return (fixture, fixture.media, try fixture.openSender())
    }

    @Test("PS-TIME-001 without a frame rate a frame's time stamp is the time of the call")
    func arrival() throws {
        let (fixture, collector, sender) = try open(nil)
        let moments = [0, 33, 34, 100, 4000].map { MediaTime.milliseconds($0) }
        for moment in moments {
            fixture.clock.advance(to: moment)
            try sender.sendFrame()
        }
        #expect(collector.frames.map(\.time) == moments)
    }

    @Test("PS-TIME-001 with a frame rate jitter below 40 ms is removed")
    func frameRate() throws {
        let rate = try #require(Rate(30_000, over: 1001))
        let (fixture, collector, sender) = try open(rate)
        var generator = SeededRandom(seed: 3)
        for frame in 0..<300 {
            let jitter = MediaTime.milliseconds(frame == 0 ? 0 : Int64.random(in: 0...39, using: &generator))
            fixture.clock.advance(to: MediaTime(count: Int64(frame), rate: rate) + jitter)
            try sender.sendFrame()
        }
        #expect(collector.frames.map(\.time) == (0..<300).map { MediaTime(count: $0, rate: rate) })
        #expect(fixture.studio.statistics.video.reanchored == 0)
    }

    @Test("PS-TIME-001 a frame more than 40 ms late is anchored at its arrival, and counted")
    func late() throws {
        let (fixture, collector, sender) = try open(.thirty)
        for milliseconds in [0, 33, 500, 533] as [Int64] {
            fixture.clock.advance(to: .milliseconds(milliseconds))
            try sender.sendFrame()
        }
        let interval = Rate.thirty.interval
        #expect(
            collector.frames.map(\.time) == [
                .zero, interval, .milliseconds(500), .milliseconds(500) + interval,
            ])
        #expect(fixture.studio.statistics.video.reanchored == 1)
    }

    @Test("a restart starts a new timeline on the same clock")
    func restart() throws {
        let (fixture, collector, sender) = try open(.thirty)
        try sender.sendFrame()
        #expect(fixture.stop() == nil)
        fixture.drain()
        fixture.clock.advance(to: .milliseconds(10))
        try fixture.openSender().sendFrame()
        #expect(collector.frames.map(\.time) == [.zero, .milliseconds(10)])
        #expect(fixture.studio.statistics.video.reanchored == 0)
    }
}
