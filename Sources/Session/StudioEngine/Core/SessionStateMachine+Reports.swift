import MediaInputs
import ProductionStudio
import StudioCore
import StudioMeeting

/// What a session asks its meeting when a step has ended.
struct MeetingFacts: Hashable, Sendable {
    var status = MeetingStatus.inMeeting
    var joinFailure: JoinFailure?
    var endReason: EndReason?
    /// Whether the local user may send.
    var maySend = true
}

extension MeetingFacts {
    init(_ meeting: Meeting) {
        status = meeting.status
        joinFailure = meeting.joinFailure
        endReason = meeting.endReason
        maySend = meeting.localUser.role.maySend
    }
}

// What the parts of a session report, and what it means for the session.
extension SessionStateMachine {
    // MARK: Callbacks

    /// A callback was delivered.
    mutating func received(_ callback: ReceivedCallbacks.Callback) -> [Action] {
        callbacks.add(callback)
        return callback == .stoppedSending ? [.interrupt] : []
    }

    /// Whether a step still waits. A stop ends every wait but that for the studio's end.
    func mustWait(for awaited: ReceivedCallbacks.Awaited) -> Bool {
        !callbacks.contains(awaited) && (!isStopping || awaited == .end)
    }

    /// A wait has ended, at the latest after its limit.
    mutating func waited(
        for awaited: ReceivedCallbacks.Awaited, limit: MediaTime, in meeting: MeetingFacts
    ) -> [Action] {
        guard !isStopping else { return [] }
        let isMissing = !callbacks.contains(awaited)
        switch awaited {
        case .authentication:
            if isMissing {
                return refuse("authenticationTimedOut", "the authentication was not answered within \(limit.seconds) s")
            }
            guard let result = callbacks.authentication, result != .success else { return [] }
            return refuse("authenticationFailed", "the authentication failed: \(result)")
        case .meeting:
            if callbacks.hasMeetingEnded {
                return refuse("joinFailed", "joining the meeting failed\(meeting.joinFailure.map { ": \($0)" } ?? "")")
            }
            guard isMissing else { return [] }
            let status = meeting.status.rawValue
            return refuse("joinTimedOut", "not in the meeting within \(limit.seconds) s; its status is \(status)")
        case .sender:
            if callbacks.hasSender == true { return [] }
            let isAccepted = callbacks.isAccepted
            guard isMissing else {
                return refuse("refused", isAccepted == false ? "the start was rejected" : "no sender was provided")
            }
            let missing = isAccepted == nil ? "the result of the start" : "onStartSend"
            return refuse("startTimedOut", "\(missing) was not delivered within \(limit.seconds) s")
        case .end: return []
        }
    }

    private mutating func refuse(_ code: String, _ message: String) -> [Action] {
        fail(SessionFailure(.refused, code, message))
    }

    // MARK: Inputs

    /// The inputs cannot be opened; a stop interrupts them, too.
    mutating func inputsFailed(_ error: any Error) -> [Action] {
        guard !isStopping else { return [] }
        let violation = (error as? StudioError).map { [Action.report($0)] } ?? []
        return violation + fail(SessionFailure(error))
    }

    /// Whether a client that sends by itself must end.
    var isInterrupted: Bool { isStopping || callbacks.hasStudioStopped }

    /// A client that sends by itself has sent its last frame.
    mutating func clientEnded() -> [Action] {
        // A session whose studio was stopped by the meeting ends by itself, for that reason.
        callbacks.hasStudioStopped ? [] : stop(.endOfStream)
    }

    /// Whether the end of the studio explains this end of sending. It may still be on its way.
    func expectsInterruption(after outcome: MediaProducer.Outcome?) -> Bool {
        switch outcome {
        case .finished?, .sourceFailed?: false
        case .cancelled?, nil: callbacks.hasStudioStopped && !isStopping
        // The studio closes the sender just before it reports its end, and a frame may arrive in between.
        case .refused(let error)?: error.rule == .sendNotStarted
        }
    }

    /// Sending has ended.
    ///
    /// - Parameter outcome: that of the producer; `nil` for a client that sends by itself.
    mutating func sendingEnded(_ outcome: MediaProducer.Outcome?, in meeting: MeetingFacts) -> [Action] {
        switch outcome {
        case .finished?: []
        case .sourceFailed(let error)?: fail(SessionFailure(error))
        case .refused(let error)? where error.rule != .sendNotStarted || !callbacks.hasStudioStopped:
            fail(SessionFailure(error))
        case .refused?, .cancelled?, nil: isStopping || !callbacks.hasStudioStopped ? [] : interrupted(in: meeting)
        }
    }

    /// The studio stopped without a request of the session.
    private mutating func interrupted(in meeting: MeetingFacts) -> [Action] {
        switch meeting.endReason {
        case .some(.none): return stop(.left)
        case nil, .kickedByHost?:
            let message = meeting.maySend ? "the meeting stopped the studio" : "the right to send was lost"
            return fail(SessionFailure(.refused, "roleLost", message), reason: .roleLost)
        default: return stop(.meetingEnded)
        }
    }

    // MARK: Outputs

    /// An output has failed; the others continue.
    mutating func outputFailed(_ address: String, _ failure: OutputFailure) -> [Action] {
        note(SessionFailure(.output, failure.cause.rawValue, "\(address): \(failure)"))
    }

    /// The outputs that were not removed were checked: their number, and whether all have failed.
    mutating func outputsChecked(count: Int, haveFailed: Bool) -> [Action] {
        count > 0 && haveFailed ? stop(.stopped) : []
    }

    /// The encoder has failed: while media is sent, or while it is drained.
    mutating func encoderFailed(_ message: String) -> [Action] {
        let failure = SessionFailure(.internal, "encoder", message)
        if state == .finishing { return note(failure) }
        return isStopping ? [] : fail(failure)
    }

    /// An output has not ended in time.
    mutating func outputTimedOut(_ address: String) -> [Action] {
        note(SessionFailure(.output, "finishTimedOut", "\(address): did not finish"))
    }
}
