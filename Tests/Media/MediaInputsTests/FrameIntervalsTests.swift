import StudioCore
import Testing

@testable import MediaInputs

/// The frame rate of a file, from the times of its first frames.
@Suite
struct FrameIntervalsTests {
    /// Times with these intervals in milliseconds.
    private func times(_ intervals: [Double]) -> [MediaTime?] {
        intervals.reduce(into: [0.0]) { $0.append(($0.last ?? 0) + $1) }.map { .seconds($0 / 1000) }
    }

    private func rate(_ times: [MediaTime?], declared: Rate? = nil, isInterlaced: Bool = false) -> Rate? {
        FrameIntervals(times, declared: declared)?.rate(declared: declared, isInterlaced: isInterlaced)
    }

    /// Frame numbers at a rate, rounded to milliseconds.
    private func rounded(_ numbers: [Int], _ rate: Rate) -> [MediaTime?] {
        numbers.map { .seconds((MediaTime(count: Int64($0), rate: rate).seconds * 1000).rounded() / 1000) }
    }

    @Test("A gap does not change the rate, whatever the container declares")
    func gap() throws {
        let numbers = Array(0..<60) + Array(76..<180)
        let declared = Rate(82, over: 3)
        #expect(rate(numbers.map { MediaTime(count: Int64($0), rate: .thirty) }, declared: declared) == .thirty)
        #expect(rate(rounded(numbers, .thirty), declared: declared) == .thirty)
        let found = try #require(FrameIntervals(rounded(numbers, .thirty), declared: declared))
        #expect(!found.isVariable)
    }

    @Test(
        "Times that are rounded to milliseconds are those of the standard rate",
        arguments: ["23.976", "24", "25", "29.97", "30", "50", "59.94", "60", "120", "15", "10", "1"])
    func standard(_ text: String) throws {
        let wanted = try #require(Rate(parsing: text))
        #expect(rate(rounded(Array(0..<300), wanted), declared: Rate(25)) == wanted)
        // A declared rate that differs less than the rounding is kept.
        #expect(rate(rounded(Array(0..<20), wanted), declared: wanted) == wanted)
    }

    @Test("Frames in any order, and of a clock with jitter")
    func jitter() throws {
        var phone: [Double] = []
        for index in 0..<300 {
            let jitter = [-0.4, 0, 0.4][index % 3]
            phone.append(33.33 + (index % 7 == 3 ? -5 : index % 7 == 4 ? 5 : jitter))
        }
        let shuffled = times(phone).enumerated().sorted { $0.offset % 5 < $1.offset % 5 }.map(\.element)
        #expect(rate(shuffled, declared: Rate(2950, over: 100)) == .thirty)
    }

    @Test("A screen recording of 1 to 60 fps is sent at 60, so that no frame is lost")
    func screen() throws {
        let idle = [Double](repeating: 1000, count: 60), busy = [Double](repeating: 1000.0 / 60, count: 40)
        let found = times(idle + busy)
        #expect(rate(found) == Rate(60))
        #expect(try #require(FrameIntervals(found, declared: nil)).isVariable)
        // An occasional short interval does not count, unless the container declares it.
        let mostly = times(
            [Double](repeating: 1000.0 / 30, count: 200) + [1000.0 / 60, 1000.0 / 60, 1000.0 / 60, 1000.0 / 60])
        #expect(rate(mostly) == .thirty)
        #expect(rate(mostly, declared: Rate(60)) == Rate(60))
    }

    @Test("Soft telecine is sent at the rate of its short frames")
    func telecine() {
        let frame = 1001.0 / 30
        let pattern = (0..<200).map { $0 % 2 == 0 ? frame : frame * 1.5 }
        #expect(rate(times(pattern), declared: Rate(parsing: "29.97")) == Rate(parsing: "29.97"))
    }

    @Test("Another constant rate is kept")
    func other() throws {
        let found = try #require(rate(times([Double](repeating: 33, count: 100))))
        #expect(abs(found.perSecond - 1000 / 33.0) < 0.001)
    }

    @Test("Times of fields do not double the rate of interlaced video")
    func fields() {
        let found = times([Double](repeating: 20, count: 100))
        #expect(rate(found, declared: Rate(25), isInterlaced: true) == Rate(25))
        #expect(rate(found, declared: Rate(25)) == Rate(50))
    }

    @Test("Too few times, times of packets, and times that stand still tell nothing")
    func unknown() {
        #expect(rate(times([40, 40])) == nil)
        #expect(rate((0..<100).map { $0 % 4 == 0 ? .milliseconds(Int64($0) * 40) : nil }) == nil)
        #expect(rate((0..<100).map { .milliseconds(Int64($0 / 4) * 160) }) == nil)
        #expect(rate([]) == nil)
        #expect(rate(times([Double](repeating: 1.0 / 90, count: 100))) == nil)
        #expect(rate(times([Double](repeating: 20_000, count: 10))) == nil)
    }
}

/// The intervals in which the frames of a file are due.
@Suite
struct FrameGridTests {
    private func slots(_ times: [MediaTime], _ rate: Rate = .thirty) -> [Int64] {
        let grid = FrameGrid(rate: rate, origin: .zero)
        return times.reduce(into: []) { $0.append(grid.slot($1, after: $0.last)) }
    }

    @Test("After a gap, rounded times in the middle of two intervals lose no frame")
    func middle() {
        let middle = MediaTime(nanoseconds: MediaTime(count: 1, rate: .thirty).nanoseconds / 2)
        for jitter: [Int64] in [[0, 1, -1], [1, -1, 0], [-1, 0, 1]] {
            let late = (20..<120).map { number in
                MediaTime(count: number, rate: .thirty) + middle + .milliseconds(jitter[Int(number) % 3])
            }
            let found = slots([.zero] + late)
            #expect(found[0] == 0)
            #expect(zip(found.dropFirst(), found.dropFirst(2)).allSatisfy { $0 + 1 == $1 }, "\(found)")
        }
    }

    @Test("At another rate, each frame has the nearest interval", arguments: [10, 25, 60] as [Int64])
    func otherRate(_ number: Int64) throws {
        let rate = try #require(Rate(number))
        let times = (0..<100).map { MediaTime(count: $0, rate: .thirty) }
        for (time, slot) in zip(times, slots(times, rate)) {
            let distance = abs((MediaTime(count: slot, rate: rate) - time).seconds)
            #expect(distance <= rate.interval.seconds / 2 + 0.0016, "\(time.seconds)")
        }
    }

    @Test("An interval never precedes that of the frame before")
    func order() {
        #expect(slots([.zero, .seconds(1), .milliseconds(500), .milliseconds(1050)]) == [0, 30, 30, 31])
    }
}

/// The note of a source at another rate.
@Suite
struct RateCounterTests {
    @Test("Notes name what was not sent and what was repeated")
    func note() {
        #expect(RateCounts().note("a") == nil)
        #expect(RateCounts(skipped: 1).note("a")?.contains("1 frame of it was not sent") == true)
        #expect(RateCounts(repeated: 16).note("a")?.contains("16 frames were repeated") == true)
        #expect(
            RateCounts(skipped: 2, repeated: 1).note("a")?.contains("2 frames of it were not sent, and 1 frame was")
                == true)
    }
}
