#include "unemulated/settings.h"

#include "before_authentication.h"
#include "controllers.h"
#include "unemulated/other_settings.h"
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

class AudioSettings final : public UnemulatedAudioSettingContext {
public:
    IList<IMicInfo*>* GetMicList() override { return devices<IMicInfo>(); }
    IList<ISpeakerInfo*>* GetSpeakerList() override { return devices<ISpeakerInfo>(); }
    SDKError SelectMic(const zchar_t* deviceId, const zchar_t*) override { return selected(deviceId); }
    SDKError SelectSpeaker(const zchar_t* deviceId, const zchar_t*) override { return selected(deviceId); }
    SDKError UseDefaultSystemMic() override { return SDKERR_SUCCESS; }
    SDKError UseDefaultSystemSpeaker() override { return SDKERR_SUCCESS; }
    SDKError EnableAutoJoinAudio(bool enable) override { return keep(joins, enable); }
    bool IsAutoJoinAudioEnabled() override { return joins; }
    SDKError EnableAlwaysMuteMicWhenJoinVoip(bool enable) override { return keep(isMuted, enable); }
    bool IsAlwaysMuteMicWhenJoinVoipEnabled() override { return isMuted; }
    SDKError EnableAutoAdjustMic(bool enable) override { return keep(adjusts, enable); }
    bool IsAutoAdjustMicEnabled() override { return adjusts; }
    SDKError EnableSuppressAudioNotify(bool enable) override { return keep(suppressesNotices, enable); }
    bool IsSuppressAudioNotifyEnabled() override { return suppressesNotices; }
    SDKError SetSuppressBackgroundNoiseLevel(Suppress_Background_Noise_Level level) override {
        return keep(noise, level);
    }
    Suppress_Background_Noise_Level GetSuppressBackgroundNoiseLevel() override { return noise; }
    SDKError SetEchoCancellationLevel(SDK_ECHO_CANCELLATION_LEVEL level) override { return keep(echo, level); }
    SDK_ECHO_CANCELLATION_LEVEL GetEchoCancellationLevel() override { return echo; }
    SDKError DisableEchoCancellation(bool disable) override { return keep(cancelsNoEcho, disable); }
    bool IsEchoCancellationDisabled() override { return cancelsNoEcho; }
    SDKError SetAudioSignalProcessType(SDK_AUDIO_DEVICE_RAW_MODE_TYPE type) override { return keep(process, type); }
    SDK_AUDIO_DEVICE_RAW_MODE_TYPE GetAudioSignalProcessType() override { return process; }
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
    SDKError EnableAutoTurnOffVideoWhenJoinMeeting(bool enable) override { return keep(turnsOff, enable); }
    bool IsAutoTurnOffVideoWhenJoinMeetingEnabled() override { return turnsOff; }
    SDKError EnableHDVideo(bool enable) override { return keep(isHD, enable); }
    bool IsHDVideoEnabled() override { return isHD; }

    SDKError EnableAlwaysUseOriginalSizeVideo(bool enable) override { return keep(hasOriginalSize, enable); }
    bool IsAlwaysUseOriginalSizeVideo() override { return hasOriginalSize; }
    // There is no framing, which DisableVideoAutoFraming leaves as it is.
    SDKError DisableVideoAutoFraming() override { return keep(isFramed, false); }
    bool IsVideoAutoFramingEnabled() override { return isFramed; }

    std::atomic<bool> turnsOff{false};

private:
    std::atomic<bool> isHD{true}, hasOriginalSize{false}, isFramed{false};
};

class SettingService final : public UnemulatedSettingService {
public:
    IGeneralSettingContext* GetGeneralSettings() override {
        return settingsIfAuthenticated("GetGeneralSettings", &shared<UnemulatedGeneralSettingContext>());
    }
    IAudioSettingContext* GetAudioSettings() override {
        return settingsIfAuthenticated("GetAudioSettings", &shared<AudioSettings>());
    }
    IVideoSettingContext* GetVideoSettings() override {
        return settingsIfAuthenticated("GetVideoSettings", &shared<VideoSettings>());
    }
    IRecordingSettingContext* GetRecordingSettings() override {
        return settingsIfAuthenticated("GetRecordingSettings", &shared<UnemulatedRecordingSettingContext>());
    }
    IStatisticSettingContext* GetStatisticSettings() override { return &shared<UnemulatedStatisticSettingContext>(); }
    IShareSettingContext* GetShareSettings() override {
        return settingsIfAuthenticated("GetShareSettings", &shared<UnemulatedShareSettingContext>());
    }
    IWallpaperSettingContext* GetWallpaperSettings() override {
        return settingsIfAuthenticated("GetWallpaperSettings", &shared<UnemulatedWallpaperSettingContext>());
    }
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
    const SDKError result = checkService("CreateSettingService", service);
    if (result != SDKERR_SUCCESS) return result;
    noteService();
    *service = &shared<SettingService>();
    return SDKERR_SUCCESS;
}

SDKError DestroySettingService(ISettingService* service) {
    const SDKError result = checkService("DestroySettingService", service);
    if (result != SDKERR_SUCCESS) return result;
    if (service == &shared<SettingService>()) return SDKERR_SUCCESS;
    return rejected(SDKERR_INVALID_PARAMETER, "DestroySettingService: this is no setting service");
}

}  // extern "C"

END_ZOOM_SDK_NAMESPACE
