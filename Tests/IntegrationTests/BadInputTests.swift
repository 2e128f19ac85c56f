import Foundation
import StudioTestSupport
import Testing

/// Sources that are cut, lie or are something else: one line with a hint, the right number, and what came before is kept.
struct BadInputTests {
    private let header = "YUV4MPEG2 W64 H36 F30:1 Ip C420jpeg\n"
    private let frame = Array("FRAME\n".utf8) + TestMedia.picture(64, 36, y: 80)

    private func y4m(_ pictures: Int, header: String? = nil) -> [UInt8] {
        Array((header ?? self.header).utf8) + (0..<pictures).flatMap { _ in frame }
    }

    /// One line of error with a hint, the same one in the object, and nothing else on standard output.
    private func check(_ outcome: StudioProgram.Outcome, _ code: Int32, saying text: String) throws {
        #expect(outcome.exitCode == code, "\(outcome.errors)")
        let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("psstudio: ") && $0.contains(text) }
        #expect(lines.count == 1, "'\(text)' is to be said once:\n\(outcome.errors)")
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

    private func frames(_ folder: TestFolder) throws -> Int {
        try MediaProbe(folder.file("out.mp4")).videoFrames.count
    }

    // MARK: y4m

    @Test("y4m cut in a picture, in the word FRAME, and inside a long run: the whole ones are in the file")
    func cut() throws {
        for (pictures, rest, text) in [
            (7, 100, "in the middle of picture 8"), (7, 3, "between pictures 7 and 8"),
            (40, 1000, "in the middle of picture 41"),
        ] {
            let folder = try TestFolder()
            let source = try folder.write("in.y4m", y4m(pictures) + frame.prefix(rest))
            let outcome = try run(folder, ["--video", source])
            try check(outcome, 5, saying: text)
            #expect(try frames(folder) == pictures)
            #expect(try outcome.summary.video.accepted == pictures)
        }
    }

    @Test("A header that lies about the size", arguments: ["W66 H36", "W62 H36", "W64 H38", "W64 H18", "W320 H180"])
    func lies(_ size: String) throws {
        let folder = try TestFolder()
        let source = try folder.write("in.y4m", y4m(9, header: "YUV4MPEG2 \(size) F30:1 C420jpeg\n"))
        let outcome = try run(folder, ["--video", source])
        try check(outcome, 5, saying: "size")
        // Sheared pictures are worse than none: at most one was taken before the lie showed.
        #expect(try outcome.summary.video.accepted <= 1)
    }

    @Test(
        "Pictures other than progressive 8-bit 4:2:0 come with the option that helps",
        arguments: [
            ("C422", "-pix_fmt yuv420p"), ("C444", "-pix_fmt yuv420p"), ("C420p10", "-pix_fmt yuv420p"),
            ("Cmono", "-pix_fmt yuv420p"), ("C420jpeg It", "yadif"), ("F0:1", "frame rate"), ("W0", "width"),
            ("H-2", "height"), ("W99999999999", "width"),
        ])
    func unlike(_ field: String, _ hint: String) throws {
        let folder = try TestFolder()
        let source = try folder.write("in.y4m", y4m(3, header: "YUV4MPEG2 W64 H36 F30:1 \(field)\n"))
        try check(try run(folder, ["--video", source]), 5, saying: hint)
        #expect(try !folder.names.contains("out.mp4"), "an output was opened for nothing")
    }

    @Test("ffmpeg's own 10-bit and 4:2:2 are recognised, not only what this test makes")
    func ffmpegFormats() throws {
        for format in ["yuv420p10le", "yuv422p"] {
            let folder = try TestFolder()
            try Tool.run(
                "ffmpeg",
                [
                    "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x36:r=30", "-frames:v", "3",
                    "-pix_fmt", format, "-strict", "-1", folder.file("in.y4m"),
                ])
            try check(try run(folder, ["--video", folder.file("in.y4m")]), 5, saying: "-pix_fmt yuv420p")
        }
    }

    @Test("A header that never ends")
    func endless() throws {
        let folder = try TestFolder()
        let source = try folder.write("in.y4m", "YUV4MPEG2 " + String(repeating: "X", count: 100_000))
        try check(try run(folder, ["--video", source]), 5, saying: "does not end")
    }

    // MARK: Raw pictures and pipes

    @Test("Raw pictures cut in the middle")
    func rawCut() throws {
        let folder = try TestFolder()
        let pictures = (0..<5).flatMap { _ in TestMedia.picture(64, 36, y: 120) }
        let source = try folder.write("in.yuv", pictures + [UInt8](repeating: 0, count: 1000))
        let outcome = try run(folder, ["--video", source, "--width", "64", "--height", "36"])
        try check(outcome, 5, saying: "picture 6")
        #expect(try frames(folder) == 5)
    }

    @Test("Empty standard input, empty files")
    func empty() throws {
        let folder = try TestFolder()
        try check(try run(folder, ["--video", "-"]), 5, saying: "standard input is empty")
        for name in ["in.y4m", "in.yuv"] {
            let source = try folder.write(name, "")
            try check(try run(folder, ["--video", source]), 5, saying: "is empty")
        }
        #expect(try !folder.names.contains("out.mp4"))
    }

    @Test("A pipe that closes in the middle of a picture")
    func pipe() throws {
        let folder = try TestFolder()
        let pipe = try PipePair()
        let program = try StudioProgram(
            ["start", "--fast", "--video", "-", "--out", folder.file("out.mp4"), "--json"], input: pipe.readEnd)
        pipe.closeReadEnd()
        #expect(pipe.write(y4m(12) + frame.prefix(500)))
        pipe.closeWriteEnd()
        let outcome = try program.finish()
        try check(outcome, 5, saying: "in the middle of picture 13")
        #expect(try frames(folder) == 12)
    }

    @Test("A text file, a media file, a missing file and a folder")
    func noVideo() throws {
        let folder = try TestFolder()
        let text = try folder.write("notes.txt", "Dear diary\n")
        try check(try run(folder, ["--video", text]), 5, saying: "no media that GStreamer knows")
        let named = try folder.write("notes.y4m", "Dear diary,\ntoday I was a picture.\n")
        try check(try run(folder, ["--video", named]), 5, saying: "YUV4MPEG2")
        try check(try run(folder, ["--video", folder.file("none.y4m")]), 5, saying: "No such file")
        try check(try run(folder, ["--video", folder.path]), 5, saying: "is a folder")
        try check(try run(folder, ["--video", "/proc/self/mem.y4m"]), 5, saying: "cannot open")
    }

    // MARK: Sound

    private func sound(_ folder: TestFolder, _ path: String) throws -> StudioProgram.Outcome {
        try run(folder, ["--width", "64", "--height", "36", "--duration", "2s", "--force", "--audio", path])
    }

    @Test("44.1 kHz breaks the contract: 3, with its rule and the way out")
    func sampleRate() throws {
        let folder = try TestFolder()
        let wav = TestMedia.wav(TestMedia.sine(2, rate: 44_100), rate: 44_100)
        let outcome = try sound(folder, try folder.write("in.wav", wav))
        #expect(outcome.exitCode == 3, "\(outcome.errors)")
        #expect(try outcome.summary.error?.rule == "PS-AUDIO-004")
        #expect(outcome.errors.contains("PS-AUDIO-004") && outcome.errors.contains("; "))
    }

    @Test("WAV that is not 16-bit PCM, is cut, is empty, or is none")
    func wav() throws {
        let folder = try TestFolder()
        let good = TestMedia.wav(TestMedia.sine(1))
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=d=1:r=48000", "-c:a", "pcm_s24le", "-ac", "2",
                folder.file("deep.wav"),
            ])
        try check(try sound(folder, folder.file("deep.wav")), 5, saying: "pcm_s16le")
        let cut = try sound(folder, try folder.write("cut.wav", good.dropLast(20_000)))
        try check(cut, 5, saying: "20000 bytes before the end")
        #expect(try MediaProbe(folder.file("out.mp4")).audioSeconds > 0.8, "what came before the cut is in the file")
        try check(try sound(folder, try folder.write("head.wav", good.prefix(30))), 5, saying: "not readable")
        try check(try sound(folder, try folder.write("text.wav", "no sound at all")), 5, saying: "RIFF")
        try check(try sound(folder, try folder.write("empty.wav", "")), 5, saying: "empty")
        try check(try sound(folder, try folder.write("song.mp3", "ID3")), 5, saying: "no media")
        let six = TestMedia.wav(TestMedia.sine(0.1, channels: 6), channels: 6)
        try check(try sound(folder, try folder.write("six.wav", six)), 5, saying: "6 channels")
        let odd = try folder.write("odd.pcm", [UInt8](repeating: 1, count: 96_001))
        try check(try sound(folder, odd), 5, saying: "in the middle of a sample")
    }
}
