import ArgumentParser
import FoundationEssentials
import Glibc
import MediaOutputs
import StudioCore
import StudioScenario
import StudioTrace

/// `psstudio exec`: runs the user's program, and verifies the traces of its sessions.
struct ExecCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exec",
        abstract: "Run a program or a test suite with PSSTUDIO_* set, and verify its sessions.",
        discussion: """
            Every session in the command (apps that use ZoomSDK, StudioSession, psstudio
            start) takes scenario, outputs, seed and trace from the options. Afterwards
            all traces are verified.

              psstudio exec --junit report.xml -- swift test
              psstudio exec --scenario co-host-revoked --out show.mp4 -- ./app

            The exit code is the command's own if that is not 0, and 128 + N when signal
            N killed it. Otherwise it is that of psstudio verify, and 5 when the command
            opened no session. A command that cannot be started exits with 2.

            \(ExitReason.help)
            """)

    @OptionGroup
    var meeting: ScenarioOptions

    @Option(
        help: ArgumentHelp(
            "Output of each session; repeatable. A later session's file is numbered.", valueName: "destination"))
    var out: [String] = []

    @Option(
        help: ArgumentHelp(
            "Folder that gets one trace per session; it must be empty or missing (default: none is kept).",
            valueName: "folder"))
    var trace: String?

    @Flag(
        name: .customLong("preload-meeting-sdk"),
        help: "Load libmeetingsdk.so.1 first, for bindings that bring the vendor's library.")
    var preloadsMeetingSDK = false

    @OptionGroup(title: "Budgets")
    var budgets: TraceBudgetOptions

    @OptionGroup
    var reports: VerificationReports

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    @Argument(parsing: .postTerminator, help: ArgumentHelp("The command, after --.", valueName: "command"))
    var command: [String] = []

    func run() throws {
        guard !command.isEmpty else { throw ValidationError("a command is missing; write it after --") }
        try reports.check(beside: [])
        Signals.onAbort { TemporaryFolder.removeAll() }
        let folder = try TraceFolder(trace)
        defer { folder.removeIfTemporary() }
        let sessions = try TemporaryFolder()
        defer { sessions.remove() }
        let process = try CommandProcess(command, environment: try environment(folder, sessions: sessions.path))
        let (end, survivors) = process.wait()
        // The command gets no more signals: they end this process.
        Signals.endForwarding()
        let console = Console(level: quiet ? .error : .note)
        for pid in survivors { console.report(.error, "process \(pid) of the command cannot be ended") }
        throw ExitCode(conclude(end, try folder.collect(), console))
    }

    /// The variables of the command. Files are absolute, because the command may change its folder.
    private func environment(_ folder: TraceFolder, sessions: String) throws -> [String: String] {
        var variables = ["PSSTUDIO_TRACE": folder.path, "PSSTUDIO_SESSIONS": sessions]
        // Inside another `psstudio exec`, sessions with its outputs are counted by it.
        if out.isEmpty {
            variables["PSSTUDIO_SESSIONS"] = ProcessInfo.processInfo.environment["PSSTUDIO_SESSIONS"] ?? sessions
        }
        if try meeting.loadScenario() != nil, let scenario = meeting.scenario {
            variables["PSSTUDIO_SCENARIO"] = ReadyScenario.named(scenario) == nil ? absolute(scenario) : scenario
        }
        if !out.isEmpty {
            let drivers = try checked { try OutputRegistry.standard.drivers(for: out) }
            variables["PSSTUDIO_OUT"] = zip(out, drivers).map { address, driver in
                driver.traits.path == address ? absolute(address) : address
            }.joined(separator: "\n")
        }
        if let seed = meeting.seed { variables["PSSTUDIO_SEED"] = "\(seed)" }
        if preloadsMeetingSDK {
            let existing = ProcessInfo.processInfo.environment[PreloadedLibrary.variable]
            variables[PreloadedLibrary.variable] = try PreloadedLibrary.value(before: existing)
        }
        return variables
    }

    // MARK: Afterwards

    private func conclude(_ end: CommandProcess.End, _ found: TraceFolder.Contents, _ console: Console) -> Int32 {
        let verification = TraceVerification(reading: found.traces, unreadable: found.unreadable, budgets: budgets.all)
        for trace in verification.unreadable { console.report(.error, "\(trace.path): \(trace.message)") }
        for report in verification.traces {
            for line in report.text.split(separator: "\n") { console.report(.note, String(line)) }
        }
        let isWritten = reports.write(verification, console)
        if case .killed(let signal) = end {
            console.report(.error, "'\(command.first ?? "")' was killed by signal \(signal)")
        }
        guard end.code == 0 else { return end.code }
        if verification.traces.isEmpty, verification.unreadable.isEmpty {
            console.report(.error, "'\(command.first ?? "")' opened no session; does it use psstudio?")
            return ExitReason.source.rawValue
        }
        let reason = verification.reason(isStrict: budgets.strict)
        return (isWritten ? reason : ExitReason.first(of: [reason, .output])).rawValue
    }
}

/// The path in the current folder.
func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
}
