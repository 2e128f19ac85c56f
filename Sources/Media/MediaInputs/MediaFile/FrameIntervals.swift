import StudioCore

/// The frame rate of a video: that of the most frequent interval between its frames.
///
/// Containers declare an average, a clock, or nothing. A gap changes the average, and a default of a decoder has nothing to
/// do with the file.
struct FrameIntervals: Hashable, Sendable {
    /// The most frequent interval in seconds; the mean of all intervals that count as equal.
    let interval: Double
    /// How far the interval may be from the real one, as a part of it.
    let tolerance: Double
    /// Whether many intervals differ from it.
    let isVariable: Bool

    /// Intervals within this many seconds are equal: several containers round times to milliseconds.
    private static let rounding = 0.0022
    /// Intervals within this part are equal: clocks of cameras.
    private static let jitter = 0.06
    /// Fewer intervals prove nothing.
    private static let fewest = 4
    /// The part of frames that may be without a time of their own. A packet of several frames has one time.
    private static let maximumUntimed = 0.1
    /// Times of one video below this part of the most frequent interval are not rounded ones.
    private static let shorter = 0.75
    /// A shorter interval that has this part of the most frequent one's count is the rate, so that few frames are lost.
    private static let significance = 0.25
    /// A shorter interval that the container declares needs less.
    private static let declaredSignificance = 0.02
    /// The part of equal intervals below which the rate is variable.
    private static let constancy = 0.9
    /// The least and the largest tolerance. Containers round the frame duration: AVI to microseconds, Matroska to nanoseconds,
    /// MOV to its own clock.
    private static let tolerances = 0.0005...0.02

    /// - Parameters:
    ///   - times: the times of the first frames, in any order; `nil` for a frame without one.
    ///   - declared: the rate in the container.
    /// - Returns: `nil` when the times do not tell a rate.
    init?(_ times: [MediaTime?], declared: Rate?) {
        let known = times.compactMap(\.self).sorted()
        let steps = zip(known.dropFirst(), known).map { ($0 - $1).seconds }
        let untimed = times.count - known.count + steps.count { $0 == 0 }
        let intervals = steps.filter { $0 > 1 / (Self.highestRate * (1 + Self.jitter)) }
        guard intervals.count >= Self.fewest, Double(untimed) <= Self.maximumUntimed * Double(times.count) else {
            return nil
        }
        guard var found = Self.mostFrequent(intervals.sorted()) else { return nil }
        let count = Double(found.count)
        while let next = Self.mostFrequent(intervals.filter { $0 < found.mean * Self.shorter }.sorted()) {
            let isDeclared = declared.map { next.range.contains($0.interval.seconds) } ?? false
            let least = isDeclared ? Self.declaredSignificance : Self.significance
            guard Double(next.count) >= count * least else { break }
            found = next
        }
        // Rounding errors within an unbroken run of intervals cancel out.
        let runs = zip(intervals, [0] + intervals).count { found.range.contains($0) && !found.range.contains($1) }
        let spread = found.range.upperBound - found.range.lowerBound
        let error = Double(runs) * spread / (Double(found.count) * found.mean)
        interval = found.mean
        tolerance = min(max(error, Self.tolerances.lowerBound), Self.tolerances.upperBound)
        isVariable = Double(found.count) < Self.constancy * Double(intervals.count)
    }

    /// The largest group of equal intervals.
    private struct Group {
        let range: ClosedRange<Double>
        let count: Int
        let mean: Double
    }

    /// - Parameter sorted: the intervals in increasing order.
    private static func mostFrequent(_ sorted: [Double]) -> Group? {
        var (best, first) = (0..<0, 0)
        for last in sorted.indices {
            while sorted[last] - sorted[first] > max(rounding, sorted[first] * jitter) { first += 1 }
            if last + 1 - first > best.count { best = first..<last + 1 }
        }
        guard let first = best.first, let last = best.last else { return nil }
        return Group(
            range: sorted[first]...sorted[last], count: best.count,
            mean: sorted[best].reduce(0, +) / Double(best.count))
    }

    // MARK: The rate

    /// A higher rate is a clock rate, not a frame rate.
    static let highestRate = 240.0

    /// The standard frame rates that rounded values stand for.
    private static let standardRates =
        ["23.976", "29.97", "47.952", "59.94", "119.88", "12.5", "7.5"].compactMap { Rate(parsing: $0) }
        + (1...240).compactMap { Rate($0) }

    /// The rate of the interval: the declared one or a standard one if it is that within the rounding, otherwise its own; `nil` for
    /// a rate that is not permitted.
    ///
    /// - Parameters:
    ///   - declared: the rate in the container.
    ///   - isInterlaced: whether a unit may be a field.
    func rate(declared: Rate?, isInterlaced: Bool) -> Rate? {
        let found = 1 / interval
        guard VideoSourceOptions.rates.contains(found) else { return nil }
        func distance(_ rate: Rate) -> Double { abs(rate.perSecond / found - 1) }
        if let declared {
            if distance(declared) <= tolerance { return declared }
            // Each field of a frame may have a time.
            if isInterlaced, found > declared.perSecond * 1.5 { return declared }
        }
        let nearest = Self.standardRates.min { distance($0) < distance($1) }
        if let nearest, distance(nearest) <= tolerance { return nearest }
        return Rate(1_000_000_000, over: Int64((interval * 1e9).rounded()))
    }
}
