// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Why joining failed. Corresponds to `JoinFailure`; PS-SDK-021.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKMeetingError: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// No error.
public let ZoomSDKMeetingError_Success = ZoomSDKMeetingError(rawValue: 0)
/// The meeting is unreachable.
public let ZoomSDKMeetingError_ConnectionError = ZoomSDKMeetingError(rawValue: 1)
/// The connection could not be restored.
public let ZoomSDKMeetingError_ReconnectFailed = ZoomSDKMeetingError(rawValue: 2)
/// The media server rejected the connection.
public let ZoomSDKMeetingError_MMRError = ZoomSDKMeetingError(rawValue: 3)
/// The passcode is missing or wrong.
public let ZoomSDKMeetingError_PasswordError = ZoomSDKMeetingError(rawValue: 4)
/// The session with the server failed.
public let ZoomSDKMeetingError_SessionError = ZoomSDKMeetingError(rawValue: 5)
/// The meeting has ended.
public let ZoomSDKMeetingError_MeetingOver = ZoomSDKMeetingError(rawValue: 6)
/// The meeting has not started.
public let ZoomSDKMeetingError_MeetingNotStart = ZoomSDKMeetingError(rawValue: 7)
/// No meeting has this number.
public let ZoomSDKMeetingError_MeetingNotExist = ZoomSDKMeetingError(rawValue: 8)
/// The meeting is full.
public let ZoomSDKMeetingError_UserFull = ZoomSDKMeetingError(rawValue: 9)
/// The client's version is incompatible.
public let ZoomSDKMeetingError_ClientIncompatible = ZoomSDKMeetingError(rawValue: 10)
/// No media server is available for the meeting.
public let ZoomSDKMeetingError_NoMMR = ZoomSDKMeetingError(rawValue: 11)
/// The meeting is locked.
public let ZoomSDKMeetingError_MeetingLocked = ZoomSDKMeetingError(rawValue: 12)
/// The meeting is restricted.
public let ZoomSDKMeetingError_MeetingRestricted = ZoomSDKMeetingError(rawValue: 13)
/// Joining before the host is not allowed.
public let ZoomSDKMeetingError_MeetingJBHRestricted = ZoomSDKMeetingError(rawValue: 14)
/// A request to the service failed.
public let ZoomSDKMeetingError_EmitWebRequestFailed = ZoomSDKMeetingError(rawValue: 15)
/// The token to start the meeting has expired.
public let ZoomSDKMeetingError_StartTokenExpired = ZoomSDKMeetingError(rawValue: 16)
/// The video session failed.
public let ZoomSDKMeetingError_VideoSessionError = ZoomSDKMeetingError(rawValue: 17)
/// Audio could not be started.
public let ZoomSDKMeetingError_AudioAutoStartError = ZoomSDKMeetingError(rawValue: 18)
/// The webinar's registration is full.
public let ZoomSDKMeetingError_RegisterWebinarFull = ZoomSDKMeetingError(rawValue: 19)
/// The webinar's host registered as an attendee.
public let ZoomSDKMeetingError_RegisterWebinarHostRegister = ZoomSDKMeetingError(rawValue: 20)
/// A panelist registered as an attendee.
public let ZoomSDKMeetingError_RegisterWebinarPanelistRegister = ZoomSDKMeetingError(rawValue: 21)
/// The webinar's host denied the e-mail address.
public let ZoomSDKMeetingError_RegisterWebinarDeniedEmail = ZoomSDKMeetingError(rawValue: 22)
/// The webinar requires a signed-in user.
public let ZoomSDKMeetingError_RegisterWebinarEnforceLogin = ZoomSDKMeetingError(rawValue: 23)
/// The service's certificate changed.
public let ZoomSDKMeetingError_ZCCertificateChanged = ZoomSDKMeetingError(rawValue: 24)
/// No meeting has this vanity ID.
public let ZoomSDKMeetingError_vanityNotExist = ZoomSDKMeetingError(rawValue: 27)
/// A user with the same e-mail address is in the webinar.
public let ZoomSDKMeetingError_joinWebinarWithSameEmail = ZoomSDKMeetingError(rawValue: 28)
/// The user may not host a meeting.
public let ZoomSDKMeetingError_disallowHostMeeting = ZoomSDKMeetingError(rawValue: 29)
/// The configuration file could not be written.
public let ZoomSDKMeetingError_ConfigFileWriteFailed = ZoomSDKMeetingError(rawValue: 50)
/// Internal meetings cannot be joined.
public let ZoomSDKMeetingError_forbidToJoinInternalMeeting = ZoomSDKMeetingError(rawValue: 60)
/// The host removed the user earlier.
public let ZoomSDKMeetingError_RemovedByHost = ZoomSDKMeetingError(rawValue: 61)
/// The host admits no users of other accounts.
public let ZoomSDKMeetingError_HostDisallowOutsideUserJoin = ZoomSDKMeetingError(rawValue: 62)
/// Meetings of another account cannot be joined.
public let ZoomSDKMeetingError_UnableToJoinExternalMeeting = ZoomSDKMeetingError(rawValue: 63)
/// The account's administrator blocks it.
public let ZoomSDKMeetingError_BlockedByAccountAdmin = ZoomSDKMeetingError(rawValue: 64)
/// A private meeting requires a signed-in user.
public let ZoomSDKMeetingError_NeedSigninForPrivateMeeting = ZoomSDKMeetingError(rawValue: 82)
/// The personal link must be confirmed.
public let ZoomSDKMeetingError_NeedConfirmPlink = ZoomSDKMeetingError(rawValue: 88)
/// The personal link is missing.
public let ZoomSDKMeetingError_NeedInputPlink = ZoomSDKMeetingError(rawValue: 89)
/// Any other error.
public let ZoomSDKMeetingError_Unknown = ZoomSDKMeetingError(rawValue: 100)
/// No error.
public let ZoomSDKMeetingError_None = ZoomSDKMeetingError(rawValue: 101)
/// The app privilege token is invalid.
public let ZoomSDKMeetingError_AppPrivilegeTokenError = ZoomSDKMeetingError(rawValue: 500)
/// The authorising user is not in the meeting.
public let ZoomSDKMeetingError_AuthorizedUserNotInMeeting = ZoomSDKMeetingError(rawValue: 501)
/// The on-behalf token conflicts with a login.
public let ZoomSDKMeetingError_OnBehalfTokenConflictLoginError = ZoomSDKMeetingError(rawValue: 502)
/// A user-level token requires the host's token.
public let ZoomSDKMeetingError_UserLevelTokenNotHaveHostZakObf = ZoomSDKMeetingError(rawValue: 503)
/// The app may not join anonymously.
public let ZoomSDKMeetingError_AppCanNotAnonymousJoinMeeting = ZoomSDKMeetingError(rawValue: 504)
/// The on-behalf token is invalid.
public let ZoomSDKMeetingError_OnBehalfTokenInvalid = ZoomSDKMeetingError(rawValue: 505)
/// The on-behalf token belongs to another meeting.
public let ZoomSDKMeetingError_OnBehalfTokenNotMatchMeeting = ZoomSDKMeetingError(rawValue: 506)
/// The e-mail address differs from that of the join token.
public let ZoomSDKMeetingError_JmakUserEmailNotMatch = ZoomSDKMeetingError(rawValue: 1143)
/// The meeting is unreachable; the name of an older header.
public let ZoomSDKMeetingError_NetworkUnavailable = ZoomSDKMeetingError(rawValue: 1)
