import ArgumentParser
import Checksums
import ProgramConsole
import RuleList
import StudioCore
import StudioPage
import StudioTrace

/// The files with the result of a verification.
struct VerificationReports: ParsableArguments {
    @Option(help: ArgumentHelp("Write a JUnit report: a test case per session and group of rules.", valueName: "file"))
    var junit: String?

    @Option(help: ArgumentHelp("Write an HTML page with a time line of each session.", valueName: "file"))
    var html: String?

    @Flag(name: .shortAndLong, help: "Overwrite existing reports.")
    var force = false

    /// Checked before anything else happens, so that a long command does not end without its report.
    ///
    /// - Throws: a `ValidationError` for a file that exists, or that is also a trace or another report.
    /// - Parameter other: a further report.
    func check(beside traces: [String], and other: String? = nil) throws {
        let sources = Set(traces.map { FileIdentity($0) })
        var writers: Set<FileIdentity> = []
        for page in [junit, html, other].compactMap(\.self) {
            let file = FileIdentity(page)
            if sources.contains(file) { throw ValidationError("'\(page)' is both a trace and a report") }
            if !writers.insert(file).inserted { throw ValidationError("'\(page)' is used by two reports") }
            try ReportFile(path: page, overwrites: force).check()
        }
    }

    /// - Returns: false when a report could not be written, which was reported.
    func write(_ verification: TraceVerification, _ console: Console) -> Bool {
        let files: [(path: String?, text: () throws -> String)] = [
            (junit, { verification.junit }),
            (html, { try verification.html(rules: RuleCatalogue.all.flatMap(\.rules), sha256: SHA256.hash) }),
        ]
        var areWritten = true
        for case (let path?, let text) in files {
            if let failure = write(text, to: path) {
                console.report(.error, failure)
                areWritten = false
            }
        }
        return areWritten
    }

    /// - Returns: why the report could not be written.
    private func write(_ text: () throws -> String, to path: String) -> String? {
        do {
            return ReportFile(path: path, overwrites: force).write(try text())
        } catch {
            return "cannot write '\(path)': \(error)"
        }
    }
}
