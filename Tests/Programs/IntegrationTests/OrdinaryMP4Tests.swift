import Foundation
import Glibc
import StudioCore
import StudioTestSupport
import Testing

/// MP4 files are fragmented while they are written and ordinary afterwards.
@Suite(.endToEnd)
struct OrdinaryMP4Tests {
    private static let source = [
        "start", "--fast", "--width", "640", "--height", "360", "--video", "coded:1f3a9c02", "--duration", "5s",
    ]

    /// The types and sizes of the boxes at the top of a file.
    private func boxes(_ path: String) throws -> [String] {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        var (names, offset): ([String], Int) = ([], 0)
        while offset + 8 <= bytes.count {
            let size = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            names.append(String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self))
            let isLong = size == 1 && offset + 16 <= bytes.count
            let length = isLong ? bytes[offset + 8..<offset + 16].reduce(0) { $0 << 8 | Int($1) } : size
            if length < 8 { break }
            offset += length
        }
        return names
    }

    /// The number of frames in the index, without reading the media; `nil` without an index.
    private func indexedFrames(_ path: String) throws -> Int? {
        let output = try Tool.run(
            "ffprobe",
            ["-v", "error", "-select_streams", "v", "-show_entries", "stream=nb_frames", "-of", "csv=p=0", path])
        return Int(String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private func checkSync(_ path: String) throws {
        let budgets = [
            "--strict", "--expect-frames", "150", "--max-missing", "0", "--max-offset", "1ms", "--max-gap", "0",
        ]
        let media = try ProbedMedia(path, budgets)
        #expect(media.exitCode == 0, "\(media.verdict)")
        #expect(media.findings.isEmpty, "\(media.findings.map(\.message))")
        #expect(abs(try #require(media.sync).worst) < 0.05, "\(media.sync?.worst ?? .nan)")
    }

    @Test("A finished file has its index first and no fragments; the same media as the fragmented one, in sync")
    func finished() throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run(
            Self.source + ["--out", folder.file("a.mp4"), "--json"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("warning"), "\(outcome.errors)")
        let fragmented = try StudioProgram.run(
            Self.source + ["--out", folder.file("b.mp4"), "--mp4", "fragmented", "--json"])
        #expect(fragmented.exitCode == 0, "\(fragmented.errors)")
        #expect(try boxes(folder.file("a.mp4")).filter { $0 != "free" && $0 != "uuid" } == ["ftyp", "moov", "mdat"])
        #expect(try boxes(folder.file("b.mp4")).contains("moof"))
        #expect(try indexedFrames(folder.file("a.mp4")) == 150)
        #expect(try indexedFrames(folder.file("b.mp4")) == nil)
        for name in ["a.mp4", "b.mp4"] { try checkSync(folder.file(name)) }
        #expect(try decodedFrames(folder.file("a.mp4")) == decodedFrames(folder.file("b.mp4")))
        let output = try #require(try outcome.summary.outputs.first)
        #expect(output.outputBytes == TestFolder.size(of: folder.file("a.mp4")))
        #expect(output.outputSkippedFrames == 0)
        #expect(output.outputTotalFrames == 150)
        #expect(try folder.names == ["a.mp4", "b.mp4"])
    }

    /// The major brand, as ffprobe reads it.
    private func brand(_ path: String) throws -> String {
        let output = try Tool.run(
            "ffprobe", ["-v", "error", "-show_entries", "format_tags=major_brand", "-of", "csv=p=0", path])
        return String(decoding: output, as: UTF8.self).filter { $0 != "\n" && $0 != "\"" }
    }

    @Test("A QuickTime movie and an M4V file are what their names say, with the media of the MP4 file beside them")
    func otherNames() throws {
        let folder = try TestFolder()
        let names = ["a.mp4", "a.mov", "a.m4v"]
        let outcome = try StudioProgram.run(Self.source + names.flatMap { ["--out", folder.file($0)] })
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        for (name, expected) in zip(names, ["isom", "qt  ", "M4V "]) {
            #expect(try brand(folder.file(name)) == expected)
            #expect(try boxes(folder.file(name)).filter { $0 != "free" } == ["ftyp", "moov", "mdat"])
            try checkSync(folder.file(name))
            #expect(try decodedFrames(folder.file(name)) == decodedFrames(folder.file("a.mp4")))
        }
    }

    @Test("Without audio it has one track")
    func silent() throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run(Self.source + ["--no-audio", "--out", folder.file("a.mp4")])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try indexedFrames(folder.file("a.mp4")) == 150)
        #expect(try !MediaProbe(folder.file("a.mp4")).hasAudio)
    }

    @Test("Frames that are many seconds apart do not block the copy", arguments: ["0.1", "0.25"])
    func sparse(_ rate: String) throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run(
            ["start", "--fast", "--width", "64", "--height", "36", "--fps", rate, "--duration", "60s", "--out"]
                + [folder.file("a.mp4")])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("warning"), "\(outcome.errors)")
        #expect(try indexedFrames(folder.file("a.mp4")) == (rate == "0.1" ? 6 : 15))
    }

    @Test("A link stays a link, and --force keeps the permissions of the file")
    func links() throws {
        let folder = try TestFolder()
        let path = try folder.write("real.mp4", "old")
        #expect(chmod(path, 0o600) == 0)
        try FileManager.default.createSymbolicLink(atPath: folder.file("a.mp4"), withDestinationPath: "real.mp4")
        let outcome = try StudioProgram.run(Self.source + ["--force", "--out", folder.file("a.mp4")])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("a.mp4")) == "real.mp4")
        #expect(try boxes(path).filter { $0 != "free" && $0 != "uuid" } == ["ftyp", "moov", "mdat"])
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    private static func mountSmallDisk(in folder: TestFolder) throws -> String {
        let disk = folder.file("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
        try Tool.run("mount", ["-t", "tmpfs", "-o", "size=500k", "tmpfs", disk])
        return disk
    }

    private static let canMount: Bool = {
        guard let folder = try? TestFolder(), let disk = try? mountSmallDisk(in: folder) else { return false }
        return umount2(disk, Int32(MNT_DETACH)) == 0
    }()

    @Test(
        "Without space for the new file the fragmented one stays, with a warning and exit code 0",
        .enabled(if: canMount, "this user may not mount a disk here"))
    func fullDisk() throws {
        let folder = try TestFolder()
        let disk = try Self.mountSmallDisk(in: folder)
        defer { umount2(disk, Int32(MNT_DETACH)) }
        let outcome = try StudioProgram.run(Self.source + ["--bitrate", "600k", "--out", disk + "/a.mp4", "--json"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let warning = "a.mp4: the file is complete but stays fragmented: "
        #expect(outcome.errors.count(of: warning) == 1, "\(outcome.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == ["a.mp4"])
        #expect(try boxes(disk + "/a.mp4").contains("moof"))
        try checkSync(disk + "/a.mp4")
        #expect(try outcome.summary.outputs.map(\.state) == ["finished"])
    }

    @Test("A file that another program has replaced meanwhile is not touched")
    func replaced() throws {
        let folder = try TestFolder()
        let program = try StudioProgram([
            "start", "--width", "64", "--height", "36", "--duration", "2s", "--out", folder.file("a.mp4"),
        ])
        try waitUntil("the file has media") { TestFolder.size(of: folder.file("a.mp4")) > 1000 }
        #expect(rename(folder.file("a.mp4"), folder.file("moved.mp4")) == 0)
        _ = try folder.write("a.mp4", "precious")
        let outcome = try program.finish()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("stays fragmented: another program has replaced it"), "\(outcome.errors)")
        #expect(try folder.read("a.mp4") == Data("precious".utf8))
        #expect(try MediaProbe(folder.file("moved.mp4")).videoFrames.count == 60)
        #expect(try folder.names == ["a.mp4", "moved.mp4"])
    }

    /// Whether the process has an unnamed temporary file open in this folder.
    private func isRewriting(_ pid: pid_t, _ folder: TestFolder) -> Bool {
        let place = "/proc/\(pid)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        return names.contains { name in
            let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(place)/\(name)")) ?? ""
            return target.hasPrefix(folder.path) && target.hasSuffix(" (deleted)")
        }
    }

    @Test("A kill while the file is rewritten leaves the complete fragmented file and nothing else")
    func killed() throws {
        let folder = try TestFolder()
        // Noise, so that the file is large: rewriting it takes long enough to stop the process meanwhile.
        var generator = SeededRandom(seed: 5)
        let frames = try TestFolder()
        let source = try frames.write("in.yuv", generator.bytes(640 * 360 * 3 / 2 * 120))
        let program = try StudioProgram([
            "start", "--fast", "--width", "640", "--height", "360", "--video", source, "--preset", "ultrafast",
            "--bitrate",
            "80M", "--out", folder.file("a.mp4"),
        ])
        try waitUntil("the file is being rewritten") {
            if !program.process.isRunning { throw TestFailure("it ended before it could be stopped") }
            return isRewriting(program.process.pid, folder)
        }
        program.process.signal(SIGKILL)
        let outcome = try program.finish()
        #expect(outcome.status == .killed(signal: SIGKILL))
        #expect(try folder.names == ["a.mp4"])
        #expect(try boxes(folder.file("a.mp4")).contains("moof"))
        #expect(try MediaProbe(folder.file("a.mp4")).videoFrames.count == 120)
    }

    @Test("A FIFO receives fragments")
    func fifo() throws {
        let folder = try TestFolder()
        try #require(mkfifo(folder.file("a.mp4"), 0o600) == 0)
        let reader = try ChildProcess("cp", [folder.file("a.mp4"), folder.file("got.mp4")])
        let outcome = try StudioProgram.run(Self.source + ["--out", folder.file("a.mp4")])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("warning"), "\(outcome.errors)")
        #expect(try reader.wait() == .exited(0))
        #expect(try boxes(folder.file("got.mp4")).contains("moof"))
        try checkSync(folder.file("got.mp4"))
    }

    @Test("An invalid form is a usage error that names the forms")
    func invalid() throws {
        let outcome = try StudioProgram.run(["start", "--mp4", "flat", "--out", "a.mp4"])
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("ordinary"), "\(outcome.errors)")
        #expect(outcome.errors.contains("fragmented"), "\(outcome.errors)")
    }
}
