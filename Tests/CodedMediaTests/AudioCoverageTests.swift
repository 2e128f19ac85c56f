@testable import CodedMedia
import Testing

@Suite("AudioCoverage")
struct AudioCoverageTests {
    private func marks(_ times: ClosedRange<Int>, but gaps: Range<Int>...) -> [ChirpSequence.Mark] {
        times.filter { place in !gaps.contains { $0.contains(place) } }
            .map { ChirpSequence.Mark(time: Double($0) * 0.05, coded: Double($0) * 0.05) }
    }

    private func gap(_ start: Double, _ duration: Double) -> AudioAnalyzer.Stretch {
        AudioAnalyzer.Stretch(start: start, duration: duration)
    }

    private func expectLost(
        _ found: [AudioAnalyzer.Stretch], _ expected: [(Double, Double)], at location: SourceLocation = #_sourceLocation
    ) {
        #expect(found.count == expected.count, sourceLocation: location)
        for (stretch, (start, end)) in zip(found, expected) {
            #expect(abs(stretch.start - start) < 1e-9, sourceLocation: location)
            #expect(abs(stretch.end - end) < 1e-9, sourceLocation: location)
        }
    }

    @Test("complete audio has no losses; losses at the start, in the middle and at the end are found")
    func places() {
        expectLost(AudioCoverage.lost(marks(0...199), within: 0...10, beside: []), [])
        expectLost(AudioCoverage.lost(marks(20...199), within: 0...10, beside: []), [(0, 1)])
        expectLost(AudioCoverage.lost(marks(0...99), within: 0...10, beside: []), [(5, 10)])
        expectLost(AudioCoverage.lost(marks(0...199, but: 60..<100), within: 0...10, beside: []), [(3, 5)])
        expectLost(AudioCoverage.lost([], within: 0...10, beside: []), [(0, 10)])
        expectLost(AudioCoverage.lost([], within: 0...0, beside: []), [])
    }

    @Test("single misdetected chirps are ignored, five in a row are a loss")
    func least() {
        expectLost(AudioCoverage.lost(marks(0...199, but: 60..<63), within: 0...10, beside: []), [])
        expectLost(AudioCoverage.lost(marks(0...199, but: 60..<65), within: 0...10, beside: []), [(3, 3.25)])
    }

    @Test("a loss covered by a gap is reported once, and a gap covers no more than itself")
    func gaps() {
        let muted = marks(0...199, but: 60..<63, 100..<160)
        expectLost(AudioCoverage.lost(muted, within: 0...10, beside: [gap(3.02, 0.1), gap(5, 3)]), [])
        expectLost(AudioCoverage.lost(muted, within: 0...10, beside: [gap(3.02, 0.1), gap(5, 1)]), [(5, 8)])
        expectLost(
            AudioCoverage.lost(muted, within: 0...10, beside: [gap(1, 0.1), gap(5, 1.5), gap(6.5, 1.45)]), [])
    }

    @Test("chirps outside of the span are not a loss")
    func outside() {
        expectLost(AudioCoverage.lost(marks(0...199), within: 2...20, beside: []), [(10, 20)])
        expectLost(AudioCoverage.lost(marks(100...199), within: 5...6, beside: []), [])
    }
}
