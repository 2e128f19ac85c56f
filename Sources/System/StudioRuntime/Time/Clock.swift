import Dispatch
import Glibc
public import StudioCore

/// The clock of a session, with timers.
///
/// The meeting and the studio call it while they hold their locks. No member may call them, or anything that waits for
/// a thread that does.
public protocol StudioClock: AnyObject, Sendable {
    /// The time since the clock was created.
    var now: MediaTime { get }

    /// Calls `body` once at `time`, never inside this call unless the clock is advanced inside it.
    func schedule(at time: MediaTime, _ body: @escaping @Sendable () -> Void)
}

/// The monotonic clock of the machine, starting at zero.
public final class SystemClock: StudioClock {
    private let start = SystemClock.monotonic()
    private let queue = DispatchQueue(label: "psstudio.clock", qos: .userInteractive)

    /// Creates a clock at zero.
    public init() {}

    /// When the clock was created: the time since the machine's start.
    package var origin: MediaTime { MediaTime(nanoseconds: start) }

    /// The time since the clock was created.
    public var now: MediaTime { MediaTime(nanoseconds: Self.monotonic() - start) }

    /// Calls `body` at `time` on a queue of the clock.
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

/// A clock that advances only on request, so that sessions are repeatable to the nanosecond.
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
        /// How many threads advance the clock.
        var advances = 0
        /// The blocks to call after the current moment.
        var waiting: [@Sendable () -> Void] = []
    }

    /// What an advance does next.
    private enum Step {
        case timer(Timer)
        /// The moment is over: what waited for that.
        case others([@Sendable () -> Void])
        case done
    }

    private let state = Lock(State())

    /// Creates a clock at zero.
    public init() {}

    /// The current time.
    public var now: MediaTime { state.withLock { $0.now } }

    /// The time of the next timer; `nil` for none.
    package var nextTime: MediaTime? { state.withLock { $0.timers.first?.time } }

    /// Calls `body` inside the ``advance(to:)`` that reaches `time`.
    public func schedule(at time: MediaTime, _ body: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.order += 1
            let timer = Timer(time: time, order: state.order, body: body)
            let place = state.timers.firstIndex { $0.time > time } ?? state.timers.endIndex
            state.timers.insert(timer, at: place)
        }
    }

    /// Advances the clock to `time` and calls due timers in the order of their times, on this thread.
    ///
    /// A time in the past has no effect.
    public func advance(to time: MediaTime) {
        var isFirst = true
        while true {
            let step = next(upTo: time, isFirst: isFirst)
            isFirst = false
            switch step {
            case .timer(let timer): timer.body()
            case .others(let bodies): for body in bodies { body() }
            case .done: return
            }
        }
    }

    /// Calls `body` between two moments: at once unless the clock is being advanced, otherwise on the thread that advances it,
    /// after all timers of the current moment.
    package func betweenMoments(_ body: @escaping @Sendable () -> Void) {
        let isStanding = state.withLock { state in
            if state.advances > 0 { state.waiting.append(body) }
            return state.advances == 0
        }
        if isStanding { body() }
    }

    /// Advances the clock by a duration.
    public func advance(by span: MediaTime) {
        advance(to: now + span)
    }

    private func next(upTo time: MediaTime, isFirst: Bool) -> Step {
        state.withLock { state in
            if isFirst { state.advances += 1 }
            let timer = state.timers.first.flatMap { $0.time <= time ? $0 : nil }
            if !state.waiting.isEmpty, (timer?.time ?? .init(nanoseconds: .max)) > state.now {
                return .others(exchange(&state.waiting, with: []))
            }
            guard let timer else {
                state.now = max(state.now, time)
                state.advances -= 1
                return .done
            }
            state.now = max(state.now, timer.time)
            state.timers.removeFirst()
            return .timer(timer)
        }
    }
}
