import Foundation
import StudioTestSupport
import Testing

/// Truncated, mislabelled and unsupported sources: one error line with a hint, the right exit code, and earlier
/// media is kept.
@Suite(.endToEnd)
struct BadInputTests {
    private let header = "YUV4MPEG2 W64 H36 F30:1 Ip C420jpeg\n"
    private let frame = Array("FRAME\n".utf8) + TestMedia.frame(64, 36, y: 80)

    private func y4m(_ frames: Int, header: String? = nil) -> [UInt8] {
        Array((header ?? self.header).utf8) + (0..<frames).flatMap { _ in frame }
    }

    /// Expects one error line with a hint, the same error in the JSON document, and nothing else on standard
    /// output.
    private func check(_ outcome: StudioProgram.Outcome, _ code: Int32, containing text: String) throws {
        #expect(outcome.exitCode == code, "\(outcome.errors)")
        let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("psstudio: ") && $0.contains(text) }
        #expect(lines.count == 1, "'\(text)' must be reported once:\n\(outcome.errors)")
        #expect(lines.allSatisfy { $0.contains("; ") }, "no hint: \(lines)")
        let summary = try outcome.summary
        #expect(summary.exitCode == code)
        #expect(try #require(summary.error).message.contains(text))
        #expect(summary.stopReason.hasPrefix("error:"))
    }

    private func run(_ folder: TestFolder, _ more: [String], input: Int32? = nil) throws -> StudioProgram.Outcome {
        try StudioProgram.run(
            ["start", "--fast", "--out", folder.file("out.mp4"), "--json"] + more, input: input)
    }

    private func frameCount(_ folder: TestFolder) throws -> Int {
        try MediaProbe(folder.file("out.mp4")).videoFrames.count
    }

    // MARK: y4m

    @Test("y4m truncated in a frame and in a frame header: the complete frames are in the file")
    func truncated() throws {
        for (frames, rest, text) in [
            (7, 100, "in frame 8"), (7, 3, "between frames 7 and 8"),
            (40, 1000, "in frame 41"),
        ] {
            let folder = try TestFolder()
            let source = try folder.write("in.y4m", y4m(frames) + frame.prefix(rest))
            let outcome = try run(folder, ["--video", source])
            try check(outcome, 5, containing: text)
            #expect(try frameCount(folder) == frames)
            #expect(try outcome.summary.video.accepted == frames)
        }
    }

    @Test(
        "A header with a wrong size: sheared frames are worse than none, so at most one is accepted",
        arguments: [("W66 H36", 1), ("W62 H36", 1), ("W64 H38", 1), ("W64 H18", 1), ("W320 H180", 0)])
    func lies(_ size: String, _ accepted: Int) throws {
        let folder = try TestFolder()
        let source = try folder.write("in.y4m", y4m(9, header: "YUV4MPEG2 \(size) F30:1 C420jpeg\n"))
        let outcome = try run(folder, ["--video", source])
        try check(outcome, 5, containing: "size")
        // The error is detected where the second frame should start, or at the end of the file.
        #expect(try outcome.summary.video.accepted == accepted)
    }

    @Test(
        "Video other than progressive 8-bit 4:2:0 is rejected with the option that converts it",
        arguments: [
            ("C422", "-pix_fmt yuv420p"), ("C444", "-pix_fmt yuv420p"), ("C420p10", "-pix_fmt yuv420p"),
            ("Cmono", "-pix_fmt yuv420p"), ("C420jpeg It", "yadif"), ("F0:1", "frame rate"), ("W0", "width"),
            ("H-2", "height"), ("W99999999999", "width"),
        ])
    func unlike(_ field: String, _ hint: String) throws {
        let folder = try TestFolder()
        let source = try folder.write("in.y4m", y4m(3, header: "YUV4MPEG2 W64 H36 F30:1 \(field)\n"))
        try check(try run(folder, ["--video", source]), 5, containing: hint)
        #expect(try !folder.names.contains("out.mp4"), "no output is opened")
    }

    @Test("ffmpeg's own 10-bit and 4:2:2 are recognized, too")
    func ffmpegFormats() throws {
        for format in ["yuv420p10le", "yuv422p"] {
            let folder = try TestFolder()
            try Tool.run(
                "ffmpeg",
                [
                    "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x36:r=30", "-frames:v", "3",
                    "-pix_fmt", format, "-strict", "-1", folder.file("in.y4m"),
                ])
            try check(try run(folder, ["--video", folder.file("in.y4m")]), 5, containing: "-pix_fmt yuv420p")
        }
    }

    @Test("A header without an end")
    func endless() throws {
        let folder = try TestFolder()
        let source = try folder.write("in.y4m", "YUV4MPEG2 " + String(repeating: "X", count: 100_000))
        try check(try run(folder, ["--video", source]), 5, containing: "has no end")
    }

    // MARK: Raw video and pipes

    @Test("Truncated raw video")
    func truncatedRaw() throws {
        let folder = try TestFolder()
        let frames = (0..<5).flatMap { _ in TestMedia.frame(64, 36, y: 120) }
        let source = try folder.write("in.yuv", frames + [UInt8](repeating: 0, count: 1000))
        let outcome = try run(folder, ["--video", source, "--width", "64", "--height", "36"])
        try check(outcome, 5, containing: "frame 6")
        #expect(try frameCount(folder) == 5)
    }

    @Test("Empty standard input, empty files")
    func empty() throws {
        let folder = try TestFolder()
        try check(try run(folder, ["--video", "-"]), 5, containing: "standard input is empty")
        for name in ["in.y4m", "in.yuv"] {
            let source = try folder.write(name, "")
            try check(try run(folder, ["--video", source]), 5, containing: "is empty")
        }
        #expect(try !folder.names.contains("out.mp4"))
    }

    @Test("A pipe closed in the middle of a frame")
    func pipe() throws {
        let folder = try TestFolder()
        let pipe = try PipePair()
        let program = try StudioProgram(
            ["start", "--fast", "--video", "-", "--out", folder.file("out.mp4"), "--json"], input: pipe.readEnd)
        pipe.closeReadEnd()
        #expect(pipe.write(y4m(12) + frame.prefix(500)))
        pipe.closeWriteEnd()
        let outcome = try program.finish()
        try check(outcome, 5, containing: "in frame 13")
        #expect(try frameCount(folder) == 12)
    }

    @Test("A text file, a media file, a missing file and a folder")
    func noVideo() throws {
        let folder = try TestFolder()
        let text = try folder.write("notes.txt", "Dear diary\n")
        try check(try run(folder, ["--video", text]), 5, containing: "not a media file")
        let named = try folder.write("notes.y4m", "Dear diary,\ntoday I went for a walk.\n")
        try check(try run(folder, ["--video", named]), 5, containing: "YUV4MPEG2")
        try check(try run(folder, ["--video", folder.file("none.y4m")]), 5, containing: "No such file")
        try check(try run(folder, ["--video", folder.path]), 5, containing: "is a folder")
        try check(try run(folder, ["--video", "/proc/self/mem.y4m"]), 5, containing: "cannot open")
    }

    // MARK: Audio

    private func audio(_ folder: TestFolder, _ path: String) throws -> StudioProgram.Outcome {
        try run(folder, ["--width", "64", "--height", "36", "--duration", "2s", "--force", "--audio", path])
    }

    @Test("WAV files that are truncated, empty or broken")
    func wav() throws {
        let folder = try TestFolder()
        let good = TestMedia.wav(TestMedia.sine(1))
        let truncated = try audio(folder, try folder.write("truncated.wav", good.dropLast(20_000)))
        try check(truncated, 5, containing: "the last 20000 bytes are missing")
        #expect(try MediaProbe(folder.file("out.mp4")).audioSeconds > 0.8, "the audio before the damage is in the file")
        try check(try audio(folder, try folder.write("head.wav", good.prefix(30))), 5, containing: "is truncated")
        try check(
            try audio(folder, try folder.write("text.wav", "no audio at all")), 5, containing: "not a media file")
        try check(try audio(folder, try folder.write("empty.wav", "")), 5, containing: "is empty")
        try check(try audio(folder, try folder.write("song.mp3", "ID3")), 5, containing: "not a media file")
        let odd = try folder.write("odd.pcm", [UInt8](repeating: 1, count: 96_001))
        try check(try audio(folder, odd), 5, containing: "in the middle of a sample")
    }

    @Test("WAV from standard input that is truncated or not PCM")
    func wavStream() throws {
        let good = TestMedia.wav(TestMedia.sine(0.2))
        var compressed = TestMedia.wav(TestMedia.sine(0.2), bits: 8)
        compressed[20] = 7  // µ-law
        for (bytes, text) in [
            (Array(good.dropLast(8000)), "8000 bytes before the end"), (Array(good.prefix(30)), "before its samples"),
            (compressed, "not a WAV stream of PCM samples"),
        ] {
            let folder = try TestFolder()
            let pipe = try PipePair()
            let program = try StudioProgram(
                [
                    "start", "--fast", "--out", folder.file("out.mp4"), "--json", "--width", "64", "--height", "36",
                    "--duration", "1s", "--audio", "-",
                ], input: pipe.readEnd)
            pipe.closeReadEnd()
            pipe.write(bytes)
            pipe.closeWriteEnd()
            try check(try program.finish(), 5, containing: text)
        }
    }
}
