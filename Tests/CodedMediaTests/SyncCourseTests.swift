@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("How sound and picture lie to each other")
struct SyncCourseTests {
    /// Pictures at their times in whole milliseconds, from `start` on.
    private func pictures(
        _ seconds: Double, rate: Rate = .thirty, at start: Double = 3
    ) -> PictureTimes {
        var showings = PictureShowings(rate: rate)
        for number in 0..<Int(seconds * rate.perSecond) {
            // In whole numbers, as writers do: halves go up all along.
            let milliseconds =
                (2000 * Int64(number) * rate.denominator + rate.numerator) / (2 * rate.numerator)
            showings.add(UInt32(number), at: start + Double(milliseconds) / 1000)
        }
        return PictureTimes(showings)
    }

    /// Marks every 50 ms of the code that are heard `offset` before their pictures' real times.
    private func sound(
        _ seconds: Double, at start: Double = 3, offset: (Double) -> Double
    ) -> [SoundSequence.Mark] {
        (0..<Int(seconds * 20)).map { chirp in
            let coded = Double(chirp) / 20
            return SoundSequence.Mark(time: start + coded - offset(coded), coded: coded)
        }
    }

    /// Of the drifts that were told for files of a few seconds, 58 and 100 ppm were rounding.
    @Test("stamps in whole milliseconds make no drift in a few seconds", arguments: rates, [3.2, 4, 5.5, 10])
    func rounding(_ rate: Rate, seconds: Double) throws {
        for lead in [0, 0.4] {
            let marks = sound(seconds + lead) { _ in 0.007 }
            let course = try #require(SyncCourse(pictures: pictures(seconds, rate: rate), sound: marks))
            #expect(abs(try #require(course.drift).partsPerMillion) < 5)
            for value in [course.start, course.end, course.worst.offset] { #expect(abs(value - 0.007) < 0.0001) }
        }
    }

    private static let rates = [
        Rate.thirty, Rate(25), Rate(60), Rate(30_000, over: 1001), Rate(24_000, over: 1001), Rate(60_000, over: 1001),
    ].compactMap { $0 }

    @Test("a constant offset is found everywhere, and no drift", arguments: rates, [0, 0.04, -0.125])
    func constant(_ rate: Rate, offset: Double) throws {
        let course = try #require(SyncCourse(pictures: pictures(60, rate: rate), sound: sound(60) { _ in offset }))
        for value in [course.start, course.end, course.worst.offset] { #expect(abs(value - offset) < 0.0001) }
        #expect((119...121).contains(course.points.count))
        #expect(course.points.allSatisfy { abs($0.offset - offset) < 0.0001 })
        let drift = try #require(course.drift)
        #expect(abs(drift.partsPerMillion) < 1)
        #expect(drift.error < 1)
    }

    @Test("a drift of 200 ppm is found to 1 ppm", arguments: rates, [200.0, -200, 30])
    func drift(_ rate: Rate, partsPerMillion: Double) throws {
        let slope = partsPerMillion * 1e-6
        let course = try #require(SyncCourse(pictures: pictures(90, rate: rate), sound: sound(90) { slope * $0 }))
        let drift = try #require(course.drift)
        #expect(abs(drift.partsPerMillion - partsPerMillion) < 1)
        #expect(drift.error < 1)
        #expect(abs(course.start - slope * 0.5) < 0.0007)
        #expect(abs(course.end - slope * 89.5) < 0.0007)
        #expect(abs(course.worst.offset - slope * 90) < 0.001)
        #expect(course.worst.time > 85)
    }

    @Test("a step in the middle makes no drift", arguments: [0.05, -0.03, 0.3], [0, 100.0])
    func step(_ height: Double, partsPerMillion: Double) throws {
        let slope = partsPerMillion * 1e-6
        let marks = sound(60) { slope * $0 + ($0 < 30 ? 0 : height) }
        let course = try #require(SyncCourse(pictures: pictures(60), sound: marks))
        let drift = try #require(course.drift)
        #expect(abs(drift.partsPerMillion - partsPerMillion) < 2)
        #expect(abs(course.start) < 0.001)
        #expect(abs(course.end - height - slope * 60) < 0.001)
        #expect(abs(course.worst.offset - height) < 0.008)
    }

    @Test("half seconds count from the first mark: a hair before a whole one makes no point of its own")
    func firstPoint() throws {
        let course = try #require(SyncCourse(pictures: pictures(20), sound: sound(20) { _ in 0.000_01 }))
        #expect(course.points.count == 40)
        #expect(abs(try #require(course.points.first).time - 3.25) < 0.001)
    }

    @Test("the worst point is where it was, by its middle", arguments: [0.08, -0.08])
    func worst(_ height: Double) throws {
        // The sound is heard in the half second from 12.99 to 13.49 s, counted from the first mark.
        let marks = sound(20) { (10.15..<10.35).contains($0) || (10.05..<10.45).contains($0) ? height : 0.01 }
        let course = try #require(SyncCourse(pictures: pictures(20), sound: marks))
        #expect(abs(course.worst.offset - height) < 0.001)
        #expect(abs(course.worst.time - 13.24) < 0.001)
        #expect(abs(course.start - 0.01) < 0.001)
        #expect(abs(course.end - 0.01) < 0.001)
    }

    @Test("single wrong marks do not count")
    func outliers() throws {
        var generator = SeededGenerator(seed: 6)
        let marks = sound(30) { _ in 0.02 }.map { mark in
            generator.chance(percent: 10) ? SoundSequence.Mark(time: mark.time + 0.1, coded: mark.coded) : mark
        }
        let course = try #require(SyncCourse(pictures: pictures(30), sound: marks))
        #expect(course.points.allSatisfy { abs($0.offset - 0.02) < 0.001 })
    }

    @Test("less than three seconds have no drift, nothing in common has no course")
    func short() throws {
        let course = try #require(SyncCourse(pictures: pictures(2.9), sound: sound(2.9) { _ in 0.01 }))
        #expect(course.drift == nil)
        #expect(abs(course.start - 0.01) < 0.001)
        #expect(SyncCourse(pictures: pictures(3), sound: []) == nil)
        #expect(SyncCourse(pictures: PictureTimes(PictureShowings(rate: .thirty)), sound: sound(3) { _ in 0 }) == nil)
        let later = sound(3) { _ in 0 }.map { SoundSequence.Mark(time: $0.time, coded: $0.coded + 100) }
        #expect(SyncCourse(pictures: pictures(3), sound: later) == nil)
    }
}
