package import StudioRuntime

/// Distributes accepted media to all receivers.
public final class MediaFanout: Sendable {
    private struct State: Sendable {
        var receivers: [any MediaReceiver] = []
        var isSuspended = false
    }

    private let state = Lock(State())
    /// Receivers report regained capacity here.
    package let backpressure = Backpressure()

    package init() {}

    /// Adds a receiver, starting with the next accepted unit.
    public func add(_ receiver: any MediaReceiver) {
        state.withLock { $0.receivers.append(receiver) }
    }

    /// Removes a receiver; a unit that is being delivered may still reach it.
    public func remove(_ receiver: any MediaReceiver) {
        let before = state.withLock { state in
            let before = state.receivers
            state.receivers = before.filter { $0 !== receiver }
            return before
        }
        withExtendedLifetime(before) {}
        backpressure.capacityChanged()
    }

    /// Suspends the fan-out while the meeting reconnects: media is accepted and dropped.
    package func setSuspended(_ isSuspended: Bool) {
        state.withLock { $0.isSuspended = isSuspended }
    }

    /// The current receivers, or `nil` while media is dropped. The array is shared, not copied.
    private var current: [any MediaReceiver]? {
        state.withLock { $0.isSuspended ? nil : $0.receivers }
    }

    /// - Returns: false when the unit was dropped because the meeting reconnects.
    package func publish(_ frame: borrowing VideoFrame) -> Bool {
        guard let receivers = current else { return false }
        for receiver in receivers { receiver.receive(frame) }
        return true
    }

    /// - Returns: false when the unit was dropped because the meeting reconnects.
    package func publish(_ block: borrowing AudioBlock) -> Bool {
        guard let receivers = current else { return false }
        for receiver in receivers { receiver.receive(block) }
        return true
    }

    // MARK: Producers that are faster than real time

    /// Waits until every receiver has capacity; returns false after `seconds`.
    ///
    /// For producers that may wait, before the send call; a send itself never waits.
    public func waitForCapacity(seconds: Double) -> Bool {
        backpressure.wait(seconds: seconds) { state.withLock { $0.receivers }.allSatisfy { $0.hasCapacity } }
    }
}
