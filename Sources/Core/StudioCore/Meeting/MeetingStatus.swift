/// The state of a meeting as the client knows it.
public enum MeetingStatus: String, Hashable, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
    /// Not joined yet.
    case idle
    /// Joining.
    case connecting
    /// The host has not joined yet.
    case waitingForHost
    /// In the meeting.
    case inMeeting
    /// Leaving; `ended` follows.
    case disconnecting
    /// Reconnecting; media is dropped.
    case reconnecting
    /// Joining failed.
    case failed
    /// Ended for the local user; ``EndReason`` contains the reason.
    case ended
    /// The local user's audio is connected; an event, not a state.
    case audioReady
    /// The account is in another meeting, which must end first.
    case otherMeetingInProgress
    /// The host has not admitted the local user, or has moved them to the waiting room.
    case inWaitingRoom
    /// The local user became a panelist; an event, not a state.
    case webinarPromoted
    /// The local user became an attendee; an event, not a state.
    case webinarDemoted
    /// The local user moved into a breakout room; an event, not a state.
    case joinedBreakoutRoom
    /// The local user returned from a breakout room; an event, not a state.
    case leftBreakoutRoom

    /// Whether it is only an event, while the status stays the same.
    public var isMomentary: Bool {
        switch self {
        case .audioReady, .webinarPromoted, .webinarDemoted, .joinedBreakoutRoom, .leftBreakoutRoom: true
        default: false
        }
    }

    /// Whether calls to the meeting's controllers are accepted.
    public var isActive: Bool { self == .inMeeting || self == .reconnecting }

    /// Whether it is final.
    public var isOver: Bool { self == .ended || self == .failed }
}

/// Why a meeting ended.
public enum EndReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// The local user left, or ended the meeting.
    case none
    /// The host expelled the local user.
    case kickedByHost
    /// The host ended it for all.
    case endedByHost
    /// The host did not join in time.
    case joinBeforeHostTimeout
    /// No other participant joined.
    case noAttendee
    /// The host started another meeting.
    case hostStartedAnotherMeeting
    /// The time limit of a free meeting was reached.
    case freeMeetingTimeout
    /// Any other reason, for example a connection that could not be restored.
    case undefined
    /// The user on whose behalf the app had joined left.
    case authorizedUserLeft
}

/// The kind of a meeting.
public enum MeetingKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// All participants can be seen and heard.
    case meeting
    /// Attendees watch; hosts, co-hosts and panelists present.
    case webinar

    /// The role of a host or co-host who loses that role.
    package var plainRole: MeetingRole { self == .meeting ? .attendee : .panelist }
}

/// The result of joining a meeting.
public enum MeetingEntrance: String, Hashable, Sendable, Codable, CaseIterable {
    /// Joins immediately.
    case direct
    /// Enters the waiting room until `admit`.
    case waitingRoom
    /// Waits for the host until `admit`.
    case beforeHost
    /// The account is in another meeting; `admit` follows when that has ended.
    case otherMeetingInProgress
    /// Joining fails.
    case failure
}

/// An event that the client is notified of.
public enum MeetingEvent: Hashable, Sendable {
    /// The status changed; the reason is `none` except for `ended`.
    case status(MeetingStatus, EndReason)
    /// A participant joined, or was present when the local user joined. Includes the local user.
    case joined(Participant)
    /// A participant left.
    case left(Participant)
    /// A participant's role changed.
    case role(Participant)
    /// The host changed; 0 when there is none.
    case host(UserID)
    /// A participant became co-host or lost that role.
    case coHost(UserID, Bool)
    /// A studio user started or stopped sending.
    case studioUser(UserID, isSending: Bool)
    /// A participant's video was switched on or off.
    case video(Participant)
}
