public import StudioCore

/// Receives the events of a meeting, on its callback queue and in order.
///
/// Inside a callback, the meeting's queries agree with it.
public protocol MeetingDelegate: AnyObject, Sendable {
    /// A participant joined, including studio users, or was present when the local user joined.
    func meeting(_ meeting: Meeting, didAdd participant: Participant)
    /// A participant left.
    func meeting(_ meeting: Meeting, didRemove participant: Participant)
    /// The local user's role changed.
    func meeting(_ meeting: Meeting, didChangeRoleTo role: MeetingRole)
    /// The meeting's status changed; ``Meeting/endReason`` contains the reason of its end.
    func meeting(_ meeting: Meeting, didChangeStatusTo status: MeetingStatus)
    /// The host changed; ``UserID/none`` when there is none.
    func meeting(_ meeting: Meeting, didChangeHostTo host: UserID)
    /// A participant became co-host or lost that role.
    func meeting(_ meeting: Meeting, didChangeCoHost user: UserID, isCoHost: Bool)
}

extension MeetingDelegate {
    /// Does nothing.
    public func meeting(_ meeting: Meeting, didAdd participant: Participant) {}
    /// Does nothing.
    public func meeting(_ meeting: Meeting, didRemove participant: Participant) {}
    /// Does nothing.
    public func meeting(_ meeting: Meeting, didChangeRoleTo role: MeetingRole) {}
    /// Does nothing.
    public func meeting(_ meeting: Meeting, didChangeStatusTo status: MeetingStatus) {}
    /// Does nothing.
    public func meeting(_ meeting: Meeting, didChangeHostTo host: UserID) {}
    /// Does nothing.
    public func meeting(_ meeting: Meeting, didChangeCoHost user: UserID, isCoHost: Bool) {}
}

extension MeetingDelegate {
    func receive(_ event: MeetingEvent, from meeting: Meeting) {
        switch event {
        case .status(let status, _): self.meeting(meeting, didChangeStatusTo: status)
        case .joined(let participant): self.meeting(meeting, didAdd: participant)
        case .left(let participant): self.meeting(meeting, didRemove: participant)
        case .role(let participant):
            if participant.isMyself { self.meeting(meeting, didChangeRoleTo: participant.role) }
        case .host(let host): self.meeting(meeting, didChangeHostTo: host)
        case .coHost(let user, let isCoHost): self.meeting(meeting, didChangeCoHost: user, isCoHost: isCoHost)
        // The studio's delegate receives studio users. There is no callback for a participant's video.
        case .studioUser, .video: break
        }
    }
}
