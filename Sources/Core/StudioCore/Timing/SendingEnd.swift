/// The end of a client's sending, and whether the client can know it.
///
/// The gate closes before the callback of the end. The client may send until that callback, so a call that is rejected meanwhile is not
/// a violation. Neither is one that was under way when the callback returned.
package struct SendingEnd: Hashable, Sendable {
    private enum Phase: Hashable, Sendable {
        case none
        /// The gate is closed, and the callback has not returned.
        case delivering
        /// The callback has returned.
        case delivered(MediaTime)
    }

    /// How long a call may be under way after the gate has closed or the callback has returned: a thread that is ready
    /// to run waits for less on a loaded machine. Chosen.
    package static let window = MediaTime.milliseconds(50)

    private var phase = Phase.none

    package init() {}

    /// The gate closes; the callback follows.
    package mutating func begin() { phase = .delivering }

    /// The callback has returned. A call without ``begin()`` before it does nothing.
    package mutating func finish(_ now: MediaTime) {
        if phase == .delivering { phase = .delivered(now) }
    }

    /// Whether a call that is rejected now may precede the callback.
    package func mayPrecedeCallback(_ now: MediaTime) -> Bool {
        switch phase {
        case .none: false
        case .delivering: true
        case .delivered(let time): now - time <= Self.window
        }
    }
}
