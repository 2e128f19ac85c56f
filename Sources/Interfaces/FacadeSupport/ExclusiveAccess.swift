import Dispatch
import StudioRuntime

/// Gives one test at a time exclusive use of an SDK. May be taken and released on different threads, unlike a lock.
package final class ExclusiveAccess: Sendable {
    private let isTaken = Monitor(false)

    package init() {}

    /// Waits until it is free. On the main queue, it is served meanwhile: the test that has access may need it.
    package func take() {
        MainQueue.serve {
            _ = isTaken.wait { isTaken -> Bool? in
                if isTaken { return nil }
                isTaken = true
                return true
            }
        }
    }

    package func release() {
        isTaken.update { $0 = false }
    }
}

/// Runs the code that a test awaits while it has exclusive use of an SDK, outside the cooperative pool.
package final class ExclusiveExecutor: TaskExecutor {
    private let access: ExclusiveAccess
    private let queue = DispatchQueue(label: "psstudio.exclusive")

    package init(_ access: ExclusiveAccess) {
        self.access = access
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Waits for the access on a thread outside the cooperative pool.
    package func takeAccess() async {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "psstudio.exclusive.waiting").async { [access] in
                access.take()
                continuation.resume()
            }
        }
    }
}
