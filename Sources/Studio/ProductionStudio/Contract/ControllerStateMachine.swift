package import StudioCore

/// The state machine of Production Studio in one meeting. It makes decisions and performs nothing.
///
/// Client calls, meeting events and deliveries on the callback queue are inputs. Each returns the action that the owner
/// must perform.
package struct ControllerStateMachine: Sendable {
    /// Identifies one accepted `start` until the studio is idle again; never reused.
    package struct StartID: Hashable, Sendable {
        package let value: Int
    }

    package enum State: Hashable, Sendable {
        /// Nothing is active. Leaves on `start`.
        case idle
        /// The result is pending. Leaves on `answerDue`, `stop`, `interrupt`.
        case starting(StartID, VideoCapability)
        /// The result false is pending, because the start was interrupted. Leaves on `answerDue`, `stop`.
        case refusing(StartID)
        /// `onStartSend` is pending. Leaves on `senderDue`, `stop`, `interrupt`.
        case accepted(StartID, VideoCapability)
        /// Frames are accepted. Leaves on `stop`, `interrupt`.
        case sending(StartID, VideoCapability)
        /// `onStopSend` is pending. Leaves on `stopDue`.
        case stopping(StartID, StopOrigin)
    }

    /// The state in which the stop occurred.
    package enum StopOrigin: Hashable, Sendable {
        /// Before the result: the result false precedes `onStopSend`.
        case starting
        /// The result false was delivered after the stop.
        case refused
        /// The result true was delivered; nothing was sent.
        case accepted
        /// Frames are accepted until `onStopSend`.
        case sending
    }

    /// The conditions of a `start`, read once at the call.
    package struct StartConditions: Hashable, Sendable {
        package var inMeeting = true
        package var isSupported = true
        package var hasPermission = true
        package var hasDelegate = true
        package var maximumWidth = VideoCapability.largest.width
        package var maximumHeight = VideoCapability.largest.height
        /// A failure injected by a test; used when all other conditions hold.
        package var injectedFailure: StudioError.Code?

        package init() {}
    }

    package enum StartAction: Hashable, Sendable {
        /// On the callback queue, after the result's latency: `answerDue`.
        case scheduleAnswer(StartID)
        case refuse(StudioError)
    }

    package enum AnswerAction: Hashable, Sendable {
        /// Deliver true, then `senderDue` after its delay.
        case deliverAccepted(StartID)
        case deliverRefused
        /// Not a start that waits for its result.
        case ignore
    }

    package enum SenderAction: Hashable, Sendable {
        /// Open this start's sender for this contract, then deliver it.
        case deliverSender(StartID, VideoCapability)
        /// Deliver nil, then `stopDue` on the callback queue.
        case deliverNoSender(StartID)
        /// Stopped or interrupted before the sender was due; a race that any client may cause.
        case ignore
    }

    package enum StopAction: Hashable, Sendable {
        /// On the callback queue: `stopDue`.
        case scheduleStop(StartID)
        case refuse(StudioError)
    }

    package enum InterruptAction: Hashable, Sendable {
        case scheduleStop(StartID)
        /// Nothing was active, or its end is already scheduled.
        case ignore
    }

    package enum StopDelivery: Hashable, Sendable {
        /// The gate is closed. Deliver `onStopSend`, then, if the studio user was announced, its leaving.
        case deliver(wasSending: Bool)
        case ignore
    }

    package private(set) var state = State.idle
    private var starts = 0

    package init() {}

    // MARK: Queries

    /// The value of `isPSModeStarted`.
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

    // MARK: Client calls

    package mutating func start(_ capability: VideoCapability, under conditions: StartConditions) -> StartAction {
        if let refusal = refusal(of: capability, under: conditions) { return .refuse(refusal) }
        starts += 1
        let id = StartID(value: starts)
        state = .starting(id, capability)
        return .scheduleAnswer(id)
    }

    package mutating func stop(inMeeting: Bool) -> StopAction {
        guard inMeeting else {
            return .refuse(
                StudioError(
                    .stopOutsideMeeting, "the meeting is over", hint: "release the controller when the meeting ends"))
        }
        switch state {
        case .idle:
            return .refuse(StudioError(.stopNotStarted, "nothing is being sent", hint: "start first"))
        case .stopping:
            return .refuse(StudioError(.stopNotStarted, "the studio is already stopping", hint: "wait for onStopSend"))
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

    // MARK: Meeting events

    /// The role was lost, the meeting ended or was left, or the SDK stopped the studio.
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

    /// The result of this start is due; `accepted` is the meeting's decision.
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

    /// The sender of this start is due; `present` is false when nil is delivered.
    package mutating func senderDue(_ id: StartID, present: Bool) -> SenderAction {
        switch state {
        case .accepted(id, let capability):
            state = present ? .sending(id, capability) : .stopping(id, .accepted)
            return present ? .deliverSender(id, capability) : .deliverNoSender(id)
        case .idle, .starting, .refusing, .accepted, .sending, .stopping:
            return .ignore
        }
    }

    /// `onStopSend` of this start is due, and its gate is closed.
    package mutating func stopDue(_ id: StartID) -> StopDelivery {
        switch state {
        case .stopping(id, let origin):
            state = .idle
            return .deliver(wasSending: origin == .sending)
        case .idle, .starting, .refusing, .accepted, .sending, .stopping:
            return .ignore
        }
    }

    // MARK: Checks of a start: environment first, arguments last

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
            return StudioError(
                .startTwice, "the studio is already active", hint: "wait for onStopSend before starting again")
        }
        if !conditions.hasDelegate {
            return StudioError(
                .startWithoutDelegate, "no delegate is set, or it was released",
                hint: "set it before starting, and keep it alive")
        }
        if let refusal = capability.refusal(
            maximumWidth: conditions.maximumWidth, maximumHeight: conditions.maximumHeight)
        {
            return refusal
        }
        if let code = conditions.injectedFailure {
            return StudioError(.startFailureInjected, "injected failure", code: code)
        }
        return nil
    }
}
