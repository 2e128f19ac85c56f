/// Where a session stands.
public enum SessionState: String, Hashable, Sendable, Codable, CaseIterable {
    /// Not begun.
    case idle
    /// Inputs are being opened.
    case opening
    /// The start of the studio is being answered.
    case starting
    /// Outputs are being opened.
    case connecting
    /// Media is sent.
    case sending
    /// The studio is stopping.
    case stopping
    /// Outputs write their end.
    case finishing
    /// It is over.
    case finished
}

/// The life of a session: decides what comes next, performs nothing.
///
/// One step at a time is performed; its end is the next input. A reason to stop may come at any time, and the first one wins.
package struct SessionStateMachine: Sendable {
    package enum Action: Hashable, Sendable {
        case none
        /// Open the inputs; then `opened`.
        case open
        /// Start the studio; then `started`.
        case start
        /// Open the outputs; then `connected`.
        case connect
        /// Send media; then `sent`.
        case send
        /// End the step that is being performed: what it waits for is not needed any more.
        case interrupt
        /// Stop the studio; then `stopped`.
        case stop
        /// Let the outputs write their end; then `outputsFinished`.
        case finish
        /// Publish the end.
        case conclude
    }

    package private(set) var state = SessionState.idle
    /// Why it stops: the first reason that came, or a failure that came before all reasons.
    package private(set) var reason: StopReason?
    /// Whether it has been asked to stop.
    package private(set) var isStopping = false
    /// Whether outputs have been opened, so that they must be finished.
    private var hasOutputs = false

    package init() {}

    package mutating func begin() -> Action {
        guard state == .idle else { return .none }
        state = .opening
        return .open
    }

    /// Something failed that the session survives.
    package mutating func note(_ reason: StopReason) {
        if state != .finished, self.reason == nil { self.reason = reason }
    }

    /// Something asks the session to stop.
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

    /// The inputs are open, or cannot be opened.
    package mutating func opened() -> Action {
        guard state == .opening else { return .none }
        guard !isStopping else { return conclude() }
        state = .starting
        return .start
    }

    /// The studio was started, or the start has failed.
    package mutating func started() -> Action {
        guard state == .starting else { return .none }
        guard !isStopping else {
            state = .stopping
            return .stop
        }
        state = .connecting
        return .connect
    }

    /// The outputs are open, as far as they can be opened.
    package mutating func connected() -> Action {
        guard state == .connecting else { return .none }
        hasOutputs = true
        state = isStopping ? .stopping : .sending
        return isStopping ? .stop : .send
    }

    /// Nothing more is sent.
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

    /// Every output is over.
    package mutating func outputsFinished() -> Action {
        state == .finishing ? conclude() : .none
    }

    private mutating func conclude() -> Action {
        state = .finished
        reason = reason ?? .endOfStream
        return .conclude
    }
}
