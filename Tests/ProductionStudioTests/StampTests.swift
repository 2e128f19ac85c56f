import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("The time of pictures")
struct StampTests {
    private func open(_ frameRate: Rate?) throws -> (Stage, Collector, Sender) {
        let stage = Stage(options: .init(frameRate: frameRate))
        let collector = Collector()
        stage.meeting.fanout.add(collector)
        return (stage, collector, try stage.openSender())
    }

    @Test("PS-TIME-001 without a frame rate a picture's time is the moment of the call")
    func arrival() throws {
        let (stage, collector, sender) = try open(nil)
        let moments = [0, 33, 34, 100, 4000].map { MediaTime.milliseconds($0) }
        for moment in moments {
            stage.clock.advance(to: moment)
            try sender.sendPicture()
        }
        #expect(collector.pictures.all.map(\.time) == moments)
    }

    @Test("PS-TIME-001 with a frame rate jitter below 40 ms does not show")
    func frameRate() throws {
        let rate = try #require(Rate(30_000, over: 1001))
        let (stage, collector, sender) = try open(rate)
        var generator = SeededGenerator(seed: 3)
        for frame in 0..<300 {
            let jitter = MediaTime.milliseconds(frame == 0 ? 0 : Int64.random(in: 0...39, using: &generator))
            stage.clock.advance(to: MediaTime(count: Int64(frame), rate: rate) + jitter)
            try sender.sendPicture()
        }
        #expect(collector.pictures.all.map(\.time) == (0..<300).map { MediaTime(count: $0, rate: rate) })
        #expect(stage.studio.statistics.video.reanchored == 0)
    }

    @Test("PS-TIME-001 a picture over 40 ms late is anchored at its arrival, and counted")
    func late() throws {
        let (stage, collector, sender) = try open(.thirty)
        for milliseconds in [0, 33, 500, 533] as [Int64] {
            stage.clock.advance(to: .milliseconds(milliseconds))
            try sender.sendPicture()
        }
        let interval = Rate.thirty.interval
        #expect(
            collector.pictures.all.map(\.time) == [
                .zero, interval, .milliseconds(500), .milliseconds(500) + interval,
            ])
        #expect(stage.studio.statistics.video.reanchored == 1)
    }

    @Test("a restart begins its own time line on the same clock")
    func restart() throws {
        let (stage, collector, sender) = try open(.thirty)
        try sender.sendPicture()
        #expect(stage.stop() == nil)
        stage.settle()
        stage.clock.advance(to: .milliseconds(10))
        try stage.openSender().sendPicture()
        #expect(collector.pictures.all.map(\.time) == [.zero, .milliseconds(10)])
        #expect(stage.studio.statistics.video.reanchored == 0)
    }
}
