import Glibc

/// Lets producers that are faster than real time wait until receivers have capacity.
///
/// A receiver reports each change of its capacity. A producer waits between two sends; a send itself never waits.
package final class Backpressure: Sendable {
    private let changes = Monitor(0)

    package init() {}

    /// Reports that a receiver may have capacity again. Non-blocking; may be called from any thread.
    package func capacityChanged() {
        changes.update { $0 += 1 }
    }

    /// Waits until `hasCapacity` returns true, at most `seconds`. It is evaluated immediately and after every change.
    ///
    /// - Returns: the last value of `hasCapacity`.
    package func wait(seconds: Double, until hasCapacity: () -> Bool) -> Bool {
        var last = changes.withLock { $0 }
        // Evaluated without a lock; concurrent changes are detected by the count.
        if hasCapacity() { return true }
        let deadline = Self.monotonicSeconds + seconds
        while !hasCapacity() {
            let left = deadline - Self.monotonicSeconds
            guard left > 0, let next = changes.wait(seconds: left, until: { $0 != last ? $0 : nil }) else {
                return hasCapacity()
            }
            last = next
        }
        return true
    }

    private static var monotonicSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
