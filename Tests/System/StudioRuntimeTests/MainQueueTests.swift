import Dispatch
import StudioCore
import StudioTestSupport
import Testing

@testable import StudioRuntime

/// Tests on the main actor occupy the main queue, as those of apps do.
@Suite("The main queue")
struct MainQueueTests {
    private struct Failure: Error {}

    @Test("work for it is performed on it while code that occupies it waits")
    @MainActor func occupied() {
        let done = Signal()
        let places = Recorder<Bool>()
        MainQueue.async(.main) {
            MainActor.assumeIsolated { places.record(MainQueue.isCurrent) }
            done.send()
        }
        let isDone = MainQueue.serve { () -> Bool in
            places.record(MainQueue.isCurrent)
            return done.wait()
        }
        #expect(isDone)
        #expect(places.all.sorted { $0 && !$1 } == [true, false])
    }

    @Test("it delivers when nothing occupies it, and elsewhere the caller's thread waits itself")
    func free() {
        let places = Recorder<Bool>()
        MainQueue.wait(for: .main) { places.record(MainQueue.isCurrent) }
        MainQueue.serve { places.record(MainQueue.isCurrent) }
        #expect(places.all == [true, false])
    }

    @Test("errors of the body are thrown")
    @MainActor func errors() {
        #expect(throws: Failure.self) { try MainQueue.serve { () throws(Failure) in throw Failure() } }
        #expect(MainQueue.serve { 7 } == 7)
    }

    @Test("calls inside of each other, and work that causes work, keep the order of submission")
    @MainActor func nested() {
        let order = Recorder<Int>()
        let done = Signal()
        MainQueue.async(.main) {
            order.record(1)
            MainQueue.async(.main) {
                order.record(3)
                done.send()
            }
            MainQueue.serve { order.record(2) }
        }
        MainQueue.serve { _ = done.wait() }
        #expect(order.all == [1, 2, 3] || order.all == [1, 3, 2])
    }

    @Test("events of a callback queue on it arrive while the main actor waits for them")
    @MainActor func callbacks() {
        let clock = ManualClock()
        let queue = CallbackQueue(clock: clock, queue: .main)
        let places = Recorder<Bool>()
        for _ in 0..<100 { queue.enqueue { MainActor.assumeIsolated { places.record(true) } } }
        queue.enqueue(after: .milliseconds(5)) { places.record(false) }
        #expect(queue.waitUntilAtRest(seconds: deadlineSeconds) == .waits(until: .milliseconds(5)))
        #expect(places.all == Array(repeating: true, count: 100))
        clock.advance(to: .milliseconds(5))
        #expect(queue.waitUntilEmpty(seconds: deadlineSeconds))
        #expect(places.count == 101)
    }

    @Test("an owner that ends with its work performed leaves the work of others")
    func owners() {
        let clock = ManualClock()
        let count = Counter()
        for _ in 0..<200 {
            let (first, second) = (CallbackQueue(clock: clock, queue: .main), CallbackQueue(clock: clock, queue: .main))
            for queue in [first, second] { queue.enqueue { count.increment() } }
            #expect(first.waitUntilEmpty(seconds: deadlineSeconds) && second.waitUntilEmpty(seconds: deadlineSeconds))
        }
        #expect(count.value == 400)
    }
}
