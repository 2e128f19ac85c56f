package import StudioCore

// Joining in steps, with latency, a waiting room or a failure between them.
extension MeetingStateMachine {
    /// Whether the local user can join, in the client's view of the meeting.
    package enum Occupancy: Hashable, Sendable {
        /// Never joined.
        case unused
        /// Joining, joined, or leaving.
        case busy
        /// Over, and the client was notified.
        case over
    }

    /// The local user starts to join. `admit`, `wait` or `fail` follows.
    package mutating func connect() -> [Effect] {
        guard phase == .idle else { return [] }
        phase = .outside
        return [Self.status(.connecting)]
    }

    /// The local user must wait.
    ///
    /// - Parameter status: the cause: `inWaitingRoom`, `waitingForHost` or `otherMeetingInProgress`.
    package func wait(_ status: MeetingStatus) -> [Effect] {
        phase == .outside ? [Self.status(status)] : []
    }

    /// Joining fails, and `ended` is reported twice, as observed by some clients.
    package mutating func failAndEnd(_ failure: JoinFailure) -> [Effect] {
        guard phase == .outside else { return end(.undefined) }
        return [Self.status(.disconnecting)] + fail(failure) + [Self.status(.ended), Self.status(.ended)]
    }
}
