import Dispatch
import Glibc
public import StudioCore

/// The time of a run, and things to be done at a time.
///
/// The meeting and the studio use it while they hold their locks: neither member may call them, or anything that waits for
/// another thread that does.
public protocol StudioClock: AnyObject, Sendable {
    /// Time since the clock was made.
    var now: MediaTime { get }

    /// Runs `body` once when `time` has come, never inside this call unless the clock is turned inside it.
    func schedule(at time: MediaTime, _ body: @escaping @Sendable () -> Void)
}

/// The monotonic clock of the machine, zero when it is made.
public final class SystemClock: StudioClock {
    private let start = SystemClock.monotonic()
    private let queue = DispatchQueue(label: "psstudio.clock", qos: .userInteractive)

    /// Starts a clock at zero.
    public init() {}

    /// Time since the clock was made.
    public var now: MediaTime { MediaTime(nanoseconds: Self.monotonic() - start) }

    /// Runs `body` on a queue of the clock when `time` has come.
    public func schedule(at time: MediaTime, _ body: @escaping @Sendable () -> Void) {
        let deadline = UInt64(max(0, start + time.nanoseconds))
        queue.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: deadline), execute: body)
    }

    private static func monotonic() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// A clock that stands still until it is turned: two runs on it are alike to the nanosecond.
public final class ManualClock: StudioClock {
    private struct Timer: Sendable {
        let time: MediaTime
        let order: Int
        let body: @Sendable () -> Void
    }

    private struct State: Sendable {
        var now = MediaTime.zero
        var order = 0
        var timers: [Timer] = []
    }

    private let state = Lock(State())

    /// A clock that shows zero.
    public init() {}

    /// What the clock shows.
    public var now: MediaTime { state.withLock { $0.now } }

    /// Runs `body` inside the ``advance(to:)`` that reaches `time`.
    public func schedule(at time: MediaTime, _ body: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.order += 1
            let timer = Timer(time: time, order: state.order, body: body)
            let place = state.timers.firstIndex { $0.time > time } ?? state.timers.endIndex
            state.timers.insert(timer, at: place)
        }
    }

    /// Turns the clock to `time`, running what is due on the way in the order of its times, on this thread.
    ///
    /// A time in the past changes nothing.
    public func advance(to time: MediaTime) {
        while let timer = next(upTo: time) { timer.body() }
    }

    /// Turns the clock by a span.
    public func advance(by span: MediaTime) {
        advance(to: now + span)
    }

    private func next(upTo time: MediaTime) -> Timer? {
        state.withLock { state in
            guard let first = state.timers.first, first.time <= time else {
                state.now = max(state.now, time)
                return nil
            }
            state.now = max(state.now, first.time)
            return state.timers.removeFirst()
        }
    }
}

/// Something that a clock does again and again until it is cancelled.
package final class RepeatingTimer: Sendable {
    private let clock: any StudioClock
    private let interval: MediaTime
    private let body: @Sendable () -> Void
    private let isCancelled = Lock(false)

    /// Runs `body` every `interval` from now on, as long as the timer is kept.
    package init(clock: any StudioClock, interval: MediaTime, _ body: @escaping @Sendable () -> Void) {
        self.clock = clock
        self.interval = interval
        self.body = body
        schedule(at: clock.now + interval)
    }

    package func cancel() {
        isCancelled.withLock { $0 = true }
    }

    private func schedule(at time: MediaTime) {
        clock.schedule(at: time) { [weak self] in
            guard let self, !isCancelled.withLock({ $0 }) else { return }
            body()
            // A deadline that passed meanwhile is left out: a slow body must not be followed by a burst.
            schedule(at: max(time + interval, clock.now))
        }
    }
}
