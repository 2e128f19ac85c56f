/// A row or a column of samples, with the places where it crosses the middle between its extremes.
struct SampleLine {
    struct Edge {
        /// Where the line crosses the middle, with subsample precision.
        let position: Double
        let isRising: Bool
    }

    /// The middle between the extremes of a line.
    struct Level {
        /// Twice the middle: a whole number.
        let sum: Int
        /// The least sample that is not below the middle.
        let bound: UInt8
    }

    /// Less than this difference between the extremes is not a mark.
    private static let minimumContrast = 48

    private let bytes: UnsafeRawBufferPointer
    private let first: Int
    private let step: Int
    private let count: Int

    init(_ bytes: UnsafeRawBufferPointer, from first: Int, step: Int, count: Int) {
        self.bytes = bytes
        self.first = first
        self.step = step
        self.count = count
    }

    private subscript(index: Int) -> UInt8 { bytes[first + index * step] }

    /// `nil` for a line without contrast.
    var level: Level? {
        let (low, high) = extremes
        guard Int(high) - Int(low) >= Self.minimumContrast else { return nil }
        let sum = Int(low) + Int(high)
        return Level(sum: sum, bound: UInt8((sum + 1) / 2))
    }

    private var extremes: (low: UInt8, high: UInt8) {
        var (low, high) = (UInt8.max, UInt8.min)
        if step == 1 {
            // Vectorised, unlike a loop with a step.
            for value in UnsafeRawBufferPointer(rebasing: bytes[first..<first + count]) {
                low = min(low, value)
                high = max(high, value)
            }
            return (low, high)
        }
        for index in 0..<count {
            low = min(low, self[index])
            high = max(high, self[index])
        }
        return (low, high)
    }

    /// Replaces `edges` by those from sample `start` on, at most `most`. Lines that follow each other use the same
    /// memory: to make it grow for each line took a third of a search.
    func find(_ edges: inout [Edge], _ level: Level, from start: Int = 1, most: Int = .max) {
        edges.removeAll(keepingCapacity: true)
        var index = start
        while index < count, edges.count < most {
            if isFlat(index, level) {
                index += Self.width
                continue
            }
            for index in index..<min(count, index + Self.width) where edges.count < most {
                if let edge = edge(at: index, level) { edges.append(edge) }
            }
            index += Self.width
        }
    }

    /// The sample at which the last rising edge begins that reaches the middle of sample `row`: the next edge, a falling
    /// one, is below that point.
    func rise(reaching row: Int, _ level: Level) -> Int? {
        var index = min(row, count - 1)
        while index > 0 {
            defer { index -= 1 }
            guard let edge = edge(at: index, level) else { continue }
            if edge.isRising { return index }
            // Edges alternate: before a falling one that is not below the point there is none that reaches it.
            if edge.position <= Double(row) { return nil }
        }
        return nil
    }

    private func edge(at index: Int, _ level: Level) -> Edge? {
        let (last, value) = (self[index - 1], self[index])
        guard (last < level.bound) != (value < level.bound) else { return nil }
        // A sample stands for the centre of its pixel.
        let share = (Double(level.sum) / 2 - Double(last)) / Double(Int(value) - Int(last))
        return Edge(position: Double(index) - 0.5 + share, isRising: value > last)
    }

    /// The samples that are compared at once.
    private static let width = 16

    /// Whether a row has no edge at the next samples. The loop is vectorised.
    private func isFlat(_ index: Int, _ level: Level) -> Bool {
        guard step == 1, index + Self.width <= count else { return false }
        let samples = UnsafeRawBufferPointer(rebasing: bytes[first + index - 1...first + index + Self.width - 1])
        var changes: UInt8 = 0
        for index in 0..<Self.width {
            changes |= (samples[index] < level.bound ? 1 : 0) ^ (samples[index + 1] < level.bound ? 1 : 0)
        }
        return changes == 0
    }
}
