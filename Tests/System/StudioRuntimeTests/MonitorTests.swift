import StudioRuntime
import StudioTestSupport
import Testing

@Suite("The monitor")
struct MonitorTests {
    @Test("a wait whose condition holds returns immediately, without a deadline")
    func holdsAlready() {
        #expect(Monitor(3).wait { $0 == 3 ? "three" : nil } == "three")
        #expect(Monitor(3).wait(seconds: 0) { $0 == 3 ? true : nil } == true)
    }

    @Test("a wait ends at its deadline with the condition's result", arguments: [0, -1, 0.01])
    func deadline(_ seconds: Double) {
        let asked = Lock(0)
        let result: Bool? = Monitor(0).wait(seconds: seconds) { _ in
            asked.withLock { $0 += 1 }
            return nil
        }
        #expect(result == nil)
        #expect(asked.withLock { $0 } >= 2, "the condition is evaluated before and after")
    }

    @Test("a change from another thread ends the wait", arguments: [Double.infinity, deadlineSeconds])
    func change(_ seconds: Double) throws {
        let monitor = Monitor(0)
        let results = Recorder<Int>()
        let waiting = Signal()
        let worker = try Worker("test.monitor") {
            let result = monitor.wait(seconds: seconds) { value -> Int? in
                waiting.send()
                return value == 2 ? value : nil
            }
            results.record(result ?? -1)
        }
        #expect(waiting.wait())
        monitor.update { $0 = 1 }
        #expect(results.count == 0)
        monitor.update { $0 = 2 }
        #expect(worker.join(seconds: deadlineSeconds))
        #expect(results.all == [2])
    }

    @Test("a change wakes all waiting threads")
    func wakesAll() throws {
        let monitor = Monitor(false)
        let workers = try (0..<5).map { _ in
            try Worker("test.monitor") { _ = monitor.wait { $0 ? true : nil } }
        }
        monitor.update { $0 = true }
        for worker in workers { #expect(worker.join(seconds: deadlineSeconds)) }
    }

    @Test("the condition may change the value, so that one of many threads consumes it")
    func takes() throws {
        let monitor = Monitor(3)
        let taken = Recorder<Bool>()
        let workers = try (0..<5).map { _ in
            try Worker("test.monitor") {
                let result: Bool? = monitor.wait(seconds: deadlineSeconds) { value in
                    guard value != 0 else { return nil }
                    guard value > 0 else { return false }
                    value -= 1
                    return true
                }
                taken.record(result ?? false)
            }
        }
        #expect(taken.wait(count: 3))
        monitor.update { $0 = -1 }
        for worker in workers { #expect(worker.join(seconds: deadlineSeconds)) }
        #expect(taken.all.filter { $0 }.count == 3)
    }

    @Test("both forms of change return the body's result")
    func results() {
        let monitor = Monitor("a")
        #expect(monitor.withLock { $0 + "b" } == "ab")
        #expect(
            monitor.update { value -> Int in
                value = "xyz"
                return value.count
            } == 3)
        #expect(monitor.withLock { $0 } == "xyz")
    }

    @Test("the value is freed with the monitor")
    func freed() {
        let freed = Signal()
        do {
            let monitor = Monitor(Tracker(freed))
            monitor.withLock { $0.touch() }
            #expect(!freed.wasSent)
        }
        #expect(freed.wasSent)
    }
}
