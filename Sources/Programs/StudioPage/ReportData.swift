import StudioCore
import StudioTrace

/// What the page of `psstudio verify --html` shows, in the keys that `files/report.js` reads.
struct ReportData: Encodable {
    let sessions: [Session]
    let unreadable: [TraceVerification.Unreadable]
    /// The rules that occur, by identifier.
    let rules: [String: RuleText]

    init(_ verification: TraceVerification, rules: [Rule]) {
        sessions = verification.traces.map(Session.init)
        unreadable = verification.unreadable
        let used = Set(verification.traces.flatMap(\.namedRules))
        self.rules = Dictionary(rules.filter { used.contains($0.id.rawValue) }.map { ($0.id.rawValue, RuleText($0)) }) {
            first, _ in first
        }
    }

    /// A rule for people.
    struct RuleText: Encodable {
        let statement: String
        let mark: Rule.Mark
        let source: String
        let fix: String?

        init(_ rule: Rule) {
            (statement, mark, source, fix) = (rule.statement, rule.mark, rule.source, rule.fix)
        }
    }

    /// A verified trace.
    struct Session: Encodable {
        let path: String
        let session: String
        let clock: TraceHeader.Clock
        let duration: MediaTime
        let frames: Int
        let audioBlocks: Int
        let verdict: HTMLPage.Verdict
        let verdictText: String
        let findings: [TraceFinding]
        let values: [[String]]
        let budgets: [Budget]
        let events: [Event]
        let merged: Int
        let omitted: Int
        /// Pairs of the end in seconds and the length in milliseconds.
        let intervals: [[Double]]

        init(_ report: TraceReport) {
            (path, session, clock) = (report.path, report.session, report.clock)
            (duration, verdict, verdictText) = (report.duration, HTMLPage.Verdict(report), report.verdict)
            (frames, audioBlocks) = (report.metrics.video.frames, report.metrics.audio.blocks)
            (findings, budgets) = (report.findings, report.budgets.map(Budget.init))
            values = report.metrics.values.map { [$0.name, $0.text] }
            events = report.timeline.events.map(Event.init)
            (merged, omitted) = (report.timeline.merged, report.timeline.omitted)
            intervals = report.timeline.intervals.columns.map {
                [($0.time * 1000).rounded() / 1000, ($0.length * 10).rounded() / 10]
            }
        }
    }

    /// A budget and how it was met.
    struct Budget: Encodable {
        let name: String
        let text: String
        let isMet: Bool

        init(_ result: TraceBudget.Result) {
            let parts = result.description.split(separator: ": ", maxSplits: 1).map(String.init)
            (name, text, isMet) = (parts.first ?? "", parts.dropFirst().first ?? "", result.isMet)
        }
    }

    /// A line of the trace, with its number and how many it stands for.
    struct Event: Encodable {
        let event: Timeline.Event

        init(_ event: Timeline.Event) { self.event = event }

        private enum CodingKeys: String, CodingKey {
            case line, count, until
        }

        func encode(to encoder: any Encoder) throws {
            try event.record.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(event.line, forKey: .line)
            guard event.count > 1 || event.until > event.record.time else { return }
            try container.encode(event.count, forKey: .count)
            try container.encode(event.until, forKey: .until)
        }
    }
}

extension HTMLPage.Verdict {
    init(_ report: TraceReport) {
        let isGood = report.findings.isEmpty && report.meetsBudgets
        self = report.breaksContract ? .bad : isGood ? .good : .doubtful
    }
}

extension TraceReport {
    /// The identifiers of the rules in findings and lines.
    fileprivate var namedRules: [String] {
        findings.map(\.rule)
            + timeline.events.compactMap { event in
                switch event.record.event {
                case .violation(let violation): violation.rule
                case .failure(let failure): failure.rule
                default: nil
                }
            }
    }
}

extension TraceMetrics {
    /// The measured values for people.
    var values: [(name: String, text: String)] {
        [
            ("usual interval", video.usualInterval.map(NumberText.milliseconds) ?? "–"),
            ("longest interval", video.longestInterval.map(NumberText.milliseconds) ?? "–"),
            ("longest freeze", NumberText.milliseconds(video.longestFreeze)),
            ("longest black", NumberText.milliseconds(video.longestBlack)),
            ("longest audio gap", NumberText.milliseconds(audio.longestGap)),
            ("audio rate", audio.rate.map(NumberText.percent) ?? "–"),
            ("tracks apart", tracksApart.map(NumberText.milliseconds) ?? "–"),
            ("dropped", "\(dropped)"),
        ]
    }
}
