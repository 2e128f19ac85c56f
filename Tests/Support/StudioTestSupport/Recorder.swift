import StudioRuntime

/// The time limit for an event in a test. It is long enough for a loaded machine under a sanitizer, and is only reached
/// by a failing test.
package let deadlineSeconds = 120.0

/// Collects values from any thread, and lets a test wait for them.
package final class Recorder<Value: Sendable>: Sendable {
    private let values = Monitor<[Value]>([])

    package init() {}

    package func record(_ value: Value) {
        values.update { $0.append(value) }
    }

    package var all: [Value] { values.withLock { $0 } }

    package var count: Int { values.withLock { $0.count } }

    /// Waits until there are at least `count` values; false after the timeout.
    package func wait(count: Int, seconds: Double = deadlineSeconds) -> Bool {
        values.wait(seconds: seconds) { $0.count >= count ? true : nil } ?? false
    }

    /// Waits for a value that satisfies `isWanted`; false after the timeout.
    package func wait(seconds: Double = deadlineSeconds, for isWanted: (Value) -> Bool) -> Bool {
        values.wait(seconds: seconds) { $0.contains(where: isWanted) ? true : nil } ?? false
    }
}

/// A one-time event that a test can wait for.
package final class Signal: Sendable {
    private let isSet = Monitor(false)

    package init() {}

    package func send() {
        isSet.update { $0 = true }
    }

    /// Waits until it was sent; false after the timeout.
    package func wait(seconds: Double = deadlineSeconds) -> Bool {
        isSet.wait(seconds: seconds) { $0 ? true : nil } ?? false
    }

    package var wasSent: Bool { isSet.withLock { $0 } }
}

/// Captured by a closure or stored in a value, it signals that its owner was released.
package final class Tracker: Sendable {
    private let freed: Signal

    package init(_ freed: Signal) {
        self.freed = freed
    }

    /// Captures the tracker in the closure that calls it.
    package func touch() {}

    deinit {
        freed.send()
    }
}
