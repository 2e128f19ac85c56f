@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("AudioAnalyzer")
struct AudioAnalyzerTests {
    /// Passes samples to an analyzer in blocks of 1024, each sample in `channels` channels, with time stamps in
    /// whole milliseconds.
    private func add(
        _ samples: ArraySlice<Float>, at start: Double, channels: Int = 1, to analyzer: inout AudioAnalyzer
    ) {
        for first in stride(from: samples.startIndex, to: samples.endIndex, by: 1024) {
            let block = samples[first..<min(samples.endIndex, first + 1024)]
            let time = start + Double(first - samples.startIndex) / 48_000
            let stamp = MediaTime.milliseconds(Int64((time * 1000).rounded()))
            block.flatMap { [Float](repeating: $0, count: channels) }.withUnsafeBufferPointer {
                analyzer.add($0, at: stamp)
            }
        }
    }

    @Test("undisturbed audio is complete", arguments: [1, 2])
    func complete(_ channels: Int) throws {
        let audio = try AudioSamples.written(seconds: 3)
        var analyzer = AudioAnalyzer(sampleRate: 48_000, channels: channels)
        #expect(analyzer.start == nil)
        add(audio.samples[...], at: 7, channels: channels, to: &analyzer)
        #expect(analyzer.start == 7)
        #expect(abs(analyzer.end - 10) < 0.001)
        #expect(analyzer.gaps.isEmpty)
        #expect(analyzer.overlaps.isEmpty)
        #expect(analyzer.clippedSamples == 0)
        #expect((59...60).contains(analyzer.chirps.count))
        for (index, chirp) in analyzer.chirps.enumerated() {
            #expect(abs(chirp.time - 7 - Double(index) / 20) < 0.0006)
            #expect(chirp.isRising == ChirpCodeTests.model[index])
        }
    }

    @Test("missing blocks are a gap", arguments: [0.02, 0.1, 1.5])
    func gap(_ seconds: Double) throws {
        let audio = try AudioSamples.written(seconds: 4)
        let (first, second) = (1024 * 70, 1024 * 70 + Int(seconds * 48_000))
        var analyzer = AudioAnalyzer(sampleRate: 48_000, channels: 1)
        add(audio.samples[..<first], at: 1, to: &analyzer)
        add(audio.samples[second...], at: 1 + Double(second) / 48_000, to: &analyzer)
        #expect(analyzer.gaps.count == 1)
        let gap = try #require(analyzer.gaps.first)
        #expect(abs(gap.start - 1 - Double(first) / 48_000) < 0.001)
        #expect(abs(gap.duration - seconds) < 0.001)
        #expect(analyzer.overlaps.isEmpty)
        let sequence = ChirpSequence(analyzer.chirps, expected: { _ in nil })
        #expect(sequence.jumps.isEmpty, "the samples that arrived keep their times")
    }

    @Test("blocks with early time stamps are an overlap", arguments: [0.03, 0.5])
    func overlap(_ seconds: Double) throws {
        let audio = try AudioSamples.written(seconds: 5)
        let first = 1024 * 100
        var analyzer = AudioAnalyzer(sampleRate: 48_000, channels: 1)
        add(audio.samples[..<first], at: 0, to: &analyzer)
        let start = Double(first) / 48_000 - seconds
        add(audio.samples[first...], at: start, to: &analyzer)
        #expect(analyzer.gaps.isEmpty)
        #expect(analyzer.overlaps.count == 1)
        let overlap = try #require(analyzer.overlaps.first)
        #expect(abs(overlap.start - start) < 0.001)
        #expect(abs(overlap.duration - seconds) < 0.001)
    }

    @Test("silence between chirps is a gap, too", arguments: [0, 5000])
    func silence(_ offset: Int) throws {
        let start = 70_000 + offset
        let audio = try AudioSamples.written(seconds: 3).muted(start..<start + 4800)
        var analyzer = AudioAnalyzer(sampleRate: 48_000, channels: 2)
        add(audio.samples[...], at: 20, channels: 2, to: &analyzer)
        #expect(analyzer.gaps.count == 1)
        let gap = try #require(analyzer.gaps.first)
        #expect(abs(gap.start - 20 - Double(start) / 48_000) < 0.0025)
        #expect(abs(gap.duration - 0.1) < 0.0025)
    }

    @Test("two or more adjacent full-scale samples of a channel are clipped")
    func clipped() {
        var analyzer = AudioAnalyzer(sampleRate: 48_000, channels: 2)
        let full = Float(32_767) / 32_768
        let left: [Float] = [0, 1, 0, -1, -1, -1, 0, full, full, 0.999, 1, 0]
        let right: [Float] = [1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 0, -1]
        let both = zip(left, right).flatMap { [$0, $1] }
        // The block boundary lies between two full-scale samples; the second one still counts.
        both[..<8].withUnsafeBufferPointer { analyzer.add($0, at: .zero) }
        both[8...].withUnsafeBufferPointer { analyzer.add($0, at: .zero) }
        #expect(analyzer.clippedSamples == 2 + 1 + 1)
        [Float]().withUnsafeBufferPointer { analyzer.add($0, at: .seconds(9)) }
        #expect(analyzer.gaps.isEmpty, "an empty block is ignored")
    }

    @Test("clipped samples of loud audio are counted")
    func loud() throws {
        let audio = try AudioSamples.written(seconds: 1).mapped { max(-1, min(1, $0 * 12)) }
        var analyzer = AudioAnalyzer(sampleRate: 48_000, channels: 1)
        add(audio.samples[...], at: 0, to: &analyzer)
        let pairs = zip(audio.samples, audio.samples.dropFirst()).count { abs($0) == 1 && abs($1) == 1 }
        #expect(pairs > 1000)
        #expect(analyzer.clippedSamples == pairs)
    }
}
