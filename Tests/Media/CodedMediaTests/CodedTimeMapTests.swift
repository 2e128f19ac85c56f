@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("CodedTimeMap")
struct CodedTimeMapTests {
    private static let rates = [Rate.thirty, Rate(25), Rate(60), Rate(30_000, over: 1001), Rate(24_000, over: 1001)]
        .compactMap { $0 }

    private func times(_ shown: [(number: Int, time: Double)], rate: Rate = .thirty) -> CodedTimeMap {
        var presentationTimes = PresentationTimes(rate: rate)
        for (number, time) in shown { presentationTimes.add(UInt32(number), at: time) }
        return CodedTimeMap(presentationTimes)
    }

    @Test("a code time belongs to the frame that starts at it or last before it", arguments: rates)
    func moments(_ rate: Rate) throws {
        let times = times((0..<600).map { ($0, Double($0)) }, rate: rate)
        for number in stride(from: 0, to: 600, by: 7) {
            let moment = Double(number) / rate.perSecond
            let shown = try #require(times.time(ofCoded: moment, playedAt: moment))
            #expect(abs(shown - Double(number)) < 1e-6)
            let within = try #require(times.time(ofCoded: moment + 0.4 / rate.perSecond, playedAt: moment))
            #expect(abs(within - Double(number) - 0.4 / rate.perSecond) < 1e-9)
        }
    }

    @Test("one missing frame is bridged, longer gaps and the time before and after are not")
    func gaps() {
        let times = times((0..<300).filter { !(90..<200).contains($0) }.map { ($0, 100 + Double($0) / 30) })
        func time(_ moment: Double) -> Double? { times.time(ofCoded: moment, playedAt: 100 + moment) }
        #expect(time(-0.01) == nil)
        #expect(abs((time(91.4 / 30) ?? 0) - 100 - 91.4 / 30) < 1e-9)
        #expect(time(91.6 / 30) == nil)
        #expect(time(6.6) == nil)
        #expect(abs((time(200.0 / 30) ?? 0) - 100 - 200.0 / 30) < 0.001)
        #expect(time(301.4 / 30) != nil)
        #expect(time(301.6 / 30) == nil)
    }

    @Test("the code time at a time is counted from the lowest number of the section")
    func coded() {
        let times = times([(31, 6), (30, 6.1), (60, 7), (10, 8), (40, 9)])
        for (time, coded) in [(1, -4.1), (6, 0.9), (6.1, 1), (7.9, 2.8), (9, 4.0 / 3), (20, 37.0 / 3)] {
            #expect(abs((times.coded(at: time) ?? .nan) - coded) < 1e-9, "at \(time)")
        }
        #expect(CodedTimeMap(PresentationTimes(rate: .thirty)).coded(at: 6) == nil)
    }

    // MARK: Stops

    @Test("where the video stood still, only audio from before and after it is compared", arguments: [true, false])
    func stops(isRepeated: Bool) throws {
        // Frame 67 is shown for ten seconds too long, once or again and again; 68 to 72 are missing.
        let before = (0...67).map { ($0, Double($0) / 30) }
        let repeated = isRepeated ? (68...372).map { (67, Double($0) / 30) } : []
        let times = times(before + repeated + (73...180).map { ($0, 10 + Double($0) / 30) })
        func time(_ moment: Double, _ played: Double) -> Double? { times.time(ofCoded: moment, playedAt: played) }
        #expect(abs(try #require(time(2.25, 2.24)) - 2.25) < 1e-6, "audio is early when the video stops")
        for played in [2.26, 7, 12.24] { #expect(time(2.25, played) == nil, "played at \(played)") }
        #expect(abs(try #require(time(2.25, 12.55)) - 12.25) < 1e-6, "audio is late when the video goes on")
        #expect(abs(try #require(time(2.5, 12.5)) - 12.5) < 1e-6)
        #expect(abs(try #require(time(2, 12.5)) - 2) < 1e-6, "audio of another frame is compared with that frame")
    }

    @Test("the last frame of a session stands still for as long as it is repeated")
    func lastStop() throws {
        let times = times((0...60).map { ($0, Double($0) / 30) } + (61...120).map { (60, Double($0) / 30) })
        #expect(times.time(ofCoded: 2.02, playedAt: 3) == nil)
        #expect(abs(try #require(times.time(ofCoded: 2.02, playedAt: 2.01)) - 2.02) < 1e-6)
    }

    @Test("a lower rate, dropped frames and a doubled rate are not stops")
    func noStops() throws {
        let slides = times((0..<10).map { ($0 * 30, Double($0)) })
        let doubled = times((0..<120).map { ($0 / 2, Double($0) / 60) })
        for late in [0.01, 0.2, 0.9] {
            #expect(abs(try #require(slides.time(ofCoded: 3.02, playedAt: 3.02 + late)) - 3.02) < 1e-6)
            #expect(abs(try #require(doubled.time(ofCoded: 1.02, playedAt: 1.02 + late)) - 1.02) < 1e-6)
        }
    }

    // MARK: Sections

    private func sections(_ numbers: [Int], rate: Rate = .thirty) -> [[UInt32]] {
        var presentationTimes = PresentationTimes(rate: rate)
        for (index, number) in numbers.enumerated() { presentationTimes.add(UInt32(number), at: Double(index)) }
        return presentationTimes.sections.map { $0.frames.map(\.number) }
    }

    @Test("repeated, swapped and slightly late frames stay in their section, each at its first time")
    func oneSection() {
        #expect(sections([1, 1, 1, 2, 2, 3]) == [[1, 2, 3]])
        #expect(sections([1, 3, 2, 5, 4, 3, 6]) == [[1, 3, 2, 5, 4, 6]])
        #expect(sections([5, 20, 6, 21]) == [[5, 20, 6, 21]])
    }

    @Test("numbers that go back by half a second start a section")
    func newSections() throws {
        #expect(sections([5, 20, 5, 6, 20]) == [[5, 20], [5, 6, 20]])
        #expect(sections([0, 1, 2, 0, 1, 2], rate: try #require(Rate(1))) == [[0, 1, 2], [0, 1, 2]])
        #expect(sections([Int(UInt32.max), 0, 1]) == [[.max], [0, 1]])
    }

    @Test("frames of another session start a section and a stretch")
    func foreign() {
        var presentationTimes = PresentationTimes(rate: .thirty)
        for number in 0..<3 as Range<UInt32> { presentationTimes.add(number, at: Double(number)) }
        for time in [3.0, 5, 4] { presentationTimes.addForeign(at: time) }
        presentationTimes.add(3, at: 6)
        presentationTimes.addForeign(at: 7)
        #expect(presentationTimes.sections.map { $0.frames.map(\.number) } == [[0, 1, 2], [3]])
        #expect(presentationTimes.foreign == [3...5, 7...7])
    }

    /// A linear search of the list, independent of its order.
    private func nearest(_ presentationTimes: PresentationTimes, _ moment: Double, _ played: Double) -> Double? {
        let shown = presentationTimes.sections.compactMap { section -> (time: Double, isStill: Bool)? in
            let before = section.frames.filter { Double($0.number) / 30 <= moment + 1e-9 }
            guard let frame = before.max(by: { $0.number < $1.number }) else { return nil }
            let distance = moment - Double(frame.number) / 30
            guard distance <= 2.5 / 30 else { return nil }
            let next = section.frames.filter { $0.number > frame.number }.min { $0.number < $1.number }
            let end = next.map { $0.time - Double($0.number - frame.number) / 30 } ?? section.lastTime
            let first = frame.time + distance
            let last = end - frame.time > 1.0 / 30 ? end + distance : first
            return played > first && played < last ? (played, true) : (played < last ? first : last, false)
        }
        let foreign = presentationTimes.foreign.map { max($0.lowerBound - played, played - $0.upperBound, 0) }.min()
        let best = shown.min { abs($0.time - played) < abs($1.time - played) }
        return best.flatMap { !$0.isStill && abs($0.time - played) < foreign ?? .infinity ? $0.time : nil }
    }

    @Test(
        "the nearest of several presentation times counts, and none if another session is nearer",
        arguments: 1...20 as ClosedRange<UInt64>)
    func nearestShowing(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var presentationTimes = PresentationTimes(rate: .thirty)
        var time = 0.0
        for _ in 0..<40 {
            let (first, count) = (Int.random(in: 0...200, using: &generator), Int.random(in: 1...90, using: &generator))
            let isForeign = seed % 2 == 0 && generator.chance(percent: 10)
            for number in first..<first + count {
                if isForeign {
                    presentationTimes.addForeign(at: time)
                } else {
                    presentationTimes.add(UInt32(number), at: time)
                }
                time += 1.0 / 30
            }
            if generator.chance(percent: 20) { time += Double.random(in: 0...4, using: &generator) }
        }
        let times = CodedTimeMap(presentationTimes)
        for _ in 0..<LongRun.repetitions(ordinary: 60, long: 500) {
            let moment = Double.random(in: -0.5...11, using: &generator)
            let played = Double.random(in: -3...time + 3, using: &generator)
            let (found, expected) = (
                times.time(ofCoded: moment, playedAt: played), nearest(presentationTimes, moment, played)
            )
            #expect((found == nil) == (expected == nil), "\(moment) played at \(played)")
            // A close match by chance is treated as rounding.
            #expect(abs((found ?? 0) - (expected ?? 0)) < 0.001, "\(moment) played at \(played)")
        }
    }

    // MARK: Media that repeat code times

    private static let length = 10.0

    /// Marks of a clip of ten seconds whose audio is `offset` ahead of its frames, from `start` on.
    private func audio(at start: Double, offset: Double, of seconds: Double = length) -> [ChirpSequence.Mark] {
        (0..<Int(seconds * 20)).map {
            ChirpSequence.Mark(time: start + Double($0) / 20 - offset, coded: Double($0) / 20)
        }
    }

    @Test("a clip that is played three times has its offset each time", arguments: [0, 0.04, -0.3, 4.5, -4.5])
    func loops(_ offset: Double) throws {
        var presentationTimes = PresentationTimes(rate: .thirty)
        var marks: [ChirpSequence.Mark] = []
        for start in [0, Self.length, 2 * Self.length] {
            for number in 0..<300 as Range<UInt32> { presentationTimes.add(number, at: start + Double(number) / 30) }
            marks += audio(at: start, offset: offset)
        }
        let timeSeries = try #require(SyncTimeSeries(video: CodedTimeMap(presentationTimes), audio: marks))
        #expect(timeSeries.points.allSatisfy { abs($0.offset - offset) < 1e-6 }, "\(timeSeries.worst)")
        #expect(abs(try #require(timeSeries.drift).partsPerMillion) < 0.1)
    }

    @Test("an offset of several seconds is reported if nothing repeats", arguments: [5, -5, 8, -8])
    func longOffset(_ offset: Double) throws {
        let times = times((0..<600).map { ($0, 3 + Double($0) / 30) })
        let timeSeries = try #require(SyncTimeSeries(video: times, audio: audio(at: 3, offset: offset, of: 20)))
        #expect(timeSeries.points.allSatisfy { abs($0.offset - offset) < 1e-6 }, "\(timeSeries.worst)")
    }

    @Test(
        "a second session is not compared with the first one, wherever its audio starts",
        arguments: [0, 3], [0, 0.2, -0.2])
    func splice(gap: Double, offset: Double) throws {
        var presentationTimes = PresentationTimes(rate: .thirty)
        let second = Self.length + gap
        for number in 0..<300 as Range<UInt32> { presentationTimes.add(number, at: Double(number) / 30) }
        for number in 0..<300 { presentationTimes.addForeign(at: second + Double(number) / 30) }
        let marks = (audio(at: 0, offset: 0) + audio(at: second, offset: offset)).sorted { $0.time < $1.time }
        let timeSeries = try #require(SyncTimeSeries(video: CodedTimeMap(presentationTimes), audio: marks))
        #expect(timeSeries.points.allSatisfy { abs($0.offset) < 1e-6 }, "\(timeSeries.worst)")
        #expect(timeSeries.points.count == 20)
        #expect(timeSeries.from == 0)
        #expect(abs(timeSeries.to - 9.95) < 0.1)
    }
}
