// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#include "meeting_service_components/meeting_sharing_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedMeetingShareController : public IMeetingShareController {
public:
    SDKError SetEvent(IMeetingShareCtrlEvent*) override { return SDKERR_SUCCESS; }
#if defined(WIN32)
    SDKError StartAppShare(HWND) override { return unemulated("IMeetingShareController::StartAppShare"); }
    bool IsShareAppValid(HWND) override { return false; }
    SDKError StartMonitorShare(const zchar_t*) override {
        return unemulated("IMeetingShareController::StartMonitorShare");
    }
    SDKError ShowSharingAppSelectWnd() override {
        return unemulated("IMeetingShareController::ShowSharingAppSelectWnd");
    }
    SDKError StartAirPlayShare() override { return unemulated("IMeetingShareController::StartAirPlayShare"); }
    SDKError StartShareCamera() override { return unemulated("IMeetingShareController::StartShareCamera"); }
    SDKError BlockWindowFromScreenshare(bool, HWND, bool) override {
        return unemulated("IMeetingShareController::BlockWindowFromScreenshare");
    }
    SDKError SwitchToFitWindowModeWhenViewShare(SDKViewType) override {
        return unemulated("IMeetingShareController::SwitchToFitWindowModeWhenViewShare");
    }
    SDKError SwitchZoomRatioWhenViewShare(unsigned int, SDKShareViewZoomRatio) override {
        return unemulated("IMeetingShareController::SwitchZoomRatioWhenViewShare");
    }
    SDKError EnableFollowPresenterPointerWhenViewShare(unsigned int, bool) override {
        return unemulated("IMeetingShareController::EnableFollowPresenterPointerWhenViewShare");
    }
    SDKError CanEnableFollowPresenterPointerWhenViewShare(unsigned int, bool&) override {
        return unemulated("IMeetingShareController::CanEnableFollowPresenterPointerWhenViewShare");
    }
    SDKError ViewShare(unsigned int, SDKViewType) override {
        return unemulated("IMeetingShareController::ViewShare");
    }
    SDKError StartWhiteBoardShare() override { return unemulated("IMeetingShareController::StartWhiteBoardShare"); }
    SDKError StartShareFrame() override { return unemulated("IMeetingShareController::StartShareFrame"); }
    SDKError StartSharePureComputerAudio() override {
        return unemulated("IMeetingShareController::StartSharePureComputerAudio");
    }
    SDKError StartShareCamera(const zchar_t*, HWND) override {
        return unemulated("IMeetingShareController::StartShareCamera");
    }
    SDKError ShowShareOptionDialog() override { return unemulated("IMeetingShareController::ShowShareOptionDialog"); }
#endif
    SDKError IsSupportAdvanceShareOption(AdvanceShareOption) override {
        return unemulated("IMeetingShareController::IsSupportAdvanceShareOption");
    }
    SDKError StopShare() override { return unemulated("IMeetingShareController::StopShare"); }
    SDKError LockShare(bool) override { return unemulated("IMeetingShareController::LockShare"); }
    SDKError PauseCurrentSharing() override { return unemulated("IMeetingShareController::PauseCurrentSharing"); }
    SDKError ResumeCurrentSharing() override { return unemulated("IMeetingShareController::ResumeCurrentSharing"); }
    IList<unsigned int>* GetViewableSharingUserList() override { return emptyList<unsigned int>(); }
    IList<ZoomSDKSharingSourceInfo>* GetSharingSourceInfoList(unsigned int) override {
        return emptyList<ZoomSDKSharingSourceInfo>();
    }
    bool CanStartShare() override { return false; }
    bool CanStartShare(CannotShareReasonType&) override { return false; }
    bool IsDesktopSharingEnabled() override { return false; }
    SDKError IsShareLocked(bool&) override { return unemulated("IMeetingShareController::IsShareLocked"); }
    bool IsSupportEnableShareComputerSound(bool&) override { return false; }
    bool IsSupportEnableOptimizeForFullScreenVideoClip(bool&) override { return false; }
    bool IsSupportShareWithComputerSound(ShareType) override { return false; }
    bool IsCurrentSharingSupportShareWithComputerSound() override { return false; }
    bool IsEnableShareComputerSoundOn() override { return false; }
    SDKError EnableShareComputerSound(bool) override {
        return unemulated("IMeetingShareController::EnableShareComputerSound");
    }
    bool IsEnableShareComputerSoundOnWhenSharing() override { return false; }
    SDKError EnableShareComputerSoundWhenSharing(bool) override {
        return unemulated("IMeetingShareController::EnableShareComputerSoundWhenSharing");
    }
    SDKError SetAudioShareMode(AudioShareMode) override {
        return unemulated("IMeetingShareController::SetAudioShareMode");
    }
    SDKError GetAudioShareMode(AudioShareMode&) override {
        return unemulated("IMeetingShareController::GetAudioShareMode");
    }
    bool IsSupportEnableOptimizeForFullScreenVideoClip() override { return false; }
    bool IsEnableOptimizeForFullScreenVideoClipOn() override { return false; }
    SDKError EnableOptimizeForFullScreenVideoClip(bool) override {
        return unemulated("IMeetingShareController::EnableOptimizeForFullScreenVideoClip");
    }
    bool IsEnableOptimizeForFullScreenVideoClipOnWhenSharing() override { return false; }
    SDKError EnableOptimizeForFullScreenVideoClipWhenSharing(bool) override {
        return unemulated("IMeetingShareController::EnableOptimizeForFullScreenVideoClipWhenSharing");
    }
    SDKError SetMultiShareSettingOptions(MultiShareOption) override {
        return unemulated("IMeetingShareController::SetMultiShareSettingOptions");
    }
    SDKError GetMultiShareSettingOptions(MultiShareOption&) override {
        return unemulated("IMeetingShareController::GetMultiShareSettingOptions");
    }
    SDKError CanSwitchToShareNextCamera(bool&) override {
        return unemulated("IMeetingShareController::CanSwitchToShareNextCamera");
    }
    SDKError SwitchToShareNextCamera() override {
        return unemulated("IMeetingShareController::SwitchToShareNextCamera");
    }
    bool CanShareVideoFile() override { return false; }
#if defined(WIN32)
    SDKError CanEnableShareToBO(bool&) override { return unemulated("IMeetingShareController::CanEnableShareToBO"); }
    SDKError EnableShareToBO(bool) override { return unemulated("IMeetingShareController::EnableShareToBO"); }
    SDKError IsShareToBOEnabled(bool&) override { return unemulated("IMeetingShareController::IsShareToBOEnabled"); }
    SDKError StartVideoFileShare(const zchar_t*) override {
        return unemulated("IMeetingShareController::StartVideoFileShare");
    }
    bool IsWhiteboardLegalNoticeAvailable() override { return false; }
    const zchar_t* getWhiteboardLegalNoticesPrompt() override { return emptyText(); }
    const zchar_t* getWhiteboardLegalNoticesExplained() override { return emptyText(); }
#endif
};

}  // namespace MEETINGSDK
