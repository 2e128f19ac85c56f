// Sends from Production Studio: studio [SECONDS].
#include <meeting_service_components/meeting_production_studio_ctrl_interface.h>

#include <atomic>
#include <cmath>
#include <vector>

#include "client.h"

class Studio final : public Client, IMeetingProductionStudioCtrlEvent {
public:
    explicit Studio(double seconds) : Client("Studio", seconds + margin), seconds(seconds) {
        for (size_t i = 0; i < tone.size(); i++) tone[i] = short(8000 * std::sin(double(i) * 2 * M_PI * 450 / 48000));
    }

private:
    enum class Step { idle, starting, sending, stopping };

    void arrive() override {
        if (step != Step::idle) return;
        starts = 0;
        start();
    }

    void wait() override { isMoved = true; }

    void start() {
        controller = meeting->GetMeetingProductionStudioController();
        if (!controller || !controller->IsSupportPSMode() || !controller->CanStartPSMode())
            return leave("Production Studio is not available");
        step = Step::starting;
        starts += 1;
        isMoved = false;
        controller->SetEvent(this);
        PSVideoSourceCapability capability;
        capability.width = width;
        capability.height = height;
        capability.format = FrameDataFormat_I420_FULL;
        limit(2, [this] { startTimedOut(); });
        if (controller->StartPSMode(capability) != SDKERR_SUCCESS) startWasRejected();
    }

    /// Waits before the next start, longer each time.
    void startWasRejected() {
        if (starts == maximumStarts) return leave("the start was rejected");
        limit(0.25 * (1 << starts), [this] { start(); });
    }

    void startTimedOut() {
        step = Step::stopping;
        controller->StopPSMode();
        limit(1, [this] { leave("Production Studio does not start"); });
    }

    void onStartPSModeResult(bool isAccepted) override {
        if (!isAccepted && step == Step::starting) startWasRejected();
    }

    void onStartSend(IZoomSDKPSSender* sender) override {
        if (step != Step::starting) return;
        if (!sender) {
            step = Step::stopping;
            return limit(1, [this] { leave("there is no sender"); });
        }
        step = Step::sending;
        clearLimit();
        blocks = 0;
        producer.start(std::chrono::nanoseconds(1000000000 / 30), [=](long number) { send(sender, number); });
        if (!end_) end_ = g_get_monotonic_time() + gint64(seconds * 1e6);
        const double left = double(end_ - g_get_monotonic_time()) / 1e6;
        limit(left > 0 ? left : 0, [this] { stop(); });
    }

    void stop() {
        step = Step::stopping;
        limit(2, [this] { leave("Production Studio does not stop"); });
        if (controller->StopPSMode() != SDKERR_SUCCESS) leave("stopping was rejected");
    }

    void onStopSend() override {
        producer.stop();
        const bool isOver = step == Step::stopping;
        step = Step::idle;
        if (isLeaving) return;
        if (isOver) return leave("the show is over");
        if (isMoved) return arrive();
        // A move to another room would follow soon, and so would the end of the meeting.
        limit(1.5, [this] { leave("Production Studio has ended"); });
    }

    /// On the thread of the producer. Frames that are late are left out; the audio is complete all the same.
    void send(IZoomSDKPSSender* sender, long number) {
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) frame[y * width + x] = static_cast<char>(x + y + 2 * number);
        }
        if (sender->sendVideoFrame(frame.data(), width, height, static_cast<int>(frame.size())) != SDKERR_SUCCESS) return;
        frames += 1;
        for (; blocks <= number; blocks++) {
            const SDKError error = sender->sendAudio(
                reinterpret_cast<char*>(tone.data()), static_cast<unsigned>(tone.size() * sizeof(short)), 48000,
                ZoomSDKAudioChannel_Mono);
            if (error != SDKERR_SUCCESS) return;
        }
    }

    void end() override {
        producer.stop();
        std::printf("%d frames\n", frames.load());
    }

    static constexpr int width = 320, height = 180, maximumStarts = 3;
    /// The show begins after joining and starting.
    static constexpr double margin = 10;
    const double seconds;
    IMeetingProductionStudioController* controller = nullptr;
    Step step = Step::idle;
    int starts = 0;
    bool isMoved = false;
    gint64 end_ = 0;
    std::vector<char> frame = std::vector<char>(width * height * 3 / 2, char(128));
    std::vector<short> tone = std::vector<short>(1600);
    // The producer's thread owns it.
    long blocks = 0;
    std::atomic<int> frames{0};
    Producer producer{true};
};

int main(int count, char** arguments) { return Studio(seconds(count, arguments)).run(); }
