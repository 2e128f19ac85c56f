@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("SampleTimeline")
struct SampleTimelineTests {
    @Test(
        "time stamps in whole milliseconds give times within 0.2 ms after half a second",
        arguments: [(48_000, 1024), (44_100, 1024), (48_000, 500), (32_000, 1000), (44_100, 1152), (48_000, 100)],
        1...4 as ClosedRange<UInt64>)
    func rounding(_ form: (sampleRate: Int, block: Int), seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let start = Double.random(in: 0..<10, using: &generator)
        var timeline = SampleTimeline(sampleRate: form.sampleRate)
        var restarts = 0
        var worst = 0.0
        for block in 0..<600 {
            let first = Double(block * form.block) / Double(form.sampleRate)
            let stamp = MediaTime.milliseconds(Int64(((start + first) * 1000).rounded()))
            if timeline.add(samples: form.block, at: stamp) != .continued { restarts += 1 }
            guard first > 0.5 else { continue }
            let error = timeline.time(of: timeline.place(ofSample: Double(block * form.block))) - start - first
            worst = max(worst, abs(error))
        }
        #expect(restarts == 1)
        #expect(worst < 0.0002)
    }

    /// Each time stamp has the same rounding error, which cannot be determined.
    @Test(
        "blocks of whole milliseconds keep the rounding error of their first time stamp", arguments: [480, 960, 1152])
    func wholeMilliseconds(_ block: Int) {
        var timeline = SampleTimeline(sampleRate: 48_000)
        for number in 0..<500 {
            let time = Double(number * block) / 48_000
            _ = timeline.add(samples: block, at: .milliseconds(Int64(((2.0004 + time) * 1000).rounded())))
            let error = timeline.time(of: timeline.place(ofSample: Double(number * block))) - 2.0004 - time
            #expect(abs(error + 0.0004) < 1e-6)
        }
    }

    @Test("exact time stamps give exact times", arguments: [48_000, 44_100])
    func exact(_ sampleRate: Int) {
        var timeline = SampleTimeline(sampleRate: sampleRate)
        #expect(timeline.add(samples: 1000, at: .seconds(3)) == .restarted(gap: .zero))
        #expect(timeline.time(of: timeline.place(ofSample: 0)) == 3)
        for block in 1..<200 {
            let time = MediaTime.seconds(3) + MediaTime(count: Int64(block * 1000), rate: .samples(Int32(sampleRate)))
            #expect(timeline.add(samples: 1000, at: time) == .continued)
        }
        #expect(abs(timeline.time(of: timeline.place(ofSample: 12_345.5)) - 3 - 12_345.5 / Double(sampleRate)) < 1e-7)
    }

    @Test(
        "a gap or an overlap restarts the timeline, a small one does not", arguments: [11, 21, 1000, -11, -500, 9, -9])
    func steps(_ milliseconds: Int64) {
        var timeline = SampleTimeline(sampleRate: 48_000)
        for block in 0..<100 as Range<Int64> { _ = timeline.add(samples: 480, at: .milliseconds(block * 10)) }
        let step = timeline.add(samples: 480, at: .milliseconds(1000 + milliseconds))
        guard abs(milliseconds) > 10 else {
            #expect(step == .continued)
            return
        }
        #expect(step == .restarted(gap: .milliseconds(milliseconds)))
        let start = timeline.time(of: timeline.place(ofSample: 0))
        #expect(abs(start - Double(1000 + milliseconds) / 1000) < 1e-9, "the count restarts")
        #expect(timeline.add(samples: 480, at: .milliseconds(1010 + milliseconds)) == .continued)
    }
}
