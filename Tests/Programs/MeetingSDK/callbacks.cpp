// Calls from callbacks: a bot joins, sends and receives everything, and ends, without a call from outside its loop.
// With an argument a callback has a fault: throws (an event), throws-frame (a frame), leaks, leaks-frame, races.
#include <stdexcept>
#include <thread>

#include "client.h"

static std::string fault;
static GMainLoop* loop;
static IMeetingService* meeting;
static IAuthService* authentication;
static const std::thread::id owner = std::this_thread::get_id();
static bool isInCall = false;
static std::vector<char> frame(320 * 180 * 3 / 2, static_cast<char>(128));
static std::vector<char> block(320 * 2, 0);

/// A number that two threads change, with the fault "races".
static int counted = 0;

__attribute__((noinline)) static void leak() {
    char* volatile lost = new char[1000];
    lost[0] = 0;
    lost = nullptr;
}

/// Events come on the thread of the loop, and never inside a call.
static void onLoop() { EXPECT(std::this_thread::get_id() == owner && !isInCall); }
#define CALL(call, expected)          \
    do {                              \
        isInCall = true;              \
        EXPECT_CODE(call, expected);  \
        isInCall = false;             \
    } while (0)

struct Everything : IAuthServiceEvent,
                    IMeetingServiceEvent,
                    IMeetingChatCtrlEvent,
                    IMeetingShareCtrlEvent,
                    IMeetingAudioCtrlEvent,
                    IMeetingVideoCtrlEvent,
                    IMeetingProductionStudioCtrlEvent,
                    IZoomSDKVideoSource,
                    IZoomSDKVirtualAudioMicEvent,
                    IZoomSDKRendererDelegate,
                    IZoomSDKAudioRawDataDelegate,
                    INetworkConnectionHandler {
    void onProxyDetectComplete() override {
        onLoop();
        AuthContext context;
        context.jwt_token = T("token");
        CALL(authentication->SDKAuth(context), SDKERR_SUCCESS);
    }
    void onProxySettingNotification(IProxySettingHandler*) override {}
    void onSSLCertVerifyNotification(ISSLCertVerificationHandler*) override {}

    void onAuthenticationReturn(AuthResult result) override {
        onLoop();
        EXPECT_CODE(result, AUTHRET_SUCCESS);
        meeting->GetMeetingChatController()->SetEvent(this);
        meeting->GetMeetingShareController()->SetEvent(this);
        meeting->GetMeetingAudioController()->SetEvent(this);
        meeting->GetMeetingVideoController()->SetEvent(this);
        JoinParam parameters;
        parameters.param.withoutloginuserJoin.meetingNumber = 1;
        parameters.param.withoutloginuserJoin.userName = T("Bot");
        CALL(meeting->Join(parameters), SDKERR_SUCCESS);
    }

    void onMeetingStatusChanged(MeetingStatus status, int) override {
        onLoop();
        EXPECT_CODE(meeting->GetMeetingStatus(), status);
        if (status == MEETING_STATUS_INMEETING) arrive();
        if (status == MEETING_STATUS_ENDED) finish();
    }

    void arrive() {
        if (fault == "throws") throw std::runtime_error("on purpose");
        if (fault == "leaks") leak();
        CALL(GetRawdataVideoSourceHelper()->setExternalVideoSource(this), SDKERR_SUCCESS);
        CALL(GetAudioRawdataHelper()->setExternalAudioSource(this), SDKERR_SUCCESS);
        CALL(meeting->GetMeetingAudioController()->JoinVoip(), SDKERR_SUCCESS);
        CALL(meeting->GetMeetingRecordingController()->StartRawRecording(), SDKERR_SUCCESS);
    }

    // Audio.
    void onUserAudioStatusChange(IList<IUserAudioStatus*>* list, const zchar_t*) override {
        onLoop();
        EXPECT_CODE(list->GetCount(), 1);
        const IUserInfo* const user =
            meeting->GetMeetingParticipantsController()->GetUserByUserID(list->GetItem(0)->GetUserId());
        if (user != meeting->GetMeetingParticipantsController()->GetMySelfUser() || isConnected) return;
        isConnected = true;
        CALL(GetAudioRawdataHelper()->subscribe(this), SDKERR_SUCCESS);
        CALL(GetAudioRawdataHelper()->subscribe(this), SDKERR_SUCCESS);
        static struct : IZoomSDKAudioRawDataDelegate {
        } other;
        CALL(GetAudioRawdataHelper()->subscribe(&other), SDKERR_WRONG_USAGE);
    }
    void onUserActiveAudioChange(IList<unsigned int>*) override {}
    void onHostRequestStartAudio(IRequestStartAudioHandler*) override {}
    void onJoin3rdPartyTelephonyAudio(const zchar_t*) override {}
    void onMuteOnEntryStatusChange(bool) override {}
    void onMixedAudioRawDataReceived(AudioRawData* data) override {
        EXPECT(data->GetBufferLen() > 0);
        if (fault == "races") counted++;
        blocks++;
    }

    // The virtual camera.
    void onInitialize(IZoomSDKVideoSender* sender, IList<VideoSourceCapability>* list,
                      VideoSourceCapability& suggestion) override {
        onLoop();
        EXPECT(list->GetCount() > 0 && suggestion.width > 0 && suggestion.frame > 0);
        camera = sender;
        CALL(sender->sendVideoFrame(frame.data(), 320, 180, int(frame.size()), 0), SDKERR_WRONG_USAGE);
        CALL(meeting->GetMeetingVideoController()->UnmuteVideo(), SDKERR_SUCCESS);
    }
    void onPropertyChange(IList<VideoSourceCapability>*, VideoSourceCapability) override {}
    void onStartSend() override {
        onLoop();
        CALL(camera->sendVideoFrame(frame.data(), 320, 180, int(frame.size()), 0), SDKERR_SUCCESS);
        CALL(camera->sendVideoFrame(frame.data(), 320, 180, 7, 0), SDKERR_INVALID_PARAMETER);
        if (!hasCamera) startStudio();
        hasCamera = true;
    }
    // Of the camera and of Production Studio.
    void onStopSend() override { onLoop(); }
    void onUninitialized() override { onLoop(); }

    // The virtual microphone.
    void onMicInitialize(IZoomSDKAudioRawDataSender* sender) override {
        onLoop();
        microphone = sender;
    }
    void onMicStartSend() override {
        onLoop();
        CALL(microphone->send(block.data(), unsigned(block.size()), 32000), SDKERR_SUCCESS);
        CALL(microphone->send(block.data(), unsigned(block.size()), 12345), SDKERR_INVALID_PARAMETER);
        hasMicrophone = true;
    }
    void onMicStopSend() override { onLoop(); }
    void onMicUninitialized() override { onLoop(); }

    // Production Studio.
    void startStudio() {
        IMeetingProductionStudioController* const studio = meeting->GetMeetingProductionStudioController();
        EXPECT(studio);
        CALL(studio->SetEvent(this), SDKERR_SUCCESS);
        PSVideoSourceCapability capability;
        capability.width = 320;
        capability.height = 180;
        CALL(studio->StartPSMode(capability), SDKERR_SUCCESS);
    }
    void onStartPSModeResult(bool isAccepted) override {
        onLoop();
        EXPECT(isAccepted);
    }
    void onStartSend(IZoomSDKPSSender* sender) override {
        onLoop();
        // A client may wait here for its producer, which is inside a send.
        std::thread producer([=] {
            EXPECT_CODE(sender->sendVideoFrame(frame.data(), 320, 180, int(frame.size())), SDKERR_SUCCESS);
        });
        producer.join();
        hasStudio = true;
    }
    void onPSUserStatusChanged(unsigned int, bool) override { onLoop(); }

    // Others.
    void onChatMsgNotification(IChatMsgInfo* message, const zchar_t* content) override {
        onLoop();
        IMeetingChatController* const chat = meeting->GetMeetingChatController();
        EXPECT(chat->GetChatMessageById(message->GetMessageID()) == message);
        if (String(message->GetSenderDisplayName()) == T("Bot")) {
            EXPECT(String(content) == T("hello"));
            hasOwnMessage = true;
            return end();
        }
        EXPECT(String(content) == T("gr\u00fc\u00df dich") && String(message->GetContent()) == content);
        IChatMsgInfo* const reply = chat->GetChatMessageBuilder()->SetContent(T("hello"))->SetReceiver(0)->Build();
        CALL(chat->SendChatMsgTo(reply), SDKERR_SUCCESS);
        CALL(chat->SendChatMsgTo(message), SDKERR_INVALID_PARAMETER);
    }
    void onChatStatusChangedNotification(ChatStatus*) override {}
    void onChatMsgDeleteNotification(const zchar_t*, SDKChatMessageDeleteType) override {}
    void onSharingStatus(ZoomSDKSharingSourceInfo info) override {
        onLoop();
        if (info.status != Sharing_Other_Share_Begin) return;
        EXPECT_CODE(meeting->GetMeetingShareController()->GetViewableSharingUserList()->GetCount(), 1);
        EXPECT_CODE(meeting->GetMeetingShareController()->GetSharingSourceInfoList(info.userid)->GetCount(), 1);
        CALL(createRenderer(&renderer, this), SDKERR_SUCCESS);
        CALL(renderer->subscribe(info.shareSourceID, RAW_DATA_TYPE_SHARE), SDKERR_SUCCESS);
    }
    void onRendererBeDestroyed() override { onLoop(); }
    void onRawDataStatusChanged(RawDataStatus) override {}
    void onRawDataFrameReceived(YUVRawDataI420* data) override {
        EXPECT(data->GetBuffer());
        if (fault == "throws-frame") throw std::runtime_error("on purpose");
        if (fault == "leaks-frame") leak();
        if (fault == "races") counted++;
        // Once from inside: no frame follows.
        if (++frames == 5) {
            EXPECT_CODE(destroyRenderer(renderer), SDKERR_SUCCESS);
            EXPECT(renderer->unSubscribe() != SDKERR_SUCCESS);
            g_main_context_invoke(nullptr, [](void* self) { return static_cast<Everything*>(self)->end(), 0; }, this);
        }
    }

    void end() {
        if (isLeaving || frames < 5 || !hasOwnMessage) return;
        if (!hasCamera || !hasMicrophone || !hasStudio || blocks < 5) {
            g_timeout_add(20, [](void* self) { return static_cast<Everything*>(self)->end(), 0; }, this);
            return;
        }
        isLeaving = true;
        CALL(meeting->Leave(LEAVE_MEETING), SDKERR_SUCCESS);
    }

    // Everything is destroyed inside the last callback, the parts in another order than they were made. CleanUPSDK is
    // reported there.
    void finish() {
        EXPECT_CODE(frames, 5);
        EXPECT_CODE(DestroyAuthService(authentication), SDKERR_SUCCESS);
        EXPECT_CODE(DestroyMeetingService(meeting), SDKERR_SUCCESS);
        GetAudioRawdataHelper()->unSubscribe();
        GetRawdataVideoSourceHelper()->setExternalVideoSource(nullptr);
        EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
        EXPECT_CODE(camera->sendVideoFrame(frame.data(), 320, 180, int(frame.size()), 0), SDKERR_UNINITIALIZE);
        g_main_loop_quit(loop);
    }

    IZoomSDKVideoSender* camera = nullptr;
    IZoomSDKAudioRawDataSender* microphone = nullptr;
    IZoomSDKRenderer* renderer = nullptr;
    std::atomic<int> frames{0}, blocks{0};
    bool isConnected = false, hasCamera = false, hasMicrophone = false, hasStudio = false;
    bool hasOwnMessage = false, isLeaving = false;
};

int main(int count, char** arguments) {
    if (count > 1) fault = arguments[1];
    loop = g_main_loop_new(nullptr, FALSE);
    InitParam parameters;
    parameters.strWebDomain = T("https://zoom.us");
    EXPECT_CODE(InitSDK(parameters), SDKERR_SUCCESS);
    EXPECT_CODE(CreateMeetingService(&meeting), SDKERR_SUCCESS);
    EXPECT_CODE(CreateAuthService(&authentication), SDKERR_SUCCESS);
    INetworkConnectionHelper* network = nullptr;
    EXPECT_CODE(CreateNetworkConnectionHelper(&network), SDKERR_SUCCESS);
    Everything everything;
    authentication->SetEvent(&everything);
    meeting->SetEvent(&everything);
    EXPECT_CODE(network->RegisterNetworkConnectionHandler(&everything), SDKERR_SUCCESS);
    g_timeout_add_seconds(30, [](void*) -> gboolean {
        std::fputs("not finished after 30 seconds\n", stderr);
        std::_Exit(1);
    }, nullptr);
    g_main_loop_run(loop);
    return 0;
}
