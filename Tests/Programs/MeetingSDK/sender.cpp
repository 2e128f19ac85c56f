// A Production Studio client; with an argument, one with a fault: odd, early, swapped, late.
#include "client.h"

static std::string fault;

struct Studio : IMeetingProductionStudioCtrlEvent {
    void onStartPSModeResult(bool isAccepted) override {
        EXPECT(!sender);
        accepted = isAccepted;
        isAnswered = true;
    }
    void onStartSend(IZoomSDKPSSender* newSender) override { sender = newSender; }
    void onStopSend() override { isStopped = true; }

    bool isAnswered = false, accepted = false, isStopped = false;
    IZoomSDKPSSender* sender = nullptr;
};

int main(int count, char** arguments) {
    if (count > 1) fault = arguments[1];
    Client client;
    client.initialise();
    client.authenticate();
    client.join();
    Studio studio;
    IMeetingProductionStudioController* controller = client.meeting->GetMeetingProductionStudioController();
    EXPECT(controller);
    EXPECT_CODE(controller->SetEvent(&studio), SDKERR_SUCCESS);
    EXPECT(controller->IsSupportPSMode() && controller->CanStartPSMode());
    const int width = 640, height = fault == "odd" ? 361 : 360;
    PSVideoSourceCapability capability;
    capability.width = width;
    capability.height = height;
    const SDKError started = controller->StartPSMode(capability);
    EXPECT(!studio.isAnswered);
    if (fault == "odd") return started == SDKERR_INVALID_PARAMETER ? 0 : 1;
    EXPECT_CODE(started, SDKERR_SUCCESS);
    runUntil([&] { return studio.sender || (studio.isAnswered && !studio.accepted); }, "onStartSend");
    EXPECT(studio.accepted && controller->IsPSModeStarted());
    std::vector<char> frame(width * height * 3 / 2, static_cast<char>(128));
    std::vector<char> block(48000 / 50 * 4, 0);
    const gint64 begin = g_get_monotonic_time();
    for (int i = 0; i < 25; i++) {
        std::fill(frame.begin(), frame.begin() + width * height, static_cast<char>(16 + 8 * i));
        const bool isSwapped = fault == "swapped";
        const SDKError sent = studio.sender->sendVideoFrame(
            frame.data(), isSwapped ? height : width, isSwapped ? width : height, static_cast<int>(frame.size()));
        EXPECT_CODE(sent, isSwapped ? SDKERR_INVALID_PARAMETER : SDKERR_SUCCESS);
        for (int k = 0; k < 2; k++) {
            EXPECT_CODE(studio.sender->sendAudio(
                block.data(), static_cast<unsigned>(block.size()), 48000, ZoomSDKAudioChannel_Stereo), SDKERR_SUCCESS);
        }
        const gint64 wait = begin + (i + 1) * 40000 - g_get_monotonic_time();
        if (wait > 0) g_usleep(static_cast<gulong>(wait));
    }
    IZoomSDKPSSender* sender = studio.sender;
    EXPECT_CODE(controller->StopPSMode(), SDKERR_SUCCESS);
    runUntil([&] { return studio.isStopped; }, "onStopSend");
    if (fault == "late") {
        // Until 50 ms after the callback, a send races with it.
        g_usleep(100000);
        const int size = static_cast<int>(frame.size());
        EXPECT_CODE(sender->sendVideoFrame(frame.data(), width, height, size), SDKERR_WRONG_USAGE);
    }
    EXPECT_CODE(client.meeting->Leave(LEAVE_MEETING), SDKERR_SUCCESS);
    runUntil([&] { return client.has(MEETING_STATUS_ENDED); }, "the end");
    EXPECT_CODE(DestroyMeetingService(client.meeting), SDKERR_SUCCESS);
    EXPECT_CODE(DestroyAuthService(client.authentication), SDKERR_SUCCESS);
    EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
    return 0;
}
