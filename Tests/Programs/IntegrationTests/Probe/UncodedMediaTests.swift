import Foundation
import StudioTestSupport
import Testing

/// Media without marks gives no numbers: the probe reports it and fails.
@Suite(.endToEnd)
struct UncodedMediaTests {
    private static let seconds = "4"

    /// Uncoded video: test cards, blocks, dots, noise, and images similar to marks.
    static let frames = [
        "testsrc2=s=640x360:r=30", "smptehdbars=s=640x360:r=30", "mandelbrot=s=640x360:r=30",
        "life=s=84x48:r=30:ratio=0.5,scale=672:384:flags=neighbor", "cellauto=s=640x360:r=30",
        "color=gray:s=640x360:r=30,noise=alls=100:allf=t", "color=black:s=640x360:r=30",
        "color=gray:s=84x48:r=30,noise=alls=100:allf=t,scale=1344:768:flags=neighbor",
    ]

    /// Uncoded audio: tones, sweeps over the code's band, and noise of all colours.
    static let audio = [
        "sine=f=1000:b=2:r=48000", "anoisesrc=c=white:r=48000", "anoisesrc=c=pink:r=48000", "anoisesrc=c=brown:r=48000",
        "aevalsrc='0.1*sin(2*PI*(500+1500*mod(t,2))*mod(t,2))':s=48000",
        "aevalsrc='0.1*sin(2*PI*(500*mod(t,0.05)+30000*mod(t,0.05)*mod(t,0.05)))':s=48000",
        "anullsrc=r=48000", "aevalsrc='2*random(0)-1':s=48000",
    ]

    private func checkNothing(_ media: ProbedMedia, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(media.session == nil)
        #expect(media.sync == nil)
        #expect(media.color == nil)
        #expect(media.delay == nil)
        #expect(media.audio?.marks ?? 0 == 0)
        #expect(media.video?.readable == 0)
        #expect(media.video?.missing == 0)
        #expect(media.video?.scaleX == nil)
        #expect(media.video?.visibleWidth == nil)
        #expect(media.audio?.gaps.isEmpty ?? true)
        #expect(media.audio?.overlaps.isEmpty ?? true)
        #expect(media.findings.isEmpty, "\(media.findings)")
        #expect(media.verdict.hasPrefix("nothing measured"), "\(media.verdict)")
        #expect(media.exitCode == 5)
        #expect(media.budgets.allSatisfy { !$0.isMet })
        #expect(media.budgets.allSatisfy { $0.measured == nil })
    }

    @Test("Ordinary media and noise give no number, and 5", arguments: zip(frames, audio))
    func ordinary(_ frames: String, _ audio: String) throws {
        let folder = try TestFolder()
        let path = folder.file("ordinary.mkv")
        try Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", frames, "-f", "lavfi", "-i", audio, "-t", Self.seconds, "-c:v",
                "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "pcm_s16le", path,
            ])
        let media = try ProbedMedia(path, ["--max-offset", "20ms", "--max-missing", "0", "--max-drift", "20"])
        try checkNothing(media)
        let count = try #require(media.video).count
        #expect(count == 120, "measurements without marks are still reported")
        #expect(media.streams.count == 2, "measurements without marks are still reported")
    }

    @Test("psstudio's test pattern is not a coded card")
    func testPattern() throws {
        let folder = try TestFolder()
        let path = folder.file("pattern.mp4")
        let arguments = ["--fast", "--width", "640", "--height", "360", "--duration", "4s", "--out", path]
        #expect(try StudioProgram.run(["start"] + arguments).exitCode == 0)
        try checkNothing(try ProbedMedia(path))
    }

    @Test("If only video or only audio is coded, only that is measured")
    func halves() throws {
        let folder = try TestFolder()
        let good = folder.file("good.mp4")
        let made = ["start", "--fast", "--width", "640", "--height", "360", "--video", "coded:", "--duration", "4s"]
        #expect(try StudioProgram.run(made + ["--out", good]).exitCode == 0)
        let tone = ["-f", "lavfi", "-i", "sine=r=48000"]
        let card = ["-f", "lavfi", "-i", "testsrc2=s=640x360:r=30:d=4"]
        try Tool.run(
            "ffmpeg",
            ["-v", "error", "-i", good] + tone
                + ["-map", "0:v", "-map", "1:a", "-c:v", "copy", "-shortest", folder.file("a.mp4")])
        try Tool.run(
            "ffmpeg",
            ["-v", "error", "-i", good] + card + ["-map", "1:v", "-map", "0:a", "-c:a", "copy", folder.file("b.mp4")])

        let silent = try ProbedMedia(folder.file("a.mp4"), ["--max-offset", "20ms", "--max-missing", "0"])
        #expect(silent.session != nil)
        #expect(silent.sync == nil)
        #expect(silent.audio?.marks == 0)
        #expect(silent.exitCode == 7)
        #expect(silent.budgets.map(\.isMet) == [false, true], "a missing measurement misses its budget")
        let blind = try ProbedMedia(folder.file("b.mp4"), ["--max-offset", "20ms", "--max-gap", "0ms"])
        #expect(blind.session == nil)
        #expect(blind.sync == nil)
        #expect(blind.color == nil)
        #expect(blind.exitCode == 7)
        // The audio lasts 4 s; the end of the last of its 80 marks lies behind them.
        #expect(try #require(blind.audio).marks == 79)
        #expect(blind.budgets.map(\.isMet) == [false, true])
    }
}
