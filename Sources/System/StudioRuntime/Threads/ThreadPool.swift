package import Dispatch

/// Executes work on threads that are started as they are needed: work that blocks does not delay other work.
///
/// A thread that takes work wakes the next one if more is waiting. A burst of short work therefore wakes few threads. With a
/// serial dispatch queue for each receiver, it would wake a thread for each, which costs more than the work.
package final class ThreadPool: CallbackExecutor {
    /// The threads of callbacks that have no queue of the client.
    package static let callbacks = ThreadPool("callbacks")

    private let name: String
    private let idleTimeout: DispatchTimeInterval
    private let state = Lock(ThreadPoolState<Work>())
    private let wakeUps = DispatchSemaphore(value: 0)

    /// A closure as a field; as a value of a generic type, it would be wrapped in another one.
    private struct Work: Sendable {
        let body: @Sendable () -> Void
    }

    /// - Parameters:
    ///   - name: the name of the threads, at most 15 bytes.
    ///   - idleTimeout: a thread that is not needed for this long ends.
    package init(_ name: String, idleTimeout: DispatchTimeInterval = .seconds(5)) {
        self.name = name
        self.idleTimeout = idleTimeout
    }

    /// No client has to serve it.
    package var warningDelay: Double? { nil }

    /// The number of threads now.
    package var threadCount: Int { state.withLock { $0.threads } }

    package func execute(_ body: @escaping @Sendable () -> Void) {
        provide(state.withLock { $0.add(Work(body: body)) })
    }

    private func provide(_ thread: ThreadPoolState<Work>.NextThread?) {
        switch thread {
        case .idle?: wakeUps.signal()
        case .new?: start()
        case nil: break
        }
    }

    private func start() {
        do {
            _ = try Worker(name) { [self] in run() }
        } catch {
            // At the limit of threads, one of the system's pool serves until it is idle.
            DispatchQueue.global().async { [self] in run() }
        }
    }

    private func run() {
        var isArriving = true
        repeat {
            while let (work, next) = state.withLock({ $0.take(isArriving: isArriving) }) {
                isArriving = false
                provide(next)
                work.body()
            }
            isArriving = true
        } while waitForWork()
    }

    /// - Returns: whether the thread was woken; otherwise it ends.
    private func waitForWork() -> Bool {
        if wakeUps.wait(timeout: .now() + idleTimeout) == .success { return true }
        if state.withLock({ $0.endIdle() }) { return false }
        // A signal for an idle thread is on its way.
        wakeUps.wait()
        return true
    }
}

/// The work that waits, and the threads of a pool.
///
/// While work is waiting, a thread is on its way, and only one: it wakes the next one when it takes work.
package struct ThreadPoolState<Work: Sendable>: Sendable {
    /// The thread that must take the next work.
    package enum NextThread: Hashable, Sendable {
        /// Signal an idle thread.
        case idle
        /// Start a thread.
        case new
    }

    /// What was taken is `nil`, so that taking moves and releases nothing.
    private var work: [Work?] = []
    private var first = 0
    /// A thread was signalled or started, and has not arrived yet.
    package private(set) var isAwaited = false
    /// The threads that wait, without those that were signalled.
    package private(set) var idleThreads = 0
    /// All threads.
    package private(set) var threads = 0

    package init() {}

    /// The amount of work that no thread has taken.
    package var waitingCount: Int { work.count - first }

    /// Adds work.
    ///
    /// - Returns: the thread to wake; `nil` if one is on its way.
    package mutating func add(_ work: Work) -> NextThread? {
        self.work.append(work)
        return awaitThread()
    }

    /// Takes the oldest work.
    ///
    /// - Parameter isArriving: whether the thread was started or signalled for this work.
    /// - Returns: the work, and the thread to wake for the rest; `nil` without work: the thread is idle from then on.
    package mutating func take(isArriving: Bool) -> (work: Work, next: NextThread?)? {
        if isArriving { isAwaited = false }
        guard first < work.count, let taken = work[first] else {
            idleThreads += 1
            return nil
        }
        work[first] = nil
        first += 1
        if first == work.count {
            work.removeAll(keepingCapacity: true)
            first = 0
        }
        return (taken, awaitThread())
    }

    private mutating func awaitThread() -> NextThread? {
        guard waitingCount > 0, !isAwaited else { return nil }
        isAwaited = true
        if idleThreads > 0 {
            idleThreads -= 1
            return .idle
        }
        threads += 1
        return .new
    }

    /// Called by an idle thread that was not signalled in time.
    ///
    /// - Returns: whether it may end; otherwise a signal is on its way.
    package mutating func endIdle() -> Bool {
        guard idleThreads > 0 else { return false }
        idleThreads -= 1
        threads -= 1
        return true
    }
}
