import StudioCore

/// Intervals of any number, in bins whose values differ by less than 0.1 %. So a trace of any length needs the same memory.
struct IntervalHistogram: Sendable {
    /// An interval, and where it ends.
    struct Interval: Sendable {
        let length: MediaTime
        let place: TracePlace
    }

    /// Some of the intervals: how many, and the first one.
    struct Selection: Sendable {
        var count: Int
        var first: Interval
    }

    private struct Bin: Sendable {
        var shortest: MediaTime
        var selection: Selection
    }

    /// The leading bits of a length that distinguish bins.
    private static let precision = 11

    private var bins: [Int64: Bin] = [:]
    private(set) var count = 0
    private(set) var longest: MediaTime?

    /// - Parameter length: not negative.
    mutating func add(_ length: MediaTime, at place: TracePlace) {
        count += 1
        longest = max(longest ?? .zero, length)
        let key = Self.key(length)
        if var bin = bins[key] {
            bin.shortest = min(bin.shortest, length)
            bin.selection.count += 1
            bins[key] = bin
        } else {
            let interval = Interval(length: length, place: place)
            bins[key] = Bin(shortest: length, selection: Selection(count: 1, first: interval))
        }
    }

    /// The shortest length in the bin of the median; the lower one of two.
    var median: MediaTime? {
        var passed = 0
        for (_, bin) in bins.sorted(by: { $0.key < $1.key }) {
            passed += bin.selection.count
            if passed * 2 >= count { return bin.shortest }
        }
        return nil
    }

    /// The intervals that fulfil a condition; `nil` if there are none. The shortest one of a bin decides for all of it.
    func intervals(where isIncluded: (MediaTime) -> Bool) -> Selection? {
        var result: Selection?
        for bin in bins.values where isIncluded(bin.shortest) {
            guard var sum = result else {
                result = bin.selection
                continue
            }
            sum.count += bin.selection.count
            if bin.selection.first.place.line < sum.first.place.line { sum.first = bin.selection.first }
            result = sum
        }
        return result
    }

    /// Whether late frames are followed by earlier ones: in total, long intervals exceed the usual one by as much as
    /// short ones fall below it. A producer that adds up sleeps has no short intervals.
    func returnsToSchedule(of usual: MediaTime) -> Bool {
        var (longer, shorter) = (0.0, 0.0)
        for bin in bins.values {
            let difference = (bin.shortest - usual).seconds
            // A scheduler's jitter says nothing.
            guard abs(difference) > Self.jitterShare * usual.seconds else { continue }
            if difference > 0 {
                longer += difference * Double(bin.selection.count)
            } else {
                shorter -= difference * Double(bin.selection.count)
            }
        }
        return longer > 0 && abs(shorter - longer) <= Self.scheduleTolerance * longer
    }

    /// The share of an interval that is jitter.
    private static let jitterShare = 0.1
    /// The share of the delays that may remain, for example at the end of a start.
    private static let scheduleTolerance = 0.25

    /// The leading bits and their position: ordered as the lengths are.
    private static func key(_ length: MediaTime) -> Int64 {
        let nanoseconds = max(0, length.nanoseconds)
        let shift = Int64(max(0, Int64.bitWidth - nanoseconds.leadingZeroBitCount - precision))
        return (shift << precision) + (nanoseconds >> shift)
    }
}
