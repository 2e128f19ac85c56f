// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A command for `actionMeeting`. Recorded.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ActionMeetingCmd: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// Turns video off.
public let ActionMeetingCmd_MuteVideo = ActionMeetingCmd(rawValue: 0)
/// Turns video on.
public let ActionMeetingCmd_UnMuteVideo = ActionMeetingCmd(rawValue: 1)
/// Mutes.
public let ActionMeetingCmd_MuteAudio = ActionMeetingCmd(rawValue: 2)
/// Unmutes.
public let ActionMeetingCmd_UnMuteAudio = ActionMeetingCmd(rawValue: 3)
/// Permits users to unmute themselves.
public let ActionMeetingCmd_EnableUnmuteBySelf = ActionMeetingCmd(rawValue: 4)
/// Forbids users to unmute themselves.
public let ActionMeetingCmd_DisableUnmuteBySelf = ActionMeetingCmd(rawValue: 5)
/// Mutes all users.
public let ActionMeetingCmd_MuteAll = ActionMeetingCmd(rawValue: 6)
/// Unmutes all users.
public let ActionMeetingCmd_UnmuteAll = ActionMeetingCmd(rawValue: 7)
/// Locks the meeting.
public let ActionMeetingCmd_LockMeeting = ActionMeetingCmd(rawValue: 8)
/// Unlocks the meeting.
public let ActionMeetingCmd_UnLockMeeting = ActionMeetingCmd(rawValue: 9)
/// Fits a share to its window.
public let ActionMeetingCmd_ShareFitWindowMode = ActionMeetingCmd(rawValue: 10)
/// Pauses sharing.
public let ActionMeetingCmd_PauseShare = ActionMeetingCmd(rawValue: 11)
/// Resumes sharing.
public let ActionMeetingCmd_ResumeShare = ActionMeetingCmd(rawValue: 12)
/// Connects audio.
public let ActionMeetingCmd_JoinVoip = ActionMeetingCmd(rawValue: 13)
/// Disconnects audio.
public let ActionMeetingCmd_LeaveVoip = ActionMeetingCmd(rawValue: 14)

/// A screen of the local user.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ScreenType: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// The first one.
public let ScreenType_First = ScreenType(rawValue: 0)
/// The second one.
public let ScreenType_Second = ScreenType(rawValue: 1)

/// The audio status of a user.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKAudioStatus: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// No audio is connected.
public let ZoomSDKAudioStatus_None = ZoomSDKAudioStatus(rawValue: 0)
/// Muted.
public let ZoomSDKAudioStatus_Muted = ZoomSDKAudioStatus(rawValue: 1)
/// Not muted.
public let ZoomSDKAudioStatus_UnMuted = ZoomSDKAudioStatus(rawValue: 2)
/// Muted by the host.
public let ZoomSDKAudioStatus_MutedByHost = ZoomSDKAudioStatus(rawValue: 3)
/// Unmuted by the host.
public let ZoomSDKAudioStatus_UnMutedByHost = ZoomSDKAudioStatus(rawValue: 4)
/// Muted by the host with all users.
public let ZoomSDKAudioStatus_MutedAllByHost = ZoomSDKAudioStatus(rawValue: 5)
/// Unmuted by the host with all users.
public let ZoomSDKAudioStatus_UnMutedAllByHost = ZoomSDKAudioStatus(rawValue: 6)

/// The audio connection of a user.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKAudioType: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// None.
public let ZoomSDKAudioType_None = ZoomSDKAudioType(rawValue: 0)
/// VoIP.
public let ZoomSDKAudioType_Voip = ZoomSDKAudioType(rawValue: 1)
/// By phone.
public let ZoomSDKAudioType_Phone = ZoomSDKAudioType(rawValue: 2)
/// Unknown.
public let ZoomSDKAudioType_Unknown = ZoomSDKAudioType(rawValue: 3)

/// The video status of a user.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKVideoStatus: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// Off.
public let ZoomSDKVideoStatus_Off = ZoomSDKVideoStatus(rawValue: 0)
/// On.
public let ZoomSDKVideoStatus_On = ZoomSDKVideoStatus(rawValue: 1)
/// Turned off by the host.
public let ZoomSDKVideoStatus_MutedByHost = ZoomSDKVideoStatus(rawValue: 2)
/// There is none.
public let ZoomSDKVideoStatus_None = ZoomSDKVideoStatus(rawValue: 3)

/// The video quality of a user; never called.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKVideoQuality: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// Unknown.
public let ZoomSDKVideoQuality_Unknown = ZoomSDKVideoQuality(rawValue: 0)
/// Bad.
public let ZoomSDKVideoQuality_Bad = ZoomSDKVideoQuality(rawValue: 1)
/// Normal.
public let ZoomSDKVideoQuality_Normal = ZoomSDKVideoQuality(rawValue: 2)
/// Good.
public let ZoomSDKVideoQuality_Good = ZoomSDKVideoQuality(rawValue: 3)

/// The user who deleted a chat message; never called.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKChatMessageDeleteType: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// None.
public let ZoomSDK_Chat_Delete_By_None = ZoomSDKChatMessageDeleteType(rawValue: 0)
/// Its author.
public let ZoomSDK_Chat_Delete_By_Self = ZoomSDKChatMessageDeleteType(rawValue: 1)
/// The host.
public let ZoomSDK_Chat_Delete_By_Host = ZoomSDKChatMessageDeleteType(rawValue: 2)
/// A rule of the account.
public let ZoomSDK_Chat_Delete_By_Dlp = ZoomSDKChatMessageDeleteType(rawValue: 3)

/// The visibility of shares in focus mode; never called.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKFocusModeShareType: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// None.
public let ZoomSDKFocusModeShareType_None = ZoomSDKFocusModeShareType(rawValue: 0)
/// The host.
public let ZoomSDKFocusModeShareType_HostOnly = ZoomSDKFocusModeShareType(rawValue: 1)
/// All users.
public let ZoomSDKFocusModeShareType_AllParticipants = ZoomSDKFocusModeShareType(rawValue: 2)

/// The type of a camera control request; never called.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKCameraControlRequestType: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// Control.
public let ZoomSDKCameraControlRequestType_RequestControl = ZoomSDKCameraControlRequestType(rawValue: 0)
/// Give up control.
public let ZoomSDKCameraControlRequestType_GiveUpControl = ZoomSDKCameraControlRequestType(rawValue: 1)

/// The result of a camera control request; never called.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKCameraControlRequestResult: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// Granted.
public let ZoomSDKCameraControlRequestResult_Approve = ZoomSDKCameraControlRequestResult(rawValue: 0)
/// Declined.
public let ZoomSDKCameraControlRequestResult_Decline = ZoomSDKCameraControlRequestResult(rawValue: 1)
/// Revoked.
public let ZoomSDKCameraControlRequestResult_Revoke = ZoomSDKCameraControlRequestResult(rawValue: 2)

/// The permission to request recording; never called.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKLocalRecordingRequestPrivilegeStatus: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// Unknown.
public let ZoomSDKLocalRecordingRequestPrivilege_None = ZoomSDKLocalRecordingRequestPrivilegeStatus(rawValue: 0)
/// All users may request it.
public let ZoomSDKLocalRecordingRequestPrivilege_AllowRequest = ZoomSDKLocalRecordingRequestPrivilegeStatus(rawValue: 1)
/// All users may record.
public let ZoomSDKLocalRecordingRequestPrivilege_AutoGrant = ZoomSDKLocalRecordingRequestPrivilegeStatus(rawValue: 2)
/// No user may record.
public let ZoomSDKLocalRecordingRequestPrivilege_AutoDeny = ZoomSDKLocalRecordingRequestPrivilegeStatus(rawValue: 3)

/// The receivers of a chat message.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKChatMessageType: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// None.
public let ZoomSDKChatMessageType_To_None = ZoomSDKChatMessageType(rawValue: 0)
/// All users.
public let ZoomSDKChatMessageType_To_All = ZoomSDKChatMessageType(rawValue: 1)
/// All panelists.
public let ZoomSDKChatMessageType_To_All_Panelist = ZoomSDKChatMessageType(rawValue: 2)
/// A panelist.
public let ZoomSDKChatMessageType_To_Individual_Panelist = ZoomSDKChatMessageType(rawValue: 3)
/// One user.
public let ZoomSDKChatMessageType_To_Individual = ZoomSDKChatMessageType(rawValue: 4)
/// Users in the waiting room.
public let ZoomSDKChatMessageType_To_WaitingRoomUsers = ZoomSDKChatMessageType(rawValue: 5)

/// A general setting.
///
/// An open set, like an imported C enum: any number is preserved.
public struct MeetingSettingCmd: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// Two screens.
public let MeetingSettingCmd_DualScreenMode = MeetingSettingCmd(rawValue: 0)
/// Full screen when joining.
public let MeetingSettingCmd_AutoFullScreenWhenJoinMeeting = MeetingSettingCmd(rawValue: 1)
/// A chime when users join or leave.
public let MeetingSettingCmd_EnablePlayChimeWhenEnterOrExit = MeetingSettingCmd(rawValue: 2)
