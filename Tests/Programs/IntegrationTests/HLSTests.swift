import Foundation
import Glibc
import StudioTestSupport
import Testing

/// HLS folders: complete segments only, playable at any time, and other files are kept.
@Suite(.endToEnd)
struct HLSTests {
    private static let source = [
        "start", "--width", "640", "--height", "360", "--video", "coded:1f3a9c02",
    ]

    private struct Playlist {
        let lines: [String]
        var segments: [String] { lines.filter { !$0.hasPrefix("#") } }
        var durations: [Double] {
            lines.filter { $0.hasPrefix("#EXTINF:") }.compactMap { Double($0.dropFirst(8).dropLast()) }
        }
        var isEnded: Bool { lines.last == "#EXT-X-ENDLIST" }

        init(_ path: String) throws {
            let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
            lines = text.split(separator: "\n").map(String.init)
        }

        func value(_ tag: String) -> Int? {
            lines.first { $0.hasPrefix(tag + ":") }.flatMap { Int($0.dropFirst(tag.count + 1)) }
        }
    }

    @Test("A complete playlist: every frame, in sync, each segment begins at a key frame and is playable alone")
    func complete() throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run(
            Self.source + [
                "--fast", "--duration", "21s", "--hls-window", "all", "--out", folder.file("new/hls/index.m3u8"),
                "--json",
            ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let path = folder.file("new/hls/index.m3u8")
        let playlist = try Playlist(path)
        #expect(playlist.isEnded)
        #expect(playlist.value("#EXT-X-VERSION") == 3)
        #expect(playlist.value("#EXT-X-TARGETDURATION") == 3)
        #expect(playlist.value("#EXT-X-MEDIA-SEQUENCE") == 0)
        // Time stamps count ticks of 90 kHz.
        #expect(playlist.durations.map { ($0 * 1000).rounded() } == Array(repeating: 2000, count: 10) + [1000])
        var bytes = 0
        for (number, name) in playlist.segments.enumerated() {
            let segment = folder.file("new/hls/\(name)")
            let probe = try MediaProbe(segment)
            #expect(probe.videoFrames.count == (number < 10 ? 60 : 30), "\(name)")
            #expect(probe.videoFrames.first?.key_frame == 1, "\(name)")
            bytes += TestFolder.size(of: segment)
        }
        let output = try #require(try outcome.summary.outputs.first)
        #expect(output.outputBytes == bytes)
        #expect(output.outputSkippedFrames == 0)
        #expect(output.outputSkippedAudio == 0)
        let whole = try MediaProbe(path)
        #expect(whole.videoFrames.count == 630)
        let server = try WebServer(folder)
        let media = try ProbedMedia(
            server.url("new/hls/index.m3u8"),
            ["--strict", "--expect-frames", "630", "--max-missing", "0", "--max-offset", "1ms", "--max-gap", "0"])
        #expect(media.exitCode == 0, "\(media.verdict)")
        #expect(media.findings.isEmpty, "\(media.findings.map(\.message))")
    }

    @Test("The default window lists six segments, and keeps six more for players that are behind")
    func window() throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run(
            Self.source + ["--fast", "--duration", "40s", "--out", folder.file("index.m3u8")])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let playlist = try Playlist(folder.file("index.m3u8"))
        #expect(playlist.segments.count == 6)
        #expect(playlist.value("#EXT-X-MEDIA-SEQUENCE") == 14)
        #expect(playlist.segments.last?.hasSuffix("-000019.ts") == true)
        let names = try folder.names.filter { $0.hasSuffix(".ts") }.sorted()
        #expect(names.count == 12)
        #expect(names.suffix(6) == playlist.segments.sorted()[...])
        #expect(try folder.names.count == 13, "no temporary file is left")
    }

    @Test("An existing playlist is kept without --force; with it, other sessions' segments stay")
    func existing() throws {
        let folder = try TestFolder()
        let arguments = Self.source + ["--fast", "--duration", "3s", "--out", folder.file("index.m3u8")]
        #expect(try StudioProgram.run(arguments).exitCode == 0)
        let first = try folder.names
        let playlist = try folder.read("index.m3u8")
        let refused = try StudioProgram.run(arguments)
        #expect(refused.exitCode == 2)
        #expect(refused.errors.contains("exists; --force overwrites it"), "\(refused.errors)")
        #expect(try folder.read("index.m3u8") == playlist)
        #expect(try StudioProgram.run(arguments + ["--force"]).exitCode == 0)
        #expect(try folder.read("index.m3u8") != playlist)
        #expect(Set(try folder.names).isSuperset(of: first))
        #expect(try folder.names.count == first.count + 2)
        for name in try folder.names where name.hasSuffix(".ts") {
            #expect(try MediaProbe(folder.file(name)).videoFrames.first?.key_frame == 1)
        }
    }

    @Test("An invalid window is a usage error that says what was expected", arguments: ["0", "six", "-1"])
    func invalidWindow(_ text: String) throws {
        let outcome = try StudioProgram.run(["start", "--hls-window=\(text)", "--out", "index.m3u8"])
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("hls-window"), "\(outcome.errors)")
    }

    @Test("A folder that disappears fails this output with its cause; the others go on")
    func removed() throws {
        let folder = try TestFolder()
        let program = try StudioProgram(
            Self.source + [
                "--duration", "5s", "--out", folder.file("hls/index.m3u8"), "--out", folder.file("a.ts"), "--json",
            ])
        try waitUntil("the playlist appears") {
            FileManager.default.fileExists(atPath: folder.file("hls/index.m3u8"))
        }
        try FileManager.default.removeItem(atPath: folder.file("hls"))
        let outcome = try program.finish()
        #expect(outcome.exitCode == 6, "\(outcome.errors)")
        let summary = try outcome.summary
        #expect(summary.outputs.map(\.cause) == ["removed", nil])
        #expect(try MediaProbe(folder.file("a.ts")).videoFrames.count == summary.encodedFrames)
    }

    @Test("kill -9 leaves a playlist of complete segments")
    func killed() throws {
        let folder = try TestFolder()
        let program = try StudioProgram(Self.source + ["--out", folder.file("index.m3u8")])
        try waitUntil("two segments are listed") {
            (try? Playlist(folder.file("index.m3u8")).segments.count).map { $0 >= 2 } ?? false
        }
        program.process.signal(SIGKILL)
        #expect(try program.finish().status == .killed(signal: SIGKILL))
        let playlist = try Playlist(folder.file("index.m3u8"))
        #expect(!playlist.isEnded)
        for name in playlist.segments {
            let probe = try MediaProbe(folder.file(name))
            #expect(probe.videoFrames.first?.key_frame == 1)
            // Two seconds. In real time, a busy machine may lose frames.
            #expect((30...60).contains(probe.videoFrames.count))
        }
    }
}
