// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#include "meeting_service_components/meeting_audio_interface.h"
#include "meeting_service_components/meeting_video_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedMeetingAudioController : public IMeetingAudioController {
public:
    bool CanEnableMuteOnEntry() override { return false; }
    UNEMULATED(SDKError, IMeetingAudioController, EnableMuteOnEntry, (bool, bool))
    bool IsMuteOnEntryEnabled() override { return false; }
    UNEMULATED(SDKError, IMeetingAudioController, EnablePlayChimeWhenEnterOrExit, (bool))
    UNEMULATED(SDKError, IMeetingAudioController, StopIncomingAudio, (bool))
    bool IsIncomingAudioStopped() override { return false; }
    bool Is3rdPartyTelephonyAudioOn() override { return false; }
    UNEMULATED(SDKError, IMeetingAudioController, EnablePlayMeetingAudio, (bool))
};

class UnemulatedMeetingVideoController : public IMeetingVideoController {
public:
    UNEMULATED(SDKError, IMeetingVideoController, CanSpotlight, (unsigned int, SpotlightResult&))
    UNEMULATED(SDKError, IMeetingVideoController, CanUnSpotlight, (unsigned int, SpotlightResult&))
    UNEMULATED(SDKError, IMeetingVideoController, SpotlightVideo, (unsigned int))
    UNEMULATED(SDKError, IMeetingVideoController, UnSpotlightVideo, (unsigned int))
    UNEMULATED(SDKError, IMeetingVideoController, UnSpotlightAllVideos, ())
    IList<unsigned int>* GetSpotlightedUserList() override { return emptyList<unsigned int>(); }
    UNEMULATED(SDKError, IMeetingVideoController, CanAskAttendeeToStartVideo, (unsigned int))
    UNEMULATED(SDKError, IMeetingVideoController, AskAttendeeToStartVideo, (unsigned int))
    UNEMULATED(SDKError, IMeetingVideoController, CanStopAttendeeVideo, (unsigned int))
    UNEMULATED(SDKError, IMeetingVideoController, StopAttendeeVideo, (unsigned int))
    bool IsSupportFollowHostVideoOrder() override { return false; }
    UNEMULATED(SDKError, IMeetingVideoController, EnableFollowHostVideoOrder, (bool))
    bool IsFollowHostVideoOrderOn() override { return false; }
    IList<unsigned int>* GetVideoOrderList() override { return emptyList<unsigned int>(); }
    bool IsIncomingVideoStopped() override { return false; }
#if defined(WIN32)
    UNEMULATED(SDKError, IMeetingVideoController, CanPinToFirstView, (unsigned int, PinResult&))
    UNEMULATED(SDKError, IMeetingVideoController, PinVideoToFirstView, (unsigned int))
    UNEMULATED(SDKError, IMeetingVideoController, UnPinVideoFromFirstView, (unsigned int))
    UNEMULATED(SDKError, IMeetingVideoController, UnPinAllVideosFromFirstView, ())
    IList<unsigned int>* GetPinnedUserListFromFirstView() override { return emptyList<unsigned int>(); }
    UNEMULATED(SDKError, IMeetingVideoController, CanPinToSecondView, (unsigned int, PinResult&))
    UNEMULATED(SDKError, IMeetingVideoController, PinVideoToSecondView, (unsigned int))
    UNEMULATED(SDKError, IMeetingVideoController, UnPinVideoFromSecondView, (unsigned int))
    IList<unsigned int>* GetPinnedUserListFromSecondView() override { return emptyList<unsigned int>(); }
    UNEMULATED(SDKError, IMeetingVideoController, HideOrShowNoVideoUserOnVideoWall, (bool))
    UNEMULATED(SDKError, IMeetingVideoController, HideOrShowSelfView, (bool))
    ISetVideoOrderHelper* GetSetVideoOrderHelper() override { return nullptr; }
    ICameraController* GetMyCameraController() override { return nullptr; }
    UNEMULATED(SDKError, IMeetingVideoController, StopIncomingVideo, (bool))
    UNEMULATED(SDKError, IMeetingVideoController, ShowAvatar, (bool))
    bool IsShowAvatar() override { return false; }
#endif
    IMeetingCameraHelper* GetMeetingCameraHelper(unsigned int) override { return nullptr; }
    UNEMULATED(SDKError, IMeetingVideoController, RevokeCameraControlPrivilege, ())
    bool CanEnableAlphaChannelMode() override { return false; }
    UNEMULATED(SDKError, IMeetingVideoController, EnableAlphaChannelMode, (bool))
    bool IsAlphaChannelModeEnabled() override { return false; }
    VideoSize GetUserVideoSize(unsigned int) override { return {}; }
    UNEMULATED(SDKError, IMeetingVideoController, SetVideoQualityPreference, (SDKVideoPreferenceSetting))
    UNEMULATED(SDKError, IMeetingVideoController, EnableSpeakerContrastEnhance, (bool))
    bool IsSpeakerContrastEnhanceEnabled() override { return false; }
};

}  // namespace MEETINGSDK
