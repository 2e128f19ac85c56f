/// The state of a meeting as the app is told; numbered as the vendor numbers `ZoomSDKMeetingStatus`.
public enum MeetingStatus: UInt32, Hashable, Sendable, CaseIterable {
    /// Not joined yet.
    case idle = 0
    /// Joining.
    case connecting = 1
    /// The host has not come yet.
    case waitingForHost = 2
    /// It goes on.
    case inMeeting = 3
    /// On the way out; `ended` follows.
    case disconnecting = 4
    /// The connection is being mended; media is dropped.
    case reconnecting = 5
    /// Joining failed.
    case failed = 6
    /// It is over for the local user; ``EndReason`` says why.
    case ended = 7
    /// The local user's sound is connected; told, not lasting.
    case audioReady = 8
    /// The account is in another meeting, which would have to end first.
    case otherMeetingInProgress = 9
    /// The host has not let the local user in, or has put them outside.
    case inWaitingRoom = 10
    /// The local user became a panelist; told, not lasting.
    case webinarPromoted = 12
    /// The local user became an attendee; told, not lasting.
    case webinarDemoted = 13
    /// The local user moved into a breakout room; told, not lasting.
    case joinedBreakoutRoom = 14
    /// The local user came back from a breakout room; told, not lasting.
    case leftBreakoutRoom = 15

    /// Whether it is only told, while the status itself stays as it was.
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

/// Why a meeting is over; numbered as the vendor numbers `EndMeetingReason`.
public enum EndReason: UInt32, Hashable, Sendable, CaseIterable {
    /// The local user left, or ended the meeting.
    case none = 0
    /// The host expelled the local user.
    case kickedByHost = 1
    /// The host ended it for everybody.
    case endedByHost = 2
    /// The host did not come in time.
    case joinBeforeHostTimeout = 3
    /// Nobody else came.
    case noAttendee = 4
    /// The host began another meeting.
    case hostStartedAnotherMeeting = 5
    /// The time of a free meeting is over.
    case freeMeetingTimeout = 6
    /// Anything else, a connection that is lost for good for example.
    case undefined = 7
    /// The user on whose behalf an app had joined left.
    case authorizedUserLeft = 8
}

/// What kind of meeting it is.
public enum MeetingKind: String, Hashable, Sendable, CaseIterable {
    /// Everybody can be seen and heard.
    case meeting
    /// Attendees watch; hosts, co-hosts and panelists are on stage.
    case webinar

    /// What a host or co-host is without that role.
    package var plainRole: MeetingRole { self == .meeting ? .attendee : .panelist }
}

/// How joining a meeting goes.
public enum MeetingEntrance: String, Hashable, Sendable, CaseIterable {
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

/// Something that a meeting tells the app, in the order in which it is told.
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
