// swift-format-ignore-file: AlwaysUseLowerCamelCase
package import StudioCore
package import StudioRuntime

/// A clock: that of the machine, or the manual one of a test.
public final class CMClock: Sendable, Hashable {
    package let clock: any StudioClock
    /// The time of this clock when the session's clock was at zero.
    private let origin: MediaTime

    package init(_ clock: any StudioClock, origin: MediaTime = .zero) {
        (self.clock, self.origin) = (clock, origin)
    }

    /// The clock of the machine, which counts from its start. Cameras outside tests use the same session's clock.
    package static let machine: CMClock = {
        let clock = SystemClock()
        return CMClock(clock, origin: clock.origin)
    }()
    private static let current = Lock<CMClock?>(nil)

    /// The clock that is the host's while a test has manual time; `nil` for the machine's.
    package static var manual: CMClock? {
        get { current.withLock { $0 } }
        set { current.set(newValue) }
    }

    /// The clock of the host.
    public static var hostTimeClock: CMClock { manual ?? machine }

    /// The present.
    public var time: CMTime { time(of: clock.now) }

    /// A time of the session's clock on this one.
    package func time(of time: MediaTime) -> CMTime { CMTime(origin + time) }

    /// Converts a time of this clock into the same moment of another clock.
    public func convertTime(_ time: CMTime, to other: CMClock) -> CMTime {
        guard clock !== other.clock, time.isNumeric else { return time }
        let offset = other.origin + other.clock.now - origin - clock.now
        return time + CMTime(offset)
    }

    /// Clocks are equal when they are the same object.
    public static func == (left: CMClock, right: CMClock) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CMTime {
    /// A time of a session: in nanoseconds.
    package init(_ time: MediaTime) {
        self.init(value: time.nanoseconds, timescale: 1_000_000_000)
    }

    /// The time in nanoseconds, rounded; `nil` unless it is a number within 290 years.
    package var mediaTime: MediaTime? {
        guard isNumeric, seconds.magnitude < 9.2e9 else { return nil }
        let (quotient, remainder) = (Int128(value) * 1_000_000_000).quotientAndRemainder(dividingBy: Int128(timescale))
        let half: Int128 = remainder.magnitude * 2 >= UInt128(timescale) ? (value < 0 ? -1 : 1) : 0
        return MediaTime(nanoseconds: Int64(quotient + half))
    }
}

/// The clock of the host.
public func CMClockGetHostTimeClock() -> CMClock { .hostTimeClock }

/// The present of a clock.
public func CMClockGetTime(_ clock: CMClock) -> CMTime { clock.time }

/// Converts a time of a clock into the same moment of another clock.
public func CMSyncConvertTime(_ time: CMTime, from fromClock: CMClock, to toClock: CMClock) -> CMTime {
    fromClock.convertTime(time, to: toClock)
}
