// How to join or start a meeting.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_PSSTUDIO_MEETING_PARAMETERS_H
#define PSSTUDIO_MEETINGSDK_PSSTUDIO_MEETING_PARAMETERS_H

#include "psstudio/names/psstudio/meeting_parameters.h"
#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

/// How a client without a login joins; strings live until Join returns.
struct tagJoinParam4WithoutLogin {
    UINT64 meetingNumber;
    const zchar_t* vanityID;
    const zchar_t* userName;
    const zchar_t* psw;
    const zchar_t* app_privilege_token;
    const zchar_t* userZAK;
    const zchar_t* customer_key;
    const zchar_t* webinarToken;
    bool isVideoOff;
    bool isAudioOff;
    const zchar_t* join_token;
    const zchar_t* onBehalfToken;
    bool isMyVoiceInMix;
#if defined(WIN32)
    HWND hDirectShareAppWnd;
    bool isDirectShareDesktop;
#endif
    bool isAudioRawDataStereo;
    AudioRawdataSamplingRate eAudioRawdataSamplingRate;
    VideoRawdataColorspace eVideoRawdataColorspace;
};
typedef struct tagJoinParam4WithoutLogin JoinParam4WithoutLogin;

/// How a client that is logged in joins.
struct tagJoinParam4NormalUser {
    UINT64 meetingNumber;
    const zchar_t* vanityID;
    const zchar_t* userName;
    const zchar_t* psw;
    const zchar_t* app_privilege_token;
    const zchar_t* customer_key;
    const zchar_t* webinarToken;
    bool isVideoOff;
    bool isAudioOff;
    const zchar_t* join_token;
    bool isMyVoiceInMix;
#if defined(WIN32)
    HWND hDirectShareAppWnd;
    bool isDirectShareDesktop;
#endif
    bool isAudioRawDataStereo;
    AudioRawdataSamplingRate eAudioRawdataSamplingRate;
    VideoRawdataColorspace eVideoRawdataColorspace;
};
typedef struct tagJoinParam4NormalUser JoinParam4NormalUser;

/// The argument of Join.
struct tagJoinParam {
    SDKUserType userType = SDK_UT_WITHOUT_LOGIN;
    union {
        JoinParam4NormalUser normaluserJoin;
        JoinParam4WithoutLogin withoutloginuserJoin;
    } param;

    tagJoinParam() {
        std::memset(&param, 0, sizeof param);
    }
};
typedef struct tagJoinParam JoinParam;

/// How a client without a login starts a meeting.
struct tagStartParam4WithoutLogin {
    const zchar_t* userZAK;
    const zchar_t* userName;
    ZoomUserType zoomuserType;
    UINT64 meetingNumber;
    const zchar_t* vanityID;
    const zchar_t* customer_key;
    bool isVideoOff;
    bool isAudioOff;
    bool isMyVoiceInMix;
#if defined(WIN32)
    HWND hDirectShareAppWnd;
    bool isDirectShareDesktop;
#endif
    bool isAudioRawDataStereo;
    AudioRawdataSamplingRate eAudioRawdataSamplingRate;
    VideoRawdataColorspace eVideoRawdataColorspace;
};
typedef struct tagStartParam4WithoutLogin StartParam4WithoutLogin;

/// How a client that is logged in starts a meeting.
struct tagStartParam4NormalUser {
    UINT64 meetingNumber;
    const zchar_t* vanityID;
    const zchar_t* customer_key;
    bool isVideoOff;
    bool isAudioOff;
    bool isMyVoiceInMix;
#if defined(WIN32)
    HWND hDirectShareAppWnd;
    bool isDirectShareDesktop;
#endif
    bool isAudioRawDataStereo;
    AudioRawdataSamplingRate eAudioRawdataSamplingRate;
    VideoRawdataColorspace eVideoRawdataColorspace;
};
typedef struct tagStartParam4NormalUser StartParam4NormalUser;

/// The argument of Start.
struct tagStartParam {
    SDKUserType userType = SDK_UT_WITHOUT_LOGIN;
    const zchar_t* inviteContactId = nullptr;
    union {
        StartParam4NormalUser normaluserStart;
        StartParam4WithoutLogin withoutloginStart;
    } param;

    tagStartParam() {
        std::memset(&param, 0, sizeof param);
    }
};
typedef struct tagStartParam StartParam;

END_ZOOM_SDK_NAMESPACE

#endif
