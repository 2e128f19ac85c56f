import Foundation
import StudioTestSupport
import Testing

/// Media that shows parts of a session more than once, or several sessions: loops and splices.
@Suite(.endToEnd)
struct SpliceTests {
    /// A file with its own session.
    private func make(_ name: String, seconds: Int = 5, _ folder: TestFolder) throws -> String {
        let path = folder.file(name)
        let form = ["--width", "320", "--height", "240", "--video", "coded:", "--duration", "\(seconds)s"]
        let made = try StudioProgram.run(["start", "--quiet", "--fast"] + form + ["--out", path])
        try #require(made.exitCode == 0, "\(made.errors)")
        return path
    }

    /// Matroska rounds by up to half a millisecond.
    private func expectInSync(_ media: ProbedMedia, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let sync = try #require(media.sync, sourceLocation: sourceLocation)
        for value in [sync.start, sync.end, sync.worst] {
            #expect(abs(value) <= 0.5, "\(media.findings)", sourceLocation: sourceLocation)
        }
        #expect(abs(try #require(sync.drift)) < 5, sourceLocation: sourceLocation)
    }

    @Test("A looped clip is in sync in each iteration", arguments: ["mp4", "ts", "mkv"])
    func loop(_ form: String) throws {
        let folder = try TestFolder()
        let (clip, path) = (try make("clip.mp4", folder), folder.file("looped.\(form)"))
        try Tool.run("ffmpeg", ["-v", "error", "-stream_loop", "2", "-i", clip, "-c", "copy", path])
        let media = try ProbedMedia(path)
        try expectInSync(media)
        let timeSeries = try #require(media.sync).timeSeries
        #expect(timeSeries.count == 30, "all three iterations are measured")
        #expect(try #require(media.video).repeated.count == 300)
        let parts = try #require(media.parts)
        #expect(parts.map(\.frames) == [150, 150, 150])
        #expect(parts.allSatisfy { $0.missing == 0 && abs($0.sync?.worst ?? 99) <= 0.5 })
        #expect(media.findings.isEmpty, "\(media.findings)")
    }

    @Test("After a splice the second session is not compared with the first one")
    func splice() throws {
        let folder = try TestFolder()
        let clips = [try make("a.mp4", folder), try make("b.mp4", folder)]
        let list = try folder.write("list.txt", clips.map { "file '\($0)'\n" }.joined())
        let path = folder.file("spliced.mp4")
        try Tool.run("ffmpeg", ["-v", "error", "-f", "concat", "-safe", "0", "-i", list, "-c", "copy", path])
        let media = try ProbedMedia(path)
        try expectInSync(media)
        let sync = try #require(media.sync)
        #expect(abs(sync.from) < 0.1, "\(sync.from) to \(sync.to)")
        #expect(abs(sync.to - 5) < 0.1, "\(sync.from) to \(sync.to)")
        let parts = try #require(media.parts)
        #expect(parts.map(\.frames) == [150, 150])
        #expect(Set(parts.map(\.session.identity)).count == 2)
        for part in parts { #expect(abs(try #require(part.sync).worst) <= 0.5) }
        #expect(media.findings.isEmpty, "\(media.findings)")
        let text = try StudioProgram.run(["probe", path]).outputText
        #expect(text.contains("verdict   good: each of 2 parts arrived whole, in order and in sync"), "\(text)")
    }

    @Test("An offset of seconds is reported correctly", arguments: [4.5, -4.5])
    func longOffset(_ seconds: Double) throws {
        let folder = try TestFolder()
        let (clip, path) = (try make("clip.mp4", seconds: 12, folder), folder.file("shifted.mp4"))
        let shift = ["-itsoffset", "\(seconds)", "-i", clip, "-map", "0:v", "-map", "1:a", "-c", "copy"]
        try Tool.run("ffmpeg", ["-v", "error", "-i", clip] + shift + [path])
        let sync = try #require(try ProbedMedia(path).sync)
        for value in [sync.start, sync.end, sync.worst] { #expect(abs(value + seconds * 1000) < 1, "\(value)") }
    }
}
