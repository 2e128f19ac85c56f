// Bots in the scenarios of examples/bots: field FOLDER SCENARIO [bug]. With "bug" the bot has the bug that the scenario
// finds. It prints the rules that it breaks, and exits with 3; with 4 when it does not do its work, else with 0.
#include <psstudio_meeting_testing.h>

#include <functional>
#include <map>
#include <memory>

#include "client.h"

using namespace std::chrono_literals;

/// What all have in common: a bot that joins, and has a timer.
struct Bot : IAuthServiceEvent, IMeetingServiceEvent {
    virtual ~Bot() = default;

    void begin() {
        InitParam parameters;
        parameters.strWebDomain = T("https://zoom.us");
        AuthContext context;
        context.jwt_token = T("token");
        EXPECT_CODE(InitSDK(parameters), SDKERR_SUCCESS);
        EXPECT_CODE(CreateAuthService(&authentication), SDKERR_SUCCESS);
        EXPECT_CODE(CreateMeetingService(&meeting), SDKERR_SUCCESS);
        authentication->SetEvent(this);
        meeting->SetEvent(this);
        EXPECT_CODE(authentication->SDKAuth(context), SDKERR_SUCCESS);
    }

    SDKError join() {
        JoinParam parameters;
        parameters.param.withoutloginuserJoin.meetingNumber = 123456789;
        parameters.param.withoutloginuserJoin.userName = T("Bot");
        parameters.param.withoutloginuserJoin.onBehalfToken = T("token");
        parameters.param.withoutloginuserJoin.isVideoOff = true;
        return meeting->Join(parameters);
    }

    void onAuthenticationReturn(AuthResult) override { EXPECT_CODE(join(), SDKERR_SUCCESS); }
    void onMeetingStatusChanged(MeetingStatus status, int result) override {
        now = status;
        onStatus(status, result);
    }

    virtual void onStatus(MeetingStatus status, int result) = 0;
    /// Each second.
    virtual void tick() {}
    virtual bool isDone() const = 0;

    bool hasBug = false;
    IAuthService* authentication = nullptr;
    IMeetingService* meeting = nullptr;
    MeetingStatus now = MEETING_STATUS_IDLE;
};

/// Waits after a failure; the bug takes each Ended for the end of the meeting, and joins again, up to three times.
struct OnBehalfBot final : Bot {
    void onStatus(MeetingStatus status, int result) override {
        if (status == MEETING_STATUS_INMEETING) hasArrived = true;
        if (status == MEETING_STATUS_FAILED && result == MEETING_FAIL_AUTHORIZED_USER_NOT_INMEETING) wait = 6;
        if (status == MEETING_STATUS_ENDED && hasBug && attempts++ < 3) join();
    }
    void tick() override {
        if (!hasBug && wait > 0 && --wait == 0) EXPECT_CODE(join(), SDKERR_SUCCESS);
    }
    bool isDone() const override { return hasArrived; }

    bool hasArrived = false;
    int wait = 0;
    int attempts = 0;
};

/// Asks for the permission to record, and records the first participant while it has it.
struct Recorder : Bot, IMeetingRecordingCtrlEvent, IZoomSDKRendererDelegate {
    void onStatus(MeetingStatus status, int) override {
        if (status == MEETING_STATUS_INMEETING) arrive();
    }

    virtual void arrive() {
        recording = meeting->GetMeetingRecordingController();
        recording->SetEvent(this);
        if (recording->CanStartRawRecording() == SDKERR_SUCCESS) start();
        else EXPECT_CODE(recording->RequestLocalRecordingPrivilege(), SDKERR_SUCCESS);
    }

    void onRecordPrivilegeChanged(bool isGranted) override { isGranted ? start() : stop(); }

    void start() {
        EXPECT_CODE(recording->StartRawRecording(), SDKERR_SUCCESS);
        record();
    }

    void record() {
        stop();
        IMeetingParticipantsController* const participants = meeting->GetMeetingParticipantsController();
        IList<unsigned int>* const users = participants->GetParticipantsList();
        for (int i = 0; i < users->GetCount(); i++) {
            const unsigned int user = users->GetItem(i);
            if (user == participants->GetMySelfUser()->GetUserID()) continue;
            if (createRenderer(&renderer, this) != SDKERR_SUCCESS) return;
            EXPECT_CODE(renderer->subscribe(user, RAW_DATA_TYPE_VIDEO), SDKERR_SUCCESS);
            return;
        }
    }

    void stop() {
        if (renderer) EXPECT_CODE(destroyRenderer(renderer), SDKERR_SUCCESS);
        renderer = nullptr;
        frames = 0;
    }

    void onRawDataFrameReceived(YUVRawDataI420*) override { frames++; }
    bool isDone() const override { return frames > 10; }

    IMeetingRecordingController* recording = nullptr;
    IZoomSDKRenderer* renderer = nullptr;
    std::atomic<int> frames{0};
};

/// Leaves when it may not record; the bug does not wait for the answer.
struct DeniedBot final : Recorder {
    void arrive() override {
        Recorder::arrive();
        if (hasBug) recording->StartRawRecording();
    }
    void onLocalRecordingPrivilegeRequestStatus(RequestLocalRecordingStatus status) override {
        if (status == RequestLocalRecording_Denied) EXPECT_CODE(meeting->Leave(LEAVE_MEETING), SDKERR_SUCCESS);
    }
    bool isDone() const override { return now == MEETING_STATUS_ENDED; }
};

/// Waits for the permission; the bug asks again.
struct LateBot final : Recorder {
    void tick() override {
        if (hasBug && recording && !renderer) recording->RequestLocalRecordingPrivilege();
    }
};

/// Records again when it may; the bug opens the next file without looking.
struct RevokedBot final : Recorder {
    void tick() override {
        if (hasBug && renderer) record();
    }
    void onRecordPrivilegeChanged(bool isGranted) override {
        if (isGranted || !hasBug) Recorder::onRecordPrivilegeChanged(isGranted);
    }
};

/// Starts raw recording in each place to which it is moved; the bug only subscribes again.
struct MovedBot final : Recorder {
    void onStatus(MeetingStatus status, int) override {
        switch (status) {
        case MEETING_STATUS_INMEETING:
            if (hasBug && recording) return record();
            return arrive();
        case MEETING_STATUS_IN_WAITING_ROOM: return stop();
        case MEETING_STATUS_JOIN_BREAKOUT_ROOM: case MEETING_STATUS_LEAVE_BREAKOUT_ROOM: isMoved = true; return;
        default: return;
        }
    }
    // Those who are in the room are told after the status.
    void tick() override {
        if (isMoved) hasBug ? record() : arrive();
        isMoved = false;
    }
    bool isMoved = false;
};

/// Shares when others would see it; the bug does not ask.
struct SharingBot final : Bot, IMeetingShareCtrlEvent, IZoomSDKShareSource {
    void onStatus(MeetingStatus status, int) override {
        if (status != MEETING_STATUS_INMEETING) return;
        sharing = meeting->GetMeetingShareController();
        sharing->SetEvent(this);
        if (hasBug || sharing->CanStartShare()) share();
    }
    void onLockShareStatus(bool isLocked) override {
        if (isLocked) sharing->StopShare();
        else if (!hasBug && sharing->CanStartShare()) share();
    }
    void share() { EXPECT_CODE(GetRawdataShareSourceHelper()->setExternalShareSource(this, nullptr), SDKERR_SUCCESS); }

    void onStartSend(IZoomSDKShareSender* newSender) override { sender = newSender; }
    void onStopSend() override { sender = nullptr; }
    void tick() override {
        if (!sender) return;
        EXPECT_CODE(sender->sendShareFrame(frame.data(), 64, 36, static_cast<int>(frame.size())), SDKERR_SUCCESS);
        sent++;
    }
    bool isDone() const override { return sent > 3; }

    IMeetingShareController* sharing = nullptr;
    IZoomSDKShareSender* sender = nullptr;
    std::vector<char> frame = std::vector<char>(64 * 36 * 3 / 2, 100);
    int sent = 0;
};

/// Subscribes to audio when it is connected, and records video without it; the bug subscribes at once.
struct ListeningBot final : Recorder, IMeetingAudioCtrlEvent, IZoomSDKAudioRawDataDelegate {
    void arrive() override {
        Recorder::arrive();
        meeting->GetMeetingAudioController()->SetEvent(this);
        EXPECT_CODE(meeting->GetMeetingAudioController()->JoinVoip(), SDKERR_SUCCESS);
        if (hasBug) GetAudioRawdataHelper()->subscribe(this);
    }
    void onUserAudioStatusChange(IList<IUserAudioStatus*>*, const zchar_t*) override {
        const bool isConnected = meeting->GetMeetingParticipantsController()->GetMySelfUser()->GetAudioJoinType() ==
                                 AUDIOTYPE_VOIP;
        if (isConnected && !isListening) EXPECT_CODE(GetAudioRawdataHelper()->subscribe(this), SDKERR_SUCCESS);
        isListening = isListening || isConnected;
    }

    bool isListening = false;
};

template <class Kind>
std::unique_ptr<Bot> make() { return std::make_unique<Kind>(); }

int main(int count, char** arguments) {
    const std::map<std::string, std::function<std::unique_ptr<Bot>()>> kinds = {
        {"on-behalf-token-fails", make<OnBehalfBot>}, {"recording-denied", make<DeniedBot>},
        {"recording-granted-late", make<LateBot>},    {"recording-revoked", make<RevokedBot>},
        {"moved-around", make<MovedBot>},             {"share-locked", make<SharingBot>},
        {"audio-never-connects", make<ListeningBot>},
    };
    if (count < 3 || !kinds.count(arguments[2])) return 2;
    const std::string name = arguments[2];
    const std::unique_ptr<Bot> bot = kinds.at(name)();
    bot->hasBug = count > 3;
    psstudio::TestMeeting meeting(psstudio::Scenario::file(std::string(arguments[1]) + "/" + name + ".yaml"));
    bot->begin();
    for (int second = 0; second < (name == "recording-granted-late" ? 33 : 14); second++) {
        meeting.turn(1s);
        bot->tick();
    }
    const bool isDone = bot->isDone();
    if (bot->now == MEETING_STATUS_INMEETING || bot->now == MEETING_STATUS_LEAVE_BREAKOUT_ROOM) {
        EXPECT_CODE(bot->meeting->Leave(LEAVE_MEETING), SDKERR_SUCCESS);
        meeting.turn(1s);
    }
    for (const psstudio::Violation& violation : meeting.violations()) std::printf("%s\n", violation.rule.c_str());
    if (!meeting.violations().empty()) return 3;
    return isDone ? 0 : 4;
}
