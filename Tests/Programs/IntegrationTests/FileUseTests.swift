import Foundation
import Glibc
import StudioTestSupport
import Testing

/// `--force` overwrites files, but none that the session itself reads or writes.
@Suite(.endToEnd)
struct FileUseTests {
    private static let small = ["--fast", "--width", "64", "--height", "36", "--force", "--json"]

    private func scenario(_ folder: TestFolder, _ addresses: String...) throws -> String {
        let steps = addresses.enumerated().map { "  - {after: \(3 + 3 * $0) frames, addOutput: {address: '\($1)'}}" }
        return try folder.write("add.yaml", (["version: 1", "steps:"] + steps).joined(separator: "\n"))
    }

    @Test("An output that a scenario adds does not overwrite the source while it is read")
    func source() throws {
        let folder = try TestFolder()
        let made = try StudioProgram.run(
            ["start", "--fast", "--width", "64", "--height", "36", "--duration", "4s", "--out", folder.file("in.mkv")])
        #expect(made.exitCode == 0, "\(made.errors)")
        let before = try folder.read("in.mkv")
        #expect(link(folder.file("in.mkv"), folder.file("other.mkv")) == 0)
        let outcome = try StudioProgram.run(
            ["start"] + Self.small + [
                "--video", folder.file("in.mkv"), "--out", folder.file("out.mkv"), "--scenario",
                try scenario(folder, folder.file("in.mkv"), folder.file("other.mkv")),
            ])
        #expect(outcome.exitCode == 6, "\(outcome.errors)")
        #expect(try outcome.summary.outputs.map(\.cause) == [nil, "inUse", "inUse"])
        #expect(outcome.errors.contains("the file is read by this process; choose another file"), "\(outcome.errors)")
        #expect(try folder.read("in.mkv") == before)
        #expect(try MediaProbe(folder.file("out.mkv")).videoFrames.count == 120)
    }

    @Test("A scenario's outputs overwrite neither each other nor the trace nor the scenario nor its media")
    func outputs() throws {
        let folder = try TestFolder()
        let addresses = ["a.mkv", "a.mkv", "hls/a.m3u8", "hls/a.m3u8", "trace.ts", "add.ts", "clip.ts"].map(folder.file)
        let clip = try StudioProgram.run(
            ["start", "--fast", "--width", "64", "--height", "36", "--duration", "1s", "--out", folder.file("clip.ts")])
        #expect(clip.exitCode == 0, "\(clip.errors)")
        var lines = ["version: 1", "meeting: {participants: [{name: Kim}]}", "steps:"]
        for (index, address) in addresses.enumerated() {
            lines.append("  - {after: \(3 + 3 * index) frames, addOutput: {address: '\(address)'}}")
        }
        lines.append("  - {after: 60 frames, publish: {user: Kim, source: clip.ts}}")
        _ = try folder.write("add.ts", lines.joined(separator: "\n"))
        let (text, media) = (try folder.read("add.ts"), try folder.read("clip.ts"))
        let outcome = try StudioProgram.run(
            ["start"] + Self.small + [
                "--duration", "4s", "--out", "null:", "--trace", folder.file("trace.ts"), "--scenario",
                folder.file("add.ts"),
            ])
        #expect(outcome.exitCode == 6, "\(outcome.errors)")
        // Which of two outputs is opened first is not determined.
        let outputs = try outcome.summary.outputs
        for (name, count) in [
            ("null:", 1), ("a.mkv", 2), ("a.m3u8", 2), ("trace.ts", 1), ("add.ts", 1), ("clip.ts", 1),
        ] {
            let same = outputs.filter { $0.destination.hasSuffix(name) }
            #expect(same.count == count)
            #expect(same.count { $0.cause == "inUse" } == (name == "null:" ? 0 : 1), "\(outcome.errors)")
        }
        #expect(try folder.read("add.ts") == text)
        #expect(try folder.read("clip.ts") == media)
        let written = try #require(outputs.first { $0.destination.hasSuffix("a.mkv") && $0.cause == nil })
        #expect(
            try MediaProbe(folder.file("a.mkv")).videoFrames.count
                == written.outputTotalFrames - written.outputSkippedFrames)
        #expect(try StudioProgram.run(["verify", folder.file("trace.ts")]).exitCode == 0)
    }

    @Test(
        "--out does not overwrite the files of other options",
        arguments: ["--srt-passphrase-file", "--tls-ca", "--stream-key-file", "--scenario"])
    func options(_ option: String) throws {
        let folder = try TestFolder()
        let path = folder.file("a.ts")
        if option == "--tls-ca" {
            let names = ["-subj", "/CN=test", "-keyout", folder.file("key"), "-out", path]
            try Tool.run("openssl", ["req", "-x509", "-days", "2", "-newkey", "rsa:2048", "-nodes"] + names)
        } else {
            _ = try folder.write("a.ts", option == "--scenario" ? "version: 1\n" : "a long passphrase\n")
        }
        let before = try folder.read("a.ts")
        let server = option == "--stream-key-file" ? "rtmp://127.0.0.1/live/" : "srt://127.0.0.1:9?mode=listener"
        let outcome = try StudioProgram.run(
            ["start", "--duration", "1s"] + Self.small + [option, path, "--out", server, "--out", path])
        #expect(outcome.exitCode == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("is both a source and an output"), "\(outcome.errors)")
        #expect(try folder.read("a.ts") == before)
    }

    @Test("psstudio receive does not record over its sources")
    func receive() throws {
        let folder = try TestFolder()
        let frame = Array("FRAME\n".utf8) + TestMedia.frame(64, 36, y: 80)
        let stream = Array("YUV4MPEG2 W64 H36 F30:1 Ip C420jpeg\n".utf8) + (0..<30).flatMap { _ in frame }
        let path = try folder.write("Kim.y4m", stream)
        let outcome = try StudioProgram.run(
            ["receive", "--fast", "--force", "--participant", "Kim=\(path)", "--folder", folder.path])
        #expect(outcome.exitCode == 2, "\(outcome.errors)")
        #expect(outcome.errors.contains("is read by this process; choose another file"), "\(outcome.errors)")
        #expect(try folder.read("Kim.y4m") == Data(stream))
    }
}

extension RealTime {
    /// Files that disappear while they are written.
    struct RemovedFileTests {
        private static let source = ["start", "--width", "64", "--height", "36", "--duration", "3s", "--json"]
        private static let names = ["a.mp4", "b.mkv", "c.flv", "d.ts", "e.m3u8"]

        @Test("Outputs whose folder is removed have failed")
        func folder() throws {
            let folder = try TestFolder()
            let place = folder.file("sub")
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
            let outputs = Self.names.map { "\(place)/\($0)" } + ["\(place)/f.mp4"]
            let program = try StudioProgram(
                Self.source + ["--out", folder.file("stays.mp4")] + outputs.flatMap { ["--out", $0] })
            try waitUntil("the files have media") {
                outputs.allSatisfy { $0.hasSuffix("m3u8") || TestFolder.size(of: $0) > 0 }
            }
            try FileManager.default.removeItem(atPath: place)
            let outcome = try program.finish()
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            let summary = try outcome.summary
            #expect(summary.outputs.map(\.state) == ["finished"] + outputs.map { _ in "failed" }, "\(outcome.errors)")
            #expect(summary.outputs.compactMap(\.cause).count(where: { $0 == "removed" }) >= 5, "\(outcome.errors)")
            #expect(try MediaProbe(folder.file("stays.mp4")).videoFrames.count == summary.encodedFrames)
        }

        @Test("A file that is removed has failed; one that is renamed is complete", arguments: names.dropLast())
        func name(_ name: String) throws {
            let folder = try TestFolder()
            let (removed, renamed) = (folder.file("removed-\(name)"), folder.file("renamed-\(name)"))
            let program = try StudioProgram(Self.source + ["--out", removed, "--out", renamed])
            try waitUntil("the files have media") { [removed, renamed].allSatisfy { TestFolder.size(of: $0) > 0 } }
            #expect(unlink(removed) == 0)
            #expect(rename(renamed, folder.file("new-\(name)")) == 0)
            let outcome = try program.finish()
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            let summary = try outcome.summary
            #expect(summary.outputs.map(\.cause) == ["removed", nil], "\(outcome.errors)")
            #expect(summary.outputs[0].outputSkippedFrames > 0)
            #expect(try MediaProbe(folder.file("new-\(name)")).videoFrames.count == summary.encodedFrames)
        }
    }
}
