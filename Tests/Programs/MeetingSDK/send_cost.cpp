// Sends 200 frames through Production Studio, for a count of instructions inside sendThroughCpp and sendThroughC:
// send_cost cpp|c
#include <psstudio.h>
#include <psstudio_meeting_testing.h>

#include "client.h"

using namespace std::chrono_literals;

static constexpr int width = 320, height = 180;
static std::vector<char> frame(width * height * 3 / 2, static_cast<char>(128));

extern "C" __attribute__((noinline)) int sendThroughCpp(IZoomSDKPSSender* sender) {
    return sender->sendVideoFrame(frame.data(), width, height, int(frame.size()), FrameDataFormat_I420_LIMITED);
}

extern "C" __attribute__((noinline)) int sendThroughC(ps_sender* sender) {
    return ps_sender_send_video(sender, frame.data(), frame.size(), width, height, PS_FORMAT_I420_LIMITED);
}

struct Studio : Client, IMeetingProductionStudioCtrlEvent {
    void onStartSend(IZoomSDKPSSender* newSender) override { sender = newSender; }
    IZoomSDKPSSender* sender = nullptr;
};

static void throughCpp() {
    Studio client;
    psstudio::TestMeeting meeting(psstudio::Scenario::text("version: 1\nrole: cohost\n"));
    client.initialise();
    AuthContext context;
    context.jwt_token = T("token");
    EXPECT_CODE(client.authentication->SDKAuth(context), SDKERR_SUCCESS);
    meeting.turn(1s);
    JoinParam parameters;
    parameters.param.withoutloginuserJoin.meetingNumber = 1;
    EXPECT_CODE(client.meeting->Join(parameters), SDKERR_SUCCESS);
    meeting.turn(1s);
    IMeetingProductionStudioController* const studio = client.meeting->GetMeetingProductionStudioController();
    EXPECT(studio);
    studio->SetEvent(&client);
    PSVideoSourceCapability capability;
    capability.width = width;
    capability.height = height;
    capability.format = FrameDataFormat_I420_LIMITED;
    EXPECT_CODE(studio->StartPSMode(capability), SDKERR_SUCCESS);
    meeting.turn(1s);
    EXPECT(client.sender);
    for (int i = 0; i < 200; i++) {
        EXPECT_CODE(sendThroughCpp(client.sender), 0);
        meeting.turn(33ms);
    }
    EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
}

static void throughC() {
    static std::atomic<ps_sender*> sender;
    ps_client_options options = PS_CLIENT_OPTIONS_INIT;
    options.on_event = [](void*, const ps_client_event* event) {
        if (event->kind == PS_EVENT_STUDIO_SENDING) sender = event->sender;
    };
    options.role = "cohost";
    options.is_manual = options.is_immediate = 1;
    ps_client* client = nullptr;
    EXPECT_CODE(ps_client_create(&options, &client), PS_OK);
    EXPECT_CODE(ps_client_initialise(client), PS_OK);
    EXPECT_CODE(ps_client_authenticate(client, "token"), PS_OK);
    EXPECT_CODE(ps_client_turn(client, 1), PS_OK);
    ps_join_options join = PS_JOIN_OPTIONS_INIT;
    join.meeting_number = 1;
    EXPECT_CODE(ps_client_join(client, &join), PS_OK);
    EXPECT_CODE(ps_client_turn(client, 1), PS_OK);
    EXPECT_CODE(ps_client_start_studio(client, width, height, PS_FORMAT_I420_LIMITED), PS_OK);
    EXPECT_CODE(ps_client_turn(client, 1), PS_OK);
    EXPECT(sender.load());
    for (int i = 0; i < 200; i++) {
        EXPECT_CODE(sendThroughC(sender), PS_OK);
        EXPECT_CODE(ps_client_turn(client, 0.033), PS_OK);
    }
    EXPECT_CODE(ps_client_close(client), PS_OK);
}

int main(int count, char** arguments) {
    const std::string way = count > 1 ? arguments[1] : "";
    if (way == "cpp") throughCpp();
    if (way == "c") throughC();
    return way.empty() ? 2 : 0;
}
