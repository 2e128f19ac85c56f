// A recorder bot: asks for the permission to record, and receives the first participant and the mix while it may: recorder [SECONDS].
#include <meeting_service_components/meeting_audio_interface.h>
#include <meeting_service_components/meeting_participants_ctrl_interface.h>
#include <meeting_service_components/meeting_recording_interface.h>
#include <rawdata/rawdata_audio_helper_interface.h>
#include <rawdata/rawdata_renderer_interface.h>
#include <rawdata/zoom_rawdata_api.h>
#include <zoom_sdk_raw_data_def.h>

#include <atomic>

#include "client.h"

class Recorder final : public Client,
                       IMeetingRecordingCtrlEvent,
                       IMeetingAudioCtrlEvent,
                       IMeetingParticipantsCtrlEvent,
                       IZoomSDKRendererDelegate,
                       IZoomSDKAudioRawDataDelegate {
public:
    explicit Recorder(double seconds) : Client("Recorder", seconds) {}

private:
    void prepare() override {
        recording = meeting->GetMeetingRecordingController();
        audio = meeting->GetMeetingAudioController();
        participants = meeting->GetMeetingParticipantsController();
        recording->SetEvent(this);
        audio->SetEvent(this);
        participants->SetEvent(this);
    }

    void arrive() override {
        if (!isConnected && !isConnecting) isConnecting = audio->JoinVoip() == SDKERR_SUCCESS;
        if (recording->CanStartRawRecording() == SDKERR_SUCCESS) return record();
        if (!isAsked) isAsked = recording->RequestLocalRecordingPrivilege() == SDKERR_SUCCESS;
    }

    /// The permission may be lost there, and the participants are others.
    void wait() override {
        pause();
        isAsked = false;
        isConnecting = isConnecting && isConnected;
    }

    void depart() override { pause(); }

    void end() override {
        if (renderer) destroyRenderer(renderer);
        std::printf("%d frames, %d audio blocks\n", frames.load(), blocks.load());
    }

    // The permission.

    void onRecordPrivilegeChanged(bool isPermitted) override {
        if (isLeaving) return;
        isPermitted ? record() : pause();
    }
    void onLocalRecordingPrivilegeRequestStatus(RequestLocalRecordingStatus status) override {
        isAsked = false;
        if (status == RequestLocalRecording_Denied) leave("the host denies the permission to record");
    }

    void record() {
        if (isRecording) return;
        isRecording = recording->StartRawRecording() == SDKERR_SUCCESS;
        view();
        hear();
    }

    /// Ends what needs the permission.
    void pause() {
        isRecording = false;
        if (renderer) destroyRenderer(renderer);
        renderer = nullptr;
        if (isHearing) GetAudioRawdataHelper()->unSubscribe();
        isHearing = false;
    }

    // The first participant.

    void onUserJoin(IList<unsigned int>*, const zchar_t*) override { view(); }
    void onUserLeft(IList<unsigned int>* users, const zchar_t*) override {
        if (!renderer) return;
        for (int i = 0; i < users->GetCount(); i++) {
            if (users->GetItem(i) != viewed) continue;
            destroyRenderer(renderer);
            renderer = nullptr;
            return view();
        }
    }

    void view() {
        if (!isRecording || renderer) return;
        IUserInfo* const myself = participants->GetMySelfUser();
        IList<unsigned int>* const users = participants->GetParticipantsList();
        for (int i = 0; users && i < users->GetCount(); i++) {
            const unsigned int user = users->GetItem(i);
            if (myself && user == myself->GetUserID()) continue;
            if (createRenderer(&renderer, this) != SDKERR_SUCCESS) return;
            viewed = user;
            renderer->setRawDataResolution(ZoomSDKResolution_360P);
            renderer->subscribe(user, RAW_DATA_TYPE_VIDEO);
            return;
        }
    }

    void onRawDataFrameReceived(YUVRawDataI420* frame) override {
        const char* const luma = frame->GetYBuffer();
        checksum += static_cast<unsigned char>(luma[0]);
        frames++;
    }

    // The mix.

    void onUserAudioStatusChange(IList<IUserAudioStatus*>*, const zchar_t*) override {
        IUserInfo* const myself = participants->GetMySelfUser();
        isConnected = myself && myself->GetAudioJoinType() == AUDIOTYPE_VOIP;
        hear();
    }

    void hear() {
        if (isRecording && isConnected && !isHearing)
            isHearing = GetAudioRawdataHelper()->subscribe(this) == SDKERR_SUCCESS;
    }

    void onMixedAudioRawDataReceived(AudioRawData* block) override { blocks += block->GetBufferLen() > 0; }

    IMeetingRecordingController* recording = nullptr;
    IMeetingAudioController* audio = nullptr;
    IMeetingParticipantsController* participants = nullptr;
    IZoomSDKRenderer* renderer = nullptr;
    unsigned int viewed = 0;
    bool isAsked = false, isRecording = false, isConnecting = false, isConnected = false, isHearing = false;
    // Media comes on other threads.
    std::atomic<int> frames{0}, blocks{0};
    std::atomic<unsigned> checksum{0};
};

int main(int count, char** arguments) { return Recorder(seconds(count, arguments)).run(); }
