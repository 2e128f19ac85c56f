// Receiving: what a bot sees inside callbacks, pointers that stay, media that is kept, and calls after the end.
#include <mutex>
#include <thread>

#include "client.h"

static Client client;

struct Recording : IMeetingRecordingCtrlEvent {
    void onRecordPrivilegeChanged(bool isPermitted) override { permitted = isPermitted; }
    void onLocalRecordingPrivilegeRequestStatus(RequestLocalRecordingStatus status) override { answer = status; }
    bool permitted = false;
    int answer = -1;
};

struct People : IMeetingParticipantsCtrlEvent {
    void onUserJoin(IList<unsigned int>* users, const zchar_t*) override {
        EXPECT_CODE(users->GetCount(), 1);
        joined.push_back(users->GetItem(0));
        list = users;
    }
    void onUserLeft(IList<unsigned int>* users, const zchar_t*) override { left.push_back(users->GetItem(0)); }
    std::vector<unsigned int> joined, left;
    IList<unsigned int>* list = nullptr;
};

/// Keeps the first frames of full size, and counts.
struct Frames : IZoomSDKRendererDelegate {
    void onRendererBeDestroyed() override { isDestroyed = true; }
    void onRawDataStatusChanged(RawDataStatus status) override { isOn = status == RawData_On; }
    void onRawDataFrameReceived(YUVRawDataI420* frame) override {
        EXPECT(isOn);
        const unsigned int width = frame->GetStreamWidth(), height = frame->GetStreamHeight();
        EXPECT_CODE(frame->GetBufferLen(), width * height * 3 / 2);
        EXPECT(frame->GetUBuffer() == frame->GetYBuffer() + width * height);
        EXPECT(frame->GetVBuffer() == frame->GetUBuffer() + width * height / 4);
        EXPECT(frame->GetBuffer() == frame->GetYBuffer());
        EXPECT_CODE(frame->GetSourceID(), source);
        // The buffer belongs to this callback: it may be changed.
        frame->GetYBuffer()[0] = 0;
        const std::lock_guard<std::mutex> lock(mutex);
        if (frame->CanAddRef() && kept.size() < 3 && height == 360) {
            EXPECT(frame->AddRef());
            kept.push_back(frame);
            first.push_back(frame->GetYBuffer()[width * height / 2]);
        }
        last = frame;
        count++;
    }
    std::mutex mutex;
    std::vector<YUVRawDataI420*> kept;
    std::vector<char> first;
    YUVRawDataI420* last = nullptr;
    unsigned int source = 0;
    std::atomic<int> count{0};
    std::atomic<bool> isOn{false};
    bool isDestroyed = false;
};

struct Sound : IZoomSDKAudioRawDataDelegate {
    void onMixedAudioRawDataReceived(AudioRawData* block) override {
        EXPECT_CODE(block->GetSampleRate(), 32000);
        EXPECT_CODE(block->GetChannelNum(), 1);
        EXPECT_CODE(block->GetBufferLen(), 640);
        mixed++;
    }
    void onOneWayAudioRawDataReceived(AudioRawData*, uint32_t userId) override {
        EXPECT(userId != 0);
        oneWay++;
    }
    std::atomic<int> mixed{0}, oneWay{0};
};

static void whileArriving() {
    IMeetingParticipantsController* participants = client.meeting->GetMeetingParticipantsController();
    IUserInfo* myself = participants->GetMySelfUser();
    EXPECT(myself && myself->IsMySelf());
    IList<unsigned int>* users = participants->GetParticipantsList();
    EXPECT_CODE(users->GetCount(), 3);
    // Samples receive the first one.
    EXPECT(participants->GetUserByUserID(users->GetItem(2)) == myself);
}

int main(int count, char** arguments) {
    const bool isHeap = count > 1 && std::string(arguments[1]) == "heap";
    static Recording recording;
    static People people;
    client.initialise(isHeap ? ZoomSDKRawDataMemoryModeHeap : ZoomSDKRawDataMemoryModeStack);
    client.authenticate();
    IMeetingParticipantsController* participants = client.meeting->GetMeetingParticipantsController();
    participants->SetEvent(&people);
    client.meeting->GetMeetingRecordingController()->SetEvent(&recording);
    client.onArrival = whileArriving;
    client.join();
    runUntil([&] { return people.joined.size() == 3; }, "the events of three participants");
    // The list of an event is empty after it.
    EXPECT_CODE(people.list->GetCount(), 0);
    const unsigned int ann = people.joined[1];
    IUserInfo* annInfo = participants->GetUserByUserID(ann);
    EXPECT(annInfo && String(annInfo->GetUserName()) == T("Ann") && annInfo->IsHost() && annInfo->IsVideoOn());

    IMeetingRecordingController* controller = client.meeting->GetMeetingRecordingController();
    EXPECT_CODE(controller->CanStartRawRecording(), SDKERR_NO_PERMISSION);
    EXPECT_CODE(controller->RequestLocalRecordingPrivilege(), SDKERR_SUCCESS);
    runUntil([&] { return recording.permitted && recording.answer == RequestLocalRecording_Granted; }, "a permission");
    EXPECT_CODE(controller->CanStartRawRecording(), SDKERR_SUCCESS);
    EXPECT_CODE(controller->StartRawRecording(), SDKERR_SUCCESS);

    static Sound sound;
    EXPECT_CODE(GetAudioRawdataHelper()->subscribe(&sound), SDKERR_NOT_JOIN_AUDIO);
    EXPECT_CODE(client.meeting->GetMeetingAudioController()->JoinVoip(), SDKERR_SUCCESS);
    runUntil([&] { return GetAudioRawdataHelper()->subscribe(&sound) == SDKERR_SUCCESS; }, "connected audio");
    static Frames frames;
    frames.source = ann;
    IZoomSDKRenderer* renderer = nullptr;
    EXPECT_CODE(createRenderer(&renderer, &frames), SDKERR_SUCCESS);
    EXPECT_CODE(renderer->subscribe(4711, RAW_DATA_TYPE_VIDEO), SDKERR_INVALID_PARAMETER);
    EXPECT_CODE(renderer->setRawDataResolution(ZoomSDKResolution_NoUse), SDKERR_INVALID_PARAMETER);
    EXPECT_CODE(renderer->setRawDataResolution(ZoomSDKResolution_360P), SDKERR_SUCCESS);
    EXPECT_CODE(renderer->subscribe(ann, RAW_DATA_TYPE_VIDEO), SDKERR_SUCCESS);
    EXPECT_CODE(renderer->getSubscribeId(), ann);
    EXPECT_CODE(renderer->getResolution(), ZoomSDKResolution_360P);
    // Names and renderers may be asked on any thread meanwhile.
    std::atomic<bool> ends{false};
    std::thread reader([&] {
        while (!ends) {
            EXPECT(participants->GetUserByUserID(ann) == annInfo);
            EXPECT(annInfo->GetUserName()[0] == 'A');
            EXPECT_CODE(participants->GetParticipantsList()->GetCount(), 3);
        }
    });
    runUntil([&] { return frames.count > 20 && sound.mixed > 50 && sound.oneWay > 20; }, "frames and audio");
    ends = true;
    reader.join();
    EXPECT_CODE(renderer->unSubscribe(), SDKERR_SUCCESS);
    EXPECT_CODE(renderer->unSubscribe(), SDKERR_WRONG_USAGE);

    EXPECT_CODE(frames.kept.size(), isHeap ? 3 : 0);
    for (size_t i = 0; i < frames.kept.size(); i++) {
        YUVRawDataI420* frame = frames.kept[i];
        EXPECT_CODE(frame->GetStreamHeight(), 360);
        EXPECT(frame->GetYBuffer()[frame->GetStreamWidth() * 360 / 2] == frames.first[i]);
        EXPECT_CODE(frame->Release(), 0);
        EXPECT(!frame->GetBuffer());
        EXPECT_CODE(frame->Release(), 0);
    }
    // A frame after its callback is empty.
    EXPECT(frames.last && !frames.last->GetBuffer() && !frames.last->AddRef());
    EXPECT_CODE(frames.last->GetBufferLen(), 0);

    EXPECT_CODE(renderer->subscribe(ann, RAW_DATA_TYPE_VIDEO), SDKERR_SUCCESS);
    EXPECT_CODE(client.meeting->Leave(LEAVE_MEETING), SDKERR_SUCCESS);
    runUntil([&] { return client.has(MEETING_STATUS_ENDED); }, "the end");
    EXPECT(frames.isDestroyed);
    const int frameCount = frames.count;
    EXPECT_CODE(GetAudioRawdataHelper()->unSubscribe(), SDKERR_SUCCESS);
    EXPECT(String(annInfo->GetUserName()) == T("Ann"));
    EXPECT_CODE(DestroyMeetingService(client.meeting), SDKERR_SUCCESS);
    EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
    EXPECT(renderer->subscribe(ann, RAW_DATA_TYPE_VIDEO) != SDKERR_SUCCESS);
    EXPECT_CODE(destroyRenderer(renderer), SDKERR_SUCCESS);
    EXPECT_CODE(destroyRenderer(renderer), SDKERR_WRONG_USAGE);
    EXPECT_CODE(frames.count, frameCount);
    return 0;
}
