@testable import CodedMedia
import Glibc
import StudioCore
import StudioTestSupport
import Testing

@Suite("Audio that is not coded")
struct AudioRejectionTests {
    private func expectNothing(_ audio: AudioSamples, at location: SourceLocation = #_sourceLocation) {
        let sequence = ChirpSequence(audio.detected().chirps, sampleRate: audio.sampleRate)
        #expect(sequence.marks.isEmpty, sourceLocation: location)
        #expect(sequence.jumps.isEmpty, sourceLocation: location)
    }

    @Test("noise, loud and clipped", arguments: 1...3 as ClosedRange<UInt64>)
    func noise(seed: UInt64) {
        let silence = AudioSamples(seconds: 2, sampleRate: 22_050) { _ in 0 }
        let noise = silence.noisy(rms: 0.2, seed: seed)
        #expect(noise.detected().chirps.isEmpty)
        expectNothing(noise.mapped { $0 < 0 ? -1 : 1 })
    }

    @Test("silence and constant samples", arguments: [0, 0.5, 1])
    func rest(_ level: Double) {
        let detected = AudioSamples(seconds: 1) { _ in level }.detected()
        #expect(detected.chirps.isEmpty)
        #expect(detected.silences.isEmpty)
    }

    @Test("tones", arguments: [50, 440, 1000, 2000, 3500])
    func tones(_ frequency: Double) {
        let tone = AudioSamples(seconds: 0.7, sampleRate: 22_050) { 0.5 * sin(2 * .pi * frequency * $0) }
        #expect(tone.detected().chirps.isEmpty)
    }

    /// Repeated sweeps of other lengths, bands and speeds.
    @Test(
        "sweeps that differ from the chirps",
        arguments: [
            [500, 3500, 0.1], [500, 3500, 0.06], [1000, 3000, 0.05], [100, 8000, 1], [3500, 500, 0.025],
            [500, 3500, 0.05],
        ])
    func sweeps(_ sweep: [Double]) {
        let (low, high, seconds) = (sweep[0], sweep[1], sweep[2])
        // The last one is a chirp of the code, but always the same one.
        expectNothing(
            AudioSamples(seconds: 2.5, sampleRate: 22_050) { time in
                let place = time.truncatingRemainder(dividingBy: seconds)
                return 0.3 * sin(2 * .pi * (low * place + (high - low) / seconds * place * place / 2))
            })
    }

    @Test("chirps in random order", arguments: 1...6 as ClosedRange<UInt64>)
    func randomChirps(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let directions = (0..<200).map { _ in generator.next() & 1 == 0 }
        let audio = AudioSamples(seconds: 10, sampleRate: 22_050) { time in
            let chirp = Int(time * 20 + 1e-9)
            return 0.1 * ChirpCode.wave(at: time - Double(chirp) / 20, isRising: directions[chirp])
        }
        #expect(audio.detected().chirps.count >= 199)
        expectNothing(audio)
    }

    @Test("chords that change with a beat of 50 ms", arguments: 1...3 as ClosedRange<UInt64>)
    func music(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let chords = (0..<50).map { _ in
            (0..<5).map { _ in 110 * pow(2, Double(Int.random(in: 0..<60, using: &generator)) / 12) }
        }
        expectNothing(
            AudioSamples(seconds: 2.5, sampleRate: 22_050) { time in
                let beat = Int(time * 20 + 1e-9)
                let fade = exp(-(time - Double(beat) / 20) * 30)
                return 0.15 * fade * chords[beat].reduce(0) { $0 + sin(2 * .pi * $1 * time) }
            })
    }
}
