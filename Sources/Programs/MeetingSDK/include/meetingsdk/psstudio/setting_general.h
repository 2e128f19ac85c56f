// Settings of appearance, wallpapers and shares.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_PSSTUDIO_SETTING_GENERAL_H
#define PSSTUDIO_MEETINGSDK_PSSTUDIO_SETTING_GENERAL_H

#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

enum LimitFPSValue {
    limitfps_Not_Enable = 0,
    limitfps_1_frame = 1,
    limitfps_2_frame = 2,
    limitfps_4_frame = 3,
    limitfps_6_frame = 4,
    limitfps_8_frame = 5,
    limitfps_10_frame = 6,
    limitfps_15_frame = 7,
};

#if defined(WIN32)
enum tagReactionSkinToneType {
    ReactionSkinTone_None = 0,
    ReactionSkinTone_Default = 1,
    ReactionSkinTone_Light = 2,
    ReactionSkinTone_MediumLight = 3,
    ReactionSkinTone_Medium = 4,
    ReactionSkinTone_MediumDark = 5,
    ReactionSkinTone_Dark = 6,
};
typedef enum tagReactionSkinToneType ReactionSkinToneType;

enum ZoomSDKUITheme {
    ZoomSDKUITheme_Bloom = 0,
    ZoomSDKUITheme_Rose = 1,
    ZoomSDKUITheme_Agave = 2,
    ZoomSDKUITheme_Classic = 3,
};

enum ZoomSDKUIAppearance {
    ZoomSDKUIAppearance_Light = 1,
    ZoomSDKUIAppearance_Dark = 2,
    ZoomSDKUIAppearance_System = 3,
};

enum WindowSizeType {
    WindowSize_None = 0,
    WindowSize_FullScreen = 1,
    WindowSize_Maximize = 2,
    WindowSize_CurrentSize = 3,
};

enum SettingTabPage {
    SettingTabPage_General = 0,
    SettingTabPage_Audio = 1,
    SettingTabPage_Video = 2,
};

enum ScreenCaptureMode {
    CaptureMode_auto = 0,
    CaptureMode_legacy = 1,
    CaptureMode_gpu_copy_filter = 2,
    CaptureMode_ada_copy_filter = 3,
    CaptureMode_ada_copy_without_filter = 4,
    CaptureMode_ada_secure_filter = 5,
    CaptureMode_end = 6,
};

enum ShareOptionInMeeting {
    ShareOptionInMeeting_AllOption = 0,
    ShareOptionInMeeting_AutoShareDesktop = 1,
};

enum ShareOptionToRoom {
    ShareOptionToRoom_AllOption = 0,
    ShareOptionToRoom_AutoShareDesktop = 1,
};

enum ShareSelectMode {
    SelectMode_None = 0,
    SelectMode_Window = 1,
    SelectMode_Process = 2,
};

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

enum ZoomSDKWallpaperLayoutMode {
    ZoomSDKWallpaperLayoutMode_None = 0,
    ZoomSDKWallpaperLayoutMode_Fill = 1,
    ZoomSDKWallpaperLayoutMode_Fit = 2,
};

enum ZoomSDKWallpaperSettingStatus {
    ZoomSDKWallpaperSettingStatus_None = 0,
    ZoomSDKWallpaperSettingStatus_Downloading = 1,
    ZoomSDKWallpaperSettingStatus_Downloaded = 2,
    ZoomSDKWallpaperSettingStatus_DownloadFail = 3,
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
