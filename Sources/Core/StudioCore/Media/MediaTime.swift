/// A time or a duration on a session's time line, in nanoseconds.
///
/// Nanoseconds are GStreamer's unit, so that time stamps are never rounded between sender and muxer.
public struct MediaTime: Hashable, Comparable, Sendable {
    /// Nanoseconds since the start of the session; negative before it.
    public var nanoseconds: Int64

    /// Creates a time from nanoseconds.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The start of the session.
    public static let zero = MediaTime(nanoseconds: 0)

    /// The duration of `count` units at `rate` units per second, rounded to the nearest nanosecond.
    ///
    /// It is always computed from the count, so that rounding errors do not accumulate.
    public init(count: Int64, rate: Rate) {
        let (high, low) = count.multipliedFullWidth(by: rate.denominator * 1_000_000_000)
        let divisor = rate.numerator
        let (quotient, remainder) = divisor.dividingFullWidth((high, low))
        let half = (divisor + 1) / 2
        let correction: Int64 = remainder >= half ? 1 : (remainder <= -half ? -1 : 0)
        self.init(nanoseconds: quotient + correction)
    }

    /// Creates a time from seconds, rounded to the nearest nanosecond.
    public static func seconds(_ seconds: Double) -> MediaTime {
        MediaTime(nanoseconds: Int64((seconds * 1e9).rounded()))
    }

    /// Creates a time from milliseconds.
    public static func milliseconds(_ milliseconds: Int64) -> MediaTime {
        MediaTime(nanoseconds: milliseconds * 1_000_000)
    }

    /// The time in seconds, for display.
    public var seconds: Double { Double(nanoseconds) / 1e9 }

    /// `00:01:05.250`; zero for a negative time.
    package var timecode: String {
        let milliseconds = max(0, nanoseconds) / 1_000_000
        let seconds = milliseconds / 1000
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let rest = String(milliseconds % 1000)
        return parts.joined(separator: ":") + "." + String(repeating: "0", count: 3 - rest.count) + rest
    }

    /// The number of units of `rate`, rounded to the nearest integer.
    public func count(at rate: Rate) -> Int64 {
        let divisor = rate.denominator * 1_000_000_000
        let (high, low) = nanoseconds.multipliedFullWidth(by: rate.numerator)
        let (quotient, remainder) = divisor.dividingFullWidth((high, low))
        return quotient + (remainder * 2 >= divisor ? 1 : (remainder * 2 <= -divisor ? -1 : 0))
    }

    /// Orders two times.
    public static func < (left: MediaTime, right: MediaTime) -> Bool { left.nanoseconds < right.nanoseconds }
    /// Adds a duration.
    public static func + (left: MediaTime, right: MediaTime) -> MediaTime {
        MediaTime(nanoseconds: left.nanoseconds + right.nanoseconds)
    }
    /// The duration from `right` to `left`.
    public static func - (left: MediaTime, right: MediaTime) -> MediaTime {
        MediaTime(nanoseconds: left.nanoseconds - right.nanoseconds)
    }
    /// Moves a time forward.
    public static func += (left: inout MediaTime, right: MediaTime) { left = left + right }
}

/// Units per second as an exact fraction: video frames or audio samples.
public struct Rate: Hashable, Sendable, CustomStringConvertible {
    /// Units in `denominator` seconds; at least 1.
    public let numerator: Int64
    /// Seconds; at least 1.
    public let denominator: Int64

    /// Creates a rate in lowest terms; `nil` when a part is below 1 or above 2,147,483,647, GStreamer's limit for
    /// fractions.
    public init?(_ numerator: Int64, over denominator: Int64 = 1) {
        let valid = 1...Int64(Int32.max)
        guard valid.contains(numerator), valid.contains(denominator) else { return nil }
        var (divisor, rest) = (numerator, denominator)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        self.init(unchecked: numerator / divisor, denominator / divisor)
    }

    private init(unchecked numerator: Int64, _ denominator: Int64) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// 30 per second, the default.
    public static let thirty = Rate(unchecked: 30, 1)

    /// Samples of audio a second. Valid rates are positive; others are read as 1.
    public static func samples(_ sampleRate: Int32) -> Rate {
        Rate(unchecked: Int64(max(1, sampleRate)), 1)
    }

    /// Parses `30`, `29.97` or `30000/1001`; the NTSC decimals 23.976, 29.97, 47.952, 59.94, 119.88 are fractions.
    public init?(parsing text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 2, let numerator = Int64(parts[0]), let denominator = Int64(parts[1]) {
            self.init(numerator, over: denominator)
            return
        }
        guard parts.count == 1, let value = Double(text), value.isFinite, value >= 0.01, value <= 1000 else {
            return nil
        }
        let ntsc = (value * 1001 / 1000).rounded()
        if ntsc * 1000 / 1001 != value, abs(ntsc * 1000 / 1001 - value) < 0.005, value != value.rounded() {
            self.init(Int64(ntsc) * 1000, over: 1001)
        } else if value == value.rounded() {
            self.init(Int64(value))
        } else {
            self.init(Int64((value * 1000).rounded()), over: 1000)
        }
    }

    /// The span of one unit, rounded to the nearest nanosecond.
    public var interval: MediaTime { MediaTime(count: 1, rate: self) }

    /// Units a second as a number, for display.
    public var perSecond: Double { Double(numerator) / Double(denominator) }

    /// `30` or `30000/1001`.
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}

extension MediaTime: Codable {
    /// Reads seconds; a hundred years either way.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let seconds = try container.decode(Double.self)
        guard abs(seconds) <= 100 * 366 * 86_400 else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(seconds) s is out of range")
        }
        self = .seconds(seconds)
        // A negative time must not pass as 0 where no negative one is accepted.
        guard seconds >= 0 || self != .zero else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(seconds) s is less than 1 ns")
        }
    }

    /// Writes seconds; exact to the nanosecond for a hundred days.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(seconds)
    }
}
