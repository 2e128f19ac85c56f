/// The measured values of a window of audio, from which ``AudioDiagnosis`` decides.
///
/// Differences are those of the samples as they are stored, interleaved or not.
package struct AudioStatistics: Hashable, Sendable {
    /// The variance of the samples.
    package private(set) var variance = 0.0
    /// The mean square of the difference of samples 0 and 1, 2 and 3 …: inside a pair.
    package private(set) var inside = 0.0
    /// The mean square of the difference of samples 1 and 2, 3 and 4 …: between pairs.
    package private(set) var between = 0.0
    /// The mean square of the difference of samples two apart.
    package private(set) var twoApart = 0.0
    /// The share of pairs whose difference inside is smaller than the one that follows.
    package private(set) var smallerInside = 0.0
    /// The share of pairs whose difference inside is larger than the one that follows.
    package private(set) var largerInside = 0.0
    /// The share of pairs, among those that differ, whose second sample lies between the first one and the next pair's.
    package private(set) var monotonic = 0.0
    /// The share of pairs that differ from the next pair.
    package private(set) var moving = 0.0
    /// The variance of the samples with their bytes swapped.
    package private(set) var swappedVariance = 0.0
    /// The mean square of the difference of byte-swapped samples one apart.
    package private(set) var swappedOneApart = 0.0
    /// The mean square of the difference of byte-swapped samples two apart.
    package private(set) var swappedTwoApart = 0.0
    /// The share of 4-byte words that are floating-point numbers of an audible level, among those that are not zero.
    package private(set) var floats = 0.0
    /// The share of 4-byte words that are not zero.
    package private(set) var nonzeroWords = 0.0
    /// The share of negative numbers among the floating-point numbers.
    package private(set) var negativeFloats = 0.0

    /// - Parameter samples: at least 64 samples; others have no statistics.
    package init(_ samples: UnsafeBufferPointer<Int16>) {
        guard samples.count >= 64 else { return }
        measureSamples(samples)
        measurePairs(samples)
        measureWords(samples)
    }

    private mutating func measureSamples(_ samples: UnsafeBufferPointer<Int16>) {
        var (sum, square, swappedSum, swappedSquare) = (0, 0, 0, 0)
        var (apart, swappedOne, swappedTwo) = (0, 0, 0)
        var (previous, beforePrevious) = (0, 0)
        var (swappedPrevious, swappedBefore) = (0, 0)
        for index in 0..<samples.count {
            let value = Int(samples[index])
            let swapped = Int(samples[index].byteSwapped)
            sum += value
            square += value * value
            swappedSum += swapped
            swappedSquare += swapped * swapped
            if index >= 2 {
                apart += (value - beforePrevious) * (value - beforePrevious)
                swappedOne += (swapped - swappedPrevious) * (swapped - swappedPrevious)
                swappedTwo += (swapped - swappedBefore) * (swapped - swappedBefore)
            }
            (beforePrevious, previous) = (previous, value)
            (swappedBefore, swappedPrevious) = (swappedPrevious, swapped)
        }
        let count = Double(samples.count)
        variance = Self.variance(sum, square, count)
        swappedVariance = Self.variance(swappedSum, swappedSquare, count)
        twoApart = Double(apart) / (count - 2)
        swappedOneApart = Double(swappedOne) / (count - 2)
        swappedTwoApart = Double(swappedTwo) / (count - 2)
    }

    private static func variance(_ sum: Int, _ square: Int, _ count: Double) -> Double {
        let mean = Double(sum) / count
        return max(0, Double(square) / count - mean * mean)
    }

    private mutating func measurePairs(_ samples: UnsafeBufferPointer<Int16>) {
        var (insideSum, betweenSum, smaller, larger, monotonicCount, movingCount) = (0, 0, 0, 0, 0, 0)
        let pairs = samples.count / 2 - 1
        for pair in 0..<pairs {
            let (first, second, next) = (
                Int(samples[2 * pair]), Int(samples[2 * pair + 1]), Int(samples[2 * pair + 2])
            )
            let (within, after) = (second - first, next - second)
            insideSum += within * within
            betweenSum += after * after
            if abs(within) < abs(after) { smaller += 1 }
            if abs(within) > abs(after) { larger += 1 }
            guard first != next else { continue }
            movingCount += 1
            if within * after > 0 { monotonicCount += 1 }
        }
        let count = Double(pairs)
        inside = Double(insideSum) / count
        between = Double(betweenSum) / count
        smallerInside = Double(smaller) / count
        largerInside = Double(larger) / count
        moving = Double(movingCount) / count
        monotonic = movingCount > 0 ? Double(monotonicCount) / Double(movingCount) : 0
    }

    /// The words at the phase with more numbers: a header may have an odd number of samples.
    private mutating func measureWords(_ samples: UnsafeBufferPointer<Int16>) {
        for phase in 0..<2 {
            var (nonzero, plausible, negative) = (0, 0, 0)
            let words = (samples.count - phase) / 2
            for word in 0..<words {
                let low = UInt32(UInt16(bitPattern: samples[phase + 2 * word]))
                let bits = UInt32(UInt16(bitPattern: samples[phase + 2 * word + 1])) << 16 | low
                guard bits != 0 else { continue }
                nonzero += 1
                // From 2^-27 to 2.
                guard (100...127).contains((bits >> 23) & 0xFF) else { continue }
                plausible += 1
                if bits >> 31 == 1 { negative += 1 }
            }
            guard nonzero > 0, plausible > 0 else { continue }
            let share = Double(plausible) / Double(nonzero)
            guard share > floats else { continue }
            floats = share
            nonzeroWords = Double(nonzero) / Double(words)
            negativeFloats = Double(negative) / Double(plausible)
        }
    }
}
