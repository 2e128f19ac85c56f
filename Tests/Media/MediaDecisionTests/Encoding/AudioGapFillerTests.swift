import StudioCore
import StudioTestSupport
import Testing

@testable import ProgramEncoding

@Suite("AudioGapFiller")
struct AudioGapFillerTests {
    private let rate = Rate.samples(48_000)

    @Test("any blocks give a track without gaps and overlaps", arguments: 1...40 as ClosedRange<UInt64>)
    func property(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var fill = AudioGapFiller(origin: .zero)
        var total: Int64 = 0
        var clock = MediaTime.zero
        for step in 0..<500 {
            clock += MediaTime(nanoseconds: Int64.random(in: 0...60_000_000, using: &generator))
            let before = total
            if generator.chance(percent: 25) {
                let limit = clock - .milliseconds(250)
                if let silence = fill.fill(upTo: limit, rate: rate) {
                    #expect(silence.start == MediaTime(count: before, rate: rate))
                    #expect(silence.silence > 0)
                    #expect(silence.skip == 0)
                    total += silence.silence
                    #expect((MediaTime(count: total, rate: rate) - limit).count(at: rate) == 0)
                }
            } else {
                let start =
                    clock + MediaTime(nanoseconds: Int64.random(in: -90_000_000...30_000_000, using: &generator))
                let samples = generator.pick([1, 320, 480, 960, 1024, 4800] as [Int64])
                let placement = fill.place(start: start, samples: samples, rate: rate)
                #expect(placement.start == MediaTime(count: before, rate: rate), "step \(step)")
                #expect(placement.silence >= 0)
                #expect((0...samples).contains(placement.skip))
                #expect(placement.silence == 0 || placement.skip == 0)
                let first = MediaTime(count: before + placement.silence - placement.skip, rate: rate)
                // The position of the block's first sample, unless the whole block is late.
                if placement.skip < samples { #expect((first - start).count(at: rate) == 0) }
                total += placement.silence + samples - placement.skip
            }
            #expect(fill.end == MediaTime(count: total, rate: rate))
        }
    }

    @Test("ten hours of 1024-sample blocks are neither padded nor trimmed")
    func drift() {
        var fill = AudioGapFiller(origin: .zero)
        for block in 0..<1_687_500 as Range<Int64> {
            let start = MediaTime(count: block * 1024, rate: rate)
            let placement = fill.place(start: start, samples: 1024, rate: rate)
            if placement != AudioPlacement(start: start, silence: 0, skip: 0) {
                Issue.record("block \(block): \(placement)")
                return
            }
        }
        #expect(fill.end == .seconds(36_000))
    }

    @Test("a late block is preceded by silence")
    func gap() {
        var fill = AudioGapFiller(origin: .zero)
        #expect(
            fill.place(start: .milliseconds(20), samples: 480, rate: rate)
                == AudioPlacement(start: .zero, silence: 960, skip: 0))
        #expect(fill.end == .milliseconds(30))
    }

    @Test("late samples are trimmed, up to a whole block")
    func trimmed() {
        var fill = AudioGapFiller(origin: .zero)
        _ = fill.place(start: .zero, samples: 960, rate: rate)
        #expect(
            fill.place(start: .milliseconds(15), samples: 480, rate: rate)
                == AudioPlacement(start: .milliseconds(20), silence: 0, skip: 240))
        #expect(
            fill.place(start: .milliseconds(-100), samples: 480, rate: rate)
                == AudioPlacement(start: .milliseconds(25), silence: 0, skip: 480))
        #expect(fill.end == .milliseconds(25))
    }

    @Test("filling stops at the limit and does nothing if the track has reached the time")
    func fillUp() {
        var fill = AudioGapFiller(origin: .seconds(1))
        #expect(fill.fill(upTo: .milliseconds(900), rate: rate) == nil)
        #expect(fill.fill(upTo: .seconds(1), rate: rate) == nil)
        #expect(
            fill.fill(upTo: .milliseconds(1100), rate: rate)
                == AudioPlacement(start: .seconds(1), silence: 4800, skip: 0))
        #expect(fill.fill(upTo: .milliseconds(1100), rate: rate) == nil)
    }

    @Test("the rate may change")
    func rateChange() {
        var fill = AudioGapFiller(origin: .zero)
        _ = fill.place(start: .zero, samples: 1024, rate: rate)
        let middle = fill.end
        let placement = fill.place(start: middle, samples: 320, rate: .samples(32_000))
        #expect(placement == AudioPlacement(start: middle, silence: 0, skip: 0))
        #expect(fill.end == middle + .milliseconds(10))
    }
}
