import StudioCore

/// The state machine of a session. It makes all decisions and performs nothing: which step is next, whether and why the
/// session stops, and which failure is reported.
///
/// Each state has a step. Steps are performed serially; the end of a step is an input. Reports and stops may arrive at any
/// time; the first reason wins. What reports mean is in `SessionStateMachine+Reports.swift`.
struct SessionStateMachine: Sendable {
    enum Action: Hashable, Sendable {
        /// Publish an event.
        case publish(SessionEvent.Kind)
        /// Publish a violation that no call of the studio has reported.
        case report(StudioError)
        /// Interrupt the current step, because its result is no longer needed.
        case interrupt
        /// Publish the state, perform its step, then report the step as completed. The step of `finished` is to close.
        case enter(SessionState)
    }

    private(set) var state = SessionState.idle
    /// The first stop reason, or the reason of an earlier failure.
    private(set) var reason: StopReason?
    /// Whether a stop was requested.
    private(set) var isStopping = false
    /// Whether the end was published.
    private(set) var isOver = false
    /// All failures, in order.
    private(set) var failures: [SessionFailure] = []
    /// The received callbacks.
    var callbacks = ReceivedCallbacks()
    /// Whether outputs were opened, so that they must be finished.
    private var hasOutputs = false

    init() {}

    // MARK: Steps

    /// Starts the session.
    mutating func begin() -> [Action] {
        state == .idle ? enter(.opening) : []
    }

    /// The step of a state was performed, or has failed.
    mutating func completed(_ step: SessionState) -> [Action] {
        guard state == step, !isOver else { return [] }
        switch step {
        case .idle: return []
        case .opening: return enter(isStopping ? .finished : .starting)
        case .starting: return enter(isStopping ? .stopping : .connecting)
        case .connecting:
            hasOutputs = true
            return enter(isStopping ? .stopping : .sending)
        case .sending: return enter(.stopping)
        case .stopping: return enter(hasOutputs ? .finishing : .finished)
        case .finishing: return enter(.finished)
        case .finished:
            isOver = true
            return [.publish(.stopped(reason: reason ?? .endOfStream))]
        }
    }

    private mutating func enter(_ next: SessionState) -> [Action] {
        state = next
        if next == .finished { reason = reason ?? .endOfStream }
        return [.enter(next)]
    }

    // MARK: Stopping

    /// Requests a stop.
    mutating func stop(_ reason: StopReason) -> [Action] {
        guard !isStopping, state != .finished else { return [] }
        isStopping = true
        self.reason = self.reason ?? reason
        switch state {
        case .idle: return enter(.finished)
        case .opening, .starting, .connecting, .sending: return [.interrupt]
        case .stopping, .finishing, .finished: return []
        }
    }

    /// Reports a failure that ends the session.
    mutating func fail(_ failure: SessionFailure, reason: StopReason? = nil) -> [Action] {
        note(failure, reason: reason) + stop(reason ?? .error(code: failure.code))
    }

    /// Reports a failure that does not end the session. It becomes the stop reason if there is no earlier one.
    mutating func note(_ failure: SessionFailure, reason: StopReason? = nil) -> [Action] {
        failures.append(failure)
        if state != .finished { self.reason = self.reason ?? reason ?? .error(code: failure.code) }
        return [.publish(.failed(failure: failure))]
    }
}
