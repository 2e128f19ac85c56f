import Foundation
import StudioTestSupport
import Testing

/// FLV files in the eyes of flvmeta, which shares no code with GStreamer and ffmpeg.
@Suite(.endToEnd)
struct FLVValidatorTests {
    private static let kinds: [(name: String, arguments: [String])] = [
        ("30 fps", []), ("23.976 fps", ["--fps", "23.976"]), ("60 fps", ["--fps", "60"]),
        ("full range", ["--range", "full"]),
        ("mono 32 kHz", ["--audio-rate", "32000", "--audio-channels", "1"]), ("no audio", ["--no-audio"]),
        ("noise", ["--bitrate", "2M", "--video", "coded:"]),
    ]

    @Test("flvmeta finds no error and nothing wrong in the metadata", arguments: kinds.map(\.name))
    func metadata(_ name: String) throws {
        let folder = try TestFolder()
        let path = folder.file("a.flv")
        let more = try #require(Self.kinds.first { $0.name == name }).arguments
        let outcome = try StudioProgram.run(
            ["start", "--fast", "--width", "320", "--height", "180", "--duration", "5s", "--out", path] + more)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let report = String(decoding: try Tool.run("flvmeta", ["--check", path]), as: UTF8.self)
        // A tag of AAC always says 44.1 kHz, whatever the rate is (Video File Format Specification, E.4.2.1).
        let lines = report.split(separator: "\n").filter { !$0.contains("audiosamplerate should be 44100") }
        #expect(lines.filter { $0.contains(": warning") || $0.contains(": error") } == [], "\(report)")
        #expect(report.contains("0 error(s)"))
        let media = try MediaProbe(path)
        #expect(media.videoFrames.count > 100)
    }

    @Test("A single frame has metadata, too")
    func single() throws {
        let folder = try TestFolder()
        let path = folder.file("a.flv")
        let outcome = try StudioProgram.run([
            "start", "--fast", "--width", "320", "--height", "180", "--duration", "10ms", "--out", path,
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let text = String(decoding: try Tool.run("flvmeta", ["--full-dump", "--json", path]), as: UTF8.self)
        #expect(text.contains("\"videodatarate\""))
        #expect(text.contains("\"audiosamplerate\":48000"))
    }
}
