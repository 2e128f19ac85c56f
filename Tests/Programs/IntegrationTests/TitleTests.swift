import Foundation
import StudioTestSupport
import Testing

/// The title in the metadata of recordings and streams.
@Suite(.endToEnd)
struct TitleTests {
    private static let source = [
        "start", "--fast", "--video", "coded:", "--width", "320", "--height", "180", "--duration", "2s",
    ]

    /// The title of a file; empty for none.
    private func title(_ path: String) throws -> String {
        let arguments = ["-v", "error", "-show_entries", "format_tags=title", "-of", "default=nk=1:nw=1", path]
        return String(decoding: try Tool.run("ffprobe", arguments), as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    @Test(
        "ffprobe shows the title of each kind of recording, with any characters",
        arguments: ["Show", "Ünï “Show” \\ 'a' \"b\" 7; c=d", "日本語 🎬"], [[], ["--mp4", "fragmented"]])
    func recordings(_ text: String, _ form: [String]) throws {
        let folder = try TestFolder()
        let names = ["a.mp4", "a.m4v", "a.mov", "a.mkv", "a.flv"]
        let outcome = try StudioProgram.run(
            Self.source + form + ["--title", text] + names.flatMap { ["--out", folder.file($0)] })
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        for name in names {
            #expect(try title(folder.file(name)) == text, "\(name)")
            #expect(try MediaProbe(folder.file(name)).videoFrames.count == 60, "\(name)")
        }
    }

    @Test("without the option no recording has a title; TS and HLS ignore it")
    func none() throws {
        let folder = try TestFolder()
        let names = ["a.mp4", "a.mov", "a.mkv", "a.flv"]
        let outcome = try StudioProgram.run(Self.source + names.flatMap { ["--out", folder.file($0)] })
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        for name in names { #expect(try title(folder.file(name)) == "", "\(name)") }
        let streams = ["a.ts", "a.m3u8"]
        let ignored = try StudioProgram.run(
            Self.source + ["--title", "Show"] + streams.flatMap { ["--out", folder.file($0)] })
        #expect(ignored.exitCode == 0, "\(ignored.errors)")
    }

    @Test("an RTMP stream has the title in its metadata")
    func stream() throws {
        let server = try StrictRTMPServer()
        let source = ["start", "--video", "coded:", "--width", "320", "--height", "180", "--duration", "1s"]
        let outcome = try StudioProgram.run(
            source + ["--title", "Ünï Show", "--out", "rtmp://127.0.0.1:\(server.port)/live/a"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try #require(server.publications.first?.metadata)["title"] == .string("Ünï Show"))
        #expect(server.problems == [])
    }

    @Test("an empty title, a line break, and one that is too long are usage errors")
    func invalid() throws {
        for text in ["", "a\nb", String(repeating: "a", count: 1001)] {
            let outcome = try StudioProgram.run(Self.source + ["--title", text, "--out", "null:"])
            #expect(outcome.exitCode == 2)
            #expect(outcome.errors.contains("--title"), "\(outcome.errors)")
        }
    }
}
