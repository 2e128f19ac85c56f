import Foundation
import Glibc
import StudioTestSupport
import Testing

/// Losses at an end, in one channel, or throughout the media.
@Suite(.endToEnd)
struct MediaLossTests {
    /// A modification of ten seconds of good media, and the expected findings.
    struct Loss: Sendable, CustomStringConvertible {
        let name: String
        let recipe: [String]
        let findings: [String]
        /// Seconds of lost audio.
        var lost: ClosedRange<Double>?
        var description: String { name }
    }

    private static let copied = ["-c:v", "copy", "-c:a", "aac", "-b:a", "160k"]
    private static let encoded = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "20", "-c:a", "copy"]

    static let losses = [
        Loss(name: "nothing", recipe: copied, findings: []),
        Loss(name: "a low bitrate", recipe: ["-c:v", "copy", "-c:a", "aac", "-b:a", "32k"], findings: []),
        Loss(name: "low frequencies", recipe: ["-af", "highpass=f=1500"] + copied, findings: []),
        Loss(
            name: "audio ends early", recipe: ["-af", "atrim=0:6"] + copied, findings: ["gap"], lost: 6...10),
        Loss(
            name: "audio becomes silent", recipe: ["-af", "volume=0:enable='gt(t,7)'"] + copied, findings: ["gap"],
            lost: 7...10),
        Loss(
            name: "audio starts silent", recipe: ["-af", "volume=0:enable='lt(t,3)'"] + copied, findings: ["gap"],
            lost: 0...3),
        Loss(
            name: "unrelated audio in the middle",
            recipe: [
                "-af",
                "aeval='if(between(t,3,5),0.1*random(0),val(0))|if(between(t,3,5),0.1*random(0),val(1))':c=same",
            ] + copied, findings: ["gap"], lost: 3...5),
        Loss(name: "video ends early", recipe: ["-vf", "trim=0:4"] + encoded, findings: ["uneven"]),
        Loss(name: "mirrored frames", recipe: ["-vf", "hflip"] + encoded, findings: ["unmarked"]),
        Loss(name: "silence", recipe: ["-af", "volume=0"] + copied, findings: ["unmarked"]),
        Loss(name: "a silent channel", recipe: ["-af", "pan=stereo|c0=c0|c1=0*c1"] + copied, findings: ["channels"]),
        Loss(
            name: "an inverted channel", recipe: ["-af", "pan=stereo|c0=c0|c1=-1*c1"] + copied, findings: ["channels"]),
        Loss(name: "a late channel", recipe: ["-af", "adelay=0|30"] + copied, findings: ["channels"]),
    ]

    private func makeGood(_ folder: TestFolder) throws -> String {
        let good = folder.file("good.mp4")
        let arguments = ["--width", "320", "--height", "180", "--video", "coded:", "--duration", "10s", "--out", good]
        #expect(try StudioProgram.run(["start", "--fast"] + arguments).exitCode == 0)
        return good
    }

    @Test("Losses are found, and nothing else", arguments: losses)
    func findsLoss(_ loss: Loss) throws {
        let folder = try TestFolder()
        let path = folder.file("bad.mp4")
        try Tool.run("ffmpeg", ["-v", "error", "-i", try makeGood(folder)] + loss.recipe + [path])
        let media = try ProbedMedia(path, ["--max-gap", "100ms"])
        #expect(Set(media.findings.map(\.kind)) == Set(loss.findings), "\(media.findings)")
        #expect(media.verdict.hasPrefix("good") == loss.findings.isEmpty || media.exitCode == 7, "\(media.verdict)")
        if let lost = loss.lost {
            let gaps = try #require(media.audio).gaps
            #expect(gaps.map(\.kind) == ["lost"])
            #expect(media.exitCode == 7)
            let gap = try #require(gaps.first)
            #expect(abs(gap.time - lost.lowerBound) < 0.11, "\(gap)")
            #expect(abs(gap.time + gap.milliseconds / 1000 - lost.upperBound) < 0.11, "\(gap)")
        }
    }

    @Test("Frequent dropouts are counted individually")
    func dropouts() throws {
        let folder = try TestFolder()
        let good = try makeGood(folder)
        let muted = "asetnsamples=480,volume=0:enable='between(mod(t,0.7),0.3,0.395)'"
        try Tool.run("ffmpeg", ["-v", "error", "-i", good, "-af", muted] + Self.copied + [folder.file("muted.mp4")])
        let gaps = try #require(try ProbedMedia(folder.file("muted.mp4")).audio).gaps
        #expect(gaps.count == 14, "\(gaps)")
        for gap in gaps {
            #expect(gap.kind == "silent", "\(gap)")
            #expect(abs(gap.milliseconds - 100) < 12, "\(gap)")
        }

        let dropouts = "asetnsamples=480,aselect='gte(mod(t,1),0.02)',asetpts=N/SR/TB"
        try Tool.run(
            "ffmpeg", ["-v", "error", "-i", good, "-af", dropouts] + Self.copied + [folder.file("dropouts.mp4")])
        let media = try ProbedMedia(folder.file("dropouts.mp4"))
        let skipped = try #require(media.audio).gaps.filter { $0.kind == "skipped" }
        // The first one precedes all detected chirps: it shows as a constant offset.
        #expect(skipped.count == 9, "\(skipped)")
        #expect(abs(try #require(media.sync).start - 20) < 1)
        // Whole blocks of 10 ms are removed, so that a dropout covers two or three blocks.
        let sum = skipped.reduce(0) { $0 + $1.milliseconds }
        #expect(abs(try #require(media.sync).worst - 20 - sum) < 1)
    }

    @Test("A truncated file ends before the declared duration")
    func truncated() throws {
        let folder = try TestFolder()
        let good = try makeGood(folder)
        for form in ["mp4", "mkv"] {
            let whole = folder.file("whole." + form)
            try Tool.run("ffmpeg", ["-v", "error", "-i", good, "-c", "copy", "-movflags", "faststart", whole])
            #expect(try ProbedMedia(whole).findings.isEmpty)
            let bytes = try folder.read("whole." + form)
            let media = try ProbedMedia(try folder.write("truncated." + form, bytes.prefix(bytes.count / 2)))
            #expect(media.findings.contains { $0.kind == "truncated" }, "\(form): \(media.verdict)")
        }
    }

    @Test("The last frame of a low frame rate counts for its whole interval", arguments: ["mp4", "mkv"])
    func slow(form: String) throws {
        let folder = try TestFolder()
        let file = folder.file("slow." + form)
        let outcome = try StudioProgram.run([
            "start", "--fast", "--video", "coded:", "--no-audio", "--width", "320", "--height", "180", "--fps", "1",
            "--duration", "10s", "--out", file,
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try ProbedMedia(file).findings.isEmpty)
    }

    @Test("Recorded media on standard input has no delay")
    func delay() throws {
        let folder = try TestFolder()
        let good = try makeGood(folder)
        try Tool.run("ffmpeg", ["-v", "error", "-i", good, "-c", "copy", folder.file("a.mkv")])
        let file = open(folder.file("a.mkv"), O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        #expect(try StudioProgram.run(["probe", "-", "--json"], input: file).probed.delay == nil)
    }
}
