import Foundation
import Glibc
import StudioTestSupport
import Testing

/// `psstudio exec --stop-after` and `--grace`: a command is stopped as a container engine does.
@Suite(.endToEnd, .timeLimit(.minutes(5)))
struct ExecStopTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// What `--report` writes.
    private struct Report: Decodable {
        struct Command: Decodable {
            let exitCode: Int32?
            let signal: Int32?
            let stop: String?
            let message: String?
        }

        struct Trace: Decodable {
            struct Finding: Decodable {
                let rule: String
            }

            let findings: [Finding]
        }

        let command: Command
        let exitCode: Int32
        let traces: [Trace]
    }

    private func run(_ options: [String], _ script: String) throws -> (outcome: StudioProgram.Outcome, report: Report) {
        let outcome = try StudioProgram.run(
            ["exec", "--force", "--report", folder.file("report.json")] + options + ["--", "sh", "-c", script])
        return (outcome, try written())
    }

    private func written() throws -> Report {
        try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: folder.file("report.json"))))
    }

    private func session(_ output: String) throws -> String {
        "exec '\(try StudioProgram.path)' start --quiet --width 128 --height 72 --out '\(output)'"
    }

    @Test("times of weeks are times, too")
    func long() throws {
        let (outcome, report) = try run(["--stop-after", "900h", "--grace", "900h"], "exit 0")
        #expect(report.command.exitCode == 0, "\(outcome.errors)")
        #expect(report.command.stop == nil)
    }

    @Test("a command that finishes on SIGTERM has done what the signal asks for: the traces decide")
    func obedient() throws {
        let show = folder.file("show.mkv")
        let (outcome, report) = try run(["--stop-after", "2s", "--grace", "60s"], session(show))
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(report.exitCode == 0)
        #expect(report.command.exitCode == 143)
        #expect(report.command.stop == "terminated")
        #expect(report.command.message == nil)
        #expect(report.traces.count == 1)
        #expect(TestFolder.size(of: show) > 0)
        let (quick, other) = try run(["--stop-after", "60s"], "exit 9")
        #expect(quick.exitCode == 9)
        #expect(other.command.stop == nil)
    }

    @Test("a command that does not handle SIGTERM fails with 143 and a hint")
    func unprepared() throws {
        let (outcome, report) = try run(["--stop-after", "100ms"], "exec sleep 600")
        #expect(outcome.exitCode == 143)
        #expect(report.command.signal == SIGTERM)
        #expect(report.command.exitCode == nil)
        #expect(outcome.errors.contains("'sh' was killed by SIGTERM, which it does not handle; leave the meeting"))
    }

    @Test("after the grace, all processes of the command are killed, and its exit code does not count")
    func stubborn() throws {
        let script =
            "trap '' TERM; sh -c \"trap '' TERM; echo \\$\\$ >\(folder.file("pid")); sleep 600; true\" & wait; wait"
        let (outcome, report) = try run(["--stop-after", "1s", "--grace", "200ms"], script)
        #expect(outcome.exitCode == 137)
        #expect(report.exitCode == 137)
        #expect(report.command.stop == "killed")
        #expect(outcome.errors.contains("did not end within 0.2s of SIGTERM and was killed"))
        let text = try String(contentsOfFile: folder.file("pid"), encoding: .utf8)
        let pid = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(pid, 0) != 0)
    }

    @Test("with --grace, SIGTERM to psstudio stops the command alone, as an engine signals its first process")
    func request() throws {
        let script = """
            sh -c 'trap "touch \(folder.file("child"))" TERM; sleep 600 & wait' &
            trap 'exit 0' TERM; touch \(folder.file("ready")); wait
            """
        let program = try StudioProgram([
            "exec", "--report", folder.file("report.json"), "--grace", "60s", "--", "sh", "-c", script,
        ])
        try waitUntil("the command runs") { FileManager.default.fileExists(atPath: folder.file("ready")) }
        program.process.signal(SIGTERM)
        let outcome = try program.finish()
        #expect(outcome.exitCode == 5, "it opened no session: \(outcome.errors)")
        #expect(try written().command.stop == "terminated")
        #expect(try written().command.exitCode == 0)
        #expect(!FileManager.default.fileExists(atPath: folder.file("child")))
    }

    @Test("the report has the findings of the traces, and is checked before the command runs")
    func report() throws {
        let (outcome, report) = try run(
            ["--stop-after", "2s"],
            "'\(try StudioProgram.path)' start --quiet --width 128 --height 72 --out null: & "
                + "until grep -qs '\"event\":\"video\"' $PSSTUDIO_TRACE/*; do sleep 0.05; done; kill -9 $!; wait; exit 0"
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(report.traces.first?.findings.map(\.rule).contains("TRACE-QUALITY-010") == true)
        let existing = try StudioProgram.run([
            "exec", "--report", folder.file("report.json"), "--", "touch", folder.file("touched"),
        ])
        #expect(existing.exitCode == 2)
        #expect(!FileManager.default.fileExists(atPath: folder.file("touched")))
        let same = folder.file("same.json")
        #expect(try StudioProgram.run(["exec", "--report", same, "--junit", same, "--", "true"]).exitCode == 2)
    }
}
