import StudioRuntime

/// Executes the events of a callback queue on the test's own thread, on request, so that a session needs no other
/// thread.
package final class CallbackPump: CallbackExecutor {
    private let waiting = Lock<[@Sendable () -> Void]>([])

    package init() {}

    package var warningDelay: Double? { nil }

    package func execute(_ body: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.append(body) }
    }

    /// Executes all queued events, and those that they enqueue.
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
