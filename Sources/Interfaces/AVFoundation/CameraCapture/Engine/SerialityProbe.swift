import Dispatch
import StudioRuntime

/// Finds out whether a queue executes several blocks at once, which Dispatch does not tell.
///
/// A block that begins inside an event of the same queue proves it. Nothing proves that a queue is serial: the first events,
/// and one in a hundred of the later ones, wait for such a block for at most 2 ms.
final class SerialityProbe: Sendable {
    private struct State: Sendable {
        var events = 0
        /// The event inside of which a block is expected.
        var open: Int?
        var isConcurrent = false
        /// Whether it is known to be serial.
        var isSerial = false
        var isReported = false

        /// - Returns: the number of the event, if it is to wait.
        mutating func begin() -> Int? {
            events += 1
            let isDue = events <= SerialityProbe.firstAttempts || events.isMultiple(of: SerialityProbe.distance)
            guard isDue, !isConcurrent, !isSerial else { return nil }
            open = events
            return events
        }
    }

    private static let patience = DispatchTimeInterval.milliseconds(2)
    private static let firstAttempts = 3
    private static let distance = 100

    private let queue: DispatchQueue
    private let state: Lock<State>

    init(_ queue: DispatchQueue) {
        self.queue = queue
        var state = State()
        // Global queues are concurrent. The main queue is serial, and an app's window waits for it.
        state.isConcurrent = queue.label.hasPrefix("com.apple.root.")
        state.isSerial = queue.label == DispatchQueue.main.label
        self.state = Lock(state)
    }

    /// Called inside each event.
    ///
    /// - Returns: true for the first event of a queue that is known to be concurrent.
    func check() -> Bool {
        if let event = state.withLock({ $0.begin() }) { attempt(event) }
        return state.withLock { state in
            guard state.isConcurrent, !state.isReported else { return false }
            state.isReported = true
            return true
        }
    }

    private func attempt(_ event: Int) {
        let hasBegun = DispatchSemaphore(value: 0)
        queue.async { [self] in
            state.withLock { if $0.open == event { $0.isConcurrent = true } }
            hasBegun.signal()
        }
        _ = hasBegun.wait(timeout: .now() + Self.patience)
        state.withLock { $0.open = nil }
    }
}
