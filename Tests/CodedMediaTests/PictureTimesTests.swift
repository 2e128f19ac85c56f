@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("When moments of the code were shown")
struct PictureTimesTests {
    private static let rates = [Rate.thirty, Rate(25), Rate(60), Rate(30_000, over: 1001), Rate(24_000, over: 1001)]
        .compactMap { $0 }

    private func times(_ shown: [(number: Int, time: Double)], rate: Rate = .thirty) -> PictureTimes {
        var showings = PictureShowings(rate: rate)
        for (number, time) in shown { showings.add(UInt32(number), at: time) }
        return PictureTimes(showings)
    }

    @Test("a moment belongs to the picture that begins with it or last before it", arguments: rates)
    func moments(_ rate: Rate) throws {
        let times = times((0..<600).map { ($0, Double($0)) }, rate: rate)
        for number in stride(from: 0, to: 600, by: 7) {
            let moment = Double(number) / rate.perSecond
            let shown = try #require(times.time(ofCoded: moment, heardAt: moment))
            #expect(abs(shown - Double(number)) < 1e-6)
            let within = try #require(times.time(ofCoded: moment + 0.4 / rate.perSecond, heardAt: moment))
            #expect(abs(within - Double(number) - 0.4 / rate.perSecond) < 1e-9)
        }
    }

    @Test("one missing picture is bridged, longer holes and the time before and behind are not")
    func holes() {
        let times = times((0..<300).filter { !(90..<200).contains($0) }.map { ($0, 100 + Double($0) / 30) })
        func time(_ moment: Double) -> Double? { times.time(ofCoded: moment, heardAt: 100 + moment) }
        #expect(time(-0.01) == nil)
        #expect(abs((time(91.4 / 30) ?? 0) - 100 - 91.4 / 30) < 1e-9)
        #expect(time(91.6 / 30) == nil)
        #expect(time(6.6) == nil)
        #expect(abs((time(200.0 / 30) ?? 0) - 100 - 200.0 / 30) < 0.001)
        #expect(time(301.4 / 30) != nil)
        #expect(time(301.6 / 30) == nil)
    }

    @Test("the moment at a time is counted from the lowest number of the section at that time")
    func coded() {
        let times = times([(31, 6), (30, 6.1), (60, 7), (10, 8), (40, 9)])
        for (time, coded) in [(1, -4.1), (6, 0.9), (6.1, 1), (7.9, 2.8), (9, 4.0 / 3), (20, 37.0 / 3)] {
            #expect(abs((times.coded(at: time) ?? .nan) - coded) < 1e-9, "at \(time)")
        }
        #expect(PictureTimes(PictureShowings(rate: .thirty)).coded(at: 6) == nil)
    }

    // MARK: Sections

    private func sections(_ numbers: [Int], rate: Rate = .thirty) -> [[UInt32]] {
        var showings = PictureShowings(rate: rate)
        for (index, number) in numbers.enumerated() { showings.add(UInt32(number), at: Double(index)) }
        return showings.sections.map { $0.pictures.map(\.number) }
    }

    @Test("repeated, swapped and slightly late pictures stay in their section, each with its first time")
    func oneSection() {
        #expect(sections([1, 1, 1, 2, 2, 3]) == [[1, 2, 3]])
        #expect(sections([1, 3, 2, 5, 4, 3, 6]) == [[1, 3, 2, 5, 4, 6]])
        #expect(sections([5, 20, 6, 21]) == [[5, 20, 6, 21]])
    }

    @Test("numbers that go back by half a second begin anew")
    func newSections() throws {
        #expect(sections([5, 20, 5, 6, 20]) == [[5, 20], [5, 6, 20]])
        #expect(sections([0, 1, 2, 0, 1, 2], rate: try #require(Rate(1))) == [[0, 1, 2], [0, 1, 2]])
        #expect(sections([Int(UInt32.max), 0, 1]) == [[.max], [0, 1]])
    }

    @Test("pictures of another run begin a section and a stretch of their own")
    func foreign() {
        var showings = PictureShowings(rate: .thirty)
        for number in 0..<3 as Range<UInt32> { showings.add(number, at: Double(number)) }
        for time in [3.0, 5, 4] { showings.addForeign(at: time) }
        showings.add(3, at: 6)
        showings.addForeign(at: 7)
        #expect(showings.sections.map { $0.pictures.map(\.number) } == [[0, 1, 2], [3]])
        #expect(showings.foreign == [3...5, 7...7])
    }

    /// Looked up in the whole list, without any order.
    private func nearest(_ showings: PictureShowings, _ moment: Double, _ heard: Double) -> Double? {
        let shown = showings.sections.compactMap { section -> Double? in
            let before = section.pictures.filter { Double($0.number) / 30 <= moment + 1e-9 }
            guard let picture = before.max(by: { $0.number < $1.number }) else { return nil }
            let distance = moment - Double(picture.number) / 30
            return distance <= 2.5 / 30 ? picture.time + distance : nil
        }
        let foreign = showings.foreign.map { max($0.lowerBound - heard, heard - $0.upperBound, 0) }.min()
        let best = shown.min { abs($0 - heard) < abs($1 - heard) }
        return best.flatMap { abs($0 - heard) < foreign ?? .infinity ? $0 : nil }
    }

    @Test(
        "of many showings the nearest one counts, and none where another run is nearer",
        arguments: 1...20 as ClosedRange<UInt64>)
    func nearestShowing(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var showings = PictureShowings(rate: .thirty)
        var time = 0.0
        for _ in 0..<40 {
            let (first, count) = (Int.random(in: 0...200, using: &generator), Int.random(in: 1...90, using: &generator))
            let isForeign = seed % 2 == 0 && generator.chance(percent: 10)
            for number in first..<first + count {
                if isForeign { showings.addForeign(at: time) } else { showings.add(UInt32(number), at: time) }
                time += 1.0 / 30
            }
            if generator.chance(percent: 20) { time += Double.random(in: 0...4, using: &generator) }
        }
        let times = PictureTimes(showings)
        for _ in 0..<500 {
            let moment = Double.random(in: -0.5...11, using: &generator)
            let heard = Double.random(in: -3...time + 3, using: &generator)
            let (found, expected) = (times.time(ofCoded: moment, heardAt: heard), nearest(showings, moment, heard))
            #expect((found == nil) == (expected == nil), "\(moment) heard at \(heard)")
            // What follows by chance at nearly the right time is taken for rounding.
            #expect(abs((found ?? 0) - (expected ?? 0)) < 0.001, "\(moment) heard at \(heard)")
        }
    }

    // MARK: Media that repeat moments

    private static let length = 10.0

    /// Marks of a clip of ten seconds that is heard `offset` before its pictures, from `start` on.
    private func sound(at start: Double, offset: Double, of seconds: Double = length) -> [SoundSequence.Mark] {
        (0..<Int(seconds * 20)).map {
            SoundSequence.Mark(time: start + Double($0) / 20 - offset, coded: Double($0) / 20)
        }
    }

    @Test("a clip that runs three times has its offset each time", arguments: [0, 0.04, -0.3, 4.5, -4.5])
    func loops(_ offset: Double) throws {
        var showings = PictureShowings(rate: .thirty)
        var marks: [SoundSequence.Mark] = []
        for start in [0, Self.length, 2 * Self.length] {
            for number in 0..<300 as Range<UInt32> { showings.add(number, at: start + Double(number) / 30) }
            marks += sound(at: start, offset: offset)
        }
        let course = try #require(SyncCourse(pictures: PictureTimes(showings), sound: marks))
        #expect(course.points.allSatisfy { abs($0.offset - offset) < 1e-6 }, "\(course.worst)")
        #expect(abs(try #require(course.drift).partsPerMillion) < 0.1)
    }

    @Test("an offset of several seconds is told where nothing repeats", arguments: [5, -5, 8, -8])
    func longOffset(_ offset: Double) throws {
        let times = times((0..<600).map { ($0, 3 + Double($0) / 30) })
        let course = try #require(SyncCourse(pictures: times, sound: sound(at: 3, offset: offset, of: 20)))
        #expect(course.points.allSatisfy { abs($0.offset - offset) < 1e-6 }, "\(course.worst)")
    }

    @Test(
        "another run behind the first one is not compared with it, wherever its sound begins",
        arguments: [0, 3], [0, 0.2, -0.2])
    func splice(hole: Double, offset: Double) throws {
        var showings = PictureShowings(rate: .thirty)
        let second = Self.length + hole
        for number in 0..<300 as Range<UInt32> { showings.add(number, at: Double(number) / 30) }
        for number in 0..<300 { showings.addForeign(at: second + Double(number) / 30) }
        let marks = (sound(at: 0, offset: 0) + sound(at: second, offset: offset)).sorted { $0.time < $1.time }
        let course = try #require(SyncCourse(pictures: PictureTimes(showings), sound: marks))
        #expect(course.points.allSatisfy { abs($0.offset) < 1e-6 }, "\(course.worst)")
        #expect(course.points.count == 20)
        #expect(course.from == 0)
        #expect(abs(course.to - 9.95) < 0.1)
    }
}
