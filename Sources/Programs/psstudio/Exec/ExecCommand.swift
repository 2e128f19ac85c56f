import ArgumentParser
import FoundationEssentials
import Glibc
import MediaOutputs
import ProgramConsole
import ServerAccess
import ServerArguments
import SessionProtocol
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

            --stop-after stops the command as a container engine does, with SIGTERM and,
            after --grace, with SIGKILL. A command that then ends with 0 or 143 has stopped
            as requested. A command that SIGTERM kills has not finished its recording.

              psstudio exec --stop-after 30s --grace 5s -- ./bot

            --serve serves the sessions by HTTP, as docs/server.md describes. Their control
            sockets are in a folder of their own.

            The exit code is the command's own if that is not 0, and 128 + N when signal
            N killed it. Otherwise it is the exit code of psstudio verify, or 5 when the
            command opened no session. It is 2 when the command cannot be started.

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
            "Folder for one trace per session; FOLDER-2 if it contains earlier traces (default: no trace is kept).",
            valueName: "folder"))
    var trace: String?

    @Flag(
        name: .customLong("preload-meeting-sdk"),
        help: "Load libmeetingsdk.so.1 first, for bindings that bring the vendor's library.")
    var preloadsMeetingSDK = false

    @Option(help: ArgumentHelp("Stop the command after this time, as a container engine does.", valueName: "time"))
    var stopAfter: MediaTime?

    @Option(
        help: ArgumentHelp(
            "Time from SIGTERM to SIGKILL (default: 10s). SIGTERM to psstudio then stops the command in the same way.",
            valueName: "time"))
    var grace: MediaTime?

    @OptionGroup(title: "Budgets")
    var budgets: TraceBudgetOptions

    @OptionGroup
    var reports: VerificationReports

    @Option(help: ArgumentHelp("Write the result as JSON: how the command ended, and the findings.", valueName: "file"))
    var report: String?

    @Option(
        defaultAsFlag: ListenArgument.standard, parsing: .next,
        help: ArgumentHelp(
            "Serve the sessions by HTTP while the command runs, at an address and port, or a port of 127.0.0.1.",
            valueName: "address"))
    var serve: ListenArgument? = nil

    @OptionGroup(title: "Server")
    var access: ServeOptions

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    @Argument(parsing: .postTerminator, help: ArgumentHelp("The command, after --.", valueName: "command"))
    var command: [String] = []

    func run() throws {
        guard !command.isEmpty else { throw ValidationError("a command is missing; write it after --") }
        try reports.check(beside: [], and: report)
        Signals.onAbort { TemporaryFolder.removeAll() }
        let console = Console(level: quiet ? .error : .note)
        let folder = try TraceFolder(trace)
        defer { folder.removeIfTemporary() }
        if let place = folder.placeInstead { console.report(.note, place) }
        let sessions = try TemporaryFolder()
        defer { sessions.remove() }
        try ListenAddress.check(Array(ProgramArguments.words.prefix { $0 != "--" }), of: "--serve")
        if serve == nil, !access.words.isEmpty { throw ValidationError("--serve-… options require --serve") }
        let server = try serve.map { try CommandServer($0, access, console, isQuiet: quiet) }
        defer { server?.end() }
        let isStoppable = stopAfter != nil || grace != nil
        let stopper =
            isStoppable ? try CommandStopper(after: stopAfter, grace: grace ?? Self.defaultGrace) : nil
        let process = try CommandProcess(
            command, environment: try environment(folder, sessions: sessions.path, control: server?.control),
            stopper: stopper)
        let (end, leftovers) = process.wait()
        // The command gets no more signals: they end this process. Only a stop that comes too late has nothing left to do.
        if isStoppable { Signals.onFirst { _ in } }
        Signals.endForwarding()
        if let message = leftovers.message { console.report(.note, message) }
        for process in leftovers.survivors { console.report(.error, "\(process) of the command cannot be ended") }
        throw ExitCode(conclude(end, process.stop, try folder.collect(), console))
    }

    /// That of container engines.
    private static let defaultGrace = MediaTime.seconds(10)

    /// The variables of the command. Files are absolute, because the command may change its folder.
    private func environment(
        _ folder: TraceFolder, sessions: String, control: String?
    ) throws -> [String: String] {
        var variables = ["PSSTUDIO_TRACE": folder.path, "PSSTUDIO_SESSIONS": sessions]
        variables["PSSTUDIO_CONTROL"] = control
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

    private func conclude(
        _ end: CommandProcess.End, _ stop: CommandStopper.Stop?, _ found: TraceFolder.Contents, _ console: Console
    ) -> Int32 {
        let verification = TraceVerification(
            reading: found.traces, unreadable: found.unreadable, budgets: budgets.all,
            isStrict: budgets.strict, name: found.name(of:))
        for trace in verification.unreadable { console.report(.error, "\(trace.path): \(trace.message)") }
        for report in verification.traces {
            for line in report.text.split(separator: "\n") { console.report(.note, String(line)) }
        }
        var isWritten = reports.write(verification, console)
        let message = message(end, stop)
        if let message { console.report(.error, message) }
        var code = code(end, stop, verification, console)
        if let report {
            let document = ExecDocument(verification, end, stop, message: message, exitCode: code)
            if let error = ReportFile(path: report, overwrites: reports.force).write(document.json ?? "") {
                console.report(.error, error)
                isWritten = false
            }
        }
        // The command's own code counts more.
        if !isWritten, [0, ExitReason.budget.rawValue].contains(code) { code = ExitReason.output.rawValue }
        return code
    }

    /// Why the command failed by itself, in one line.
    private func message(_ end: CommandProcess.End, _ stop: CommandStopper.Stop?) -> String? {
        let name = "'\(command.first ?? "")'"
        switch (end, stop) {
        case (_, .killed?):
            return "\(name) did not end within \(grace?.defaultValueDescription ?? "10s") of SIGTERM and was killed; "
                + "leave the meeting and finish the recording on SIGTERM, or allow more time with --grace"
        case (.killed(SIGTERM), .terminated?):
            return "\(name) was killed by SIGTERM, which it does not handle; "
                + "leave the meeting and finish the recording on SIGTERM"
        case (.killed(let signal), _): return "\(name) was killed by signal \(signal)"
        case (.exited, _): return nil
        }
    }

    private func code(
        _ end: CommandProcess.End, _ stop: CommandStopper.Stop?, _ verification: TraceVerification, _ console: Console
    ) -> Int32 {
        if stop == .killed { return 128 + SIGKILL }
        // A command that handles the stop says so with this code.
        let isObedient = stop == .terminated && end == .exited(128 + SIGTERM)
        guard end.code == 0 || isObedient else { return end.code }
        if verification.traces.isEmpty, verification.unreadable.isEmpty {
            console.report(.error, "'\(command.first ?? "")' opened no session; does it use psstudio?")
            return ExitReason.source.rawValue
        }
        return verification.reason(isStrict: budgets.strict).rawValue
    }
}

/// The result of `psstudio exec` as JSON: that of `psstudio verify`, and how the command ended.
private struct ExecDocument: Encodable {
    private struct Command: Encodable {
        @Nullable var exitCode: Int32?
        @Nullable var signal: Int32?
        @Nullable var stop: String?
        @Nullable var message: String?
    }

    private let verification: TraceVerification
    private let command: Command
    private let exitCode: Int32

    private enum CodingKeys: String, CodingKey {
        case command, exitCode, version
    }

    init(
        _ verification: TraceVerification, _ end: CommandProcess.End, _ stop: CommandStopper.Stop?, message: String?,
        exitCode: Int32
    ) {
        (self.verification, self.exitCode) = (verification, exitCode)
        switch end {
        case .exited(let code): command = Command(exitCode: code, stop: stop?.rawValue, message: message)
        case .killed(let signal): command = Command(signal: signal, stop: stop?.rawValue, message: message)
        }
    }

    func encode(to encoder: any Encoder) throws {
        try verification.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(command, forKey: .command)
        try container.encode(exitCode, forKey: .exitCode)
        try container.encode(PSStudio.version, forKey: .version)
    }
}

/// The path in the current folder.
func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
}
