// A recorder: writes the camera of each of two participants as y4m and their voices as WAV, in a meeting in which the
// connection is lost for a second: two_participants SCENARIO FOLDER
#include <psstudio_meeting_testing.h>

#include <map>
#include <memory>
#include <mutex>

#include "client.h"

using namespace std::chrono_literals;

class Frames : public IZoomSDKRendererDelegate {
public:
    explicit Frames(const std::string& path) : file(std::fopen(path.c_str(), "wb")) { EXPECT(file); }
    ~Frames() override { EXPECT_CODE(std::fclose(file), 0); }

    void onRawDataFrameReceived(YUVRawDataI420* frame) override {
        if (frame->GetStreamHeight() != 360) return;
        if (count++ == 0) {
            std::fprintf(file, "YUV4MPEG2 W%u H%u F30:1 C420jpeg XCOLORRANGE=%s\n", frame->GetStreamWidth(),
                         frame->GetStreamHeight(), frame->IsLimitedI420() ? "LIMITED" : "FULL");
        }
        std::fputs("FRAME\n", file);
        EXPECT_CODE(std::fwrite(frame->GetBuffer(), 1, frame->GetBufferLen(), file), frame->GetBufferLen());
    }

    std::atomic<int> count{0};

private:
    std::FILE* const file;
};

class Voice {
public:
    explicit Voice(const std::string& path) : file(std::fopen(path.c_str(), "wb")) {
        EXPECT(file);
        writeHeader();
    }
    ~Voice() {
        writeHeader();
        EXPECT_CODE(std::fclose(file), 0);
    }

    void write(AudioRawData* block) {
        EXPECT_CODE(block->GetSampleRate(), 32000);
        EXPECT_CODE(block->GetChannelNum(), 1);
        EXPECT_CODE(std::fwrite(block->GetBuffer(), 1, block->GetBufferLen(), file), block->GetBufferLen());
        bytes += block->GetBufferLen();
    }

private:
    void writeHeader() {
        auto word = [&](uint32_t value, size_t size) { EXPECT_CODE(std::fwrite(&value, size, 1, file), 1); };
        std::rewind(file);
        std::fputs("RIFF", file), word(36 + bytes, 4), std::fputs("WAVEfmt ", file), word(16, 4);
        word(1, 2), word(1, 2), word(32000, 4), word(64000, 4), word(2, 2), word(16, 2);
        std::fputs("data", file), word(bytes, 4);
    }

    std::FILE* const file;
    uint32_t bytes = 0;
};

struct Recorder : Client, IZoomSDKAudioRawDataDelegate {
    void onMeetingStatusChanged(MeetingStatus status, int reason) override {
        Client::onMeetingStatusChanged(status, reason);
        // Also after the connection was lost.
        if (status != MEETING_STATUS_INMEETING || isRecording) return;
        isRecording = true;
        EXPECT_CODE(meeting->GetMeetingRecordingController()->StartRawRecording(), SDKERR_SUCCESS);
        EXPECT_CODE(meeting->GetMeetingAudioController()->JoinVoip(), SDKERR_SUCCESS);
        EXPECT_CODE(GetAudioRawdataHelper()->subscribe(this), SDKERR_SUCCESS);
        IMeetingParticipantsController* const participants = meeting->GetMeetingParticipantsController();
        IList<unsigned int>* const users = participants->GetParticipantsList();
        for (int i = 0; i < users->GetCount(); i++) {
            if (!participants->GetUserByUserID(users->GetItem(i))->IsMySelf()) watch(users->GetItem(i));
        }
    }

    void watch(unsigned int user) {
        frames[user] = std::make_unique<Frames>(path(user) + ".y4m");
        IZoomSDKRenderer* renderer = nullptr;
        EXPECT_CODE(createRenderer(&renderer, frames[user].get()), SDKERR_SUCCESS);
        EXPECT_CODE(renderer->setRawDataResolution(ZoomSDKResolution_360P), SDKERR_SUCCESS);
        EXPECT_CODE(renderer->subscribe(user, RAW_DATA_TYPE_VIDEO), SDKERR_SUCCESS);
        renderers.push_back(renderer);
    }

    // On the audio thread.
    void onOneWayAudioRawDataReceived(AudioRawData* block, uint32_t user) override {
        const std::lock_guard<std::mutex> lock(mutex);
        if (!voices[user]) voices[user] = std::make_unique<Voice>(path(user) + ".wav");
        voices[user]->write(block);
    }

    std::string path(unsigned int user) { return folder + "/" + std::to_string(user); }

    std::string folder;
    bool isRecording = false;
    std::map<unsigned int, std::unique_ptr<Frames>> frames;
    std::vector<IZoomSDKRenderer*> renderers;
    std::mutex mutex;
    std::map<unsigned int, std::unique_ptr<Voice>> voices;
};

int main(int count, char** arguments) {
    if (count != 3) return 2;
    Recorder recorder;
    recorder.folder = arguments[2];
    psstudio::TestMeeting meeting(psstudio::Scenario::file(arguments[1]));
    recorder.initialise();
    AuthContext context;
    context.jwt_token = T("token");
    EXPECT_CODE(recorder.authentication->SDKAuth(context), SDKERR_SUCCESS);
    meeting.turn(1s);
    JoinParam parameters;
    parameters.param.withoutloginuserJoin.meetingNumber = 1;
    parameters.param.withoutloginuserJoin.userName = T("Bot");
    parameters.param.withoutloginuserJoin.isVideoOff = true;
    EXPECT_CODE(recorder.meeting->Join(parameters), SDKERR_SUCCESS);
    meeting.turn(6s);
    EXPECT(recorder.has(MEETING_STATUS_RECONNECTING));
    EXPECT_CODE(recorder.meeting->GetMeetingStatus(), MEETING_STATUS_INMEETING);
    for (IZoomSDKRenderer* renderer : recorder.renderers) EXPECT_CODE(destroyRenderer(renderer), SDKERR_SUCCESS);
    EXPECT_CODE(GetAudioRawdataHelper()->unSubscribe(), SDKERR_SUCCESS);
    EXPECT_CODE(recorder.meeting->Leave(LEAVE_MEETING), SDKERR_SUCCESS);
    meeting.turn(1s);
    EXPECT(recorder.has(MEETING_STATUS_ENDED));
    EXPECT_CODE(recorder.frames.size(), 2);
    EXPECT_CODE(recorder.voices.size(), 2);
    EXPECT(meeting.violations().empty());
    EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
    return 0;
}
