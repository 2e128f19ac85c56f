package import StudioCore

/// The life of Production Studio in one meeting: decides, performs nothing.
///
/// Calls of the app, events of the meeting and deliveries on the callback queue are inputs; each returns the action that
/// its owner performs.
package struct ControllerStateMachine: Sendable {
    /// One accepted `start`, until its studio is idle again; never used twice.
    package struct StartID: Hashable, Sendable {
        package let value: Int
    }

    package enum State: Hashable, Sendable {
        /// Nothing runs. Leaves on `start`.
        case idle
        /// The answer is owed. Leaves on `answerDue`, `stop`, `interrupt`.
        case starting(StartID, VideoCapability)
        /// The answer false is owed, because the start was interrupted. Leaves on `answerDue`, `stop`.
        case refusing(StartID)
        /// `onStartSend` is owed. Leaves on `senderDue`, `stop`, `interrupt`.
        case accepted(StartID, VideoCapability)
        /// Frames are accepted. Leaves on `stop`, `interrupt`.
        case sending(StartID, VideoCapability)
        /// `onStopSend` is owed. Leaves on `stopDue`.
        case stopping(StartID, StopOrigin)
    }

    /// The state from which the stop came.
    package enum StopOrigin: Hashable, Sendable {
        /// Not answered: the answer false comes before `onStopSend`.
        case starting
        /// Answered with false after the stop.
        case refused
        /// Answered with true; nothing was sent.
        case accepted
        /// Frames are accepted until `onStopSend`.
        case sending
    }

    /// What `start` depends on, read once at the call.
    package struct StartConditions: Hashable, Sendable {
        package var inMeeting = true
        package var isSupported = true
        package var hasPermission = true
        package var hasDelegate = true
        package var maximumWidth = VideoCapability.largest.width
        package var maximumHeight = VideoCapability.largest.height
        /// A failure that the test injects, used where everything else is in order.
        package var injectedFailure: StudioError.Code?

        package init() {}
    }

    package enum StartAction: Hashable, Sendable {
        /// On the callback queue, after the answer's latency: `answerDue`.
        case scheduleAnswer(StartID)
        case refuse(StudioError)
    }

    package enum AnswerAction: Hashable, Sendable {
        /// Deliver true; then, after its delay: `senderDue`.
        case deliverAccepted(StartID)
        case deliverRefused
        /// Not a start that waits for an answer.
        case ignore
    }

    package enum SenderAction: Hashable, Sendable {
        /// Open this start's sender for this contract, then deliver it.
        case deliverSender(StartID, VideoCapability)
        /// Deliver nil; then, on the callback queue: `stopDue`.
        case deliverNoSender(StartID)
        /// Stopped or interrupted before the sender was due: a race that any app may run into.
        case ignore
    }

    package enum StopAction: Hashable, Sendable {
        /// On the callback queue: `stopDue`.
        case scheduleStop(StartID)
        case refuse(StudioError)
    }

    package enum InterruptAction: Hashable, Sendable {
        case scheduleStop(StartID)
        /// Nothing was on, or its end is on the way already.
        case ignore
    }

    package enum StopDelivery: Hashable, Sendable {
        /// The gate was closed before; deliver `onStopSend`, then, if it had been announced, the studio user's leaving.
        case deliver(wasSending: Bool)
        case ignore
    }

    package private(set) var state = State.idle
    private var starts = 0

    package init() {}

    // MARK: Queries

    /// The answer of `isPSModeStarted`.
    package var isStarted: Bool {
        switch state {
        case .idle, .starting, .refusing: false
        case .accepted, .sending: true
        case .stopping(_, let origin): origin == .accepted || origin == .sending
        }
    }

    /// Whether a frame that meets the contract is accepted.
    package var acceptsFrames: Bool {
        switch state {
        case .sending, .stopping(_, .sending): true
        case .idle, .starting, .refusing, .accepted, .stopping: false
        }
    }

    // MARK: Calls of the app

    package mutating func start(_ capability: VideoCapability, under conditions: StartConditions) -> StartAction {
        if let refusal = refusal(of: capability, under: conditions) { return .refuse(refusal) }
        starts += 1
        let id = StartID(value: starts)
        state = .starting(id, capability)
        return .scheduleAnswer(id)
    }

    package mutating func stop(inMeeting: Bool) -> StopAction {
        guard inMeeting else {
            return .refuse(StudioError(.stopOutsideMeeting, "the meeting is over", hint: "drop the controller with it"))
        }
        switch state {
        case .idle:
            return .refuse(StudioError(.stopNothingRunning, "nothing runs", hint: "start first"))
        case .stopping:
            return .refuse(StudioError(.stopNothingRunning, "the run is stopping already", hint: "wait for onStopSend"))
        case .starting(let id, _), .refusing(let id):
            state = .stopping(id, .starting)
            return .scheduleStop(id)
        case .accepted(let id, _):
            state = .stopping(id, .accepted)
            return .scheduleStop(id)
        case .sending(let id, _):
            state = .stopping(id, .sending)
            return .scheduleStop(id)
        }
    }

    // MARK: Events of the meeting

    /// Role lost, meeting ended or left, or a stop inside the SDK.
    package mutating func interrupt() -> InterruptAction {
        switch state {
        case .idle, .refusing, .stopping:
            return .ignore
        case .starting(let id, _):
            state = .refusing(id)
            return .ignore
        case .accepted(let id, _):
            state = .stopping(id, .accepted)
            return .scheduleStop(id)
        case .sending(let id, _):
            state = .stopping(id, .sending)
            return .scheduleStop(id)
        }
    }

    // MARK: Deliveries on the callback queue

    /// The answer to this start is due; `accepted` is what the meeting answers.
    package mutating func answerDue(_ id: StartID, accepted: Bool) -> AnswerAction {
        switch state {
        case .starting(id, let capability):
            state = accepted ? .accepted(id, capability) : .idle
            return accepted ? .deliverAccepted(id) : .deliverRefused
        case .refusing(id):
            state = .idle
            return .deliverRefused
        case .stopping(id, .starting):
            state = .stopping(id, .refused)
            return .deliverRefused
        case .idle, .starting, .refusing, .accepted, .sending, .stopping:
            return .ignore
        }
    }

    /// The sender of this start is due; `present` is false where nil is to be delivered.
    package mutating func senderDue(_ id: StartID, present: Bool) -> SenderAction {
        switch state {
        case .accepted(id, let capability):
            state = present ? .sending(id, capability) : .stopping(id, .accepted)
            return present ? .deliverSender(id, capability) : .deliverNoSender(id)
        case .idle, .starting, .refusing, .accepted, .sending, .stopping:
            return .ignore
        }
    }

    /// `onStopSend` of this start is due and its gate is closed.
    package mutating func stopDue(_ id: StartID) -> StopDelivery {
        switch state {
        case .stopping(id, let origin):
            state = .idle
            return .deliver(wasSending: origin == .sending)
        case .idle, .starting, .refusing, .accepted, .sending, .stopping:
            return .ignore
        }
    }

    // MARK: Checks of a start, environment first and arguments last

    private func refusal(of capability: VideoCapability, under conditions: StartConditions) -> StudioError? {
        if !conditions.inMeeting {
            return StudioError(.startOutsideMeeting, "there is no meeting", hint: "join one first")
        }
        if !conditions.isSupported {
            return StudioError(.startUnsupported, "this meeting does not support Production Studio")
        }
        if !conditions.hasPermission {
            return .withoutPermission
        }
        if state != .idle {
            return StudioError(.startTwice, "a run is on already", hint: "wait for onStopSend before starting again")
        }
        if !conditions.hasDelegate {
            return StudioError(
                .startWithoutDelegate, "no delegate is set", hint: "set it before starting, and keep it alive")
        }
        if let refusal = capability.refusal(
            maximumWidth: conditions.maximumWidth, maximumHeight: conditions.maximumHeight)
        {
            return refusal
        }
        if let code = conditions.injectedFailure {
            return StudioError(.startFailureInjected, "failed on request", code: code)
        }
        return nil
    }
}
