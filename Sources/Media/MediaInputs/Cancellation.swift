import Glibc
import StudioRuntime

/// Ends every wait of a producer, including waits for an input that delivers nothing.
public final class Cancellation: Sendable {
    /// Becomes readable on cancellation. Pass it to `poll` together with an input, with ``pollMilliseconds(of:)`` as
    /// the timeout.
    ///
    /// It is -1, which `poll` ignores, when the process had no file descriptor left.
    let descriptor: Int32
    private let writeEnd: Int32
    private let state = Monitor(false)

    /// Creates a cancellation that is not cancelled.
    public convenience init() {
        self.init(hasDescriptor: true)
    }

    /// - Parameter hasDescriptor: whether to create a pipe; it is optional.
    init(hasDescriptor: Bool) {
        var ends: (Int32, Int32) = (-1, -1)
        let result = withUnsafeMutablePointer(to: &ends) {
            $0.withMemoryRebound(to: Int32.self, capacity: 2) { hasDescriptor ? pipe($0) : -1 }
        }
        (descriptor, writeEnd) = result == 0 ? ends : (-1, -1)
        for end in [descriptor, writeEnd] where end >= 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        for end in [descriptor, writeEnd] where end >= 0 { close(end) }
    }

    /// The timeout for a `poll` of `milliseconds` (-1 for no limit), after which it must check ``isCancelled``.
    func pollMilliseconds(of milliseconds: Int32) -> Int32 {
        guard descriptor < 0 else { return milliseconds }
        return milliseconds < 0 ? 100 : min(milliseconds, 100)
    }

    /// Whether ``cancel()`` was called.
    public var isCancelled: Bool { state.withLock { $0 } }

    /// Ends all current and later waits.
    public func cancel() {
        let isFirst = state.update { !exchange(&$0, with: true) }
        if isFirst, writeEnd >= 0 { _ = write(writeEnd, [0], 1) }
    }

    /// Waits at most `seconds`; returns true when cancelled.
    func wait(seconds: Double) -> Bool {
        state.wait(seconds: seconds) { $0 ? true : nil } ?? false
    }
}
