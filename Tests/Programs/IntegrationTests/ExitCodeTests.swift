import Foundation
import StudioTestSupport
import Testing

/// The exit codes, and the output at exit.
@Suite(.endToEnd)
struct ExitCodeTests {
    private let quick = ["--fast", "--width", "64", "--height", "36", "--duration", "500ms"]

    // MARK: 2

    static let usages: [(arguments: [String], text: String)] = [
        (["start", "--video", "-", "--audio", "-"], "standard input"),
        (["start", "--out", "show.avi"], "show.avi"),
        (["start", "--out", "show"], "FILE.mp4"),
        (["start", "--out", "srx://host:9000"], "cannot write"),
        (["start", "--out", "srt://host:9000?latency=x"], "latency must be"),
        (["start", "--out", "a.ts", "--srt-passphrase-file", "key"], "requires an SRT output"),
        (["start", "--out", "rtmp://host"], "incomplete"),
        (["start", "--out", ""], "empty"),
        (["start", "--out", "-", "--out", "mkv:-"], "standard output"),
        (["start", "--out", "-", "--json"], "standard output"),
        (["start", "--out", "-", "--progress", "-"], "standard output"),
        (["start", "--out", "a.mp4", "--out", "a.mp4"], "two outputs"),
        (["start", "--fast"], "--duration"),
        (["start", "--width", "0"], "--width"),
        (["start", "--width", "-2"], "--width"),
        (["start", "--height", "tall"], "--height"),
        (["start", "--fps", "0"], "--fps"),
        (["start", "--fps", "fast"], "--fps"),
        (["start", "--duration", "soon"], "--duration"),
        (["start", "--duration", "0"], "--duration"),
        (["start", "--bitrate", "much"], "--bitrate"),
        (["start", "--preset", "warp"], "one of the following: ultrafast, superfast"),
        (["start", "--range", "wide"], "'limited' and 'full'"),
        (["start", "--format", "nv12"], "--format"),
        (["start", "--role", "guest"], "--role"),
        (["start", "--audio-rate", "44100"], "32000 or 48000"),
        (["start", "--audio-channels", "6"], "1 or 2"),
        (["start", "--audio", "a.wav", "--no-audio"], "mutually exclusive"),
        (["start", "--quiet", "--verbose"], "mutually exclusive"),
        (["start", "--no-such-option"], "--no-such-option"),
        (["start", "surplus"], "Unexpected argument 'surplus'"),
        (["start", "--out", "rtmp://host/live/"], "stream key"),
        (
            ["start", "--out", "rtmp://a/live/", "--out", "rtmp://b/live/"],
            "a stream key requires exactly one destination that ends in /"
        ),
        (["start", "--out", "a.ts", "--stream-key-file", "/proc/none"], "requires exactly one destination"),
        (["start", "--out", "srt://host:9", "--srt-passphrase-file", "/dev/null"], "SRT passphrase file is empty"),
        (["start", "--out", "srt://host:9", "--srt-passphrase-file", "/proc/sys/kernel/ostype"], "must have 10 to 79"),
        (["start", "--out", "rtmp://host/live/key", "--stream-key-file", "/proc/version"], "stream-key-file"),
        (["start", "--out", "rtmp://host/live/", "--stream-key-file", "/proc/none"], "cannot read"),
        (["start", "--out", "rtmp://host/live/", "--stream-key-file", "/dev/null"], "empty"),
    ]

    @Test("Usage errors: 2, one line, and the JSON document on request", arguments: usages)
    func usage(_ arguments: [String], _ text: String) throws {
        let folder = try TestFolder()
        // Cases about standard output must not use it twice.
        let isAboutOutput = text == "standard output"
        let outcome = try StudioProgram.run(arguments + (isAboutOutput ? [] : ["--json"]), in: folder.path)
        #expect(outcome.exitCode == 2, "\(arguments): \(outcome.errors)")
        #expect(outcome.errors.contains(text), "\(arguments): \(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(arguments): \(outcome.errors)")
        #expect(try folder.names.isEmpty, "nothing is created before the arguments are checked")
        guard !isAboutOutput else { return }
        let summary = try outcome.summary
        #expect(summary.exitCode == 2)
        #expect(summary.stopReason == "error:usage")
        #expect(try #require(summary.error).message.contains(text), "\(arguments): \(outcome.outputText)")
    }

    @Test("2: the error about a bad address in PSSTUDIO_OUT names the variable")
    func badVariable() throws {
        let bad = try StudioProgram.run(["start"] + quick, environment: ["PSSTUDIO_OUT": "null:\nshow.avi"])
        #expect(bad.exitCode == 2)
        #expect(bad.errors.hasPrefix("psstudio: PSSTUDIO_OUT: cannot write to 'show.avi': use "), "\(bad.errors)")
        #expect(bad.errors.split(separator: "\n").count == 1)
    }

    @Test("An existing file is kept without --force and replaced with it")
    func existing() throws {
        let folder = try TestFolder()
        let path = try folder.write("a.mp4", "precious")
        let kept = try StudioProgram.run(["start"] + quick + ["--out", path, "--json"])
        #expect(kept.exitCode == 2, "\(kept.errors)")
        #expect(kept.errors.contains("--force"), "\(kept.errors)")
        #expect(try kept.summary.exitCode == 2)
        #expect(try folder.read("a.mp4") == Data("precious".utf8))
        let replaced = try StudioProgram.run(["start"] + quick + ["--out", path, "--force"])
        #expect(replaced.exitCode == 0, "\(replaced.errors)")
        #expect(try MediaProbe(path).videoFrames.count == 15)
    }

    @Test("A source cannot be its own output")
    func sameFile() throws {
        let folder = try TestFolder()
        let path = try folder.write("a.mp4", "precious")
        let outcome = try StudioProgram.run(["start", "--fast", "--video", path, "--out", path, "--force"])
        #expect(outcome.exitCode == 2, "\(outcome.errors)")
        #expect(try folder.read("a.mp4") == Data("precious".utf8))
    }

    // MARK: 3, 4, and several at once

    @Test("4: a role without permission to start", arguments: ["attendee", "panelist"])
    func role(_ role: String) throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run(
            ["start"] + quick + ["--role", role, "--out", folder.file("a.mp4"), "--json"])
        #expect(outcome.exitCode == 4, "\(outcome.errors)")
        let summary = try outcome.summary
        #expect(summary.exitCode == 4)
        #expect(summary.error?.rule == "PS-START-003")
        #expect(outcome.errors.contains("PS-START-003"))
        #expect(outcome.errors.contains("; "))
        #expect(try folder.names.isEmpty)
    }

    @Test("0: co-hosts may start")
    func coHost() throws {
        let outcome = try StudioProgram.run(["start"] + quick + ["--role", "cohost", "--out", "null:", "--json"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let summary = try outcome.summary
        #expect(summary.exitCode == 0)
        #expect(summary.stopReason == "eos")
        #expect(summary.error == nil)
        #expect(summary.video.accepted == 15)
        #expect(!summary.sessionId.isEmpty)
        #expect(!summary.version.isEmpty)
        #expect(summary.outputs.map(\.outputTotalFrames) == [15])
    }

    @Test("Several causes: a contract violation or a bad source has precedence over a failed output")
    func several() throws {
        let folder = try TestFolder()
        try TestMedia.y4m(64, 36, frames: 2, into: folder.file("in.y4m"))
        let three = try StudioProgram.run([
            "start", "--fast", "--video", folder.file("in.y4m"), "--fps", "25", "--out", "/proc/self/a.mp4", "--out",
            "null:", "--json",
        ])
        #expect(three.exitCode == 3, "\(three.errors)")
        let frame = TestMedia.frame(64, 36, y: 90)
        let truncated = try folder.write("in.yuv", frame + frame.prefix(10))
        let five = try StudioProgram.run([
            "start", "--fast", "--width", "64", "--height", "36", "--video", truncated, "--out", "/proc/self/a.mp4",
            "--out",
            "null:", "--json",
        ])
        #expect(five.exitCode == 5, "\(five.errors)")
        #expect(try five.summary.outputs.first?.cause == "notWritable")
    }

    // MARK: Output

    @Test("--quiet prints errors only")
    func quiet() throws {
        let folder = try TestFolder()
        let good = try StudioProgram.run(["start"] + quick + ["--quiet", "--out", folder.file("a.mp4")])
        #expect(good.exitCode == 0, "\(good.errors)")
        #expect(good.errors.isEmpty, "\(good.errors)")
        #expect(good.output.isEmpty, "\(good.errors)")
        let bad = try StudioProgram.run(["start"] + quick + ["--quiet", "--out", "/proc/self/a.mp4"])
        #expect(bad.exitCode == 6, "\(bad.errors)")
        #expect(bad.errors.split(separator: "\n").count == 1, "\(bad.errors)")
    }

    @Test("A file or a pipe gets no colours and no status line, with and without NO_COLOR")
    func noColor() throws {
        for environment in [[:], ["NO_COLOR": "1"]] {
            let outcome = try StudioProgram.run(
                ["start"] + quick + ["--verbose", "--out", "null:", "--out", "/proc/self/a.mp4"],
                environment: environment)
            #expect(outcome.exitCode == 6)
            #expect(!outcome.errors.contains("\u{1B}"), "\(outcome.errors)")
            #expect(!outcome.errors.contains("\r"), "\(outcome.errors)")
        }
    }

    @Test("A terminal gets a status with a row for each output; NO_COLOR removes the colour only")
    func terminal() throws {
        let folder = try TestFolder()
        for (environment, isColored) in [([:], true), (["NO_COLOR": "1"], false)] {
            // `script` provides a terminal and records its output.
            let log = folder.file("log-\(isColored)")
            let command =
                "'\(try StudioProgram.path)' start --duration 1s --width 64 --height 36 --out null: --out /proc/self/a.mp4"
            let variables = environment.map { "\($0.key)=\($0.value)" }
            try Tool.run(
                "env", ["-u", "NO_COLOR", "TERM=xterm"] + variables + ["script", "-q", "-c", command, log])
            let text = try String(contentsOfFile: log, encoding: .utf8)
            #expect(text.contains("\u{1B}[31m") == isColored, "\(text.debugDescription)")
            #expect(text.contains("\r\u{1B}[2A\u{1B}[J"), "the status is not updated: \(text.debugDescription)")
            #expect(text.contains("\r\n  null: "), "\(text.debugDescription)")
            #expect(text.contains("  failed: "), "\(text.debugDescription)")
        }
    }

    @Test("--bitrate 3000, as other programs write 3000 kbit/s, is warned of once, and not without an encoder")
    func lowBitrate() throws {
        let folder = try TestFolder()
        let call = ["start", "--fast", "--width", "640", "--height", "360", "--duration", "200ms", "--bitrate", "3000"]
        let low = try StudioProgram.run(call + ["--out", folder.file("a.mkv")])
        #expect(low.exitCode == 0, "\(low.errors)")
        #expect(low.errors.count(of: "use --bitrate 3000k\n") == 1, "\(low.errors)")
        let raw = try StudioProgram.run(call + ["--out", "null:"])
        #expect(!raw.errors.contains("bitrate"), "\(raw.errors)")
    }

    @Test("a terminal that understands no escape sequences gets none: TERM=dumb")
    func dumbTerminal() throws {
        let folder = try TestFolder()
        let log = folder.file("log")
        let command =
            "'\(try StudioProgram.path)' start --duration 1s --width 64 --height 36 --out null: --out /proc/self/a.mp4"
        try Tool.run("env", ["-u", "NO_COLOR", "TERM=dumb", "script", "-q", "-c", command, log])
        let text = try String(contentsOfFile: log, encoding: .utf8)
        #expect(!text.contains("\u{1B}"), "\(text.debugDescription)")
        #expect(text.contains("psstudio: /proc/self/a.mp4: "), "\(text.debugDescription)")
    }

    @Test("--progress writes ffmpeg's progress blocks to a file and to standard output", arguments: ["file", "-"])
    func progress(_ place: String) throws {
        let folder = try TestFolder()
        let path = place == "-" ? "-" : folder.file("progress")
        let outcome = try StudioProgram.run(
            ["start"] + quick + ["--out", folder.file("a.mp4"), "--progress", path])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let text = place == "-" ? outcome.outputText : String(decoding: try folder.read("progress"), as: UTF8.self)
        let lines = text.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        let keys = [
            "frame", "fps", "bitrate", "total_size", "out_time_us", "out_time", "dup_frames", "drop_frames", "speed",
            "progress",
        ]
        #expect(!lines.isEmpty)
        #expect(lines.count % keys.count == 0)
        for (number, line) in lines.enumerated() {
            try #require(line.count == 2, "\(line)")
            #expect(line[0] == keys[number % keys.count])
            #expect(!line[1].isEmpty, "\(line)")
        }
        let last = Dictionary(uniqueKeysWithValues: lines.suffix(keys.count).map { ($0[0], $0[1]) })
        #expect(last["progress"] == "end")
        #expect(last["frame"] == "15")
        #expect(last["out_time_us"] == "500000")
        #expect(lines.filter { $0 == ["progress", "end"] }.count == 1)
        #expect(last["out_time"] == "00:00:00.500000")
        #expect(last["speed"]?.hasSuffix("x") == true)
    }
}
