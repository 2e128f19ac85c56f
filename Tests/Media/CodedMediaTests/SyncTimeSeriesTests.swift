@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("SyncTimeSeries")
struct SyncTimeSeriesTests {
    /// Frames at times in whole milliseconds, from `start` on.
    private func video(
        _ seconds: Double, rate: Rate = .thirty, at start: Double = 3
    ) -> CodedTimeMap {
        var presentationTimes = PresentationTimes(rate: rate)
        for number in 0..<Int(seconds * rate.perSecond) {
            // Integer arithmetic, as muxers do it: halves are always rounded up.
            let milliseconds =
                (2000 * Int64(number) * rate.denominator + rate.numerator) / (2 * rate.numerator)
            presentationTimes.add(UInt32(number), at: start + Double(milliseconds) / 1000)
        }
        return CodedTimeMap(presentationTimes)
    }

    /// Marks every 50 ms of code time, detected `offset` before the true times of their frames.
    private func audio(
        _ seconds: Double, at start: Double = 3, offset: (Double) -> Double
    ) -> [ChirpSequence.Mark] {
        (0..<Int(seconds * 20)).map { chirp in
            let coded = Double(chirp) / 20
            return ChirpSequence.Mark(time: start + coded - offset(coded), coded: coded)
        }
    }

    /// Rounding once caused drifts of 58 and 100 ppm to be reported for files of a few seconds.
    @Test("time stamps in whole milliseconds cause no drift in a few seconds", arguments: rates, [3.2, 4, 5.5, 10])
    func rounding(_ rate: Rate, seconds: Double) throws {
        for lead in [0, 0.4] {
            let marks = audio(seconds + lead) { _ in 0.007 }
            let timeSeries = try #require(SyncTimeSeries(video: video(seconds, rate: rate), audio: marks))
            #expect(abs(try #require(timeSeries.drift).partsPerMillion) < 5)
            for value in [timeSeries.start, timeSeries.end, timeSeries.worst.offset] {
                #expect(abs(value - 0.007) < 0.0001)
            }
        }
    }

    private static let rates = [
        Rate.thirty, Rate(25), Rate(60), Rate(30_000, over: 1001), Rate(24_000, over: 1001), Rate(60_000, over: 1001),
    ].compactMap { $0 }

    @Test("a constant offset is found in every point, without drift", arguments: rates, [0, 0.04, -0.125])
    func constant(_ rate: Rate, offset: Double) throws {
        let timeSeries = try #require(SyncTimeSeries(video: video(60, rate: rate), audio: audio(60) { _ in offset }))
        for value in [timeSeries.start, timeSeries.end, timeSeries.worst.offset] {
            #expect(abs(value - offset) < 0.0001)
        }
        #expect((119...121).contains(timeSeries.points.count))
        #expect(timeSeries.points.allSatisfy { abs($0.offset - offset) < 0.0001 })
        let drift = try #require(timeSeries.drift)
        #expect(abs(drift.partsPerMillion) < 1)
        #expect(drift.error < 1)
    }

    @Test("a drift of 200 ppm is found to 1 ppm", arguments: rates, [200.0, -200, 30])
    func drift(_ rate: Rate, partsPerMillion: Double) throws {
        let slope = partsPerMillion * 1e-6
        let timeSeries = try #require(SyncTimeSeries(video: video(90, rate: rate), audio: audio(90) { slope * $0 }))
        let drift = try #require(timeSeries.drift)
        #expect(abs(drift.partsPerMillion - partsPerMillion) < 1)
        #expect(drift.error < 1)
        #expect(abs(timeSeries.start - slope * 0.5) < 0.0007)
        #expect(abs(timeSeries.end - slope * 89.5) < 0.0007)
        #expect(abs(timeSeries.worst.offset - slope * 90) < 0.001)
        #expect(timeSeries.worst.time > 85)
    }

    @Test("a step in the middle causes no drift", arguments: [0.05, -0.03, 0.3], [0, 100.0])
    func step(_ height: Double, partsPerMillion: Double) throws {
        let slope = partsPerMillion * 1e-6
        let marks = audio(60) { slope * $0 + ($0 < 30 ? 0 : height) }
        let timeSeries = try #require(SyncTimeSeries(video: video(60), audio: marks))
        let drift = try #require(timeSeries.drift)
        #expect(abs(drift.partsPerMillion - partsPerMillion) < 2)
        #expect(abs(timeSeries.start) < 0.001)
        #expect(abs(timeSeries.end - height - slope * 60) < 0.001)
        #expect(abs(timeSeries.worst.offset - height) < 0.008)
    }

    @Test("half seconds are counted from the first mark, with a tolerance for rounding")
    func firstPoint() throws {
        let timeSeries = try #require(SyncTimeSeries(video: video(20), audio: audio(20) { _ in 0.000_01 }))
        #expect(timeSeries.points.count == 40)
        #expect(abs(try #require(timeSeries.points.first).time - 3.25) < 0.001)
    }

    @Test("the worst point is reported with the middle of its half second", arguments: [0.08, -0.08])
    func worst(_ height: Double) throws {
        // The audio is early in the half second from 12.99 to 13.49 s, counted from the first mark.
        let marks = audio(20) { (10.15..<10.35).contains($0) || (10.05..<10.45).contains($0) ? height : 0.01 }
        let timeSeries = try #require(SyncTimeSeries(video: video(20), audio: marks))
        #expect(abs(timeSeries.worst.offset - height) < 0.001)
        #expect(abs(timeSeries.worst.time - 13.24) < 0.001)
        #expect(abs(timeSeries.start - 0.01) < 0.001)
        #expect(abs(timeSeries.end - 0.01) < 0.001)
    }

    @Test("each offset was measured at a mark, even where two offsets occur equally often")
    func noMeans() throws {
        let marks = audio(10) { Int(($0 * 20).rounded()) % 2 == 0 ? 0.02 : -5 }.sorted { $0.time < $1.time }
        let timeSeries = try #require(SyncTimeSeries(video: video(10), audio: marks))
        let offsets = timeSeries.points.map(\.offset) + [timeSeries.start, timeSeries.end, timeSeries.worst.offset]
        #expect(offsets.allSatisfy { abs($0 - 0.02) < 0.001 || abs($0 + 5) < 0.001 })
    }

    @Test("single wrong marks are ignored")
    func outliers() throws {
        var generator = SeededRandom(seed: 6)
        let marks = audio(30) { _ in 0.02 }.map { mark in
            generator.chance(percent: 10) ? ChirpSequence.Mark(time: mark.time + 0.1, coded: mark.coded) : mark
        }
        let timeSeries = try #require(SyncTimeSeries(video: video(30), audio: marks))
        #expect(timeSeries.points.allSatisfy { abs($0.offset - 0.02) < 0.001 })
    }

    @Test("less than three seconds give no drift, and disjoint media give no time series")
    func short() throws {
        let timeSeries = try #require(SyncTimeSeries(video: video(2.9), audio: audio(2.9) { _ in 0.01 }))
        #expect(timeSeries.drift == nil)
        #expect(abs(timeSeries.start - 0.01) < 0.001)
        #expect(SyncTimeSeries(video: video(3), audio: []) == nil)
        #expect(
            SyncTimeSeries(video: CodedTimeMap(PresentationTimes(rate: .thirty)), audio: audio(3) { _ in 0 }) == nil)
        let later = audio(3) { _ in 0 }.map { ChirpSequence.Mark(time: $0.time, coded: $0.coded + 100) }
        #expect(SyncTimeSeries(video: video(3), audio: later) == nil)
    }
}
