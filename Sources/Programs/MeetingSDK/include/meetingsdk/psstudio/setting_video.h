// Settings of video.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_PSSTUDIO_SETTING_VIDEO_H
#define PSSTUDIO_MEETINGSDK_PSSTUDIO_SETTING_VIDEO_H

#include "psstudio/names/psstudio/setting_video.h"
#include "psstudio/setting_devices.h"
#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

class IVideoSettingContextEvent {
public:
    virtual ~IVideoSettingContextEvent() {}
    virtual void onComputerCamDeviceChanged(IList<ICameraInfo*>* /*newCameraList*/) {}
    virtual void onDefaultCamDeviceChanged(const zchar_t* /*deviceId*/, const zchar_t* /*deviceName*/) {}
};

struct AutoFramingParameter {
    float ratio = 1;
    FaceRecognitionFailStrategy fail_Strategy = FaceRecognitionFailStrategy_using_original_video;
};

/// Video: the emulator has one virtual camera.
class IVideoSettingContext {
public:
    virtual IList<ICameraInfo*>* GetCameraList() = 0;
    virtual SDKError SelectCamera(const zchar_t* deviceId) = 0;
    virtual SDKError EnableFaceBeautyEffect(bool enable) = 0;
    virtual bool IsFaceBeautyEffectEnabled() = 0;
    virtual unsigned int GetFaceBeautyStrengthValue() = 0;
    virtual SDKError SetFaceBeautyStrengthValue(unsigned int beautyStrengthValue) = 0;
    virtual SDKError EnableLightAdaption(bool enable, VIDEO_LIGHT_ADAPTION_TYPE lightAdaptionType,
        double manualValue) = 0;
    virtual bool IsLightAdaptionEnabled() = 0;
    virtual VIDEO_LIGHT_ADAPTION_TYPE GetLightAdaptionType() = 0;
    virtual double GetLightAdaptionManualValue() = 0;
    virtual SDKError EnableHDVideo(bool enable) = 0;
    virtual bool IsHDVideoEnabled() = 0;
    virtual SDKError EnableAlwaysUseOriginalSizeVideo(bool enable) = 0;
    virtual bool IsAlwaysUseOriginalSizeVideo() = 0;
    virtual SDKError EnableTemporalDeNoise(bool enable) = 0;
    virtual bool IsTemporalDeNoiseEnabled() = 0;
    virtual SDKError EnableAlwaysShowNameOnVideo(bool enable) = 0;
    virtual bool IsAlwaysShowNameOnVideoEnabled() = 0;
    virtual SDKError EnableAutoTurnOffVideoWhenJoinMeeting(bool enable) = 0;
    virtual bool IsAutoTurnOffVideoWhenJoinMeetingEnabled() = 0;
    virtual SDKError SetVideoDeviceEvent(IVideoSettingContextEvent* event) = 0;
    virtual SDKError EnableVideoAutoFraming(AutoFramingMode mode, AutoFramingParameter& param) = 0;
    virtual bool IsVideoAutoFramingEnabled() = 0;
    virtual SDKError GetVideoAutoFramingMode(AutoFramingMode& mode) = 0;
    virtual SDKError SetVideoAutoFramingMode(AutoFramingMode mode) = 0;
    virtual SDKError SetVideoAutoFramingRatio(float ratio) = 0;
    virtual SDKError SetFaceRecognitionFailStrategy(FaceRecognitionFailStrategy strategy) = 0;
    virtual SDKError GetVideoAutoFramingSetting(AutoFramingMode mode, AutoFramingParameter& param) = 0;
    virtual SDKError DisableVideoAutoFraming() = 0;
    virtual SDKError EnableOptimizeVideoQuality(bool enable) = 0;
    virtual bool IsOptimizeVideoQualityEnabled() = 0;
    virtual bool IsOptimizeVideoQualitySupported() = 0;
#if defined(WIN32)
    virtual SDKError EnableVideoMirrorEffect(bool enable) = 0;
    virtual bool IsVideoMirrorEffectEnabled() = 0;
    virtual SDKError EnableSpotlightSelf(bool enable) = 0;
    virtual bool IsSpotlightSelfEnabled() = 0;
    virtual SDKError EnableHardwareEncode(bool enable, VIDEO_HARDWARE_ENCODE_TYPE encodeType) = 0;
    virtual bool IsHardwareEncodeEnabled(VIDEO_HARDWARE_ENCODE_TYPE encodeType) = 0;
    virtual SDKError Enable49VideoesInGallaryView(bool enable) = 0;
    virtual bool Is49VideoesInGallaryViewEnabled() = 0;
    virtual SDKError EnableHideNoVideoUsersOnWallView(bool enable) = 0;
    virtual bool IsHideNoVideoUsersOnWallViewEnabled() = 0;
    virtual SDKError EnableVideoPreviewDialog(bool enable) = 0;
    virtual bool IsVideoPreviewDialogEnabled() = 0;
    virtual SDKError EnableStopIncomingVideo(bool enable) = 0;
    virtual bool IsStopIncomingVideoEnabled() = 0;
    virtual SDKError EnableHideSelfView(bool enable) = 0;
    virtual SDKError IsHideSelfViewEnabled(bool& enabled) = 0;
    virtual ITestVideoDeviceHelper* GetTestVideoDeviceHelper() = 0;
#endif
};

END_ZOOM_SDK_NAMESPACE

#endif
