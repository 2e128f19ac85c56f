import Glibc
import StudioRuntime

/// Ends every wait of a producer, also one for an input that says nothing.
public final class Cancellation: Sendable {
    /// Becomes readable when it is cancelled; for `poll` beside an input.
    let descriptor: Int32
    private let writeEnd: Int32
    private let state = Monitor(false)

    /// Not cancelled yet.
    public init() {
        var ends: (Int32, Int32) = (-1, -1)
        let result = withUnsafeMutablePointer(to: &ends) {
            $0.withMemoryRebound(to: Int32.self, capacity: 2) { pipe($0) }
        }
        precondition(result == 0, "the process has no file descriptors left")
        (descriptor, writeEnd) = ends
        for end in [descriptor, writeEnd] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(descriptor)
        close(writeEnd)
    }

    /// Whether ``cancel()`` was called.
    public var isCancelled: Bool { state.withLock { $0 } }

    /// Ends all waits, now and later.
    public func cancel() {
        let isFirst = state.update { isCancelled in
            defer { isCancelled = true }
            return !isCancelled
        }
        if isFirst { _ = write(writeEnd, [0], 1) }
    }

    /// Waits at most `seconds`; true when it was cancelled.
    func wait(seconds: Double) -> Bool {
        state.wait(seconds: seconds) { $0 ? true : nil } ?? false
    }
}
