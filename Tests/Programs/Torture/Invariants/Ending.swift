import Glibc
import StudioTestSupport

extension Invariant {
    /// When and how a session ends.
    static let ending = [
        Invariant(name: "a session ends in time") { record in
            record.endings.compactMap(\.hang).map { "no end within \(Int(record.bound)) s\n\($0)" }
        },
        Invariant(name: "the exit code is expected") { record in
            let allowed = record.plan.expectedOutcome.exitCodes
            return record.endings.filter { $0.hang == nil }.compactMap { ending in
                guard let code = ending.exitCode, !allowed.contains(code) else { return nil }
                return "\(code) is not in \(allowed.sorted()): \(ending.summary?.error?.message ?? ending.errors)"
            }
        },
        Invariant(name: "the summary is complete") { record in
            record.complete.compactMap(missingSummary)
        },
        Invariant(name: "the exit code matches the summary") { record in
            record.complete.flatMap(contradictions)
        },
        Invariant(name: "each output ends as expected") { record in
            record.complete.flatMap { unexplained($0, in: record) }
        },
    ]

    private static func missingSummary(_ ending: SessionRecord.Ending) -> String? {
        if let error = ending.summaryError { return "it does not parse: \(error)" }
        return ending.summary == nil ? "--json printed nothing" : nil
    }

    private static func contradictions(_ ending: SessionRecord.Ending) -> [String] {
        guard let summary = ending.summary, let code = ending.exitCode else { return [] }
        var result: [String] = []
        if summary.exitCode != code { result.append("\(code), but the summary has \(summary.exitCode)") }
        let failed = summary.outputs.filter { !$0.isFinished }
        let isSuccess = code == 0 || code == 7 || ExitCause(rawValue: code)?.isSignal == true
        if let first = failed.first, isSuccess {
            result.append("\(code), but \(first.destination) is \(first.state)")
        }
        if code == 6, failed.isEmpty, summary.error?.message.contains("progress") != true {
            result.append("6, but every output has finished")
        }
        return result
            + failed.filter { $0.state != "failed" || $0.cause == nil }.map {
                "\($0.destination) is \($0.state) without a cause"
            }
    }

    private static func unexplained(_ ending: SessionRecord.Ending, in record: SessionRecord) -> [String] {
        guard let summary = ending.summary, summary.exitCode != 2 else { return [] }
        return zip(record.plan.outputs.indices, summary.outputs).compactMap { index, output in
            let expected = record.plan.expectedOutput(index)
            guard let cause = output.cause else {
                return expected.mayFinish ? nil : "\(output.destination) must not have finished: \(expected.causes)"
            }
            if expected.causes.contains(cause) { return nil }
            return
                "\(output.destination) failed with \(cause), \(output.message ?? ""): not \(expected.causes.sorted())"
        }
    }
}

extension SessionRecord {
    /// Programs that ended by themselves, with a summary.
    var complete: [Ending] {
        guard plan.hasSummary else { return [] }
        // A second signal ends the program immediately.
        let isAborted = deliveredSignals.count > 1
        return endings.filter { $0.hang == nil && !isAborted && !isKilledByPlan($0) && !isEndedBeforeSession($0) }
    }

    private func isKilledByPlan(_ ending: Ending) -> Bool {
        switch ending.status {
        case .killed(let signal): deliveredSignals.contains(signal)
        case .exited, nil: false
        }
    }

    /// Whether a signal arrived before the session existed: nothing is printed then, not even with `--json`.
    private func isEndedBeforeSession(_ ending: Ending) -> Bool {
        let isSignalled = deliveredSignals.contains { ending.exitCode == 128 + $0 }
        return isSignalled && ending.output.isEmpty && ending.errors.isEmpty
    }
}
