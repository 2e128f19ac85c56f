import Foundation
import Glibc
import StudioCore
import StudioTestSupport
import Testing

extension RealTime {
    /// Recordings that end in order before their disk is full.
    struct MinFreeTests {
        /// Mounts a disk of 4 MB in a folder. Other users than root may not mount, nor may root in most containers.
        private static func mountDisk(in folder: TestFolder) throws -> String {
            let disk = folder.file("disk")
            try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
            try Tool.run("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", disk])
            return disk
        }

        private static let canMount: Bool = {
            guard let folder = try? TestFolder(), let disk = try? mountDisk(in: folder) else { return false }
            return umount2(disk, Int32(MNT_DETACH)) == 0
        }()

        /// The bytes that are free on a disk.
        private func free(_ disk: String) -> UInt64 {
            var status = statvfs()
            return statvfs(disk, &status) == 0 ? UInt64(status.f_bavail) * UInt64(status.f_frsize) : 0
        }

        private func run(
            _ folder: TestFolder, _ reserve: String?, _ outputs: [String], window: String = "all"
        ) throws -> StudioProgram.Outcome {
            var generator = SeededRandom(seed: 7)
            let noise = try folder.write("in.yuv", generator.bytes(320 * 180 * 3 / 2 * 240))
            return try StudioProgram.run(
                [
                    "start", "--width", "320", "--height", "180", "--video", noise, "--bitrate", "6M", "--hls-window",
                    window, "--json",
                ] + (reserve.map { ["--min-free", $0] } ?? []) + outputs.flatMap { ["--out", $0] })
        }

        @Test(
            "each kind of recording is complete when its disk has less than the reserve, and the others go on",
            .enabled(if: canMount, "this user may not mount a disk here"),
            arguments: ["a.mp4", "a.mov", "a.mkv", "a.flv", "a.ts", "a.m3u8"])
        func ends(_ name: String) throws {
            let folder = try TestFolder()
            let disk = try Self.mountDisk(in: folder)
            defer { umount2(disk, Int32(MNT_DETACH)) }
            let path = "\(disk)/\(name)"
            let outcome = try run(folder, "2M", [path, folder.file("good.mkv")])
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            #expect(outcome.errors.contains("\(path): it was completed before the end, because"), "\(outcome.errors)")
            #expect(outcome.errors.contains("less than 2 MB; free some space or write elsewhere"), "\(outcome.errors)")
            let outputs = try outcome.summary.outputs
            #expect(outputs.map(\.state) == ["failed", "finished"])
            #expect(outputs.map(\.cause) == ["storageFull", nil])
            let written = try MediaProbe(path).videoFrames.count
            #expect(written == outputs[0].outputTotalFrames - outputs[0].outputSkippedFrames)
            #expect((30..<240).contains(written))
            let good = try MediaProbe(folder.file("good.mkv")).videoFrames.count
            #expect(good == outputs[1].outputTotalFrames - outputs[1].outputSkippedFrames)
            #expect(good > written)
            #expect(free(disk) > 500_000, "the disk did not become full")
            switch name {
            case "a.m3u8": #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("#EXT-X-ENDLIST\n"))
            case "a.mp4", "a.mov": #expect(outcome.errors.contains("another copy would leave less than 2 MB free"))
            default: break
            }
        }

        @Test(
            "a playlist ends on a disk that has become full, so that players do not wait for more",
            .enabled(if: canMount, "this user may not mount a disk here"), arguments: ["all", "5"])
        func fullDisk(_ window: String) throws {
            let folder = try TestFolder()
            let disk = try Self.mountDisk(in: folder)
            defer { umount2(disk, Int32(MNT_DETACH)) }
            let path = "\(disk)/a.m3u8"
            let outcome = try run(folder, nil, [path, folder.file("good.mkv")], window: window)
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            #expect(try outcome.summary.outputs.map(\.cause) == ["storageFull", nil])
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.hasSuffix(".ts\n#EXT-X-ENDLIST\n"), "\(text)")
            #expect(try MediaProbe(path).videoFrames.count >= 30)
        }

        @Test(
            "a recording does not begin when less than the reserve is free; the disk stays empty",
            .enabled(if: canMount, "this user may not mount a disk here"))
        func doesNotBegin() throws {
            let folder = try TestFolder()
            let disk = try Self.mountDisk(in: folder)
            defer { umount2(disk, Int32(MNT_DETACH)) }
            let outcome = try run(folder, "1G", ["\(disk)/a.mp4", "\(disk)/hls/a.m3u8", "null:"])
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            #expect(try outcome.summary.outputs.map(\.cause) == ["storageFull", "storageFull", nil])
            #expect(outcome.errors.contains("a.mp4: it is not written, because"), "\(outcome.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == [])
        }

        @Test("an invalid reserve is a usage error that shows the form", arguments: ["0", "200MB", "much"])
        func invalid(_ text: String) throws {
            let outcome = try StudioProgram.run(["start", "--min-free=\(text)", "--out", "null:"])
            #expect(outcome.exitCode == 2)
            #expect(outcome.errors.contains("200M or 2G"), "\(outcome.errors)")
        }
    }
}
