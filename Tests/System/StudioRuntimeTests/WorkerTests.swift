import Glibc
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Worker")
struct WorkerTests {
    @Test("a worker runs its body on another thread, and join waits for its end")
    func join() throws {
        let here = UInt(pthread_self())
        let places = Recorder<UInt>()
        let goOn = Signal()
        let worker = try Worker("test.worker") {
            places.record(UInt(pthread_self()))
            _ = goOn.wait()
        }
        #expect(places.wait(count: 1))
        #expect(!worker.join(seconds: 0), "still running")
        #expect(!worker.join(seconds: 0.01))
        goOn.send()
        #expect(worker.join())
        #expect(worker.join(), "a second join is allowed")
        #expect(places.all.first != here)
    }

    @Test("a worker without references continues, and its body is freed at its end")
    func dropped() throws {
        let goOn = Signal()
        let ended = Signal()
        let freed = Signal()
        do {
            let tracker = Tracker(freed)
            _ = try Worker("test.worker") {
                _ = goOn.wait()
                tracker.touch()
                ended.send()
            }
        }
        #expect(!freed.wasSent)
        goOn.send()
        #expect(ended.wait())
        #expect(freed.wait())
    }

    @Test("without a thread it throws the system's reason, and frees its body")
    func noThread() {
        let freed = Signal()
        let error = #expect(throws: WorkerError.self) {
            let tracker = Tracker(freed)
            // No machine can allocate this stack.
            _ = try Worker("test.worker", stackBytes: 1 << 46) { tracker.touch() }
        }
        #expect(error?.code == EAGAIN)
        #expect(
            error?.description.hasPrefix("cannot start a thread: Resource temporarily unavailable; ") == true
        )
        #expect(freed.wasSent)
    }

    @Test("the thread has the name, truncated to 15 bytes")
    func name() throws {
        let names = Recorder<String>()
        let worker = try Worker("psstudio-a-long-name") { names.record(threadName()) }
        #expect(worker.join(seconds: deadlineSeconds))
        #expect(names.all == ["psstudio-a-long"])
    }

    @Test(
        "the system schedules the thread by its policy, and its creator as before",
        arguments: [WorkerPolicy.normal, .batch])
    func policy(_ policy: WorkerPolicy) throws {
        let before = sched_getscheduler(0)
        let policies = Recorder<Int32>()
        let worker = try Worker("test.worker", policy: policy) { policies.record(sched_getscheduler(0)) }
        #expect(worker.join(seconds: deadlineSeconds))
        #expect(policies.all == [policy == .batch ? 3 : before])
        #expect(sched_getscheduler(0) == before)
    }
}

/// Read from where `top -H` reads it.
private func threadName() -> String {
    let file = open("/proc/thread-self/comm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)).filter { $0 != 10 }, as: UTF8.self)
}
