import FoundationEssentials
import Glibc
import ProgramConsole
import StudioRuntime
import StudioTrace

extension TraceVerification {
    /// Reads and verifies traces.
    ///
    /// - Parameters:
    ///   - unreadable: what is known to be no trace.
    ///   - isStrict: whether the findings of a strict judge are reported.
    ///   - name: what the reports call the trace with a path.
    init(
        reading paths: [String], unreadable: [Unreadable] = [], budgets: [TraceBudget], isStrict: Bool,
        name: (String) -> String = { $0 }
    ) {
        self.init(unreadable: unreadable.map { Unreadable(path: name($0.path), message: $0.message) })
        for path in paths {
            do {
                var builder = TraceReportBuilder()
                try Self.read(path) { try builder.append($0) }
                traces.append(try builder.finish(path: name(path), budgets: budgets, isStrict: isStrict))
            } catch {
                self.unreadable.append(Unreadable(path: name(path), message: "\(error)"))
            }
        }
    }

    /// The whole trace.
    ///
    /// - Throws: a `SystemError`, or a `TraceError` with a line.
    static func trace(_ path: String) throws -> Trace {
        var parser = TraceParser()
        try read(path) { try parser.append($0) }
        return try parser.finish()
    }

    /// Reads a trace in pieces.
    private static func read(_ path: String, _ body: ([UInt8]) throws -> Void) throws {
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(errno) }
        defer { close(descriptor) }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return }
            if count > 0 {
                try body(Array(chunk[..<count]))
            } else if errno != EINTR {
                throw SystemError(errno)
            }
        }
    }

    /// - Parameter isStrict: whether every finding is a missed budget.
    func reason(isStrict: Bool) -> ExitReason {
        var reasons: [ExitReason] = unreadable.isEmpty ? [] : [.source]
        for report in traces {
            if report.breaksContract { reasons.append(.contract) }
            if !report.meetsBudgets || isStrict && !report.findings.isEmpty { reasons.append(.budget) }
        }
        return ExitReason.first(of: reasons)
    }
}
