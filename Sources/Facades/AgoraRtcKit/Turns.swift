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
