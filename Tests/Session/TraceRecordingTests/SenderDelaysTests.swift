import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import TraceRecording

@Suite("Delays of a sender")
struct SenderDelaysTests {
    @Test("they are those of the pool since the unit before, where these are longer")
    func pool() {
        let clock = JumpingClock()
        let delays = SenderDelays(clock: clock)
        delays.begin()
        defer { delays.end() }
        _ = delays.sinceLastUnit()
        // The pool's call of 10 ms is late by then.
        clock.jump(to: .seconds(100))
        #expect(delays.sinceLastUnit() == .seconds(100) - .milliseconds(10))
    }

    @Test("those of the first unit are measured from the start of sending")
    func start() {
        let clock = JumpingClock()
        let delays = SenderDelays(clock: clock)
        delays.begin()
        defer { delays.end() }
        clock.jump(to: .seconds(50))
        delays.noteStart()
        clock.jump(to: .seconds(100))
        #expect(delays.sinceLastUnit() == .seconds(50))
    }

    @Test("nothing is measured on a manual clock, nor before the beginning and after the end")
    func unmeasured() {
        let manual = SenderDelays(clock: ManualClock())
        manual.begin()
        #expect(manual.sinceLastUnit() == .zero)
        let clock = JumpingClock()
        let delays = SenderDelays(clock: clock)
        clock.jump(to: .seconds(1))
        #expect(delays.sinceLastUnit() == .zero)
        delays.begin()
        delays.end()
        clock.jump(to: .seconds(2))
        #expect(delays.sinceLastUnit() == .zero)
        delays.end()
    }
}
