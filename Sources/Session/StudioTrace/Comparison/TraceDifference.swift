public import StudioCore

/// A part in which two traces differ, with the first difference.
public struct TraceDifference: Hashable, Sendable, Encodable, CustomStringConvertible {
    /// A record on one side.
    public struct Side: Hashable, Sendable, Encodable {
        /// The line in the trace.
        public let line: Int
        /// The time of the record, in seconds.
        public let time: MediaTime
        /// The record in one line.
        public let text: String
    }

    /// `order` for the whole sequence (on a system clock without media), a kind of event such as `call`, or the identifier of a violated rule.
    public let part: String
    /// How many comparable records of this part the traces have.
    public let counts: [Int]
    /// The first differing record of the first trace; `nil` when that trace has ended.
    @Nullable public internal(set) var first: Side?
    /// The first differing record of the second trace; `nil` when that trace has ended.
    @Nullable public internal(set) var second: Side?

    /// `video: 30 and 29 records; first line 40, 0.100 s: … | second: ended`
    public var description: String {
        func text(_ side: Side?) -> String {
            side.map { "line \($0.line), \(NumberText.seconds($0.time)): \($0.text)" } ?? "no such record"
        }
        return "\(part): \(counts.map { "\($0)" }.joined(separator: " and ")) records; "
            + "first: \(text(first)) | second: \(text(second))"
    }
}

/// Compares the comparable parts of two traces.
public struct TraceComparison: Sendable, Encodable {
    /// The parts that differ: the whole order first, then each kind of event and each violated rule.
    public let differences: [TraceDifference]

    /// Whether the traces agree.
    public let isEqual: Bool

    private struct Event {
        let line: Int
        let time: MediaTime
        let record: TraceRecord
        /// The parts beside `order` that the record belongs to.
        let parts: [String]
    }

    /// Compares two traces. Times count only when both clocks are manual. A hash counts only when both records have one.
    public init(_ first: Trace, _ second: Trace) {
        let keepsTimes = first.header.clock == .manual && second.header.clock == .manual
        let sides = [first, second].map { Self.events($0, keepsTimes: keepsTimes) }
        // In real time, the machine decides whether a frame or a callback comes first.
        let orders = keepsTimes ? sides : sides.map { $0.filter { !$0.record.event.isMedia } }
        let order = Self.difference("order", orders[0], orders[1])
        let byPart = sides.map { events in
            events.reduce(into: [String: [Event]]()) { result, event in
                for part in event.parts { result[part, default: []].append(event) }
            }
        }
        let details = Set(byPart.flatMap(\.keys)).sorted().compactMap { part in
            Self.difference(part, byPart[0][part] ?? [], byPart[1][part] ?? [])
        }
        differences = [order].compactMap(\.self) + details
        isEqual = differences.isEmpty
    }

    private static func events(_ trace: Trace, keepsTimes: Bool) -> [Event] {
        trace.comparable(keepsTimes: keepsTimes).map { line, record in
            var parts = [record.event.name.rawValue]
            if case .violation(let violation) = record.event { parts.append(violation.rule) }
            return Event(line: line, time: trace.records[line - 2].time, record: record, parts: parts)
        }
    }

    private static func difference(_ part: String, _ first: [Event], _ second: [Event]) -> TraceDifference? {
        let common = zip(first, second).prefix { $0.record.agrees(with: $1.record) }.count { _ in true }
        guard common < max(first.count, second.count) else { return nil }
        func side(_ events: [Event]) -> TraceDifference.Side? {
            guard common < events.count else { return nil }
            let event = events[common]
            return .init(line: event.line, time: event.time, text: event.record.event.text)
        }
        return TraceDifference(
            part: part, counts: [first.count, second.count], first: side(first), second: side(second))
    }
}

extension TraceRecord {
    /// Equality, except for a hash and a brightness that one of the records does not have.
    fileprivate func agrees(with other: TraceRecord) -> Bool {
        guard time == other.time else { return false }
        switch (event, other.event) {
        case (.video(var left), .video(var right)):
            if left.hash == nil || right.hash == nil { (left.hash, right.hash) = (nil, nil) }
            if left.isBlack == nil || right.isBlack == nil { (left.isBlack, right.isBlack) = (nil, nil) }
            return left == right
        case (.audio(var left), .audio(var right)):
            if left.hash == nil || right.hash == nil { (left.hash, right.hash) = (nil, nil) }
            if left.isSilent == nil || right.isSilent == nil { (left.isSilent, right.isSilent) = (nil, nil) }
            return left == right
        default: return event == other.event
        }
    }
}

extension TraceEvent {
    fileprivate var isMedia: Bool {
        switch self {
        case .video, .audio: true
        default: false
        }
    }

    /// The event in one line.
    public var text: String {
        func list(_ arguments: [String: TraceValue]) -> String {
            arguments.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        }
        switch self {
        case .call(let call):
            return "call \(call.name)\(list(call.arguments))" + (call.result.map { " -> \($0)" } ?? "")
        case .callback(let callback):
            return "callback \(callback.name)\(list(callback.arguments))"
                + (callback.isReceived == false ? ", not received" : "")
        case .state(let state): return "\(state.part) \(state.state)\(list(state.details))"
        case .command(let command): return "command \(command.name)\(list(command.arguments))"
        case .video(let frame):
            return "frame \(frame.width)x\(frame.height) \(frame.format), hash \(frame.hash?.description ?? "none"), "
                + "stamp \(NumberText.seconds(frame.stamp)), thread \(frame.thread)"
                + (frame.isDropped == true ? ", dropped" : "")
        case .audio(let block):
            return "audio \(block.sampleRate) Hz, \(block.channels) channels, \(block.samples) samples, "
                + "hash \(block.hash?.description ?? "none"), stamp \(NumberText.seconds(block.stamp)), "
                + "thread \(block.thread)" + (block.isDropped == true ? ", dropped" : "")
        case .violation(let violation):
            return "violation of \(violation.rule) \(violation.code)\(violation.isRefusal ? "" : ", served")"
        case .drop(let drop): return "\(drop.frames) frames, \(drop.audioBlocks) audio blocks dropped: \(drop.reason)"
        case .output(let output): return "output \(output.output) \(output.state)"
        case .failure(let failure): return "failure \(failure.category) \(failure.code)"
        case .note(let note): return "note \(note.message)"
        case .end: return "end"
        }
    }
}
