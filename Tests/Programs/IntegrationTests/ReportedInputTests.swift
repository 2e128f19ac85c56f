import Foundation
import StudioTestSupport
import Testing

/// Kinds of files that users of other programs have reported: coded media, converted by ffmpeg, arrives whole and in sync.
@Suite(.endToEnd)
struct ReportedInputTests {
    /// Coded media of eight seconds, 240 frames.
    private func coded(_ folder: TestFolder) throws -> String {
        let path = folder.file("coded.mkv")
        let outcome = try StudioProgram.run([
            "start", "--fast", "--video", "coded:", "--audio", "coded:", "--width", "320", "--height", "180",
            "--duration",
            "8s", "--out", path,
        ])
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        return path
    }

    private func convert(
        _ input: String, with options: [String] = [], _ arguments: String..., to output: String
    ) throws -> String {
        try Tool.run(
            "ffmpeg", ["-nostdin", "-v", "error", "-y"] + options + ["-i", input] + arguments + [output])
        return output
    }

    private func send(_ path: String, _ folder: TestFolder, _ options: String...) throws -> ProbedMedia {
        let out = folder.file("out.mkv")
        let outcome = try StudioProgram.run(["start", "--fast", "--video", path, "--force", "--out", out] + options)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return try ProbedMedia(out)
    }

    @Test("Without an edit list, reordered frames at the end arrive", arguments: ["mp4", "mov"], [1, 3])
    func withoutEdits(form: String, reordered: Int) throws {
        let folder = try TestFolder()
        let path = try convert(
            try coded(folder), "-c:v", "libx264", "-preset", "veryfast", "-bf", "\(reordered)", "-c:a", "aac",
            "-use_editlist", "0", to: folder.file("in." + form))
        let probed = try #require(try ProbedMedia(path).video)
        #expect(probed.count == 240)
        // ffmpeg shows reordered video later by its delay; without edits nothing corrects that.
        let sent = try #require(try send(path, folder).video)
        #expect(sent.count == 240)
        #expect(sent.missing == 0)
    }

    @Test(
        "MPEG audio that begins five seconds late in MPEG-TS arrives", arguments: ["mp2", "libmp3lame", "ac3", "aac"])
    func lateTransportAudio(_ codec: String) throws {
        let folder = try TestFolder()
        let whole = try convert(try coded(folder), "-c:v", "copy", "-c:a", codec, to: folder.file("whole.ts"))
        let path = folder.file("late.ts")
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-y", "-i", whole, "-itsoffset", "5", "-i", whole, "-map", "0:v", "-map",
                "1:a", "-c",
                "copy", path,
            ])
        let marks = try #require(try ProbedMedia(whole).audio).marks
        #expect(try #require(try ProbedMedia(path).audio).marks >= marks - 1)
        // The last frame is repeated until the audio ends.
        let sent = try send(path, folder)
        #expect((388...391).contains(try #require(sent.video).count))
        #expect(try #require(sent.audio).marks >= marks - 1)
    }

    @Test("A program stream whose audio begins three seconds late is refused, not sent in silence")
    func lateAudio() throws {
        let folder = try TestFolder()
        let whole = try convert(
            try coded(folder), "-c:v", "mpeg2video", "-b:v", "3M", "-c:a", "mp2", to: folder.file("whole.mpg"))
        func late(_ seconds: String) throws -> String {
            let path = folder.file("late-\(seconds).mpg")
            try Tool.run(
                "ffmpeg",
                [
                    "-nostdin", "-v", "error", "-y", "-i", whole, "-itsoffset", seconds, "-i", whole, "-map", "0:v",
                    "-map",
                    "1:a", "-c", "copy", path,
                ])
            return path
        }
        #expect(try send(late("1"), folder).audio != nil)
        #expect(try ProbedMedia(late("1")).audio != nil)
        let path = try late("3")
        let outcome = try StudioProgram.run(["start", "--fast", "--video", path, "--out", "null:"])
        #expect(outcome.exitCode == 5)
        #expect(outcome.errors.contains("begins more than two seconds after its video"), "\(outcome.errors)")
        #expect(outcome.errors.contains("ffmpeg -fflags +genpts -i \(path) -c copy clip.mkv"), "\(outcome.errors)")
        let silent = try StudioProgram.run(["start", "--fast", "--video", path, "--no-audio", "--out", "null:"])
        #expect(silent.exitCode == 0, "\(silent.errors)")
        let probed = try StudioProgram.run(["probe", path])
        #expect(probed.exitCode == 5)
        let found = String(decoding: probed.output, as: UTF8.self)
        #expect(found.contains("begins more than two seconds after its video"), "\(found)")
        // The conversion that the hint names.
        let converted = try convert(
            path, with: ["-fflags", "+genpts"], "-c", "copy", to: folder.file("clip.mkv"))
        #expect(try send(converted, folder).audio != nil)
    }

    @Test(
        "A start position is found in files without an index",
        arguments: [
            ("vbr.ts", ["-crf", "12", "-g", "60"], 150), ("live.mkv", ["-g", "250", "-live", "1"], 150),
            ("fragments.mp4", ["-g", "250", "-bf", "2", "-movflags", "frag_keyframe+empty_moov"], 150),
            // ffmpeg begins it with a frame twice, and AVI does not say what the encoder of AAC has inserted.
            ("live.avi", ["-g", "250", "-bf", "0"], 149),
        ])
    func startPosition(_ name: String, _ arguments: [String], first: Int) throws {
        let folder = try TestFolder()
        let input = try coded(folder)
        // The bitrate grows by far, so that a place that is estimated from it is wrong.
        let path = folder.file(name)
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-y", "-i", input, "-vf", "drawbox=t=fill:c=black:enable='lt(t,4)'", "-af",
                "volume=0:enable='lt(t,4)'", "-c:v", "libx264", "-preset", "veryfast", "-c:a", "aac",
            ] + arguments + [path])
        if name.hasSuffix("avi") { try removeIndex(of: path) }
        let media = try send(path, folder, "--start-at", "5s", "--duration", "2s")
        let video = try #require(media.video)
        #expect(video.lowest == first)
        #expect(video.highest == first + 59)
        #expect(video.count == 60)
        #expect(video.unreadable.isEmpty)
        let sync = try #require(media.sync)
        #expect(abs(sync.worst) < (name.hasSuffix("avi") ? 13 : 6))
    }

    /// Renames the index of an AVI file.
    private func removeIndex(of path: String) throws {
        var bytes = try Data(contentsOf: URL(filePath: path))
        let index = try #require(bytes.range(of: Data("idx1".utf8), options: .backwards))
        bytes.replaceSubrange(index, with: Data("JUNK".utf8))
        try bytes.write(to: URL(filePath: path))
    }

    /// Adds milliseconds to the times of the tags of an FLV file from a time on.
    private func shift(_ path: String, by milliseconds: Int, from: Int) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        // The header and the size of no tag precede the first one.
        var offset = 13
        while offset + 11 <= bytes.count {
            let size = bytes[offset + 1..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let time = bytes[offset + 4..<offset + 7].reduce(Int(bytes[offset + 7])) { $0 << 8 | Int($1) }
            if time >= from {
                let moved = UInt32(truncatingIfNeeded: time + milliseconds)
                for (place, shift) in [(4, 16), (5, 8), (6, 0), (7, 24)] {
                    bytes[offset + place] = UInt8(truncatingIfNeeded: moved >> UInt32(shift))
                }
            }
            offset += 11 + size + 4
        }
        try Data(bytes).write(to: URL(filePath: path))
    }

    @Test(
        "FLV whose times jump by hours, or pass 2^31 ms, arrives whole and in sync",
        arguments: [(9_000_000, 4010), (1 << 31 - 4010, 0)])
    func jump(milliseconds: Int, from: Int) throws {
        let folder = try TestFolder()
        let path = try convert(
            try coded(folder), "-c:v", "libx264", "-preset", "veryfast", "-bf", "0", "-c:a", "aac",
            to: folder.file("in.flv"))
        try shift(path, by: milliseconds, from: from)
        let media = try send(path, folder)
        #expect(try #require(media.video).count == 240)
        #expect(try #require(media.video).missing == 0)
        #expect(abs(try #require(media.sync).worst) < 6)
    }

    /// Sends a file whose second part begins with other streams.
    private func checkUnread(
        _ path: String, after seconds: String, _ options: [String], _ folder: TestFolder
    ) throws {
        let outcome = try StudioProgram.run(
            ["start", "--fast", "--force", "--out", folder.file("out.mkv")] + options)
        #expect(outcome.exitCode == 5, "\(outcome.errors)")
        let line = "'\(path)' goes on with another stream after \(seconds) s, which is not read; "
        #expect(outcome.errors.contains(line), "\(outcome.errors)")
    }

    private func join(_ parts: [String], to path: String) throws -> String {
        try Data(parts.flatMap { try Data(contentsOf: URL(filePath: $0)) }).write(to: URL(filePath: path))
        return path
    }

    @Test("A chained Ogg file is sent up to its second part, which is named")
    func chained() throws {
        let folder = try TestFolder()
        let input = try coded(folder)
        let parts = try ["a", "b"].map { name in
            try convert(
                input, "-vn", "-t", "3", "-c:a", "libvorbis", "-serial_offset", name == "a" ? "1" : "2",
                to: folder.file(name + ".ogg"))
        }
        let path = try join(parts, to: folder.file("chained.ogg"))
        let audio = ["--width", "64", "--height", "36", "--audio", path, "--duration", "8s"]
        try checkUnread(path, after: "3.0", audio, folder)
        // ffmpeg is the judge of what was sent before.
        #expect(try decodedSamples(folder.file("out.mkv")).count >= 2 * 3 * 44_100)
    }

    @Test("A transport stream is sent up to the place where its packet identifiers change, which is named")
    func changedIdentifiers() throws {
        let folder = try TestFolder()
        let input = try coded(folder)
        let parts = try [("a.ts", "0x100", "0"), ("b.ts", "0x200", "4")].map { name, identifier, offset in
            try convert(
                input, "-t", "4", "-c:v", "libx264", "-preset", "veryfast", "-c:a", "aac", "-mpegts_start_pid",
                identifier, "-output_ts_offset", offset, to: folder.file(name))
        }
        let path = try join(parts, to: folder.file("changed.ts"))
        try checkUnread(path, after: "4.0", ["--video", path], folder)
        #expect(try #require(try ProbedMedia(folder.file("out.mkv")).video).count == 120)
    }

    @Test("A second audio track beside the first is no continuation", arguments: ["mkv", "mp4", "ts"])
    func secondTrack(form: String) throws {
        let folder = try TestFolder()
        let path = try convert(
            try coded(folder), "-map", "0:v", "-map", "0:a", "-map", "0:a", "-c:v", "libx264", "-preset", "veryfast",
            "-c:a", "aac", to: folder.file("in." + form))
        #expect(try #require(try send(path, folder).video).count == 240)
    }
}
