import Glibc
public import StudioCore

/// A wall-clock time, comparable between machines.
public struct WallTime: Hashable, Comparable, Sendable {
    /// Nanoseconds since 1970-01-01, UTC.
    public let nanoseconds: Int64

    /// Creates a time.
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The current time. It jumps when the machine's clock is set.
    public static var now: WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Milliseconds since 1970-01-01.
    public var milliseconds: Int64 { nanoseconds / 1_000_000 }

    /// Orders two times.
    public static func < (left: WallTime, right: WallTime) -> Bool { left.nanoseconds < right.nanoseconds }
    /// The time after a duration.
    public static func + (left: WallTime, right: MediaTime) -> WallTime {
        WallTime(nanoseconds: left.nanoseconds + right.nanoseconds)
    }
}
