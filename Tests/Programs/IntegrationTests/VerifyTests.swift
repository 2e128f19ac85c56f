import Foundation
import FoundationXML
import StudioCore
import StudioTestSupport
import StudioTrace
import Testing

/// `psstudio verify` and `psstudio diff`, as a user calls them.
@Suite(.endToEnd)
struct VerifyTests {
    private static let header =
        #"{"clock":"system","interface":"production-studio","psstudioTrace":1,"session":"1","writer":"test"}"#
    private static let start = #"{"event":"call","name":"start","result":"Success","time":0}"#
    private static let refusal =
        #"{"code":"InvalidParameter","event":"violation","isRefusal":true,"message":"642x360, expected 640x360","#
        + #""rule":"PS-SEND-005","time":2}"#
    private static let drop = #"{"audioBlocks":0,"event":"drop","frames":4,"reason":"late","time":1}"#
    private static let queries = ["isSupported", "canStart"].map {
        #"{"event":"call","name":"\#($0)","result":true,"time":0}"#
    }
    private static let stop = #"{"event":"call","name":"stop","result":"Success","time":3}"#
    private static let end = #"{"event":"end","lost":0,"time":4,"unhashed":0}"#

    private static func write(_ lines: [String], to path: String) throws {
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: path))
    }

    /// A correct trace, one with dropped frames, and one with a rejected call.
    private static func traces(_ folder: TestFolder) throws -> (good: String, dropped: String, wrong: String) {
        let paths = (folder.file("good.jsonl"), folder.file("dropped.jsonl"), folder.file("wrong.jsonl"))
        try write([header] + queries + [start, stop, end], to: paths.0)
        try write([header] + queries + [start, drop, stop, end], to: paths.1)
        try write([header] + queries + [start, refusal, stop, end], to: paths.2)
        return paths
    }

    @Test("the exit code is 3 for a broken contract, 5 for an unreadable trace, 7 for a missed budget, otherwise 0")
    func exitCodes() throws {
        let folder = try TestFolder()
        let (good, dropped, wrong) = try Self.traces(folder)
        let bad = folder.file("bad.jsonl")
        try Data("\n".utf8).write(to: URL(fileURLWithPath: bad))
        func run(_ arguments: String...) throws -> StudioProgram.Outcome {
            try StudioProgram.run(["verify"] + arguments)
        }
        #expect(try run(good).exitCode == 0)
        #expect(try run(good).outputText == "\(good): ok; 4.000 s, 0 frames, 0 audio blocks\n")
        #expect(try run(dropped).exitCode == 0)
        #expect(try run(dropped, "--max-drops", "4").exitCode == 0)
        #expect(try run(dropped, "--max-drops", "3").exitCode == 7)
        #expect(try run(dropped, "--strict").exitCode == 7)
        #expect(try run(good, "--strict").exitCode == 0)
        #expect(try run(good, "--max-gap", "1s").exitCode == 7)
        #expect(try run(good, dropped, wrong, "--max-drops", "3").exitCode == 3)
        #expect(try run(good, bad, "--max-gap", "1s").exitCode == 5)
        #expect(try run(wrong, bad).exitCode == 3)
        #expect(try run(folder.file("none")).errors == "psstudio: \(folder.file("none")): No such file or directory\n")
        #expect(
            try run(bad).errors
                == "psstudio: \(bad): line 1: not the header of a trace: invalid JSON; expected a file written by --trace\n"
        )
        #expect(try run().exitCode == 2)
        #expect(try run(good, "--max-deviation", "200").exitCode == 2)
        #expect(try run("-", "-").exitCode == 2)
    }

    /// Writes the correct trace of a client that sends 50 frames and 50 audio blocks of 20 ms.
    private static func writeMedia(
        to path: String, threads: (video: Int, audio: Int), isOnQueue: Bool? = nil, notice: TraceViolation? = nil
    ) throws {
        var events: [(MediaTime, TraceEvent)] = [
            (.zero, .call(TraceCall("setDelegate", ["isSet": true]))),
            (.zero, .call(TraceCall("isSupported", result: true))),
            (.zero, .call(TraceCall("canStart", result: true))),
            (.zero, .call(TraceCall("start", result: "Success"))),
            (.zero, .callback(TraceCallback("startAnswered", ["accepted": true], isReceived: true))),
            (.zero, .callback(TraceCallback("sendingStarted", ["hasSender": true], isReceived: true))),
        ]
        for index in 0..<50 {
            let time = MediaTime.milliseconds(Int64(index) * 20)
            let frame = TraceFrame(
                width: 64, height: 36, format: "i420-full", stamp: time, thread: threads.video,
                hash: TraceHash(value: UInt64(index)), isBlack: false, isOnQueue: isOnQueue)
            let block = TraceBlock(
                sampleRate: 48_000, channels: 2, samples: 960, stamp: time, thread: threads.audio,
                isOnQueue: isOnQueue)
            events.append((time, .video(frame)))
            events.append((time, .audio(block)))
        }
        let end = MediaTime.seconds(1)
        if let notice { events.append((end, .violation(notice))) }
        events.append((end, .call(TraceCall("stop", result: "Success"))))
        events.append((end, .callback(TraceCallback("sendingStopped", isReceived: true))))
        events.append((end, .end(TraceEnd(unhashed: 0, lost: 0))))
        let encoder = JSONLineEncoder()
        var bytes = try encoder.line(TraceHeader(writer: "test", clock: .system, session: "1", seed: nil))
        for (time, event) in events { bytes += try encoder.line(TraceRecord(event, at: time)) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    @Test("TRACE-STRICT-001 and PS-SDK-023 are reported with --strict only; one thread, queues, actors and tasks never")
    func strictFindings() throws {
        let folder = try TestFolder()
        let notice = TraceViolation(rule: "PS-SDK-023", code: "Success", message: "on a thread", isRefusal: false)
        let (threads, call) = (folder.file("threads.jsonl"), folder.file("call.jsonl"))
        let (thread, queue) = (folder.file("thread.jsonl"), folder.file("queue.jsonl"))
        try Self.writeMedia(to: threads, threads: (1, 2))
        try Self.writeMedia(to: call, threads: (1, 1), notice: notice)
        try Self.writeMedia(to: thread, threads: (1, 1))
        // What a dispatch queue, an actor or a task sends.
        try Self.writeMedia(to: queue, threads: (1, 2), isOnQueue: true)
        func run(_ arguments: String...) throws -> StudioProgram.Outcome {
            try StudioProgram.run(["verify"] + arguments)
        }
        let counts = ": ok; 1.000 s, 50 frames, 50 audio blocks\n"
        for path in [threads, call, thread, queue] {
            let outcome = try run(path)
            #expect(outcome.exitCode == 0)
            #expect(outcome.outputText == path + counts)
        }
        for path in [thread, queue] {
            let outcome = try run(path, "--strict")
            #expect(outcome.exitCode == 0)
            #expect(outcome.outputText == path + counts)
        }
        for (path, rule) in [(threads, "TRACE-STRICT-001"), (call, "PS-SDK-023")] {
            let outcome = try run(path, "--strict")
            #expect(outcome.exitCode == 7)
            #expect(outcome.outputText.contains(": \(rule): "), "\(outcome.outputText)")
            // The command of exec leaves it in the folder of the traces.
            let command = ["--", "sh", "-c", "cp '\(path)' \"$PSSTUDIO_TRACE\""]
            #expect(try StudioProgram.run(["exec"] + command).exitCode == 0)
            let strict = try StudioProgram.run(["exec", "--strict"] + command)
            #expect(strict.exitCode == 7)
            #expect(strict.errors.contains(": \(rule): "), "\(strict.errors)")
        }
    }

    @Test("JSON, JUnit and HTML are written; existing reports are kept without --force")
    func reports() throws {
        let folder = try TestFolder()
        let (_, dropped, wrong) = try Self.traces(folder)
        let (junit, html) = (folder.file("a.xml"), folder.file("a.html"))
        let arguments = ["verify", dropped, wrong, "--json", "--junit", junit, "--html", html]
        let outcome = try StudioProgram.run(arguments)
        #expect(outcome.exitCode == 3)
        let document = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
        #expect(document["exitCode"] as? Int == 3)
        let traces = try #require(document["traces"] as? [[String: Any]])
        let findings = traces.map { ($0["findings"] as? [[String: Any]] ?? []).compactMap { $0["rule"] as? String } }
        #expect(findings == [["TRACE-QUALITY-009"], ["PS-SEND-005"]])
        let parser = XMLParser(data: try Data(contentsOf: URL(fileURLWithPath: junit)))
        #expect(parser.parse())
        #expect(try String(contentsOfFile: junit, encoding: .utf8).contains("failures=\"1\""))
        let kept = try StudioProgram.run(arguments)
        #expect(kept.exitCode == 2)
        #expect(kept.errors.contains("'\(junit)' exists; --force overwrites it"))
        #expect(try StudioProgram.run(arguments + ["--force"]).exitCode == 3)
        let same = try StudioProgram.run(["verify", wrong, "--html", wrong, "--force"])
        #expect(same.exitCode == 2)
        #expect(same.errors.contains("is both a trace and a report"))
        let full = try StudioProgram.run(["verify", dropped, "--html", folder.file("none/a.html")])
        #expect(full.exitCode == 6)
    }

    @Test("diff exits with 0 for equal sessions, 3 for different ones, 5 for an unreadable one")
    func diff() throws {
        let folder = try TestFolder()
        let fast = ["start", "--fast", "--duration", "1s", "--width", "128", "--height", "72", "--out", "null:", "-q"]
        let paths = ["a", "b", "c"].map { folder.file("\($0).jsonl") }
        #expect(try StudioProgram.run(fast + ["--trace", paths[0]]).exitCode == 0)
        #expect(try StudioProgram.run(fast + ["--trace", paths[1]]).exitCode == 0)
        #expect(try StudioProgram.run(fast + ["--fps", "25", "--trace", paths[2]]).exitCode == 0)
        let equal = try StudioProgram.run(["diff", paths[0], paths[1]])
        #expect(equal.exitCode == 0)
        #expect(equal.outputText == "\(paths[0]) and \(paths[1]) agree\n")
        let different = try StudioProgram.run(["diff", paths[0], paths[2]])
        #expect(different.exitCode == 3)
        #expect(different.outputText.contains("  video: 30 and 25 records; first: line "))
        #expect(
            try StudioProgram.run(["diff", paths[0], paths[2], "--quiet"]).outputText.split(separator: "\n").count == 1)
        #expect(try StudioProgram.run(["diff", paths[0], folder.file("none")]).exitCode == 5)
    }

    private static let chromium = ["/usr/bin/chromium"].first { FileManager.default.isExecutableFile(atPath: $0) }

    /// `PSSTUDIO_SCREENSHOTS` is a folder that keeps the screenshots.
    @Test(
        "the page opens in Chromium, bright and as on a dark phone, at the session that broke the contract",
        .enabled(if: chromium != nil, "Chromium is not installed"))
    func page() throws {
        let folder = try TestFolder()
        let (_, dropped, wrong) = try Self.traces(folder)
        let html = folder.file("a.html")
        #expect(try StudioProgram.run(["verify", dropped, wrong, "--html", html]).exitCode == 3)
        let screenshots = ProcessInfo.processInfo.environment["PSSTUDIO_SCREENSHOTS"] ?? folder.path
        let base = [
            "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder.file("profile"))",
            "--enable-logging=stderr",
        ]
        for (name, size, options) in [
            ("bright", "900,1200", []), ("phone", "390,1200", ["--blink-settings=preferredColorScheme=0"]),
        ] {
            let screenshot = "\(screenshots)/verify-\(name).png"
            let arguments = base + options + ["--window-size=\(size)", "--screenshot=\(screenshot)", "file://\(html)"]
            let (_, errors) = try Tool.runForBoth(Self.chromium ?? "", arguments)
            #expect(!errors.contains("CONSOLE"))
            #expect(try Data(contentsOf: URL(fileURLWithPath: screenshot)).count > 10_000)
        }
        let page = try Tool.run(Self.chromium ?? "", base + ["--dump-dom", "file://\(html)"])
        let text = String(decoding: page, as: UTF8.self)
        #expect(text.contains("2 sessions, 1 with violations"))
        let finding = #"<li class="finding contract"><h3><button type="button"><bdi>PS-SEND-005</bdi></button>"#
        #expect(text.contains(finding + #"<span class="faint">2.000 s, line 5</span></h3>"#))
        #expect(text.contains("The frame's width and height must be the declared ones."))
    }
}
