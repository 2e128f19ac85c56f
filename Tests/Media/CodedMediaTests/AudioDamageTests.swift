@testable import CodedMedia
import Glibc
import StudioCore
import StudioTestSupport
import Testing

@Suite("Coded audio with distortions")
struct AudioDamageTests {
    /// Expects all but `lost` chirps at their positions, each with its direction.
    private func expectPositions(
        _ detected: [DetectedChirp], of total: Int, lost: Int = 1, tolerance: Double = 2.4, distance: Double = 2400,
        shift: Double = 0, at location: SourceLocation = #_sourceLocation
    ) {
        #expect(detected.count >= total - lost, sourceLocation: location)
        #expect(detected.count <= total, sourceLocation: location)
        for chirp in detected {
            let number = Int(((chirp.position - shift) / distance).rounded())
            let expected = Double(number) * distance + shift
            #expect(
                abs(chirp.position - expected) < tolerance, "chirp \(number) at \(chirp.position)",
                sourceLocation: location)
            if number >= 0, number < total {
                #expect(chirp.isRising == ChirpCodeTests.model[number], "chirp \(number)", sourceLocation: location)
            }
        }
    }

    @Test("white noise of -30 dBFS", arguments: 1...3 as ClosedRange<UInt64>)
    func noise(seed: UInt64) throws {
        let detected = try AudioSamples.written(seconds: 3).noisy(rms: 0.0316, seed: seed).detected()
        expectPositions(detected.chirps, of: 60)
        #expect(detected.silences.isEmpty)
    }

    @Test("quiet, loud, clipped and inverted audio", arguments: [0.1, 0.01, 8, -1, -0.3] as [Float])
    func gain(_ factor: Float) throws {
        let detected = try AudioSamples.written(seconds: 3).mapped { max(-1, min(1, $0 * factor)) }.detected()
        expectPositions(detected.chirps, of: 60)
        #expect(detected.silences.isEmpty)
        for chirp in detected.chirps {
            #expect(abs(chirp.amplitude - Double(abs(factor)) * 0.1) < 0.02 * Double(abs(factor)))
        }
    }

    @Test("low passes", arguments: [2, 4])
    func lowPass(_ reach: Int) throws {
        let detected = try AudioSamples.written(seconds: 3).smoothed(reach: reach).detected()
        expectPositions(detected.chirps, of: 60)
        #expect(detected.silences.isEmpty)
    }

    @Test("a fractional delay", arguments: [0.1, 0.25, 0.5, 0.77])
    func delay(_ part: Double) throws {
        let audio = try AudioSamples.written(seconds: 2).interpolated(from: -part, step: 1)
        let chirps = audio.detected().chirps
        expectPositions(chirps, of: 40, shift: part)
        // The sample before the start of the first chirp is missing.
        expectPositions(Array(chirps.dropFirst()), of: 40, lost: 2, tolerance: 0.2, shift: part)
    }

    @Test("the same delay by linear interpolation", arguments: [0.25, 0.5] as [Float])
    func linearDelay(_ part: Float) throws {
        let audio = try AudioSamples.written(seconds: 2)
        let delayed = zip([0] + audio.samples, audio.samples).map { $0 * part + $1 * (1 - part) }
        expectPositions(AudioSamples(delayed).detected().chirps, of: 40, shift: Double(part))
    }

    @Test("a speed error of up to 200 ppm is measured to 1 ppm", arguments: [-200, 200, 50, 0])
    func speed(_ partsPerMillion: Double) throws {
        let step = 1 + partsPerMillion * 1e-6
        let audio = try AudioSamples.written(seconds: 6).interpolated(from: 0, step: step)
        let chirps = audio.detected().chirps
        expectPositions(chirps, of: 120, lost: 2, distance: 2400 / step)
        // The speed shifts up and down chirps to different sides, so each direction is measured separately.
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

    @Test("100 ms of silence are found, and nothing else", arguments: [96_000, 97_301, 98_400, 71_111])
    func silence(_ start: Int) throws {
        let detected = try AudioSamples.written(seconds: 4).muted(start..<start + 4800).detected()
        #expect(detected.silences.count == 1)
        let silence = try #require(detected.silences.first)
        #expect(abs(silence.start - Double(start)) <= 96)
        #expect(abs(silence.end - Double(start + 4800)) <= 96)
        expectPositions(detected.chirps, of: 80, lost: 4, tolerance: 100)
        for chirp in detected.chirps where abs(chirp.position - Double(start) - 1200) > 6500 {
            #expect(abs(chirp.position - (chirp.position / 2400).rounded() * 2400) < 2.4)
        }
    }

    @Test("silence at the start and at the end is not silence between chirps")
    func silentEnds() throws {
        let audio = try AudioSamples.written(seconds: 2)
        let quiet = [Float](repeating: 0, count: 9600)
        let detected = AudioSamples(quiet + audio.samples + quiet).detected()
        #expect(detected.silences.isEmpty)
        expectPositions(detected.chirps, of: 40, shift: 9600)
    }

    @Test("removing 37 ms causes a jump", arguments: [96_000, 97_000, 98_765, 131_111])
    func removed(_ start: Int) throws {
        let length = 1776
        let detected = try AudioSamples.written(seconds: 6, fromSecond: 100).without(start..<start + length).detected()
        #expect(detected.silences.isEmpty)
        let far = detected.chirps.filter { $0.position < Double(start) - 2400 || $0.position > Double(start) + 2400 }
        #expect(far.count >= 120 - 4)
        for chirp in far {
            let place = chirp.position < Double(start) ? chirp.position : chirp.position + Double(length)
            let number = (place / 2400).rounded()
            #expect(abs(place - number * 2400) < 2.4, "chirp at \(chirp.position)")
            #expect(chirp.isRising == ChirpCodeTests.model[2000 + Int(number)])
        }
        let sequence = ChirpSequence(detected.chirps, sampleRate: 48_000)
        #expect(sequence.jumps.count == 1)
        let jump = try #require(sequence.jumps.first)
        #expect(abs(jump.skipped - 0.037) < 0.0002)
        #expect(abs(jump.time - Double(start) / 48_000) < 0.15)
    }

    @Test("the block length does not change the result", arguments: 1...4 as ClosedRange<UInt64>)
    func blocks(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let start = Int.random(in: 50_000..<80_000, using: &generator)
        let audio = try AudioSamples.written(seconds: 3).muted(start..<start + 4800).without(
            start + 20_000..<start + 21_000)
        let whole = audio.detected { .max / 2 }
        let parts = audio.detected { Int.random(in: 1...(seed < 3 ? 5000 : 50), using: &generator) }
        #expect(whole.silences.count == 1)
        #expect(whole.chirps == parts.chirps)
        #expect(whole.silences == parts.silences)
    }
}
