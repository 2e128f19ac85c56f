import StudioRuntime
import StudioTestSupport
import Testing

@Suite("The lock")
struct LockTests {
    private struct Failure: Error, Equatable {}

    @Test("changes from many threads are all counted")
    func exclusion() throws {
        let lock = Lock(0)
        let workers = try (0..<4).map { _ in
            try Worker("test.lock") { for _ in 0..<20_000 { lock.withLock { $0 += 1 } } }
        }
        for worker in workers { #expect(worker.join(seconds: deadlineSeconds)) }
        #expect(lock.withLock { $0 } == 80_000)
    }

    @Test("an error releases the lock")
    func errors() {
        let lock = Lock(1)
        #expect(throws: Failure()) {
            try lock.withLock { (value: inout Int) throws(Failure) in
                value = 2
                throw Failure()
            }
        }
        #expect(lock.withLock { $0 } == 2)
    }

    @Test("a replaced value is released after unlocking: its deinit may lock again")
    func replaced() throws {
        let lock = Lock<OnRelease?>(nil)
        let seen = Recorder<Bool>()
        let worker = try Worker("test.lock") {
            lock.set(OnRelease { seen.record(lock.withLock { $0 == nil }) })
            lock.set(nil)
            #expect(lock.exchange(nil) == nil)
        }
        try #require(worker.join(seconds: deadlineSeconds))
        #expect(seen.all == [true])
    }

    @Test("the value is freed with the lock")
    func freed() {
        let freed = Signal()
        do {
            let lock = Lock(Tracker(freed))
            lock.withLock { $0.touch() }
            #expect(!freed.wasSent)
        }
        #expect(freed.wasSent)
    }
}
