import Foundation
import StudioTestSupport
import Testing

/// The time lines of sources and of `probe` are those of the packets. ffmpeg and ffprobe are the judges.
@Suite(.endToEnd)
struct TimelineTests {
    private func ffmpeg(_ arguments: [String]) throws {
        try Tool.run("ffmpeg", ["-nostdin", "-v", "error", "-y"] + arguments)
    }

    private func send(_ path: String, _ folder: TestFolder, _ more: [String] = []) throws -> (CodedReport, String) {
        let out = folder.file("out.mkv")
        let outcome = try StudioProgram.run(["start", "--fast", "--video", path, "--force", "--out", out] + more)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return (try CodedReport(out), outcome.errors)
    }

    @Test("A transport stream whose audio begins before its first clock reference is sent and probed in sync")
    func audioLead() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, "live.ts", seconds: 8)
        let path = folder.file("cut.ts")
        try ffmpeg(["-ss", "3.3", "-i", clip.path, "-c", "copy", path])
        // The same without tables of services: nothing is left that a clock could replace before the media.
        let bytes = Array(try folder.read("cut.ts"))
        let packets = stride(from: 0, to: bytes.count, by: 188).map { bytes[$0..<$0 + 188] }
        let plain = packets.filter { Array($0)[1] & 0x1F != 0 || Array($0)[2] != 17 }
        let other = try folder.write("plain.ts", plain.flatMap { $0 })
        for path in [path, other] {
            let probed = try CodedReport(path)
            let (sent, _) = try send(path, folder)
            for report in [probed, sent] {
                let offsets = try report.offsets
                #expect(max(abs(offsets.lowerBound), abs(offsets.upperBound)) < 10, "\(path): \(offsets)")
                #expect(report.video.missing == 0)
            }
        }
    }

    @Test(
        "A file that is out of sync is probed and sent as it is",
        arguments: [("ts", 0.7), ("ts", 1.5), ("ts", 3), ("mkv", 1.5), ("mp4", 1.5), ("flv", 1.5)])
    func outOfSync(_ container: String, _ seconds: Double) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 8)
        for (video, audio, sign) in [("0:v", "1:a", 1.0), ("1:v", "0:a", -1.0)] {
            let path = folder.file("off.\(container)")
            try ffmpeg([
                "-itsoffset", "\(seconds)", "-i", clip.path, "-i", clip.path, "-map", video, "-map", audio, "-c",
                "copy",
                path,
            ])
            let probed = try CodedReport(path)
            let (sent, _) = try send(path, folder)
            for report in [probed, sent] {
                let offsets = try report.offsets
                let expected = sign * seconds * 1000
                #expect(abs(offsets.lowerBound - expected) < 30, "\(offsets), expected \(expected)")
                #expect(abs(offsets.upperBound - expected) < 30, "\(offsets), expected \(expected)")
            }
        }
    }

    @Test("A transport stream that begins before its clock, and has no packet to spare for one, is refused")
    func lateClock() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, "live.ts", seconds: 8)
        try ffmpeg(["-ss", "3.3", "-i", clip.path, "-c", "copy", folder.file("cut.ts")])
        let bytes = Array(try folder.read("cut.ts"))
        // Only the first tables stay, and none of services.
        var tables: Set<Int> = [0, 17, 4096]
        let packets = stride(from: 0, to: bytes.count, by: 188).map { Array(bytes[$0..<$0 + 188]) }.filter { packet in
            let identifier = Int(packet[1] & 0x1F) << 8 | Int(packet[2])
            return ![0, 17, 4096].contains(identifier) || identifier != 17 && tables.remove(identifier) != nil
        }
        let path = try folder.write("bare.ts", Array(packets.joined()))
        let reason = "the first clock reference comes too late in the transport stream"
        let start = try StudioProgram.run(["start", "--fast", "--video", path, "--out", folder.file("out.mkv")])
        #expect(start.exitCode == 5, "\(start.errors)")
        #expect(start.errors.contains(reason), "\(start.errors)")
        let probe = try StudioProgram.run(["probe", path])
        #expect(probe.exitCode == 5, "\(probe.errors)")
        #expect(probe.errors.contains(reason), "\(probe.errors)")
    }

    @Test("AAC that is announced as private data in a Blu-ray stream is sent and probed")
    func privateAAC() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        let path = try clip.encode(folder, "a.m2ts", ["-c", "copy", "-f", "mpegts", "-mpegts_m2ts_mode", "1"])
        let probed = try CodedReport(path)
        let (sent, _) = try send(path, folder)
        for report in [probed, sent] {
            let offsets = try report.offsets
            #expect(max(abs(offsets.lowerBound), abs(offsets.upperBound)) < 30, "\(offsets)")
        }
    }

    @Test("A truncated FLV is sent up to the damage; the exit code is 5")
    func truncatedFLV() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        let whole = try clip.encode(folder, "a.flv", ["-c", "copy"])
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: whole)))
        let path = try folder.write("half.flv", Array(bytes.prefix(bytes.count / 2)))
        let out = folder.file("out.mkv")
        let outcome = try StudioProgram.run(["start", "--fast", "--video", path, "--out", out])
        #expect(outcome.exitCode == 5, "\(outcome.errors)")
        #expect(
            outcome.errors.contains("the last \(bytes.count - bytes.count / 2) bytes are missing"), "\(outcome.errors)")
        let (complete, _) = try send(whole, folder)
        #expect(complete.video.missing == 0)
    }

    @Test("Matroska with negative times: what is not sent is counted and named")
    func negativeTimes() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        let path = folder.file("negative.mkv")
        try ffmpeg(["-itsoffset", "-0.5", "-i", clip.path, "-c", "copy", "-avoid_negative_ts", "disabled", path])
        let (report, errors) = try send(path, folder)
        #expect(report.video.missing + report.video.readable >= clip.frames - 15)
        let lost = clip.frames - report.video.readable
        #expect(errors.contains("\(lost) frames of it were not sent"), "\(errors)")
    }

    @Test("The default video track of a Matroska file is sent")
    func defaultTrack() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        let path = folder.file("two.mkv")
        try ffmpeg([
            "-f", "lavfi", "-i", "color=red:s=320x180:d=4", "-i", clip.path, "-map", "0:v", "-map", "1:v", "-c:v",
            "libx264", "-disposition:v:0", "0", "-disposition:v:1", "default", path,
        ])
        let (report, _) = try send(path, folder)
        #expect(report.video.readable == clip.frames)
        #expect(try CodedReport(path).video.readable == clip.frames)
    }
}
