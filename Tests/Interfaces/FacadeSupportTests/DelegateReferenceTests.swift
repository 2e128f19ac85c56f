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

private protocol Listener: AnyObject {
    func called()
}

@MainActor private final class IsolatedListener: @MainActor Listener {
    func called() {}
}

struct WeakReferenceTests {
    private final class Tracked: Listener {
        let end: Counter
        init(_ end: Counter) { self.end = end }
        deinit { end.increment() }
        func called() {}
    }

    @Test("a conformance that is isolated to the main actor is found on any thread")
    @MainActor func isolatedConformance() async {
        let listener = IsolatedListener()
        let reference = WeakReference<any Listener>(listener)
        let isFound = await Task.detached { reference.object != nil }.value
        #expect(isFound)
        withExtendedLifetime(listener) {}
    }

    @Test("the object is neither retained nor released too often, whatever its type")
    func balance() {
        let end = Counter()
        do {
            let object = Tracked(end)
            let typed = WeakReference<Tracked>(object)
            let listener = WeakReference<any Listener>(object)
            let any = WeakReference<AnyObject>(object)
            for _ in 0..<1000 {
                #expect(typed.object === object)
                #expect(listener.object === object)
                #expect(any.object === object)
                listener.object = object
            }
            #expect(end.value == 0)
        }
        #expect(end.value == 1)
    }

    @Test("an object that has gone is nil, also after another one was set")
    func gone() {
        let end = Counter()
        let reference = WeakReference<any Listener>(Tracked(end))
        #expect(reference.object == nil)
        let kept = Tracked(end)
        reference.object = kept
        #expect(reference.object === kept)
        reference.object = nil
        #expect(reference.object == nil)
        #expect(end.value == 1)
    }
}
