import Foundation
import Glibc
import SessionClient
import SessionProtocol
import StudioTestSupport
import Testing

/// `psstudio control`, as a user calls it.
@Suite(.endToEnd, .timeLimit(.minutes(5)))
struct ControlTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private var environment: [String: String] { ["XDG_RUNTIME_DIR": folder.path] }

    /// Starts a session that sends a small pattern until it is stopped, and waits until it sends.
    private func start(
        _ arguments: [String] = ["--out", "null:"], control: String = "auto"
    ) throws -> StudioProgram {
        let program = try StudioProgram(
            ["start", "--width", "64", "--height", "36", "--control", control, "--json"] + arguments,
            environment: environment, in: folder.path)
        try waitUntil("the session sends: \(program.errorsSoFar)") {
            try controlled(["status", "--session", control == "auto" ? try socket() : control])
                .outputText.contains("\nsending")
        }
        return program
    }

    /// The path of the only automatic socket.
    private func socket() throws -> String {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.file("psstudio"))) ?? []
        return folder.file("psstudio/\(names.first ?? "none.sock")")
    }

    private func controlled(_ arguments: [String], input: String? = nil) throws -> StudioProgram.Outcome {
        let file = try input.map { open(try folder.write("input", $0), O_RDONLY | O_CLOEXEC) }
        defer { if let file { close(file) } }
        return try StudioProgram.run(["control"] + arguments, environment: environment, input: file, in: folder.path)
    }

    @Test("a session is listed, shown, commanded and stopped; it exits with 0 and removes its socket")
    func life() throws {
        let program = try start()
        let list = try controlled(["list"])
        #expect(list.exitCode == 0)
        #expect(list.outputText.contains("  psstudio  \(try socket())\n"))
        let status = try controlled(["status"])
        #expect(status.exitCode == 0)
        #expect(status.outputText.contains("output 1  null:"))
        #expect(status.outputText.contains("Local user, host, local user"))
        let added = try controlled(["add-output", "show.mkv"])
        #expect(added.exitCode == 0)
        #expect(added.outputText == "2\n")
        #expect(
            try controlled(["restart-output", "1", "--json"]).outputText == #"{"id":2,"reply":{"output":{"output":3}}}"#
                + "\n")
        #expect(try controlled(["remove-output", "2"]).exitCode == 0)
        #expect(TestFolder.size(of: folder.file("show.mkv")) > 0)
        #expect(try controlled(["add-participant", "Ann", "--is-video-on", "true"]).outputText.hasPrefix("16"))
        #expect(try controlled(["set-role", "cohost", "Ann"]).exitCode == 0)
        #expect(try controlled(["stop"]).exitCode == 0)
        let outcome = try program.finish()
        #expect(outcome.exitCode == 0)
        #expect(outcome.outputText.contains(#""stopReason" : "stopped""#))
        #expect(try folder.names.contains("psstudio"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("psstudio")).isEmpty)
    }

    @Test("a pipeline is rejected, because its sinks write anywhere; that of the session is restarted")
    func pipelines() throws {
        let file = try folder.write("own.pipeline", "appsrc name=raw-video ! fakesink async=false")
        let program = try start(["--out", "null:", "--pipeline", file])
        let rejected = try controlled(["add-output", "pipeline:\(file)", "--json"])
        #expect(rejected.exitCode == 2)
        #expect(rejected.outputText.contains(#""code":"notPermitted""#), "\(rejected.outputText)")
        #expect(rejected.outputText.contains("a pipeline is not an address, because its sinks write anywhere"))
        #expect(try controlled(["restart-output", "2"]).outputText == "3\n")
        try waitUntil("the restarted one has frames") {
            try controlled(["status", "--json"]).outputText
                .contains(/"output":3,[^}]*"outputTotalFrames":[1-9]/)
        }
        #expect(try controlled(["stop"]).exitCode == 0)
        let outputs = try program.finish().summary.outputs
        #expect(outputs.map(\.state) == ["finished", "finished", "finished"])
        #expect(outputs.map(\.destination) == ["null:", "pipeline:\(file)", "pipeline:\(file)"])
        #expect(try #require(outputs.last).outputTotalFrames > 0)
    }

    @Test("a command that cannot be performed exits with 2 and one line that says why")
    func rejected() throws {
        let program = try start()
        let cases: [([String], String)] = [
            (["admit"], "admit does not fit the current state"),
            (["remove-output", "9"], "unknown output 9"),
            (["remove-participant", "5"], "no participant has the ID 5"),
            (["expire-identity"], "this program has nothing that expireIdentity changes"),
            (["set-role", "host", "Bob"], "no participant is named 'Bob'"),
            (["add-output", "show.xyz"], "show.xyz"),
            (["ad-output", "a.mp4"], "did you mean add-output?"),
            (["remove-output"], "the key 'output' is missing"),
            (["remove-output", "x"], "remove-output: output is 'x'; expected an integer of at least 1"),
            (["admit", "now"], "usage: admit"), (["admit", "--speed", "9"], "unknown option --speed"),
            (["send", #"{"fly":{}}"#], "unknown command 'fly'"),
            (["send", "\u{FEFF}" + #"{"fly":{}}"#], "unknown command 'fly'"),
            (["status", "--session", "none"], "no session has this identifier"),
        ]
        for (arguments, message) in cases {
            let outcome = try controlled(arguments)
            #expect(outcome.exitCode == 2, "\(arguments)")
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
            #expect(outcome.errors.count(where: \.isNewline) == 1, "\(outcome.errors)")
        }
        #expect(try controlled(["send", #"{"stop":{}}"#]).exitCode == 0)
        #expect(try program.finish().exitCode == 0)
    }

    @Test("without a session, and with several, the exit code is 2 and the choice is listed")
    func choice() throws {
        let none = try controlled(["status"])
        #expect(none.exitCode == 2)
        #expect(none.errors.contains("no session is running"))
        let path = folder.file("own.sock")
        let own = try start(control: path)
        #expect(try controlled(["status"]).exitCode == 2)
        let taken = try StudioProgram.run(
            ["start", "--control", path, "--out", "null:", "--duration", "1s"], environment: environment)
        #expect(taken.exitCode == 2)
        #expect(taken.errors.contains("another session listens there"))
        let first = try start()
        let second = try StudioProgram(
            ["start", "--width", "64", "--height", "36", "--control", "auto", "--out", "null:"],
            environment: environment)
        try waitUntil("both are listed") {
            try controlled(["list"]).outputText.split(separator: "\n").count == 2
        }
        let several = try controlled(["status"])
        #expect(several.exitCode == 2)
        #expect(several.errors.contains("2 sessions are running; choose one with --session: "))
        for line in try controlled(["list"]).outputText.split(separator: "\n") {
            #expect(try controlled(["stop", "--session", String(line.prefix { $0 != " " })]).exitCode == 0)
        }
        #expect(try controlled(["--session", path, "stop"]).exitCode == 0)
        for program in [own, first, second] { #expect(try program.finish().exitCode == 0) }
    }

    @Test("watch --json prints one event a line until the session ends")
    func watch() throws {
        let program = try start()
        let watch = try StudioProgram(["control", "watch", "--json"], environment: environment)
        let text = try StudioProgram(["control", "watch"], environment: environment)
        try text.waitForError("frames")
        #expect(try controlled(["add-output", "show.mkv"]).exitCode == 0)
        try waitUntil("both have seen it") { text.errorsSoFar.contains("show.mkv: live") }
        #expect(try controlled(["stop"]).exitCode == 0)
        #expect(try program.finish().exitCode == 0)
        let outcome = try watch.finish()
        #expect(outcome.exitCode == 0)
        let lines = outcome.outputText.split(separator: "\n")
        #expect(
            lines.contains {
                $0.contains(#""outputAdded":{"address":"show.mkv","output":2}"#) || $0.contains("show.mkv")
            })
        #expect(lines.last?.contains(#""stopped":{"reason":"stopped"}"#) == true)
        #expect(try text.finish().errors.contains("the session has ended: stopped"))
    }

    @Test("a failed output exits with 6, and its key appears nowhere")
    func failure() throws {
        let secret = "s3cr3t-k3y"
        let program = try start()
        let watch = try StudioProgram(["control", "watch", "--json"], environment: environment)
        // A port that nobody listens on.
        let port = try unusedPort()
        let address = "rtmp://127.0.0.1:\(port)/live/"
        let key = try folder.write("key", secret)
        let outcomes = [
            try controlled(["add-output", address, "--stream-key-file", key]),
            try controlled(["add-output", address, "--stream-key-file", "-"], input: "\(secret)\n"),
            try controlled(["add-output", "-", "--json"], input: "\(address)\(secret)\n"),
        ]
        for outcome in outcomes {
            #expect(outcome.exitCode == 6)
            #expect(outcome.errors.contains("rtmp://127.0.0.1:\(port)/live/***: "))
            #expect(!(outcome.errors + outcome.outputText).contains(secret))
        }
        let status = try controlled(["status", "--json"])
        #expect(status.outputText.contains("/live/***"))
        #expect(!status.outputText.contains(secret))
        #expect(try controlled(["stop"]).exitCode == 0)
        let (ended, watched) = (try program.finish(), try watch.finish())
        for text in [ended.errors, ended.outputText, watched.outputText, watched.errors] {
            #expect(!text.contains(secret))
        }
    }

    @Test("an output of a killed controller stays; a killed session leaves a socket that the next one replaces")
    func kills() throws {
        let path = folder.file("own.sock")
        let program = try start(control: path)
        let waiting = try StudioProgram(
            ["control", "--session", path, "watch", "--json"], environment: environment)
        try waitUntil("it watches") { try controlled(["--session", path, "add-participant", "Ann"]).exitCode == 0 }
        kill(waiting.process.pid, SIGKILL)
        #expect(try controlled(["--session", path, "add-output", "show.mkv"]).exitCode == 0)
        kill(program.process.pid, SIGKILL)
        _ = try program.finish()
        let gone = try controlled(["--session", path, "status"])
        #expect(gone.exitCode == 2)
        #expect(gone.errors.contains("no session listens there any more"))
        let next = try start(control: path)
        #expect(try controlled(["--session", path, "stop"]).exitCode == 0)
        #expect(try next.finish().exitCode == 0)
    }

    @Test("receive listens with PSSTUDIO_CONTROL: its scenario's participants are commanded, and stop ends it")
    func receive() throws {
        let variables = environment.merging(["PSSTUDIO_CONTROL": "auto"]) { $1 }
        let program = try StudioProgram(
            ["receive", "--participant", "Ada", "--duration", "10m", "--no-files", "--json"], environment: variables)
        try waitUntil("it listens: \(program.errorsSoFar)") { try controlled(["status"]).outputText.contains("Ada") }
        #expect(try controlled(["mute", "Ada", "camera"]).exitCode == 0)
        let output = try controlled(["add-output", "a.mp4"])
        #expect(output.exitCode == 2)
        #expect(output.errors.contains("this program has nothing that addOutput changes"))
        #expect(try controlled(["stop"]).exitCode == 0)
        #expect(try program.finish().exitCode == 0)
    }

    @Test(
        "an unchanged client of each interface is commanded with PSSTUDIO_CONTROL=auto, also below exec",
        arguments: ["zoom", "zoom-video", "agora", "zego", "camera", "library"])
    func client(_ name: String) throws {
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let client = URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("meeting-clients")
        let input = try PipePair()
        let program = try StudioProgram(
            ["exec", "--", client.path, name],
            environment: environment.merging(["PSSTUDIO_CONTROL": "auto"]) { $1 }, input: input.readEnd)
        try waitUntil("\(name) is in a meeting: \(program.errorsSoFar)") {
            try controlled(["status"]).outputText.contains("local user")
        }
        let watch = try SessionClientSocket(try socket())
        #expect(try watch.send(ControlRequest(id: 1, .subscribe(.init(events: true)))))
        #expect(try controlled(["add-participant", "Ann"]).exitCode == 0)
        #expect(try controlled(["set-video", "true", "Ann"]).exitCode == 0)
        #expect(try controlled(["status"]).outputText.contains(" Ann, attendee\n"))
        #expect(try controlled(["regain-connection"]).exitCode == 2)
        let output = try controlled(["stop"])
        #expect(output.errors.contains("this program has nothing that stop changes"))
        #expect(try controlled(["end-meeting"]).exitCode == 0)
        input.closeWriteEnd()
        _ = try program.finish()
        var events: [String] = []
        while let line = watch.next(seconds: 20) { events.append(String(decoding: line, as: UTF8.self)) }
        #expect(watch.hasEnded)
        #expect(events.contains { $0.contains(#""commandPerformed":{"command":{"endMeeting":"#) })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("psstudio")).isEmpty)
    }

    @Test("the schema of commands, events and the snapshot is printed without a session")
    func schema() throws {
        let outcome = try controlled(["schema"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.outputText == (try PackageFolder.text("docs/session.schema.json")))
    }
}
