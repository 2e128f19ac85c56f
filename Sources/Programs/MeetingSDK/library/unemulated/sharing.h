// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#include "meeting_service_components/meeting_sharing_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedMeetingShareController : public IMeetingShareController {
public:
#if defined(WIN32)
    UNEMULATED(SDKError, IMeetingShareController, StartAppShare, (HWND))
    bool IsShareAppValid(HWND) override { return false; }
    UNEMULATED(SDKError, IMeetingShareController, StartMonitorShare, (const zchar_t*))
    UNEMULATED(SDKError, IMeetingShareController, ShowSharingAppSelectWnd, ())
    UNEMULATED(SDKError, IMeetingShareController, StartAirPlayShare, ())
    UNEMULATED(SDKError, IMeetingShareController, StartShareCamera, ())
    UNEMULATED(SDKError, IMeetingShareController, BlockWindowFromScreenshare, (bool, HWND, bool))
    UNEMULATED(SDKError, IMeetingShareController, SwitchToFitWindowModeWhenViewShare, (SDKViewType))
    UNEMULATED(SDKError, IMeetingShareController, SwitchZoomRatioWhenViewShare, (unsigned int, SDKShareViewZoomRatio))
    UNEMULATED(SDKError, IMeetingShareController, EnableFollowPresenterPointerWhenViewShare, (unsigned int, bool))
    UNEMULATED(SDKError, IMeetingShareController, CanEnableFollowPresenterPointerWhenViewShare, (unsigned int, bool&))
    UNEMULATED(SDKError, IMeetingShareController, ViewShare, (unsigned int, SDKViewType))
    UNEMULATED(SDKError, IMeetingShareController, StartWhiteBoardShare, ())
    UNEMULATED(SDKError, IMeetingShareController, StartShareFrame, ())
    UNEMULATED(SDKError, IMeetingShareController, StartSharePureComputerAudio, ())
    UNEMULATED(SDKError, IMeetingShareController, StartShareCamera, (const zchar_t*, HWND))
    UNEMULATED(SDKError, IMeetingShareController, ShowShareOptionDialog, ())
#endif
    UNEMULATED(SDKError, IMeetingShareController, IsSupportAdvanceShareOption, (AdvanceShareOption))
    UNEMULATED(SDKError, IMeetingShareController, LockShare, (bool))
    UNEMULATED(SDKError, IMeetingShareController, PauseCurrentSharing, ())
    bool IsDesktopSharingEnabled() override { return false; }
    bool IsSupportEnableShareComputerSound(bool&) override { return false; }
    bool IsSupportEnableOptimizeForFullScreenVideoClip(bool&) override { return false; }
    bool IsSupportShareWithComputerSound(ShareType) override { return false; }
    bool IsCurrentSharingSupportShareWithComputerSound() override { return false; }
    bool IsEnableShareComputerSoundOn() override { return false; }
    UNEMULATED(SDKError, IMeetingShareController, EnableShareComputerSound, (bool))
    bool IsEnableShareComputerSoundOnWhenSharing() override { return false; }
    UNEMULATED(SDKError, IMeetingShareController, EnableShareComputerSoundWhenSharing, (bool))
    UNEMULATED(SDKError, IMeetingShareController, SetAudioShareMode, (AudioShareMode))
    UNEMULATED(SDKError, IMeetingShareController, GetAudioShareMode, (AudioShareMode&))
    bool IsSupportEnableOptimizeForFullScreenVideoClip() override { return false; }
    bool IsEnableOptimizeForFullScreenVideoClipOn() override { return false; }
    UNEMULATED(SDKError, IMeetingShareController, EnableOptimizeForFullScreenVideoClip, (bool))
    bool IsEnableOptimizeForFullScreenVideoClipOnWhenSharing() override { return false; }
    UNEMULATED(SDKError, IMeetingShareController, EnableOptimizeForFullScreenVideoClipWhenSharing, (bool))
    UNEMULATED(SDKError, IMeetingShareController, SetMultiShareSettingOptions, (MultiShareOption))
    UNEMULATED(SDKError, IMeetingShareController, GetMultiShareSettingOptions, (MultiShareOption&))
    UNEMULATED(SDKError, IMeetingShareController, CanSwitchToShareNextCamera, (bool&))
    UNEMULATED(SDKError, IMeetingShareController, SwitchToShareNextCamera, ())
    bool CanShareVideoFile() override { return false; }
#if defined(WIN32)
    UNEMULATED(SDKError, IMeetingShareController, CanEnableShareToBO, (bool&))
    UNEMULATED(SDKError, IMeetingShareController, EnableShareToBO, (bool))
    UNEMULATED(SDKError, IMeetingShareController, IsShareToBOEnabled, (bool&))
    UNEMULATED(SDKError, IMeetingShareController, StartVideoFileShare, (const zchar_t*))
    bool IsWhiteboardLegalNoticeAvailable() override { return false; }
    const zchar_t* getWhiteboardLegalNoticesPrompt() override { return emptyText(); }
    const zchar_t* getWhiteboardLegalNoticesExplained() override { return emptyText(); }
#endif
};

}  // namespace MEETINGSDK
