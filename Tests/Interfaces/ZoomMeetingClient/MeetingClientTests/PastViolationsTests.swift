import ProductionStudio
import StudioCore
import StudioRuntime
import Testing

@testable import MeetingClient

/// The violations of a client that joins for ever.
struct PastViolationsTests {
    @Test("the logs of eight meetings stay; older ones become a row for each rule, which counts them")
    func merge() {
        var past = PastViolations()
        for meeting in 1...12 {
            let log = ViolationLog(clock: ManualClock())
            log.report(StudioError(.chatWithoutText, "meeting \(meeting)"))
            past.add(log)
        }
        #expect(past.all.count == 9)
        #expect(past.all.map(\.count) == [4] + Array(repeating: 1, count: 8))
        #expect(past.last?.all.first?.error.message == "meeting 12")
    }
}
