// A recorder bot: joins, asks for the permission to record, and writes a participant with video to FRAMES.y4m and the
// mix to SOUND.wav, until SECONDS have passed or SIGTERM comes: meeting_bot SECONDS FRAMES.y4m SOUND.wav
// With a fourth argument it forgets to start the recording, which is a fault.
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

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

USING_ZOOM_SDK_NAMESPACE

struct Frames : IZoomSDKRendererDelegate {
    explicit Frames(const char* path) : file(std::fopen(path, "wb")) {}
    void onRawDataFrameReceived(YUVRawDataI420* frame) override {
        // The first frames may have another size.
        if (frame->GetStreamHeight() != 360) return;
        if (count++ == 0) {
            std::fprintf(file, "YUV4MPEG2 W%u H%u F30:1 C420jpeg XCOLORRANGE=%s\n", frame->GetStreamWidth(),
                         frame->GetStreamHeight(), frame->IsLimitedI420() ? "LIMITED" : "FULL");
        }
        std::fputs("FRAME\n", file);
        std::fwrite(frame->GetBuffer(), 1, frame->GetBufferLen(), file);
    }
    std::FILE* file;
    int count = 0;
};

struct Sound : IZoomSDKAudioRawDataDelegate {
    explicit Sound(const char* path) : file(std::fopen(path, "wb")) { writeHeader(); }
    void onMixedAudioRawDataReceived(AudioRawData* block) override {
        std::fwrite(block->GetBuffer(), 1, block->GetBufferLen(), file);
        bytes += block->GetBufferLen();
    }
    void writeHeader() {
        auto word = [&](uint32_t value, int size) { std::fwrite(&value, 1, size, file); };
        std::rewind(file);
        std::fputs("RIFF", file), word(36 + bytes, 4), std::fputs("WAVEfmt ", file), word(16, 4);
        word(1, 2), word(1, 2), word(32000, 4), word(64000, 4), word(2, 2), word(16, 2);
        std::fputs("data", file), word(bytes, 4);
    }
    std::FILE* file;
    uint32_t bytes = 0;
};

struct Bot : IAuthServiceEvent, IMeetingServiceEvent, IMeetingRecordingCtrlEvent {
    Bot(char** arguments)
        : seconds(std::atoi(arguments[1])), isFaulty(arguments[4]), frames(arguments[2]), sound(arguments[3]) {}

    bool check(SDKError error, const char* call) {
        if (error != SDKERR_SUCCESS) fail(std::string(call) + " returns " + std::to_string(error));
        return error == SDKERR_SUCCESS;
    }
    void fail(const std::string& reason) {
        std::fprintf(stderr, "%s\n", reason.c_str());
        status = 1;
        g_main_loop_quit(loop);
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
        if (result != AUTHRET_SUCCESS) return fail("authentication: " + std::to_string(result));
        meeting->GetMeetingRecordingController()->SetEvent(this);
        JoinParam parameters;
        JoinParam4WithoutLogin& join = parameters.param.withoutloginuserJoin;
        join.meetingNumber = 123456789;
        join.userName = "Recorder";
        join.isVideoOff = true;
        check(meeting->Join(parameters), "Join");
    }

    void onMeetingStatusChanged(MeetingStatus now, int reason) override {
        if (now == MEETING_STATUS_INMEETING) record();
        if (now == MEETING_STATUS_FAILED) fail("joining: " + std::to_string(reason));
        if (now == MEETING_STATUS_ENDED) g_main_loop_quit(loop);
    }
    void onRecordPrivilegeChanged(bool isPermitted) override {
        if (isPermitted) record();
    }
    void onLocalRecordingPrivilegeRequestStatus(RequestLocalRecordingStatus answer) override {
        if (answer != RequestLocalRecording_Granted) fail("recording: " + std::to_string(answer));
    }

    void record() {
        IMeetingRecordingController* recording = meeting->GetMeetingRecordingController();
        if (renderer) return;
        if (recording->CanStartRawRecording() != SDKERR_SUCCESS) {
            check(recording->RequestLocalRecordingPrivilege(), "RequestLocalRecordingPrivilege");
            return;
        }
        if (!isFaulty) check(recording->StartRawRecording(), "StartRawRecording");
        check(meeting->GetMeetingAudioController()->JoinVoip(), "JoinVoip");
        check(createRenderer(&renderer, &frames), "createRenderer");
        if (status != 0) return;
        check(renderer->setRawDataResolution(ZoomSDKResolution_360P), "setRawDataResolution");
        check(renderer->subscribe(presenter(), RAW_DATA_TYPE_VIDEO), "subscribe");
        check(GetAudioRawdataHelper()->subscribe(&sound), "subscribe to audio");
        receivesAudio = status == 0;
        g_timeout_add_seconds(seconds, [](gpointer bot) -> gboolean {
            static_cast<Bot*>(bot)->leave();
            return G_SOURCE_REMOVE;
        }, this);
    }

    // There is nothing to leave before the bot has joined.
    void leave() {
        if (meeting->Leave(LEAVE_MEETING) != SDKERR_SUCCESS) g_main_loop_quit(loop);
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

    int finish() {
        if (renderer) destroyRenderer(renderer);
        if (meeting) DestroyMeetingService(meeting);
        if (authentication) DestroyAuthService(authentication);
        if (receivesAudio) GetAudioRawdataHelper()->unSubscribe();
        CleanUPSDK();
        sound.writeHeader();
        std::printf("%d frames, %u bytes of audio\n", frames.count, sound.bytes);
        return std::fclose(frames.file) | std::fclose(sound.file) | status;
    }

    GMainLoop* loop = g_main_loop_new(nullptr, FALSE);
    IAuthService* authentication = nullptr;
    IMeetingService* meeting = nullptr;
    IZoomSDKRenderer* renderer = nullptr;
    const int seconds;
    const bool isFaulty;
    Frames frames;
    Sound sound;
    int status = 0;
    bool receivesAudio = false;
};

int main(int count, char** arguments) {
    if (count != 4 && count != 5) return 2;
    Bot bot(arguments);
    // A container is stopped so: the files are finished after the meeting.
    g_unix_signal_add(SIGTERM, [](gpointer bot) -> gboolean {
        static_cast<Bot*>(bot)->leave();
        return G_SOURCE_CONTINUE;
    }, &bot);
    bot.start();
    if (bot.status == 0) g_main_loop_run(bot.loop);
    return bot.finish();
}
