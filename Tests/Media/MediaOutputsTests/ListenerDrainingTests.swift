import StudioCore
import Testing

@testable import MediaOutputs

@Suite("The end of a listener's stream")
struct ListenerDrainingTests {
    private typealias Caller = ListenerDraining.Caller

    private func draining(
        latency: MediaTime = .zero, finishTimeout: MediaTime = .seconds(60), endedAt time: MediaTime
    ) -> ListenerDraining {
        var draining = ListenerDraining(latency: latency, finishTimeout: finishTimeout)
        draining.begin(now: time)
        return draining
    }

    @Test("without callers it finishes at once")
    func nobody() {
        var draining = draining(endedAt: .seconds(9))
        #expect(draining.advance([], now: .seconds(9)) == .finish)
    }

    @Test("callers that have acknowledged everything play it before they are closed")
    func playing() {
        var draining = draining(endedAt: .zero)
        let callers = [120, 1000].map { Caller(pendingBytes: 0, latency: .milliseconds($0)) }
        #expect(draining.advance(callers, now: .milliseconds(10)) == .wait)
        #expect(draining.advance(callers, now: .milliseconds(1109)) == .wait)
        #expect(draining.advance(callers, now: .milliseconds(1110)) == .finish)
    }

    @Test("a caller that is behind starts the time for playing again")
    func behind() {
        var draining = draining(endedAt: .zero)
        let (quick, slow) = (Caller(pendingBytes: 0, latency: .zero), Caller(pendingBytes: 1, latency: .zero))
        #expect(draining.advance([quick, quick], now: .zero) == .wait)
        #expect(draining.advance([quick, slow], now: .milliseconds(90)) == .wait)
        #expect(draining.advance([quick, quick], now: .milliseconds(150)) == .wait)
        #expect(draining.advance([quick, quick], now: .milliseconds(249)) == .wait)
        #expect(draining.advance([quick, quick], now: .milliseconds(250)) == .finish)
    }

    @Test("callers that do not take the rest within the limit are dropped, and only these")
    func stopped() {
        var draining = draining(endedAt: .seconds(1))
        let callers = [7, 0, 1316].map { Caller(pendingBytes: $0, latency: .milliseconds(120)) }
        #expect(draining.advance(callers, now: .seconds(5.999)) == .wait)
        #expect(draining.advance(callers, now: .seconds(6)) == .drop([0, 2]))
        #expect(draining.advance([callers[1]], now: .seconds(6)) == .wait)
        #expect(draining.advance([callers[1]], now: .seconds(6.22)) == .finish)
    }

    @Test("before the end, nobody is dropped, and repeating the end extends nothing")
    func early() {
        var draining = ListenerDraining(latency: .zero, finishTimeout: .seconds(60))
        let callers = [Caller(pendingBytes: 1, latency: .zero)]
        #expect(draining.advance(callers, now: .seconds(100)) == .wait)
        draining.begin(now: .seconds(100))
        draining.begin(now: .seconds(104))
        #expect(draining.advance(callers, now: .seconds(105)) == .drop([0]))
    }

    @Test("an output that must end sooner waits half as long")
    func finishTimeout() {
        var draining = draining(finishTimeout: .seconds(3), endedAt: .zero)
        let caller = Caller(pendingBytes: 1, latency: .zero)
        #expect(draining.advance([caller], now: .milliseconds(1499)) == .wait)
        #expect(draining.advance([caller], now: .milliseconds(1500)) == .drop([0]))
    }

    @Test(
        "a caller cannot extend the end by requesting a long latency, the listener can",
        arguments: [(MediaTime.zero, 5.1), (.seconds(20), 20.1), (.seconds(60), 60.1)])
    func latency(_ own: MediaTime, _ seconds: Double) {
        var draining = draining(latency: own, endedAt: .zero)
        let callers = [Caller(pendingBytes: 0, latency: .seconds(65))]
        #expect(draining.advance(callers, now: .zero) == .wait)
        #expect(draining.advance(callers, now: .seconds(seconds - 0.001)) == .wait)
        #expect(draining.advance(callers, now: .seconds(seconds)) == .finish)
    }
}
