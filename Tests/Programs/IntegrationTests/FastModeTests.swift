import Foundation
import StudioTestSupport
import Testing

/// A session that is faster than real time drops nothing, whatever is slow.
@Suite(.endToEnd)
struct FastModeTests {
    /// Two seconds of video, which is then repeated for as long as the audio lasts.
    private func video(_ folder: TestFolder) throws -> String {
        let path = folder.file("video.mp4")
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=320x180:rate=30:duration=2", "-c:v",
                "libx264",
                "-preset", "ultrafast", path,
            ])
        return path
    }

    /// - Returns: the summary, after checking that everything was delivered.
    private func send(_ options: [String], to out: String, seconds: Int) throws {
        let outcome = try StudioProgram.run(
            ["start", "--fast", "--preset", "slow", "--json", "--out", out] + options, seconds: 100)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let summary = try outcome.summary
        #expect(summary.video.dropped == 0)
        #expect(summary.audio.dropped == 0)
        #expect(summary.omittedRepeats == 0)
        let output = try #require(summary.outputs.first)
        #expect(output.outputTotalFrames == seconds * 30)
        #expect(output.outputSkippedFrames == 0)
        #expect(output.outputSkippedAudio == 0)
        let probe = try MediaProbe(out)
        #expect(probe.videoFrames.count == seconds * 30)
        #expect(abs(probe.audioSeconds - Double(seconds)) < 0.0214)
    }

    @Test("Long silence after short video is delivered with all frames", arguments: ["a.mp4", "a.mkv", "a.ts"])
    func silence(_ name: String) throws {
        let folder = try TestFolder()
        let audio = folder.file("silence.wav")
        try Tool.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "anullsrc=r=48000:cl=stereo", "-t", "150", audio])
        try send(["--video", try video(folder), "--audio", audio], to: folder.file(name), seconds: 150)
    }

    @Test("A long gap in the audio of a file is delivered with all frames")
    func gap() throws {
        let folder = try TestFolder()
        let path = folder.file("gap.mkv")
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-i", try video(folder), "-f", "lavfi", "-i", "sine=d=151:r=48000", "-map",
                "0:v",
                "-map", "1:a", "-af", "aselect='lt(t,1)+gte(t,149)'", "-c:v", "copy", "-c:a", "pcm_s16le", path,
            ])
        try send(["--video", path], to: folder.file("out.mp4"), seconds: 151)
    }

    @Test("A reader that pauses gets everything at a high bitrate", arguments: ["mkv:-", "ts:-"])
    func slowReader(_ out: String) throws {
        let folder = try TestFolder()
        // Noise does not compress: each frame has as many bytes as the encoder may spend.
        let random = try #require(FileHandle(forReadingAtPath: "/dev/urandom"))
        let noise = random.readData(ofLength: 90 * 640 * 360 * 3 / 2)
        try noise.write(to: URL(fileURLWithPath: folder.file("noise.yuv")))
        let pipe = try PipePair()
        let program = try StudioProgram(
            [
                "start", "--fast", "--video", folder.file("noise.yuv"), "--width", "640", "--height", "360",
                "--bitrate",
                "200M", "--preset", "ultrafast", "--out", out,
            ], output: pipe.writeEnd)
        pipe.closeWriteEnd()
        try program.waitForError("no data taken")
        var bytes: [UInt8] = []
        while case let part = pipe.read(1 << 20), !part.isEmpty { bytes += part }
        let outcome = try program.finish()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(bytes.count > 16 << 20, "more than a queue holds")
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file("read")))
        #expect(try MediaProbe(folder.file("read")).videoFrames.count == 90)
    }
}
