// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#include "setting_service_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedGeneralSettingContext : public IGeneralSettingContext {
public:
    SDKError EnableAutoCopyInviteLink(bool) override {
        return unemulated("IGeneralSettingContext::EnableAutoCopyInviteLink");
    }
    bool IsAutoCopyInviteLinkEnabled() override { return false; }
    SDKError EnableMuteWhenLockScreen(bool) override {
        return unemulated("IGeneralSettingContext::EnableMuteWhenLockScreen");
    }
    bool IsMuteWhenLockScreenEnabled() override { return false; }
#if defined(WIN32)
    SDKError EnableDualScreenMode(bool) override {
        return unemulated("IGeneralSettingContext::EnableDualScreenMode");
    }
    bool IsDualScreenModeEnabled() override { return false; }
    SDKError TurnOffAeroModeInSharing(bool) override {
        return unemulated("IGeneralSettingContext::TurnOffAeroModeInSharing");
    }
    bool IsAeroModeInSharingTurnOff() override { return false; }
    SDKError EnableAutoFullScreenVideoWhenJoinMeeting(bool) override {
        return unemulated("IGeneralSettingContext::EnableAutoFullScreenVideoWhenJoinMeeting");
    }
    bool IsAutoFullScreenVideoWhenJoinMeetingEnabled() override { return false; }
    SDKError EnableSplitScreenMode(bool) override {
        return unemulated("IGeneralSettingContext::EnableSplitScreenMode");
    }
    bool IsSplitScreenModeEnabled() override { return false; }
    SDKError EnableDisplayReminderWindowWhenExit(bool) override {
        return unemulated("IGeneralSettingContext::EnableDisplayReminderWindowWhenExit");
    }
    bool IsDisplayReminderWindowWhenExitEnabled() override { return false; }
    SDKError EnableShowMyMeetingElapseTime(bool) override {
        return unemulated("IGeneralSettingContext::EnableShowMyMeetingElapseTime");
    }
    bool IsShowMyMeetingElapseTimeEnabled() override { return false; }
    SDKError SetReactionSkinTone(ReactionSkinToneType) override {
        return unemulated("IGeneralSettingContext::SetReactionSkinTone");
    }
    ReactionSkinToneType GetReactionSkinTone() override { return {}; }
    bool IsSupportSetUITheme() override { return false; }
    SDKError SetUITheme(ZoomSDKUITheme) override { return unemulated("IGeneralSettingContext::SetUITheme"); }
    ZoomSDKUITheme GetUITheme() override { return {}; }
    bool IsSupportSetUIAppearance() override { return false; }
    SDKError SetUIAppearance(ZoomSDKUIAppearance) override {
        return unemulated("IGeneralSettingContext::SetUIAppearance");
    }
    ZoomSDKUIAppearance GetUIAppearance() override { return {}; }
#endif
};

class UnemulatedRecordingSettingContext : public IRecordingSettingContext {
public:
    SDKError SetRecordingPath(const zchar_t*) override {
        return unemulated("IRecordingSettingContext::SetRecordingPath");
    }
    const zchar_t* GetRecordingPath() override { return emptyText(); }
    SDKError SetRecordingSettingEvent(IRecordingSettingContextEvent*) override {
        return unemulated("IRecordingSettingContext::SetRecordingSettingEvent");
    }
    bool CanGetCloudRecordingStorageInfo() override { return false; }
    SDKError GetCloudRecordingStorageInfo() override {
        return unemulated("IRecordingSettingContext::GetCloudRecordingStorageInfo");
    }
    const zchar_t* GetRecordingManagementURL() override { return emptyText(); }
    SDKError CanGetRecordingManagementURL(bool&) override {
        return unemulated("IRecordingSettingContext::CanGetRecordingManagementURL");
    }
    SDKError EnableMultiAudioStreamRecord(bool) override {
        return unemulated("IRecordingSettingContext::EnableMultiAudioStreamRecord");
    }
    bool IsMultiAudioStreamRecordEnabled() override { return false; }
    SDKError EnableAddTimestampWatermark(bool) override {
        return unemulated("IRecordingSettingContext::EnableAddTimestampWatermark");
    }
    bool IsAddTimestampWatermarkEnabled() override { return false; }
    SDKError EnableOptimizeFor3rdPartyVideoEditor(bool) override {
        return unemulated("IRecordingSettingContext::EnableOptimizeFor3rdPartyVideoEditor");
    }
    bool IsOptimizeFor3rdPartyVideoEditorEnabled() override { return false; }
    SDKError EnableShowVideoThumbnailWhenShare(bool) override {
        return unemulated("IRecordingSettingContext::EnableShowVideoThumbnailWhenShare");
    }
    bool IsShowVideoThumbnailWhenShareEnabled() override { return false; }
    SDKError EnablePlaceVideoNextToShareInRecord(bool) override {
        return unemulated("IRecordingSettingContext::EnablePlaceVideoNextToShareInRecord");
    }
    bool IsPlaceVideoNextToShareInRecordEnabled() override { return false; }
#if defined(WIN32)
    SDKError EnableSelectRecordFileLocationAfterMeeting(bool) override {
        return unemulated("IRecordingSettingContext::EnableSelectRecordFileLocationAfterMeeting");
    }
    bool IsSelectRecordFileLocationAfterMeetingEnabled() override { return false; }
#endif
};

class UnemulatedStatisticSettingContext : public IStatisticSettingContext {
public:
    SDKError QueryOverallStatisticInfo(OverallStatisticInfo&) override {
        return unemulated(
            "IStatisticSettingContext::QueryOverallStatisticInfo", SDKERR_WRONG_USAGE, "ZM-AUTH-009");
    }
    SDKError QueryAudioStatisticInfo(AudioSessionStatisticInfo&) override {
        return unemulated(
            "IStatisticSettingContext::QueryAudioStatisticInfo", SDKERR_WRONG_USAGE, "ZM-AUTH-009");
    }
    SDKError QueryVideoStatisticInfo(ASVSessionStatisticInfo&) override {
        return unemulated(
            "IStatisticSettingContext::QueryVideoStatisticInfo", SDKERR_WRONG_USAGE, "ZM-AUTH-009");
    }
    SDKError QueryShareStatisticInfo(ASVSessionStatisticInfo&) override {
        return unemulated(
            "IStatisticSettingContext::QueryShareStatisticInfo", SDKERR_WRONG_USAGE, "ZM-AUTH-009");
    }
};

class UnemulatedShareSettingContext : public IShareSettingContext {
public:
    SDKError EnableAutoFitToWindowWhenViewSharing(bool) override {
        return unemulated("IShareSettingContext::EnableAutoFitToWindowWhenViewSharing");
    }
    bool IsAutoFitToWindowWhenViewSharingEnabled() override { return false; }
    SDKError EnableTCPConnectionWhenSharing(bool) override {
        return unemulated("IShareSettingContext::EnableTCPConnectionWhenSharing");
    }
    bool IsTCPConnectionWhenSharing() override { return false; }
    bool IsCurrentOSSupportAccelerateGPUWhenShare() override { return false; }
    SDKError EnableAccelerateGPUWhenShare(bool) override {
        return unemulated("IShareSettingContext::EnableAccelerateGPUWhenShare");
    }
    SDKError IsAccelerateGPUWhenShareEnabled(bool&) override {
        return unemulated("IShareSettingContext::IsAccelerateGPUWhenShareEnabled");
    }
    SDKError EnableGreenBorderWhenShare(bool) override {
        return unemulated("IShareSettingContext::EnableGreenBorderWhenShare");
    }
    bool IsGreenBorderEnabledWhenShare() override { return false; }
    bool IsLimitFPSEnabledWhenShare() override { return false; }
    SDKError EnableLimitFPSWhenShare(bool) override {
        return unemulated("IShareSettingContext::EnableLimitFPSWhenShare");
    }
    LimitFPSValue GetLimitFPSValueWhenShare() override { return {}; }
    SDKError SetLimitFPSValueWhenShare(LimitFPSValue) override {
        return unemulated("IShareSettingContext::SetLimitFPSValueWhenShare");
    }
    SDKError EnableShowMyAppWindowWhenShare(bool) override {
        return unemulated("IShareSettingContext::EnableShowMyAppWindowWhenShare");
    }
    bool IsShowMyAppWindowWhenShareEnabled() override { return false; }
    bool IsSupportShowMyAppWindowWhenShare() override { return false; }
    bool IsDoNotDisturbInSharingOn() override { return false; }
    SDKError EnableDoNotDisturbInSharing(bool) override {
        return unemulated("IShareSettingContext::EnableDoNotDisturbInSharing");
    }
    SDKError EnableHardwareAcceleratedAnnotation(bool) override {
        return unemulated("IShareSettingContext::EnableHardwareAcceleratedAnnotation");
    }
    SDKError IsAnnotationHardwareAccelerated(bool&) override {
        return unemulated("IShareSettingContext::IsAnnotationHardwareAccelerated");
    }
    SDKError EnableHardwareAcceleratedVideoSharing(bool) override {
        return unemulated("IShareSettingContext::EnableHardwareAcceleratedVideoSharing");
    }
    SDKError IsVideoSharingHardwareAccelerated(bool&) override {
        return unemulated("IShareSettingContext::IsVideoSharingHardwareAccelerated");
    }
    SDKError EnableShareContentFlashDetection(bool) override {
        return unemulated("IShareSettingContext::EnableShareContentFlashDetection");
    }
    bool IsShareContentFlashDetectionEnabled() override { return false; }
#if defined(WIN32)
    SDKError SetWindowSizeTypeWhenViewShare(WindowSizeType) override {
        return unemulated("IShareSettingContext::SetWindowSizeTypeWhenViewShare");
    }
    WindowSizeType GetWindowSizeTypeWhenViewShare() override { return {}; }
    SDKError EnableRemoteControlAllApplications(bool) override {
        return unemulated("IShareSettingContext::EnableRemoteControlAllApplications");
    }
    bool IsRemoteControlAllApplicationsEnabled() override { return false; }
    SDKError GetShareOptionWhenShareInMeeting(ShareOptionInMeeting&) override {
        return unemulated("IShareSettingContext::GetShareOptionWhenShareInMeeting");
    }
    SDKError SetShareOptionWhenShareInMeeting(ShareOptionInMeeting) override {
        return unemulated("IShareSettingContext::SetShareOptionWhenShareInMeeting");
    }
    SDKError GetShareOptionWhenShareApplication(ShareSelectMode&) override {
        return unemulated("IShareSettingContext::GetShareOptionWhenShareApplication");
    }
    SDKError SetShareOptionWhenShareApplication(ShareSelectMode) override {
        return unemulated("IShareSettingContext::SetShareOptionWhenShareApplication");
    }
    SDKError GetShareOptionWhenShareInDirectShare(ShareOptionToRoom&) override {
        return unemulated("IShareSettingContext::GetShareOptionWhenShareInDirectShare");
    }
    SDKError SetShareOptionWhenShareInDirectShare(ShareOptionToRoom) override {
        return unemulated("IShareSettingContext::SetShareOptionWhenShareInDirectShare");
    }
    SDKError SetScreenCaptureMode(ScreenCaptureMode) override {
        return unemulated("IShareSettingContext::SetScreenCaptureMode");
    }
    SDKError GetScreenCaptureMode(ScreenCaptureMode&) override {
        return unemulated("IShareSettingContext::GetScreenCaptureMode");
    }
#endif
};

class UnemulatedWallpaperSettingContext : public IWallpaperSettingContext {
public:
    SDKError SetEvent(IWallpaperSettingContextEvent*) override { return SDKERR_SUCCESS; }
    bool IsMeetingWallpaperEnabled() override { return false; }
    bool IsMeetingWallpaperThumbsReady() override { return false; }
    IWallpaperItem* GetCurrentMeetingWallpaperItem() override { return nullptr; }
    IList<IWallpaperItem*>* GetMeetingWallpaperList() override { return emptyList<IWallpaperItem*>(); }
    SDKError SetMeetingWallpaper(IWallpaperItem*) override {
        return unemulated("IWallpaperSettingContext::SetMeetingWallpaper");
    }
    IWallpaperItem* GetMeetingWallpaperItemByID(const zchar_t*) override { return nullptr; }
#if defined(WIN32)
    bool IsPersonalWallpaperEnabled() override { return false; }
    IWallpaperItem* GetCurrentPersonalWallpaperItem() override { return nullptr; }
    IList<IWallpaperItem*>* GetPersonalWallpaperList() override { return emptyList<IWallpaperItem*>(); }
    SDKError SetPersonalWallpaper(IWallpaperItem*) override {
        return unemulated("IWallpaperSettingContext::SetPersonalWallpaper");
    }
    IWallpaperItem* GetPersonalWallpaperItemByID(const zchar_t*) override { return nullptr; }
#endif
};

}  // namespace MEETINGSDK
