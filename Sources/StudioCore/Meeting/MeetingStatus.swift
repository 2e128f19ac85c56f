/// The state of a meeting as the app knows it.
public enum MeetingStatus: String, Hashable, Sendable, Codable, CaseIterable {
    /// Not joined yet.
    case idle
    /// Joining.
    case connecting
    /// The host has not come yet.
    case waitingForHost
    /// It goes on.
    case inMeeting
    /// On the way out; `ended` follows.
    case disconnecting
    /// The connection is being mended; media is dropped.
    case reconnecting
    /// Joining failed.
    case failed
    /// It is over for the local user; ``EndReason`` says why.
    case ended
    /// The local user's sound is connected; an event, not a state.
    case audioReady
    /// The account is in another meeting, which would have to end first.
    case otherMeetingInProgress
    /// The host has not let the local user in, or has put them outside.
    case inWaitingRoom
    /// The local user became a panelist; an event, not a state.
    case webinarPromoted
    /// The local user became an attendee; an event, not a state.
    case webinarDemoted
    /// The local user moved into a breakout room; an event, not a state.
    case joinedBreakoutRoom
    /// The local user came back from a breakout room; an event, not a state.
    case leftBreakoutRoom

    /// Whether it names an event only, while the status itself stays as it was.
    public var isMomentary: Bool {
        switch self {
        case .audioReady, .webinarPromoted, .webinarDemoted, .joinedBreakoutRoom, .leftBreakoutRoom: true
        default: false
        }
    }

    /// Whether calls to the meeting's controllers are answered.
    public var isGoingOn: Bool { self == .inMeeting || self == .reconnecting }

    /// Whether it is final.
    public var isOver: Bool { self == .ended || self == .failed }
}

/// Why a meeting is over.
public enum EndReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// The local user left, or ended the meeting.
    case none
    /// The host expelled the local user.
    case kickedByHost
    /// The host ended it for everybody.
    case endedByHost
    /// The host did not come in time.
    case joinBeforeHostTimeout
    /// Nobody else came.
    case noAttendee
    /// The host began another meeting.
    case hostStartedAnotherMeeting
    /// The time of a free meeting is over.
    case freeMeetingTimeout
    /// Anything else, a connection that is lost for good for example.
    case undefined
    /// The user on whose behalf an app had joined left.
    case authorizedUserLeft
}

/// What kind of meeting it is.
public enum MeetingKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Everybody can be seen and heard.
    case meeting
    /// Attendees watch; hosts, co-hosts and panelists are on stage.
    case webinar

    /// What a host or co-host is without that role.
    package var plainRole: MeetingRole { self == .meeting ? .attendee : .panelist }
}

/// How joining a meeting goes.
public enum MeetingEntrance: String, Hashable, Sendable, Codable, CaseIterable {
    /// Straight in.
    case direct
    /// Into the waiting room; `admit` lets in.
    case waitingRoom
    /// The host has not come yet; `admit` lets in when they have.
    case beforeHost
    /// The account is in another meeting; `admit` lets in when that has ended.
    case otherMeetingInProgress
    /// Not at all.
    case failure
}

/// Something that a meeting notifies the app of, in this order.
public enum MeetingEvent: Hashable, Sendable {
    /// The status changed; the reason is `none` but for `ended`.
    case status(MeetingStatus, EndReason)
    /// Somebody came, the local user included, or was there when the local user came.
    case joined(Participant)
    /// Somebody left.
    case left(Participant)
    /// Somebody's role changed.
    case role(Participant)
    /// The host is another one; 0 when there is none.
    case host(UserID)
    /// Somebody became co-host, or is it no longer.
    case coHost(UserID, Bool)
    /// A studio user began or ended publishing.
    case studioUser(UserID, isSending: Bool)
    /// Somebody's picture was switched on or off.
    case video(Participant)
}
