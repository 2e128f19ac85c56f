import ArgumentParser
import ProgramConsole
import StudioCore
import StudioTrace

/// `psstudio diff`: compares two traces.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare two traces, and show where they first differ.",
        discussion: """
            Compares calls, callbacks, states, commands, media and violations, as
            docs/traces.md describes. Messages, outputs and drops do not count; times
            count only when both traces have a manual clock (--fast).

              psstudio diff before.jsonl after.jsonl

            The exit code is 0 when the traces agree, 3 when they differ, and 5 when a
            trace cannot be read.

            \(ExitReason.help)
            """)

    @Argument(help: ArgumentHelp("The first trace, or - for standard input.", valueName: "first"))
    var first: String

    @Argument(help: ArgumentHelp("The second trace, or - for standard input.", valueName: "second"))
    var second: String

    @Flag(help: "Print one JSON object on standard output instead of text.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print only whether the traces agree.")
    var quiet = false

    func run() throws {
        if first == "-", second == "-" { throw ValidationError("only one trace can be standard input") }
        let traces = try [first, second].map { path throws(CommandFailure) in
            do {
                return try TraceVerification.trace(path)
            } catch {
                throw .source("\(path): \(error)")
            }
        }
        let comparison = TraceComparison(traces[0], traces[1])
        let reason: ExitReason = comparison.isEqual ? .success : .contract
        print(comparison, reason)
        throw ExitCode(reason.rawValue)
    }

    private func print(_ comparison: TraceComparison, _ reason: ExitReason) {
        if json { return CommandDocument(comparison, reason).print() }
        let verdict = "\(first) and \(second) \(comparison.isEqual ? "agree" : "differ")"
        let lines = [verdict] + (quiet ? [] : comparison.differences.map { "  \($0)" })
        StandardOutput.write(lines.map(\.withoutControls).joined(separator: "\n") + "\n")
    }
}
