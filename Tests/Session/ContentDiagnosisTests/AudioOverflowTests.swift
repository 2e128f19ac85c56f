import Foundation
import StudioCore
import StudioTestSupport
import Testing

@testable import ContentDiagnosis

/// Gains that are too high for 16 bits, and loud audio without a mistake.
@Suite("Contents: audio that is too loud")
struct AudioOverflowTests {
    /// The rules that four seconds break.
    private func findings(_ samples: [Int16], channels: Int = 1) -> [String] {
        let format = AudioFormat(sampleRate: 48_000, channels: Int32(channels))
        let window = 24_000 * channels
        var diagnosis = AudioDiagnosis()
        var found: [StudioError] = []
        for (number, begin) in stride(from: 0, to: samples.count - window + 1, by: window).enumerated() {
            samples[begin..<begin + window].withUnsafeBytes {
                found += diagnosis.add($0, format, at: AudioWindowPlace(number: number + 1, offset: 0))
            }
        }
        return found.map(\.rule.id.rawValue)
    }

    /// Music with a gain; 3 is nearly the whole range.
    private func music(_ channels: Int, gain: Double) -> [Double] {
        let samples = channels == 1 ? SyntheticMedia.music(seconds: 4) : SyntheticMedia.stereoMusic(seconds: 4)
        return samples.map { Double($0) * gain }
    }

    private func limit(_ value: Double) -> Int16 { Int16(max(-32_768, min(32_767, value))) }

    @Test("samples that wrap around are named, in mono and in stereo: CONTENT-AUDIO-009", arguments: [1, 2])
    func wrapped(_ channels: Int) {
        for gain in [5.0, 8, 12] {
            let samples = music(channels, gain: gain).map { Int16(truncatingIfNeeded: Int($0)) }
            #expect(findings(samples, channels: channels) == ["CONTENT-AUDIO-009"], "\(gain)")
        }
        let unsigned = music(channels, gain: 1).map { limit($0) ^ Int16.min }
        #expect(findings(unsigned, channels: channels) == ["CONTENT-AUDIO-009"])
    }

    @Test("a gain that clips is named, in mono and in stereo: CONTENT-AUDIO-010", arguments: [1, 2])
    func clipped(_ channels: Int) {
        for gain in [8.0, 16] {
            let samples = music(channels, gain: gain).map(limit)
            #expect(findings(samples, channels: channels) == ["CONTENT-AUDIO-010"], "\(gain)")
        }
    }

    @Test("loud music has no finding", arguments: [1, 2])
    func loud(_ channels: Int) {
        #expect(findings(music(channels, gain: 2.4).map(limit), channels: channels) == [])
        // A master whose peaks are limited.
        #expect(findings(music(channels, gain: 3).map(limit), channels: channels) == [])
    }

    @Test("tones, waves, noise and clicks of the whole range have no finding", arguments: [1, 2])
    func fullScale(_ channels: Int) {
        func check(_ name: String, _ wave: (Int) -> Double) {
            let samples = (0..<192_000).flatMap { index in Array(repeating: limit(wave(index)), count: channels) }
            #expect(findings(samples, channels: channels) == [], "\(name)")
        }
        func phase(_ index: Int, _ frequency: Double) -> Double {
            (Double(index) * frequency / 48_000).truncatingRemainder(dividingBy: 1)
        }
        for frequency in [50.0, 440, 1000, 8000, 12_000, 18_000] {
            check("\(frequency)") { 32_767 * sin(2 * .pi * phase($0, frequency)) }
        }
        for level in [30_000.0, 32_767] {
            check("square \(level)") { phase($0, 1000) < 0.5 ? level : -level }
            check("pulse \(level)") { phase($0, 1000) < 0.1 ? level : -level }
        }
        check("saw tooth") { 30_000 * (2 * phase($0, 440) - 1) }
        check("clicks") { $0 % 4800 == 0 ? 32_767 : $0 % 4800 == 1 ? -32_767 : 0 }
        var random = SeededRandom(seed: 1)
        let noise = (0..<192_000).map { _ in Double(Int16.random(in: Int16.min...Int16.max, using: &random)) }
        check("noise") { noise[$0] }
    }
}
