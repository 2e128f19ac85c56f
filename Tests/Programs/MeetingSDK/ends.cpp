// Receivers are forgotten when the interface ends, and a service that is destroyed leaves its meeting in each state.
// The sanitizers report a receiver that is called after it was deleted.
#include <memory>

#include "client.h"

// What an app that deletes its receivers after CleanUPSDK would see: the next meeting calls none of them.
static void cleanUp() {
    struct Controllers : IMeetingParticipantsCtrlEvent, IMeetingRecordingCtrlEvent, IMeetingWaitingRoomEvent {
        void onUserJoin(IList<unsigned int>*, const zchar_t*) override { EXPECT(!"a receiver of an ended meeting"); }
    };
    auto first = std::make_unique<Client>();
    auto controllers = std::make_unique<Controllers>();
    first->initialise();
    first->authenticate();
    first->join();
    first->meeting->GetMeetingParticipantsController()->SetEvent(controllers.get());
    first->meeting->GetMeetingRecordingController()->SetEvent(controllers.get());
    first->meeting->GetMeetingWaitingRoomController()->SetEvent(controllers.get());
    EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
    first.reset();
    controllers.reset();

    // This client sets no receiver of the meeting, so that the events would reach one that was kept.
    struct Authentication : IAuthServiceEvent {
        void onAuthenticationReturn(AuthResult) override { isOver = true; }
        bool isOver = false;
    } authentication;
    InitParam parameters;
    parameters.strWebDomain = T("https://zoom.us");
    EXPECT_CODE(InitSDK(parameters), SDKERR_SUCCESS);
    IAuthService* service = nullptr;
    IMeetingService* meeting = nullptr;
    EXPECT_CODE(CreateAuthService(&service), SDKERR_SUCCESS);
    EXPECT_CODE(CreateMeetingService(&meeting), SDKERR_SUCCESS);
    service->SetEvent(&authentication);
    AuthContext context;
    context.jwt_token = T("token");
    EXPECT_CODE(service->SDKAuth(context), SDKERR_SUCCESS);
    runUntil([&] { return authentication.isOver; }, "the second authentication");
    JoinParam join;
    join.param.withoutloginuserJoin.meetingNumber = 1;
    EXPECT_CODE(meeting->Join(join), SDKERR_SUCCESS);
    runUntil([&] { return meeting->GetMeetingStatus() == MEETING_STATUS_INMEETING; }, "the second arrival");
    EXPECT_CODE(meeting->Leave(LEAVE_MEETING), SDKERR_SUCCESS);
    runUntil([&] { return meeting->GetMeetingStatus() == MEETING_STATUS_ENDED; }, "the second end");
    EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
}

// Destroying the service leaves: the next meeting can be joined, and nobody is admitted to the former one.
static void destroy(bool isBeforeFirstEvent) {
    Client client;
    client.initialise();
    client.authenticate();
    JoinParam parameters;
    parameters.param.withoutloginuserJoin.meetingNumber = 1;
    EXPECT_CODE(client.meeting->Join(parameters), SDKERR_SUCCESS);
    if (!isBeforeFirstEvent) runUntil([&] { return client.has(MEETING_STATUS_IN_WAITING_ROOM); }, "the waiting room");
    EXPECT_CODE(DestroyMeetingService(client.meeting), SDKERR_SUCCESS);
    EXPECT_CODE(CreateMeetingService(&client.meeting), SDKERR_SUCCESS);
    client.meeting->SetEvent(&client);
    client.statuses.clear();
    runUntil([&] { return client.meeting->GetMeetingStatus() == MEETING_STATUS_ENDED; }, "the end by destruction");
    EXPECT(!client.has(MEETING_STATUS_INMEETING));
    EXPECT_CODE(client.meeting->Join(parameters), SDKERR_SUCCESS);
    runUntil([&] { return client.has(MEETING_STATUS_IN_WAITING_ROOM); }, "the next waiting room");
    EXPECT_CODE(client.meeting->Leave(LEAVE_MEETING), SDKERR_SUCCESS);
    client.statuses.clear();
    runUntil([&] { return client.has(MEETING_STATUS_ENDED); }, "the end of the next meeting");
    EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
}

// The callback of the network helper is one, too: CleanUPSDK inside it succeeds, and is reported.
static void cleanUpInside() {
    struct Handler : INetworkConnectionHandler {
        void onProxyDetectComplete() override {
            EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
            isOver = true;
        }
        void onProxySettingNotification(IProxySettingHandler*) override {}
        void onSSLCertVerifyNotification(ISSLCertVerificationHandler*) override {}
        bool isOver = false;
    } handler;
    InitParam parameters;
    parameters.strWebDomain = T("https://zoom.us");
    INetworkConnectionHelper* network = nullptr;
    EXPECT_CODE(InitSDK(parameters), SDKERR_SUCCESS);
    EXPECT_CODE(CreateNetworkConnectionHelper(&network), SDKERR_SUCCESS);
    EXPECT_CODE(network->RegisterNetworkConnectionHandler(&handler), SDKERR_SUCCESS);
    runUntil([&] { return handler.isOver; }, "the callback of the network helper");
    EXPECT(!GetZoomLastError());
    EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
}

int main(int count, char** arguments) {
    const std::string part = count > 1 ? arguments[1] : "";
    if (part == "cleanup") cleanUp();
    if (part == "waiting-room") destroy(false);
    if (part == "early") destroy(true);
    if (part == "inside") cleanUpInside();
    return part.empty() ? 2 : 0;
}
