public import StudioCore

/// Receives the events of a meeting, on its callback queue and in order.
///
/// Inside a callback the meeting's queries agree with it.
public protocol MeetingDelegate: AnyObject, Sendable {
    /// Somebody came, a studio user included, or was there when the local user came.
    func meeting(_ meeting: Meeting, didAdd participant: Participant)
    /// Somebody left.
    func meeting(_ meeting: Meeting, didRemove participant: Participant)
    /// The local user's role changed.
    func meeting(_ meeting: Meeting, didChangeRoleTo role: MeetingRole)
    /// The meeting's status changed; ``Meeting/endReason`` says why it ended.
    func meeting(_ meeting: Meeting, didChangeStatusTo status: MeetingStatus)
    /// Another participant is host; ``UserID/none`` when there is none.
    func meeting(_ meeting: Meeting, didChangeHostTo host: UserID)
    /// A participant became co-host, or is it no longer.
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
        // The studio's delegate receives studio users; no callback exists for a participant's video.
        case .studioUser, .video: break
        }
    }
}
