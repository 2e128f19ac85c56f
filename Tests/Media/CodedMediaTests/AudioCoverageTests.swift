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
        let sequence = ChirpSequence(chirps(0..<60, at: 0) + chirps(60..<120, at: 3.16)) { $0 }
        let jump = try #require(sequence.jumps.first)
        #expect(abs(jump.skipped + 0.16) < 1e-9)
        #expect(sequence.jumps(beside: []) == sequence.jumps)
        #expect(sequence.jumps(beside: [gap(3, 0.158)]) == [])
        let rest = try #require(sequence.jumps(beside: [gap(3, 0.1)]).first)
        #expect(abs(rest.skipped + 0.06) < 1e-9)
    }

    @Test("silence that cuts a chirp delays its second part: nothing is repeated", arguments: [3, 19, 31, 47])
    func cutChirp(_ cut: Int) throws {
        let silence = gap(3 + Double(cut) / 1000, 0.067)
        // The chirp is located where it would have begun.
        let sequence = ChirpSequence(chirps(0..<60, at: 0) + chirps(60..<120, at: 3.067)) { $0 }
        #expect(sequence.jumps.map { ($0.skipped * 1000).rounded() } == [-67])
        #expect(sequence.jumps(beside: [silence]) == [])
        #expect(sequence.jumps(beside: [gap(1, 0.5), silence, gap(4, 0.5)]) == [])
        let marks = sequence.marks.filter { !(2.5..<3.067).contains($0.time) }
        let heard = sequence.marks.map(\.time)
        expectLost(AudioCoverage.lost(marks, within: 0...6, beside: [silence], chirps: heard), [])
    }

    @Test("short silence within a chirp, and silence as long as whole chirps, repeat nothing")
    func shortAndWhole() throws {
        let short = ChirpSequence(chirps(0..<60, at: 0) + chirps(60..<120, at: 3.012)) { $0 }
        #expect(short.jumps.count == 1)
        #expect(short.jumps(beside: [gap(3.018, 0.012)]) == [])
        for count in 1...3 {
            let delay = Double(count) * 0.05
            let whole = ChirpSequence(chirps(0..<60, at: 0) + chirps(60..<120, at: 3 + delay)) { $0 }
            #expect(whole.jumps.map { ($0.skipped * 1000).rounded() } == [-50 * Double(count)])
            #expect(whole.jumps(beside: [gap(3.024, delay - 0.002)]) == [])
            #expect(whole.jumps(beside: [gap(3.024, delay - 0.02)]).count == 1, "it is too short")
            #expect(whole.jumps(beside: [gap(2, delay)]).count == 1, "it is elsewhere")
        }
    }

    @Test("a repetition is found beside silence that does not cover its time, and in addition to silence that does")
    func repetitions() throws {
        let repeated = ChirpSequence(chirps(0..<60, at: 0) + chirps(60..<120, at: 3.032)) { $0 }
        for silences in [[], [gap(2, 0.04)], [gap(3.04, 0.04)], [gap(3.06, 0.5)]] {
            let jump = try #require(repeated.jumps(beside: silences).first)
            #expect(abs(jump.skipped + 0.032) < 1e-9, "\(silences)")
        }
        // What silence leaves over is a repetition; how long it is depends on where it is cut.
        let both = ChirpSequence(chirps(0..<60, at: 0) + chirps(60..<120, at: 3.099)) { $0 }
        let rest = try #require(both.jumps(beside: [gap(3.02, 0.067)]).first)
        #expect(abs(rest.skipped + 0.032) < 1e-9)
        #expect(try #require(both.jumps(beside: [gap(3.063, 0.067)]).first).skipped <= -0.032)
    }

    @Test("a loop is as long as its audio, also when its first chirp is faded in")
    func loop() throws {
        let sequence = ChirpSequence(chirps(0..<60, at: 0) + chirps(0..<60, at: 3.003)) { $0 }
        let jump = try #require(sequence.jumps(beside: [gap(3, 0.012)]).first)
        #expect(abs(jump.skipped + 3.003) < 1e-9)
    }

    /// Chirps of these places, one after the other.
    private func chirps(_ places: Range<Int>, at start: Double) -> [TimedChirp] {
        places.map { place in
            TimedChirp(
                time: start + Double(place - places.lowerBound) * 0.05, isRising: ChirpCodeTests.model[place],
                amplitude: 0.1)
        }
    }

    @Test("chirps outside of the span are not a loss")
    func outside() {
        expectLost(AudioCoverage.lost(marks(0...199), within: 2...20, beside: []), [(10, 20)])
        expectLost(AudioCoverage.lost(marks(100...199), within: 5...6, beside: []), [])
    }
}
