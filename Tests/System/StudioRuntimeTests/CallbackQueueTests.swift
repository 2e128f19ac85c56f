import Dispatch
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("The callback queue")
struct CallbackQueueTests {
    private let clock = ManualClock()
    private let queue = DispatchQueue(label: "psstudio.test.callbacks")
    private let log = Recorder<Int>()

    /// Drains the queue; no test has longer chains of events.
    private func flush() {
        for _ in 0..<64 { queue.sync {} }
    }

    @Test("events are delivered sequentially in the order of enqueuing")
    func order() {
        let callbacks = CallbackQueue(clock: clock, queue: queue)
        for number in 0..<200 { callbacks.enqueue { log.record(number) } }
        #expect(callbacks.waitUntilEmpty(seconds: deadlineSeconds))
        #expect(log.all == Array(0..<200))
    }

    @Test("an event that waits for its time delays those after it")
    func delays() {
        let callbacks = CallbackQueue(clock: clock, queue: queue)
        callbacks.enqueue { log.record(1) }
        callbacks.enqueue(after: .milliseconds(100)) { log.record(2) }
        callbacks.enqueue { log.record(3) }
        callbacks.enqueue(after: .milliseconds(50)) { log.record(4) }
        callbacks.enqueue(after: .milliseconds(150)) { log.record(5) }
        flush()
        #expect(log.all == [1])
        #expect(!callbacks.waitUntilEmpty(seconds: 0))
        clock.advance(to: .milliseconds(99))
        flush()
        #expect(log.all == [1])
        clock.advance(to: .milliseconds(100))
        flush()
        #expect(log.all == [1, 2, 3, 4], "the delay of event 4 has passed")
        clock.advance(to: .milliseconds(150))
        #expect(callbacks.waitUntilEmpty(seconds: deadlineSeconds))
        #expect(log.all == [1, 2, 3, 4, 5])
    }

    @Test("the callback queue is at rest if it is empty, or if the next event waits for its time")
    func rest() {
        let callbacks = CallbackQueue(clock: clock, queue: queue)
        #expect(callbacks.waitUntilAtRest(seconds: 0) == .nothing)
        callbacks.enqueue(after: .milliseconds(100)) { callbacks.enqueue(after: .milliseconds(5)) { log.record(2) } }
        #expect(callbacks.waitUntilAtRest(seconds: deadlineSeconds) == .waits(until: .milliseconds(100)))
        clock.advance(to: .milliseconds(100))
        #expect(callbacks.waitUntilAtRest(seconds: deadlineSeconds) == .waits(until: .milliseconds(105)))
        clock.advance(to: .milliseconds(105))
        #expect(callbacks.waitUntilAtRest(seconds: deadlineSeconds) == .nothing)
        #expect(log.all == [2])
        queue.suspend()
        callbacks.enqueue { log.record(3) }
        #expect(callbacks.waitUntilAtRest(seconds: 0) == nil, "submitted to a suspended queue")
        queue.resume()
        #expect(callbacks.waitUntilAtRest(seconds: deadlineSeconds) == .nothing)
    }

    /// A manual clock that another thread advances at the worst moment.
    private final class HastyClock: StudioClock {
        let manual = ManualClock()
        var now: MediaTime { manual.now }

        func schedule(at time: MediaTime, _ body: @escaping @Sendable () -> Void) {
            manual.advance(to: time)
            manual.schedule(at: time, body)
        }
    }

    @Test("an event that becomes due while it is scheduled is delivered once")
    func turnedMeanwhile() {
        let clock = HastyClock()
        let callbacks = CallbackQueue(clock: clock, queue: queue)
        callbacks.enqueue(after: .milliseconds(100)) { log.record(1) }
        #expect(callbacks.waitUntilEmpty(seconds: deadlineSeconds))
        #expect(log.all == [1])
        callbacks.enqueue(after: .milliseconds(100)) { log.record(2) }
        callbacks.enqueue(after: .milliseconds(200)) { log.record(3) }
        clock.manual.advance(by: .seconds(1))
        #expect(callbacks.waitUntilEmpty(seconds: deadlineSeconds))
        #expect(log.all == [1, 2, 3])
    }

    @Test("events are delivered on the executor, never inside the call that submits them")
    func executor() {
        let pump = CallbackPump()
        let callbacks = CallbackQueue(clock: clock, executor: pump)
        callbacks.enqueue {
            log.record(1)
            callbacks.enqueue { log.record(3) }
            log.record(2)
        }
        #expect(log.count == 0)
        pump.run()
        #expect(log.all == [1, 2, 3])
        #expect(callbacks.waitUntilAtRest(seconds: 0) == .nothing)
    }

    @Test("events enqueued inside events are appended")
    func nested() {
        let callbacks = CallbackQueue(clock: clock, queue: queue)
        queue.suspend()
        callbacks.enqueue {
            log.record(1)
            callbacks.enqueue {
                log.record(3)
                callbacks.enqueue { log.record(4) }
            }
        }
        callbacks.enqueue { log.record(2) }
        queue.resume()
        #expect(callbacks.waitUntilEmpty(seconds: deadlineSeconds))
        #expect(log.all == [1, 2, 3, 4])
    }

    @Test("PS-ORDER-001 an event is never delivered inside the call that enqueues it, not even on the same queue")
    func neverInside() {
        let callbacks = CallbackQueue(clock: clock, queue: queue)
        let depths = Recorder<Bool>()
        let isInside = Lock(false)
        @Sendable func enqueueGuarded(_ more: Int) {
            isInside.withLock { $0 = true }
            callbacks.enqueue {
                depths.record(isInside.withLock { $0 })
                if more > 0 { enqueueGuarded(more - 1) }
            }
            isInside.withLock { $0 = false }
        }
        queue.sync { enqueueGuarded(5) }
        #expect(callbacks.waitUntilEmpty(seconds: deadlineSeconds))
        #expect(depths.all == Array(repeating: false, count: 6))
    }

    @Test("an event is delivered on the queue even if another thread advances the clock")
    func place() {
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let callbacks = CallbackQueue(clock: clock, queue: queue)
        let places = Recorder<Bool>()
        callbacks.enqueue(after: .milliseconds(1)) { places.record(DispatchQueue.getSpecific(key: key) ?? false) }
        callbacks.enqueue { places.record(DispatchQueue.getSpecific(key: key) ?? false) }
        clock.advance(to: .milliseconds(1))
        #expect(callbacks.waitUntilEmpty(seconds: deadlineSeconds))
        #expect(places.all == [true, true])
    }

    @Test("events from many threads are all delivered, in the order of each thread")
    func threads() throws {
        let callbacks = CallbackQueue(clock: clock, queue: queue)
        let workers = try (0..<4).map { thread in
            try Worker("test.callbacks") {
                for number in 0..<250 { callbacks.enqueue { log.record(thread * 1000 + number) } }
            }
        }
        for worker in workers { #expect(worker.join(seconds: deadlineSeconds)) }
        #expect(callbacks.waitUntilEmpty(seconds: deadlineSeconds))
        for thread in 0..<4 {
            let own = log.all.filter { $0 / 1000 == thread }
            #expect(own == (0..<250).map { thread * 1000 + $0 })
        }
    }

    @Test("PS-ORDER-005 a blocked queue is reported once, and the events are delivered when it resumes")
    func unserved() {
        let warnings = Recorder<Int>()
        let callbacks = CallbackQueue(clock: clock, queue: queue) { warnings.record(0) }
        queue.suspend()
        callbacks.enqueue { log.record(1) }
        callbacks.enqueue { log.record(2) }
        #expect(warnings.wait(count: 1))
        #expect(log.all == [])
        queue.resume()
        #expect(callbacks.waitUntilEmpty(seconds: deadlineSeconds))
        #expect(log.all == [1, 2])
        queue.suspend()
        callbacks.enqueue { log.record(3) }
        // A second warning would have come before this event, which is enqueued later with a longer delay.
        let passed = Signal()
        DispatchQueue.global().asyncAfter(deadline: .now() + CallbackQueue.warningDelay + 0.2) { passed.send() }
        #expect(passed.wait())
        #expect(warnings.count == 1)
        queue.resume()
        #expect(callbacks.waitUntilEmpty(seconds: deadlineSeconds))
    }

    @Test("an event is executed on the current thread of the queue, a nested wait for another queue included")
    func current() {
        let callbacks = CallbackQueue(clock: clock, queue: queue)
        let other = CallbackQueue(clock: clock, queue: DispatchQueue(label: "test.other"))
        let log = Recorder<Int>()
        callbacks.enqueue {
            callbacks.assertIsCurrent()
            other.enqueue {
                other.assertIsCurrent()
                log.record(1)
            }
            _ = other.waitUntilEmpty(seconds: deadlineSeconds)
            callbacks.assertIsCurrent()
            log.record(2)
        }
        #expect(callbacks.waitUntilEmpty(seconds: deadlineSeconds))
        #expect(log.all == [1, 2])
    }

    @Test("an event that waits for its time is not reported as blocked, and an empty callback queue is freed")
    func freed() {
        weak var weakCallbacks: CallbackQueue?
        let freed = Signal()
        do {
            let callbacks = CallbackQueue(clock: clock, queue: queue)
            weakCallbacks = callbacks
            let tracker = Tracker(freed)
            callbacks.enqueue(after: .milliseconds(5)) { tracker.touch() }
            clock.advance(to: .milliseconds(5))
            #expect(callbacks.waitUntilEmpty(seconds: deadlineSeconds))
            flush()
        }
        #expect(freed.wait())
        #expect(weakCallbacks == nil)
    }
}
