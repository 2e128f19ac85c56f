import Foundation
import StudioTestSupport
import Testing

/// Files with several audio tracks. ffmpeg judges which one was sent.
@Suite(.endToEnd)
struct InputTrackTests {
    /// Video and two tracks of audio: 440 Hz and 880 Hz.
    private func make(_ folder: TestFolder, _ name: String, _ arguments: [String]) throws -> String {
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=160x96:r=10:d=2", "-f", "lavfi", "-i",
                "sine=f=440:d=2", "-f", "lavfi", "-i", "sine=f=880:d=2", "-map", "0", "-map", "1", "-map", "2", "-c:v",
                "libx264",
            ] + arguments + [folder.file(name)])
        return folder.file(name)
    }

    /// Replaces the name of a codec by one that nobody knows.
    private func replace(_ name: String, by other: String, in path: String) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let (wanted, replacement) = (Array(name.utf8), Array(other.utf8))
        let starts = bytes.indices.filter { bytes[$0...].starts(with: wanted) }
        #expect(!starts.isEmpty)
        for start in starts { bytes.replaceSubrange(start..<start + wanted.count, with: replacement) }
        try Data(bytes).write(to: URL(filePath: path))
    }

    /// The frequency of the first channel that was sent, in hertz.
    private func frequency(of path: String, _ folder: TestFolder) throws -> Int {
        let out = folder.file("out.mkv")
        let outcome = try StudioProgram.run(["start", "--fast", "--video", path, "--force", "--out", out])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let samples = try decodedSamples(out)
        let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        // One second, away from the ends.
        let middle = left.dropFirst(24_000).prefix(48_000)
        return zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
    }

    @Test(
        "Matroska's default audio track is sent, and the enabled one of MP4 and MOV",
        arguments: ["in.mkv", "in.mp4", "in.mov"], [(0, 440), (1, 880)])
    func defaultTrack(_ name: String, _ track: (Int, Int)) throws {
        let (number, hertz) = track
        let folder = try TestFolder()
        let path = try make(
            folder, name,
            ["-c:a", "aac", "-disposition:a:\(1 - number)", "0", "-disposition:a:\(number)", "default"])
        #expect(abs(try frequency(of: path, folder) - hertz) <= 2)
    }

    @Test(
        "A track with an unknown codec is passed over",
        arguments: [("in.mkv", "A_AC3", "A_XC3"), ("in.mp4", "ac-3", "xx-3")])
    func unknownCodec(_ name: String, _ codec: String, _ unknown: String) throws {
        let folder = try TestFolder()
        let path = try make(folder, name, ["-c:a:0", "ac3", "-c:a:1", "aac"])
        try replace(codec, by: unknown, in: path)
        #expect(abs(try frequency(of: path, folder) - 880) <= 2)
    }

    @Test("A file whose only audio has an unknown codec is rejected")
    func onlyUnknownCodec() throws {
        let folder = try TestFolder()
        let path = try make(folder, "in.mkv", ["-c:a", "ac3"])
        try replace("A_AC3", by: "A_XC3", in: path)
        let outcome = try StudioProgram.run(["start", "--fast", "--video", path, "--out", "null:"])
        #expect(outcome.exitCode == 5, "\(outcome.errors)")
        #expect(outcome.errors.contains("requires a missing decoder"), "\(outcome.errors)")
        #expect(outcome.errors.contains("A_XC3"), "\(outcome.errors)")
        let silent = try StudioProgram.run(["start", "--fast", "--video", path, "--no-audio", "--out", "null:"])
        #expect(silent.exitCode == 0, "\(silent.errors)")
    }

    @Test("Opus with six channels is mixed down to stereo")
    func surround() throws {
        let folder = try TestFolder()
        let path = folder.file("in.mkv")
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=160x96:r=10:d=2", "-f", "lavfi", "-i",
                "sine=f=440:d=2", "-filter_complex", "[1]pan=5.1|FL=c0|FR=c0|FC=c0|LFE=0*c0|BL=c0|BR=c0[a]", "-map",
                "0",
                "-map", "[a]", "-c:v", "libx264", "-c:a", "libopus", path,
            ])
        #expect(abs(try frequency(of: path, folder) - 440) <= 2)
        #expect(try MediaProbe(folder.file("out.mkv")).audio.channels == 2)
    }
}
