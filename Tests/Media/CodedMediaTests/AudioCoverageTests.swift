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

    @Test("between inserted silences, audio without a known position is not lost if its chirps are there")
    func inserted() {
        // Silences of 100 ms at 1.0, 1.4 and 1.8 s; marks between them are not placed.
        let silences = [gap(1, 0.1), gap(1.4, 0.1), gap(1.8, 0.1)]
        let before = marks(0...19)
        let behind = marks(40...99).map { ChirpSequence.Mark(time: $0.time, coded: $0.coded - 0.3) }
        let chirps = [1.1, 1.15, 1.2, 1.25, 1.3, 1.5, 1.55, 1.6, 1.65, 1.7, 1.9, 1.95]
        func lost(_ chirps: [Double], _ behind: [ChirpSequence.Mark]) -> [AudioAnalyzer.Stretch] {
            AudioCoverage.lost(before + behind, within: 0...5, beside: silences, chirps: chirps)
        }
        expectLost(lost(chirps, behind), [])
        expectLost(lost([], behind), [(1, 2)])
        let shifted = behind.map { ChirpSequence.Mark(time: $0.time, coded: $0.coded + 0.1) }
        expectLost(lost(chirps, shifted), [(1, 2)])
    }

    @Test("a jump back by the silence before it is no repetition; a larger one is, by the rest")
    func insertedJumps() throws {
        var chirps: [TimedChirp] = []
        func append(_ places: Range<Int>, at start: Double) {
            for (number, place) in places.enumerated() {
                let rising = ChirpCodeTests.model[place]
                chirps.append(TimedChirp(time: start + Double(number) * 0.05, isRising: rising, amplitude: 0.1))
            }
        }
        append(0..<60, at: 0)
        append(60..<120, at: 3.16)
        let sequence = ChirpSequence(chirps) { $0 }
        let jump = try #require(sequence.jumps.first)
        #expect(abs(jump.skipped + 0.16) < 1e-9)
        #expect(sequence.jumps(beside: []) == sequence.jumps)
        #expect(sequence.jumps(beside: [gap(3, 0.158)]) == [])
        let rest = try #require(sequence.jumps(beside: [gap(3, 0.1)]).first)
        #expect(abs(rest.skipped + 0.06) < 1e-9)
    }

    @Test("chirps outside of the span are not a loss")
    func outside() {
        expectLost(AudioCoverage.lost(marks(0...199), within: 2...20, beside: []), [(10, 20)])
        expectLost(AudioCoverage.lost(marks(100...199), within: 5...6, beside: []), [])
    }
}
