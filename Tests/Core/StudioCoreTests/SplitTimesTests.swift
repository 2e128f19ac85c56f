import StudioCore
import Testing

@Suite("The times at which files are split")
struct SplitTimesTests {
    /// The numbers of the frames at which a split is reached.
    private func reached(every seconds: Double, _ rate: Rate?, frames: [Int], lead: Double = 0) -> [Int] {
        var times = SplitTimes(every: .seconds(seconds), frameRate: rate)
        return frames.filter { number in
            let time = MediaTime(count: Int64(number), rate: rate ?? .thirty)
            return times.reach(time, lead: .seconds(lead)) != nil
        }
    }

    @Test(
        "a file has the frames of its interval, at any rate",
        arguments: [
            (Rate(30, over: 1), [300, 600, 900]), (Rate(30_000, over: 1001), [300, 599, 899]),
            (Rate(25, over: 1), [250, 500, 750]), (Rate(1, over: 1), [10, 20, 30]),
        ])
    func rates(_ rate: Rate?, _ expected: [Int]) {
        #expect(reached(every: 10, rate, frames: Array(0...expected[2])) == expected)
    }

    @Test("a split is reported once, and one that was passed over is not made up for")
    func gaps() {
        #expect(reached(every: 10, .thirty, frames: [0, 299, 1000, 1001, 1199, 1200]) == [1000, 1200])
    }

    @Test("a split is reported earlier by the lead, with its own time")
    func lead() {
        #expect(reached(every: 10, .thirty, frames: Array(0...900), lead: 2) == [240, 540, 840])
        var times = SplitTimes(every: .seconds(10), frameRate: .thirty)
        let time = times.reach(.seconds(8), lead: .seconds(2))
        #expect(time == .seconds(10) - MediaTime(nanoseconds: Rate.thirty.interval.nanoseconds / 2))
        #expect(times.reach(.seconds(9), lead: .seconds(2)) == nil)
    }

    @Test("an interval has ten seconds at least")
    func shortest() {
        #expect(SplitTimes(every: .zero, frameRate: nil).interval == .seconds(10))
    }
}
