import Foundation
import Glibc
import StudioTestSupport
import Testing

/// The `psstudio probe` command: arguments, budgets, output and exit codes.
@Suite(.endToEnd)
struct ProbeCommandTests {
    /// A file that lacks six frames and has the audio 30 ms early.
    private func makeFaulty(_ folder: TestFolder) throws -> String {
        let good = folder.file("good.mp4")
        let made = [
            "--width", "640", "--height", "360", "--video", "coded:1f3a9c02", "--duration", "4s", "--out", good,
        ]
        #expect(try StudioProgram.run(["start", "--fast"] + made).exitCode == 0)
        try Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-i", good, "-itsoffset", "-0.030", "-i", good, "-map", "0:v", "-map", "1:a", "-vf",
                "select='not(between(n,50,55))'", "-fps_mode", "passthrough", "-c:v", "libx264", "-preset", "ultrafast",
                "-c:a", "copy", folder.file("faulty.mp4"),
            ])
        return folder.file("faulty.mp4")
    }

    @Test("Budgets: 7 if one is missed, 0 if all are met, with the result of each")
    func budgets() throws {
        let folder = try TestFolder()
        let file = try makeFaulty(folder)
        let missed = try ProbedMedia(file, ["--max-offset", "20ms", "--max-missing", "5", "--max-drift", "20ppm"])
        #expect(missed.exitCode == 7)
        #expect(missed.budgets.map(\.name).sorted() == ["max-drift", "max-missing", "max-offset"])
        #expect(Set(missed.budgets.filter { !$0.isMet }.map(\.name)) == ["max-offset", "max-missing"])
        #expect(missed.verdict.contains("--max-offset"))
        #expect(missed.verdict.contains("--max-missing"))
        #expect(!missed.verdict.contains("--max-drift"))
        let met = try ProbedMedia(file, ["--max-offset", "31ms", "--max-missing", "6", "--max-gap", "0"])
        #expect(met.exitCode == 0, "\(met.verdict)")
        #expect(met.budgets.allSatisfy { $0.isMet }, "\(met.verdict)")
        #expect(try StudioProgram.run(["probe", file]).exitCode == 0, "without budgets findings are only reported")
        #expect(try StudioProgram.run(["probe", file, "--strict"]).exitCode == 7)
        let frames = try ProbedMedia(file, ["--expect-frames", "120"])
        #expect(frames.exitCode == 7)
        #expect(frames.budgets.first?.measured == 114)
    }

    @Test("Text output has the findings and ends with a verdict; --quiet prints the verdict only")
    func text() throws {
        let folder = try TestFolder()
        let file = try makeFaulty(folder)
        let text = try StudioProgram.run(["probe", file, "--max-missing", "0"])
        let lines = text.outputText.split(separator: "\n").map(String.init)
        #expect(lines.first?.contains("session 1f3a9c02, sent as 640x360 at 30/s") == true)
        for (name, content) in [
            ("found", "6 missing: 50-55"), ("sync", "+30.0 ms"), ("budget", "missed (measured 6)"),
        ] {
            let line = try #require(lines.first { $0.hasPrefix(name) }, "\(text.outputText)")
            #expect(line.contains(content))
        }
        #expect(lines.last == "verdict   failed: --max-missing missed")
        #expect(text.errors.isEmpty)
        #expect(text.exitCode == 7)
        let quiet = try StudioProgram.run(["probe", file, "--quiet"])
        #expect(quiet.outputText == "faulty: one kind of fault\n")
    }

    @Test("The HTML report is self-contained, is not overwritten without --force, and is written before the exit")
    func page() throws {
        let folder = try TestFolder()
        let (file, page) = (try makeFaulty(folder), folder.file("report.html"))
        #expect(try StudioProgram.run(["probe", file, "--html", page]).exitCode == 0)
        let html = String(decoding: try folder.read("report.html"), as: UTF8.self)
        #expect(html.count(of: "<svg") == 4)
        #expect(html.count(of: "class=\"chart\"") == html.count(of: "<svg"))
        #expect(!html.contains("http://"))
        #expect(!html.contains("https://"))
        #expect(!html.contains("src="))
        let again = try StudioProgram.run(["probe", file, "--html", page])
        #expect(again.exitCode == 2, "\(again.errors)")
        #expect(again.errors.contains("--force"), "\(again.errors)")
        #expect(try StudioProgram.run(["probe", file, "--html", page, "--force"]).exitCode == 0)
        let nowhere = try StudioProgram.run(["probe", file, "--html", folder.file("none/report.html")])
        #expect(nowhere.exitCode == 2, "\(nowhere.errors)")
        #expect(nowhere.errors.contains("none/report.html"), "\(nowhere.errors)")
        #expect(nowhere.outputText.isEmpty, "reported before the source is read")
        let itself = try StudioProgram.run(["probe", file, "--html", folder.path + "/./faulty.mp4", "--force"])
        #expect(itself.exitCode == 2, "\(itself.errors)")
        #expect(itself.errors.contains("both the source and the report"), "\(itself.errors)")
        #expect(try ProbedMedia(file).session != nil, "the source is still there")
    }

    static let failures: [(source: String, code: Int32, text: String)] = [
        ("/nowhere/show.mp4", 5, "No such file"), ("/tmp", 5, "is a folder"),
        ("ftp://host/show.mp4", 2, "unsupported source"),
        ("", 2, "empty"), ("rtmp://127.0.0.1:1/live/secret", 5, "127.0.0.1:1"),
        ("http://user:secret@127.0.0.1:1/show.mp4", 5, "127.0.0.1:1"),
    ]

    @Test("Sources that cannot be read: one line, the right code, and no secret", arguments: failures)
    func failure(_ source: String, _ code: Int32, _ text: String) throws {
        let outcome = try StudioProgram.run(["probe", source, "--json"])
        #expect(outcome.exitCode == code, "\(outcome.errors)")
        #expect(outcome.errors.contains(text), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        #expect(!(outcome.errors + outcome.outputText).contains("secret"), "\(outcome.errors)")
        let object = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
        #expect((object?["exitCode"] as? NSNumber)?.int32Value == code)
        #expect(((object?["error"] as? [String: Any])?["message"] as? String)?.contains(text) == true)
    }

    @Test("Files that hold no media: 5", arguments: ["", "just text\n"])
    func noMedia(_ content: String) throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run(["probe", try folder.write("a.mp4", content)])
        #expect(outcome.exitCode == 5, "\(outcome.errors)")
        #expect(outcome.outputText.isEmpty, "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    }

    @Test("Plugin warnings do not appear on standard error by default")
    func pluginLog() throws {
        let folder = try TestFolder()
        let arguments = ["--width", "320", "--height", "180", "--duration", "1s", "--out", folder.file("good.mkv")]
        #expect(try StudioProgram.run(["start", "--fast"] + arguments).exitCode == 0)
        // GStreamer 1.22 reports an unknown document type through an object that is not an element.
        let good = try folder.read("good.mkv")
        #expect(good.firstRange(of: Data("matroska".utf8)) != nil)
        let path = try folder.write("broken.mkv", good.replacing(Data("matroska".utf8), with: Data("matroskb".utf8)))
        let quiet = try StudioProgram.run(["probe", path], environment: ["G_DEBUG": ""])
        #expect(quiet.exitCode == 5, "\(quiet.errors)")
        #expect(quiet.errors.split(separator: "\n").count == 1, "\(quiet.errors)")
        let loud = try StudioProgram.run(["probe", path], environment: ["G_DEBUG": "", "G_MESSAGES_DEBUG": "none"])
        #expect(loud.exitCode == 5, "\(loud.errors)")
        #expect(loud.errors.contains("GStreamer-CRITICAL"), "\(loud.errors)")
    }

    @Test("Standard input: the standard output of psstudio and ffmpeg", arguments: ["mkv:-", "-"])
    func standardInput(_ destination: String) throws {
        let pipe = try PipePair()
        let sender = try StudioProgram(
            [
                "start", "--fast", "--quiet", "--width", "640", "--height", "360", "--video", "coded:1f3a9c02",
                "--duration", "4s", "--out", destination,
            ], output: pipe.writeEnd)
        let probe = try StudioProgram(["probe", "-", "--json"], input: pipe.readEnd)
        pipe.closeWriteEnd()
        pipe.closeReadEnd()
        let media = try probe.finish().probed
        #expect(try sender.finish().exitCode == 0)
        #expect(media.exitCode == 0, "\(media.verdict)")
        #expect(media.findings.isEmpty, "\(media.verdict)")
        #expect(media.video?.readable == 120)
        #expect(media.session?.identity == "1f3a9c02")
        #expect((media.sync != nil) == (destination == "mkv:-"))
    }

    @Test("A coded source is not a source of a probe: its name is checked, and nothing is opened")
    func codedNames() throws {
        for name in ["coded:xyz", "coded:123456789", "coded:1f3a9c02x"] {
            let outcome = try StudioProgram.run(["start", "--video", name, "--out", "null:"])
            #expect(outcome.exitCode == 2, "\(outcome.errors)")
            #expect(outcome.errors.contains(name), "\(outcome.errors)")
        }
    }
}
