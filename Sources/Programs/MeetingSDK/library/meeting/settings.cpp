#include "unemulated/settings.h"

#include "meeting/before_authentication.h"
#include "meeting/controllers.h"
#include "zoom_sdk.h"

namespace MEETINGSDK {

namespace {

/// One virtual device.
template <class Interface>
class Device final : public Interface {
public:
    const zchar_t* GetDeviceId() override { return lasting("psstudio"); }
    const zchar_t* GetDeviceName() override { return lasting("psstudio virtual device"); }
    bool IsSelectedDevice() override { return true; }
};

template <class Interface>
IList<Interface*>* devices() {
    return shared<Lists<Interface*>>().with({&shared<Device<Interface>>()});
}

SDKError selected(const zchar_t* deviceId) {
    return utf8(deviceId) == "psstudio" ? SDKERR_SUCCESS
                                        : rejected(SDKERR_INVALID_PARAMETER, "there is no such device; see its list");
}

/// Keeps a value.
template <class Value>
SDKError keep(std::atomic<Value>& to, Value value) {
    if (!isInitialised()) return rejected(SDKERR_UNINITIALIZE, "InitSDK was not called");
    to = value;
    return SDKERR_SUCCESS;
}

/// Overrides a setter and a getter with a value that is kept.
#define KEPT(Value, setter, getter, member) \
    SDKError setter(Value value) override { return keep(member, value); } \
    Value getter() override { return member; }

class AudioSettings final : public UnemulatedAudioSettingContext {
public:
    IList<IMicInfo*>* GetMicList() override { return devices<IMicInfo>(); }
    IList<ISpeakerInfo*>* GetSpeakerList() override { return devices<ISpeakerInfo>(); }
    SDKError SelectMic(const zchar_t* deviceId, const zchar_t*) override { return selected(deviceId); }
    SDKError SelectSpeaker(const zchar_t* deviceId, const zchar_t*) override { return selected(deviceId); }
    SDKError UseDefaultSystemMic() override { return SDKERR_SUCCESS; }
    SDKError UseDefaultSystemSpeaker() override { return SDKERR_SUCCESS; }
    KEPT(bool, EnableAutoJoinAudio, IsAutoJoinAudioEnabled, joins)
    KEPT(bool, EnableAlwaysMuteMicWhenJoinVoip, IsAlwaysMuteMicWhenJoinVoipEnabled, isMuted)
    KEPT(bool, EnableAutoAdjustMic, IsAutoAdjustMicEnabled, adjusts)
    KEPT(bool, EnableSuppressAudioNotify, IsSuppressAudioNotifyEnabled, suppressesNotices)
    KEPT(Suppress_Background_Noise_Level, SetSuppressBackgroundNoiseLevel, GetSuppressBackgroundNoiseLevel, noise)
    KEPT(SDK_ECHO_CANCELLATION_LEVEL, SetEchoCancellationLevel, GetEchoCancellationLevel, echo)
    KEPT(bool, DisableEchoCancellation, IsEchoCancellationDisabled, cancelsNoEcho)
    KEPT(SDK_AUDIO_DEVICE_RAW_MODE_TYPE, SetAudioSignalProcessType, GetAudioSignalProcessType, process)
    SDKError EnableMicOriginalInput(bool) override { return SDKERR_SUCCESS; }

    std::atomic<bool> joins{false}, isMuted{false};

private:
    std::atomic<bool> adjusts{true}, suppressesNotices{false}, cancelsNoEcho{false};
    std::atomic<Suppress_Background_Noise_Level> noise{Suppress_BGNoise_Level_Auto};
    std::atomic<SDK_ECHO_CANCELLATION_LEVEL> echo{SDK_ECHO_CANCELLATION_DEFAULT};
    std::atomic<SDK_AUDIO_DEVICE_RAW_MODE_TYPE> process{SDK_AUDIO_DEVICE_RAW_MODE_DEFAULT};
};

class VideoSettings final : public UnemulatedVideoSettingContext {
public:
    IList<ICameraInfo*>* GetCameraList() override { return devices<ICameraInfo>(); }
    SDKError SelectCamera(const zchar_t* deviceId) override { return selected(deviceId); }
    KEPT(bool, EnableAutoTurnOffVideoWhenJoinMeeting, IsAutoTurnOffVideoWhenJoinMeetingEnabled, turnsOff)
    KEPT(bool, EnableHDVideo, IsHDVideoEnabled, isHD)

    KEPT(bool, EnableAlwaysUseOriginalSizeVideo, IsAlwaysUseOriginalSizeVideo, hasOriginalSize)
    // There is no framing, which DisableVideoAutoFraming leaves as it is.
    SDKError DisableVideoAutoFraming() override { return keep(isFramed, false); }
    bool IsVideoAutoFramingEnabled() override { return isFramed; }

    std::atomic<bool> turnsOff{false};

private:
    std::atomic<bool> isHD{true}, hasOriginalSize{false}, isFramed{false};
};

class RecordingSettings final : public UnemulatedRecordingSettingContext {
public:
    UNEMULATED(SDKError, IRecordingSettingContext, SetRecordingSettingEvent, (IRecordingSettingContextEvent*))
};

/// Not emulated, with a code of its own until an authentication has succeeded.
class StatisticSettings final : public UnemulatedStatisticSettingContext {
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

class SettingService final : public UnemulatedSettingService {
public:
    ACCESSOR("ZM-AUTH-002", IGeneralSettingContext, GetGeneralSettings, &shared<UnemulatedGeneralSettingContext>())
    ACCESSOR("ZM-AUTH-002", IAudioSettingContext, GetAudioSettings, &shared<AudioSettings>())
    ACCESSOR("ZM-AUTH-002", IVideoSettingContext, GetVideoSettings, &shared<VideoSettings>())
    ACCESSOR("ZM-AUTH-002", IRecordingSettingContext, GetRecordingSettings, &shared<RecordingSettings>())
    IStatisticSettingContext* GetStatisticSettings() override { return &shared<StatisticSettings>(); }
    ACCESSOR("ZM-AUTH-002", IShareSettingContext, GetShareSettings, &shared<UnemulatedShareSettingContext>())
    ACCESSOR(
        "ZM-AUTH-002", IWallpaperSettingContext, GetWallpaperSettings, &shared<UnemulatedWallpaperSettingContext>())
};

}  // namespace

JoinSettings joinSettings() {
    JoinSettings settings;
    settings.joinsAudio = shared<AudioSettings>().joins;
    settings.isMuted = shared<AudioSettings>().isMuted;
    settings.turnsVideoOff = shared<VideoSettings>().turnsOff;
    return settings;
}

}  // namespace MEETINGSDK

BEGIN_ZOOM_SDK_NAMESPACE

using namespace MEETINGSDK;

extern "C" {

SDKError CreateSettingService(ISettingService** service) {
    const SDKError result = handOut<SettingService>("CreateSettingService", service);
    if (result == SDKERR_SUCCESS) noteService();
    return result;
}

SDKError DestroySettingService(ISettingService* service) {
    const SDKError result = checkService("DestroySettingService", service);
    if (result != SDKERR_SUCCESS) return result;
    if (service == &shared<SettingService>()) return SDKERR_SUCCESS;
    return rejected(SDKERR_INVALID_PARAMETER, "DestroySettingService: this is no setting service");
}

}  // extern "C"

END_ZOOM_SDK_NAMESPACE
