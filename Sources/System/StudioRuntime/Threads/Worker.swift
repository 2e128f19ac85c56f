import Glibc
package import StudioCore

/// The error of a thread that could not be started.
package struct WorkerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The `errno` of the system; `EAGAIN` at a limit.
    package let code: Int32

    /// One line with the system's message.
    package var description: String {
        "cannot start a thread: \(String(cString: strerror(code))); raise ulimit -u or the limit of tasks"
    }
}

/// How the system schedules a thread.
package enum WorkerPolicy: Sendable {
    /// A thread that is woken may run at once, in place of the one that woke it.
    case normal
    /// A thread that is woken waits until the one that runs sleeps or has used its time slice (`SCHED_BATCH`). For work that
    /// send calls start and no thread waits for: on a busy processor, it would interrupt them.
    case batch
}

/// A dedicated thread for blocking work, which must not run on the cooperative thread pool.
package final class Worker: Sendable {
    private let isDone = Monitor(false)

    /// Starts a thread that executes `body`.
    ///
    /// - Parameters:
    ///   - name: the thread name, at most 15 bytes.
    ///   - stackBytes: the stack size; the system's default if nil.
    ///   - slack: how much later than its deadline a wait may end, so that the system wakes threads of many processes together;
    ///     50 µs if nil.
    ///   - policy: how the system schedules the thread.
    ///   - body: the thread function; released when it returns or could not be started.
    /// - Throws: a ``WorkerError`` at the limit of processes (`ulimit -u`), of a control group, or of memory.
    package init(
        _ name: String, stackBytes: Int? = nil, slack: MediaTime? = nil, policy: WorkerPolicy = .normal,
        _ body: @escaping @Sendable () -> Void
    ) throws(WorkerError) {
        let box = Unmanaged.passRetained(Box(name: name, slack: slack, policy: policy, isDone: isDone, body: body))
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        defer {
            pthread_attr_destroy(attributes)
            attributes.deallocate()
        }
        pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
        if let stackBytes { pthread_attr_setstacksize(attributes, stackBytes) }
        var thread = pthread_t()
        let result = pthread_create(&thread, attributes, runWorker, box.toOpaque())
        guard result == 0 else {
            box.release()
            throw WorkerError(code: result)
        }
    }

    /// Waits until the thread has ended, at most `seconds`; returns false after that.
    @discardableResult
    package func join(seconds: Double = .infinity) -> Bool {
        isDone.wait(seconds: seconds) { $0 ? true : nil } ?? false
    }

    fileprivate final class Box: Sendable {
        let name: String
        let slack: MediaTime?
        let policy: WorkerPolicy
        let isDone: Monitor<Bool>
        let body: @Sendable () -> Void

        init(
            name: String, slack: MediaTime?, policy: WorkerPolicy, isDone: Monitor<Bool>,
            body: @escaping @Sendable () -> Void
        ) {
            (self.name, self.slack, self.policy, self.isDone, self.body) = (name, slack, policy, isDone, body)
        }
    }
}

private func runWorker(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let box = Unmanaged<Worker.Box>.fromOpaque(context).takeRetainedValue()
    write(box.name.utf8.prefix(15), to: "/proc/thread-self/comm")
    if let slack = box.slack, let thread = numberOfThisThread {
        write("\(slack.nanoseconds)".utf8, to: "/proc/\(thread)/timerslack_ns")
    }
    if box.policy == .batch {
        var parameters = sched_param()
        sched_setscheduler(0, schedulerOfBatches, &parameters)
    }
    box.body()
    box.isDone.update { $0 = true }
    return nil
}

/// `SCHED_BATCH`, which Glibc hides from Swift.
private let schedulerOfBatches: Int32 = 3

/// `/proc/thread-self` is a link to `123/task/456`; Glibc hides `gettid` from Swift.
private var numberOfThisThread: String? {
    var target = [CChar](repeating: 0, count: 64)
    let count = readlink("/proc/thread-self", &target, target.count)
    guard count > 0 else { return nil }
    let text = target.prefix(count).map { UInt8(bitPattern: $0) }
    return text.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
}

/// Glibc hides `pthread_setname_np` and `prctl` from Swift; writing the kernel's file is equivalent.
private func write(_ text: some Sequence<UInt8>, to path: String) {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    let bytes = Array(text)
    _ = Glibc.write(file, bytes, bytes.count)
    close(file)
}
