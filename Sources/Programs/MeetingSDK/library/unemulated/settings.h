// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#include "setting_service_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedAudioSettingContext : public IAudioSettingContext {
public:
    IList<IMicInfo*>* GetMicList() override { return emptyList<IMicInfo*>(); }
    SDKError SelectMic(const zchar_t*, const zchar_t*) override {
        return unemulated("IAudioSettingContext::SelectMic");
    }
    IList<ISpeakerInfo*>* GetSpeakerList() override { return emptyList<ISpeakerInfo*>(); }
    SDKError SelectSpeaker(const zchar_t*, const zchar_t*) override {
        return unemulated("IAudioSettingContext::SelectSpeaker");
    }
    SDKError EnableAutoJoinAudio(bool) override { return unemulated("IAudioSettingContext::EnableAutoJoinAudio"); }
    bool IsAutoJoinAudioEnabled() override { return false; }
    SDKError EnableAutoAdjustMic(bool) override { return unemulated("IAudioSettingContext::EnableAutoAdjustMic"); }
    bool IsAutoAdjustMicEnabled() override { return false; }
    SDKError EnableAlwaysMuteMicWhenJoinVoip(bool) override {
        return unemulated("IAudioSettingContext::EnableAlwaysMuteMicWhenJoinVoip");
    }
    bool IsAlwaysMuteMicWhenJoinVoipEnabled() override { return false; }
    SDKError EnableSuppressAudioNotify(bool) override {
        return unemulated("IAudioSettingContext::EnableSuppressAudioNotify");
    }
    bool IsSuppressAudioNotifyEnabled() override { return false; }
    SDKError SetMicVol(FLOAT&) override { return unemulated("IAudioSettingContext::SetMicVol"); }
    SDKError GetMicVol(FLOAT&) override { return unemulated("IAudioSettingContext::GetMicVol"); }
    SDKError SetSpeakerVol(FLOAT&) override { return unemulated("IAudioSettingContext::SetSpeakerVol"); }
    SDKError GetSpeakerVol(FLOAT&) override { return unemulated("IAudioSettingContext::GetSpeakerVol"); }
    SDKError SetAudioDeviceEvent(IAudioSettingContextEvent*) override { return SDKERR_SUCCESS; }
    SDK_ECHO_CANCELLATION_LEVEL GetEchoCancellationLevel() override { return {}; }
    SDKError SetEchoCancellationLevel(SDK_ECHO_CANCELLATION_LEVEL) override {
        return unemulated("IAudioSettingContext::SetEchoCancellationLevel");
    }
    Suppress_Background_Noise_Level GetSuppressBackgroundNoiseLevel() override { return {}; }
    SDKError SetSuppressBackgroundNoiseLevel(Suppress_Background_Noise_Level) override {
        return unemulated("IAudioSettingContext::SetSuppressBackgroundNoiseLevel");
    }
    SDK_AUDIO_DEVICE_RAW_MODE_TYPE GetAudioSignalProcessType() override { return {}; }
    SDKError SetAudioSignalProcessType(SDK_AUDIO_DEVICE_RAW_MODE_TYPE) override {
        return unemulated("IAudioSettingContext::SetAudioSignalProcessType");
    }
    SDKError DisableEchoCancellation(bool) override {
        return unemulated("IAudioSettingContext::DisableEchoCancellation");
    }
    bool IsEchoCancellationDisabled() override { return false; }
    IList<IRingSpeakerInfo*>* GetRingSpkList() override { return emptyList<IRingSpeakerInfo*>(); }
    SDKError GetRingSpkVolume(FLOAT&) override { return unemulated("IAudioSettingContext::GetRingSpkVolume"); }
    SDKError SetRingSpkVolume(FLOAT) override { return unemulated("IAudioSettingContext::SetRingSpkVolume"); }
    SDKError SetRingSpkDevice(const zchar_t*) override {
        return unemulated("IAudioSettingContext::SetRingSpkDevice");
    }
    SDKError UseDefaultSystemMic() override { return unemulated("IAudioSettingContext::UseDefaultSystemMic"); }
    SDKError UseDefaultSystemSpeaker() override {
        return unemulated("IAudioSettingContext::UseDefaultSystemSpeaker");
    }
    SDKError EnableMicOriginalInput(bool) override {
        return unemulated("IAudioSettingContext::EnableMicOriginalInput");
    }
#if defined(WIN32)
    SDKError EnableStereoAudio(bool) override { return unemulated("IAudioSettingContext::EnableStereoAudio"); }
    bool IsStereoAudioEnable() override { return false; }
    bool IsMicOriginalInputEnable() override { return false; }
    SDKError EnableHoldSpaceKeyToSpeak(bool) override {
        return unemulated("IAudioSettingContext::EnableHoldSpaceKeyToSpeak");
    }
    bool IsHoldSpaceKeyToSpeakEnabled() override { return false; }
    ITestAudioDeviceHelper* GetTestAudioDeviceHelper() override { return nullptr; }
    SDKError EnableSyncButtonsOnHeadset(bool) override {
        return unemulated("IAudioSettingContext::EnableSyncButtonsOnHeadset");
    }
    bool IsSyncButtonsOnHeadsetEnabled() override { return false; }
    SDKError EnableHighFidelityMusicMode(bool) override {
        return unemulated("IAudioSettingContext::EnableHighFidelityMusicMode");
    }
    bool IsHighFidelityMusicModeDisabled() override { return false; }
    SDKError EnableAlwaysUseSeparateRingSpk(bool) override {
        return unemulated("IAudioSettingContext::EnableAlwaysUseSeparateRingSpk");
    }
    bool IsAlwaysUseSeparateRingSpk() override { return false; }
    bool isSupportPromptJoinAudioDialogWhenUse3rdPartyAudio() override { return false; }
#endif
};

class UnemulatedVideoSettingContext : public IVideoSettingContext {
public:
    IList<ICameraInfo*>* GetCameraList() override { return emptyList<ICameraInfo*>(); }
    SDKError SelectCamera(const zchar_t*) override { return unemulated("IVideoSettingContext::SelectCamera"); }
    SDKError EnableFaceBeautyEffect(bool) override {
        return unemulated("IVideoSettingContext::EnableFaceBeautyEffect");
    }
    bool IsFaceBeautyEffectEnabled() override { return false; }
    unsigned int GetFaceBeautyStrengthValue() override { return {}; }
    SDKError SetFaceBeautyStrengthValue(unsigned int) override {
        return unemulated("IVideoSettingContext::SetFaceBeautyStrengthValue");
    }
    SDKError EnableLightAdaption(bool, VIDEO_LIGHT_ADAPTION_TYPE, double) override {
        return unemulated("IVideoSettingContext::EnableLightAdaption");
    }
    bool IsLightAdaptionEnabled() override { return false; }
    VIDEO_LIGHT_ADAPTION_TYPE GetLightAdaptionType() override { return {}; }
    double GetLightAdaptionManualValue() override { return {}; }
    SDKError EnableHDVideo(bool) override { return unemulated("IVideoSettingContext::EnableHDVideo"); }
    bool IsHDVideoEnabled() override { return false; }
    SDKError EnableAlwaysUseOriginalSizeVideo(bool) override {
        return unemulated("IVideoSettingContext::EnableAlwaysUseOriginalSizeVideo");
    }
    bool IsAlwaysUseOriginalSizeVideo() override { return false; }
    SDKError EnableTemporalDeNoise(bool) override {
        return unemulated("IVideoSettingContext::EnableTemporalDeNoise");
    }
    bool IsTemporalDeNoiseEnabled() override { return false; }
    SDKError EnableAlwaysShowNameOnVideo(bool) override {
        return unemulated("IVideoSettingContext::EnableAlwaysShowNameOnVideo");
    }
    bool IsAlwaysShowNameOnVideoEnabled() override { return false; }
    SDKError EnableAutoTurnOffVideoWhenJoinMeeting(bool) override {
        return unemulated("IVideoSettingContext::EnableAutoTurnOffVideoWhenJoinMeeting");
    }
    bool IsAutoTurnOffVideoWhenJoinMeetingEnabled() override { return false; }
    SDKError SetVideoDeviceEvent(IVideoSettingContextEvent*) override { return SDKERR_SUCCESS; }
    SDKError EnableVideoAutoFraming(AutoFramingMode, AutoFramingParameter&) override {
        return unemulated("IVideoSettingContext::EnableVideoAutoFraming");
    }
    bool IsVideoAutoFramingEnabled() override { return false; }
    SDKError GetVideoAutoFramingMode(AutoFramingMode&) override {
        return unemulated("IVideoSettingContext::GetVideoAutoFramingMode");
    }
    SDKError SetVideoAutoFramingMode(AutoFramingMode) override {
        return unemulated("IVideoSettingContext::SetVideoAutoFramingMode");
    }
    SDKError SetVideoAutoFramingRatio(float) override {
        return unemulated("IVideoSettingContext::SetVideoAutoFramingRatio");
    }
    SDKError SetFaceRecognitionFailStrategy(FaceRecognitionFailStrategy) override {
        return unemulated("IVideoSettingContext::SetFaceRecognitionFailStrategy");
    }
    SDKError GetVideoAutoFramingSetting(AutoFramingMode, AutoFramingParameter&) override {
        return unemulated("IVideoSettingContext::GetVideoAutoFramingSetting");
    }
    SDKError DisableVideoAutoFraming() override {
        return unemulated("IVideoSettingContext::DisableVideoAutoFraming");
    }
    SDKError EnableOptimizeVideoQuality(bool) override {
        return unemulated("IVideoSettingContext::EnableOptimizeVideoQuality");
    }
    bool IsOptimizeVideoQualityEnabled() override { return false; }
    bool IsOptimizeVideoQualitySupported() override { return false; }
#if defined(WIN32)
    SDKError EnableVideoMirrorEffect(bool) override {
        return unemulated("IVideoSettingContext::EnableVideoMirrorEffect");
    }
    bool IsVideoMirrorEffectEnabled() override { return false; }
    SDKError EnableSpotlightSelf(bool) override { return unemulated("IVideoSettingContext::EnableSpotlightSelf"); }
    bool IsSpotlightSelfEnabled() override { return false; }
    SDKError EnableHardwareEncode(bool, VIDEO_HARDWARE_ENCODE_TYPE) override {
        return unemulated("IVideoSettingContext::EnableHardwareEncode");
    }
    bool IsHardwareEncodeEnabled(VIDEO_HARDWARE_ENCODE_TYPE) override { return false; }
    SDKError Enable49VideoesInGallaryView(bool) override {
        return unemulated("IVideoSettingContext::Enable49VideoesInGallaryView");
    }
    bool Is49VideoesInGallaryViewEnabled() override { return false; }
    SDKError EnableHideNoVideoUsersOnWallView(bool) override {
        return unemulated("IVideoSettingContext::EnableHideNoVideoUsersOnWallView");
    }
    bool IsHideNoVideoUsersOnWallViewEnabled() override { return false; }
    SDKError EnableVideoPreviewDialog(bool) override {
        return unemulated("IVideoSettingContext::EnableVideoPreviewDialog");
    }
    bool IsVideoPreviewDialogEnabled() override { return false; }
    SDKError EnableStopIncomingVideo(bool) override {
        return unemulated("IVideoSettingContext::EnableStopIncomingVideo");
    }
    bool IsStopIncomingVideoEnabled() override { return false; }
    SDKError EnableHideSelfView(bool) override { return unemulated("IVideoSettingContext::EnableHideSelfView"); }
    SDKError IsHideSelfViewEnabled(bool&) override {
        return unemulated("IVideoSettingContext::IsHideSelfViewEnabled");
    }
    ITestVideoDeviceHelper* GetTestVideoDeviceHelper() override { return nullptr; }
#endif
};

class UnemulatedSettingService : public ISettingService {
public:
    IGeneralSettingContext* GetGeneralSettings() override { return nullptr; }
    IAudioSettingContext* GetAudioSettings() override { return nullptr; }
    IVideoSettingContext* GetVideoSettings() override { return nullptr; }
    IRecordingSettingContext* GetRecordingSettings() override { return nullptr; }
    IStatisticSettingContext* GetStatisticSettings() override { return nullptr; }
    IShareSettingContext* GetShareSettings() override { return nullptr; }
#if defined(WIN32)
    SDKError ShowSettingDlg(ShowSettingDlgParam&) override { return unemulated("ISettingService::ShowSettingDlg"); }
    SDKError HideSettingDlg() override { return unemulated("ISettingService::HideSettingDlg"); }
    IAccessibilitySettingContext* GetAccessibilitySettings() override { return nullptr; }
    ISettingUIStrategy* GetSettingUIStrategy() override { return nullptr; }
    IVirtualBGSettingContext* GetVirtualBGSettings() override { return nullptr; }
    IVideoFilterSettingContext* GetVideoFilterSettings() override { return nullptr; }
    I3DAvatarSettingContext* Get3DAvatarSettings() override { return nullptr; }
    IFaceMakeupSettingContext* GetFaceMakeupSettings() override { return nullptr; }
#endif
    IWallpaperSettingContext* GetWallpaperSettings() override { return nullptr; }
};

}  // namespace MEETINGSDK
