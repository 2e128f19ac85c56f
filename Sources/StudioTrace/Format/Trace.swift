import FoundationEssentials
import StudioCore

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

    /// The latest accepted time in seconds: more than thirty years.
    private static let longestTime = 1e9
    /// The largest accepted count, so that sums of counts do not overflow.
    private static let mostUnits = 1_000_000_000

    /// Parses JSON Lines.
    ///
    /// A last line without a line feed that cannot be parsed was cut off by the end of the writer. It is left out.
    ///
    /// - Throws: a ``TraceError`` with the line for an empty file, a first line that is not the header of this version, a
    ///   line that is not a record, a time or count out of range, a time before the previous one, and a record after the
    ///   end.
    public init(bytes: [UInt8]) throws(TraceError) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let isLastComplete = lines.last?.isEmpty ?? true
        if isLastComplete { lines = lines.dropLast() }
        guard let first = lines.first else { throw TraceError(line: 1, "the trace is empty; expected a header") }
        header = try Self.header(first)
        records = []
        records.reserveCapacity(lines.count - 1)
        let decoder = JSONDecoder()
        for (index, line) in lines.enumerated().dropFirst() {
            do throws(TraceError) {
                let record = try Self.record(line, number: index + 1, decoder)
                try Self.check(record, after: records.last, line: index + 1)
                records.append(record)
            } catch {
                guard index == lines.count - 1, !isLastComplete else { throw error }
                isCutOff = true
            }
        }
    }

    private static func header(_ line: ArraySlice<UInt8>) throws(TraceError) -> TraceHeader {
        struct Version: Decodable {
            let psstudioTrace: Int
        }
        let data = try data(line, number: 1)
        do {
            let version = try JSONDecoder().decode(Version.self, from: data).psstudioTrace
            guard version == TraceHeader.version else {
                throw TraceError(
                    line: 1, "the trace has version \(version); this psstudio reads version \(TraceHeader.version)")
            }
            return try JSONDecoder().decode(TraceHeader.self, from: data)
        } catch let error as TraceError {
            throw error
        } catch {
            throw TraceError(
                line: 1, "not the header of a trace: \(explanation(error)); expected a file written by --trace")
        }
    }

    private static func record(
        _ line: ArraySlice<UInt8>, number: Int, _ decoder: JSONDecoder
    ) throws(TraceError) -> TraceRecord {
        let data = try data(line, number: number)
        do {
            return try decoder.decode(TraceRecord.self, from: data)
        } catch {
            throw TraceError(line: number, "not a record: \(explanation(error))")
        }
    }

    private static func data(_ line: ArraySlice<UInt8>, number: Int) throws(TraceError) -> Data {
        guard line.count <= longestLine else {
            throw TraceError(line: number, "the line has \(line.count) bytes, expected at most \(longestLine)")
        }
        return Data(line)
    }

    private static func check(
        _ record: TraceRecord, after previous: TraceRecord?, line: Int
    ) throws(TraceError) {
        guard (0...longestTime).contains(record.time.seconds) else {
            throw TraceError(
                line: line, "the time \(record.time.seconds) s is out of range, expected 0 to \(longestTime) s")
        }
        if let count = record.event.counts.first(where: { !(0...mostUnits).contains($0) }) {
            throw TraceError(line: line, "the count \(count) is out of range, expected 0 to \(mostUnits)")
        }
        guard let previous else { return }
        if case .end = previous.event { throw TraceError(line: line, "a record follows the end of the trace") }
        guard record.time >= previous.time else {
            throw TraceError(
                line: line,
                "the time \(record.time.seconds) s is before that of the previous record, \(previous.time.seconds) s")
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

/// An error in a trace, with its line.
public struct TraceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// What is wrong, and what was expected.
    public let message: String

    init(line: Int, _ message: String) {
        self.line = line
        self.message = message
    }

    /// `line 3: …`
    public var description: String { "line \(line): \(message)" }
}

/// Encodes the lines of a trace. Keys are sorted, so that equal records have equal bytes.
public struct TraceEncoder {
    private let encoder: JSONEncoder

    /// Creates an encoder.
    public init() {
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    /// The first line, with its line feed.
    ///
    /// - Throws: an `EncodingError`; no header causes one.
    public func line(_ header: TraceHeader) throws -> [UInt8] { try bytes(header) }

    /// The line of a record, with its line feed.
    ///
    /// - Throws: an `EncodingError` for a number that JSON cannot express.
    public func line(_ record: TraceRecord) throws -> [UInt8] { try bytes(record) }

    private func bytes(_ value: some Encodable) throws -> [UInt8] { [UInt8](try encoder.encode(value)) + [10] }
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
