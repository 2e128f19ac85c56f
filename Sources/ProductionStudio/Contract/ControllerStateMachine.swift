package import StudioCore

/// The life of Production Studio in one meeting: decides, performs nothing.
///
/// Calls of the app, events of the meeting and deliveries of the lane are inputs; each returns the action that its
/// owner performs.
package struct ControllerStateMachine: Sendable {
    /// One run from an accepted `start` to its end; never used twice.
    package struct RunID: Hashable, Sendable {
        package let value: Int
    }

    package enum State: Hashable, Sendable {
        /// Nothing runs. Leaves on `start`.
        case idle
        /// The answer is owed. Leaves on `answerDue`, `stop`, `lose`.
        case starting(RunID, VideoCapability)
        /// The answer false is owed, because role or meeting were lost. Leaves on `answerDue`, `stop`.
        case refusing(RunID)
        /// `onStartSend` is owed. Leaves on `senderDue`, `stop`, `lose`.
        case accepted(RunID, VideoCapability)
        /// Frames are accepted. Leaves on `stop`, `lose`.
        case sending(RunID, VideoCapability)
        /// `onStopSend` is owed. Leaves on `stopDue`.
        case stopping(RunID, Reached)
    }

    /// How far a stopping run had come.
    package enum Reached: Hashable, Sendable {
        /// Not answered: the answer false comes before `onStopSend`.
        case starting
        /// Answered with false after its stop.
        case refused
        /// Answered with true, never sent.
        case accepted
        /// Sent; frames are accepted until `onStopSend`.
        case sending
    }

    /// What `start` needs to know of the world, read once at the call.
    package struct Situation: Hashable, Sendable {
        package var inMeeting = true
        package var isSupported = true
        package var hasPermission = true
        package var hasDelegate = true
        package var maximumWidth = VideoCapability.largest.width
        package var maximumHeight = VideoCapability.largest.height
        /// A failure that the test asked for, used where everything else is in order.
        package var injectedFailure: StudioError.Code?

        package init() {}
    }

    package enum StartAction: Hashable, Sendable {
        /// On the lane, after the answer's latency: `answerDue`.
        case scheduleAnswer(RunID)
        case refuse(StudioError)
    }

    package enum AnswerAction: Hashable, Sendable {
        /// Deliver true; then, after its delay: `senderDue`.
        case deliverAccepted(RunID)
        case deliverRefused
        /// Not a run that waits for an answer.
        case ignore
    }

    package enum SenderAction: Hashable, Sendable {
        /// Open this run's sender for this contract, then deliver it.
        case deliverSender(RunID, VideoCapability)
        /// Deliver nil; then, on the lane: `stopDue`.
        case deliverNoSender(RunID)
        /// The run was stopped or lost before its sender was due: a race that any app may run into.
        case ignore
    }

    package enum StopAction: Hashable, Sendable {
        /// On the lane: `stopDue`.
        case scheduleStop(RunID)
        case refuse(StudioError)
    }

    package enum LossAction: Hashable, Sendable {
        case scheduleStop(RunID)
        /// Nothing ran, or its end is on the way already.
        case ignore
    }

    package enum StopDelivery: Hashable, Sendable {
        /// The gate was closed before; deliver `onStopSend`, then, if it had been announced, the studio user's leaving.
        case deliver(wasSending: Bool)
        case ignore
    }

    package private(set) var state = State.idle
    private var runs = 0

    package init() {}

    // MARK: Queries

    /// The answer of `isPSModeStarted`.
    package var isStarted: Bool {
        switch state {
        case .idle, .starting, .refusing: false
        case .accepted, .sending: true
        case .stopping(_, let reached): reached == .accepted || reached == .sending
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

    package mutating func start(_ capability: VideoCapability, in situation: Situation) -> StartAction {
        if let refusal = refusal(of: capability, in: situation) { return .refuse(refusal) }
        runs += 1
        let run = RunID(value: runs)
        state = .starting(run, capability)
        return .scheduleAnswer(run)
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
        case .starting(let run, _), .refusing(let run):
            state = .stopping(run, .starting)
            return .scheduleStop(run)
        case .accepted(let run, _):
            state = .stopping(run, .accepted)
            return .scheduleStop(run)
        case .sending(let run, _):
            state = .stopping(run, .sending)
            return .scheduleStop(run)
        }
    }

    // MARK: Events of the meeting

    /// Role lost, meeting ended or left, or a stop inside the SDK.
    package mutating func lose() -> LossAction {
        switch state {
        case .idle, .refusing, .stopping:
            return .ignore
        case .starting(let run, _):
            state = .refusing(run)
            return .ignore
        case .accepted(let run, _):
            state = .stopping(run, .accepted)
            return .scheduleStop(run)
        case .sending(let run, _):
            state = .stopping(run, .sending)
            return .scheduleStop(run)
        }
    }

    // MARK: Deliveries of the lane

    /// The answer of this run is due; `accepted` is what the meeting says.
    package mutating func answerDue(_ run: RunID, accepted: Bool) -> AnswerAction {
        switch state {
        case .starting(run, let capability):
            state = accepted ? .accepted(run, capability) : .idle
            return accepted ? .deliverAccepted(run) : .deliverRefused
        case .refusing(run):
            state = .idle
            return .deliverRefused
        case .stopping(run, .starting):
            state = .stopping(run, .refused)
            return .deliverRefused
        case .idle, .starting, .refusing, .accepted, .sending, .stopping:
            return .ignore
        }
    }

    /// The sender of this run is due; `present` is false where nil is to be delivered.
    package mutating func senderDue(_ run: RunID, present: Bool) -> SenderAction {
        switch state {
        case .accepted(run, let capability):
            state = present ? .sending(run, capability) : .stopping(run, .accepted)
            return present ? .deliverSender(run, capability) : .deliverNoSender(run)
        case .idle, .starting, .refusing, .accepted, .sending, .stopping:
            return .ignore
        }
    }

    /// `onStopSend` of this run is due and its gate is closed.
    package mutating func stopDue(_ run: RunID) -> StopDelivery {
        switch state {
        case .stopping(run, let reached):
            state = .idle
            return .deliver(wasSending: reached == .sending)
        case .idle, .starting, .refusing, .accepted, .sending, .stopping:
            return .ignore
        }
    }

    // MARK: Checks of a start, environment first and arguments last

    private func refusal(of capability: VideoCapability, in situation: Situation) -> StudioError? {
        if !situation.inMeeting {
            return StudioError(.startOutsideMeeting, "there is no meeting", hint: "join one first")
        }
        if !situation.isSupported {
            return StudioError(.startUnsupported, "this meeting does not support Production Studio")
        }
        if !situation.hasPermission {
            return .withoutPermission
        }
        if state != .idle {
            return StudioError(.startTwice, "a run is on already", hint: "wait for onStopSend before starting again")
        }
        if !situation.hasDelegate {
            return StudioError(
                .startWithoutDelegate, "no delegate is set", hint: "set it before starting, and keep it alive")
        }
        if let refusal = capability.refusal(
            maximumWidth: situation.maximumWidth, maximumHeight: situation.maximumHeight)
        {
            return refusal
        }
        if let code = situation.injectedFailure {
            return StudioError(.startFailureInjected, "failed on request", code: code)
        }
        return nil
    }
}
