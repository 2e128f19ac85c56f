import MediaReceiving
import StudioCore
import StudioTestSupport
import Testing

private protocol Listener: AnyObject {
    func called()
}

@MainActor private final class IsolatedListener: @MainActor Listener {
    func called() {}
}

private final class PlainListener: Listener {
    func called() {}
}

@Suite("The isolation of delegates")
struct IsolationCheckTests {
    @Test("RX-CALL-001 media on another thread for a conformance that is isolated to the main actor is named, once")
    @MainActor func isolated() async {
        let listener: any Listener = IsolatedListener()
        let (check, reports) = (IsolationCheck<any Listener>(), Recorder<StudioError>())
        nonisolated(unsafe) let shared = listener
        await Task.detached {
            for _ in 0..<3 { check.check(shared) { reports.record($0) } }
        }.value
        #expect(reports.all.map(\.rule.id) == ["RX-CALL-001"])
        let message = reports.all.first?.message
        #expect(
            message == "IsolatedListener gets media on a thread of the SDK, and its conformance to Listener is "
                + "isolated to the main actor: on the vendor's system, the app ends")
    }

    @Test("RX-CALL-001 media on the main queue, and any other conformance, is right")
    @MainActor func right() async {
        let reports = Recorder<StudioError>()
        let isolated = IsolationCheck<any Listener>()
        isolated.check(IsolatedListener()) { reports.record($0) }
        await Task.detached { IsolationCheck<any Listener>().check(PlainListener()) { reports.record($0) } }.value
        #expect(reports.all.isEmpty)
    }
}
