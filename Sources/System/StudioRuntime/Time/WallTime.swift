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

    /// The date and the time in UTC with milliseconds (ISO 8601): `2026-11-29T02:28:52.123Z`.
    package var text: String {
        var seconds = time_t(nanoseconds / 1_000_000_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
        let fraction = String(milliseconds % 1000)
        let digits = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: digits, as: UTF8.self) + "."
            + String(repeating: "0", count: 3 - fraction.count) + fraction + "Z"
    }

    /// Orders two times.
    public static func < (left: WallTime, right: WallTime) -> Bool { left.nanoseconds < right.nanoseconds }
    /// The time after a duration.
    public static func + (left: WallTime, right: MediaTime) -> WallTime {
        WallTime(nanoseconds: left.nanoseconds + right.nanoseconds)
    }
}
