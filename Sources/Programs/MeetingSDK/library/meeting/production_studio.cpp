#include "meeting/controllers.h"

namespace MEETINGSDK {

namespace {

/// The sender of the current start. After its stop, calls return SDKERR_WRONG_USAGE.
class Sender final : public IZoomSDKPSSender {
public:
    SDKError sendVideoFrame(char* frame, int width, int height, int length, FrameDataFormat format) override {
        if (length < 0) return rejected(SDKERR_INVALID_PARAMETER, "sendVideoFrame: the length is negative");
        return code(ps_sender_send_video(
            sender.load(), frame, static_cast<size_t>(length), width, height,
            format == FrameDataFormat_I420_LIMITED ? PS_FORMAT_I420_LIMITED : PS_FORMAT_I420_FULL));
    }

    SDKError sendAudio(char* data, unsigned int length, int sampleRate, ZoomSDKAudioChannel channel) override {
        return code(ps_sender_send_audio(
            sender.load(), data, length, sampleRate, channel == ZoomSDKAudioChannel_Stereo ? 2 : 1));
    }

    std::atomic<ps_sender*> sender{nullptr};
};

class StudioController final : public Notifying<IMeetingProductionStudioController, IMeetingProductionStudioCtrlEvent> {
public:
    bool IsSupportPSMode() override { return query(PS_QUERY_IS_STUDIO_SUPPORTED) != 0; }
    bool CanStartPSMode() override { return query(PS_QUERY_CAN_START_STUDIO) != 0; }

    SDKError StartPSMode(PSVideoSourceCapability capability) override {
        // A width beyond the range of int is as wrong as a negative one.
        const int32_t format =
            capability.format == FrameDataFormat_I420_LIMITED ? PS_FORMAT_I420_LIMITED : PS_FORMAT_I420_FULL;
        return call([&](ps_client* target) {
            return ps_client_start_studio(
                target, static_cast<int32_t>(capability.width), static_cast<int32_t>(capability.height), format);
        });
    }

    SDKError StopPSMode() override { return act(PS_ACTION_STOP_STUDIO); }
    unsigned int GetPSUserID() override { return static_cast<unsigned int>(query(PS_QUERY_STUDIO_USER)); }
    bool IsPSModeStarted() override { return query(PS_QUERY_IS_STUDIO_STARTED) != 0; }
};

}  // namespace

IMeetingProductionStudioController* productionStudioController() {
    return isInMeeting() && query(PS_QUERY_IS_STUDIO_SUPPORTED) ? &shared<StudioController>() : nullptr;
}

void forgetStudioReceiver() { shared<StudioController>().receiver.set(nullptr); }

void receiveStudio(const ps_client_event& event) {
    Receiver<IMeetingProductionStudioCtrlEvent>& receiver = shared<StudioController>().receiver;
    switch (event.kind) {
    case PS_EVENT_STUDIO_RESULT:
        return NOTIFY(receiver, IMeetingProductionStudioCtrlEvent, onStartPSModeResult, event.number != 0);
    case PS_EVENT_STUDIO_SENDING: {
        Sender* const sender = event.sender ? &shared<Sender>() : nullptr;
        shared<Sender>().sender = event.sender;
        return NOTIFY(receiver, IMeetingProductionStudioCtrlEvent, onStartSend, sender);
    }
    case PS_EVENT_STUDIO_STOPPED:
        return NOTIFY(receiver, IMeetingProductionStudioCtrlEvent, onStopSend);
    default:
        return NOTIFY(
            receiver, IMeetingProductionStudioCtrlEvent, onPSUserStatusChanged, event.user_id, event.number != 0);
    }
}

}  // namespace MEETINGSDK
