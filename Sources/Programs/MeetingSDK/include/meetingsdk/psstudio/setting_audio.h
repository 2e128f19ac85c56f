// Settings of audio.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_PSSTUDIO_SETTING_AUDIO_H
#define PSSTUDIO_MEETINGSDK_PSSTUDIO_SETTING_AUDIO_H

#include "psstudio/names/psstudio/setting_audio.h"
#include "psstudio/setting_devices.h"
#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

class IAudioSettingContextEvent {
public:
    virtual ~IAudioSettingContextEvent() {}
    virtual void onComputerMicDeviceChanged(IList<IMicInfo*>* /*newMicList*/) {}
    virtual void onComputerSpeakerDeviceChanged(IList<ISpeakerInfo*>* /*newSpeakerList*/) {}
    virtual void onDefaultMicDeviceChanged(const zchar_t* /*deviceId*/, const zchar_t* /*deviceName*/) {}
    virtual void onDefaultSpeakerDeviceChanged(const zchar_t* /*deviceId*/, const zchar_t* /*deviceName*/) {}
};

enum SDK_ECHO_CANCELLATION_LEVEL {
    SDK_ECHO_CANCELLATION_DEFAULT = 0,
    SDK_ECHO_CANCELLATION_LOW = 1,
    SDK_ECHO_CANCELLATION_HIGH = 2,
    SDK_ECHO_CANCELLATION_AGGRESSIVE = SDK_ECHO_CANCELLATION_LOW,  // name and number of an older version
};

/// Audio: the emulator has one virtual microphone and one virtual speaker.
class IAudioSettingContext {
public:
    virtual IList<IMicInfo*>* GetMicList() = 0;
    virtual SDKError SelectMic(const zchar_t* deviceId, const zchar_t* deviceName) = 0;
    virtual IList<ISpeakerInfo*>* GetSpeakerList() = 0;
    virtual SDKError SelectSpeaker(const zchar_t* deviceId, const zchar_t* deviceName) = 0;
    virtual SDKError EnableAutoJoinAudio(bool enable) = 0;
    virtual bool IsAutoJoinAudioEnabled() = 0;
    virtual SDKError EnableAutoAdjustMic(bool enable) = 0;
    virtual bool IsAutoAdjustMicEnabled() = 0;
    virtual SDKError EnableAlwaysMuteMicWhenJoinVoip(bool enable) = 0;
    virtual bool IsAlwaysMuteMicWhenJoinVoipEnabled() = 0;
    virtual SDKError EnableSuppressAudioNotify(bool enable) = 0;
    virtual bool IsSuppressAudioNotifyEnabled() = 0;
    virtual SDKError SetMicVol(FLOAT& value) = 0;
    virtual SDKError GetMicVol(FLOAT& value) = 0;
    virtual SDKError SetSpeakerVol(FLOAT& value) = 0;
    virtual SDKError GetSpeakerVol(FLOAT& value) = 0;
    virtual SDKError SetAudioDeviceEvent(IAudioSettingContextEvent* event) = 0;
    virtual SDK_ECHO_CANCELLATION_LEVEL GetEchoCancellationLevel() = 0;
    virtual SDKError SetEchoCancellationLevel(SDK_ECHO_CANCELLATION_LEVEL level) = 0;
    virtual Suppress_Background_Noise_Level GetSuppressBackgroundNoiseLevel() = 0;
    virtual SDKError SetSuppressBackgroundNoiseLevel(Suppress_Background_Noise_Level level) = 0;
    virtual SDK_AUDIO_DEVICE_RAW_MODE_TYPE GetAudioSignalProcessType() = 0;
    virtual SDKError SetAudioSignalProcessType(SDK_AUDIO_DEVICE_RAW_MODE_TYPE type) = 0;
    virtual SDKError DisableEchoCancellation(bool disable) = 0;
    virtual bool IsEchoCancellationDisabled() = 0;
    virtual IList<IRingSpeakerInfo*>* GetRingSpkList() = 0;
    virtual SDKError GetRingSpkVolume(FLOAT& value) = 0;
    virtual SDKError SetRingSpkVolume(FLOAT value) = 0;
    virtual SDKError SetRingSpkDevice(const zchar_t* spkId) = 0;
    virtual SDKError UseDefaultSystemMic() = 0;
    virtual SDKError UseDefaultSystemSpeaker() = 0;
    virtual SDKError EnableMicOriginalInput(bool enable) = 0;
#if defined(WIN32)
    virtual SDKError EnableStereoAudio(bool enable) = 0;
    virtual bool IsStereoAudioEnable() = 0;
    virtual bool IsMicOriginalInputEnable() = 0;
    virtual SDKError EnableHoldSpaceKeyToSpeak(bool enable) = 0;
    virtual bool IsHoldSpaceKeyToSpeakEnabled() = 0;
    virtual ITestAudioDeviceHelper* GetTestAudioDeviceHelper() = 0;
    virtual SDKError EnableSyncButtonsOnHeadset(bool enable) = 0;
    virtual bool IsSyncButtonsOnHeadsetEnabled() = 0;
    virtual SDKError EnableHighFidelityMusicMode(bool enable) = 0;
    virtual bool IsHighFidelityMusicModeDisabled() = 0;
    virtual SDKError EnableAlwaysUseSeparateRingSpk(bool enable) = 0;
    virtual bool IsAlwaysUseSeparateRingSpk() = 0;
    virtual bool isSupportPromptJoinAudioDialogWhenUse3rdPartyAudio() = 0;
#endif
};

END_ZOOM_SDK_NAMESPACE

#endif
