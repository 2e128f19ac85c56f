// A bot for fleets: joins, records a participant in 180 lines and the mix without storing anything, until SIGTERM comes.
#include <auth_service_interface.h>
#include <glib-unix.h>
#include <glib.h>
#include <meeting_service_components/meeting_audio_interface.h>
#include <meeting_service_components/meeting_participants_ctrl_interface.h>
#include <meeting_service_components/meeting_recording_interface.h>
#include <meeting_service_interface.h>
#include <rawdata/rawdata_audio_helper_interface.h>
#include <rawdata/rawdata_renderer_interface.h>
#include <rawdata/zoom_rawdata_api.h>
#include <zoom_sdk.h>
#include <zoom_sdk_raw_data_def.h>

#include <atomic>
#include <csignal>
#include <cstdio>

USING_ZOOM_SDK_NAMESPACE

struct Listener : IAuthServiceEvent, IMeetingServiceEvent, IZoomSDKRendererDelegate, IZoomSDKAudioRawDataDelegate {
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
        if (result != AUTHRET_SUCCESS) return g_main_loop_quit(loop);
        JoinParam parameters;
        parameters.param.withoutloginuserJoin.meetingNumber = 123456789;
        parameters.param.withoutloginuserJoin.userName = "Listener";
        parameters.param.withoutloginuserJoin.isVideoOff = true;
        check(meeting->Join(parameters), "Join");
    }

    void onMeetingStatusChanged(MeetingStatus now, int) override {
        if (now == MEETING_STATUS_ENDED || now == MEETING_STATUS_FAILED) return g_main_loop_quit(loop);
        if (now == MEETING_STATUS_INMEETING && !renderer) listen();
    }

    void listen() {
        check(meeting->GetMeetingRecordingController()->StartRawRecording(), "StartRawRecording");
        check(meeting->GetMeetingAudioController()->JoinVoip(), "JoinVoip");
        check(createRenderer(&renderer, this), "createRenderer");
        if (status != 0) return;
        check(renderer->setRawDataResolution(ZoomSDKResolution_180P), "setRawDataResolution");
        check(renderer->subscribe(presenter(), RAW_DATA_TYPE_VIDEO), "subscribe");
        check(GetAudioRawdataHelper()->subscribe(this), "subscribe to audio");
        receivesAudio = status == 0;
    }

    unsigned int presenter() {
        IMeetingParticipantsController* participants = meeting->GetMeetingParticipantsController();
        IList<unsigned int>* users = participants->GetParticipantsList();
        for (int i = 0; i < users->GetCount(); i++) {
            IUserInfo* user = participants->GetUserByUserID(users->GetItem(i));
            if (user && user != participants->GetMySelfUser() && user->IsVideoOn()) return user->GetUserID();
        }
        return 0;
    }

    void onRawDataFrameReceived(YUVRawDataI420*) override { frames++; }
    void onMixedAudioRawDataReceived(AudioRawData*) override { blocks++; }

    int finish() {
        if (renderer) destroyRenderer(renderer);
        if (meeting) DestroyMeetingService(meeting);
        if (authentication) DestroyAuthService(authentication);
        if (receivesAudio) GetAudioRawdataHelper()->unSubscribe();
        CleanUPSDK();
        std::printf("%d frames, %d blocks\n", frames.load(), blocks.load());
        return status;
    }

    GMainLoop* loop = g_main_loop_new(nullptr, FALSE);
    IAuthService* authentication = nullptr;
    IMeetingService* meeting = nullptr;
    IZoomSDKRenderer* renderer = nullptr;
    // The callbacks for media come on other threads.
    std::atomic<int> frames = 0, blocks = 0;
    bool receivesAudio = false;
    int status = 0;
};

int main() {
    Listener bot;
    g_unix_signal_add(SIGTERM, [](gpointer bot) -> gboolean {
        auto* listener = static_cast<Listener*>(bot);
        if (listener->meeting->Leave(LEAVE_MEETING) != SDKERR_SUCCESS) g_main_loop_quit(listener->loop);
        return G_SOURCE_CONTINUE;
    }, &bot);
    bot.start();
    if (bot.status == 0) g_main_loop_run(bot.loop);
    return bot.finish();
}
