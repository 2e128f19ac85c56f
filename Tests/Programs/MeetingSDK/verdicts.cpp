// Clients for `psstudio exec`, each with one fault, or with none: the argument says which. They run GLib's default main context,
// except `idle`.
#include <csignal>
#include <fstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "client.h"

static std::string part;
static std::atomic<int> frames{0};

struct Viewer : IZoomSDKRendererDelegate {
    void onRendererBeDestroyed() override {}
    void onRawDataStatusChanged(RawDataStatus) override {}
    void onRawDataFrameReceived(YUVRawDataI420* frame) override {
        frames += 1;
        last = frame;
        if (part == "slow-frame") g_usleep(500000);
    }
    IZoomSDKRenderer* renderer = nullptr;
    std::atomic<YUVRawDataI420*> last{nullptr};
};

struct Microphone : IZoomSDKVirtualAudioMicEvent {
    void onMicInitialize(IZoomSDKAudioRawDataSender* given) override { sender = given; }
    void onMicStartSend() override { isStarted = true; }
    void onMicStopSend() override {}
    void onMicUninitialized() override {}
    IZoomSDKAudioRawDataSender* sender = nullptr;
    bool isStarted = false;
};

struct Sound : IZoomSDKAudioRawDataDelegate {
    void onMixedAudioRawDataReceived(AudioRawData*) override { blocks += 1; }
    std::atomic<int> blocks{0};
};

struct Screen : IZoomSDKShareSource {
    void onStartSend(IZoomSDKShareSender*) override { starts += 1; }
    void onStopSend() override { stops += 1; }
    int starts = 0, stops = 0;
};

// Subscribes to audio, and again; the second time with another delegate, or with the same.
static void subscribeTwice(Client& client, bool withOther) {
    static Sound first, second;
    EXPECT_CODE(client.meeting->GetMeetingAudioController()->JoinVoip(), SDKERR_SUCCESS);
    runUntil([&] { return GetAudioRawdataHelper()->subscribe(&first) == SDKERR_SUCCESS; }, "connected audio");
    if (!withOther) {
        IMeetingRecordingController* const recording = client.meeting->GetMeetingRecordingController();
        EXPECT_CODE(recording->StopRawRecording(), SDKERR_SUCCESS);
        EXPECT_CODE(recording->StartRawRecording(), SDKERR_SUCCESS);
    }
    EXPECT_CODE(GetAudioRawdataHelper()->subscribe(withOther ? &second : &first),
                withOther ? SDKERR_WRONG_USAGE : SDKERR_SUCCESS);
    first.blocks = 0;
    runUntil([&] { return first.blocks > 10; }, "audio for the first delegate");
    EXPECT(second.blocks == 0);
}

// A second source replaces the first one, which is not called any more.
static void shareTwice() {
    static Screen first, second;
    IZoomSDKShareSourceHelper* const helper = GetRawdataShareSourceHelper();
    EXPECT_CODE(helper->setExternalShareSource(&first), SDKERR_SUCCESS);
    runUntil([&] { return first.starts == 1; }, "the start of the share");
    EXPECT_CODE(helper->setExternalShareSource(&second), SDKERR_SUCCESS);
    runUntil([&] { return second.starts == 1; }, "the start of the second source");
    EXPECT(first.starts == 1 && first.stops == 0 && second.stops == 0);
}

// Stops everything when it leaves, whether it was started or not.
struct CleanUp : IMeetingServiceEvent {
    explicit CleanUp(Client& newClient) : client(newClient) {}
    void onMeetingStatusChanged(MeetingStatus status, int reason) override {
        if (status == MEETING_STATUS_DISCONNECTING || status == MEETING_STATUS_ENDED) {
            IMeetingService* const meeting = client.meeting;
            EXPECT(meeting->GetMeetingRecordingController()->StopRawRecording() != SDKERR_SUCCESS);
            EXPECT(meeting->GetMeetingAudioController()->LeaveVoip() != SDKERR_SUCCESS);
            EXPECT(meeting->GetMeetingVideoController()->MuteVideo() != SDKERR_SUCCESS);
            EXPECT(meeting->GetMeetingShareController()->StopShare() != SDKERR_SUCCESS);
            EXPECT_CODE(GetRawdataVideoSourceHelper()->setExternalVideoSource(nullptr), SDKERR_SUCCESS);
            EXPECT_CODE(GetRawdataShareSourceHelper()->setExternalShareSource(nullptr), SDKERR_SUCCESS);
            GetAudioRawdataHelper()->unSubscribe();
        }
        client.onMeetingStatusChanged(status, reason);
    }
    Client& client;
};

struct Chat : IMeetingChatCtrlEvent {
    void onChatMsgNotification(IChatMsgInfo* message, const zchar_t*) override {
        received += 1;
        if (part == "chat-storm") say();
        if (part != "chat-answers" || message->GetSenderUserId() == myself) return;
        EXPECT_CODE(say(), SDKERR_SUCCESS);
        answers += 1;
    }
    SDKError say() {
        IChatMsgInfoBuilder* const builder = controller->GetChatMessageBuilder();
        builder->SetContent(T("Reply"))->SetReceiver(0)->SetMessageType(SDKChatMessageType_To_All);
        return controller->SendChatMsgTo(builder->Build());
    }
    IMeetingChatController* controller = nullptr;
    unsigned int myself = 0;
    int received = 0, answers = 0;
};

static void record(Client& client, Viewer& viewer) {
    EXPECT_CODE(client.meeting->GetMeetingRecordingController()->StartRawRecording(), SDKERR_SUCCESS);
    EXPECT_CODE(createRenderer(&viewer.renderer, &viewer), SDKERR_SUCCESS);
    IMeetingParticipantsController* const participants = client.meeting->GetMeetingParticipantsController();
    IList<unsigned int>* const users = participants->GetParticipantsList();
    for (int i = 0; i < users->GetCount(); ++i) {
        if (users->GetItem(i) == participants->GetMySelfUser()->GetUserID()) continue;
        EXPECT_CODE(viewer.renderer->subscribe(users->GetItem(i), RAW_DATA_TYPE_VIDEO), SDKERR_SUCCESS);
        return;
    }
    EXPECT(!"nobody to subscribe to");
}

static void run(double seconds) {
    bool isOver = false;
    g_timeout_add(
        guint(seconds * 1000), [](gpointer over) -> gboolean { return *static_cast<bool*>(over) = true, G_SOURCE_REMOVE; },
        &isOver);
    while (!isOver) g_main_context_iteration(nullptr, TRUE);
}

static void leave(Client& client) {
    EXPECT_CODE(client.meeting->Leave(LEAVE_MEETING), SDKERR_SUCCESS);
    runUntil([&] { return client.has(MEETING_STATUS_ENDED); }, "the end");
}

static void inAChild() {
    const pid_t child = fork();
    if (child == 0) {
        CleanUPSDK();
        _exit(0);
    }
    int status = 0;
    EXPECT(waitpid(child, &status, 0) == child && status == 0);
}

static std::atomic<int> refused{0};

// Another thread interrupts this one, which is in a call most of the time.
static void interruptCalls(Client& client) {
    std::signal(SIGUSR1, [](int) {
        // Outside a call it would end the interface.
        if (refused == 0 && CleanUPSDK() == SDKERR_WRONG_USAGE) refused += 1;
    });
    const pthread_t self = pthread_self();
    std::atomic<bool> isOver{false};
    std::thread other([&] {
        while (!isOver && refused == 0) {
            g_usleep(1000);
            pthread_kill(self, SIGUSR1);
        }
    });
    // It is inside a call almost always; where it is not, the interface ends, and the next round begins it again.
    for (int i = 0; i < 200 && refused == 0; ++i) {
        for (int k = 0; k < 2000 && refused == 0; ++k) client.meeting->GetMeetingStatus();
        InitParam parameters;
        parameters.strWebDomain = T("https://zoom.us");
        InitSDK(parameters);
    }
    isOver = true;
    other.join();
    std::signal(SIGUSR1, SIG_IGN);
    EXPECT(refused == 1);
}

static long memory() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.find("VmRSS:") == 0) return std::atol(line.c_str() + 6);
    }
    return 0;
}

// Joins in one process, which leave a renderer. What stays of each, in kB, is less than the argument.
static int joins(int count, double limit) {
    const int warm = 30;
    long before = 0;
    for (int i = 0; i < count + warm; ++i) {
        if (i == warm) before = memory();
        auto client = std::make_unique<Client>();
        auto viewer = std::make_unique<Viewer>();
        client->initialise();
        client->authenticate();
        client->join();
        record(*client, *viewer);
        leave(*client);
        EXPECT_CODE(DestroyMeetingService(client->meeting), SDKERR_SUCCESS);
        EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
    }
    const double each = double(memory() - before) / count;
    std::printf("%.2f kB stay of each join\n", each);
    return each < limit ? 0 : 1;
}

int main(int count, char** arguments) {
    setvbuf(stdout, nullptr, _IOLBF, 0);
    part = count > 1 ? arguments[1] : "";
    if (part == "joins") return joins(std::atoi(arguments[2]), std::atof(arguments[3]));
    Client client;
    Viewer viewer;
    Microphone microphone;
    Chat chat;
    client.initialise();
    if (part == "idle") {
        AuthContext context;
        context.jwt_token = T("token");
        EXPECT_CODE(client.authentication->SDKAuth(context), SDKERR_SUCCESS);
        g_usleep(1000000);
        EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
        return 0;
    }
    if (part == "rejected-token") {
        AuthContext context;
        context.jwt_token = T("token");
        std::printf("SDKAuth %d\n", int(client.authentication->SDKAuth(context)));
        CleanUPSDK();
        return 0;
    }
    client.authenticate();
    JoinParam parameters;
    parameters.param.withoutloginuserJoin.meetingNumber = part == "no-number" ? 0 : 123456789;
    const zchar_t* name = T("Bot");
    if (part == "no-name") name = nullptr;
    // Latin-1, and the same in UTF-8.
    if (part == "latin-name") name = T("B\xf6t");
    if (part == "utf8-name") name = T("B\u00f6t");
    parameters.param.withoutloginuserJoin.userName = name;
    if (client.meeting->Join(parameters) != SDKERR_SUCCESS) {
        CleanUPSDK();
        return 0;
    }
    runUntil([&] { return client.has(MEETING_STATUS_INMEETING); }, "the arrival");
    chat.controller = client.meeting->GetMeetingChatController();
    chat.myself = client.meeting->GetMeetingParticipantsController()->GetMySelfUser()->GetUserID();
    chat.controller->SetEvent(&chat);
    if (part == "destroy" || part == "leave-destroy") {
        if (part == "leave-destroy") EXPECT_CODE(client.meeting->Leave(LEAVE_MEETING), SDKERR_SUCCESS);
        EXPECT_CODE(DestroyMeetingService(client.meeting), SDKERR_SUCCESS);
        EXPECT_CODE(DestroyAuthService(client.authentication), SDKERR_SUCCESS);
        EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
        // A binding that ends so runs no destructor.
        _exit(0);
    }
    if (part == "microphone" || part.find("audio-") == 0) {
        EXPECT_CODE(GetAudioRawdataHelper()->setExternalAudioSource(&microphone), SDKERR_SUCCESS);
        if (part == "microphone") run(11);
    }
    if (part.find("audio-") == 0) {
        EXPECT_CODE(client.meeting->GetMeetingAudioController()->JoinVoip(), SDKERR_SUCCESS);
        runUntil([&] { return microphone.isStarted; }, "the start of the microphone");
        // Ten seconds in one call, or without a pause; more than a minute.
        const int seconds = part == "audio-too-far" ? 61 : 10;
        const int calls = part == "audio-without-pause" ? 1000 : 1;
        std::vector<char> samples(size_t(seconds) * 32000 * 2 / calls);
        for (int i = 0; i < calls; ++i) {
            EXPECT_CODE(
                microphone.sender->send(samples.data(), unsigned(samples.size()), 32000, ZoomSDKAudioChannel_Mono),
                seconds > 60 ? SDKERR_TOO_FREQUENT_CALL : SDKERR_SUCCESS);
        }
    }
    if (part == "chat-storm") {
        EXPECT_CODE(chat.say(), SDKERR_SUCCESS);
        // Timers run meanwhile.
        run(3);
        std::printf("%d messages\n", chat.received);
        EXPECT(chat.received >= 20 && chat.received < 200);
    }
    if (part == "chat-burst") {
        for (int i = 0; i < 20; ++i) EXPECT_CODE(chat.say(), SDKERR_SUCCESS);
        run(1.2);
        EXPECT_CODE(chat.received, 20);
        EXPECT_CODE(chat.say(), SDKERR_SUCCESS);
    }
    if (part == "chat-answers") {
        runUntil([&] { return chat.answers == 10; }, "answers to the messages of others");
        EXPECT(chat.received > 10);
    }
    if (part == "interrupt") interruptCalls(client);
    if (part == "interrupt") _exit(0);
    CleanUp cleanUp(client);
    if (part == "cleans-up") client.meeting->SetEvent(&cleanUp);
    if (part == "stops-unstarted") client.meeting->GetMeetingRecordingController()->StopRawRecording();
    const bool isRecording = part != "microphone" && part.find("audio-") != 0 && part.find("chat") != 0 &&
                             part != "cleans-up" && part != "stops-unstarted";
    if (isRecording) record(client, viewer);
    if (part == "unsubscribes-twice") {
        EXPECT_CODE(viewer.renderer->unSubscribe(), SDKERR_SUCCESS);
        EXPECT_CODE(viewer.renderer->unSubscribe(), SDKERR_WRONG_USAGE);
        EXPECT_CODE(GetAudioRawdataHelper()->unSubscribe(), SDKERR_WRONG_USAGE);
    }
    if (part == "subscribes-again" || part == "second-delegate") subscribeTwice(client, part == "second-delegate");
    if (part == "shares-again") shareTwice();
    if (part == "resume") EXPECT_CODE(client.meeting->GetMeetingShareController()->ResumeCurrentSharing(), SDKERR_WRONG_USAGE);
    run(part == "slow-frame" ? 2.5 : 0.7);
    // ZM-QUALITY-002: the loop works on something else, and an event waits.
    if (part == "slow-loop") EXPECT_CODE(chat.say(), SDKERR_SUCCESS);
    if (part == "slow-loop") g_usleep(2500000);
    if (part == "slow-frame") std::printf("frames %d\n", int(frames));
    if (part == "late-frame") viewer.last.load()->GetStreamWidth();
    if (part == "double-destroy") destroyRenderer(viewer.renderer);
    if (part == "double-destroy") destroyRenderer(viewer.renderer);
    if (part == "bad-pointer") destroyRenderer(reinterpret_cast<IZoomSDKRenderer*>(0x1234));
    if (part == "out-of-range") client.meeting->GetMeetingParticipantsController()->GetParticipantsList()->GetItem(99);
    if (part == "fork") inAChild();
    if (part == "destroy-in-status") {
        EXPECT_CODE(DestroyMeetingService(client.meeting), SDKERR_SUCCESS);
        run(0.5);
        client.meeting->Leave(LEAVE_MEETING);
    } else {
        leave(client);
    }
    EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
    if (part == "after-cleanup") client.meeting->Leave(LEAVE_MEETING);
    return 0;
}
