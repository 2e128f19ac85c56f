import ArgumentParser
import StudioCore
import StudioEngine
import Testing

@testable import psstudio

/// The pure parts of `psstudio load`.
struct LoadReportTests {
    @Test("each publisher has an address of its own")
    func addresses() throws {
        #expect(
            try LoadPlan.addresses("rtmp://host/live/{n}?id={n}", first: 7, count: 2)
                == ["rtmp://host/live/7?id=7", "rtmp://host/live/8?id=8"])
        #expect(try LoadPlan.addresses("udp://host:6000", first: 1, count: 1) == ["udp://host:6000"])
        #expect(throws: ValidationError.self) { try LoadPlan.addresses("rtmp://host/live/key", first: 1, count: 2) }
    }

    @Test("rates of starting", arguments: [("20/s", 20.0), ("0.5", 0.5), ("1000/s", 1000)])
    func rates(_ text: String, _ perSecond: Double) {
        #expect(StartRateArgument(argument: text)?.perSecond == perSecond)
    }

    @Test("rates that are rejected", arguments: ["0", "-1/s", "1001/s", "20/m", "", "nan"])
    func badRates(_ text: String) { #expect(StartRateArgument(argument: text) == nil) }

    // MARK: Events

    private func event(_ number: Int, _ state: OutputState, at seconds: Double) -> SessionEvent {
        let change = SessionEvent.OutputChange(state, delay: nil)
        return SessionEvent(
            sequence: 1, time: .seconds(seconds), event: .outputChanged(output: number, address: "x", change: change))
    }

    private func lost(_ cause: OutputFailure.Cause) -> OutputState {
        .retrying(attempt: 1, at: .zero, OutputFailure(cause, ""))
    }

    private func ledger(_ events: SessionEvent...) -> PublisherLedger {
        var ledger = PublisherLedger()
        for event in events { ledger.apply(event) }
        return ledger
    }

    @Test("the time to the first media counts from the first attempt, and only once")
    func firstMedia() {
        let ledger = ledger(
            event(2, .connecting, at: 1), event(2, lost(.refused), at: 1.5),
            event(2, .connecting, at: 2), event(2, .live, at: 2.25),
            event(2, lost(.disconnected), at: 3),
            event(2, .connecting, at: 4), event(2, .live, at: 4.5))
        #expect(ledger.firstMedia == [.seconds(1.25)])
        #expect(ledger.outages == [.seconds(1.5)])
        #expect(ledger.causes == ["refused": 1, "disconnected": 1])
        #expect(ledger.firstConnection == .seconds(2.25))
        #expect(ledger.connectedTime(of: 2, at: .seconds(10)) == .seconds(0.75 + 5.5))
    }

    @Test("after the stop, only failures count, and no time")
    func stop() {
        var ledger = ledger(event(2, .connecting, at: 1), event(2, .live, at: 2), event(3, .connecting, at: 1))
        ledger.stop(at: .seconds(5))
        ledger.apply(event(3, .live, at: 6))
        ledger.apply(event(2, .failed(.finishTimedOut(after: .seconds(1))), at: 9))
        #expect(ledger.connected == 1)
        #expect(ledger.causes == ["finishTimedOut": 1])
        #expect(ledger.connectedTime(of: 2, at: .seconds(5)) == .seconds(3))
        #expect(ledger.count(.connecting, .failed) == 2)
    }

    @Test("the stop of a publisher that waits for its next attempt repeats no cause")
    func stopWhileRetrying() {
        var ledger = ledger(event(2, .connecting, at: 1), event(2, lost(.refused), at: 2))
        ledger.stop(at: .seconds(3))
        ledger.apply(event(2, .failed(OutputFailure(.refused, "")), at: 3))
        #expect(ledger.causes == ["refused": 1])
        #expect(ledger.count(.failed) == 1)
        #expect(ledger.count(.retrying) == 0)
    }

    // MARK: Numbers

    @Test("percentiles of 1 to 100, to three digits")
    func percentiles() throws {
        let distribution = try #require(LoadReport.Distribution((1...100).map(Double.init)))
        #expect(distribution.count == 100)
        #expect(abs(distribution.p50 - 50) < 0.1)
        #expect(abs(distribution.p90 - 90) < 0.1)
        #expect(abs(distribution.p99 - 99) < 0.1)
        #expect(distribution.worst == 100)
    }

    @Test("where low values are bad, percentiles count from above")
    func lowIsWorst() throws {
        let distribution = try #require(LoadReport.Distribution((1...100).map(Double.init), isLowWorst: true))
        #expect(abs(distribution.p90 - 10) < 0.1)
        #expect(distribution.worst == 1)
    }

    @Test("no value has no percentiles; one value is all of them, also 0")
    func few() throws {
        #expect(LoadReport.Distribution([]) == nil)
        for value in [0, 0.0004, 12.345] {
            let distribution = try #require(LoadReport.Distribution([value]))
            #expect([distribution.p50, distribution.p99, distribution.worst] == [value, value, value])
        }
    }

    @Test("offered is taken and lost; what was due before the begin is neither")
    func units() {
        let units = LoadReport.Units(offered: 100, lost: 12, before: 10)
        #expect(units.offered == 90)
        #expect(units.taken == 88)
        #expect(units.lost == 2)
        // A snapshot may be older than the observation.
        #expect(LoadReport.Units(offered: 100, lost: 3, before: 10).lost == 0)
    }
}
