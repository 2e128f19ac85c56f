@testable import CodedMedia
import Glibc
import StudioCore
import StudioTestSupport
import Testing

@Suite("Coded sound that was changed on its way")
struct SoundDamageTests {
    /// All but `lost` chirps are at their places, and each one heard goes its right way.
    private func expectPlaces(
        _ heard: [HeardChirp], of total: Int, lost: Int = 1, tolerance: Double = 2.4, distance: Double = 2400,
        shift: Double = 0, at location: SourceLocation = #_sourceLocation
    ) {
        #expect(heard.count >= total - lost, sourceLocation: location)
        #expect(heard.count <= total, sourceLocation: location)
        for chirp in heard {
            let number = Int(((chirp.position - shift) / distance).rounded())
            let expected = Double(number) * distance + shift
            #expect(
                abs(chirp.position - expected) < tolerance, "chirp \(number) at \(chirp.position)",
                sourceLocation: location)
            if number >= 0, number < total {
                #expect(chirp.isRising == SoundCodeTests.model[number], "chirp \(number)", sourceLocation: location)
            }
        }
    }

    @Test("in white noise of -30 dBFS", arguments: 1...3 as ClosedRange<UInt64>)
    func noise(seed: UInt64) throws {
        let heard = try SoundSamples.written(seconds: 3).noisy(rms: 0.0316, seed: seed).heard()
        expectPlaces(heard.chirps, of: 60)
        #expect(heard.silences.isEmpty)
    }

    @Test("quiet, loud, clipped and the other way round", arguments: [0.1, 0.01, 8, -1, -0.3] as [Float])
    func gain(_ factor: Float) throws {
        let heard = try SoundSamples.written(seconds: 3).mapped { max(-1, min(1, $0 * factor)) }.heard()
        expectPlaces(heard.chirps, of: 60)
        #expect(heard.silences.isEmpty)
        for chirp in heard.chirps {
            #expect(abs(chirp.amplitude - Double(abs(factor)) * 0.1) < 0.02 * Double(abs(factor)))
        }
    }

    @Test("low passes", arguments: [2, 4])
    func lowPass(_ reach: Int) throws {
        let heard = try SoundSamples.written(seconds: 3).smoothed(reach: reach).heard()
        expectPlaces(heard.chirps, of: 60)
        #expect(heard.silences.isEmpty)
    }

    @Test("a delay of a part of a sample", arguments: [0.1, 0.25, 0.5, 0.77])
    func delay(_ part: Double) throws {
        let sound = try SoundSamples.written(seconds: 2).interpolated(from: -part, step: 1)
        let chirps = sound.heard().chirps
        expectPlaces(chirps, of: 40, shift: part)
        // Of the first chirp the sample before its beginning is missing.
        expectPlaces(Array(chirps.dropFirst()), of: 40, lost: 2, tolerance: 0.2, shift: part)
    }

    @Test("the same delay by straight lines", arguments: [0.25, 0.5] as [Float])
    func linearDelay(_ part: Float) throws {
        let sound = try SoundSamples.written(seconds: 2)
        let delayed = zip([0] + sound.samples, sound.samples).map { $0 * part + $1 * (1 - part) }
        expectPlaces(SoundSamples(delayed).heard().chirps, of: 40, shift: Double(part))
    }

    @Test("a speed that is wrong by 200 ppm is measured to 1 ppm", arguments: [-200, 200, 50, 0])
    func speed(_ partsPerMillion: Double) throws {
        let step = 1 + partsPerMillion * 1e-6
        let sound = try SoundSamples.written(seconds: 6).interpolated(from: 0, step: step)
        let chirps = sound.heard().chirps
        expectPlaces(chirps, of: 120, lost: 2, distance: 2400 / step)
        // Up and down are moved to different sides by the speed, so each direction is measured by itself.
        for isRising in [true, false] {
            let points = chirps.enumerated().filter { $0.element.isRising == isRising && $0.offset < 101 }.map {
                (x: Double($0.offset) * 2400, y: $0.element.position)
            }
            let meanX = points.map(\.x).reduce(0, +) / Double(points.count)
            let meanY = points.map(\.y).reduce(0, +) / Double(points.count)
            let slope =
                points.map { ($0.x - meanX) * ($0.y - meanY) }.reduce(0, +)
                / points.map { ($0.x - meanX) * ($0.x - meanX) }.reduce(0, +)
            #expect(abs(1 / slope - step) < 1e-6, "\((1 / slope - step) * 1e6) ppm off")
        }
    }

    @Test("a silence of 100 ms is found, and nothing else", arguments: [96_000, 97_301, 98_400, 71_111])
    func silence(_ start: Int) throws {
        let heard = try SoundSamples.written(seconds: 4).muted(start..<start + 4800).heard()
        #expect(heard.silences.count == 1)
        let silence = try #require(heard.silences.first)
        #expect(abs(silence.start - Double(start)) <= 96)
        #expect(abs(silence.end - Double(start + 4800)) <= 96)
        expectPlaces(heard.chirps, of: 80, lost: 4, tolerance: 100)
        for chirp in heard.chirps where abs(chirp.position - Double(start) - 1200) > 6500 {
            #expect(abs(chirp.position - (chirp.position / 2400).rounded() * 2400) < 2.4)
        }
    }

    @Test("silence at the beginning and at the end is none between chirps")
    func silentEnds() throws {
        let sound = try SoundSamples.written(seconds: 2)
        let quiet = [Float](repeating: 0, count: 9600)
        let heard = SoundSamples(quiet + sound.samples + quiet).heard()
        #expect(heard.silences.isEmpty)
        expectPlaces(heard.chirps, of: 40, shift: 9600)
    }

    @Test("37 ms that were cut out are a jump", arguments: [96_000, 97_000, 98_765, 131_111])
    func cut(_ start: Int) throws {
        let length = 1776
        let heard = try SoundSamples.written(seconds: 6, fromSecond: 100).without(start..<start + length).heard()
        #expect(heard.silences.isEmpty)
        let far = heard.chirps.filter { $0.position < Double(start) - 2400 || $0.position > Double(start) + 2400 }
        #expect(far.count >= 120 - 4)
        for chirp in far {
            let place = chirp.position < Double(start) ? chirp.position : chirp.position + Double(length)
            let number = (place / 2400).rounded()
            #expect(abs(place - number * 2400) < 2.4, "chirp at \(chirp.position)")
            #expect(chirp.isRising == SoundCodeTests.model[2000 + Int(number)])
        }
        let sequence = SoundSequence(heard.chirps, sampleRate: 48_000)
        #expect(sequence.jumps.count == 1)
        let jump = try #require(sequence.jumps.first)
        #expect(abs(jump.skipped - 0.037) < 0.0002)
        #expect(abs(jump.time - Double(start) / 48_000) < 0.15)
    }

    @Test("blocks of any length give the same as one block", arguments: 1...4 as ClosedRange<UInt64>)
    func blocks(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let start = Int.random(in: 50_000..<80_000, using: &generator)
        let sound = try SoundSamples.written(seconds: 3).muted(start..<start + 4800).without(
            start + 20_000..<start + 21_000)
        let whole = sound.heard { .max / 2 }
        let parts = sound.heard { Int.random(in: 1...(seed < 3 ? 5000 : 50), using: &generator) }
        #expect(whole.silences.count == 1)
        #expect(whole.chirps == parts.chirps)
        #expect(whole.silences == parts.silences)
    }
}
