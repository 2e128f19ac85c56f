// States of a meeting, and why it failed or ended.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_PSSTUDIO_MEETING_STATUSES_H
#define PSSTUDIO_MEETINGSDK_PSSTUDIO_MEETING_STATUSES_H

#include "psstudio/names/meeting_statuses.h"
#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

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

END_ZOOM_SDK_NAMESPACE

#endif
