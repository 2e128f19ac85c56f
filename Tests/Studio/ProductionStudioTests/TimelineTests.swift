import StudioCore
import StudioTestSupport
import Testing

@testable import ProductionStudio

@Suite("Time stamps for media without time stamps")
struct TimelineTests {
    private let rate = Rate.samples(48_000)

    private func ms(_ value: Int64) -> MediaTime { .milliseconds(value) }

    @Test("PS-TIME-002 jitter up to 40 ms keeps the grid", arguments: 1...20 as ClosedRange<UInt64>)
    func jitter(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var timeline = AnchoredTimeline(rate: rate)
        for block in 0..<1000 as Range<Int64> {
            let nominal = MediaTime(count: block * 480, rate: rate)
            let offset = block == 0 ? 0 : Int64.random(in: -40_000_000...40_000_000, using: &generator)
            let stamp = timeline.stamp(arrival: nominal + MediaTime(nanoseconds: offset), units: 480)
            if stamp != AnchoredTimeline.Stamp(time: nominal, isReanchored: false) {
                Issue.record("block \(block): \(stamp), expected \(nominal)")
                return
            }
        }
    }

    @Test("PS-TIME-002 media more than 40 ms late is anchored at its arrival, to the nanosecond")
    func late() {
        var timeline = AnchoredTimeline(rate: rate)
        _ = timeline.stamp(arrival: .zero, units: 480)
        var exactly = timeline
        #expect(exactly.stamp(arrival: ms(50), units: 480) == .init(time: ms(10), isReanchored: false))
        let arrival = ms(50) + MediaTime(nanoseconds: 1)
        #expect(timeline.stamp(arrival: arrival, units: 480) == .init(time: arrival, isReanchored: true))
        #expect(
            timeline.stamp(arrival: ms(60), units: 480) == .init(time: arrival + ms(10), isReanchored: false),
            "counting continues from the new anchor")
    }

    @Test("a first unit that was announced is on time up to 40 ms after its time")
    func begin() {
        var timeline = AnchoredTimeline(rate: rate)
        timeline.begin(at: ms(100))
        var late = timeline
        #expect(timeline.stamp(arrival: ms(140), units: 480) == .init(time: ms(100), isReanchored: false))
        timeline.begin(at: ms(500))
        #expect(timeline.stamp(arrival: ms(141), units: 480) == .init(time: ms(110), isReanchored: false))
        #expect(late.stamp(arrival: ms(141), units: 480) == .init(time: ms(141), isReanchored: true))
    }

    @Test("a burst of up to a second does not move the anchor")
    func burst() {
        var timeline = AnchoredTimeline(rate: rate)
        // 900 ms of audio at once, then silence until it has been played, three times.
        for round in 0..<3 as Range<Int64> {
            for block in 0..<90 as Range<Int64> {
                let stamp = timeline.stamp(arrival: ms(round * 900), units: 480)
                #expect(stamp == .init(time: ms(round * 900 + block * 10), isReanchored: false))
            }
        }
    }

    @Test("an app that is permanently too fast moves the anchor after each second")
    func persistentlyEarly() throws {
        var timeline = AnchoredTimeline(rate: rate)
        var moved: [MediaTime] = []
        // Twice real time: 10 ms of audio every 5 ms.
        for block in 0..<600 as Range<Int64> {
            let arrival = ms(block * 5)
            let stamp = timeline.stamp(arrival: arrival, units: 480)
            if stamp.isReanchored {
                #expect(stamp.time == arrival)
                moved.append(arrival)
            }
        }
        let first = try #require(moved.first)
        // More than 40 ms early at 45 ms; the tolerance ends a second later.
        #expect(first == ms(1045))
        #expect(moved.count == 2)
    }

    @Test("repeated earliness with pauses does not accumulate")
    func earlyWithPauses() {
        var timeline = AnchoredTimeline(rate: rate)
        var moves = 0
        for round in 0..<10 as Range<Int64> {
            for _ in 0..<60 where timeline.stamp(arrival: ms(round * 600), units: 480).isReanchored { moves += 1 }
        }
        #expect(moves == 0)
    }

    @Test("PS-AUDIO-007 another rate continues from the current count")
    func rateChange() {
        var timeline = AnchoredTimeline(rate: rate)
        _ = timeline.stamp(arrival: .zero, units: 480)
        timeline.change(rate: .samples(32_000))
        #expect(timeline.stamp(arrival: ms(12), units: 320).time == ms(10))
        #expect(timeline.stamp(arrival: ms(21), units: 320).time == ms(20))
        timeline.change(rate: .samples(32_000))
        timeline.change(rate: rate)
        #expect(timeline.stamp(arrival: ms(30), units: 480).time == ms(30))
    }

    @Test("a rate set before the first unit has no other effect")
    func rateBeforeFirst() {
        var timeline = AnchoredTimeline(rate: rate)
        timeline.change(rate: .samples(32_000))
        #expect(timeline.stamp(arrival: ms(7), units: 320) == .init(time: ms(7), isReanchored: false))
        #expect(timeline.stamp(arrival: ms(7), units: 320).time == ms(17))
    }

    @Test("PS-TIME-001 frames with a frame rate stay on its grid for ten hours")
    func frameRate() throws {
        let frameRate = try #require(Rate(30_000, over: 1001))
        var timeline = VideoTimeline(frameRate: frameRate)
        var generator = SeededRandom(seed: 10)
        for frame in 0..<1_080_000 as Range<Int64> {
            let nominal = MediaTime(count: frame, rate: frameRate)
            let jitter = frame == 0 ? 0 : Int64.random(in: 0...30_000_000, using: &generator)
            let stamp = timeline.stamp(arrival: nominal + MediaTime(nanoseconds: jitter))
            if stamp.time != nominal || stamp.isReanchored {
                Issue.record("frame \(frame): \(stamp), expected \(nominal)")
                return
            }
        }
    }

    @Test("PS-TIME-001 without a frame rate frames are stamped at their arrival")
    func arrival() {
        var timeline = VideoTimeline(frameRate: nil)
        for moment in [3, 36, 37, 500] as [Int64] {
            #expect(timeline.stamp(arrival: ms(moment)) == .init(time: ms(moment), isReanchored: false))
        }
    }

    @Test("two frames are never closer than a millisecond", arguments: [nil, Rate.thirty])
    func minimumStep(_ frameRate: Rate?) {
        var timeline = VideoTimeline(frameRate: frameRate)
        var generator = SeededRandom(seed: 5)
        var arrival = MediaTime.zero
        var last: MediaTime?
        for _ in 0..<3000 {
            arrival += MediaTime(nanoseconds: generator.pick([0, 0, 1, 999_999, 5_000_000, 40_000_000, 300_000_000]))
            let time = timeline.stamp(arrival: arrival).time
            if let last { #expect(time - last >= .milliseconds(1)) }
            last = time
        }
    }
}
