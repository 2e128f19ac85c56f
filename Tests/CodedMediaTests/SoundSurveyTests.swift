@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("What became of the sound")
struct SoundSurveyTests {
    /// Gives a survey samples in blocks of 1024, each sample `channels` times; stamps are rounded to milliseconds.
    private func add(
        _ samples: ArraySlice<Float>, at start: Double, channels: Int = 1, to survey: inout SoundSurvey
    ) {
        for first in stride(from: samples.startIndex, to: samples.endIndex, by: 1024) {
            let block = samples[first..<min(samples.endIndex, first + 1024)]
            let time = start + Double(first - samples.startIndex) / 48_000
            let stamp = MediaTime.milliseconds(Int64((time * 1000).rounded()))
            block.flatMap { [Float](repeating: $0, count: channels) }.withUnsafeBufferPointer {
                survey.add($0, at: stamp)
            }
        }
    }

    @Test("undisturbed sound is complete", arguments: [1, 2])
    func complete(_ channels: Int) throws {
        let sound = try SoundSamples.written(seconds: 3)
        var survey = SoundSurvey(sampleRate: 48_000, channels: channels)
        #expect(survey.start == nil)
        add(sound.samples[...], at: 7, channels: channels, to: &survey)
        #expect(survey.start == 7)
        #expect(abs(survey.end - 10) < 0.001)
        #expect(survey.holes.isEmpty)
        #expect(survey.overlaps.isEmpty)
        #expect(survey.clippedSamples == 0)
        #expect((59...60).contains(survey.chirps.count))
        for (index, chirp) in survey.chirps.enumerated() {
            #expect(abs(chirp.time - 7 - Double(index) / 20) < 0.0006)
            #expect(chirp.isRising == SoundCodeTests.model[index])
        }
    }

    @Test("blocks that are missing are a hole", arguments: [0.02, 0.1, 1.5])
    func hole(_ seconds: Double) throws {
        let sound = try SoundSamples.written(seconds: 4)
        let (first, second) = (1024 * 70, 1024 * 70 + Int(seconds * 48_000))
        var survey = SoundSurvey(sampleRate: 48_000, channels: 1)
        add(sound.samples[..<first], at: 1, to: &survey)
        add(sound.samples[second...], at: 1 + Double(second) / 48_000, to: &survey)
        #expect(survey.holes.count == 1)
        let hole = try #require(survey.holes.first)
        #expect(abs(hole.start - 1 - Double(first) / 48_000) < 0.001)
        #expect(abs(hole.duration - seconds) < 0.001)
        #expect(survey.overlaps.isEmpty)
        let sequence = SoundSequence(survey.chirps, expected: { _ in nil })
        #expect(sequence.jumps.isEmpty, "what is there is at its time")
    }

    @Test("blocks that begin too early are an overlap", arguments: [0.03, 0.5])
    func overlap(_ seconds: Double) throws {
        let sound = try SoundSamples.written(seconds: 5)
        let first = 1024 * 100
        var survey = SoundSurvey(sampleRate: 48_000, channels: 1)
        add(sound.samples[..<first], at: 0, to: &survey)
        let start = Double(first) / 48_000 - seconds
        add(sound.samples[first...], at: start, to: &survey)
        #expect(survey.holes.isEmpty)
        #expect(survey.overlaps.count == 1)
        let overlap = try #require(survey.overlaps.first)
        #expect(abs(overlap.start - start) < 0.001)
        #expect(abs(overlap.duration - seconds) < 0.001)
    }

    @Test("silence between chirps is a hole, too, at its time", arguments: [0, 5000])
    func silence(_ offset: Int) throws {
        let start = 70_000 + offset
        let sound = try SoundSamples.written(seconds: 3).muted(start..<start + 4800)
        var survey = SoundSurvey(sampleRate: 48_000, channels: 2)
        add(sound.samples[...], at: 20, channels: 2, to: &survey)
        #expect(survey.holes.count == 1)
        let hole = try #require(survey.holes.first)
        #expect(abs(hole.start - 20 - Double(start) / 48_000) < 0.0025)
        #expect(abs(hole.duration - 0.1) < 0.0025)
    }

    @Test("clipped samples are those next to another one, in each channel")
    func clipped() {
        var survey = SoundSurvey(sampleRate: 48_000, channels: 2)
        let full = Float(32_767) / 32_768
        let left: [Float] = [0, 1, 0, -1, -1, -1, 0, full, full, 0.999, 1, 0]
        let right: [Float] = [1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 0, -1]
        let both = zip(left, right).flatMap { [$0, $1] }
        // Cut between two samples at full scale: the second of them counts although its block is another one.
        both[..<8].withUnsafeBufferPointer { survey.add($0, at: .zero) }
        both[8...].withUnsafeBufferPointer { survey.add($0, at: .zero) }
        #expect(survey.clippedSamples == 2 + 1 + 1)
        [Float]().withUnsafeBufferPointer { survey.add($0, at: .seconds(9)) }
        #expect(survey.holes.isEmpty, "no samples are no block")
    }

    @Test("loud sound that is clipped is counted")
    func loud() throws {
        let sound = try SoundSamples.written(seconds: 1).mapped { max(-1, min(1, $0 * 12)) }
        var survey = SoundSurvey(sampleRate: 48_000, channels: 1)
        add(sound.samples[...], at: 0, to: &survey)
        let runs = zip(sound.samples, sound.samples.dropFirst()).count { abs($0) == 1 && abs($1) == 1 }
        #expect(runs > 1000)
        #expect(survey.clippedSamples == runs)
    }
}
