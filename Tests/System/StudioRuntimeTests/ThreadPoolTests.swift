import Dispatch
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("ThreadPool")
struct ThreadPoolTests {
    @Test("all work is executed once")
    func everything() {
        let pool = ThreadPool("test.pool")
        let numbers = Recorder<Int>()
        for number in 0..<1000 { pool.execute { numbers.record(number) } }
        #expect(numbers.wait(count: 1000))
        #expect(numbers.all.sorted() == Array(0..<1000))
    }

    @Test("work that blocks does not delay other work, however much of it there is")
    func blocked() {
        let pool = ThreadPool("test.pool")
        let began = Recorder<Int>()
        let goOn = DispatchSemaphore(value: 0)
        for number in 0..<50 {
            pool.execute {
                began.record(number)
                goOn.wait()
            }
        }
        #expect(began.wait(count: 50))
        #expect(pool.threadCount >= 50)
        let other = Signal()
        pool.execute { other.send() }
        #expect(other.wait())
        for _ in 0..<50 { goOn.signal() }
    }

    @Test("work may add work")
    func nested() {
        let pool = ThreadPool("test.pool")
        let numbers = Recorder<Int>()
        @Sendable func count(_ number: Int) {
            numbers.record(number)
            if number < 100 { pool.execute { count(number + 1) } }
        }
        pool.execute { count(1) }
        #expect(numbers.wait(count: 100))
        #expect(numbers.all == Array(1...100))
    }

    @Test("what work retains is released when it has returned, not when the burst is over")
    func release() {
        let pool = ThreadPool("test.pool")
        let (freed, goOn) = (Signal(), Signal())
        do {
            let tracker = Tracker(freed)
            pool.execute { tracker.touch() }
        }
        pool.execute { _ = goOn.wait() }
        #expect(freed.wait())
        goOn.send()
    }

    @Test("idle threads end, and a later burst starts others")
    func idle() throws {
        let pool = ThreadPool("test.pool", idleTimeout: .milliseconds(1))
        for round in 1...5 {
            let numbers = Recorder<Int>()
            for number in 0..<20 { pool.execute { numbers.record(number) } }
            #expect(numbers.wait(count: 20), "round \(round)")
            try waitUntil("the threads of round \(round) have ended") { pool.threadCount == 0 }
        }
    }
}

@Suite("ThreadPoolState")
struct ThreadPoolStateTests {
    /// A state whose calls can be expected in one line.
    private final class Subject {
        var state = ThreadPoolState<Int>()

        func add(_ work: Int) -> ThreadPoolState<Int>.NextThread? { state.add(work) }

        /// Arrives and takes work, or takes more of it.
        func take(isArriving: Bool) -> Int? { state.take(isArriving: isArriving)?.work }

        func endIdle() -> Bool { state.endIdle() }
    }

    @Test("a burst wakes one thread, which wakes the next one when it takes work")
    func chain() {
        let subject = Subject()
        #expect(subject.add(1) == .new)
        #expect(subject.add(2) == nil)
        #expect(subject.add(3) == nil)
        #expect(subject.state.threads == 1)
        #expect(subject.take(isArriving: true) == 1)
        #expect(subject.state.threads == 2)
        // The first thread is faster than the one on its way.
        #expect(subject.take(isArriving: false) == 2)
        #expect(subject.take(isArriving: false) == 3)
        #expect(subject.state.threads == 2)
        #expect(subject.take(isArriving: false) == nil)
        #expect(subject.take(isArriving: true) == nil)
        #expect(subject.state.idleThreads == 2)
        #expect(subject.add(4) == .idle)
        #expect(subject.state.idleThreads == 1)
    }

    @Test("an idle thread that was signalled must not end")
    func signalled() {
        let subject = Subject()
        #expect(subject.add(1) == .new)
        #expect(subject.take(isArriving: true) == 1)
        #expect(subject.take(isArriving: false) == nil)
        #expect(subject.add(2) == .idle)
        #expect(!subject.endIdle())
        #expect(subject.take(isArriving: true) == 2)
        #expect(subject.take(isArriving: false) == nil)
        #expect(subject.endIdle())
        #expect(subject.state.threads == 0)
    }

    @Test("random sequences: order is kept, and a thread is on its way while work is waiting", arguments: 0..<50)
    func sequences(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var state = ThreadPoolState<Int>()
        var (added, taken, running, arriving, idle) = (0, 0, 0, 0, 0)
        func note(_ next: ThreadPoolState<Int>.NextThread?) {
            guard let next else { return }
            arriving += 1
            if next == .idle { idle -= 1 }
        }
        for step in 0..<500 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                note(state.add(added))
                added += 1
            case 2 where running + arriving > 0:
                let isArriving = arriving > 0 && (running == 0 || random.chance(percent: 50))
                if isArriving { (arriving, running) = (arriving - 1, running + 1) }
                if let (work, next) = state.take(isArriving: isArriving) {
                    #expect(work == taken, "step \(step)")
                    taken += 1
                    note(next)
                } else {
                    #expect(added == taken, "step \(step)")
                    (running, idle) = (running - 1, idle + 1)
                }
            default:
                let mayEnd = state.endIdle()
                #expect(mayEnd == (idle > 0), "step \(step)")
                idle = max(0, idle - 1)
            }
            #expect(state.waitingCount == added - taken, "step \(step)")
            #expect(state.isAwaited == (arriving == 1), "step \(step)")
            #expect(arriving <= 1, "step \(step)")
            #expect(added == taken || arriving == 1, "step \(step)")
            #expect(state.idleThreads == idle, "step \(step)")
            #expect(state.threads == running + arriving + idle, "step \(step)")
        }
    }
}
