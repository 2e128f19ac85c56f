import Dispatch
import Glibc
package import StudioCore

/// How late threads run because the machine is busy, which no client has caused.
///
/// While it measures, a timer on the system's pool of threads notes how late it is called. All members may be used from any
/// thread.
package final class MachineDelays: Sendable {
    private final class Timer: @unchecked Sendable {
        // Safety: a dispatch source may be used from any thread.
        let source: any DispatchSourceTimer

        init(_ source: any DispatchSourceTimer) {
            self.source = source
        }
    }

    private struct State: Sendable {
        var timer: Timer?
        var users = 0
        /// When the timer is called next.
        var due = MediaTime.zero
        /// Periods for which the pool's threads were late, the oldest first.
        var delays: [Range<MediaTime>] = []

        mutating func note(_ now: MediaTime) {
            guard now - due > MachineDelays.tolerance else { return }
            if delays.count == MachineDelays.capacity { delays.removeFirst() }
            delays.append(due..<now)
        }
    }

    /// Shorter than a third of a frame at 30 per second.
    private static let interval = MediaTime.milliseconds(10)
    /// A timer of the system is late by less on an idle machine.
    private static let tolerance = MediaTime.milliseconds(1)
    /// More than a second of delays, one for each interval.
    private static let capacity = 128

    private let clock: any StudioClock
    private let state = Lock(State())

    package init(clock: any StudioClock) {
        self.clock = clock
    }

    deinit {
        state.withLock { $0.timer }?.source.cancel()
    }

    /// Measures until ``end()``; calls nest.
    package func begin() {
        let isFirst = state.withLock { state in
            state.users += 1
            return state.users == 1
        }
        guard isFirst, !(clock is ManualClock) else { return }
        let timer = DispatchSource.makeTimerSource(flags: .strict, queue: .global(qos: .userInteractive))
        let interval = DispatchTimeInterval.nanoseconds(Int(Self.interval.nanoseconds))
        timer.setEventHandler { [weak self] in self?.tick() }
        timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .nanoseconds(0))
        let before = state.withLock { state in
            defer { (state.timer, state.due) = (Timer(timer), clock.now + Self.interval) }
            return state.timer
        }
        before?.source.cancel()
        timer.resume()
    }

    package func end() {
        let timer = state.withLock { state in
            state.users -= 1
            return state.users == 0 ? state.timer.take() : nil
        }
        timer?.source.cancel()
    }

    private func tick() {
        let now = clock.now
        state.withLock { state in
            state.note(now)
            // Calls that were missed are merged into one.
            while state.due <= now { state.due += Self.interval }
        }
    }

    /// For how long the pool's threads were late in a period that has just ended.
    package func delay(from start: MediaTime, to end: MediaTime) -> MediaTime {
        state.withLock { state in
            // A call that is due and has not come yet is also late.
            let open = state.timer != nil && state.due + Self.tolerance < end ? [state.due..<end] : []
            return (state.delays + open).reduce(.zero) { sum, delay in
                let overlap = min(delay.upperBound, end) - max(delay.lowerBound, start)
                return sum + max(.zero, overlap)
            }
        }
    }
}

/// What a thread has used of a processor.
package struct ThreadUse: Hashable, Sendable {
    /// The time on a processor.
    package let processor: MediaTime
    /// How often the thread has waited by itself, for example for a lock or a time.
    package let waits: Int

    /// `RUSAGE_THREAD`, a macro that Swift does not import.
    private static let ownThread: __rusage_who_t = 1

    /// That of the calling thread since its start.
    package static var current: ThreadUse {
        var usage = rusage()
        guard getrusage(ownThread, &usage) == 0 else { return ThreadUse(processor: .zero, waits: 0) }
        let seconds = Int64(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        let microseconds = Int64(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
        return ThreadUse(
            processor: MediaTime(nanoseconds: seconds * 1_000_000_000 + microseconds * 1000), waits: usage.ru_nvcsw)
    }

    /// For how long a thread has waited for a processor since `before`; zero when it also waited by itself, because then the
    /// parts cannot be told apart.
    package func delay(since before: ThreadUse, in duration: MediaTime) -> MediaTime {
        guard waits == before.waits else { return .zero }
        return max(.zero, duration - (processor - before.processor))
    }
}
