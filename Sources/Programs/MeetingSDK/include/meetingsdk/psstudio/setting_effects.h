// Backgrounds, filters and avatars; named for the branch WIN32.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_PSSTUDIO_SETTING_EFFECTS_H
#define PSSTUDIO_MEETINGSDK_PSSTUDIO_SETTING_EFFECTS_H

#include "psstudio/names/psstudio/setting_effects.h"
#include "psstudio/setting_devices.h"
#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

#if defined(WIN32)
class ILipSyncAvatarPreviewHelperEvent {
public:
    virtual ~ILipSyncAvatarPreviewHelperEvent() {}
    virtual void OnNoWindowToShowLipsyncPreview() {}
};

class ILipSyncAvatarPreviewHelper {
public:
    virtual SDKError SetEvent(ILipSyncAvatarPreviewHelperEvent* event) = 0;
    virtual SDKError SetLipSyncAvatarPreviewParentWnd(HWND parentWnd, RECT rc = _SDK_TEST_VIDEO_INIT_RECT) = 0;
    virtual SDKError StartLipSyncAvatarPreview() = 0;
    virtual SDKError StopLipSyncAvatarPreview() = 0;
    virtual ~ILipSyncAvatarPreviewHelper() {}
};

class I3DAvatarImageInfo {
public:
    virtual bool IsSelected() = 0;
    virtual bool IsLastUsed() = 0;
    virtual const zchar_t* GetImageFilePath() = 0;
    virtual const zchar_t* GetImageName() = 0;
    virtual int GetIndex() = 0;
    virtual ~I3DAvatarImageInfo() {}
};

class IVirtualBGImageInfo {
public:
    virtual bool isSelected() = 0;
    virtual bool isAllowDelete() = 0;
    virtual const zchar_t* GetImageFilePath() = 0;
    virtual const zchar_t* GetImageName() = 0;
    virtual ~IVirtualBGImageInfo() {}
};

class IVirtualBGSettingContextEvent {
public:
    virtual ~IVirtualBGSettingContextEvent() {}
    virtual void onVBImageDidDownloaded() {}
    virtual void onGreenVBDidUpdateWithReplaceColor(DWORD /*selectedColor*/) {}
    virtual void onSelectedVBImageChanged() {}
    virtual void OnVideoThumbReady(const zchar_t* /*filePath*/) {}
    virtual void OnVideoThumbError(const zchar_t* /*filePath*/, VBVideoError /*error*/) {}
    virtual void OnVideoPlayError(const zchar_t* /*filePath*/, VBVideoError /*error*/) {}
};

class IVirtualBGSettingContext {
public:
    virtual SDKError SetVirtualBGEvent(IVirtualBGSettingContextEvent* event) = 0;
    virtual bool IsSupportVirtualBG() = 0;
    virtual bool IsDeviceSupportSmartVirtualBG() = 0;
    virtual bool IsSupportVirtualBackgroundVideo() = 0;
    virtual bool IsDeviceSupportSmartVirtualBackgroundVideo() = 0;
    virtual bool IsDeviceSupportGreenVirtualBackgroundVideo() = 0;
    virtual bool IsUsingGreenScreenOn() = 0;
    virtual SDKError SetUsingGreenScreen(bool use) = 0;
    virtual bool IsAllowToAddNewVBItem() = 0;
    virtual bool isAllowToRemoveVBItem() = 0;
    virtual SDKError AddBGImage(const zchar_t* filePath) = 0;
    virtual SDKError RemoveBGImage(IVirtualBGImageInfo* removeImage) = 0;
    virtual IList<IVirtualBGImageInfo*>* GetBGImageList() = 0;
    virtual SDKError UseBGImage(IVirtualBGImageInfo* image) = 0;
    virtual DWORD GetBGReplaceColor() = 0;
    virtual SDKError BeginSelectReplaceVBColor() = 0;
    virtual SDKError AddBGVideo(const zchar_t* filePath) = 0;
    virtual SDKError RemoveBGVideo(IVirtualBGImageInfo* removeVideo) = 0;
    virtual IList<IVirtualBGImageInfo*>* GetBGVideoList() = 0;
    virtual SDKError UseBGVideo(IVirtualBGImageInfo* image) = 0;
    virtual ITestVideoDeviceHelper* GetTestVideoDeviceHelper() = 0;
};

class IVideoFilterImageInfo {
public:
    virtual bool isSelected() = 0;
    virtual const zchar_t* GetImageFilePath() = 0;
    virtual const zchar_t* GetImageName() = 0;
    virtual ZoomSDKVideoEffectType GetType() = 0;
    virtual int GetIndex() = 0;
    virtual ~IVideoFilterImageInfo() {}
};

class IVideoFilterSettingContextEvent {
public:
    virtual void onVideoFilterItemThumnailsDownloaded() {}
    virtual void onVideoFilterItemDataDownloading(ZoomSDKVideoEffectType /*type*/, int /*index*/) {}
    virtual void onVideoFilterItemDataDownloaded(bool /*success*/, ZoomSDKVideoEffectType /*type*/,
        int /*index*/) {}
};

class IVideoFilterSettingContext {
public:
    virtual SDKError SetVideoFilterEvent(IVideoFilterSettingContextEvent* event) = 0;
    virtual bool IsSupportVideoFilter() = 0;
    virtual bool IsVideoFilterEnabled() = 0;
    virtual bool IsVideoFilterLocked() = 0;
    virtual IList<IVideoFilterImageInfo*>* GetVideoFilterImageList() = 0;
    virtual SDKError UseVideoFilterImage(IVideoFilterImageInfo* image) = 0;
    virtual ITestVideoDeviceHelper* GetTestVideoDeviceHelper() = 0;
};

class ICustom3DAvatarElementImageInfo {
public:
    virtual ZoomSDKCustom3DAvatarElementImageType GetCustom3DAvatarElementImageType() = 0;
    virtual bool IsSelected() = 0;
    virtual const zchar_t* GetImageFilePath() = 0;
    virtual const zchar_t* GetImageName() = 0;
    virtual ~ICustom3DAvatarElementImageInfo() {}
};

class ICustom3DAvatarElementColorInfo {
public:
    virtual ZoomSDKCustom3DAvatarElementColorType GetCustom3DAvatarElementColorType() = 0;
    virtual unsigned long GetColor() = 0;
    virtual bool IsSelected() = 0;
    virtual const zchar_t* GetImageName() = 0;
    virtual ~ICustom3DAvatarElementColorInfo() {}
};

class ICustom3DAvatarElementSettingContextEvent {
public:
    virtual ~ICustom3DAvatarElementSettingContextEvent() {}
    virtual void onCustom3DAvatarElementImageModelDataDownloaded(bool /*success*/,
        ICustom3DAvatarElementImageInfo* /*imageInfo*/) {}
};

class ICustom3DAvatarElementSettingContext {
public:
    virtual ~ICustom3DAvatarElementSettingContext() {}
    virtual SDKError SetEvent(ICustom3DAvatarElementSettingContextEvent* event) = 0;
    virtual IList<ICustom3DAvatarElementImageInfo*>* GetCustom3DAvatarElementImageList() = 0;
    virtual bool IsCustom3DAvatarElementImageModelDataReady(ICustom3DAvatarElementImageInfo* imageInfo) = 0;
    virtual SDKError DownloadCustom3dAvatarElementImageModelData(ICustom3DAvatarElementImageInfo* imageInfo) = 0;
    virtual SDKError SetCustom3DAvatarElementImage(ICustom3DAvatarElementImageInfo* imageInfo) = 0;
    virtual IList<ICustom3DAvatarElementColorInfo*>* GetCustom3DAvatarElementColorList() = 0;
    virtual SDKError SetCustom3DAvatarElementColor(ICustom3DAvatarElementColorInfo* colorInfo) = 0;
};

class I3DAvatarSettingContextEvent {
public:
    virtual ~I3DAvatarSettingContextEvent() {}
    virtual void on3DAvatarItemThumbnailsDownloaded() {}
    virtual void on3DAvatarItemDataDownloading(int /*index*/) {}
    virtual void on3DAvatarItemDataDownloaded(bool /*success*/, int /*index*/) {}
    virtual void onCustom3DAvatarImageModelDataDownloaded(bool /*success*/, I3DAvatarImageInfo* /*imageInfo*/) {}
    virtual void onCustom3DAvatarDefaultImageModelDataDownloaded(bool /*success*/) {}
};

class I3DAvatarSettingContext {
public:
    virtual ~I3DAvatarSettingContext() {}
    virtual SDKError SetEvent(I3DAvatarSettingContextEvent* event) = 0;
    virtual bool Is3DAvatarSupportedByDevice() = 0;
    virtual bool Is3DAvatarEnabled() = 0;
    virtual bool IsCustom3DAvatarEnabled() = 0;
    virtual SDKError Enable3DAvatarEffectForAllMeeting(bool enable) = 0;
    virtual bool Is3DAvatarEffectForAllMeetingEnabled() = 0;
    virtual IList<I3DAvatarImageInfo*>* Get3DAvatarImageList() = 0;
    virtual SDKError Set3DAvatarImage(I3DAvatarImageInfo* image) = 0;
    virtual IList<I3DAvatarImageInfo*>* GetCustom3DAvatarImageList() = 0;
    virtual bool IsCustom3DAvatarImageModelDataReady(I3DAvatarImageInfo* imageInfo) = 0;
    virtual SDKError DownloadCustom3DAvatarImageModelData(I3DAvatarImageInfo* imageInfo) = 0;
    virtual SDKError SetCustom3DAvatarImage(I3DAvatarImageInfo* imageInfo) = 0;
    virtual bool IsCustom3DAvatarDefaultImageModelDataReady() = 0;
    virtual SDKError DownloadCustom3DAvatarDefaultImageModelData() = 0;
    virtual ICustom3DAvatarElementSettingContext* StartCreateCustom3DAvatar(HWND previewWnd, RECT rc) = 0;
    virtual SDKError FinishCreateCustom3DAvatar(bool save) = 0;
    virtual ICustom3DAvatarElementSettingContext* StartEditCustom3DAvatar(HWND previewWnd, RECT rc,
        I3DAvatarImageInfo* image) = 0;
    virtual SDKError FinishEditCustom3DAvatar(bool save) = 0;
    virtual SDKError DuplicateCustom3DAvatarImage(I3DAvatarImageInfo* image) = 0;
    virtual SDKError DeleteCustom3DAvatarImage(I3DAvatarImageInfo* image) = 0;
    virtual ITestVideoDeviceHelper* GetTestVideoDeviceHelper() = 0;
    virtual ILipSyncAvatarPreviewHelper* GetLipSyncAvatarPreviewHelper() = 0;
};

class IFaceMakeupImageInfo {
public:
    virtual ZoomSDKFaceMakeupType GetFaceMakeupType() = 0;
    virtual bool IsSelected() = 0;
    virtual const zchar_t* GetImageFilePath() = 0;
    virtual const zchar_t* GetImageName() = 0;
    virtual int GetIndex() = 0;
    virtual ~IFaceMakeupImageInfo() {}
};

class IFaceMakeupSettingContextEvent {
public:
    virtual ~IFaceMakeupSettingContextEvent() {}
    virtual void onFaceMakeupItemThumbnailsDownloaded(ZoomSDKFaceMakeupType /*type*/) {}
    virtual void onFaceMakeupItemDataDownloading(ZoomSDKFaceMakeupType /*type*/, int /*index*/) {}
    virtual void onFaceMakeupItemDataDownloaded(bool /*success*/, ZoomSDKFaceMakeupType /*type*/, int /*index*/) {}
};

class IFaceMakeupSettingContext {
public:
    virtual SDKError SetEvent(IFaceMakeupSettingContextEvent* event) = 0;
    virtual bool IsFaceMakeupEnabled() = 0;
    virtual bool IsSupportFaceMakeup() = 0;
    virtual SDKError EnableFaceMakeupEffectForAllMeeting(bool enable) = 0;
    virtual bool IsFaceMakeupEffectForAllMeetingEnabled() = 0;
    virtual IList<IFaceMakeupImageInfo*>* GetFaceMakeupImageList() = 0;
    virtual SDKError SetFaceMakeupImage(IFaceMakeupImageInfo* image) = 0;
    virtual SDKError SetLipsFaceMakeup(bool enable) = 0;
    virtual SDKError SetColor(ZoomSDKFaceMakeupType type, unsigned long color) = 0;
    virtual SDKError SetOpactity(ZoomSDKFaceMakeupType type, unsigned int opactity) = 0;
    virtual SDKError ResetAllFaceMakeupEffect() = 0;
    virtual ITestVideoDeviceHelper* GetTestVideoDeviceHelper() = 0;
};
#endif

END_ZOOM_SDK_NAMESPACE

#endif
