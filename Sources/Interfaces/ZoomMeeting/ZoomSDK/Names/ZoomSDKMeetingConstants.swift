// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The state of the meeting. Corresponds to `MeetingStatus`; PS-SDK-002.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKMeetingStatus: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// Not joined yet.
public let ZoomSDKMeetingStatus_Idle = ZoomSDKMeetingStatus(rawValue: 0)
/// Joining.
public let ZoomSDKMeetingStatus_Connecting = ZoomSDKMeetingStatus(rawValue: 1)
/// The host has not joined yet.
public let ZoomSDKMeetingStatus_WaitingForHost = ZoomSDKMeetingStatus(rawValue: 2)
/// In the meeting.
public let ZoomSDKMeetingStatus_InMeeting = ZoomSDKMeetingStatus(rawValue: 3)
/// Leaving.
public let ZoomSDKMeetingStatus_Disconnecting = ZoomSDKMeetingStatus(rawValue: 4)
/// Reconnecting.
public let ZoomSDKMeetingStatus_Reconnecting = ZoomSDKMeetingStatus(rawValue: 5)
/// Joining failed.
public let ZoomSDKMeetingStatus_Failed = ZoomSDKMeetingStatus(rawValue: 6)
/// Ended; see the end reason.
public let ZoomSDKMeetingStatus_Ended = ZoomSDKMeetingStatus(rawValue: 7)
/// The local user's audio is connected.
public let ZoomSDKMeetingStatus_AudioReady = ZoomSDKMeetingStatus(rawValue: 8)
/// The account is in another meeting.
public let ZoomSDKMeetingStatus_OtherMeetingInProgress = ZoomSDKMeetingStatus(rawValue: 9)
/// The local user waits for admission.
public let ZoomSDKMeetingStatus_InWaitingRoom = ZoomSDKMeetingStatus(rawValue: 10)
/// The local user became a panelist.
public let ZoomSDKMeetingStatus_Webinar_Promote = ZoomSDKMeetingStatus(rawValue: 12)
/// The local user became an attendee.
public let ZoomSDKMeetingStatus_Webinar_Depromote = ZoomSDKMeetingStatus(rawValue: 13)
/// The local user moved to a breakout room.
public let ZoomSDKMeetingStatus_Join_Breakout_Room = ZoomSDKMeetingStatus(rawValue: 14)
/// The local user returned from a breakout room.
public let ZoomSDKMeetingStatus_Leave_Breakout_Room = ZoomSDKMeetingStatus(rawValue: 15)

/// Why a meeting ended. Corresponds to `EndReason`; PS-SDK-002.
///
/// An open set, like an imported C enum: any number is preserved.
public struct EndMeetingReason: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// The local user left, or ended the meeting.
public let EndMeetingReason_None = EndMeetingReason(rawValue: 0)
/// The host expelled the local user.
public let EndMeetingReason_KickByHost = EndMeetingReason(rawValue: 1)
/// The host ended it for all.
public let EndMeetingReason_EndByHost = EndMeetingReason(rawValue: 2)
/// The host did not join in time.
public let EndMeetingReason_JBHTimeOut = EndMeetingReason(rawValue: 3)
/// No other participant joined.
public let EndMeetingReason_NoAttendee = EndMeetingReason(rawValue: 4)
/// The host started another meeting.
public let EndMeetingReason_HostStartAnotherMeeting = EndMeetingReason(rawValue: 5)
/// The time limit of a free meeting was reached.
public let EndMeetingReason_FreeMeetingTimeOut = EndMeetingReason(rawValue: 6)
/// Any other reason.
public let EndMeetingReason_Undefined = EndMeetingReason(rawValue: 7)
/// The connection could not be restored; the name of an older header.
public let EndMeetingReason_NetworkBroken = EndMeetingReason(rawValue: 7)
/// The user on whose behalf an app had joined left.
public let EndMeetingReason_DueToAuthorizedUserLeave = EndMeetingReason(rawValue: 8)

/// The commands for leaving. PS-SDK-015.
///
/// An open set, like an imported C enum: any number is preserved.
public struct LeaveMeetingCmd: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// The local user leaves.
public let LeaveMeetingCmd_Leave = LeaveMeetingCmd(rawValue: 0)
/// The meeting ends for all; only the host may do this.
public let LeaveMeetingCmd_End = LeaveMeetingCmd(rawValue: 1)

/// The role of a participant. Corresponds to `MeetingRole`; PS-SDK-014.
///
/// An open set, like an imported C enum: any number is preserved.
public struct UserRole: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// No role.
public let UserRole_None = UserRole(rawValue: 0)
/// The host.
public let UserRole_Host = UserRole(rawValue: 1)
/// A co-host.
public let UserRole_CoHost = UserRole(rawValue: 2)
/// An attendee.
public let UserRole_Attendee = UserRole(rawValue: 3)
/// A panelist of a webinar.
public let UserRole_Panelist = UserRole(rawValue: 4)
/// A moderator of a breakout room.
public let UserRole_BreakoutRoom_Moderator = UserRole(rawValue: 5)
