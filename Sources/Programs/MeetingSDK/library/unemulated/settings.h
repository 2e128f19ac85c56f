// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#include "setting_service_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedAudioSettingContext : public IAudioSettingContext {
public:
    UNEMULATED(SDKError, IAudioSettingContext, SetMicVol, (FLOAT&))
    UNEMULATED(SDKError, IAudioSettingContext, GetMicVol, (FLOAT&))
    UNEMULATED(SDKError, IAudioSettingContext, SetSpeakerVol, (FLOAT&))
    UNEMULATED(SDKError, IAudioSettingContext, GetSpeakerVol, (FLOAT&))
    SDKError SetAudioDeviceEvent(IAudioSettingContextEvent*) override { return SDKERR_SUCCESS; }
    IList<IRingSpeakerInfo*>* GetRingSpkList() override { return emptyList<IRingSpeakerInfo*>(); }
    UNEMULATED(SDKError, IAudioSettingContext, GetRingSpkVolume, (FLOAT&))
    UNEMULATED(SDKError, IAudioSettingContext, SetRingSpkVolume, (FLOAT))
    UNEMULATED(SDKError, IAudioSettingContext, SetRingSpkDevice, (const zchar_t*))
#if defined(WIN32)
    UNEMULATED(SDKError, IAudioSettingContext, EnableStereoAudio, (bool))
    bool IsStereoAudioEnable() override { return false; }
    bool IsMicOriginalInputEnable() override { return false; }
    UNEMULATED(SDKError, IAudioSettingContext, EnableHoldSpaceKeyToSpeak, (bool))
    bool IsHoldSpaceKeyToSpeakEnabled() override { return false; }
    ITestAudioDeviceHelper* GetTestAudioDeviceHelper() override { return nullptr; }
    UNEMULATED(SDKError, IAudioSettingContext, EnableSyncButtonsOnHeadset, (bool))
    bool IsSyncButtonsOnHeadsetEnabled() override { return false; }
    UNEMULATED(SDKError, IAudioSettingContext, EnableHighFidelityMusicMode, (bool))
    bool IsHighFidelityMusicModeDisabled() override { return false; }
    UNEMULATED(SDKError, IAudioSettingContext, EnableAlwaysUseSeparateRingSpk, (bool))
    bool IsAlwaysUseSeparateRingSpk() override { return false; }
    bool isSupportPromptJoinAudioDialogWhenUse3rdPartyAudio() override { return false; }
#endif
};

class UnemulatedVideoSettingContext : public IVideoSettingContext {
public:
    UNEMULATED(SDKError, IVideoSettingContext, EnableFaceBeautyEffect, (bool))
    bool IsFaceBeautyEffectEnabled() override { return false; }
    unsigned int GetFaceBeautyStrengthValue() override { return {}; }
    UNEMULATED(SDKError, IVideoSettingContext, SetFaceBeautyStrengthValue, (unsigned int))
    UNEMULATED(SDKError, IVideoSettingContext, EnableLightAdaption, (bool, VIDEO_LIGHT_ADAPTION_TYPE, double))
    bool IsLightAdaptionEnabled() override { return false; }
    VIDEO_LIGHT_ADAPTION_TYPE GetLightAdaptionType() override { return {}; }
    double GetLightAdaptionManualValue() override { return {}; }
    UNEMULATED(SDKError, IVideoSettingContext, EnableTemporalDeNoise, (bool))
    bool IsTemporalDeNoiseEnabled() override { return false; }
    UNEMULATED(SDKError, IVideoSettingContext, EnableAlwaysShowNameOnVideo, (bool))
    bool IsAlwaysShowNameOnVideoEnabled() override { return false; }
    SDKError SetVideoDeviceEvent(IVideoSettingContextEvent*) override { return SDKERR_SUCCESS; }
    UNEMULATED(SDKError, IVideoSettingContext, EnableVideoAutoFraming, (AutoFramingMode, AutoFramingParameter&))
    UNEMULATED(SDKError, IVideoSettingContext, GetVideoAutoFramingMode, (AutoFramingMode&))
    UNEMULATED(SDKError, IVideoSettingContext, SetVideoAutoFramingMode, (AutoFramingMode))
    UNEMULATED(SDKError, IVideoSettingContext, SetVideoAutoFramingRatio, (float))
    UNEMULATED(SDKError, IVideoSettingContext, SetFaceRecognitionFailStrategy, (FaceRecognitionFailStrategy))
    UNEMULATED(SDKError, IVideoSettingContext, GetVideoAutoFramingSetting, (AutoFramingMode, AutoFramingParameter&))
    UNEMULATED(SDKError, IVideoSettingContext, EnableOptimizeVideoQuality, (bool))
    bool IsOptimizeVideoQualityEnabled() override { return false; }
    bool IsOptimizeVideoQualitySupported() override { return false; }
#if defined(WIN32)
    UNEMULATED(SDKError, IVideoSettingContext, EnableVideoMirrorEffect, (bool))
    bool IsVideoMirrorEffectEnabled() override { return false; }
    UNEMULATED(SDKError, IVideoSettingContext, EnableSpotlightSelf, (bool))
    bool IsSpotlightSelfEnabled() override { return false; }
    UNEMULATED(SDKError, IVideoSettingContext, EnableHardwareEncode, (bool, VIDEO_HARDWARE_ENCODE_TYPE))
    bool IsHardwareEncodeEnabled(VIDEO_HARDWARE_ENCODE_TYPE) override { return false; }
    UNEMULATED(SDKError, IVideoSettingContext, Enable49VideoesInGallaryView, (bool))
    bool Is49VideoesInGallaryViewEnabled() override { return false; }
    UNEMULATED(SDKError, IVideoSettingContext, EnableHideNoVideoUsersOnWallView, (bool))
    bool IsHideNoVideoUsersOnWallViewEnabled() override { return false; }
    UNEMULATED(SDKError, IVideoSettingContext, EnableVideoPreviewDialog, (bool))
    bool IsVideoPreviewDialogEnabled() override { return false; }
    UNEMULATED(SDKError, IVideoSettingContext, EnableStopIncomingVideo, (bool))
    bool IsStopIncomingVideoEnabled() override { return false; }
    UNEMULATED(SDKError, IVideoSettingContext, EnableHideSelfView, (bool))
    UNEMULATED(SDKError, IVideoSettingContext, IsHideSelfViewEnabled, (bool&))
    ITestVideoDeviceHelper* GetTestVideoDeviceHelper() override { return nullptr; }
#endif
};

class UnemulatedSettingService : public ISettingService {
public:
#if defined(WIN32)
    UNEMULATED(SDKError, ISettingService, ShowSettingDlg, (ShowSettingDlgParam&))
    UNEMULATED(SDKError, ISettingService, HideSettingDlg, ())
    IAccessibilitySettingContext* GetAccessibilitySettings() override { return nullptr; }
    ISettingUIStrategy* GetSettingUIStrategy() override { return nullptr; }
    IVirtualBGSettingContext* GetVirtualBGSettings() override { return nullptr; }
    IVideoFilterSettingContext* GetVideoFilterSettings() override { return nullptr; }
    I3DAvatarSettingContext* Get3DAvatarSettings() override { return nullptr; }
    IFaceMakeupSettingContext* GetFaceMakeupSettings() override { return nullptr; }
#endif
};

}  // namespace MEETINGSDK
