// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#include "setting_service_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedGeneralSettingContext : public IGeneralSettingContext {
public:
    UNEMULATED(SDKError, IGeneralSettingContext, EnableAutoCopyInviteLink, (bool))
    bool IsAutoCopyInviteLinkEnabled() override { return false; }
    UNEMULATED(SDKError, IGeneralSettingContext, EnableMuteWhenLockScreen, (bool))
    bool IsMuteWhenLockScreenEnabled() override { return false; }
#if defined(WIN32)
    UNEMULATED(SDKError, IGeneralSettingContext, EnableDualScreenMode, (bool))
    bool IsDualScreenModeEnabled() override { return false; }
    UNEMULATED(SDKError, IGeneralSettingContext, TurnOffAeroModeInSharing, (bool))
    bool IsAeroModeInSharingTurnOff() override { return false; }
    UNEMULATED(SDKError, IGeneralSettingContext, EnableAutoFullScreenVideoWhenJoinMeeting, (bool))
    bool IsAutoFullScreenVideoWhenJoinMeetingEnabled() override { return false; }
    UNEMULATED(SDKError, IGeneralSettingContext, EnableSplitScreenMode, (bool))
    bool IsSplitScreenModeEnabled() override { return false; }
    UNEMULATED(SDKError, IGeneralSettingContext, EnableDisplayReminderWindowWhenExit, (bool))
    bool IsDisplayReminderWindowWhenExitEnabled() override { return false; }
    UNEMULATED(SDKError, IGeneralSettingContext, EnableShowMyMeetingElapseTime, (bool))
    bool IsShowMyMeetingElapseTimeEnabled() override { return false; }
    UNEMULATED(SDKError, IGeneralSettingContext, SetReactionSkinTone, (ReactionSkinToneType))
    ReactionSkinToneType GetReactionSkinTone() override { return {}; }
    bool IsSupportSetUITheme() override { return false; }
    UNEMULATED(SDKError, IGeneralSettingContext, SetUITheme, (ZoomSDKUITheme))
    ZoomSDKUITheme GetUITheme() override { return {}; }
    bool IsSupportSetUIAppearance() override { return false; }
    UNEMULATED(SDKError, IGeneralSettingContext, SetUIAppearance, (ZoomSDKUIAppearance))
    ZoomSDKUIAppearance GetUIAppearance() override { return {}; }
#endif
};

class UnemulatedRecordingSettingContext : public IRecordingSettingContext {
public:
    UNEMULATED(SDKError, IRecordingSettingContext, SetRecordingPath, (const zchar_t*))
    const zchar_t* GetRecordingPath() override { return emptyText(); }
    UNEMULATED(SDKError, IRecordingSettingContext, SetRecordingSettingEvent, (IRecordingSettingContextEvent*))
    bool CanGetCloudRecordingStorageInfo() override { return false; }
    UNEMULATED(SDKError, IRecordingSettingContext, GetCloudRecordingStorageInfo, ())
    const zchar_t* GetRecordingManagementURL() override { return emptyText(); }
    UNEMULATED(SDKError, IRecordingSettingContext, CanGetRecordingManagementURL, (bool&))
    UNEMULATED(SDKError, IRecordingSettingContext, EnableMultiAudioStreamRecord, (bool))
    bool IsMultiAudioStreamRecordEnabled() override { return false; }
    UNEMULATED(SDKError, IRecordingSettingContext, EnableAddTimestampWatermark, (bool))
    bool IsAddTimestampWatermarkEnabled() override { return false; }
    UNEMULATED(SDKError, IRecordingSettingContext, EnableOptimizeFor3rdPartyVideoEditor, (bool))
    bool IsOptimizeFor3rdPartyVideoEditorEnabled() override { return false; }
    UNEMULATED(SDKError, IRecordingSettingContext, EnableShowVideoThumbnailWhenShare, (bool))
    bool IsShowVideoThumbnailWhenShareEnabled() override { return false; }
    UNEMULATED(SDKError, IRecordingSettingContext, EnablePlaceVideoNextToShareInRecord, (bool))
    bool IsPlaceVideoNextToShareInRecordEnabled() override { return false; }
#if defined(WIN32)
    UNEMULATED(SDKError, IRecordingSettingContext, EnableSelectRecordFileLocationAfterMeeting, (bool))
    bool IsSelectRecordFileLocationAfterMeetingEnabled() override { return false; }
#endif
};

class UnemulatedStatisticSettingContext : public IStatisticSettingContext {
public:
    UNEMULATED(
        SDKError, IStatisticSettingContext, QueryOverallStatisticInfo, (OverallStatisticInfo&), SDKERR_WRONG_USAGE,
        "ZM-AUTH-009")
    UNEMULATED(
        SDKError, IStatisticSettingContext, QueryAudioStatisticInfo, (AudioSessionStatisticInfo&), SDKERR_WRONG_USAGE,
        "ZM-AUTH-009")
    UNEMULATED(
        SDKError, IStatisticSettingContext, QueryVideoStatisticInfo, (ASVSessionStatisticInfo&), SDKERR_WRONG_USAGE,
        "ZM-AUTH-009")
    UNEMULATED(
        SDKError, IStatisticSettingContext, QueryShareStatisticInfo, (ASVSessionStatisticInfo&), SDKERR_WRONG_USAGE,
        "ZM-AUTH-009")
};

class UnemulatedShareSettingContext : public IShareSettingContext {
public:
    UNEMULATED(SDKError, IShareSettingContext, EnableAutoFitToWindowWhenViewSharing, (bool))
    bool IsAutoFitToWindowWhenViewSharingEnabled() override { return false; }
    UNEMULATED(SDKError, IShareSettingContext, EnableTCPConnectionWhenSharing, (bool))
    bool IsTCPConnectionWhenSharing() override { return false; }
    bool IsCurrentOSSupportAccelerateGPUWhenShare() override { return false; }
    UNEMULATED(SDKError, IShareSettingContext, EnableAccelerateGPUWhenShare, (bool))
    UNEMULATED(SDKError, IShareSettingContext, IsAccelerateGPUWhenShareEnabled, (bool&))
    UNEMULATED(SDKError, IShareSettingContext, EnableGreenBorderWhenShare, (bool))
    bool IsGreenBorderEnabledWhenShare() override { return false; }
    bool IsLimitFPSEnabledWhenShare() override { return false; }
    UNEMULATED(SDKError, IShareSettingContext, EnableLimitFPSWhenShare, (bool))
    LimitFPSValue GetLimitFPSValueWhenShare() override { return {}; }
    UNEMULATED(SDKError, IShareSettingContext, SetLimitFPSValueWhenShare, (LimitFPSValue))
    UNEMULATED(SDKError, IShareSettingContext, EnableShowMyAppWindowWhenShare, (bool))
    bool IsShowMyAppWindowWhenShareEnabled() override { return false; }
    bool IsSupportShowMyAppWindowWhenShare() override { return false; }
    bool IsDoNotDisturbInSharingOn() override { return false; }
    UNEMULATED(SDKError, IShareSettingContext, EnableDoNotDisturbInSharing, (bool))
    UNEMULATED(SDKError, IShareSettingContext, EnableHardwareAcceleratedAnnotation, (bool))
    UNEMULATED(SDKError, IShareSettingContext, IsAnnotationHardwareAccelerated, (bool&))
    UNEMULATED(SDKError, IShareSettingContext, EnableHardwareAcceleratedVideoSharing, (bool))
    UNEMULATED(SDKError, IShareSettingContext, IsVideoSharingHardwareAccelerated, (bool&))
    UNEMULATED(SDKError, IShareSettingContext, EnableShareContentFlashDetection, (bool))
    bool IsShareContentFlashDetectionEnabled() override { return false; }
#if defined(WIN32)
    UNEMULATED(SDKError, IShareSettingContext, SetWindowSizeTypeWhenViewShare, (WindowSizeType))
    WindowSizeType GetWindowSizeTypeWhenViewShare() override { return {}; }
    UNEMULATED(SDKError, IShareSettingContext, EnableRemoteControlAllApplications, (bool))
    bool IsRemoteControlAllApplicationsEnabled() override { return false; }
    UNEMULATED(SDKError, IShareSettingContext, GetShareOptionWhenShareInMeeting, (ShareOptionInMeeting&))
    UNEMULATED(SDKError, IShareSettingContext, SetShareOptionWhenShareInMeeting, (ShareOptionInMeeting))
    UNEMULATED(SDKError, IShareSettingContext, GetShareOptionWhenShareApplication, (ShareSelectMode&))
    UNEMULATED(SDKError, IShareSettingContext, SetShareOptionWhenShareApplication, (ShareSelectMode))
    UNEMULATED(SDKError, IShareSettingContext, GetShareOptionWhenShareInDirectShare, (ShareOptionToRoom&))
    UNEMULATED(SDKError, IShareSettingContext, SetShareOptionWhenShareInDirectShare, (ShareOptionToRoom))
    UNEMULATED(SDKError, IShareSettingContext, SetScreenCaptureMode, (ScreenCaptureMode))
    UNEMULATED(SDKError, IShareSettingContext, GetScreenCaptureMode, (ScreenCaptureMode&))
#endif
};

class UnemulatedWallpaperSettingContext : public IWallpaperSettingContext {
public:
    SDKError SetEvent(IWallpaperSettingContextEvent*) override { return SDKERR_SUCCESS; }
    bool IsMeetingWallpaperEnabled() override { return false; }
    bool IsMeetingWallpaperThumbsReady() override { return false; }
    IWallpaperItem* GetCurrentMeetingWallpaperItem() override { return nullptr; }
    IList<IWallpaperItem*>* GetMeetingWallpaperList() override { return emptyList<IWallpaperItem*>(); }
    UNEMULATED(SDKError, IWallpaperSettingContext, SetMeetingWallpaper, (IWallpaperItem*))
    IWallpaperItem* GetMeetingWallpaperItemByID(const zchar_t*) override { return nullptr; }
#if defined(WIN32)
    bool IsPersonalWallpaperEnabled() override { return false; }
    IWallpaperItem* GetCurrentPersonalWallpaperItem() override { return nullptr; }
    IList<IWallpaperItem*>* GetPersonalWallpaperList() override { return emptyList<IWallpaperItem*>(); }
    UNEMULATED(SDKError, IWallpaperSettingContext, SetPersonalWallpaper, (IWallpaperItem*))
    IWallpaperItem* GetPersonalWallpaperItemByID(const zchar_t*) override { return nullptr; }
#endif
};

}  // namespace MEETINGSDK
