import Foundation
import StudioTestSupport
import Testing

/// `psstudio scenarios`, as a user calls it.
@Suite(.endToEnd)
struct ScenarioTests {
    private static let names = [
        "auth-never-answers", "breakout-room", "co-host-revoked", "host-ends-meeting", "network-drop-3s", "no-sender",
        "start-rejected", "start-send-never-comes",
    ]

    @Test("list prints the name and the bug of each ready scenario; show prints its file")
    func ready() throws {
        let list = try StudioProgram.run(["scenarios", "list"])
        #expect(list.exitCode == 0)
        #expect(list.outputText.split(separator: "\n").map { String($0.prefix { $0 != " " }) } == Self.names)
        #expect(list.outputText.contains("no-sender               Finds clients that use the sender of onStartSend"))
        let shown = try StudioProgram.run(["scenarios", "show", "no-sender"])
        #expect(shown.exitCode == 0)
        #expect(try shown.outputText == PackageFolder.text("examples/scenarios/no-sender.yaml"))
        let unknown = try StudioProgram.run(["scenarios", "show", "no-sendr"])
        #expect(unknown.exitCode == 2)
        #expect(unknown.errors.contains("no ready scenario is named 'no-sendr'; expected one of auth-never-answers,"))
    }

    @Test("check accepts files and names, and reports every bad file with its line and exit code 2")
    func check() throws {
        let folder = try TestFolder()
        let (good, bad) = (folder.file("good.yaml"), folder.file("bad.yaml"))
        try Data("version: 1\nsteps:\n  - {at: 5s, leave: {}}\n".utf8).write(to: URL(fileURLWithPath: good))
        try Data("version: 1\nrol: host\n".utf8).write(to: URL(fileURLWithPath: bad))
        let valid = try StudioProgram.run(["scenarios", "check", good, "breakout-room"])
        #expect(valid.exitCode == 0)
        #expect(valid.outputText == "\(good): ok, 1 step\nbreakout-room: ok, 2 steps\n")
        let mixed = try StudioProgram.run(["scenarios", "check", bad, good, folder.file("none.yaml")])
        #expect(mixed.exitCode == 2)
        #expect(mixed.outputText == "\(good): ok, 1 step\n")
        #expect(mixed.errors.contains("psstudio: \(bad):2: unknown key 'rol'; did you mean 'role'?\n"))
        #expect(mixed.errors.contains("none.yaml: cannot read the scenario: No such file or directory\n"))
    }

    @Test("schema prints the schema of the repository")
    func schema() throws {
        let printed = try StudioProgram.run(["scenarios", "schema"])
        #expect(printed.exitCode == 0)
        #expect(try printed.outputText == PackageFolder.text("docs/scenario.schema.json"))
    }

    @Test(
        "start performs each ready scenario; the exit code and the stop reason follow from its fault",
        arguments: [
            ("auth-never-answers", 4, "error:authenticationTimedOut"), ("breakout-room", 4, "roleLost"),
            ("co-host-revoked", 4, "roleLost"), ("host-ends-meeting", 0, "meetingEnded"), ("network-drop-3s", 0, "eos"),
            ("no-sender", 4, "error:refused"), ("start-rejected", 4, "error:refused"),
            ("start-send-never-comes", 4, "error:startTimedOut"),
        ] as [(String, Int32, String)])
    func start(_ name: String, _ code: Int32, _ reason: String) throws {
        let outcome = try StudioProgram.run([
            "start", "--scenario", name, "--fast", "--duration", "8s", "--width", "64", "--height", "36", "--out",
            "null:",
            "--json",
        ])
        #expect(outcome.exitCode == code)
        #expect(try outcome.summary.stopReason == reason)
    }

    @Test("options win over PSSTUDIO_*, which win over the scenario; a bad scenario exits with 2")
    func precedence() throws {
        let folder = try TestFolder()
        let bad = folder.file("bad.yaml")
        try Data("version: 1\nrole: hots\n".utf8).write(to: URL(fileURLWithPath: bad))
        let common = ["start", "--fast", "--duration", "1s", "--width", "64", "--height", "36", "--out", "null:"]
        func run(_ options: [String], _ environment: [String: String]) throws -> StudioProgram.Outcome {
            try StudioProgram.run(common + options, environment: environment)
        }
        let attendee = ["PSSTUDIO_SCENARIO": "no-sender", "PSSTUDIO_ROLE": "attendee"]
        #expect(try run([], attendee).errors.contains("neither host nor co-host"))
        #expect(try run(["--role", "host"], attendee).errors.contains("no sender was provided"))
        #expect(try run(["--scenario", "network-drop-3s", "--role", "host"], attendee).exitCode == 0)
        let option = try run(["--scenario", bad], [:])
        #expect(option.exitCode == 2)
        #expect(
            option.errors.contains(
                "psstudio: \(bad):2: role is 'hots'; expected one of host, cohost, attendee, panelist"))
        let variable = try run([], ["PSSTUDIO_SCENARIO": bad])
        #expect(variable.exitCode == 2)
        #expect(variable.errors.contains("psstudio: PSSTUDIO_SCENARIO: \(bad):2: role is 'hots'"))
    }
}
