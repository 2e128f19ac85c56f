package import StudioCore

/// A frame's time as text: hours, minutes, seconds, and frames since the start of the second.
package struct TimeCode: Hashable, Sendable {
    /// Whole seconds since frame 0.
    package let second: Int64
    /// The first frame at or after the start of that second.
    package let firstOfSecond: Int64
    private let number: Int64

    package init(number: UInt32, rate: Rate) {
        self.number = Int64(number)
        second = self.number * rate.denominator / rate.numerator
        firstOfSecond = Self.firstFrame(ofSecond: second, rate: rate)
    }

    /// The first frame of a second: the first one whose time is not before the second.
    package static func firstFrame(ofSecond second: Int64, rate: Rate) -> Int64 {
        (second * rate.numerator + rate.denominator - 1) / rate.denominator
    }

    /// `00:01:30:12`.
    package var text: String {
        [second / 3600, second / 60 % 60, second % 60, number - firstOfSecond]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
