// A sender for Production Studio: joins as a co-host, sends grey frames until the studio stops or SIGTERM comes, and leaves.
// With the word "faulty", or compiled with -DFAULTY, every tenth frame is larger than declared.
#include <auth_service_interface.h>
#include <glib-unix.h>
#include <glib.h>
#include <meeting_service_components/meeting_production_studio_ctrl_interface.h>
#include <meeting_service_interface.h>
#include <zoom_sdk.h>

#include <csignal>
#include <cstdio>
#include <string>
#include <vector>

USING_ZOOM_SDK_NAMESPACE

struct Sender : IAuthServiceEvent, IMeetingServiceEvent, IMeetingProductionStudioCtrlEvent {
    explicit Sender(bool isFaulty) : isFaulty(isFaulty) {}

    bool check(SDKError error, const char* call) {
        if (error == SDKERR_SUCCESS) return true;
        std::fprintf(stderr, "%s returns %d\n", call, error);
        status = 1;
        g_main_loop_quit(loop);
        return false;
    }

    void start() {
        InitParam parameters;
        parameters.strWebDomain = "https://zoom.us";
        if (!check(InitSDK(parameters), "InitSDK")) return;
        if (!check(CreateAuthService(&authentication), "CreateAuthService")) return;
        if (!check(CreateMeetingService(&meeting), "CreateMeetingService")) return;
        authentication->SetEvent(this);
        meeting->SetEvent(this);
        AuthContext context;
        context.jwt_token = "token";
        check(authentication->SDKAuth(context), "SDKAuth");
    }

    void onAuthenticationReturn(AuthResult result) override {
        if (result != AUTHRET_SUCCESS) return stop();
        JoinParam parameters;
        parameters.param.withoutloginuserJoin.meetingNumber = 123456789;
        parameters.param.withoutloginuserJoin.userName = "Sender";
        check(meeting->Join(parameters), "Join");
    }

    void onMeetingStatusChanged(MeetingStatus now, int) override {
        if (now == MEETING_STATUS_ENDED || now == MEETING_STATUS_FAILED) return stop();
        if (now != MEETING_STATUS_INMEETING || controller) return;
        controller = meeting->GetMeetingProductionStudioController();
        check(controller->SetEvent(this), "SetEvent");
        if (!controller->IsSupportPSMode() || !controller->CanStartPSMode()) return leave();
        PSVideoSourceCapability capability;
        capability.width = width;
        capability.height = height;
        check(controller->StartPSMode(capability), "StartPSMode");
    }

    void onStartPSModeResult(bool isAccepted) override {
        if (!isAccepted) leave();
    }
    void onStartSend(IZoomSDKPSSender* newSender) override {
        sender = newSender;
        if (sender) timer = g_timeout_add(33, [](gpointer self) { return static_cast<Sender*>(self)->send(); }, this);
    }
    void onStopSend() override {
        sender = nullptr;
        leave();
    }

    gboolean send() {
        if (!sender) return G_SOURCE_REMOVE;
        const int frameWidth = isFaulty && ++count % 10 == 0 ? width + 2 : width;
        std::vector<char> frame(frameWidth * height * 3 / 2, static_cast<char>(128));
        sender->sendVideoFrame(frame.data(), frameWidth, height, static_cast<int>(frame.size()));
        std::vector<char> block(48000 / 30 * 2, 0);
        sender->sendAudio(block.data(), static_cast<unsigned>(block.size()), 48000, ZoomSDKAudioChannel_Mono);
        return G_SOURCE_CONTINUE;
    }

    // Stops the studio first; onStopSend follows.
    void leave() {
        if (isLeaving) return;
        if (sender && controller->StopPSMode() == SDKERR_SUCCESS) return;
        isLeaving = true;
        if (meeting->Leave(LEAVE_MEETING) != SDKERR_SUCCESS) stop();
    }
    void stop() { g_main_loop_quit(loop); }

    int finish() {
        if (meeting) DestroyMeetingService(meeting);
        if (authentication) DestroyAuthService(authentication);
        CleanUPSDK();
        return status;
    }

    static constexpr int width = 320, height = 180;
    GMainLoop* loop = g_main_loop_new(nullptr, FALSE);
    IAuthService* authentication = nullptr;
    IMeetingService* meeting = nullptr;
    IMeetingProductionStudioController* controller = nullptr;
    IZoomSDKPSSender* sender = nullptr;
    const bool isFaulty;
    bool isLeaving = false;
    guint timer = 0;
    int count = 0, status = 0;
};

int main(int count, char** arguments) {
#ifdef FAULTY
    Sender bot(true);
#else
    Sender bot(count > 1 && std::string(arguments[1]) == "faulty");
#endif
    (void)count, (void)arguments;
    // A container is stopped so.
    g_unix_signal_add(SIGTERM, [](gpointer bot) -> gboolean {
        static_cast<Sender*>(bot)->leave();
        return G_SOURCE_CONTINUE;
    }, &bot);
    bot.start();
    if (bot.status == 0) g_main_loop_run(bot.loop);
    return bot.finish();
}
