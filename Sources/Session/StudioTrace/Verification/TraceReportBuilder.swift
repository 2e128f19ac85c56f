public import StudioCore

/// Verifies a trace while it is read. The memory that it needs depends on what is found, not on the length of the trace.
public struct TraceReportBuilder {
    private var reader = TraceReader()
    private var verifier = TraceVerifier()
    private var timeline = Timeline()
    private var line = 1
    private var firstTime: MediaTime?
    private var lastRecord: TraceRecord?
    private var entry = EntryOutcome()

    /// Creates a builder at the beginning of a trace.
    public init() {}

    /// Reads and verifies the next bytes.
    ///
    /// - Throws: a ``TraceError`` as ``TraceReader/append(_:)``.
    public mutating func append(_ bytes: [UInt8]) throws(TraceError) {
        let records = try reader.append(bytes)
        if let header = reader.header { begin(header) }
        add(records)
    }

    /// Ends the trace.
    ///
    /// - Parameters:
    ///   - path: the name of the trace for people.
    ///   - isStrict: whether findings of ``TraceFinding/Group/strict`` are reported.
    /// - Throws: a ``TraceError`` as ``TraceReader/finish()``.
    public mutating func finish(
        path: String, budgets: [TraceBudget] = [], isStrict: Bool = false
    ) throws(TraceError) -> TraceReport {
        let (header, record) = try reader.finish()
        begin(header)
        if let record { add([record]) }
        return finish(header, path: path, budgets: budgets, isStrict: isStrict)
    }

    mutating func begin(_ header: TraceHeader) { verifier.isManual = header.clock == .manual }

    mutating func add(_ records: [TraceRecord]) {
        for record in records {
            line += 1
            verifier.apply(record, line: line)
            timeline.add(record, line: line)
            entry.apply(record.event)
        }
        firstTime = firstTime ?? records.first?.time
        lastRecord = records.last ?? lastRecord
    }

    mutating func finish(
        _ header: TraceHeader, path: String, budgets: [TraceBudget], isStrict: Bool
    ) -> TraceReport {
        let isComplete = if case .end? = lastRecord?.event { true } else { false }
        let (findings, metrics) = verifier.finish(header, isComplete: isComplete, isStrict: isStrict)
        timeline.finish()
        // A later session of a process does not begin at zero.
        let duration = (lastRecord?.time ?? .zero) - (firstTime ?? .zero)
        return TraceReport(
            header, path: path, duration: duration, findings: findings, metrics: metrics,
            budgets: budgets.map { $0.judge(metrics) }, timeline: timeline, absence: entry.absence)
    }
}
