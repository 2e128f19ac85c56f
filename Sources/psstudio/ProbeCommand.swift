import ArgumentParser
import FoundationEssentials
import Glibc
import StudioCore
import StudioProbe
import StudioRuntime

/// `psstudio probe`: measures what arrived of a coded run.
struct ProbeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Measure what arrived of a coded run: pictures, sound, sync and colours.",
        discussion: """
            Reads what psstudio start --video coded: --audio coded: has made, in
            files, from RTMP, SRT, HLS (http), TS over UDP, or standard input, and says
            what is missing, repeated, late, damaged, out of sync or off colour.

              psstudio start --video coded: --audio coded: --duration 30s --out show.mp4
              psstudio probe show.mp4 --max-offset 20ms --max-missing 0 --max-drift 20
              psstudio probe rtmp://localhost/live/key --duration 10s --html report.html

            Offsets are positive where the sound is ahead of the picture. A budget
            that is missed, or that could not be measured, makes the exit code 7; a
            source without marks, or one that cannot be read, makes it 5.

            \(ExitReason.help)
            """)

    @Argument(help: "A file, an address (rtmp, rtmps, srt, udp, http, https), or - for standard input.")
    var source: String

    @Option(help: ArgumentHelp("How much to read: 8s, 1m30s; live sources need not end.", valueName: "time"))
    var duration: DurationArgument?

    @Option(help: ArgumentHelp("How long nothing may come before the source is given up.", valueName: "time"))
    var timeout: DurationArgument = DurationArgument(.milliseconds(10_000))

    @OptionGroup(title: "Budgets")
    var budgets: BudgetOptions

    @Flag(help: "Print everything as one JSON object on standard output instead of text.")
    var json = false

    @Option(help: ArgumentHelp("Write a page with curves to a file.", valueName: "file"))
    var html: String?

    @Flag(name: .shortAndLong, help: "Overwrite an existing page.")
    var force = false

    @Flag(name: .shortAndLong, help: "Print the verdict only.")
    var quiet = false

    @OptionGroup
    var tls: TLSOptions

    func run() throws {
        let source: ProbeSource
        do {
            source = try ProbeSource(self.source)
        } catch {
            throw ValidationError("\(error)")
        }
        if let html { try checkPage(html, beside: source) }
        try tls.apply()
        throw ExitCode(probe(source).rawValue)
    }

    /// Before anything is read: a long probe must not end without its page.
    private func checkPage(_ page: String, beside source: ProbeSource) throws {
        if let path = source.path, FileIdentity(path) == FileIdentity(page) {
            throw ValidationError("'\(page)' is read and written")
        }
        if !force, access(page, F_OK) == 0 { throw ValidationError("'\(page)' exists; --force overwrites it") }
        let folder = URL(filePath: page).deletingLastPathComponent().path
        guard access(folder, W_OK) == 0 else {
            throw ValidationError("'\(page)' cannot be written: \(String(cString: strerror(errno)))")
        }
    }

    // MARK: The run

    private func probe(_ source: ProbeSource) -> ExitReason {
        var options = Probe.Options()
        options.duration = duration?.time
        options.patience = timeout.time
        options.budgets = budgets.all
        let console = Console(level: .error)
        do {
            if let shortage = SystemLimits.shortage(outputs: 0) { throw SourceProblem(description: shortage) }
            if let path = source.path { try checkReadable(path) }
            let probe = try Probe(source, options: options)
            let signal = Lock<Int32?>(nil)
            Signals.onFirst { number in
                signal.withLock { $0 = number }
                probe.stop()
            }
            let report = try probe.run()
            let reason = reason(report, signal: signal.withLock { $0 })
            guard print(report, reason), write(report) else { return .output }
            return reason
        } catch {
            console.say(.error, "\(error)")
            if json { _ = FailureDocument("\(error)", .source).print() }
            return .source
        }
    }

    /// The element's own words for these say less.
    private func checkReadable(_ path: String) throws(SourceProblem) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw SourceProblem(description: "cannot open '\(path)': \(String(cString: strerror(errno)))")
        }
        if status.st_mode & S_IFMT == S_IFDIR { throw SourceProblem(description: "'\(path)' is a folder") }
        if access(path, R_OK) != 0 {
            throw SourceProblem(description: "cannot open '\(path)': \(String(cString: strerror(errno)))")
        }
    }

    private struct SourceProblem: Error, CustomStringConvertible {
        let description: String
    }

    private func reason(_ report: ProbeReport, signal: Int32?) -> ExitReason {
        let stopped = signal.map { $0 == SIGINT ? ExitReason.interrupted : .terminated }
        // Whoever ends it before anything has come knows why nothing was measured.
        if let stopped, !report.hasMarks { return stopped }
        var reasons: [ExitReason] = []
        if !report.hasMarks || report.interruption != nil { reasons.append(.source) }
        if !report.meetsBudgets || budgets.strict && !report.findings.isEmpty { reasons.append(.budget) }
        return ExitReason.first(of: reasons + [stopped].compactMap(\.self))
    }

    // MARK: Telling

    private func print(_ report: ProbeReport, _ reason: ExitReason) -> Bool {
        if json { return ProbeDocument(report, exitCode: reason.rawValue).print() }
        return StandardOutput.write((quiet ? report.verdict : report.text) + "\n")
    }

    private func write(_ report: ProbeReport) -> Bool {
        guard let html else { return true }
        do {
            try Data(report.page.utf8).write(to: URL(filePath: html), options: .atomic)
            return true
        } catch {
            Console(level: .error).say(.error, "the page '\(html)' cannot be written")
            return false
        }
    }
}
