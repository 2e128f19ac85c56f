/// A trace that was read: its header and its records.
public struct Trace: Hashable, Sendable {
    /// The first line.
    public var header: TraceHeader
    /// The records; the record at index `i` is line `i + 2`.
    public var records: [TraceRecord]
    /// Whether the last line was cut off in the middle, and is missing in ``records``.
    public var isCutOff = false

    /// Creates a trace.
    public init(header: TraceHeader, records: [TraceRecord]) {
        self.header = header
        self.records = records
    }

    /// The counters; `nil` when the session ended without completing its trace, for example in a crash.
    public var end: TraceEnd? { if case .end(let end)? = records.last?.event { end } else { nil } }

    /// The longest accepted line in bytes. A record that psstudio writes is far below it.
    public static let longestLine = 1 << 20

    /// Parses JSON Lines, as ``TraceParser`` does.
    ///
    /// - Throws: a ``TraceError`` with the line.
    public init(bytes: [UInt8]) throws(TraceError) {
        var parser = TraceParser()
        try parser.append(bytes)
        self = try parser.finish()
    }
}

/// An error in a trace, with its line.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The fault and the expectation.
    public let message: String

    init(line: Int, _ message: String) {
        self.line = line
        self.message = message
    }

    /// `line 3: …`
    public var description: String { "line \(line): \(message)" }
}
