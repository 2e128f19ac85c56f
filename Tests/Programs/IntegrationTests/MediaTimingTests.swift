import Foundation
import StudioTestSupport
import Testing

/// Timing of media files: tracks with different start times, variable frame rates, start positions, and loops.
@Suite(.endToEnd)
struct MediaTimingTests {
    private static let h264 = ["-c:v", "libx264", "-bf", "2", "-c:a", "aac"]

    private func send(_ path: String, _ folder: TestFolder, _ more: [String] = []) throws -> CodedReport {
        let out = folder.file("out.mkv")
        let outcome = try StudioProgram.run(["start", "--fast", "--video", path, "--force", "--out", out] + more)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return try CodedReport(out)
    }

    private func expectSync(_ report: CodedReport, within limit: Double = 2) throws {
        let offsets = try report.offsets
        #expect(abs(offsets.lowerBound) <= limit, "\(offsets)")
        #expect(abs(offsets.upperBound) <= limit, "\(offsets)")
    }

    @Test("Audio that starts half a second late is preceded by silence", arguments: ["a.mp4", "a.mkv", "a.ts"])
    func lateAudio(_ name: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        let path = try clip.encode(folder, name, Self.h264 + ["-af", "atrim=start=0.5", "-copyts"])
        let report = try send(path, folder)
        #expect(report.video.readable == clip.frames)
        #expect(report.video.missing == 0)
        try expectSync(report)
    }

    @Test("Video that starts half a second late is preceded by black", arguments: ["a.mp4", "a.mkv", "a.ts"])
    func lateFrames(_ name: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        let path = try clip.encode(folder, name, Self.h264 + ["-vf", "trim=start=0.5", "-copyts"])
        let report = try send(path, folder)
        #expect(report.video.lowest == 15)
        #expect(report.video.readable == clip.frames - 15)
        // MPEG-TS and Matroska start with the encoder's priming: up to one interval more.
        #expect((clip.frames...clip.frames + 1).contains(report.video.count))
        try expectSync(report)
        let levels = try SyncMeasurement.brightness(folder.file("out.mkv"), crop: "iw:ih:0:0").prefix(15)
        #expect(levels.allSatisfy { abs($0.level - 16) < 1 }, "not black: \(levels)")
    }

    @Test("Variable frame rate: frames are repeated in gaps, and sync is kept", arguments: ["a.mp4", "a.mkv"])
    func variableRate(_ name: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        let dropped = "select='not(eq(mod(n,7),3))*not(between(n,40,55))'"
        let path = try clip.encode(folder, name, Self.h264 + ["-vf", dropped, "-fps_mode", "vfr"])
        let report = try send(path, folder, ["--fps", "30"])
        #expect(report.video.count == clip.frames)
        let gone = (0..<clip.frames).count { $0 % 7 == 3 || (40...55).contains($0) }
        #expect(report.video.missing == gone)
        #expect(report.video.repeated.count == gone)
        #expect(report.video.outOfOrder.isEmpty)
        try expectSync(report)
    }

    @Test(
        "Frame rate conversion: frames are dropped or repeated evenly, with ffmpeg's frame count",
        arguments: ["25", "60", "10"])
    func otherRate(_ rate: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder)
        let report = try send(clip.path, folder, ["--fps", rate])
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-i", clip.path, "-vf", "fps=\(rate)", "-c:v", "libx264", "-an",
                folder.file("judge.mkv"),
            ])
        #expect(try report.video.count == MediaProbe(folder.file("judge.mkv")).videoFrames.count)
        #expect(report.video.outOfOrder.isEmpty)
        // A frame is shown at most half an interval too early or too late.
        try expectSync(report, within: 500 / (Double(rate) ?? 1) + 2)
    }

    @Test("A file with all its frames before all its audio: no deadlock")
    func badInterleaving() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, size: (640, 360), seconds: 8)
        let frames = try clip.encode(folder, "v.mp4", ["-an", "-c:v", "copy"])
        let audio = try clip.encode(folder, "a.m4a", ["-vn", "-c:a", "copy"])
        // Chunks of eight seconds: the muxer writes one track after the other.
        let path = folder.file("apart.mov")
        try Tool.run(
            "gst-launch-1.0",
            [
                "-q", "qtmux", "name=mux", "interleave-time=20000000000", "interleave-bytes=100000000", "!", "filesink",
                "location=\(path)", "filesrc", "location=\(frames)", "!", "qtdemux", "!", "h264parse", "!", "queue",
                "max-size-time=0", "max-size-bytes=0", "max-size-buffers=0", "!", "mux.video_0", "filesrc",
                "location=\(audio)", "!", "qtdemux", "!", "aacparse", "!", "queue", "max-size-time=0",
                "max-size-bytes=0", "max-size-buffers=0", "!", "mux.audio_0",
            ])
        let report = try send(path, folder)
        #expect(report.video.readable == clip.frames)
        #expect(report.video.missing == 0)
        try expectSync(report)
    }

    // MARK: Start positions

    @Test(
        "--start-at starts with the frame at that time and its audio",
        arguments: ["a.mp4", "a.mkv", "a.ts"])
    func startAt(_ name: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 5)
        let path = try clip.encode(folder, name, Self.h264)
        let report = try send(path, folder, ["--start-at", "1.5s"])
        #expect(report.video.lowest == 45)
        #expect(report.video.missing == 0)
        #expect(report.video.count == clip.frames - 45)
        #expect(report.video.repeated.isEmpty)
        try expectSync(report)
    }

    @Test("--start-at after the end of the file: 5")
    func startBehindEnd() throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, seconds: 1)
        let outcome = try StudioProgram.run([
            "start", "--fast", "--video", clip.path, "--start-at", "30s", "--out", folder.file("out.mkv"),
        ])
        #expect(outcome.exitCode == 5, "\(outcome.errors)")
        #expect(outcome.errors.contains("--start-at"), "\(outcome.errors)")
    }

    // MARK: Loops

    @Test(
        "Ten iterations: every frame in its position, the audio of each iteration exactly one file duration later",
        arguments: [("a.mp4", "30"), ("a.ts", "30"), ("a.mkv", "23.976"), ("a.mp4", "29.97")])
    func loop(_ name: String, _ rate: String) throws {
        let folder = try TestFolder()
        let clip = try CodedClip(folder, rate: rate, seconds: 3)
        let path = try clip.encode(folder, name, Self.h264)
        let interval = 1 / fraction(["23.976": "24000/1001", "29.97": "30000/1001"][rate] ?? "30/1")
        let round = Double(clip.frames) * interval
        let out = folder.file("out.mkv")
        let outcome = try StudioProgram.run([
            "start", "--fast", "--video", path, "--loop", "--duration", "\(round * 10)s", "--out", out,
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let report = try CodedReport(out)
        #expect(report.video.count == clip.frames * 10)
        #expect(report.video.missing == 0)
        // After the first iteration every frame repeats in order.
        let again = report.video.repeated
        #expect(again.count == clip.frames * 9)
        for (index, event) in again.enumerated() {
            #expect(event.number == index % clip.frames)
            #expect(abs(event.time - Double(clip.frames + index) * interval) < 0.002)
        }
        let overlaps = try #require(report.audio).overlaps
        #expect(overlaps.count == 9)
        for overlap in overlaps {
            #expect(abs(overlap.milliseconds - round * 1000) < 0.5, "\(overlap.milliseconds) ms")
        }
        for (one, next) in zip(overlaps, overlaps.dropFirst()) { #expect(abs(next.time - one.time - round) < 0.001) }
        // Located by its first mark; there are twenty marks per second.
        #expect(abs(try #require(overlaps.first).time - round) < 0.06)
    }

    @Test("A tone with whole periods in the file continues across the seams without a click")
    func seam() throws {
        let folder = try TestFolder()
        let path = folder.file("tone.mov")
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x96:r=30:d=2", "-f", "lavfi", "-i",
                "sine=f=480:r=48000:d=2", "-c:v", "libx264", "-c:a", "pcm_s16le", "-ac", "2", path,
            ])
        let outcome = try StudioProgram.run([
            "start", "--fast", "--video", path, "--loop", "--duration", "9s", "--out", folder.file("out.mkv"),
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let data = try Tool.run(
            "ffmpeg", ["-nostdin", "-v", "error", "-i", folder.file("out.mkv"), "-ac", "1", "-f", "s16le", "-"])
        let samples = data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }.dropFirst(4800).dropLast(4800)
        // A period is 100 samples long: each sample equals the one a period earlier, up to coding loss.
        let jumps = zip(samples, samples.dropFirst(100)).map { abs(Int($0) - Int($1)) }
        #expect(try #require(jumps.max()) < 300, "discontinuity of \(jumps.max() ?? 0)")
        #expect(try #require(samples.max()) > 2_000)
    }
}
