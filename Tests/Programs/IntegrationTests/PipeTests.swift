import Foundation
import Glibc
import StudioTestSupport
import Testing

/// Pipes as input and output.
@Suite(.endToEnd)
struct PipeTests {
    @Test("mkv:- is readable by ffprobe")
    func intoProbe() throws {
        let folder = try TestFolder()
        let pipe = try PipePair()
        let file = open(folder.file("probe.json"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        let probe = try ChildProcess(
            "ffprobe",
            ["-v", "error", "-count_frames", "-show_streams", "-show_format", "-show_frames", "-of", "json", "-"],
            input: pipe.readEnd, output: file)
        let program = try StudioProgram(
            ["start", "--fast", "--width", "320", "--height", "180", "--duration", "3s", "--out", "mkv:-"],
            output: pipe.writeEnd)
        pipe.closeReadEnd()
        pipe.closeWriteEnd()
        let outcome = try program.finish()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try probe.wait() == .exited(0))
        let result = try JSONDecoder().decode(MediaProbe.self, from: try folder.read("probe.json"))
        #expect(try result.video.nb_read_frames == "90")
        #expect(try result.video.codec_name == "h264")
        #expect(try result.audio.codec_name == "aac")
        #expect(abs(result.audioSeconds - 3) < 0.0214)
    }

    @Test("The reader of standard output closes it: 6, not SIGPIPE", arguments: ["-", "mkv:-"])
    func readerGone(_ destination: String) throws {
        let folder = try TestFolder()
        let pipe = try PipePair()
        let program = try StudioProgram(
            [
                "start", "--fast", "--width", "640", "--height", "360", "--duration", "5s", "--out", destination,
                "--out",
                folder.file("a.mp4"),
            ], output: pipe.writeEnd)
        pipe.closeWriteEnd()
        #expect(pipe.read(2000).count == 2000)
        pipe.closeReadEnd()
        let outcome = try program.finish()
        #expect(outcome.status == .exited(6), "\(outcome.errors)")
        #expect(outcome.errors.contains("check why the reading program ended"), "\(outcome.errors)")
        #expect(try MediaProbe(folder.file("a.mp4")).video.nb_read_frames == "150")
    }

    @Test(
        "--json and --progress - report a closed reader instead of dying",
        arguments: [["--json"], ["--progress", "-"]])
    func reportReaderGone(_ arguments: [String]) throws {
        let pipe = try PipePair()
        pipe.closeReadEnd()
        let program = try StudioProgram(
            ["start", "--fast", "--width", "64", "--height", "36", "--duration", "1s", "--out", "null:"] + arguments,
            output: pipe.writeEnd)
        let outcome = try program.finish()
        #expect(outcome.status == .exited(6), "\(outcome.errors)")
    }

    @Test(
        "One ffmpeg writes video and audio into two FIFOs: no deadlock, nothing lost", arguments: ["wav", "s16le"])
    func twoPipes(_ format: String) throws {
        let folder = try TestFolder()
        let (video, audio) = (folder.file("video"), folder.file("audio"))
        #expect(mkfifo(video, 0o600) == 0)
        #expect(mkfifo(audio, 0o600) == 0)
        // ffmpeg with two files writes bursts of many frames before any audio, and the other way round.
        let writer = try ChildProcess(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=640x360:r=30:d=6", "-f", "lavfi", "-i",
                "sine=f=440:r=48000:d=6", "-map", "0", "-pix_fmt", "yuv420p", "-f", "yuv4mpegpipe", "-y", video, "-map",
                "1", "-ac", "2", "-f", format, "-y", audio,
            ])
        let outcome = try StudioProgram.run(
            ["start", "--fast", "--video", video, "--audio", audio, "--out", folder.file("a.mp4"), "--json"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try writer.wait() == .exited(0))
        let summary = try outcome.summary
        #expect(summary.video.accepted == 180)
        #expect(summary.audio.accepted == 300)
        let probe = try MediaProbe(folder.file("a.mp4"))
        #expect(try probe.video.nb_read_frames == "180")
        #expect(abs(probe.audioSeconds - 6) < 0.0214)
    }

    @Test("Raw I420 through a FIFO requires only its size")
    func rawFIFO() throws {
        let folder = try TestFolder()
        let fifo = folder.file("frames")
        #expect(mkfifo(fifo, 0o600) == 0)
        let writer = try ChildProcess(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=426x240:r=30", "-frames:v", "40",
                "-pix_fmt",
                "yuv420p", "-f", "rawvideo", "-y", fifo,
            ])
        let outcome = try StudioProgram.run([
            "start", "--fast", "--video", fifo, "--width", "426", "--height", "240", "--format", "i420-limited",
            "--out",
            folder.file("a.mp4"),
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try writer.wait() == .exited(0))
        #expect(outcome.errors.count(of: "--fps overrides it") == 1, "the assumed rate is reported once")
        try TestMedia.y4m(426, 240, frames: 40, into: folder.file("same.y4m"))
        #expect(try MediaProbe(folder.file("a.mp4")).video.nb_read_frames == "40")
        #expect(try structuralSimilarity(folder.file("a.mp4"), to: folder.file("same.y4m")) > 0.95)
    }

    @Test("Two psstudio in a pipeline: the second one receives the output of the first one")
    func chain() throws {
        let folder = try TestFolder()
        let pipe = try PipePair()
        let size = ["--width", "320", "--height", "180"]
        let first = try StudioProgram(
            ["start", "--fast", "--duration", "2s", "--out", "-"] + size, output: pipe.writeEnd)
        let second = try StudioProgram(
            ["start", "--fast", "--video", "-", "--out", folder.file("a.mkv"), "--json"], input: pipe.readEnd)
        pipe.closeWriteEnd()
        pipe.closeReadEnd()
        #expect(try first.finish().exitCode == 0)
        let outcome = try second.finish()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try outcome.summary.video.accepted == 60)
        #expect(try MediaProbe(folder.file("a.mkv")).video.nb_read_frames == "60")
    }

    @Test("Two simultaneous sessions are independent")
    func twoSessions() throws {
        let folder = try TestFolder()
        let programs = try ["a.mp4", "b.mp4"].map { name in
            try StudioProgram([
                "start", "--width", "320", "--height", "180", "--duration", "2s", "--out", folder.file(name), "--json",
            ])
        }
        let outcomes = try programs.map { try $0.finish() }
        #expect(outcomes.map(\.exitCode) == [0, 0])
        #expect(Set(try outcomes.map { try $0.summary.sessionId }).count == 2)
        for (name, outcome) in zip(["a.mp4", "b.mp4"], outcomes) {
            let summary = try outcome.summary
            #expect(summary.video.accepted == 60)
            #expect(try MediaProbe(folder.file(name)).videoFrames.count == summary.encodedFrames)
        }
    }
}
