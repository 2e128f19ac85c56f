package import StudioCore
import StudioRuntime

/// A clock that shows what the test sets. It is not manual, so that code treats it as the clock of a machine.
package final class JumpingClock: StudioClock {
    private struct Timer: Sendable {
        let time: MediaTime
        let body: @Sendable () -> Void
    }

    private struct State: Sendable {
        var now = MediaTime.zero
        var timers: [Timer] = []
    }

    private let state = Lock(State())

    /// Creates a clock at zero.
    package init() {}

    package var now: MediaTime { state.withLock { $0.now } }

    package func schedule(at time: MediaTime, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.timers.append(Timer(time: time, body: body)) }
    }

    /// Sets the time, then calls the timers that are due, on this thread.
    package func jump(to time: MediaTime) {
        let due = state.withLock { state -> [Timer] in
            let due = state.timers.filter { $0.time <= time }
            state.timers.removeAll { $0.time <= time }
            state.now = time
            return due
        }
        for timer in due { timer.body() }
    }
}
