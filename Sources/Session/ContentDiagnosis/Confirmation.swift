import StudioCore

/// Evidence becomes a warning when three samples in a row agree, so that a single odd scene or sound causes none.
struct Confirmation: Sendable {
    /// The number of samples in a row.
    static let needed = 3

    private var streaks: [(rule: RuleID, count: Int)] = []
    private var reported: Set<RuleID> = []

    /// Whether a rule was reported.
    func hasReported(_ rule: Rule) -> Bool { reported.contains(rule.id) }

    /// Counts a sample.
    ///
    /// - Parameters:
    ///   - rule: the rule.
    ///   - verdict: whether the sample breaks it; `nil` when the sample cannot decide, which changes nothing.
    /// - Returns: true once per rule: when the rule is to be reported.
    mutating func count(_ rule: Rule, _ verdict: Bool?, needed: Int = Confirmation.needed) -> Bool {
        guard let verdict, !reported.contains(rule.id) else { return false }
        let index = streaks.firstIndex { $0.rule == rule.id } ?? streaks.endIndex
        if index == streaks.endIndex { streaks.append((rule.id, 0)) }
        streaks[index].count = verdict ? streaks[index].count + 1 : 0
        guard streaks[index].count >= needed else { return false }
        reported.insert(rule.id)
        return true
    }
}
