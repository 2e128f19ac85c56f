import Foundation
import StudioTestSupport
import Testing

/// Media files that are cut, damaged, empty or something else: what can be read is sent, the rest is told in one line.
@Suite(.serialized)
struct BrokenMediaTests {
    private func run(_ path: String, _ folder: TestFolder, _ more: [String] = []) throws -> StudioProgram.Outcome {
        try StudioProgram.run(
            ["start", "--fast", "--force", "--json", "--out", folder.file("out.mkv"), "--video", path] + more)
    }

    private func check(_ outcome: StudioProgram.Outcome, saying text: String) throws {
        #expect(outcome.exitCode == 5, "\(outcome.errors)")
        let lines = outcome.errors.split(separator: "\n").filter { $0.contains(text) }
        #expect(
            lines.count == 1 && lines[0].contains("; "), "'\(text)' is to be said once, with a hint:\n\(outcome.errors)"
        )
        #expect(try #require(try outcome.summary.error).message.contains(text))
    }

    /// Pictures that ffmpeg decodes of it.
    private func decodable(_ path: String) throws -> Int {
        try MediaProbe(path, isWhole: false).videoFrames.count
    }

    @Test(
        "Cut in the middle: as many pictures as ffmpeg finds, then 5", arguments: ["a.mp4", "a.mkv", "a.avi", "a.mov"])
    func cut(_ name: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        let audio = name == "a.avi" ? "libmp3lame" : "aac"
        let whole = try clip.encode(
            folder, "whole-\(name)", ["-c:v", "libx264", "-bf", "0", "-c:a", audio, "-movflags", "+faststart"])
        let bytes = try folder.read("whole-\(name)")
        let path = try folder.write(name, bytes.prefix(bytes.count * 6 / 10))
        let outcome = try run(path, folder)
        try check(outcome, saying: "lacks its last \(bytes.count - bytes.count * 6 / 10) bytes")
        let (sent, expected) = (try outcome.summary.video.accepted, try decodable(path))
        #expect(expected > 20 && abs(sent - expected) <= 1, "sent \(sent), ffmpeg decodes \(expected)")
        #expect(try CodedReport(folder.file("out.mkv")).pictures.missing == 0)
        #expect(try decodable(whole) > sent)
    }

    @Test("MPEG-TS does not say how long it is: what is there is all of it")
    func cutStream() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        _ = try clip.encode(folder, "whole.ts", ["-c:v", "libx264", "-c:a", "aac"])
        let bytes = try folder.read("whole.ts")
        let path = try folder.write("a.ts", bytes.prefix(bytes.count / 2))
        let outcome = try run(path, folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        // What refers to a picture behind the cut is lost, and the one before it is held as long.
        #expect(abs(try outcome.summary.video.accepted - decodable(path)) <= 3)
    }

    @Test("A file without its index, noise, text, nothing, and sound only")
    func unreadable() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 2)
        let whole = try clip.encode(folder, "whole.mp4", ["-c:v", "libx264", "-c:a", "aac"])
        let bytes = try folder.read("whole.mp4")
        try check(
            try run(try folder.write("head.mp4", bytes.prefix(bytes.count / 2)), folder), saying: "lacks its last")
        var generator = SeededGenerator(seed: 5)
        try check(try run(try folder.write("noise.mp4", generator.bytes(100_000)), folder), saying: "no media")
        try check(try run(try folder.write("text.mp4", "Dear diary\n"), folder), saying: "no media")
        try check(try run(try folder.write("empty.mp4", ""), folder), saying: "is empty")
        let song = try clip.encode(folder, "song.mp3", ["-vn", "-c:a", "libmp3lame"])
        try check(try run(song, folder), saying: "holds sound and no pictures")
        try check(
            try run(whole, folder, ["--audio", try clip.encode(folder, "mute.mp4", ["-an", "-c:v", "copy"])]),
            saying: "holds no sound")
    }

    @Test("An index that points anywhere, and noise in the pictures: no crash, no hang", arguments: 0..<6)
    func damaged(_ seed: UInt64) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 2)
        let name = seed % 2 == 0 ? "whole.mp4" : "whole.mkv"
        _ = try clip.encode(folder, name, ["-c:v", "libx264", "-c:a", "aac"])
        var bytes = Array(try folder.read(name))
        var generator = SeededGenerator(seed: seed)
        let place = seed < 3 ? bytes.count - 3000 : Int.random(in: 200..<bytes.count / 2, using: &generator)
        for offset in 0..<300 { bytes[place + offset * (seed < 3 ? 1 : 50) % 2500] = generator.bytes(1)[0] }
        let outcome = try run(try folder.write("bad-\(name)", bytes), folder, ["--duration", "10s"])
        #expect([0, 5].contains(outcome.exitCode), "\(outcome.errors)")
        if outcome.exitCode == 5 { #expect(outcome.errors.contains("; ")) }
    }

    @Test(
        "What GStreamer knows and does not decode is refused at once, with the way out",
        arguments: ["gif", "bmp", "tiff"])
    func undecodable(_ suffix: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 1)
        let path = try clip.encode(folder, "a.\(suffix)", ["-an", "-frames:v", "1"])
        try check(try run(path, folder, ["--duration", "1s"]), saying: "which GStreamer does not decode; convert it")
        #expect(FileManager.default.fileExists(atPath: folder.file("out.mkv")) == false)
    }

    @Test("Ctrl-C ends a loop in real time, and the file is whole")
    func interrupted() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 1)
        let program = try StudioProgram([
            "start", "--video", clip.path, "--loop", "--verbose", "--out", folder.file("out.mkv"),
        ])
        try program.waitForError("live")
        program.process.signal(SIGINT)
        let outcome = try program.finish()
        #expect(outcome.exitCode == 130, "\(outcome.errors)")
        #expect(try !MediaProbe(folder.file("out.mkv")).videoFrames.isEmpty)
    }

    @Test("Loops and places are for media files")
    func usage() throws {
        for arguments in [["--loop"], ["--start-at", "3s"], ["--video", "coded:", "--loop"]] {
            let outcome = try StudioProgram.run(["start", "--duration", "1s", "--out", "null:"] + arguments)
            #expect(outcome.exitCode == 2 && outcome.errors.contains("media file"), "\(outcome.errors)")
        }
        let folder = try TestFolder()
        try TestMedia.y4m(64, 36, frames: 3, into: folder.file("a.y4m"))
        let outcome = try run(folder.file("a.y4m"), folder, ["--loop", "--duration", "1s"])
        try check(outcome, saying: "is no media file")
    }
}
