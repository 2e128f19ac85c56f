// Settings of appearance, wallpapers and shares.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_PSSTUDIO_SETTING_GENERAL_H
#define PSSTUDIO_MEETINGSDK_PSSTUDIO_SETTING_GENERAL_H

#include "psstudio/names/psstudio/setting_general.h"
#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

#if defined(WIN32)
typedef enum tagReactionSkinToneType ReactionSkinToneType;

struct tagShowSettingDlgParam {
    HWND hParent = nullptr;
    int top = 0;
    int left = 0;
    HWND hSettingWnd = nullptr;
    bool bShow = true;
    bool bCenter = false;
    SettingTabPage eTabPageType = SettingTabPage_General;
};
typedef struct tagShowSettingDlgParam ShowSettingDlgParam;

struct tagSettingDlgShowTabPageOption {
    bool bShowGeneral = true;
    bool bShowVideo = true;
    bool bShowAudio = true;
    bool bShowShareScreen = true;
    bool bShowVirtualBackGround = true;
    bool bSHowRecording = true;
    bool bShowAdvancedFeature = false;
    bool bShowStatistics = true;
    bool bShowFeedback = false;
    bool bShowKeyboardShortcuts = true;
    bool bShowAccessibility = true;
};
typedef struct tagSettingDlgShowTabPageOption SettingDlgShowTabPageOption;

struct tagSettingDlgShowUrlOption {
    bool bShowGeneralViewMoreSetting = true;
    bool bShowVideoSupportCenter = true;
    bool bShowAudioLearnMore = true;
    bool bShowShareAndVBLearnMore = true;
};
typedef struct tagSettingDlgShowUrlOption SettingDlgShowUrlOption;
#endif

/// General settings.
class IGeneralSettingContext {
public:
    virtual SDKError EnableAutoCopyInviteLink(bool enable) = 0;
    virtual bool IsAutoCopyInviteLinkEnabled() = 0;
    virtual SDKError EnableMuteWhenLockScreen(bool enable) = 0;
    virtual bool IsMuteWhenLockScreenEnabled() = 0;
#if defined(WIN32)
    virtual SDKError EnableDualScreenMode(bool enable) = 0;
    virtual bool IsDualScreenModeEnabled() = 0;
    virtual SDKError TurnOffAeroModeInSharing(bool turnoff) = 0;
    virtual bool IsAeroModeInSharingTurnOff() = 0;
    virtual SDKError EnableAutoFullScreenVideoWhenJoinMeeting(bool enable) = 0;
    virtual bool IsAutoFullScreenVideoWhenJoinMeetingEnabled() = 0;
    virtual SDKError EnableSplitScreenMode(bool enable) = 0;
    virtual bool IsSplitScreenModeEnabled() = 0;
    virtual SDKError EnableDisplayReminderWindowWhenExit(bool enable) = 0;
    virtual bool IsDisplayReminderWindowWhenExitEnabled() = 0;
    virtual SDKError EnableShowMyMeetingElapseTime(bool enable) = 0;
    virtual bool IsShowMyMeetingElapseTimeEnabled() = 0;
    virtual SDKError SetReactionSkinTone(ReactionSkinToneType skinTone) = 0;
    virtual ReactionSkinToneType GetReactionSkinTone() = 0;
    virtual bool IsSupportSetUITheme() = 0;
    virtual SDKError SetUITheme(ZoomSDKUITheme theme) = 0;
    virtual ZoomSDKUITheme GetUITheme() = 0;
    virtual bool IsSupportSetUIAppearance() = 0;
    virtual SDKError SetUIAppearance(ZoomSDKUIAppearance appearance) = 0;
    virtual ZoomSDKUIAppearance GetUIAppearance() = 0;
#endif
};

class IWallpaperItem {
public:
    virtual ZoomSDKWallpaperLayoutMode GetWallpaperLayoutMode() = 0;
    virtual const zchar_t* GetWallpaperID() = 0;
    virtual const zchar_t* GetTitle() = 0;
    virtual const zchar_t* GetThumbnailPath() = 0;
    virtual const zchar_t* GetPath() = 0;
    virtual int GetTransparency() = 0;
    virtual void SetTransparency(int transparency) = 0;
    virtual void SetWallpaperLayoutMode(ZoomSDKWallpaperLayoutMode mode) = 0;
    virtual ~IWallpaperItem() {}
};

class IWallpaperSettingContextEvent {
public:
    virtual void onMeetingWallpaperChanged(IWallpaperItem* /*item*/) {}
    virtual void onMeetingWallpaperImageDownloadStatus(ZoomSDKWallpaperSettingStatus /*status*/,
        const zchar_t* /*wallpaperId*/) {}
#if defined(WIN32)
    virtual void onPersonalWallpaperChanged(IWallpaperItem* /*item*/) {}
    virtual void onPersonalWallpaperImageDownloadStatus(ZoomSDKWallpaperSettingStatus /*status*/,
        const zchar_t* /*wallpaperId*/) {}
#endif
};

class IWallpaperSettingContext {
public:
    virtual SDKError SetEvent(IWallpaperSettingContextEvent* event) = 0;
    virtual bool IsMeetingWallpaperEnabled() = 0;
    virtual bool IsMeetingWallpaperThumbsReady() = 0;
    virtual IWallpaperItem* GetCurrentMeetingWallpaperItem() = 0;
    virtual IList<IWallpaperItem*>* GetMeetingWallpaperList() = 0;
    virtual SDKError SetMeetingWallpaper(IWallpaperItem* item) = 0;
    virtual IWallpaperItem* GetMeetingWallpaperItemByID(const zchar_t* wallpaperId) = 0;
#if defined(WIN32)
    virtual bool IsPersonalWallpaperEnabled() = 0;
    virtual IWallpaperItem* GetCurrentPersonalWallpaperItem() = 0;
    virtual IList<IWallpaperItem*>* GetPersonalWallpaperList() = 0;
    virtual SDKError SetPersonalWallpaper(IWallpaperItem* item) = 0;
    virtual IWallpaperItem* GetPersonalWallpaperItemByID(const zchar_t* wallpaperId) = 0;
#endif
};

#if defined(WIN32)
class IAccessibilitySettingContext {
public:
    virtual SDKError EnableAlwaysShowMeetingControls(bool enable) = 0;
    virtual SDKError IsAlwaysShowMeetingControlsEnable(bool& enable) = 0;
};

class ISettingUIStrategy {
public:
    virtual void DisableAdvancedFeatures4GeneralSetting(bool disable) = 0;
    virtual void DisableAccountSettingTabPage(bool disable) = 0;
    virtual void ConfSettingDialogShownTabPage(SettingDlgShowTabPageOption showOption) = 0;
    virtual void HideAutoCopyInviteLinkCheckBox(bool hide) = 0;
    virtual void ConfigToShowUrlLinksInSetting(SettingDlgShowUrlOption showOption) = 0;
};
#endif

class IShareSettingContext {
public:
    virtual SDKError EnableAutoFitToWindowWhenViewSharing(bool enable) = 0;
    virtual bool IsAutoFitToWindowWhenViewSharingEnabled() = 0;
    virtual SDKError EnableTCPConnectionWhenSharing(bool enable) = 0;
    virtual bool IsTCPConnectionWhenSharing() = 0;
    virtual bool IsCurrentOSSupportAccelerateGPUWhenShare() = 0;
    virtual SDKError EnableAccelerateGPUWhenShare(bool enable) = 0;
    virtual SDKError IsAccelerateGPUWhenShareEnabled(bool& enable) = 0;
    virtual SDKError EnableGreenBorderWhenShare(bool enable) = 0;
    virtual bool IsGreenBorderEnabledWhenShare() = 0;
    virtual bool IsLimitFPSEnabledWhenShare() = 0;
    virtual SDKError EnableLimitFPSWhenShare(bool enable) = 0;
    virtual LimitFPSValue GetLimitFPSValueWhenShare() = 0;
    virtual SDKError SetLimitFPSValueWhenShare(LimitFPSValue value) = 0;
    virtual SDKError EnableShowMyAppWindowWhenShare(bool enable) = 0;
    virtual bool IsShowMyAppWindowWhenShareEnabled() = 0;
    virtual bool IsSupportShowMyAppWindowWhenShare() = 0;
    virtual bool IsDoNotDisturbInSharingOn() = 0;
    virtual SDKError EnableDoNotDisturbInSharing(bool enable) = 0;
    virtual SDKError EnableHardwareAcceleratedAnnotation(bool enable) = 0;
    virtual SDKError IsAnnotationHardwareAccelerated(bool& enable) = 0;
    virtual SDKError EnableHardwareAcceleratedVideoSharing(bool enable) = 0;
    virtual SDKError IsVideoSharingHardwareAccelerated(bool& enable) = 0;
    virtual SDKError EnableShareContentFlashDetection(bool enable) = 0;
    virtual bool IsShareContentFlashDetectionEnabled() = 0;
#if defined(WIN32)
    virtual SDKError SetWindowSizeTypeWhenViewShare(WindowSizeType type) = 0;
    virtual WindowSizeType GetWindowSizeTypeWhenViewShare() = 0;
    virtual SDKError EnableRemoteControlAllApplications(bool enable) = 0;
    virtual bool IsRemoteControlAllApplicationsEnabled() = 0;
    virtual SDKError GetShareOptionWhenShareInMeeting(ShareOptionInMeeting& shareOption) = 0;
    virtual SDKError SetShareOptionWhenShareInMeeting(ShareOptionInMeeting shareOption) = 0;
    virtual SDKError GetShareOptionWhenShareApplication(ShareSelectMode& selectMode) = 0;
    virtual SDKError SetShareOptionWhenShareApplication(ShareSelectMode selectMode) = 0;
    virtual SDKError GetShareOptionWhenShareInDirectShare(ShareOptionToRoom& shareOption) = 0;
    virtual SDKError SetShareOptionWhenShareInDirectShare(ShareOptionToRoom shareOption) = 0;
    virtual SDKError SetScreenCaptureMode(ScreenCaptureMode captureMode) = 0;
    virtual SDKError GetScreenCaptureMode(ScreenCaptureMode& captureMode) = 0;
#endif
};

END_ZOOM_SDK_NAMESPACE

#endif
