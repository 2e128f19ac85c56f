import ArgumentParser
import Foundation
import Glibc
import ProgramConsole
import StudioRuntime
import StudioTestSupport
import Testing

@testable import psstudio

/// Results that cannot be written to standard output: 6 and one line, for every command.
@Suite(.endToEnd)
struct StandardOutputTests {
    /// How standard output fails, as shell commands before the program.
    private static let faults = [
        ("exec >/dev/full", "No space left on device"), ("exec >&-", "Bad file descriptor"),
        ("exec 1</dev/null", "Bad file descriptor"),
    ]

    /// A call of each command that prints a result, and the help of every command.
    private static let calls: [[String]] =
        [
            ["--help"], ["--version"], ["help", "start"], ["start", "--help-all"],
            ["--generate-completion-script", "bash"],
            ["--experimental-dump-help"], ["rules"], ["rules", "--json"], ["rules", "--markdown"],
            ["scenarios"], ["scenarios", "list"], ["scenarios", "show", "no-sender"], ["scenarios", "schema"],
            ["scenarios", "check", "no-sender"], ["pipelines"], ["pipelines", "show", "mux-ts"],
            ["control", "schema"], ["control", "list", "--json"], ["control", "--help"], ["serve", "--openapi"],
            [
                "start", "--fast", "--width", "64", "--height", "36", "--duration", "200ms", "--out", "null:", "--json",
                "-q",
            ],
            ["receive", "--participant", "Ada", "--no-files", "--duration", "200ms"],
            ["doctor", "--no-benchmark"], ["doctor", "--no-benchmark", "--json"],
        ] + PSStudio.configuration.subcommands.map { [$0._commandName, "--help"] }

    private func expectFailure(_ outcome: StudioProgram.Outcome, _ text: String, _ call: String) {
        #expect(outcome.status == .exited(6), "\(call): \(outcome.errors)")
        let line = "psstudio: cannot write to standard output: \(text); "
        #expect(outcome.errors.hasPrefix(line), "\(call): \(outcome.errors)")
        #expect(outcome.errors.count(of: "\n") == 1, "\(call): \(outcome.errors)")
    }

    @Test("full or closed: every command exits with 6 and one line", arguments: calls)
    func commands(_ call: [String]) throws {
        let folder = try TestFolder()
        let environment = ["XDG_RUNTIME_DIR": folder.file("")]
        for (fault, text) in Self.faults {
            let outcome = try StudioProgram.run(call, environment: environment, after: fault)
            expectFailure(outcome, text, "\(call) with \(fault)")
        }
        let pipe = try PipePair()
        pipe.closeReadEnd()
        let program = try StudioProgram(call, environment: environment, output: pipe.writeEnd)
        expectFailure(try program.finish(), "Broken pipe", "\(call) without a reader")
    }

    @Test("the server prints its documents likewise", arguments: [["--openapi"], ["--help"], ["--version"]])
    func server(_ call: [String]) throws {
        let program = try StudioProgram.path + "-server"
        for (fault, text) in Self.faults {
            expectFailure(try StudioProgram.run(call, after: fault, program: program), text, "\(call) with \(fault)")
        }
    }

    @Test("reports of media and traces: 6, or the code of a cause that counts more")
    func reports() throws {
        let folder = try TestFolder()
        let coded = [
            "start", "--fast", "--video", "coded:", "--audio", "coded:", "--width", "320", "--height", "180",
            "--duration", "2s", "--quiet",
        ]
        let made = try StudioProgram.run(coded + ["--out", folder.file("a.mkv"), "--trace", folder.file("a.jsonl")])
        #expect(made.exitCode == 0, "\(made.errors)")
        let other = try StudioProgram.run(
            [
                "start", "--fast", "--width", "64", "--height", "36", "--duration", "1s", "--quiet", "--out", "null:",
                "--trace", folder.file("b.jsonl"),
            ])
        #expect(other.exitCode == 0, "\(other.errors)")
        let (a, b) = (folder.file("a.jsonl"), folder.file("b.jsonl"))
        let calls: [([String], Int32)] = [
            (["probe", folder.file("a.mkv")], 6), (["probe", folder.file("a.mkv"), "--json"], 6), (["verify", a], 6),
            (["verify", a, "--json"], 6), (["diff", a, a], 6), (["diff", a, b], 3), (["diff", a, b, "--json"], 3),
        ]
        for (call, code) in calls {
            let outcome = try StudioProgram.run(call, after: "exec >/dev/full")
            #expect(outcome.exitCode == code, "\(call): \(outcome.errors)")
            #expect(outcome.errors.contains("cannot write to standard output: No space left on device; "))
        }
    }

    @Test("a session that prints nothing does not need standard output")
    func silent() throws {
        let call = [
            "start", "--fast", "--width", "64", "--height", "36", "--duration", "200ms", "--out", "null:", "-q",
        ]
        let outcome = try StudioProgram.run(call, after: "exec >&-")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.isEmpty)
    }

    @Test("progress and media: 6 and the reason")
    func streams() throws {
        let call = ["start", "--fast", "--width", "64", "--height", "36", "--duration", "200ms", "-q"]
        for (fault, text) in Self.faults {
            let progress = try StudioProgram.run(call + ["--out", "null:", "--progress", "-"], after: fault)
            #expect(progress.exitCode == 6)
            #expect(progress.errors == "psstudio: cannot write the progress: \(text)\n")
            let media = try StudioProgram.run(call + ["--out", "-"], after: fault)
            #expect(media.exitCode == 6, "\(fault): \(media.errors)")
            #expect(media.errors.lowercased().contains(text.prefix(17).lowercased()), "\(fault): \(media.errors)")
        }
    }

    @Test("the code of a command of the user stays, and of several causes the first counts")
    func codes() {
        #expect(StandardOutput.exitCode(after: 42, hasFailed: true) == 42)
        for reason in ExitReason.allCases {
            #expect(StandardOutput.exitCode(after: reason.rawValue, hasFailed: false) == reason.rawValue)
            let code = ExitReason.first(of: [reason, .output]).rawValue
            #expect(StandardOutput.exitCode(after: reason.rawValue, hasFailed: true) == code)
        }
        #expect(StandardOutput.exitCode(after: 0, hasFailed: true) == 6)
    }
}
