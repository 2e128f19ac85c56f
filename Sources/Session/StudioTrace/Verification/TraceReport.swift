public import StudioCore

/// The verification of one trace.
public struct TraceReport: Sendable, Encodable {
    /// The path of the trace.
    public let path: String
    /// The identifier of the session.
    public let session: String
    /// The time from the first record to the last one, in seconds.
    public let duration: MediaTime
    /// The broken rules, in the order of their lines.
    public let findings: [TraceFinding]
    /// The measured values.
    public let metrics: TraceMetrics
    /// The results of the budgets.
    public let budgets: [TraceBudget.Result]
    /// What the page shows of the trace.
    package let clock: TraceHeader.Clock
    package let timeline: Timeline
    /// Why there is no session, in one line; `nil` when there is one.
    private let absence: String?

    private enum CodingKeys: String, CodingKey {
        case path, session, duration, findings, metrics, budgets
    }

    /// Verifies a trace.
    ///
    /// - Parameters:
    ///   - path: the name of the trace for people.
    ///   - isStrict: whether findings of ``TraceFinding/Group/strict`` are reported.
    public init(_ trace: Trace, path: String, budgets: [TraceBudget] = [], isStrict: Bool = false) {
        var builder = TraceReportBuilder()
        builder.begin(trace.header)
        builder.add(trace.records)
        self = builder.finish(trace.header, path: path, budgets: budgets, isStrict: isStrict)
    }

    init(
        _ header: TraceHeader, path: String, duration: MediaTime, findings: [TraceFinding], metrics: TraceMetrics,
        budgets: [TraceBudget.Result], timeline: Timeline, absence: String?
    ) {
        (self.path, session, clock) = (path, header.session, header.clock)
        (self.duration, self.findings, self.metrics, self.budgets) = (duration, findings, metrics, budgets)
        self.timeline = timeline
        self.absence = absence
    }

    /// Whether the app broke the contract.
    public var breaksContract: Bool { findings.contains { $0.group == .contract } }

    /// Whether every budget was met.
    public var meetsBudgets: Bool { budgets.allSatisfy(\.isMet) }

    /// One line: `contract broken`, `budget missed`, `ok, with findings`, or `ok`.
    public var verdict: String {
        if breaksContract { return "contract broken" }
        if !meetsBudgets { return "budget missed" }
        return findings.isEmpty ? "ok" : "ok, with findings"
    }

    /// The report for people: the verdict, then one line per finding and missed budget.
    public var text: String {
        let received = metrics.received
        let counts =
            "\(metrics.video.frames) frames, \(metrics.audio.blocks) audio blocks"
            + (received == .init() ? "" : "; received: \(received.frames) frames, \(received.blocks) audio blocks")
        let media = absence.map { "no session: \($0)" } ?? counts
        let missed = budgets.filter { !$0.isMet }.map { "  \($0)" }
        let lines =
            (["\(path): \(verdict); \(NumberText.seconds(duration)), \(media)"] + findings.map { "  \($0)" } + missed)
        return lines.map(\.withoutControls).joined(separator: "\n")
    }
}
