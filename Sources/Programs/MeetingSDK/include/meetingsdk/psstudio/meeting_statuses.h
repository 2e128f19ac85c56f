// States of a meeting, and why it failed or ended.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_PSSTUDIO_MEETING_STATUSES_H
#define PSSTUDIO_MEETINGSDK_PSSTUDIO_MEETING_STATUSES_H

#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

/// The state of the client in its meeting.
enum MeetingStatus {
    MEETING_STATUS_IDLE = 0,
    MEETING_STATUS_CONNECTING = 1,
    MEETING_STATUS_WAITINGFORHOST = 2,
    MEETING_STATUS_INMEETING = 3,
    MEETING_STATUS_DISCONNECTING = 4,
    MEETING_STATUS_RECONNECTING = 5,
    MEETING_STATUS_FAILED = 6,
    MEETING_STATUS_ENDED = 7,
    MEETING_STATUS_UNKNOWN = 8,
    MEETING_STATUS_LOCKED = 9,
    MEETING_STATUS_UNLOCKED = 10,
    MEETING_STATUS_IN_WAITING_ROOM = 11,
    MEETING_STATUS_WEBINAR_PROMOTE = 12,
    MEETING_STATUS_WEBINAR_DEPROMOTE = 13,
    MEETING_STATUS_JOIN_BREAKOUT_ROOM = 14,
    MEETING_STATUS_LEAVE_BREAKOUT_ROOM = 15,
};

/// Why joining failed: the second argument with MEETING_STATUS_FAILED.
enum MeetingFailCode {
    MEETING_SUCCESS = 0,
    MEETING_FAIL_CONNECTION_ERR = 1,
    MEETING_FAIL_RECONNECT_ERR = 2,
    MEETING_FAIL_MMR_ERR = 3,
    MEETING_FAIL_PASSWORD_ERR = 4,
    MEETING_FAIL_SESSION_ERR = 5,
    MEETING_FAIL_MEETING_OVER = 6,
    MEETING_FAIL_MEETING_NOT_START = 7,
    MEETING_FAIL_MEETING_NOT_EXIST = 8,
    MEETING_FAIL_MEETING_USER_FULL = 9,
    MEETING_FAIL_CLIENT_INCOMPATIBLE = 10,
    MEETING_FAIL_NO_MMR = 11,
    MEETING_FAIL_CONFLOCKED = 12,
    MEETING_FAIL_MEETING_RESTRICTED = 13,
    MEETING_FAIL_MEETING_RESTRICTED_JBH = 14,
    MEETING_FAIL_CANNOT_EMIT_WEBREQUEST = 15,
    MEETING_FAIL_CANNOT_START_TOKENEXPIRE = 16,
    SESSION_VIDEO_ERR = 17,
    SESSION_AUDIO_AUTOSTARTERR = 18,
    MEETING_FAIL_REGISTERWEBINAR_FULL = 19,
    MEETING_FAIL_REGISTERWEBINAR_HOSTREGISTER = 20,
    MEETING_FAIL_REGISTERWEBINAR_PANELISTREGISTER = 21,
    MEETING_FAIL_REGISTERWEBINAR_DENIED_EMAIL = 22,
    MEETING_FAIL_ENFORCE_LOGIN = 23,
    CONF_FAIL_ZC_CERTIFICATE_CHANGED = 24,
    CONF_FAIL_VANITY_NOT_EXIST = 27,
    CONF_FAIL_JOIN_WEBINAR_WITHSAMEEMAIL = 28,
    CONF_FAIL_DISALLOW_HOST_MEETING = 29,
    MEETING_FAIL_WRITE_CONFIG_FILE = 50,
    MEETING_FAIL_FORBID_TO_JOIN_INTERNAL_MEETING = 60,
    CONF_FAIL_REMOVED_BY_HOST = 61,
    MEETING_FAIL_HOST_DISALLOW_OUTSIDE_USER_JOIN = 62,
    MEETING_FAIL_UNABLE_TO_JOIN_EXTERNAL_MEETING = 63,
    MEETING_FAIL_BLOCKED_BY_ACCOUNT_ADMIN = 64,
    MEETING_FAIL_NEED_SIGN_IN_FOR_PRIVATE_MEETING = 82,
    MEETING_FAIL_NEED_CONFIRM_PLINK = 88,
    MEETING_FAIL_NEED_INPUT_PLINK = 89,
    MEETING_FAIL_APP_PRIVILEGE_TOKEN_ERROR = 500,
    MEETING_FAIL_AUTHORIZED_USER_NOT_INMEETING = 501,
    MEETING_FAIL_ON_BEHALF_TOKEN_CONFLICT_LOGIN_ERROR = 502,
    MEETING_FAIL_USER_LEVEL_TOKEN_NOT_HAVE_HOST_ZAK_OBF = 503,
    MEETING_FAIL_APP_CAN_NOT_ANONYMOUS_JOIN_MEETING = 504,
    MEETING_FAIL_ON_BEHALF_TOKEN_INVALID = 505,
    MEETING_FAIL_ON_BEHALF_TOKEN_NOT_MATCH_MEETING = 506,
    MEETING_FAIL_JMAK_USER_EMAIL_NOT_MATCH = 1143,
    MEETING_FAIL_UNKNOWN = 0xffff,
    MEETING_FAIL_NETWORK_ERR = MEETING_FAIL_CONNECTION_ERR,  // name of an older version
};

/// Why a meeting ended: the second argument with MEETING_STATUS_ENDED.
enum MeetingEndReason {
    EndMeetingReason_None = 0,
    EndMeetingReason_KickByHost = 1,
    EndMeetingReason_EndByHost = 2,
    EndMeetingReason_JBHTimeOut = 3,
    EndMeetingReason_NoAttendee = 4,
    EndMeetingReason_HostStartAnotherMeeting = 5,
    EndMeetingReason_FreeMeetingTimeOut = 6,
    EndMeetingReason_Undefined = 7,
    EndMeetingReason_DueToAuthorizedUserLeave = 8,
    EndMeetingReason_NetworkBroken = EndMeetingReason_Undefined,  // name and number of an older version
};

enum MeetingType {
    MEETING_TYPE_NONE = 0,
    MEETING_TYPE_NORMAL = 1,
    MEETING_TYPE_WEBINAR = 2,
    MEETING_TYPE_BREAKOUTROOM = 3,
};

/// The quality of a connection.
enum ConnectionQuality {
    Conn_Quality_Unknown = 0,
    Conn_Quality_Very_Bad = 1,
    Conn_Quality_Bad = 2,
    Conn_Quality_Not_Good = 3,
    Conn_Quality_Normal = 4,
    Conn_Quality_Good = 5,
    Conn_Quality_Excellent = 6,
};

enum MeetingComponentType {
    MeetingComponentType_Def = 0,
    MeetingComponentType_AUDIO = 1,
    MeetingComponentType_VIDEO = 2,
    MeetingComponentType_SHARE = 3,
};

#if defined(WIN32)
enum SDKViewType {
    SDK_FIRST_VIEW = 0,
    SDK_SECOND_VIEW = 1,
    SDK_SEND_SHARE_VIEW = 2,
};

enum SDKShareViewZoomRatio {
    SDK_ShareViewZoomRatio_50 = 0,
    SDK_ShareViewZoomRatio_100 = 1,
    SDK_ShareViewZoomRatio_150 = 2,
    SDK_ShareViewZoomRatio_200 = 3,
    SDK_ShareViewZoomRatio_300 = 4,
};
#endif

enum InMeetingSupportAudioType {
    AUDIO_TYPE_NONE = 0,
    AUDIO_TYPE_VOIP = 1,
    AUDIO_TYPE_TELEPHONY = 1 << 1,
};

enum MeetingConnType {
    Meeting_Conn_None = 0,
    Meeting_Conn_Normal = 1,
    Meeting_Conn_FailOver = 2,
};

enum StatisticsWarningType {
    Statistics_Warning_None = 0,
    Statistics_Warning_Network_Quality_Bad = 1,
    Statistics_Warning_Busy_System = 2,
};

END_ZOOM_SDK_NAMESPACE

#endif
