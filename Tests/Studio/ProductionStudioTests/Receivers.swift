import StudioMeeting
import StudioRuntime
import StudioTestSupport

/// Blocks the sender's thread inside `receive` until the test releases it.
final class Barrier: MediaReceiver {
    let entered = Signal()
    let released = Signal()
    private let armed = Lock(true)

    var hasCapacity: Bool { true }

    func receive(_ frame: borrowing VideoFrame) { hold() }
    func receive(_ block: borrowing AudioBlock) { hold() }

    /// Only the first unit blocks.
    private func hold() {
        let isFirst = armed.withLock { isArmed in
            defer { isArmed = false }
            return isArmed
        }
        guard isFirst else { return }
        entered.send()
        _ = released.wait()
    }
}

/// Runs a test's closure in `receive`.
final class Reaction: MediaReceiver {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }

    var hasCapacity: Bool { true }
    func receive(_ frame: borrowing VideoFrame) { body() }
    func receive(_ block: borrowing AudioBlock) { body() }
}
