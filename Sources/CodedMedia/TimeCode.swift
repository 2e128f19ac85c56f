package import StudioCore

/// A picture's time for people: hours, minutes, seconds, and the pictures since the second began.
package struct TimeCode: Hashable, Sendable {
    /// Whole seconds since picture 0.
    package let second: Int64
    /// The first picture at or after the beginning of that second.
    package let firstOfSecond: Int64
    private let number: Int64

    package init(number: UInt32, rate: Rate) {
        self.number = Int64(number)
        second = self.number * rate.denominator / rate.numerator
        firstOfSecond = Self.firstPicture(ofSecond: second, rate: rate)
    }

    /// The first picture of a second: the one whose time is not before it.
    package static func firstPicture(ofSecond second: Int64, rate: Rate) -> Int64 {
        (second * rate.numerator + rate.denominator - 1) / rate.denominator
    }

    /// `00:01:30:12`.
    package var text: String {
        [second / 3600, second / 60 % 60, second % 60, number - firstOfSecond]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
