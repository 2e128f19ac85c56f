import StudioCore

/// What a time line shows of a trace of any length.
struct Timeline: Sendable {
    /// A lane of the chart.
    enum Lane: String, Sendable, CaseIterable {
        case calls, callbacks, states, drops
    }

    /// The marks of a lane that are close together.
    struct Marks: TimeColumn {
        /// The times and texts of the first ones.
        private(set) var texts: [(time: Double, text: String)] = []
        private(set) var count = 0
        private(set) var isBad = false

        /// The number of marks that a tooltip lists, and the length of each.
        static let listed = 8
        private static let longestText = 200

        mutating func add(at time: Double, isBad: Bool, _ text: () -> String) {
            count += 1
            if isBad { self.isBad = true }
            if texts.count < Self.listed { texts.append((time, String(text().prefix(Self.longestText)))) }
        }

        mutating func merge(_ later: Marks) {
            texts += later.texts.prefix(Self.listed - texts.count)
            count += later.count
            if later.isBad { isBad = true }
        }
    }

    /// The longest of the intervals that end close together, in milliseconds.
    struct LongestInterval: TimeColumn {
        var length = 0.0

        mutating func merge(_ later: LongestInterval) { length = max(length, later.length) }
    }

    private(set) var lanes: [Lane: TimeColumns<Marks>] = [:]
    private(set) var intervals = TimeColumns<LongestInterval>()
    private var lastFrame: Double?

    /// Adds the next record.
    mutating func add(_ record: TraceRecord) {
        let time = record.time.seconds
        func add(_ lane: Lane, isBad: Bool = false, _ text: @autoclosure () -> String) {
            lanes[lane, default: TimeColumns()].update(at: time) { $0.add(at: time, isBad: isBad, text) }
        }
        switch record.event {
        case .call(let call): add(.calls, call.name + (call.result.map { ": \($0)" } ?? ""))
        case .violation(let violation): add(.calls, isBad: true, "\(violation.rule) \(violation.message)")
        case .callback(let callback):
            add(.callbacks, Self.text(callback))
            if callback.name == "sendingStopped" { lastFrame = nil }
        case .state(let state): add(.states, "\(state.part) \(state.state)")
        case .command(let command): add(.states, "command \(command.name)")
        case .failure(let failure): add(.states, isBad: true, failure.message)
        case .drop(let drop):
            add(.drops, isBad: true, "\(drop.frames) frames, \(drop.audioBlocks) audio blocks: \(drop.reason)")
        case .video(let frame):
            if frame.isDropped == true { add(.drops, "a frame while reconnecting") }
            addFrame(at: time)
        case .audio, .output, .note, .end: break
        }
    }

    private mutating func addFrame(at time: Double) {
        if let lastFrame {
            let length = (time - lastFrame) * 1000
            intervals.update(at: time) { $0.length = max($0.length, length) }
        }
        lastFrame = time
    }

    private static func text(_ callback: TraceCallback) -> String {
        let arguments = callback.arguments.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return ([callback.name] + arguments).joined(separator: " ")
    }
}

/// What is shown at one place of a time line.
protocol TimeColumn: Sendable {
    init()

    /// Adds what is shown at the next place.
    mutating func merge(_ later: Self)
}

/// Columns of a time line: one per time, until there are too many, which are then merged with their neighbours.
struct TimeColumns<Column: TimeColumn>: Sendable {
    /// More than a chart has pixels.
    private static var limit: Int { 4096 }

    /// The columns with their first times, in order.
    private(set) var columns: [(time: Double, column: Column)] = []
    /// The seconds that a column lasts.
    private var width = 0.0

    /// Changes the column of a time, which is not before that of the previous call.
    mutating func update(at time: Double, _ body: (inout Column) -> Void) {
        if let last = columns.last, time == last.time || time - last.time < width {
            return body(&columns[columns.count - 1].column)
        }
        if columns.count == Self.limit { merge(until: time) }
        var column = Column()
        body(&column)
        columns.append((time, column))
    }

    private mutating func merge(until time: Double) {
        width = max(width * 2, 2 * (time - (columns.first?.time ?? time)) / Double(Self.limit))
        var merged: [(time: Double, column: Column)] = []
        for next in columns {
            if let last = merged.last, next.time - last.time < width {
                merged[merged.count - 1].column.merge(next.column)
            } else {
                merged.append(next)
            }
        }
        columns = merged
    }
}
