import Foundation
import StudioTestSupport
import Testing

/// The volume of the program's audio, measured in what was encoded.
@Suite(.endToEnd)
struct ProgramVolumeTests {
    private static let rate = 48_000
    private static let amplitude = 8000.0

    /// Six seconds of a stereo tone of 1 kHz.
    private func tone(_ folder: TestFolder) throws -> String {
        var samples = Data()
        for index in 0..<6 * Self.rate {
            let value = Int16((Self.amplitude * sin(2 * .pi * 1000 * Double(index) / Double(Self.rate))).rounded())
            for _ in 0..<2 { withUnsafeBytes(of: value.littleEndian) { samples.append(contentsOf: $0) } }
        }
        return try folder.write("tone.pcm", samples)
    }

    private func record(_ folder: TestFolder, _ name: String, _ steps: [String]) throws -> SessionReport {
        let outcome = try StudioProgram.run([
            "start", "--fast", "--width", "320", "--height", "180", "--audio", try tone(folder), "--duration", "6s",
            "--json", "--out", folder.file(name), "--scenario",
            try folder.write("\(name).yaml", (["version: 1", "steps:"] + steps).joined(separator: "\n")),
        ])
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        return try outcome.summary
    }

    /// The samples of the left channel.
    private func decoded(_ path: String) throws -> [Int16] {
        let output = try Tool.run(
            "ffmpeg", ["-v", "error", "-i", path, "-map", "0:a", "-af", "pan=mono|c0=c0", "-f", "s16le", "-"])
        return output.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count - 1, by: 2).map {
                Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: Int16.self))
            }
        }
    }

    /// The amplitude of the tone around a time in seconds.
    private func amplitude(_ samples: [Int16], at time: Double) -> Double {
        let center = Int(time * Double(Self.rate))
        let window = samples[center - 4800..<center + 4800]
        return (2 * window.map { Double($0) * Double($0) }.reduce(0, +) / Double(window.count)).squareRoot()
    }

    @Test("the program has the volume of the commands, is silent while it is muted, and does not click")
    func levels() throws {
        let folder = try TestFolder()
        let summary = try record(
            folder, "a.mkv",
            [
                "  - {after: 30 frames, setVolume: {factor: 0.5}}", "  - {after: 60 frames, setMute: {isMuted: true}}",
                "  - {after: 90 frames, setVolume: {factor: 2}}", "  - {after: 120 frames, setMute: {isMuted: false}}",
                "  - {after: 150 frames, setVolume: {factor: 1}}",
            ])
        #expect(summary.silenceMilliseconds == 0, "a muted program is no gap")
        let samples = try decoded(folder.file("a.mkv"))
        for (time, factor) in [(0.5, 1.0), (1.5, 0.5), (4.5, 2), (5.5, 1)] {
            let measured = amplitude(samples, at: time) / Self.amplitude
            #expect(abs(measured / factor - 1) < 0.02, "\(time) s: \(measured)")
        }
        for time in [2.5, 3.5] { #expect(amplitude(samples, at: time) < 2, "\(time) s") }
        // A tone of twice the amplitude rises by 0.26 of the former amplitude in a sample; a click would by 1.
        let steps = zip(samples.dropFirst(), samples).map { abs(Int($0) - Int($1)) }
        #expect(Double(steps.max() ?? 0) < 0.35 * Self.amplitude)
    }

    @Test("a volume of 1 is the same to the bit as no command")
    func unity() throws {
        let folder = try TestFolder()
        _ = try record(folder, "none.mkv", ["  - {after: 30 frames, setVideo: {isOn: true}}"])
        _ = try record(
            folder, "one.mkv",
            ["  - {after: 30 frames, setVolume: {factor: 1}}", "  - {after: 60 frames, setMute: {isMuted: false}}"])
        let (none, one) = (try PacketHashes(folder.file("none.mkv")), try PacketHashes(folder.file("one.mkv")))
        #expect(one == none)
        #expect(!one.audio.isEmpty)
    }

    @Test("a factor outside 0 to 4 is rejected")
    func range() throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run([
            "start", "--fast", "--duration", "1s", "--out", "null:", "--scenario",
            try folder.write("a.yaml", "version: 1\nsteps:\n  - {after: 3 frames, setVolume: {factor: 4.5}}\n"),
        ])
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("setVolume"), "\(outcome.errors)")
    }
}
