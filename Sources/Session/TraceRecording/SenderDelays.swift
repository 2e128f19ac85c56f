import StudioCore
import StudioRuntime

/// For how long the machine kept an app's sender waiting: a loaded machine makes each producer late, which is not the app's fault.
///
/// It is the longer one of two times: that for which the sending thread waited for a processor, and that for which the
/// threads of the system's pool were late, on which timers and queues depend.
final class SenderDelays: Sendable {
    private struct State: Sendable {
        var isMeasuring = false
        var lastUnit: MediaTime?
    }

    private let clock: any StudioClock
    private let pool: MachineDelays
    private let state = Lock(State())

    init(clock: any StudioClock) {
        self.clock = clock
        pool = MachineDelays(clock: clock)
    }

    /// Measures until ``end()``; not on a manual clock.
    func begin() {
        guard !(clock is ManualClock) else { return }
        let isFirst = state.withLock { !exchange(&$0.isMeasuring, with: true) }
        if isFirst { pool.begin() }
    }

    func end() {
        let isLast = state.withLock { exchange(&$0.isMeasuring, with: false) }
        if isLast { pool.end() }
    }

    /// Sending has begun: what delays the first unit is measured from here.
    func noteStart() {
        let now = clock.now
        state.withLock { $0.lastUnit = now }
    }

    /// The time since the unit before, or since the start. Called on the thread that sends.
    func sinceLastUnit() -> MediaTime {
        let now = clock.now
        let (isMeasuring, before) = state.withLock { ($0.isMeasuring, exchange(&$0.lastUnit, with: now)) }
        guard isMeasuring else { return .zero }
        let wait = ProcessorWait.sinceLastCall()
        return before.map { max(wait, pool.delay(from: $0, to: now)) } ?? wait
    }
}
