import Foundation
import StudioTestSupport
import Testing

/// Matroska and FLV have time stamps in whole milliseconds, which must not appear as drift or offset.
@Suite(.endToEnd)
struct RoundedStampTests {
    private func make(_ path: String, fps: String, duration: String) throws {
        let form = ["--width", "320", "--height", "240", "--fps", fps, "--video", "coded:", "--duration", duration]
        let made = try StudioProgram.run(["start", "--quiet", "--fast"] + form + ["--out", path])
        try #require(made.exitCode == 0, "\(made.errors)")
    }

    private func expectNothing(_ path: String, _ form: String, sourceLocation: SourceLocation = #_sourceLocation) throws
    {
        // FLV's time stamps are truncated, not rounded, which adds different constants to video and audio.
        let limit = form == "flv" ? 0.5 : 0.1
        let sync = try #require(try ProbedMedia(path).sync, sourceLocation: sourceLocation)
        for value in [sync.start, sync.end, sync.worst] {
            #expect(abs(value) < limit, "\(path)", sourceLocation: sourceLocation)
        }
        #expect(abs(try #require(sync.drift)) < 5, "\(path)", sourceLocation: sourceLocation)
    }

    @Test("A few seconds", arguments: ["59.94", "29.97", "23.976", "30", "25"], ["mkv", "flv"])
    func short(_ fps: String, form: String) throws {
        let folder = try TestFolder()
        let path = folder.file("short.\(form)")
        try make(path, fps: fps, duration: "3200ms")
        try expectNothing(path, form)
    }

    @Test("Video that ends before the audio", arguments: ["mkv", "flv"])
    func shortFrames(_ form: String) throws {
        let folder = try TestFolder()
        let (clip, path) = (folder.file("clip.\(form)"), folder.file("short.\(form)"))
        try make(clip, fps: "29.97", duration: "5s")
        let arguments = [
            "-v", "error", "-t", "3.6", "-i", clip, "-i", clip, "-map", "0:v", "-map", "1:a", "-c", "copy",
        ]
        try Tool.run("ffmpeg", arguments + [path])
        try expectNothing(path, form)
    }
}
