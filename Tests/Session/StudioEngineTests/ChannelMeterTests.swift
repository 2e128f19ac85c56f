import Foundation
import StudioCore
import StudioTestSupport
import Testing

@testable import StudioEngine

/// Peak and RMS in dBFS.
struct ChannelMeterTests {
    private func measure(_ samples: [Int16], channels: Int) -> (peak: [Double], rms: [Double])? {
        var meter = ChannelMeter()
        samples.withUnsafeBytes { meter.add($0, channels: channels) }
        return meter.take()
    }

    @Test("the largest sample is 0 dBFS, half of it 6 dB less, and zeros are silence")
    func peak() throws {
        let levels = try #require(measure([-32768, 16384, 100, -16384, 0, 0], channels: 2))
        #expect(levels.peak == [0, -6])
        let silence = try #require(measure([0, 0, 0], channels: 1))
        #expect(silence.peak == [-100])
        #expect(silence.rms == [-100])
    }

    @Test("a square wave has the RMS of its peak; the channels are separate")
    func rms() throws {
        let left: [Int16] = [16384, -16384, 16384, -16384]
        let levels = try #require(measure(left.flatMap { [$0, 0] }, channels: 2))
        #expect(levels.rms == [-6, -100])
        #expect(levels.peak == [-6, -100])
    }

    @Test("levels begin anew after they were taken, and with another number of channels")
    func taken() throws {
        var meter = ChannelMeter()
        [Int16](repeating: 16384, count: 4).withUnsafeBytes { meter.add($0, channels: 2) }
        #expect(meter.take()?.peak == [-6, -6])
        #expect(meter.take() == nil)
        [Int16](repeating: -32768, count: 4).withUnsafeBytes { meter.add($0, channels: 2) }
        [Int16](repeating: 16384, count: 4).withUnsafeBytes { meter.add($0, channels: 1) }
        #expect(meter.take()?.peak == [-6])
    }

    @Test("random samples have the levels of their definition", arguments: UInt64(1)...10)
    func random(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let samples = (0..<960).map { _ in Int16.random(in: .min ... .max, using: &random) }
        let levels = try #require(measure(samples, channels: 1))
        let squares = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / 960
        #expect(abs(levels.rms[0] - 20 * log(squares.squareRoot() / 32768)) <= 0.051)
    }

    private func log(_ value: Double) -> Double { Foundation.log10(value) }
}
