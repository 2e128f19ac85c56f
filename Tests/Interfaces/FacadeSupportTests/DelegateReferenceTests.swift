import FacadeSupport
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Delegates of the client")
struct DelegateReferenceTests {
    private final class Delegate: Sendable {}

    @Test("one that has gone is reported once; one that was set to nil is not")
    func gone() {
        let reports = Counter()
        let reference = DelegateReference<Delegate>(Delegate()) { reports.increment() }
        #expect(reference.target == nil)
        #expect(reference.target == nil)
        #expect(reports.value == 1)
        let kept = Delegate()
        reference.object = kept
        #expect(reference.target === kept)
        reference.object = nil
        #expect(reference.target == nil)
        #expect(reports.value == 1)
    }

    @Test("one that a thread sets and clears, while another calls it, is never reported")
    func race() async throws {
        let reports = Counter()
        let reference = DelegateReference<Delegate>(nil) { reports.increment() }
        let kept = Delegate()
        async let changes: Void = Task.detached {
            for _ in 0..<20_000 {
                reference.object = kept
                reference.object = nil
            }
        }.value
        async let calls: Void = Task.detached { for _ in 0..<40_000 { _ = reference.target } }.value
        _ = await (changes, calls)
        #expect(reports.value == 0)
    }
}
