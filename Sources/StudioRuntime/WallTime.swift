import Glibc
public import StudioCore

/// A moment that other machines know, too: milliseconds and less since 1970, as the machine's clock has it.
public struct WallTime: Hashable, Comparable, Sendable {
    /// Nanoseconds since the beginning of 1970, UTC.
    public let nanoseconds: Int64

    /// Makes a moment.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// This moment. It jumps when the machine's clock is set.
    public static var now: WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Whole milliseconds since the beginning of 1970.
    public var milliseconds: Int64 { nanoseconds / 1_000_000 }

    /// Orders two moments.
    public static func < (left: WallTime, right: WallTime) -> Bool { left.nanoseconds < right.nanoseconds }
    /// A moment before or after another one.
    public static func + (left: WallTime, right: MediaTime) -> WallTime {
        WallTime(nanoseconds: left.nanoseconds + right.nanoseconds)
    }
}
