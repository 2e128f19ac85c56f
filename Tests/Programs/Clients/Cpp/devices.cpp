// A virtual camera and microphone, and a shared screen while others would see it: devices [SECONDS].
#include <meeting_service_components/meeting_audio_interface.h>
#include <meeting_service_components/meeting_participants_ctrl_interface.h>
#include <meeting_service_components/meeting_sharing_interface.h>
#include <meeting_service_components/meeting_video_interface.h>
#include <rawdata/rawdata_audio_helper_interface.h>
#include <rawdata/rawdata_share_source_helper_interface.h>
#include <rawdata/rawdata_video_source_helper_interface.h>
#include <rawdata/zoom_rawdata_api.h>

#include <atomic>
#include <cmath>
#include <vector>

#include "client.h"

using namespace std::chrono_literals;

/// A picture in I420 whose brightness changes.
class Picture {
public:
    Picture(int width, int height) : width(width), height(height), bytes(width * height * 3 / 2, char(128)) {}
    char* draw(long number) {
        std::fill(bytes.begin(), bytes.begin() + width * height, static_cast<char>(16 + number % 200));
        return bytes.data();
    }
    int length() const { return static_cast<int>(bytes.size()); }
    const int width, height;

private:
    std::vector<char> bytes;
};

class Camera final : public IZoomSDKVideoSource {
public:
    explicit Camera(std::function<void()> onReady) : onReady(std::move(onReady)) {}
    ~Camera() override { producer.stop(); }
    std::atomic<int> sent{0};
    bool isReady() const { return sender; }

    void onInitialize(IZoomSDKVideoSender* given, IList<VideoSourceCapability>*, VideoSourceCapability&) override {
        sender = given;
        onReady();
    }
    void onStartSend() override {
        producer.start(40ms, [this](long number) {
            const SDKError error = sender->sendVideoFrame(
                picture.draw(number), picture.width, picture.height, picture.length(), 0, FrameDataFormat_I420_FULL);
            sent += error == SDKERR_SUCCESS;
        });
    }
    void onStopSend() override { producer.stop(); }
    void onUninitialized() override {
        producer.stop();
        sender = nullptr;
    }

private:
    const std::function<void()> onReady;
    IZoomSDKVideoSender* sender = nullptr;
    Picture picture{640, 360};
    Producer producer{true};
};

class Microphone final : public IZoomSDKVirtualAudioMicEvent {
public:
    Microphone() {
        for (size_t i = 0; i < samples.size(); i++) samples[i] = short(8000 * std::sin(double(i) * 2 * M_PI * 450 / 32000));
    }
    ~Microphone() override { producer.stop(); }
    std::atomic<int> sent{0};

    void onMicInitialize(IZoomSDKAudioRawDataSender* given) override { sender = given; }
    void onMicStartSend() override {
        producer.start(20ms, [this](long) {
            const SDKError error = sender->send(
                reinterpret_cast<char*>(samples.data()), static_cast<unsigned>(samples.size() * sizeof(short)), 32000);
            sent += error == SDKERR_SUCCESS;
        });
    }
    void onMicStopSend() override { producer.stop(); }
    void onMicUninitialized() override {
        producer.stop();
        sender = nullptr;
    }

private:
    IZoomSDKAudioRawDataSender* sender = nullptr;
    // 20 ms.
    std::vector<short> samples = std::vector<short>(640);
    Producer producer{false};
};

class Screen final : public IZoomSDKShareSource {
public:
    ~Screen() override { producer.stop(); }
    std::atomic<int> sent{0};
    bool isShared() const { return isAsked; }

    void share() { isAsked = GetRawdataShareSourceHelper()->setExternalShareSource(this) == SDKERR_SUCCESS; }
    void onStartSend(IZoomSDKShareSender* given) override {
        sender = given;
        producer.start(100ms, [this](long number) {
            const SDKError error = sender->sendShareFrame(picture.draw(number), picture.width, picture.height, picture.length());
            sent += error == SDKERR_SUCCESS;
        });
    }
    void onStopSend() override {
        producer.stop();
        isAsked = false;
    }

private:
    IZoomSDKShareSender* sender = nullptr;
    bool isAsked = false;
    Picture picture{640, 360};
    Producer producer{true};
};

class Devices final : public Client, IMeetingShareCtrlEvent {
public:
    explicit Devices(double seconds) : Client("Devices", seconds), camera([this] { startVideo(); }) {}

private:
    void prepare() override { meeting->GetMeetingShareController()->SetEvent(this); }

    void arrive() override {
        if (!isSet) {
            isSet = true;
            GetRawdataVideoSourceHelper()->setExternalVideoSource(&camera);
            GetAudioRawdataHelper()->setExternalAudioSource(&microphone);
        }
        if (camera.isReady()) startVideo();
        meeting->GetMeetingAudioController()->JoinVoip();
        share();
    }

    void startVideo() {
        IUserInfo* const myself = meeting->GetMeetingParticipantsController()->GetMySelfUser();
        if (isLeaving || !myself || myself->IsVideoOn()) return;
        meeting->GetMeetingVideoController()->UnmuteVideo();
    }

    void share() {
        if (!screen.isShared() && meeting->GetMeetingShareController()->CanStartShare()) screen.share();
    }

    void onLockShareStatus(bool isLocked) override {
        if (!isLocked && !isLeaving) return share();
        if (screen.isShared()) meeting->GetMeetingShareController()->StopShare();
    }

    void end() override {
        std::printf("%d frames, %d audio blocks, %d of a share\n", camera.sent.load(), microphone.sent.load(), screen.sent.load());
    }

    bool isSet = false;
    Camera camera;
    Microphone microphone;
    Screen screen;
};

int main(int count, char** arguments) { return Devices(seconds(count, arguments)).run(); }
