/// The state of a session.
public enum SessionState: String, Hashable, Sendable, Codable, CaseIterable {
    /// Not started.
    case idle
    /// The inputs are being opened.
    case opening
    /// The result of the studio's start is pending.
    case starting
    /// The outputs are being opened.
    case connecting
    /// Media is sent.
    case sending
    /// The studio is stopping.
    case stopping
    /// The outputs are being finished.
    case finishing
    /// Ended.
    case finished
}

/// The state machine of a session. It makes decisions and performs nothing.
///
/// The steps are performed serially; the end of a step is the next input. A stop reason may arrive at any time, and the
/// first one wins.
package struct SessionStateMachine: Sendable {
    package enum Action: Hashable, Sendable {
        case none
        /// Open the inputs, then report `opened`.
        case open
        /// Start the studio, then report `started`.
        case start
        /// Open the outputs, then report `connected`.
        case connect
        /// Send media, then report `sent`.
        case send
        /// Interrupt the current step, because its result is no longer needed.
        case interrupt
        /// Stop the studio, then report `stopped`.
        case stop
        /// Finish the outputs, then report `outputsFinished`.
        case finish
        /// Publish the end.
        case conclude
    }

    package private(set) var state = SessionState.idle
    /// The first stop reason, or a failure before it.
    package private(set) var reason: StopReason?
    /// Whether a stop was requested.
    package private(set) var isStopping = false
    /// Whether outputs were opened, so that they must be finished.
    private var hasOutputs = false

    package init() {}

    package mutating func begin() -> Action {
        guard state == .idle else { return .none }
        state = .opening
        return .open
    }

    /// Records a failure that does not end the session.
    package mutating func note(_ reason: StopReason) {
        if state != .finished, self.reason == nil { self.reason = reason }
    }

    /// Requests a stop.
    package mutating func stop(_ reason: StopReason) -> Action {
        if state == .finished || isStopping { return .none }
        note(reason)
        isStopping = true
        switch state {
        case .idle:
            state = .finished
            return .conclude
        case .opening, .starting, .connecting, .sending: return .interrupt
        case .stopping, .finishing, .finished: return .none
        }
    }

    /// The inputs are open, or failed to open.
    package mutating func opened() -> Action {
        guard state == .opening else { return .none }
        guard !isStopping else { return conclude() }
        state = .starting
        return .start
    }

    /// The studio was started, or failed to start.
    package mutating func started() -> Action {
        guard state == .starting else { return .none }
        guard !isStopping else {
            state = .stopping
            return .stop
        }
        state = .connecting
        return .connect
    }

    /// The outputs are open, or failed to open.
    package mutating func connected() -> Action {
        guard state == .connecting else { return .none }
        hasOutputs = true
        state = isStopping ? .stopping : .sending
        return isStopping ? .stop : .send
    }

    /// Sending has ended.
    package mutating func sent() -> Action {
        guard state == .sending else { return .none }
        state = .stopping
        return .stop
    }

    /// The studio has stopped.
    package mutating func stopped() -> Action {
        guard state == .stopping else { return .none }
        guard hasOutputs else { return conclude() }
        state = .finishing
        return .finish
    }

    /// All outputs have ended.
    package mutating func outputsFinished() -> Action {
        state == .finishing ? conclude() : .none
    }

    private mutating func conclude() -> Action {
        state = .finished
        reason = reason ?? .endOfStream
        return .conclude
    }
}
