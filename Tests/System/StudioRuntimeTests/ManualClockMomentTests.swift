import StudioCore
import StudioRuntime
import Testing

/// What comes from outside of a manual clock is done between two of its moments.
struct ManualClockMomentTests {
    @Test("while the clock stands, it is done at once")
    func standing() {
        let (clock, log) = (ManualClock(), Lock<[String]>([]))
        clock.betweenMoments { log.withLock { $0.append("outside") } }
        #expect(log.withLock { $0 } == ["outside"])
        clock.advance(by: .seconds(1))
        clock.betweenMoments { log.withLock { $0.append("again") } }
        #expect(log.withLock { $0 } == ["outside", "again"])
    }

    @Test("while the clock is advanced, it is done after all timers of the moment, before the next one")
    func advancing() {
        let (clock, log) = (ManualClock(), Lock<[String]>([]))
        let add: @Sendable (String) -> Void = { [log, clock] text in
            let time = clock.now.seconds
            log.withLock { $0.append("\(text) \(time)") }
        }
        clock.schedule(at: .seconds(1)) {
            clock.betweenMoments { add("outside") }
            add("first")
            clock.schedule(at: .seconds(1)) { add("third") }
        }
        clock.schedule(at: .seconds(1)) { add("second") }
        clock.schedule(at: .seconds(2)) {
            add("fourth")
            clock.betweenMoments { add("last") }
        }
        clock.advance(to: .seconds(5))
        #expect(
            log.withLock { $0 }
                == ["first 1.0", "second 1.0", "third 1.0", "outside 1.0", "fourth 2.0", "last 2.0"])
        #expect(clock.now == .seconds(5))
        clock.betweenMoments { add("standing") }
        #expect(log.withLock { $0 }.last == "standing 5.0")
    }
}
