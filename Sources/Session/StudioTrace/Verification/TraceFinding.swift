public import StudioCore

/// A rule that a trace breaks.
public struct TraceFinding: Hashable, Sendable, Encodable, CustomStringConvertible {
    /// What kind of rule it is.
    public enum Group: String, Hashable, Sendable, Encodable, CaseIterable {
        /// The app broke the documented contract.
        case contract
        /// A viewer notices it, or the vendor's guide does it in another way.
        case quality
        /// It works here, and is reported to a strict judge only.
        case strict
    }

    /// The group of the rule.
    public let group: Group
    /// The identifier: of ``RuleCatalogue/traces``, or of the interface for a rejected call.
    public let rule: String
    /// How often it was broken.
    public internal(set) var count: Int
    /// The time of the first occurrence, on the session's clock.
    public let time: MediaTime
    /// The line of the first occurrence in the trace.
    public let line: Int
    /// The diagnosis of the first occurrence: what happened, what was expected, what to do.
    public let message: String

    init(_ rule: Rule, at place: TracePlace, _ message: String, count: Int = 1) {
        let isContract = Rule.traceOrder.contains(rule) && !Rule.traceAdvice.contains(rule)
        let group: Group = isContract ? .contract : Rule.traceStrict.contains(rule) ? .strict : .quality
        self.init(group, rule.id.rawValue, at: place, message, count: count)
    }

    init(_ group: Group, _ rule: String, at place: TracePlace, _ message: String, count: Int = 1) {
        self.group = group
        self.rule = rule
        self.count = count
        time = place.time
        line = place.line
        self.message = message
    }

    /// `line 12, 0.400 s: TRACE-ORDER-002: … (3 times)`
    public var description: String {
        "line \(line), \(NumberText.seconds(time)): \(rule): \(message)" + (count > 1 ? " (\(count) times)" : "")
    }
}

/// A place in a trace.
package struct TracePlace: Hashable, Sendable {
    /// The time of the record.
    var time: MediaTime
    /// The line of the record.
    var line: Int

    /// Creates a place.
    package init(time: MediaTime, line: Int) { (self.time, self.line) = (time, line) }
}

/// Collects findings: one per rule, counted.
struct TraceFindings: Sendable {
    private(set) var all: [TraceFinding] = []
    /// The places in `all` by rule: a trace may contain any number of them.
    private var places: [String: Int] = [:]

    mutating func add(_ finding: TraceFinding) {
        if let index = places[finding.rule] {
            all[index].count += finding.count
        } else {
            places[finding.rule] = all.count
            all.append(finding)
        }
    }

    /// - Parameter message: the diagnosis; of the first occurrence only.
    mutating func add(_ rule: Rule, at place: TracePlace, count: Int = 1, _ message: @autoclosure () -> String) {
        if let index = places[rule.id.rawValue] {
            all[index].count += count
        } else {
            add(TraceFinding(rule, at: place, message(), count: count))
        }
    }
}
