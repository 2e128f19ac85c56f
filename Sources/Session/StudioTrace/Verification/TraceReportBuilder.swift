public import StudioCore

/// Verifies a trace while it is read. The memory that it needs depends on what is found, not on the length of the trace.
public struct TraceReportBuilder {
    private var reader = TraceReader()
    private var verifier = TraceVerifier()
    private var timeline = Timeline()
    private var line = 1
    private var lastRecord: TraceRecord?

    /// Creates a builder at the beginning of a trace.
    public init() {}

    /// Reads and verifies the next bytes.
    ///
    /// - Throws: a ``TraceError`` as ``TraceReader/append(_:)``.
    public mutating func append(_ bytes: [UInt8]) throws(TraceError) { add(try reader.append(bytes)) }

    /// Ends the trace.
    ///
    /// - Parameter path: the name of the trace for people.
    /// - Throws: a ``TraceError`` as ``TraceReader/finish()``.
    public mutating func finish(path: String, budgets: [TraceBudget] = []) throws(TraceError) -> TraceReport {
        let (header, record) = try reader.finish()
        if let record { add([record]) }
        return finish(header, path: path, budgets: budgets)
    }

    mutating func add(_ records: [TraceRecord]) {
        for record in records {
            line += 1
            verifier.apply(record, line: line)
            timeline.add(record, line: line)
        }
        lastRecord = records.last ?? lastRecord
    }

    mutating func finish(_ header: TraceHeader, path: String, budgets: [TraceBudget]) -> TraceReport {
        let isComplete = if case .end? = lastRecord?.event { true } else { false }
        let (findings, metrics) = verifier.finish(isComplete: isComplete)
        timeline.finish()
        return TraceReport(
            header, path: path, duration: lastRecord?.time ?? .zero, findings: findings, metrics: metrics,
            budgets: budgets.map { $0.judge(metrics) }, timeline: timeline)
    }
}
