import Dispatch
import StudioCore
import StudioTestSupport
import Testing

@testable import StudioRuntime

/// A clock that a test sets, and that is not manual, so that delays are measured.
private final class TestClock: StudioClock {
    private let time = Lock(MediaTime.zero)

    var now: MediaTime {
        get { time.withLock { $0 } }
        set { time.set(newValue) }
    }

    func schedule(at time: MediaTime, _ body: @escaping @Sendable () -> Void) {}
}

@Suite("Delays of the machine")
struct MachineDelaysTests {
    @Test("a call that is due and does not come is a delay, until the end of the period")
    func overdue() {
        let clock = TestClock()
        let delays = MachineDelays(clock: clock)
        #expect(delays.delay(from: .zero, to: .seconds(1)) == .zero)
        delays.begin()
        // The clock stands, so that the pool's calls are always early.
        #expect(delays.delay(from: .zero, to: .milliseconds(5)) == .zero)
        #expect(delays.delay(from: .zero, to: .milliseconds(110)) == .milliseconds(100))
        #expect(delays.delay(from: .milliseconds(50), to: .milliseconds(110)) == .milliseconds(60))
        delays.end()
        #expect(delays.delay(from: .zero, to: .milliseconds(110)) == .zero)
    }

    @Test("a late call of the pool is a delay of the time that it was late")
    func late() throws {
        let clock = TestClock()
        let delays = MachineDelays(clock: clock)
        delays.begin()
        defer { delays.end() }
        // The call of 10 ms comes at 60 ms, and the next one at 70 ms is early again.
        clock.now = .milliseconds(60)
        try waitUntil("a call of the pool") { delays.delay(from: .zero, to: .milliseconds(69)) == .milliseconds(50) }
        #expect(delays.delay(from: .milliseconds(20), to: .milliseconds(40)) == .milliseconds(20))
        #expect(delays.delay(from: .milliseconds(61), to: .milliseconds(69)) == .zero)
    }

    @Test("a manual clock has no delays of the machine")
    func manual() {
        let delays = MachineDelays(clock: ManualClock())
        delays.begin()
        #expect(delays.delay(from: .zero, to: .seconds(10)) == .zero)
        delays.end()
    }

    @Test("a thread that never waited by itself has waited for a processor for the rest of the time")
    func thread() {
        let before = ThreadUse(processor: .milliseconds(100), waits: 7)
        let busy = ThreadUse(processor: .milliseconds(120), waits: 7)
        #expect(busy.delay(since: before, in: .milliseconds(50)) == .milliseconds(30))
        #expect(busy.delay(since: before, in: .milliseconds(15)) == .zero)
        let slept = ThreadUse(processor: .milliseconds(120), waits: 8)
        #expect(slept.delay(since: before, in: .milliseconds(50)) == .zero)
        let (start, deadline) = (ThreadUse.current, DispatchTime.now() + 10)
        while ThreadUse.current.processor - start.processor < .milliseconds(5), .now() < deadline {}
        #expect(ThreadUse.current.processor - start.processor >= .milliseconds(5))
    }
}
