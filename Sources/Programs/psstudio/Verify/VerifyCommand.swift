import ArgumentParser
import ProgramConsole
import StudioCore
import StudioTrace

/// `psstudio verify`: applies the rules to traces.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verify traces: what the app did wrong, and what a viewer notices.",
        discussion: """
            Reads traces that --trace or PSSTUDIO_TRACE wrote, and reports every broken
            rule with its place and a diagnosis. docs/verify.md lists the rules.

              psstudio verify show.jsonl
              psstudio verify traces/*.jsonl --junit report.xml --html report.html
              psstudio verify show.jsonl --max-interval 100ms --max-gap 0ms

            The exit code is 3 when the app broke the contract, otherwise 7 when a
            budget was missed or could not be measured. It is 5 when a trace cannot be
            read.

            \(ExitReason.help)
            """)

    @Argument(help: ArgumentHelp("Traces, or - for standard input.", valueName: "trace"))
    var traces: [String]

    @OptionGroup(title: "Budgets")
    var budgets: TraceBudgetOptions

    @Flag(help: "Print one JSON object on standard output instead of text.")
    var json = false

    @OptionGroup
    var files: VerificationReports

    @Flag(name: .shortAndLong, help: "Print one line per trace.")
    var quiet = false

    func run() throws {
        if traces.count(where: { $0 == "-" }) > 1 { throw ValidationError("only one trace can be standard input") }
        try files.check(beside: traces.filter { $0 != "-" })
        let verification = TraceVerification(reading: traces, budgets: budgets.all, isStrict: budgets.strict)
        let reason = verification.reason(isStrict: budgets.strict)
        let console = Console(level: .error)
        for trace in verification.unreadable { console.report(.error, "\(trace.path): \(trace.message)") }
        print(verification, reason)
        let isWritten = files.write(verification, console)
        throw ExitCode((isWritten ? reason : ExitReason.first(of: [reason, .output])).rawValue)
    }

    private func print(_ verification: TraceVerification, _ reason: ExitReason) {
        if json { return CommandDocument(verification, reason).print() }
        let lines = verification.traces.map { report in
            quiet ? String(report.text.prefix { $0 != "\n" }) : report.text
        }
        if !lines.isEmpty { StandardOutput.write(lines.joined(separator: "\n") + "\n") }
    }
}

/// The budgets of `psstudio verify`.
struct TraceBudgetOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Maximum interval between two frames.", valueName: "time"))
    var maxInterval: TimeLimitArgument?

    @Option(help: ArgumentHelp("Maximum duration for which moving video repeats one frame.", valueName: "time"))
    var maxFrozen: TimeLimitArgument?

    @Option(help: ArgumentHelp("Maximum duration of black, unless all video is black.", valueName: "time"))
    var maxBlack: TimeLimitArgument?

    @Option(help: ArgumentHelp("Maximum duration of an audio gap.", valueName: "time"))
    var maxGap: TimeLimitArgument?

    @Option(help: ArgumentHelp("Maximum deviation of the audio from real time, in percent.", valueName: "percent"))
    var maxDeviation: Double?

    @Option(help: ArgumentHelp("Maximum time between video and audio at the beginning or end.", valueName: "time"))
    var maxOffset: TimeLimitArgument?

    @Option(help: ArgumentHelp("Maximum number of dropped frames and audio blocks.", valueName: "count"))
    var maxDrops: CountArgument?

    @Flag(help: "Treat every finding as a missed budget, and report TRACE-STRICT findings.")
    var strict = false

    func validate() throws {
        if let maxDeviation, !(0...100).contains(maxDeviation) {
            throw ValidationError("--max-deviation must be 0 to 100 percent, not \(maxDeviation)")
        }
    }

    var all: [TraceBudget] {
        TraceBudget.all([
            .interval: maxInterval, .freeze: maxFrozen, .black: maxBlack, .gap: maxGap, .offset: maxOffset,
            .deviation: maxDeviation, .drops: maxDrops,
        ])
    }
}
