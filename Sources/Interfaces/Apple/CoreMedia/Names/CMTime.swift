// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The count of a time.
public typealias CMTimeValue = Int64
/// Units per second.
public typealias CMTimeScale = Int32
/// The number of a time line; always 0 here.
public typealias CMTimeEpoch = Int64

/// What kind of time a ``CMTime`` is.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Creates a set from bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// It is a time; without this flag, all others are meaningless.
    public static let valid = CMTimeFlags(rawValue: 1)
    /// It was rounded.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
    /// Larger than all numbers.
    public static let positiveInfinity = CMTimeFlags(rawValue: 4)
    /// Smaller than all numbers.
    public static let negativeInfinity = CMTimeFlags(rawValue: 8)
    /// A time that is not known.
    public static let indefinite = CMTimeFlags(rawValue: 16)
    /// The flags of times that are not numbers.
    public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// A time as a fraction: `value / timescale` seconds.
public struct CMTime: Sendable {
    /// The count of units.
    public var value: CMTimeValue
    /// Units per second.
    public var timescale: CMTimeScale
    /// What kind of time it is.
    public var flags: CMTimeFlags
    /// The number of its time line.
    public var epoch: CMTimeEpoch

    /// Creates an invalid time.
    public init() {
        self.init(value: 0, timescale: 0, flags: [], epoch: 0)
    }

    /// Creates a time from its parts.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
    }

    /// Creates a time; invalid unless the time scale is positive.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: timescale > 0 ? .valid : [], epoch: 0)
    }

    /// Creates a time from seconds, rounded to the nearest unit; infinite or invalid for such seconds.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        let scaled = (seconds * Double(preferredTimescale)).rounded()
        guard preferredTimescale > 0, !seconds.isNaN else {
            self = .invalid
            return
        }
        guard scaled.magnitude < 9.2e18 else {
            self = seconds > 0 ? .positiveInfinity : .negativeInfinity
            return
        }
        self.init(value: Int64(scaled), timescale: preferredTimescale)
        if scaled / Double(preferredTimescale) != seconds { flags.insert(.hasBeenRounded) }
    }

    /// No time.
    public static let invalid = CMTime()
    /// Zero seconds.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// Larger than all numbers.
    public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    /// Smaller than all numbers.
    public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
    /// A time that is not known.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)

    /// Whether it is a time: a number, infinite or indefinite.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether it is a number.
    public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
    /// Whether it is larger than all numbers.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Whether it is smaller than all numbers.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Whether it is not known.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether it was rounded.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// In seconds; not a number unless it is one or infinite.
    public var seconds: Double {
        if isPositiveInfinity { return .infinity }
        if isNegativeInfinity { return -.infinity }
        return isNumeric ? Double(value) / Double(timescale) : .nan
    }
}

// MARK: Arithmetic

extension CMTime {
    /// The sum; in the smallest common time scale, or rounded to the larger one when there is none.
    public static func + (left: CMTime, right: CMTime) -> CMTime { sum(left, right, sign: 1) }
    /// The difference; in the smallest common time scale, or rounded to the larger one when there is none.
    public static func - (left: CMTime, right: CMTime) -> CMTime { sum(left, right, sign: -1) }

    private static func sum(_ left: CMTime, _ right: CMTime, sign: Int128) -> CMTime {
        guard left.isValid, right.isValid else { return .invalid }
        guard left.isNumeric, right.isNumeric else { return unusual(left, right, sign: sign) }
        let (first, second) = (Int128(left.timescale), Int128(right.timescale))
        let common = first / greatestDivisor(first, second) * second
        let isExact = common <= Int128(Int32.max)
        let scale = isExact ? common : max(first, second)
        let (a, b) = (rescaled(left, to: scale), rescaled(right, to: scale))
        let sum = a.value + sign * b.value
        guard let value = Int64(exactly: sum) else { return sum > 0 ? .positiveInfinity : .negativeInfinity }
        let isRounded = a.isRounded || b.isRounded || left.hasBeenRounded || right.hasBeenRounded
        return CMTime(
            value: value, timescale: Int32(scale), flags: isRounded ? [.valid, .hasBeenRounded] : .valid,
            epoch: left.epoch)
    }

    /// The sum of times of which at least one is not a number.
    private static func unusual(_ left: CMTime, _ right: CMTime, sign: Int128) -> CMTime {
        guard !left.isIndefinite, !right.isIndefinite else { return .indefinite }
        let isNegated = sign < 0
        let rightIsPositive = isNegated ? right.isNegativeInfinity : right.isPositiveInfinity
        let rightIsNegative = isNegated ? right.isPositiveInfinity : right.isNegativeInfinity
        let isPositive = left.isPositiveInfinity || rightIsPositive
        let isNegative = left.isNegativeInfinity || rightIsNegative
        if isPositive, isNegative { return .invalid }
        return isPositive ? .positiveInfinity : .negativeInfinity
    }

    private static func greatestDivisor(_ first: Int128, _ second: Int128) -> Int128 {
        var (divisor, rest) = (first, second)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        return divisor
    }

    /// The value in another time scale, rounded to the nearest unit, halves away from zero.
    private static func rescaled(_ time: CMTime, to scale: Int128) -> (value: Int128, isRounded: Bool) {
        let product = Int128(time.value) * scale
        let divisor = Int128(time.timescale)
        let (quotient, remainder) = product.quotientAndRemainder(dividingBy: divisor)
        guard remainder != 0 else { return (quotient, false) }
        let correction: Int128 = remainder.magnitude * 2 >= divisor.magnitude ? (product < 0 ? -1 : 1) : 0
        return (quotient + correction, true)
    }
}

// MARK: Order

extension CMTime: Comparable, Hashable {
    /// Equal times are equal, in whatever time scale.
    public static func == (left: CMTime, right: CMTime) -> Bool { CMTimeCompare(left, right) == 0 }
    /// Negative infinity, numbers, positive infinity, indefinite, invalid.
    public static func < (left: CMTime, right: CMTime) -> Bool { CMTimeCompare(left, right) < 0 }

    /// Hashes the time, in whatever time scale.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        guard isNumeric else { return }
        let count = Int128(value)
        let divisor = count == 0 ? Int128(timescale) : Self.greatestDivisor(abs(count), Int128(timescale))
        hasher.combine(count / divisor)
        hasher.combine(Int128(timescale) / divisor)
    }

    /// The order of the kinds of times.
    fileprivate var rank: Int {
        if isNegativeInfinity { return 0 }
        if isNumeric { return 1 }
        if isPositiveInfinity { return 2 }
        return isIndefinite ? 3 : 4
    }
}

/// −1, 0 or 1: negative infinity, numbers, positive infinity, indefinite, invalid.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    let (first, second) = (time1.rank, time2.rank)
    guard first == 1, second == 1 else { return first == second ? 0 : first < second ? -1 : 1 }
    let (left, right) = (
        Int128(time1.value) * Int128(time2.timescale), Int128(time2.value) * Int128(time1.timescale)
    )
    return left == right ? 0 : left < right ? -1 : 1
}

/// Creates a time; invalid unless the time scale is positive.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

/// Creates a time; the spelling of Swift 3.
public func CMTimeMake(_ value: Int64, _ timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

/// Creates a time from seconds.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// The time in seconds; not a number unless it is one or infinite.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

/// The sum.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }

/// The difference.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }

/// No time.
public let kCMTimeInvalid = CMTime.invalid
/// Zero seconds.
public let kCMTimeZero = CMTime.zero
