import FoundationEssentials
import StudioCore

/// Reads a trace piece by piece, and keeps none of its records. A broken trace is rejected at its first wrong line, before
/// the rest is read.
public struct TraceReader {
    /// The latest accepted time in seconds: more than thirty years.
    private static let longestTime = 1e9
    /// The largest accepted count, so that sums of counts do not overflow.
    private static let maximumUnits = 1_000_000_000

    /// The first line; `nil` before it was read.
    public private(set) var header: TraceHeader?
    /// Whether the last line was cut off in the middle, and is not a record.
    public private(set) var isCutOff = false
    /// Whether the last record was the end of the trace.
    public private(set) var isComplete = false
    private var lastTime: MediaTime?
    /// The bytes since the last line feed.
    private var rest: [UInt8] = []
    /// The number of the line to which the next byte belongs.
    private var number = 1
    private let decoder = JSONDecoder()

    /// Creates a reader at the beginning of a trace.
    public init() {}

    /// Parses the next bytes.
    ///
    /// - Returns: the records that they complete; the first record of a trace is line 2.
    /// - Throws: a ``TraceError`` with the line for a line above ``Trace/longestLine``, a first line that is not the header
    ///   of this version, a line that is not a record, a time or count out of range, a time before the previous one, and a
    ///   record after the end.
    public mutating func append(_ bytes: [UInt8]) throws(TraceError) -> [TraceRecord] {
        var records: [TraceRecord] = []
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            try extend(bytes[start..<end])
            if let record = try parse() { records.append(record) }
            number += 1
            start = end + 1
        }
        try extend(bytes[start...])
        return records
    }

    /// Ends the trace.
    ///
    /// A last line without a line feed that cannot be parsed was cut off by the end of the writer. It is left out.
    ///
    /// - Returns: the header, and the record of a last line without a line feed.
    /// - Throws: a ``TraceError`` for an empty trace, and for one that ends within its header.
    public mutating func finish() throws(TraceError) -> (header: TraceHeader, record: TraceRecord?) {
        var record: TraceRecord?
        if header == nil, !rest.isEmpty {
            _ = try parse()
        } else if !rest.isEmpty {
            do throws(TraceError) { record = try parse() } catch { isCutOff = true }
        }
        guard let header else { throw TraceError(line: 1, "the trace is empty; expected a header") }
        return (header, record)
    }

    private mutating func extend(_ bytes: ArraySlice<UInt8>) throws(TraceError) {
        guard rest.count + bytes.count <= Trace.longestLine else {
            throw TraceError(line: number, "the line has more than \(Trace.longestLine) bytes")
        }
        rest += bytes
    }

    /// - Returns: the record; `nil` for the header.
    private mutating func parse() throws(TraceError) -> TraceRecord? {
        defer { rest.removeAll(keepingCapacity: true) }
        guard header != nil else {
            header = try Self.header(Data(rest))
            return nil
        }
        let record = try record(Data(rest))
        try check(record)
        lastTime = record.time
        if case .end = record.event { isComplete = true }
        return record
    }

    private static func header(_ line: Data) throws(TraceError) -> TraceHeader {
        struct Version: Decodable {
            let psstudioTrace: Int
        }
        do {
            let version = try JSONDecoder().decode(Version.self, from: line).psstudioTrace
            guard version == TraceHeader.version else {
                throw TraceError(
                    line: 1, "the trace has version \(version); this psstudio reads version \(TraceHeader.version)")
            }
            return try JSONDecoder().decode(TraceHeader.self, from: line)
        } catch let error as TraceError {
            throw error
        } catch {
            throw TraceError(
                line: 1, "not the header of a trace: \(explanation(error)); expected a file written by --trace")
        }
    }

    private func record(_ line: Data) throws(TraceError) -> TraceRecord {
        do {
            return try decoder.decode(TraceRecord.self, from: line)
        } catch {
            throw TraceError(line: number, "not a record: \(Self.explanation(error))")
        }
    }

    private func check(_ record: TraceRecord) throws(TraceError) {
        guard (0...Self.longestTime).contains(record.time.seconds) else {
            throw TraceError(
                line: number,
                "the time \(record.time.seconds) s is out of range, expected 0 to \(Self.longestTime) s")
        }
        if let count = record.event.counts.first(where: { !(0...Self.maximumUnits).contains($0) }) {
            throw TraceError(
                line: number, "the count \(count) is out of range, expected 0 to \(Self.maximumUnits)")
        }
        if isComplete { throw TraceError(line: number, "a record follows the end of the trace") }
        if let lastTime, record.time < lastTime {
            throw TraceError(
                line: number,
                "the time \(record.time.seconds) s is before that of the previous record, \(lastTime.seconds) s")
        }
    }

    /// The cause in one line: the key and the decoder's description.
    private static func explanation(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "invalid JSON" }
        func text(_ context: DecodingError.Context, _ cause: String) -> String {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return path.isEmpty ? cause : "\(path): \(cause)"
        }
        switch error {
        case .keyNotFound(let key, let context): return text(context, "the key '\(key.stringValue)' is missing")
        case .typeMismatch(let type, let context): return text(context, "expected a value of type \(type)")
        case .valueNotFound(let type, let context): return text(context, "expected a value of type \(type), not null")
        case .dataCorrupted(let context):
            return text(context, context.codingPath.isEmpty ? "invalid JSON" : context.debugDescription)
        @unknown default: return "invalid JSON"
        }
    }
}

extension TraceEvent {
    /// The numbers that a reader sums up.
    fileprivate var counts: [Int] {
        switch self {
        case .audio(let block): [block.samples, block.sampleRate, block.channels]
        case .video(let frame): [frame.width, frame.height]
        case .drop(let drop): [drop.frames, drop.audioBlocks]
        case .end(let end): [end.unhashed, end.lost]
        default: []
        }
    }
}
