// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#include "meeting_service_components/meeting_audio_interface.h"
#include "meeting_service_components/meeting_video_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedMeetingAudioController : public IMeetingAudioController {
public:
    SDKError SetEvent(IMeetingAudioCtrlEvent*) override { return SDKERR_SUCCESS; }
    SDKError JoinVoip() override { return unemulated("IMeetingAudioController::JoinVoip"); }
    SDKError LeaveVoip() override { return unemulated("IMeetingAudioController::LeaveVoip"); }
    SDKError MuteAudio(unsigned int, bool) override { return unemulated("IMeetingAudioController::MuteAudio"); }
    SDKError UnMuteAudio(unsigned int) override { return unemulated("IMeetingAudioController::UnMuteAudio"); }
    bool CanUnMuteBySelf() override { return false; }
    bool CanEnableMuteOnEntry() override { return false; }
    SDKError EnableMuteOnEntry(bool, bool) override {
        return unemulated("IMeetingAudioController::EnableMuteOnEntry");
    }
    bool IsMuteOnEntryEnabled() override { return false; }
    SDKError EnablePlayChimeWhenEnterOrExit(bool) override {
        return unemulated("IMeetingAudioController::EnablePlayChimeWhenEnterOrExit");
    }
    SDKError StopIncomingAudio(bool) override { return unemulated("IMeetingAudioController::StopIncomingAudio"); }
    bool IsIncomingAudioStopped() override { return false; }
    bool Is3rdPartyTelephonyAudioOn() override { return false; }
    SDKError EnablePlayMeetingAudio(bool) override {
        return unemulated("IMeetingAudioController::EnablePlayMeetingAudio");
    }
    bool IsPlayMeetingAudioEnabled() override { return false; }
};

class UnemulatedMeetingVideoController : public IMeetingVideoController {
public:
    SDKError SetEvent(IMeetingVideoCtrlEvent*) override { return SDKERR_SUCCESS; }
    SDKError MuteVideo() override { return unemulated("IMeetingVideoController::MuteVideo"); }
    SDKError UnmuteVideo() override { return unemulated("IMeetingVideoController::UnmuteVideo"); }
    SDKError CanSpotlight(unsigned int, SpotlightResult&) override {
        return unemulated("IMeetingVideoController::CanSpotlight");
    }
    SDKError CanUnSpotlight(unsigned int, SpotlightResult&) override {
        return unemulated("IMeetingVideoController::CanUnSpotlight");
    }
    SDKError SpotlightVideo(unsigned int) override { return unemulated("IMeetingVideoController::SpotlightVideo"); }
    SDKError UnSpotlightVideo(unsigned int) override {
        return unemulated("IMeetingVideoController::UnSpotlightVideo");
    }
    SDKError UnSpotlightAllVideos() override { return unemulated("IMeetingVideoController::UnSpotlightAllVideos"); }
    IList<unsigned int>* GetSpotlightedUserList() override { return emptyList<unsigned int>(); }
    SDKError CanAskAttendeeToStartVideo(unsigned int) override {
        return unemulated("IMeetingVideoController::CanAskAttendeeToStartVideo");
    }
    SDKError AskAttendeeToStartVideo(unsigned int) override {
        return unemulated("IMeetingVideoController::AskAttendeeToStartVideo");
    }
    SDKError CanStopAttendeeVideo(unsigned int) override {
        return unemulated("IMeetingVideoController::CanStopAttendeeVideo");
    }
    SDKError StopAttendeeVideo(unsigned int) override {
        return unemulated("IMeetingVideoController::StopAttendeeVideo");
    }
    bool IsSupportFollowHostVideoOrder() override { return false; }
    SDKError EnableFollowHostVideoOrder(bool) override {
        return unemulated("IMeetingVideoController::EnableFollowHostVideoOrder");
    }
    bool IsFollowHostVideoOrderOn() override { return false; }
    IList<unsigned int>* GetVideoOrderList() override { return emptyList<unsigned int>(); }
    bool IsIncomingVideoStopped() override { return false; }
#if defined(WIN32)
    SDKError CanPinToFirstView(unsigned int, PinResult&) override {
        return unemulated("IMeetingVideoController::CanPinToFirstView");
    }
    SDKError PinVideoToFirstView(unsigned int) override {
        return unemulated("IMeetingVideoController::PinVideoToFirstView");
    }
    SDKError UnPinVideoFromFirstView(unsigned int) override {
        return unemulated("IMeetingVideoController::UnPinVideoFromFirstView");
    }
    SDKError UnPinAllVideosFromFirstView() override {
        return unemulated("IMeetingVideoController::UnPinAllVideosFromFirstView");
    }
    IList<unsigned int>* GetPinnedUserListFromFirstView() override { return emptyList<unsigned int>(); }
    SDKError CanPinToSecondView(unsigned int, PinResult&) override {
        return unemulated("IMeetingVideoController::CanPinToSecondView");
    }
    SDKError PinVideoToSecondView(unsigned int) override {
        return unemulated("IMeetingVideoController::PinVideoToSecondView");
    }
    SDKError UnPinVideoFromSecondView(unsigned int) override {
        return unemulated("IMeetingVideoController::UnPinVideoFromSecondView");
    }
    IList<unsigned int>* GetPinnedUserListFromSecondView() override { return emptyList<unsigned int>(); }
    SDKError HideOrShowNoVideoUserOnVideoWall(bool) override {
        return unemulated("IMeetingVideoController::HideOrShowNoVideoUserOnVideoWall");
    }
    SDKError HideOrShowSelfView(bool) override { return unemulated("IMeetingVideoController::HideOrShowSelfView"); }
    ISetVideoOrderHelper* GetSetVideoOrderHelper() override { return nullptr; }
    ICameraController* GetMyCameraController() override { return nullptr; }
    SDKError StopIncomingVideo(bool) override { return unemulated("IMeetingVideoController::StopIncomingVideo"); }
    SDKError ShowAvatar(bool) override { return unemulated("IMeetingVideoController::ShowAvatar"); }
    bool IsShowAvatar() override { return false; }
#endif
    IMeetingCameraHelper* GetMeetingCameraHelper(unsigned int) override { return nullptr; }
    SDKError RevokeCameraControlPrivilege() override {
        return unemulated("IMeetingVideoController::RevokeCameraControlPrivilege");
    }
    bool CanEnableAlphaChannelMode() override { return false; }
    SDKError EnableAlphaChannelMode(bool) override {
        return unemulated("IMeetingVideoController::EnableAlphaChannelMode");
    }
    bool IsAlphaChannelModeEnabled() override { return false; }
    VideoSize GetUserVideoSize(unsigned int) override { return {}; }
    SDKError SetVideoQualityPreference(SDKVideoPreferenceSetting) override {
        return unemulated("IMeetingVideoController::SetVideoQualityPreference");
    }
    SDKError EnableSpeakerContrastEnhance(bool) override {
        return unemulated("IMeetingVideoController::EnableSpeakerContrastEnhance");
    }
    bool IsSpeakerContrastEnhanceEnabled() override { return false; }
};

}  // namespace MEETINGSDK
