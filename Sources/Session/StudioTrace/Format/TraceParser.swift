/// Parses a trace piece by piece, and keeps its records. A broken trace is rejected at its first wrong line, before the
/// rest is read.
public struct TraceParser {
    private var reader = TraceReader()
    private var records: [TraceRecord] = []

    /// Creates a parser at the beginning of a trace.
    public init() {}

    /// Parses the next bytes.
    ///
    /// - Throws: a ``TraceError`` as ``TraceReader/append(_:)``.
    public mutating func append(_ bytes: [UInt8]) throws(TraceError) { records += try reader.append(bytes) }

    /// Ends the trace.
    ///
    /// - Throws: a ``TraceError`` as ``TraceReader/finish()``.
    public mutating func finish() throws(TraceError) -> Trace {
        let (header, record) = try reader.finish()
        if let record { records.append(record) }
        var trace = Trace(header: header, records: records)
        trace.isCutOff = reader.isCutOff
        return trace
    }
}
