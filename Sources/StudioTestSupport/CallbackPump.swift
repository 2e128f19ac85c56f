import StudioRuntime

/// Runs the events of a callback queue on the test's own thread, when the test asks for it: a session without any other
/// thread.
package final class CallbackPump: CallbackExecutor {
    private let waiting = Lock<[@Sendable () -> Void]>([])

    package init() {}

    package var patience: Double? { nil }

    package func execute(_ body: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.append(body) }
    }

    /// Runs everything that waits, and what comes of it.
    package func run() {
        while true {
            let bodies = waiting.withLock { waiting in
                defer { waiting.removeAll(keepingCapacity: true) }
                return waiting
            }
            if bodies.isEmpty { return }
            for body in bodies { body() }
        }
    }
}
