import StudioTestSupport
import Testing

/// Audio that is delayed by silence, and audio that is really repeated.
@Suite(.endToEnd)
struct InsertedSilenceTests {
    /// Twelve seconds of coded audio that were encoded as AAC, decoded: stereo with 48 kHz.
    private static func samples(_ folder: TestFolder) throws -> [Int16] {
        let out = folder.file("r.mkv")
        let outcome = try StudioProgram.run([
            "start", "--video", "coded:", "--audio", "coded:", "--width", "320", "--height", "180", "--preset",
            "ultrafast", "--fast", "--duration", "12s", "--out", out,
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return try decodedSamples(out)
    }

    /// The overlaps that `probe` finds in audio with `inserted` at a time.
    private static func overlaps(
        _ samples: [Int16], with inserted: (_ place: Int) -> [Int16], at milliseconds: Int, _ folder: TestFolder
    ) throws -> [ProbedMedia.AudioEvent] {
        let place = milliseconds * 48 * 2
        let changed = samples[..<place] + inserted(place) + samples[place...]
        let bytes = changed.withUnsafeBytes { Array($0) }
        let raw = try folder.write("g.pcm", bytes)
        let input = ["-f", "s16le", "-ar", "48000", "-ac", "2", "-i", raw]
        try Tool.run("ffmpeg", ["-v", "error", "-y"] + input + [folder.file("g.wav")])
        return try #require(try ProbedMedia(folder.file("g.wav")).audio).overlaps
    }

    @Test("inserted silence of any length repeats nothing, wherever it cuts a chirp")
    func inserted() throws {
        let folder = try TestFolder()
        let samples = try Self.samples(folder)
        for length in [30, 40, 67, 76, 113, 150, 157] {
            for place in [5003, 5012, 5031, 5046] {
                let silence = [Int16](repeating: 0, count: length * 48 * 2)
                let overlaps = try Self.overlaps(samples, with: { _ in silence }, at: place, folder)
                #expect(overlaps.isEmpty, "\(length) ms at \(place) ms: \(overlaps)")
            }
        }
    }

    @Test("audio that is repeated is found, also behind silence; without silence with its length")
    func repeated() throws {
        let folder = try TestFolder()
        let samples = try Self.samples(folder)
        for (silent, place) in [(0, 5003), (0, 5031), (67, 5003), (67, 5031), (113, 5012)] {
            let silence = [Int16](repeating: 0, count: silent * 48 * 2)
            let overlaps = try Self.overlaps(
                samples, with: { silence + samples[($0 - 32 * 48 * 2)..<$0] }, at: place, folder)
            #expect(overlaps.count == 1, "\(silent) ms at \(place) ms: \(overlaps)")
            let found = try #require(overlaps.first)
            let expected = silent == 0 ? 26.0...38 : 26...82
            #expect(expected.contains(found.milliseconds), "\(silent) ms at \(place) ms: \(found)")
            #expect(abs(found.time - Double(place + silent) / 1000) < 0.11, "\(found)")
        }
    }
}
