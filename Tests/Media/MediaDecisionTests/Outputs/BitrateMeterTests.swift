import MediaOutputs
import StudioCore
import StudioTestSupport
import Testing

@Suite("Bitrate of an output")
struct BitrateMeterTests {
    /// A meter with the samples of `count` steps of 0.1 s.
    private func meter(_ count: Int, bytes: (Int) -> UInt64) -> BitrateMeter {
        var meter = BitrateMeter()
        for step in 0...count { meter.record(bytes(step), now: MediaTime(nanoseconds: Int64(step) * 100_000_000)) }
        return meter
    }

    @Test("a constant bitrate is measured from the second sample on", arguments: [1, 2, 5, 6, 39, 40, 41, 100, 1000])
    func constant(_ steps: Int) {
        #expect(meter(steps) { UInt64($0) * 12_500 }.bitsPerSecond.rounded() == 1_000_000)
    }

    @Test("it is 0 before the second sample, and for two samples at the same time")
    func empty() {
        var meter = BitrateMeter()
        #expect(meter.bitsPerSecond == 0)
        meter.record(1000, now: .zero)
        #expect(meter.bitsPerSecond == 0)
        meter.record(2000, now: .zero)
        #expect(meter.bitsPerSecond == 0)
    }

    @Test("it is 0 when the window contains no new byte")
    func stopped() {
        #expect(meter(49) { UInt64(min($0, 10)) * 1000 }.bitsPerSecond > 0)
        #expect(meter(55) { UInt64(min($0, 10)) * 1000 }.bitsPerSecond == 0)
    }

    @Test("a smaller count starts again, and so does an earlier time")
    func restarts() {
        var meter = BitrateMeter()
        meter.record(1_000_000, now: .zero)
        meter.record(2_000_000, now: .seconds(1))
        meter.record(500, now: .seconds(2))
        #expect(meter.bitsPerSecond == 0)
        meter.record(1500, now: .seconds(3))
        #expect(meter.bitsPerSecond == 8000)
        meter.record(2500, now: .seconds(2))
        #expect(meter.bitsPerSecond == 0)
    }

    @Test("bursts of two seconds have an even bitrate")
    func bursts() {
        for steps in 40...200 {
            let rate = meter(steps) { UInt64($0 / 20) * 250_000 }.bitsPerSecond
            #expect((750_000...1_500_000).contains(rate), "\(steps): \(rate)")
        }
    }

    @Test("it is the bitrate of about 4 s, whatever the distance of the samples", arguments: 1...20)
    func model(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var meter = BitrateMeter()
        var all: [(time: MediaTime, bytes: UInt64)] = []
        var (time, bytes) = (MediaTime.zero, UInt64(0))
        for _ in 0..<500 {
            meter.record(bytes, now: time)
            all.append((time, bytes))
            if time > .seconds(6) {
                // Every sample that may be the oldest one.
                let rates = all.filter { time - $0.time >= .seconds(4) && time - $0.time < .seconds(5.2) }
                    .map { Double(bytes - $0.bytes) * 8 / (time - $0.time).seconds }
                #expect(rates.contains(meter.bitsPerSecond))
            }
            time = time + MediaTime(nanoseconds: Int64.random(in: 1_000_000...600_000_000, using: &random))
            bytes += UInt64.random(in: 0...100_000, using: &random)
        }
    }
}
