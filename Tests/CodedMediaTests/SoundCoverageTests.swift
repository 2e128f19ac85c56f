@testable import CodedMedia
import Testing

@Suite("Where sound is lost")
struct SoundCoverageTests {
    private func marks(_ times: ClosedRange<Int>, but gaps: Range<Int>...) -> [SoundSequence.Mark] {
        times.filter { place in !gaps.contains { $0.contains(place) } }
            .map { SoundSequence.Mark(time: Double($0) * 0.05, coded: Double($0) * 0.05) }
    }

    private func hole(_ start: Double, _ duration: Double) -> SoundSurvey.Stretch {
        SoundSurvey.Stretch(start: start, duration: duration)
    }

    private func expectLost(
        _ found: [SoundSurvey.Stretch], _ expected: [(Double, Double)], at location: SourceLocation = #_sourceLocation
    ) {
        #expect(found.count == expected.count, sourceLocation: location)
        for (stretch, (start, end)) in zip(found, expected) {
            #expect(abs(stretch.start - start) < 1e-9 && abs(stretch.end - end) < 1e-9, sourceLocation: location)
        }
    }

    @Test("whole sound has lost nothing; a beginning, a middle and an end are found")
    func places() {
        expectLost(SoundCoverage.lost(marks(0...199), within: 0...10, beside: []), [])
        expectLost(SoundCoverage.lost(marks(20...199), within: 0...10, beside: []), [(0, 1)])
        expectLost(SoundCoverage.lost(marks(0...99), within: 0...10, beside: []), [(5, 10)])
        expectLost(SoundCoverage.lost(marks(0...199, but: 60..<100), within: 0...10, beside: []), [(3, 5)])
        expectLost(SoundCoverage.lost([], within: 0...10, beside: []), [(0, 10)])
        expectLost(SoundCoverage.lost([], within: 0...0, beside: []), [])
    }

    @Test("single misheard chirps are nothing, five in a row are lost")
    func least() {
        expectLost(SoundCoverage.lost(marks(0...199, but: 60..<63), within: 0...10, beside: []), [])
        expectLost(SoundCoverage.lost(marks(0...199, but: 60..<65), within: 0...10, beside: []), [(3, 3.25)])
    }

    @Test("what a hole explains is not told twice, and a hole explains no more than itself")
    func holes() {
        let muted = marks(0...199, but: 60..<63, 100..<160)
        expectLost(SoundCoverage.lost(muted, within: 0...10, beside: [hole(3.02, 0.1), hole(5, 3)]), [])
        expectLost(SoundCoverage.lost(muted, within: 0...10, beside: [hole(3.02, 0.1), hole(5, 1)]), [(5, 8)])
        expectLost(
            SoundCoverage.lost(muted, within: 0...10, beside: [hole(1, 0.1), hole(5, 1.5), hole(6.5, 1.45)]), [])
    }

    @Test("what lies outside of the span is nobody's loss")
    func outside() {
        expectLost(SoundCoverage.lost(marks(0...199), within: 2...20, beside: []), [(10, 20)])
        expectLost(SoundCoverage.lost(marks(100...199), within: 5...6, beside: []), [])
    }
}
