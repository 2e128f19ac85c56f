import Foundation
import StudioTestSupport
import Testing

/// The frame rate of media files, and the counts of frames that are not sent or repeated. `psstudio probe` reads each frame's number.
@Suite(.endToEnd)
struct FrameRateTests {
    private struct Counts: Decodable {
        struct Program: Decodable { let frameRate: Double }
        let program: Program
        let skippedSourceFrames: Int
        let repeatedSourceFrames: Int
    }

    private func send(
        _ path: String, _ folder: TestFolder, _ more: [String] = []
    ) throws -> (report: CodedReport, counts: Counts, errors: String) {
        let out = folder.file("out.mkv")
        let outcome = try StudioProgram.run(
            ["start", "--fast", "--json", "--video", path, "--force", "--out", out] + more)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let counts = try JSONDecoder().decode(Counts.self, from: outcome.output)
        return (try CodedReport(out), counts, outcome.errors)
    }

    @Test(
        "A gap of 16 frames is filled with repetitions, and no other frame is lost", arguments: ["mp4", "mkv", "flv"])
    func gap(_ container: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 6)
        let path = try clip.encode(
            folder, "gap.\(container)",
            ["-vf", "select='lt(n,60)+gt(n,75)'", "-fps_mode", "vfr", "-c:v", "libx264", "-c:a", "copy"])
        let (report, counts, errors) = try send(path, folder)
        #expect(counts.program.frameRate == 30)
        #expect(report.video.count == clip.frames)
        #expect(report.video.missing == 16)
        #expect(report.video.repeated.count == 16)
        #expect((counts.skippedSourceFrames, counts.repeatedSourceFrames) == (0, 16))
        #expect(errors.contains("16 frames were repeated"), "\(errors)")
        let offsets = try report.offsets
        #expect(max(abs(offsets.lowerBound), abs(offsets.upperBound)) < 2, "\(offsets)")
    }

    @Test(
        "A gap in a container that has decoding times only stays where it is, also for probe",
        arguments: [
            ("mkv", "wmv2"), ("mkv", "flv1"), ("mkv", "msmpeg4v2"), ("avi", "wmv2"), ("avi", "mpeg4"), ("avi", "flv1"),
        ])
    func gapWithoutPresentationTimes(_ container: String, _ codec: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 6)
        // No key frame follows the gap, at which a demuxer would state a time.
        let path = try clip.encode(
            folder, "gap.\(container)",
            [
                "-vf", "select='lt(n,65)+gt(n,105)'", "-fps_mode", "vfr", "-c:v", codec, "-g", "250", "-b:v", "4M",
                "-c:a",
                "pcm_s16le",
            ])
        let probed = try CodedReport(path)
        #expect(probed.video.missing == 41)
        let offsets = try probed.offsets
        #expect(max(abs(offsets.lowerBound), abs(offsets.upperBound)) < 2, "\(offsets)")
        let (report, counts, _) = try send(path, folder)
        #expect(report.video.count == clip.frames)
        #expect(report.video.missing == 41)
        #expect((counts.skippedSourceFrames, counts.repeatedSourceFrames) == (0, 41))
        let sent = try report.offsets
        #expect(max(abs(sent.lowerBound), abs(sent.upperBound)) < 2, "\(sent)")
    }

    @Test("WMV, which declares no rate, is sent at the rate of its frames", arguments: ["30", "24", "15"])
    func windowsMedia(_ rate: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, rate: rate)
        let path = try clip.encode(folder, "a.wmv", ["-c:v", "wmv2", "-b:v", "3M", "-c:a", "wmav2"])
        let (report, counts, errors) = try send(path, folder)
        #expect(counts.program.frameRate == Double(rate))
        #expect(report.video.count == clip.frames)
        #expect(report.video.missing == 0)
        #expect(report.video.repeated.isEmpty)
        #expect((counts.skippedSourceFrames, counts.repeatedSourceFrames) == (0, 0))
        #expect(!errors.contains("intervals"), "\(errors)")
    }

    @Test(
        "Interlaced video keeps its first frame, whichever field is first",
        arguments: [
            ("a.avi", "25", ["-s", "720x576", "-c:v", "dvvideo", "-pix_fmt", "yuv420p", "-c:a", "pcm_s16le"]),
            ("a.avi", "29.97", ["-s", "720x480", "-c:v", "dvvideo", "-pix_fmt", "yuv411p", "-c:a", "pcm_s16le"]),
            ("a.mkv", "25", ["-c:v", "mpeg2video", "-b:v", "8M", "-flags", "+ilme+ildct", "-top", "0"]),
            ("a.mkv", "25", ["-c:v", "mpeg2video", "-b:v", "8M", "-flags", "+ilme+ildct", "-top", "1"]),
            ("a.mp4", "25", ["-vf", "setfield=bff", "-c:v", "libx264", "-x264opts", "bff=1"]),
        ])
    func interlaced(_ name: String, _ rate: String, _ arguments: [String]) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, size: (640, 360), rate: rate)
        let path = try clip.encode(folder, name, arguments)
        let (report, counts, _) = try send(path, folder)
        #expect(report.video.lowest == 0)
        #expect(report.video.missing == 0)
        #expect(report.video.repeated.isEmpty)
        #expect((counts.skippedSourceFrames, counts.repeatedSourceFrames) == (0, 0))
    }

    @Test("At another rate, the frames that are not sent or repeated are counted and named", arguments: ["25", "60"])
    func otherRate(_ rate: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        let (report, counts, errors) = try send(clip.path, folder, ["--fps", rate])
        #expect(counts.program.frameRate == Double(rate))
        #expect(counts.skippedSourceFrames == report.video.missing)
        #expect(counts.repeatedSourceFrames == report.video.repeated.count)
        #expect(counts.skippedSourceFrames + counts.repeatedSourceFrames > 0)
        #expect(errors.contains("because of the intervals between its frames"), "\(errors)")
    }

    @Test("A screen recording of 1 to 60 fps is sent without a lost frame; a given rate wins")
    func variable() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, rate: "60", seconds: 6)
        // Two seconds at 60 fps, then a frame each second.
        let path = try clip.encode(
            folder, "screen.mkv",
            [
                "-vf", "select='lt(n,120)+not(mod(n,60))'", "-fps_mode", "vfr", "-c:v", "libx264", "-bf", "0", "-c:a",
                "copy",
            ])
        let (report, counts, _) = try send(path, folder)
        #expect(counts.program.frameRate == 60)
        #expect(counts.skippedSourceFrames == 0)
        #expect(report.video.readable - report.video.repeated.count == 124)
        #expect(try send(path, folder, ["--fps", "25"]).counts.program.frameRate == 25)
    }

    @Test("Raw video that is changed to at another rate is counted")
    func raw() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 2)
        let raw = try clip.encode(folder, "a.y4m", ["-an", "-r", "15", "-pix_fmt", "yuv420p"])
        let scenario = try folder.write(
            "change.yaml",
            "version: 1\nsteps:\n  - {on: onStartSend, after: 500ms, changeSource: {video: '\(raw)'}}\n")
        let outcome = try StudioProgram.run([
            "start", "--fast", "--json", "--video", "coded:", "--width", "320", "--height", "180", "--fps", "30",
            "--scenario", scenario, "--duration", "2s", "--out", "null:",
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let counts = try JSONDecoder().decode(Counts.self, from: outcome.output)
        // One and a half seconds of 15 fps at 30 fps.
        #expect((21...23).contains(counts.repeatedSourceFrames), "\(counts)")
        #expect(
            outcome.errors.contains("'\(raw)': \(counts.repeatedSourceFrames) frames were repeated"),
            "\(outcome.errors)")
    }
}
