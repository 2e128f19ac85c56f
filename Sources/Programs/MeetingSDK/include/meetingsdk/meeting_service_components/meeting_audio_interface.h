// Joining the audio, and muting.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_AUDIO_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_AUDIO_INTERFACE_H

#include "psstudio/names/meeting_service_components/meeting_audio_interface.h"
#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

class IRequestStartAudioHandler {
public:
    virtual ~IRequestStartAudioHandler() {}
    virtual unsigned int GetReqFromUserId() = 0;
    virtual SDKError Ignore() = 0;
    virtual SDKError Accept() = 0;
    virtual SDKError Cancel() = 0;
};

/// The microphone of one participant.
class IUserAudioStatus {
public:
    virtual unsigned int GetUserId() = 0;
    virtual AudioStatus GetStatus() = 0;
    virtual AudioType GetAudioType() = 0;
    virtual ~IUserAudioStatus() {}
};

/// Changes of audio; each method is optional.
class IMeetingAudioCtrlEvent {
public:
    virtual void onUserAudioStatusChange(IList<IUserAudioStatus*>* /*audioStatusChange*/,
        const zchar_t* /*audioStatusList*/ = nullptr) {}
    virtual void onUserActiveAudioChange(IList<unsigned int>* /*plstActiveAudio*/) {}
    virtual void onHostRequestStartAudio(IRequestStartAudioHandler* /*handler*/) {}
    virtual void onJoin3rdPartyTelephonyAudio(const zchar_t* /*audioInfo*/) {}
    virtual void onMuteOnEntryStatusChange(bool /*enabled*/) {}
    virtual ~IMeetingAudioCtrlEvent() {}
};

/// Joins the audio and mutes; without JoinVoip no audio is received.
class IMeetingAudioController {
public:
    virtual SDKError SetEvent(IMeetingAudioCtrlEvent* event) = 0;
    virtual SDKError JoinVoip() = 0;
    virtual SDKError LeaveVoip() = 0;
    /// 0 mutes all others, which needs a host or co-host.
    virtual SDKError MuteAudio(unsigned int userId, bool allowUnmuteBySelf = true) = 0;
    virtual SDKError UnMuteAudio(unsigned int userId) = 0;
    virtual bool CanUnMuteBySelf() = 0;
    virtual bool CanEnableMuteOnEntry() = 0;
    virtual SDKError EnableMuteOnEntry(bool enable, bool allowUnmuteBySelf) = 0;
    virtual bool IsMuteOnEntryEnabled() = 0;
    virtual SDKError EnablePlayChimeWhenEnterOrExit(bool enable) = 0;
    virtual SDKError StopIncomingAudio(bool stop) = 0;
    virtual bool IsIncomingAudioStopped() = 0;
    virtual bool Is3rdPartyTelephonyAudioOn() = 0;
    virtual SDKError EnablePlayMeetingAudio(bool enable) = 0;
    virtual bool IsPlayMeetingAudioEnabled() = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif
