import Glibc
import StudioRuntime

/// Hands accepted media to everyone who receives it.
public final class MediaHub: Sendable {
    private struct State: Sendable {
        var receivers: [any MediaReceiver] = []
        var isSuspended = false
    }

    private let state = Lock(State())
    private let roomChanges = Monitor(0)

    package init() {}

    /// Adds a receiver; it gets the next unit that is accepted.
    public func add(_ receiver: any MediaReceiver) {
        state.withLock { $0.receivers.append(receiver) }
    }

    /// Removes a receiver; a unit that is on its way may still reach it.
    public func remove(_ receiver: any MediaReceiver) {
        let before = state.withLock { state in
            let before = state.receivers
            state.receivers = before.filter { $0 !== receiver }
            return before
        }
        withExtendedLifetime(before) {}
        roomChanged()
    }

    /// While it is suspended the meeting reconnects: media is taken and dropped.
    package func setSuspended(_ isSuspended: Bool) {
        state.withLock { $0.isSuspended = isSuspended }
    }

    /// The receivers of this moment, or `nil` while media is dropped. The array is shared, not copied.
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

    // MARK: Credit for producers that are faster than real time

    /// Tells producers that a receiver has room again.
    package func roomChanged() {
        roomChanges.update { $0 += 1 }
    }

    /// Waits until every receiver has room; false after `seconds`.
    ///
    /// For producers that may wait, and before the send call: a send itself never waits.
    public func waitForRoom(seconds: Double) -> Bool {
        var last = roomChanges.withLock { $0 }
        // The receivers are asked without a lock; what changes meanwhile shows in the count.
        if hasRoom { return true }
        let deadline = Self.monotonicSeconds + seconds
        while !hasRoom {
            let left = deadline - Self.monotonicSeconds
            guard left > 0, let next = roomChanges.wait(seconds: left, until: { $0 != last ? $0 : nil }) else {
                return hasRoom
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

    private var hasRoom: Bool { state.withLock { $0.receivers }.allSatisfy { $0.hasRoom } }
}
