import StudioCore
import StudioTestSupport
import Testing

@testable import ProductionStudio

@Suite("The log of violations")
struct ViolationLogTests {
    private let log = ViolationLog(clock: ManualClock())
    private let error = StudioError(.sendNotStarted, "this sender is not open")

    @Test("a rejection that may be a race is counted, and told when it comes again later")
    func races() {
        let told = Recorder<Int>()
        log.onFirst { told.record($0.count) }
        log.record(error, isLogged: false)
        log.record(error, isLogged: false)
        #expect(told.all == [])
        #expect(log.all.map(\.count) == [2])
        log.record(error)
        log.record(error)
        #expect(told.all == [3])
        #expect(log.all.map(\.count) == [4])
    }

    @Test("a judge and a trace both get every violation, each in place of an earlier one of its kind")
    func receivers() {
        let received = Recorder<String>()
        log.onEach(.judge) { _, _ in received.record("judge") }
        log.onEach { _, _ in received.record("former trace") }
        log.onEach { _, isRefusal in received.record("trace \(isRefusal)") }
        log.record(error)
        log.warn(error)
        #expect(received.all.sorted() == ["judge", "judge", "trace false", "trace true"])
    }
}
