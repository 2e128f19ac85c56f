import Foundation
import StudioCore
import StudioTestSupport
import Testing

/// Truncated, damaged, empty and unsupported media files: decodable media is sent, the rest is reported in one
/// line.
@Suite(.endToEnd)
struct BrokenMediaTests {
    private func run(_ path: String, _ folder: TestFolder, _ more: [String] = []) throws -> StudioProgram.Outcome {
        try StudioProgram.run(
            ["start", "--fast", "--force", "--json", "--out", folder.file("out.mkv"), "--video", path] + more)
    }

    private func check(_ outcome: StudioProgram.Outcome, containing text: String) throws {
        #expect(outcome.exitCode == 5, "\(outcome.errors)")
        let lines = outcome.errors.split(separator: "\n").filter { $0.contains(text) }
        #expect(lines.count == 1, "'\(text)' must be reported once:\n\(outcome.errors)")
        #expect(lines.allSatisfy { $0.contains("; ") }, "no hint:\n\(outcome.errors)")
        #expect(try #require(try outcome.summary.error).message.contains(text))
    }

    /// The number of frames that ffmpeg decodes.
    private func decodable(_ path: String) throws -> Int {
        try MediaProbe(path, isWhole: false).videoFrames.count
    }

    @Test(
        "Truncated files: as many frames as ffmpeg decodes, then 5",
        arguments: [("a.mp4", 0), ("a.mkv", 0), ("a.avi", 1), ("a.mov", 0)])
    func truncated(_ name: String, _ incomplete: Int) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        let audio = name == "a.avi" ? "libmp3lame" : "aac"
        let whole = try clip.encode(
            folder, "whole-\(name)", ["-c:v", "libx264", "-bf", "0", "-c:a", audio, "-movflags", "+faststart"])
        let bytes = try folder.read("whole-\(name)")
        let path = try folder.write(name, bytes.prefix(bytes.count * 6 / 10))
        let outcome = try run(path, folder)
        try check(outcome, containing: "the last \(bytes.count - bytes.count * 6 / 10) bytes are missing")
        let (sent, expected) = (try outcome.summary.video.accepted, try decodable(path))
        #expect(expected > 20)
        // From AVI GStreamer also decodes the truncated frame.
        #expect(sent == expected + incomplete)
        #expect(try CodedReport(folder.file("out.mkv")).video.missing == 0)
        #expect(try decodable(whole) > sent)
    }

    @Test("MPEG-TS has no declared length, so truncation is not detected")
    func cutStream() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        _ = try clip.encode(folder, "whole.ts", ["-c:v", "libx264", "-c:a", "aac"])
        let bytes = try folder.read("whole.ts")
        let path = try folder.write("a.ts", bytes.prefix(bytes.count / 2))
        let outcome = try run(path, folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        // Frames that refer to missing ones are lost, or replaced by the one before them: it depends on where the cut
        // falls. ffmpeg conceals some of them.
        let (sent, expected) = (try outcome.summary.video.accepted, try decodable(path))
        #expect((expected - 6...expected + 6).contains(sent))
    }

    @Test("A file without its index, noise, text, nothing, and audio only")
    func unreadable() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 2)
        let whole = try clip.encode(folder, "whole.mp4", ["-c:v", "libx264", "-c:a", "aac"])
        let bytes = try folder.read("whole.mp4")
        try check(
            try run(try folder.write("head.mp4", bytes.prefix(bytes.count / 2)), folder), containing: "is truncated")
        var generator = SeededRandom(seed: 5)
        try check(
            try run(try folder.write("noise.mp4", generator.bytes(100_000)), folder), containing: "not a media file")
        try check(try run(try folder.write("text.mp4", "Dear diary\n"), folder), containing: "not a media file")
        try check(try run(try folder.write("empty.mp4", ""), folder), containing: "is empty")
        let song = try clip.encode(folder, "song.mp3", ["-vn", "-c:a", "libmp3lame"])
        try check(try run(song, folder), containing: "contains audio but no video")
        try check(
            try run(whole, folder, ["--audio", try clip.encode(folder, "mute.mp4", ["-an", "-c:v", "copy"])]),
            containing: "contains no audio")
    }

    @Test("A corrupt index, and noise in the frames: no crash, no hang", arguments: 0..<6)
    func damaged(_ seed: UInt64) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 2)
        let name = seed % 2 == 0 ? "whole.mp4" : "whole.mkv"
        _ = try clip.encode(folder, name, ["-c:v", "libx264", "-c:a", "aac"])
        var bytes = Array(try folder.read(name))
        var generator = SeededRandom(seed: seed)
        let place = seed < 3 ? bytes.count - 3000 : Int.random(in: 200..<bytes.count / 2, using: &generator)
        for offset in 0..<300 { bytes[place + offset * (seed < 3 ? 1 : 50) % 2500] = generator.bytes(1)[0] }
        let outcome = try run(try folder.write("bad-\(name)", bytes), folder, ["--duration", "10s"])
        #expect([0, 5].contains(outcome.exitCode), "\(outcome.errors)")
        if outcome.exitCode == 5 { #expect(outcome.errors.contains("; ")) }
    }

    @Test(
        "A format that GStreamer knows but cannot decode is rejected immediately with a hint",
        arguments: ["gif", "bmp", "tiff"])
    func undecodable(_ suffix: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 1)
        let path = try clip.encode(folder, "a.\(suffix)", ["-an", "-frames:v", "1"])
        try check(try run(path, folder, ["--duration", "1s"]), containing: "which GStreamer cannot decode; convert it")
        #expect(FileManager.default.fileExists(atPath: folder.file("out.mkv")) == false)
    }

    @Test("Ctrl-C ends a loop in real time, and the file is complete")
    func interrupted() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 1)
        let program = try StudioProgram([
            "start", "--video", clip.path, "--loop", "--out", folder.file("out.mkv"),
        ])
        try waitUntil("out.mkv has frames") { TestFolder.size(of: folder.file("out.mkv")) > 20_000 }
        program.process.signal(SIGINT)
        let outcome = try program.finish()
        #expect(outcome.exitCode == 130, "\(outcome.errors)")
        #expect(try !MediaProbe(folder.file("out.mkv")).videoFrames.isEmpty)
    }

    @Test("--loop and --start-at require media files")
    func usage() throws {
        for arguments in [["--loop"], ["--start-at", "3s"], ["--video", "coded:", "--loop"]] {
            let outcome = try StudioProgram.run(["start", "--duration", "1s", "--out", "null:"] + arguments)
            #expect(outcome.exitCode == 2, "\(outcome.errors)")
            #expect(outcome.errors.contains("media file"), "\(outcome.errors)")
        }
        let folder = try TestFolder()
        try TestMedia.y4m(64, 36, frames: 3, into: folder.file("a.y4m"))
        let outcome = try run(folder.file("a.y4m"), folder, ["--loop", "--duration", "1s"])
        try check(outcome, containing: "is read as a stream, which has no position to go to")
    }
}
