package import StudioCore

/// What a time line shows of a trace of any length: all records but frames and audio, and the intervals of the frames.
package struct Timeline: Hashable, Sendable {
    /// A record, or several similar ones that are shown as one.
    package struct Event: Hashable, Sendable {
        /// The first record; of a state or an output the last one, which holds from then on.
        package fileprivate(set) var record: TraceRecord
        /// The line of the first record.
        package let line: Int
        /// How many records it stands for.
        package fileprivate(set) var count = 1
        /// The time of the last record.
        package fileprivate(set) var until: MediaTime

        fileprivate init(_ record: TraceRecord, line: Int) {
            (self.record, self.line, until) = (record.shortened, line, record.time)
        }
    }

    /// More than a page lists.
    package static let limit = 5000

    /// In the order of their times.
    package private(set) var events: [Event] = []
    /// How many more events there would be if none stood for several records.
    package private(set) var merged = 0
    /// The oldest events that were left out, because nothing else was similar.
    package private(set) var omitted = 0
    /// The longest of the intervals that end close together.
    package private(set) var intervals = IntervalColumns()
    private var lastFrame: MediaTime?
    /// Media that is dropped while the meeting reconnects is recorded in the end only, as a total.
    private var reconnecting: Event?
    private var hasReconnected = false
    /// Similar records that are as close are one event.
    private var width = MediaTime.zero

    /// Adds the next record.
    mutating func add(_ record: TraceRecord, line: Int) {
        switch record.event {
        case .video(let frame):
            addDrop(frame.isDropped == true, frames: 1, audioBlocks: 0, at: record.time, line: line)
            if let lastFrame {
                intervals.add((record.time - lastFrame).seconds * 1000, at: record.time.seconds)
            }
            lastFrame = record.time
        case .audio(let block):
            addDrop(block.isDropped == true, frames: 0, audioBlocks: 1, at: record.time, line: line)
        case .drop(let drop) where drop.reason == Self.reconnectingReason && hasReconnected: break
        case .callback(let callback):
            if callback.name == "sendingStopped" { lastFrame = nil }
            append(Event(record, line: line))
        case .call, .state, .command, .violation, .drop, .output, .failure, .note, .end:
            append(Event(record, line: line))
        }
    }

    /// Ends the trace.
    mutating func finish() { finishDrop() }

    private mutating func append(_ event: Event) {
        events.append(event)
        if events.count > Self.limit { merge() }
    }

    // MARK: Reconnecting

    private static let reconnectingReason = "reconnecting"

    private mutating func addDrop(_ isDropped: Bool, frames: Int, audioBlocks: Int, at time: MediaTime, line: Int) {
        guard isDropped else { return finishDrop() }
        hasReconnected = true
        let drop = TraceDrop(reason: Self.reconnectingReason, frames: frames, audioBlocks: audioBlocks)
        let next = Event(TraceRecord(.drop(drop), at: time), line: line)
        if reconnecting == nil { reconnecting = next } else { reconnecting?.merge(next) }
    }

    private mutating func finishDrop() {
        guard var event = reconnecting else { return }
        reconnecting = nil
        // The event has the counts of frames and blocks.
        event.count = 1
        events.insert(event, at: events.partitioningIndex { $0.record.time > event.record.time })
        if events.count > Self.limit { merge() }
    }

    // MARK: Long traces

    /// Halves the events. The width grows only when merging with the present one is not enough.
    private mutating func merge() {
        guard let first = events.first?.record.time, let last = events.last?.record.time else { return }
        let span = last - first
        mergeNeighbours()
        while events.count > Self.limit / 2 {
            if width > span {
                let surplus = events.count - Self.limit / 2
                omitted += surplus
                events.removeFirst(surplus)
                return
            }
            let least = MediaTime(nanoseconds: max(1, span.nanoseconds / Int64(Self.limit)))
            width = max(MediaTime(nanoseconds: width.nanoseconds * 2), least)
            mergeNeighbours()
        }
    }

    private mutating func mergeNeighbours() {
        var result: [Event] = []
        var places: [[String]: Int] = [:]
        for event in events {
            let key = event.record.event.similarity
            if let place = places[key], event.record.time - result[place].record.time < width {
                merged += 1
                result[place].merge(event)
            } else {
                places[key] = result.count
                result.append(event)
            }
        }
        events = result
    }
}

extension Timeline.Event {
    fileprivate mutating func merge(_ later: Timeline.Event) {
        count += later.count
        until = max(until, later.until)
        switch (record.event, later.record.event) {
        case (.drop(var drop), .drop(let other)):
            drop.frames += other.frames
            drop.audioBlocks += other.audioBlocks
            record.event = .drop(drop)
        case (.state, _), (.output, _): record.event = later.record.event
        default: break
        }
    }
}

extension TraceEvent {
    /// Equal for records that one event may stand for.
    fileprivate var similarity: [String] {
        switch self {
        case .call(let call): ["call", call.name, call.result?.text ?? ""]
        case .callback(let callback): ["callback", callback.name, callback.isReceived == false ? "lost" : ""]
        case .state(let state): ["state", state.part]
        case .command(let command): ["command", command.name]
        case .violation(let violation): ["violation", violation.rule]
        case .drop(let drop): ["drop", drop.reason]
        case .output(let output): ["output", "\(output.output)"]
        case .failure(let failure): ["failure", failure.code]
        case .note(let note): ["note", note.message]
        case .video, .audio, .end: ["media"]
        }
    }
}

extension Array {
    /// The first place whose element, like all after it, is in the second part.
    fileprivate func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if isInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// The longest of the intervals that end close together: one column per interval, until there are too many, which are then
/// merged with their neighbours.
package struct IntervalColumns: Hashable, Sendable {
    /// A column.
    package struct Column: Hashable, Sendable {
        /// The end of the first interval, in seconds.
        package let time: Double
        /// The longest interval, in milliseconds.
        package fileprivate(set) var length: Double
    }

    /// More than a chart has pixels.
    private static let limit = 4096

    /// In the order of their times.
    package private(set) var columns: [Column] = []
    /// The seconds that a column lasts.
    private var width = 0.0

    /// Adds an interval, which does not end before the previous one.
    mutating func add(_ length: Double, at time: Double) {
        if let last = columns.last, time - last.time < width {
            columns[columns.count - 1].length = max(last.length, length)
            return
        }
        if columns.count == Self.limit { merge(until: time) }
        columns.append(Column(time: time, length: length))
    }

    private mutating func merge(until time: Double) {
        width = max(width * 2, 2 * (time - (columns.first?.time ?? time)) / Double(Self.limit))
        columns = columns.reduce(into: []) { merged, next in
            if let last = merged.last, next.time - last.time < width {
                merged[merged.count - 1].length = max(last.length, next.length)
            } else {
                merged.append(next)
            }
        }
    }
}
