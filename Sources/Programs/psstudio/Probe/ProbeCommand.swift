import ArgumentParser
import FoundationEssentials
import Glibc
import ProgramConsole
import StudioCore
import StudioProbe
import StudioRuntime

/// `psstudio probe`: measures received coded media.
struct ProbeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "probe",
        abstract: "Measure received coded media: frames, audio, sync and colours.",
        discussion: """
            Reads media sent by psstudio start --video coded: --audio coded: from
            files, RTMP, SRT, HLS (http), TS over UDP, or standard input, and reports
            missing, repeated, late and damaged frames, sync, and colour errors.

              psstudio start --video coded: --audio coded: --duration 30s --out show.mp4
              psstudio probe show.mp4 --max-offset 20ms --max-missing 0 --max-drift 20
              psstudio probe rtmp://localhost/live/key --duration 10s --html report.html

            Offsets are positive when audio is ahead of video. The exit code is 7 when
            a budget was missed or could not be measured, and 5 when the source has no
            marks or cannot be read.

            \(ExitReason.help)
            """)

    @Argument(help: "A file, an address (rtmp, rtmps, srt, udp, http, https), or - for standard input.")
    var source: String

    @Option(help: ArgumentHelp("Duration to read: 8s, 1m30s (default: to the end of the source).", valueName: "time"))
    var duration: MediaTime?

    @Option(help: ArgumentHelp("Maximum time without data from the source.", valueName: "time"))
    var timeout: MediaTime = .milliseconds(10_000)

    @OptionGroup(title: "Budgets")
    var budgets: ProbeBudgetOptions

    @Flag(help: "Print the report as one JSON object on standard output instead of text.")
    var json = false

    @Option(help: ArgumentHelp("Write an HTML report with charts to a file.", valueName: "file"))
    var html: String?

    @Flag(name: .shortAndLong, help: "Overwrite an existing HTML report.")
    var force = false

    @Flag(name: .shortAndLong, help: "Print the verdict only.")
    var quiet = false

    @OptionGroup
    var tls: TLSOptions

    func run() throws {
        let source = try checked { try ProbeSource(self.source) }
        if let html { try checkPage(html, beside: source) }
        try tls.apply()
        throw ExitCode(try probe(source).rawValue)
    }

    /// Checked before reading, so that a long probe does not end without its report.
    private func checkPage(_ page: String, beside source: ProbeSource) throws {
        if let path = source.path, FileIdentity(path) == FileIdentity(page) {
            throw ValidationError("'\(page)' is both the source and the report")
        }
        try ReportFile(path: page, overwrites: force).check()
        let folder = URL(filePath: page).deletingLastPathComponent().path
        guard access(folder, W_OK) == 0 else {
            throw ValidationError("cannot write '\(page)': \(SystemError(errno))")
        }
    }

    // MARK: Probing

    private func probe(_ source: ProbeSource) throws -> ExitReason {
        var options = Probe.Options()
        options.duration = duration
        options.timeout = timeout
        options.budgets = budgets.all
        do {
            if let shortage = SystemLimits.shortage(outputs: 0) { throw CommandFailure.source(shortage) }
            if let path = source.path { try checkReadable(path) }
            let probe = try Probe(source, options: options)
            let signal = Lock<Int32?>(nil)
            Signals.onFirst { number in
                signal.withLock { $0 = number }
                probe.stop()
            }
            let report = try probe.run()
            let reason = reason(report, signal: signal.withLock { $0 })
            print(report, reason)
            guard write(report) else { return .output }
            return reason
        } catch {
            throw error as? CommandFailure ?? .source("\(error)")
        }
    }

    /// The error messages of the element are less specific.
    private func checkReadable(_ path: String) throws(CommandFailure) {
        var status = stat()
        let isFound = stat(path, &status) == 0
        if isFound, status.st_mode & S_IFMT == S_IFDIR { throw .source("'\(path)' is a folder") }
        guard isFound, access(path, R_OK) == 0 else { throw .source("cannot open '\(path)': \(SystemError(errno))") }
    }

    private func reason(_ report: ProbeReport, signal: Int32?) -> ExitReason {
        let stopped = signal.map { ExitReason(signal: $0) }
        // A user who interrupts before any data has arrived knows why nothing was measured.
        if let stopped, !report.hasMarks { return stopped }
        var reasons: [ExitReason] = []
        if !report.hasMarks || report.interruption != nil { reasons.append(.source) }
        if !report.meetsBudgets || budgets.strict && !report.findings.isEmpty { reasons.append(.budget) }
        return ExitReason.first(of: reasons + [stopped].compactMap(\.self))
    }

    // MARK: Reports

    private func print(_ report: ProbeReport, _ reason: ExitReason) {
        if json { return CommandDocument(report, reason, verdict: report.verdict).print() }
        StandardOutput.write((quiet ? report.verdict : report.text) + "\n")
    }

    private func write(_ report: ProbeReport) -> Bool {
        guard let html else { return true }
        guard let error = ReportFile(path: html, overwrites: force).write(report.page) else { return true }
        Console(level: .error).report(.error, error)
        return false
    }
}
