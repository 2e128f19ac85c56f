// Settings of audio, video and the rest.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_SETTING_SERVICE_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_SETTING_SERVICE_INTERFACE_H

#include "zoom_sdk_def.h"
#if defined(WIN32)
#include "zoom_sdk_util_define.h"
#endif
#include "psstudio/setting_devices.h"
#include "psstudio/setting_effects.h"
#include "psstudio/setting_general.h"
#include "psstudio/setting_audio.h"
#include "psstudio/setting_video.h"
#include "psstudio/setting_statistics.h"

BEGIN_ZOOM_SDK_NAMESPACE

class IRecordingSettingContextEvent {
public:
    virtual ~IRecordingSettingContextEvent() {}
    virtual void onCloudRecordingStorageInfo(INT64 /*storageTotalSize*/, INT64 /*storageUsedSize*/,
        bool /*allowExceedStorage*/) {}
};

class IRecordingSettingContext {
public:
    virtual SDKError SetRecordingPath(const zchar_t* path) = 0;
    virtual const zchar_t* GetRecordingPath() = 0;
    virtual SDKError SetRecordingSettingEvent(IRecordingSettingContextEvent* event) = 0;
    virtual bool CanGetCloudRecordingStorageInfo() = 0;
    virtual SDKError GetCloudRecordingStorageInfo() = 0;
    virtual const zchar_t* GetRecordingManagementURL() = 0;
    virtual SDKError CanGetRecordingManagementURL(bool& enable) = 0;
    virtual SDKError EnableMultiAudioStreamRecord(bool enable) = 0;
    virtual bool IsMultiAudioStreamRecordEnabled() = 0;
    virtual SDKError EnableAddTimestampWatermark(bool enable) = 0;
    virtual bool IsAddTimestampWatermarkEnabled() = 0;
    virtual SDKError EnableOptimizeFor3rdPartyVideoEditor(bool enable) = 0;
    virtual bool IsOptimizeFor3rdPartyVideoEditorEnabled() = 0;
    virtual SDKError EnableShowVideoThumbnailWhenShare(bool enable) = 0;
    virtual bool IsShowVideoThumbnailWhenShareEnabled() = 0;
    virtual SDKError EnablePlaceVideoNextToShareInRecord(bool enable) = 0;
    virtual bool IsPlaceVideoNextToShareInRecordEnabled() = 0;
#if defined(WIN32)
    virtual SDKError EnableSelectRecordFileLocationAfterMeeting(bool enable) = 0;
    virtual bool IsSelectRecordFileLocationAfterMeetingEnabled() = 0;
#endif
};

/// Settings; changes are kept, and have no effect on the emulated meeting unless their page says so.
class ISettingService {
public:
    virtual IGeneralSettingContext* GetGeneralSettings() = 0;
    virtual IAudioSettingContext* GetAudioSettings() = 0;
    virtual IVideoSettingContext* GetVideoSettings() = 0;
    virtual IRecordingSettingContext* GetRecordingSettings() = 0;
    virtual IStatisticSettingContext* GetStatisticSettings() = 0;
    virtual IShareSettingContext* GetShareSettings() = 0;
#if defined(WIN32)
    virtual SDKError ShowSettingDlg(ShowSettingDlgParam& param) = 0;
    virtual SDKError HideSettingDlg() = 0;
    virtual IAccessibilitySettingContext* GetAccessibilitySettings() = 0;
    virtual ISettingUIStrategy* GetSettingUIStrategy() = 0;
    virtual IVirtualBGSettingContext* GetVirtualBGSettings() = 0;
    virtual IVideoFilterSettingContext* GetVideoFilterSettings() = 0;
    virtual I3DAvatarSettingContext* Get3DAvatarSettings() = 0;
    virtual IFaceMakeupSettingContext* GetFaceMakeupSettings() = 0;
#endif
    virtual IWallpaperSettingContext* GetWallpaperSettings() = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif
