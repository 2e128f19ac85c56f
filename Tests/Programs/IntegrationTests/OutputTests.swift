import Foundation
import Glibc
import StudioCore
import StudioTestSupport
import Testing

/// Outputs that cannot be written: 6, the cause in words, and the other outputs are finished properly.
@Suite(.endToEnd)
struct OutputTests {
    private let source = ["start", "--fast", "--width", "320", "--height", "180", "--duration", "2s", "--json"]

    private func check(
        _ outcome: StudioProgram.Outcome, _ folder: TestFolder, cause: String, _ text: String
    ) throws {
        #expect(outcome.exitCode == 6, "\(outcome.errors)")
        let summary = try outcome.summary
        let failed = summary.outputs.filter { $0.state == "failed" }
        #expect(failed.map(\.cause) == [cause], "\(outcome.errors)")
        // On a busy machine, a line of the status may have the text first.
        let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("psstudio: ") }
        let line = try #require(lines.first { $0.contains(text) }, "\(outcome.errors)")
        #expect(line.contains("; "), "no hint")
        // The other output.
        let probe = try MediaProbe(folder.file("good.mkv"))
        #expect(try probe.video.nb_read_frames == "60")
    }

    @Test("A missing folder, a read-only folder, a folder in place of the file")
    func notWritable() throws {
        let folder = try TestFolder()
        let plain = try folder.write("plain", "x")
        // Root may write everywhere, except below a regular file and in the kernel's file systems.
        for (path, text) in [
            (plain + "/a.mp4", "Not a directory"), (folder.file("none/a.mp4"), "No such file"),
            ("/proc/self/a.mp4", "cannot write the file"),
        ] {
            let outcome = try StudioProgram.run(
                source + ["--out", path, "--out", folder.file("good.mkv"), "--force"])
            try check(outcome, folder, cause: "notWritable", text)
        }
        try FileManager.default.createDirectory(atPath: folder.file("a.mp4"), withIntermediateDirectories: false)
        let outcome = try StudioProgram.run(
            source + ["--out", folder.file("a.mp4"), "--out", folder.file("good.mkv"), "--force"])
        try check(outcome, folder, cause: "notWritable", "Is a directory")
    }

    @Test("A full disk", arguments: ["a.mp4", "a.mkv"])
    func fullDevice(_ name: String) throws {
        let folder = try TestFolder()
        try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: "/dev/full")
        let outcome = try StudioProgram.run(
            source + ["--out", folder.file(name), "--out", folder.file("good.mkv"), "--force"])
        try check(outcome, folder, cause: "storageFull", "free some space")
    }

    /// Mounts a disk of 128 KiB in a folder. Other users than root may not mount, nor may root in most containers.
    private static func mountSmallDisk(in folder: TestFolder) throws -> String {
        let disk = folder.file("disk")
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
        try Tool.run("mount", ["-t", "tmpfs", "-o", "size=128k", "tmpfs", disk])
        return disk
    }

    private static let canMount: Bool = {
        guard let folder = try? TestFolder(), let disk = try? mountSmallDisk(in: folder) else { return false }
        return umount2(disk, Int32(MNT_DETACH)) == 0
    }()

    @Test("A disk that fills up in the middle", .enabled(if: canMount, "this user may not mount a disk here"))
    func fillsUp() throws {
        let folder = try TestFolder()
        let disk = try Self.mountSmallDisk(in: folder)
        defer { umount2(disk, Int32(MNT_DETACH)) }
        var generator = SeededRandom(seed: 7)
        let noise = try folder.write("in.yuv", generator.bytes(320 * 180 * 3 / 2 * 60))
        let outcome = try StudioProgram.run(
            source + ["--video", noise, "--bitrate", "4M", "--out", disk + "/a.mp4", "--out", folder.file("good.mkv")])
        try check(outcome, folder, cause: "storageFull", "no space left on the device")
        #expect(TestFolder.size(of: disk + "/a.mp4") > 50_000, "the disk was not full from the start")
    }

    @Test("All outputs failed: the session ends even if its source has no end")
    func allGone() throws {
        let outcome = try StudioProgram.run(
            [
                "start", "--width", "320", "--height", "180", "--out", "rtmp://127.0.0.1:\(try unusedPort())/live/key",
                "--json",
            ], seconds: 30)
        #expect(outcome.exitCode == 6, "\(outcome.errors)")
        #expect(try outcome.summary.stopReason == "error:refused")
    }

    @Test("A host name that does not resolve")
    func unknownHost() throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run(
            source + ["--out", "rtmp://no-such-host.invalid/live/key", "--out", folder.file("good.mkv")])
        try check(outcome, folder, cause: "nameNotResolved", "check the host name")
    }

    @Test("Two failed outputs: the first one is the reason, both are reported")
    func two() throws {
        let outcome = try StudioProgram.run(
            source + ["--out", "/proc/self/a.mp4", "--out", "rtmp://127.0.0.1:\(try unusedPort())/live/key"])
        #expect(outcome.exitCode == 6, "\(outcome.errors)")
        let summary = try outcome.summary
        #expect(summary.outputs.map(\.cause) == ["notWritable", "refused"])
        #expect(summary.stopReason == "error:notWritable")
    }
}
