#include "unemulated/audio_video.h"

#include "meeting/controllers.h"

namespace MEETINGSDK {

namespace {

class AudioController final : public Notifying<UnemulatedMeetingAudioController, IMeetingAudioCtrlEvent> {
public:
    SDKError JoinVoip() override { return act(PS_ACTION_CONNECT_AUDIO); }
    SDKError LeaveVoip() override { return act(PS_ACTION_DISCONNECT_AUDIO); }
    // 0 is everybody here, and the local user in psstudio.h.
    SDKError MuteAudio(unsigned int userId, bool) override {
        return userId ? act(PS_ACTION_MUTE_AUDIO, userId) : act(PS_ACTION_MUTE_ALL);
    }
    SDKError UnMuteAudio(unsigned int userId) override { return act(PS_ACTION_UNMUTE_AUDIO, userId); }
    bool CanUnMuteBySelf() override { return query(PS_QUERY_IS_AUDIO_CONNECTED) != 0; }
    bool IsPlayMeetingAudioEnabled() override { return isInMeeting(); }
};

class VideoController final : public Notifying<UnemulatedMeetingVideoController, IMeetingVideoCtrlEvent> {
public:
    SDKError MuteVideo() override { return act(PS_ACTION_STOP_VIDEO); }
    SDKError UnmuteVideo() override { return act(PS_ACTION_START_VIDEO); }
};

/// Lives until the process ends: lists of it may be kept.
class UserAudioStatus final : public IUserAudioStatus {
public:
    unsigned int GetUserId() override { return userId; }
    AudioStatus GetStatus() override { return status; }
    AudioType GetAudioType() override { return type; }

    std::atomic<unsigned int> userId{0};
    std::atomic<AudioStatus> status{Audio_None};
    std::atomic<AudioType> type{AUDIOTYPE_NONE};
};

}  // namespace

IMeetingAudioController* audioController() { return &shared<AudioController>(); }
IMeetingVideoController* videoController() { return &shared<VideoController>(); }

void receiveAudio(const ps_client_event& event) {
    UserAudioStatus& status = shared<UserAudioStatus>();
    status.userId = event.user_id;
    status.type = event.reason ? AUDIOTYPE_VOIP : AUDIOTYPE_NONE;
    status.status = !event.reason ? Audio_None : event.number ? Audio_UnMuted : Audio_Muted;
    EventList<IUserAudioStatus*> list({&status});
    NOTIFY(shared<AudioController>().receiver, IMeetingAudioCtrlEvent, onUserAudioStatusChange, list.get());
}

void receiveVideo(const ps_client_event& event) {
    NOTIFY(
        shared<VideoController>().receiver, IMeetingVideoCtrlEvent, onUserVideoStatusChange,
        event.user_id, event.number ? Video_ON : Video_OFF);
}

}  // namespace MEETINGSDK
