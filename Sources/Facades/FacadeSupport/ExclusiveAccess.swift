import Dispatch
import StudioRuntime

/// Gives one test at a time exclusive use of an SDK. May be taken and released on different threads, unlike a lock.
package final class Turns: Sendable {
    private let isTaken = Monitor(false)

    package init() {}

    /// Waits until it is free.
    package func take() {
        _ = isTaken.wait { isTaken -> Bool? in
            if isTaken { return nil }
            isTaken = true
            return true
        }
    }

    package func release() {
        isTaken.update { $0 = false }
    }
}

/// Runs the code that a test awaits while it has exclusive use of an SDK, outside the cooperative pool.
package final class TurnExecutor: TaskExecutor {
    private let turns: Turns
    private let queue = DispatchQueue(label: "psstudio.turn")

    package init(_ turns: Turns) {
        self.turns = turns
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Waits for the turn on a thread outside the cooperative pool.
    package func takeTurn() async {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "psstudio.turn.waiting").async { [turns] in
                turns.take()
                continuation.resume()
            }
        }
    }
}
