// What psstudio_meeting_testing.h offers, and how its own misuse is reported.
#include <psstudio_meeting_testing.h>

#include <thread>

#include "client.h"

using namespace std::chrono_literals;
using psstudio::Scenario;
using psstudio::TestMeeting;

/// What a failing call of a test says.
template <class Function>
std::string failure(Function function) {
    try {
        function();
    } catch (const psstudio::TestFailure& error) {
        return error.what();
    }
    return "";
}

static bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

static void start(Client& client) {
    client.initialise();
    AuthContext context;
    context.jwt_token = T("token");
    EXPECT_CODE(client.authentication->SDKAuth(context), SDKERR_SUCCESS);
}

static void join(Client& client) {
    JoinParam parameters;
    parameters.param.withoutloginuserJoin.meetingNumber = 1;
    parameters.param.withoutloginuserJoin.userName = T("Bot");
    EXPECT_CODE(client.meeting->Join(parameters), SDKERR_SUCCESS);
}

static void misuse() {
    EXPECT(contains(failure([] { TestMeeting meeting(Scenario::file("/missing.yaml")); }), "/missing.yaml"));
    EXPECT(contains(failure([] { TestMeeting meeting(Scenario::text("version: 1\nrule: host\n")); }), "rule"));
    TestMeeting meeting;
    EXPECT(contains(failure([] { TestMeeting second; }), "there is a meeting already"));
    EXPECT(contains(failure([&] { meeting.perform("{\"fly\":{}}"); }), "fly"));
    EXPECT(failure([&] { meeting.add("Ann"); }) != "");
    EXPECT(contains(failure([&] { meeting.turn(-1s); }), "-1"));
    Client client;
    start(client);
    meeting.turn(1s);
    EXPECT_CODE(client.authenticated, AUTHRET_SUCCESS);
    join(client);
    static TestMeeting* current;
    static std::string inside;
    current = &meeting;
    client.onArrival = [] { inside = failure([] { current->turn(1s); }); };
    meeting.turn(1s);
    EXPECT(contains(inside, "outside a callback"));
}

// Time passes only when the test turns the clock, and events come in it.
static void clockAndViolations() {
    TestMeeting meeting(Scenario::text("version: 1\nrole: cohost\nanswers:\n  join: {delay: 5s}\n"));
    Client client;
    start(client);
    EXPECT_CODE(client.authenticated, AUTHRET_NONE);
    meeting.turn(1s);
    join(client);
    meeting.turn(4s);
    EXPECT(!client.has(MEETING_STATUS_INMEETING));
    meeting.turn(2s);
    EXPECT(client.has(MEETING_STATUS_INMEETING));
    EXPECT(meeting.violations().empty());
    const unsigned int user = meeting.add("A \"quoted\" \\ name\n");
    meeting.turn(100ms);
    IUserInfo* const info = client.meeting->GetMeetingParticipantsController()->GetUserByUserID(user);
    EXPECT(info && String(info->GetUserName()) == T("A \"quoted\" \\ name\n"));
    struct Delegate : IZoomSDKRendererDelegate {
    } delegate;
    IZoomSDKRenderer* renderer = nullptr;
    for (int i = 0; i < 3; i++) EXPECT_CODE(createRenderer(&renderer, &delegate), SDKERR_NO_PERMISSION);
    const std::vector<psstudio::Violation> violations = meeting.violations();
    EXPECT_CODE(violations.size(), 1);
    EXPECT(violations[0].rule == "ZM-REC-009");
    EXPECT(violations[0].code == "NoPermission");
    EXPECT_CODE(violations[0].count, 3);
    EXPECT(violations[0].isRefusal);
    EXPECT(contains(violations[0].message, "ZM-REC-009"));
    meeting.perform("{\"sendChat\":{\"user\":" + std::to_string(user) + ",\"text\":\"hello\"}}");
    meeting.turn(100ms);
    EXPECT_CODE(client.meeting->GetMeetingChatController()->GetAllChatMessageID()->GetCount(), 1);
    meeting.remove(user);
    meeting.turn(100ms);
    EXPECT(!client.meeting->GetMeetingParticipantsController()->GetUserByUserID(user));
}

// Whether the host can be asked does not depend on who asks: ZM-REC-005 to 007.
static void recordingRequests() {
    TestMeeting meeting;
    Client client;
    start(client);
    meeting.turn(1s);
    IMeetingRecordingController* const recording = client.meeting->GetMeetingRecordingController();
    EXPECT_CODE(recording->IsSupportRequestLocalRecordingPrivilege(), SDKERR_NOT_IN_MEETING);
    join(client);
    meeting.turn(1s);
    EXPECT_CODE(recording->IsSupportRequestLocalRecordingPrivilege(), SDKERR_SUCCESS);
    EXPECT_CODE(recording->RequestLocalRecordingPrivilege(), SDKERR_SUCCESS);
    EXPECT_CODE(recording->RequestLocalRecordingPrivilege(), SDKERR_TOO_FREQUENT_CALL);
    EXPECT_CODE(recording->IsSupportRequestLocalRecordingPrivilege(), SDKERR_SUCCESS);
    meeting.turn(1s);
    EXPECT_CODE(recording->CanStartRawRecording(), SDKERR_SUCCESS);
    EXPECT_CODE(recording->RequestLocalRecordingPrivilege(), SDKERR_WRONG_USAGE);
    EXPECT_CODE(recording->IsSupportRequestLocalRecordingPrivilege(), SDKERR_SUCCESS);
    meeting.perform("{\"setRecordingResponse\":{\"response\":\"unsupported\"}}");
    EXPECT_CODE(recording->IsSupportRequestLocalRecordingPrivilege(), SDKERR_MEETING_DONT_SUPPORT_FEATURE);
    EXPECT_CODE(recording->RequestLocalRecordingPrivilege(), SDKERR_MEETING_DONT_SUPPORT_FEATURE);
    // A question breaks no rule.
    const std::vector<psstudio::Violation> violations = meeting.violations();
    EXPECT_CODE(violations.size(), 3);
    EXPECT(violations[0].rule == "ZM-REC-006" && violations[0].count == 1);
    EXPECT(violations[1].rule == "ZM-REC-007" && violations[1].count == 1);
    EXPECT(violations[2].rule == "ZM-REC-005" && violations[2].count == 1);
}

// Settings of the video are kept, and can be read.
static void videoSettings() {
    TestMeeting meeting;
    Client client;
    start(client);
    meeting.turn(1s);
    ISettingService* service = nullptr;
    EXPECT_CODE(CreateSettingService(&service), SDKERR_SUCCESS);
    IVideoSettingContext* const settings = service->GetVideoSettings();
    for (const bool isOn : {true, false}) {
        EXPECT_CODE(settings->EnableAlwaysUseOriginalSizeVideo(isOn), SDKERR_SUCCESS);
        EXPECT(settings->IsAlwaysUseOriginalSizeVideo() == isOn);
    }
    EXPECT_CODE(settings->DisableVideoAutoFraming(), SDKERR_SUCCESS);
    EXPECT(!settings->IsVideoAutoFramingEnabled());
    EXPECT(meeting.violations().empty());
}

// On return from the waiting room the video is off, also for queries, until the client starts it again.
static void videoAfterWaitingRoom() {
    TestMeeting meeting;
    Client client;
    start(client);
    meeting.turn(1s);
    struct Camera : IZoomSDKVideoSource {
        void onInitialize(IZoomSDKVideoSender*, IList<VideoSourceCapability>*, VideoSourceCapability&) override {}
        void onPropertyChange(IList<VideoSourceCapability>*, VideoSourceCapability) override {}
        void onStartSend() override { starts += 1; }
        void onStopSend() override {}
        void onUninitialized() override {}
        int starts = 0;
    } camera;
    EXPECT_CODE(GetRawdataVideoSourceHelper()->setExternalVideoSource(&camera), SDKERR_SUCCESS);
    JoinParam parameters;
    parameters.param.withoutloginuserJoin.meetingNumber = 1;
    parameters.param.withoutloginuserJoin.userName = T("Bot");
    parameters.param.withoutloginuserJoin.isVideoOff = true;
    EXPECT_CODE(client.meeting->Join(parameters), SDKERR_SUCCESS);
    IMeetingParticipantsController* const participants = client.meeting->GetMeetingParticipantsController();
    for (int visit = 1; visit <= 2; ++visit) {
        meeting.turn(1s);
        EXPECT(!participants->GetMySelfUser()->IsVideoOn());
        EXPECT_CODE(client.meeting->GetMeetingVideoController()->UnmuteVideo(), SDKERR_SUCCESS);
        meeting.turn(1s);
        EXPECT(participants->GetMySelfUser()->IsVideoOn());
        EXPECT_CODE(camera.starts, visit);
        if (visit == 2) break;
        meeting.perform("{\"putIntoWaitingRoom\":{}}");
        meeting.turn(1s);
        meeting.perform("{\"admit\":{}}");
    }
    EXPECT(meeting.violations().empty());
}

// Another thread runs the loop: the test waits for it.
static void otherThread() {
    TestMeeting meeting;
    static std::atomic<bool> isReady, isOver;
    isReady = isOver = false;
    std::thread loop([] {
        EXPECT(g_main_context_acquire(nullptr));
        isReady = true;
        while (!isOver) g_main_context_iteration(nullptr, TRUE);
        g_main_context_release(nullptr);
    });
    while (!isReady) std::this_thread::yield();
    Client client;
    start(client);
    meeting.turn(1s);
    EXPECT_CODE(client.authenticated, AUTHRET_SUCCESS);
    join(client);
    meeting.turn(1s);
    EXPECT(client.has(MEETING_STATUS_INMEETING));
    // The history is that of this meeting.
    EXPECT_CODE(client.meeting->GetMeetingChatController()->GetAllChatMessageID()->GetCount(), 0);
    EXPECT_CODE(client.meeting->Leave(LEAVE_MEETING), SDKERR_SUCCESS);
    meeting.turn(1s);
    EXPECT(client.has(MEETING_STATUS_ENDED));
    isOver = true;
    g_main_context_wakeup(nullptr);
    loop.join();
}

int main() {
    misuse();
    clockAndViolations();
    recordingRequests();
    videoSettings();
    videoAfterWaitingRoom();
    otherThread();
    return 0;
}
