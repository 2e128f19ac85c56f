public import StudioCore

/// A rule that a trace breaks.
public struct TraceFinding: Hashable, Sendable, Encodable, CustomStringConvertible {
    /// What kind of rule it is.
    public enum Group: String, Hashable, Sendable, Encodable, CaseIterable {
        /// The app broke the documented contract.
        case contract
        /// A viewer notices it.
        case quality
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
        self.init(
            Rule.traceOrder.contains(rule) ? .contract : .quality, rule.id.rawValue, at: place, message, count: count)
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
        "line \(line), \(TraceText.seconds(time)): \(rule): \(message)" + (count > 1 ? " (\(count) times)" : "")
    }
}

/// A place in a trace.
struct TracePlace: Hashable, Sendable {
    /// The time of the record.
    var time: MediaTime
    /// The line of the record.
    var line: Int
}

/// Collects findings: one per rule, counted.
struct TraceFindings: Sendable {
    private(set) var all: [TraceFinding] = []

    mutating func add(_ finding: TraceFinding) {
        if let index = all.firstIndex(where: { $0.rule == finding.rule }) {
            all[index].count += finding.count
        } else {
            all.append(finding)
        }
    }

    mutating func add(_ rule: Rule, at place: TracePlace, _ message: @autoclosure () -> String) {
        add(TraceFinding(rule, at: place, message()))
    }
}

/// Numbers for people.
enum TraceText {
    /// `1.250 s`
    static func seconds(_ time: MediaTime) -> String { number(time.seconds, decimals: 3) + " s" }

    /// `33.3 ms`
    static func milliseconds(_ time: MediaTime) -> String { number(time.seconds * 1000, decimals: 1) + " ms" }

    /// `94.9 %`
    static func percent(_ share: Double) -> String { number(share * 100, decimals: 1) + " %" }

    /// The text without control characters, which could change a terminal.
    static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    }

    /// A number with fixed decimals, 0 to 3.
    static func number(_ value: Double, decimals: Int) -> String {
        let factor = [1.0, 10, 100, 1000][decimals]
        let scaled = (abs(value) * factor).rounded()
        guard scaled < 1e15 else { return value < 0 ? "-∞" : "∞" }
        let whole = Int(scaled)
        let sign = value < 0 && whole != 0 ? "-" : ""
        guard decimals > 0 else { return sign + "\(whole)" }
        let digits = String(whole % Int(factor))
        return sign + "\(whole / Int(factor))." + String(repeating: "0", count: decimals - digits.count) + digits
    }
}
