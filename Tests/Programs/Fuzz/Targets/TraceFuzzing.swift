import Checksums
import StudioCore
import StudioPage
import StudioTestSupport
import StudioTrace

/// Reads a trace and verifies it, as `psstudio verify` and `diff` do.
enum TraceFuzzing {
    static func run(_ bytes: [UInt8]) throws {
        let trace: Trace
        do {
            trace = try Trace(bytes: bytes)
        } catch {
            guard error.line >= 1, !error.message.isEmpty else { throw TestFailure("an error without place or text") }
            return
        }
        let report = TraceReport(trace, path: "a", budgets: TraceQuantity.allCases.map { TraceBudget($0, 1) })
        let page = try TraceVerification([report]).html(rules: [], sha256: SHA256.hash)
        guard !report.text.isEmpty, page.hasSuffix("</html>\n") else {
            throw TestFailure("an incomplete report")
        }
        // What was read can be written and read again.
        let encoder = JSONLineEncoder()
        let lines = try trace.records.reduce(into: try encoder.line(trace.header)) { $0 += try encoder.line($1) }
        guard try Trace(bytes: lines).records.count == trace.records.count else {
            throw TestFailure("a trace that differs after it was written")
        }
    }
}
