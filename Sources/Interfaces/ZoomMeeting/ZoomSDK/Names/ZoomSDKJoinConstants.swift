// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The type of the user who joins. Any value is accepted; the initial 0 has no constant.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKUserType: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// A logged-in user.
public let ZoomSDKUserType_ZoomUser = ZoomSDKUserType(rawValue: 100)
/// A user of single sign-on.
public let ZoomSDKUserType_SSOUser = ZoomSDKUserType(rawValue: 101)
/// No user is logged in.
public let ZoomSDKUserType_WithoutLogin = ZoomSDKUserType(rawValue: 102)

/// The type of the user who starts a meeting or is logged in. Any value is accepted.
///
/// An open set, like an imported C enum: any number is preserved.
public struct SDKUserType: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// A user of the API.
public let SDKUserType_APIUser = SDKUserType(rawValue: 0)
/// Logged in by e-mail.
public let SDKUserType_EmailLogin = SDKUserType(rawValue: 1)
/// Logged in with Facebook.
public let SDKUserType_FaceBook = SDKUserType(rawValue: 2)
/// Logged in with Google.
public let SDKUserType_GoogleOAuth = SDKUserType(rawValue: 3)
/// Logged in by single sign-on.
public let SDKUserType_SSO = SDKUserType(rawValue: 4)
/// Unknown.
public let SDKUserType_Unknown = SDKUserType(rawValue: 5)

/// The sample rate of received raw audio. Recorded.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKAudioRawdataSamplingRate: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// 32000 Hz.
public let ZoomSDKAudioRawdataSamplingRate_32K = ZoomSDKAudioRawdataSamplingRate(rawValue: 0)
/// 48000 Hz.
public let ZoomSDKAudioRawdataSamplingRate_48K = ZoomSDKAudioRawdataSamplingRate(rawValue: 1)

/// The colour space of received raw video. Recorded.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKVideoRawdataColorspace: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// BT.601, limited range.
public let ZoomSDKVideoRawdataColorspace_BT601_L = ZoomSDKVideoRawdataColorspace(rawValue: 0)
/// BT.601, full range.
public let ZoomSDKVideoRawdataColorspace_BT601_F = ZoomSDKVideoRawdataColorspace(rawValue: 1)
/// BT.709, limited range.
public let ZoomSDKVideoRawdataColorspace_BT709_L = ZoomSDKVideoRawdataColorspace(rawValue: 2)
/// BT.709, full range.
public let ZoomSDKVideoRawdataColorspace_BT709_F = ZoomSDKVideoRawdataColorspace(rawValue: 3)

/// The memory of received raw data. Recorded.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKRawDataMemoryMode: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// Valid during the callback.
public let ZoomSDKRawDataMemoryMode_Stack = ZoomSDKRawDataMemoryMode(rawValue: 0)
/// Valid until it is released.
public let ZoomSDKRawDataMemoryMode_Heap = ZoomSDKRawDataMemoryMode(rawValue: 1)

/// The region of the service. Recorded.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKLocale: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// The default.
public let ZoomSDKLocale_Def = ZoomSDKLocale(rawValue: 0)
/// China.
public let ZoomSDKLocale_CN = ZoomSDKLocale(rawValue: 1)

/// The kind of meeting. Corresponds to `MeetingKind`.
///
/// An open set, like an imported C enum: any number is preserved.
public struct MeetingType: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// There is none.
public let MeetingType_None = MeetingType(rawValue: 0)
/// A meeting.
public let MeetingType_Normal = MeetingType(rawValue: 1)
/// A breakout room.
public let MeetingType_BreakoutRoom = MeetingType(rawValue: 2)
/// A webinar.
public let MeetingType_Webinar = MeetingType(rawValue: 3)

/// A property of the meeting.
///
/// An open set, like an imported C enum: any number is preserved.
public struct MeetingPropertyCmd: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// The topic.
public let MeetingPropertyCmd_Topic = MeetingPropertyCmd(rawValue: 0)
/// The text of an invitation.
public let MeetingPropertyCmd_InviteEmailTemplate = MeetingPropertyCmd(rawValue: 1)
/// The title of an invitation.
public let MeetingPropertyCmd_InviteEmailTitle = MeetingPropertyCmd(rawValue: 2)
/// The join URL.
public let MeetingPropertyCmd_JoinMeetingUrl = MeetingPropertyCmd(rawValue: 3)
/// The recording folder.
public let MeetingPropertyCmd_DefaultRecordPath = MeetingPropertyCmd(rawValue: 4)
/// The meeting number.
public let MeetingPropertyCmd_MeetingNumber = MeetingPropertyCmd(rawValue: 5)
/// The host's tag.
public let MeetingPropertyCmd_HostTag = MeetingPropertyCmd(rawValue: 6)
/// The meeting's identifier.
public let MeetingPropertyCmd_MeetingID = MeetingPropertyCmd(rawValue: 7)
/// The passcode.
public let MeetingPropertyCmd_MeetingPassword = MeetingPropertyCmd(rawValue: 8)

/// A part of the connection.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ConnectionComponent: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// None.
public let ConnectionComponent_None = ConnectionComponent(rawValue: 0)
/// Sharing.
public let ConnectionComponent_Share = ConnectionComponent(rawValue: 1)
/// Video.
public let ConnectionComponent_Video = ConnectionComponent(rawValue: 2)
/// Audio.
public let ConnectionComponent_Audio = ConnectionComponent(rawValue: 3)

/// The quality of a connection.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKConnectionQuality: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// Unknown.
public let ZoomSDKConnectionQuality_Unknown = ZoomSDKConnectionQuality(rawValue: 0)
/// Very bad.
public let ZoomSDKConnectionQuality_VeryBad = ZoomSDKConnectionQuality(rawValue: 1)
/// Bad.
public let ZoomSDKConnectionQuality_Bad = ZoomSDKConnectionQuality(rawValue: 2)
/// Not good.
public let ZoomSDKConnectionQuality_NotGood = ZoomSDKConnectionQuality(rawValue: 3)
/// Normal.
public let ZoomSDKConnectionQuality_Normal = ZoomSDKConnectionQuality(rawValue: 4)
/// Good.
public let ZoomSDKConnectionQuality_Good = ZoomSDKConnectionQuality(rawValue: 5)
/// Excellent.
public let ZoomSDKConnectionQuality_Excellent = ZoomSDKConnectionQuality(rawValue: 6)

/// The missing information for joining.
///
/// An open set, like an imported C enum: any number is preserved.
public struct JoinMeetingReqInfoType: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// Nothing.
public let JoinMeetingReqInfoType_None = JoinMeetingReqInfoType(rawValue: 0)
/// The passcode.
public let JoinMeetingReqInfoType_Password = JoinMeetingReqInfoType(rawValue: 1)
/// The right passcode.
public let JoinMeetingReqInfoType_Password_Wrong = JoinMeetingReqInfoType(rawValue: 2)
/// The display name.
public let JoinMeetingReqInfoType_ScreenName = JoinMeetingReqInfoType(rawValue: 3)

/// A statistics warning; never called.
///
/// An open set, like an imported C enum: any number is preserved.
public struct StatisticWarningType: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// No warning.
public let StatisticWarningType_None = StatisticWarningType(rawValue: 0)
/// The network connection is bad.
public let StatisticWarningType_NetworkBad = StatisticWarningType(rawValue: 1)
/// The CPU load is high.
public let StatisticWarningType_CPUHigh = StatisticWarningType(rawValue: 2)
/// The system is busy.
public let StatisticWarningType_SystemBusy = StatisticWarningType(rawValue: 3)

/// The upgrade of a free meeting; never called.
///
/// An open set, like an imported C enum: any number is preserved.
public struct FreeMeetingNeedUpgradeType: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// None.
public let FreeMeetingNeedUpgradeType_NONE = FreeMeetingNeedUpgradeType(rawValue: 0)
/// By the administrator.
public let FreeMeetingNeedUpgradeType_BY_ADMIN = FreeMeetingNeedUpgradeType(rawValue: 1)
/// By a URL.
public let FreeMeetingNeedUpgradeType_BY_GIFTURL = FreeMeetingNeedUpgradeType(rawValue: 2)
