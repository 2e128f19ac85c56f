// States of a meeting, and why it failed or ended.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_PSSTUDIO_MEETING_STATUSES_H
#define PSSTUDIO_MEETINGSDK_PSSTUDIO_MEETING_STATUSES_H

#include "psstudio/names/psstudio/meeting_statuses.h"
#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

enum InMeetingSupportAudioType {
    AUDIO_TYPE_NONE = 0,
    AUDIO_TYPE_VOIP = 1,
    AUDIO_TYPE_TELEPHONY = 1 << 1,
};

END_ZOOM_SDK_NAMESPACE

#endif
