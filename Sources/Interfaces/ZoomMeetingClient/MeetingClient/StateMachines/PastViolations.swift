import ProductionStudio
import StudioCore

/// The violations of the meetings that a client has left.
///
/// The logs of the latest ones stay, because the client may still use what it has of them. Older logs become one row per
/// rule, so that a client that joins for ever does not fill the memory.
struct PastViolations: Sendable {
    private static let capacity = 8

    private var merged: [Violation] = []
    private var logs: [ViolationLog] = []

    /// The log of the last meeting.
    var last: ViolationLog? { logs.last }

    var all: [Violation] { merged + logs.flatMap(\.all) }

    mutating func add(_ log: ViolationLog) {
        logs.append(log)
        guard logs.count > Self.capacity else { return }
        for violation in logs.removeFirst().all {
            let index = merged.firstIndex {
                $0.error.rule.id == violation.error.rule.id && $0.isRefusal == violation.isRefusal
            }
            if let index { merged[index].add(violation) } else { merged.append(violation) }
        }
    }
}
