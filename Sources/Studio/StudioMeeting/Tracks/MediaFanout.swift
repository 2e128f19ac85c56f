package import StudioRuntime

/// Distributes the units of one track to all receivers, and numbers them.
public final class MediaFanout: Sendable {
    private struct State: Sendable {
        var receivers: [any MediaReceiver] = []
        var isSuspended = false
        /// How many of the next units are lost.
        var losses = 0
        var units: Int64 = 0
    }

    private let state = Lock(State())
    /// Receivers report regained capacity here.
    package let backpressure: Backpressure

    package init(backpressure: Backpressure) {
        self.backpressure = backpressure
    }

    /// Adds a receiver, starting with the next published unit.
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

    /// Suspends the fan-out: units are numbered and dropped.
    package func setSuspended(_ isSuspended: Bool) {
        state.withLock { $0.isSuspended = isSuspended }
    }

    /// Loses the next units: they are numbered, and no receiver gets them.
    package func lose(_ count: Int) {
        state.withLock { $0.losses += max(0, count) }
    }

    /// The current receivers. The array is shared, not copied.
    package var receivers: [any MediaReceiver] { state.withLock { $0.receivers } }

    /// The number of published units, dropped ones included.
    package var unitCount: Int64 { state.withLock { $0.units } }

    /// Numbers a unit; the receivers are `nil` while units are dropped.
    private func next() -> (sequence: Int64, receivers: [any MediaReceiver]?) {
        state.withLock { state in
            let sequence = state.units
            state.units += 1
            guard state.losses == 0 else {
                state.losses -= 1
                return (sequence, nil)
            }
            return (sequence, state.isSuspended ? nil : state.receivers)
        }
    }

    /// Sets the sequence number, and delivers the frame.
    ///
    /// - Returns: false when the unit was dropped because the fan-out is suspended or loses it.
    package func publish(_ frame: inout VideoFrame) -> Bool {
        let (sequence, receivers) = next()
        guard let receivers else { return false }
        frame.sequence = sequence
        for receiver in receivers { receiver.receive(frame) }
        return true
    }

    /// Whether a unit would be delivered to anybody.
    package var isReceived: Bool { state.withLock { !$0.receivers.isEmpty } }

    /// Numbers a unit that has no receiver, so that it need not be made.
    ///
    /// - Returns: false when the unit was dropped because the fan-out is suspended or loses it.
    package func publishUnreceived() -> Bool { next().receivers != nil }

    /// Sets the sequence number, and delivers the block.
    ///
    /// - Returns: false when the unit was dropped because the fan-out is suspended or loses it.
    package func publish(_ block: inout AudioBlock) -> Bool {
        let (sequence, receivers) = next()
        guard let receivers else { return false }
        block.sequence = sequence
        for receiver in receivers { receiver.receive(block) }
        return true
    }
}
