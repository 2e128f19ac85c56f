import SessionProtocol

/// The lines for one client, in order and in limited memory. Answers are kept; a slow client misses other lines, the oldest
/// first, and is told how many before the next one.
package struct OutgoingQueue: Sendable {
    package enum Kind: Hashable, Sendable {
        /// The greeting, a reply or an error.
        case answer
        case event
        case levels
        case preview
    }

    private struct Line: Sendable {
        let kind: Kind
        let bytes: [UInt8]
    }

    /// How many lines of a kind wait; `nil` without a limit.
    static func limit(of kind: Kind) -> Int? {
        switch kind {
        case .answer: nil
        case .event: 1024
        case .levels: 8
        case .preview: 2
        }
    }

    /// No more requests are read while so many answers wait, or so many bytes of them.
    package static let maximumAnswers = 64
    package static let maximumAnswerBytes = 4 << 20

    private var lines: [Line] = []
    /// The place of the first line that waits; those before it were written.
    private var first = 0
    private var counts: [Kind: Int] = [:]
    private var answerBytes = 0
    /// What is being written, and how much of it was.
    private var current: [UInt8] = []
    private var written = 0
    private var misses = ControlMisses()

    package init() {}

    /// Whether everything is written.
    package var isEmpty: Bool { current.isEmpty && first == lines.count && misses.isEmpty }

    /// Whether the client reads so slowly that no more requests are read.
    package var isFull: Bool {
        counts[.answer, default: 0] >= Self.maximumAnswers || answerBytes >= Self.maximumAnswerBytes
    }

    package mutating func append(_ bytes: [UInt8], _ kind: Kind) {
        if let limit = Self.limit(of: kind), counts[kind, default: 0] >= limit { dropOldest(kind) }
        lines.append(Line(kind: kind, bytes: bytes))
        counts[kind, default: 0] += 1
        if kind == .answer { answerBytes += bytes.count }
    }

    /// Counts lines that were lost before they reached the queue.
    package mutating func miss(events: Int) { misses.events += events }

    private mutating func dropOldest(_ kind: Kind) {
        guard let index = lines[first...].firstIndex(where: { $0.kind == kind }) else { return }
        lines.remove(at: index)
        counts[kind, default: 0] -= 1
        switch kind {
        case .answer: break
        case .event: misses.events += 1
        case .levels: misses.levels += 1
        case .preview: misses.previews += 1
        }
    }

    /// Writes as much as the system accepts.
    ///
    /// - Parameter write: writes bytes, and returns how many were accepted; 0 when none are, negative for an error.
    /// - Returns: false after an error.
    package mutating func write(_ write: (UnsafeRawBufferPointer) -> Int) -> Bool {
        while true {
            if current.isEmpty, !take() { return true }
            let offset = written
            let count = current.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
            guard count > 0 else { return count == 0 }
            written += count
            if written == current.count { (current, written) = ([], 0) }
        }
    }

    private mutating func take() -> Bool {
        if !misses.isEmpty {
            current = ControlMessage.missed(misses)
            misses = ControlMisses()
            return true
        }
        guard first < lines.count else { return false }
        let line = lines[first]
        first += 1
        counts[line.kind, default: 0] -= 1
        if line.kind == .answer { answerBytes -= line.bytes.count }
        current = line.bytes
        // Written lines are removed together, so that each is moved once on average.
        if first * 2 >= lines.count {
            lines.removeFirst(first)
            first = 0
        }
        return true
    }
}
