import Dispatch
import StudioRuntime

/// Gives one test at a time exclusive use of the SDK. May be taken and released on different threads, unlike a lock.
final class Turns: Sendable {
    private let isTaken = Monitor(false)

    /// Waits until it is free.
    func take() {
        _ = isTaken.wait { isTaken -> Bool? in
            if isTaken { return nil }
            isTaken = true
            return true
        }
    }

    func release() {
        isTaken.update { $0 = false }
    }
}

/// Runs the code that a test awaits while it has exclusive use of the SDK, outside the cooperative pool.
final class TurnExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "psstudio.turn")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Waits for the turn on a thread outside the cooperative pool.
    func takeTurn() async {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "psstudio.turn.waiting").async {
                SDKCore.turns.take()
                continuation.resume()
            }
        }
    }
}
