import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Clocks and timers")
struct ClockTests {
    @Test("the manual clock advances only on request, and never goes back")
    func manualClock() {
        let clock = ManualClock()
        #expect(clock.now == .zero)
        clock.advance(to: .seconds(5))
        #expect(clock.now == .seconds(5))
        clock.advance(to: .seconds(3))
        #expect(clock.now == .seconds(5))
        clock.advance(by: .seconds(1))
        #expect(clock.now == .seconds(6))
        clock.advance(by: .seconds(-2))
        #expect(clock.now == .seconds(6))
    }

    @Test("timers fire at their time, in the order of times, then of scheduling")
    func order() {
        let clock = ManualClock()
        let log = Recorder<String>()
        func note(_ name: String) -> @Sendable () -> Void {
            { [weak clock] in log.record("\(name) at \(clock?.now.nanoseconds ?? -1)") }
        }
        clock.schedule(at: MediaTime(nanoseconds: 30), note("c"))
        clock.schedule(at: MediaTime(nanoseconds: 10), note("a1"))
        clock.schedule(at: MediaTime(nanoseconds: 10), note("a2"))
        clock.schedule(at: MediaTime(nanoseconds: 20), note("b"))
        clock.schedule(at: MediaTime(nanoseconds: -5), note("past"))
        #expect(log.all == [], "never inside schedule")
        clock.advance(to: MediaTime(nanoseconds: 20))
        #expect(log.all == ["past at 0", "a1 at 10", "a2 at 10", "b at 20"])
        #expect(clock.now == MediaTime(nanoseconds: 20))
        clock.advance(to: MediaTime(nanoseconds: 100))
        #expect(log.all.last == "c at 30")
        #expect(clock.now == MediaTime(nanoseconds: 100))
        clock.advance(to: MediaTime(nanoseconds: 200))
        #expect(log.count == 5, "each timer fires once")
    }

    @Test("a timer scheduled by a timer fires in the same advance if due")
    func nested() {
        let clock = ManualClock()
        let log = Recorder<MediaTime>()
        clock.schedule(at: .milliseconds(1)) { [unowned clock] in
            log.record(clock.now)
            clock.schedule(at: .milliseconds(3)) { [unowned clock] in log.record(clock.now) }
            clock.schedule(at: .milliseconds(9)) { [unowned clock] in log.record(clock.now) }
        }
        clock.schedule(at: .milliseconds(2)) { [unowned clock] in log.record(clock.now) }
        clock.advance(to: .milliseconds(5))
        #expect(log.all == [1, 2, 3].map { .milliseconds($0) })
        clock.advance(to: .milliseconds(9))
        #expect(log.all == [1, 2, 3, 9].map { .milliseconds($0) })
    }

    @Test("the system clock fires timers in order and not before their time")
    func system() throws {
        let clock = SystemClock()
        let log = Recorder<(Int, MediaTime)>()
        let start = clock.now
        #expect(start >= .zero)
        let soon = start + .milliseconds(30)
        let later = start + .milliseconds(60)
        clock.schedule(at: later) { log.record((3, clock.now)) }
        clock.schedule(at: soon) { log.record((2, clock.now)) }
        clock.schedule(at: .seconds(-100)) { log.record((1, clock.now)) }
        #expect(log.wait(count: 3))
        try #require(log.all.map(\.0) == [1, 2, 3])
        #expect(log.all[1].1 >= soon)
        #expect(log.all[2].1 >= later)
    }

    @Test("the system clock never goes back")
    func monotonic() {
        let clock = SystemClock()
        var last = clock.now
        for _ in 0..<10_000 {
            let now = clock.now
            if now < last { Issue.record("\(now) after \(last)") }
            last = now
        }
    }
}
