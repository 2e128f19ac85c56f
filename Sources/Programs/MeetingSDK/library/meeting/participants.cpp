#include <algorithm>
#include <map>

#include "meeting/controllers.h"
#include "unemulated/participants.h"

namespace MEETINGSDK {

namespace {

UserRole role(int32_t number) {
    switch (number) {
    case PS_ROLE_HOST: return USERROLE_HOST;
    case PS_ROLE_COHOST: return USERROLE_COHOST;
    case PS_ROLE_PANELIST: return USERROLE_PANELIST;
    case PS_ROLE_BREAKOUT_ROOM_MODERATOR: return USERROLE_BREAKOUTROOM_MODERATOR;
    case PS_ROLE_ATTENDEE: return USERROLE_ATTENDEE;
    default: return USERROLE_NONE;
    }
}

/// Reads a participant as events have told it so far.
bool read(uint32_t userId, ps_participant& to) {
    to.size = sizeof to;
    ps_client* const target = client();
    return target && ps_client_get_participant(target, userId, &to) == PS_OK;
}

/// A participant; one who has left keeps the last values.
class UserInfo final : public UnemulatedUserInfo {
public:
    explicit UserInfo(const ps_participant& participant) : last(participant) {}

    const zchar_t* GetUserName() override { return lasting(now().name); }
    bool IsHost() override { return now().role == PS_ROLE_HOST; }
    unsigned int GetUserID() override { return now().user_id; }
    const zchar_t* GetPersistentId() override { return lasting("user-" + decimal(now().user_id)); }
    const zchar_t* GetCustomerKey() override { return lasting(now().customer_key); }
    bool IsVideoOn() override { return now().is_video_on; }
    bool IsAudioMuted() override { return now().is_audio_muted; }
    AudioType GetAudioJoinType() override { return now().is_audio_connected ? AUDIOTYPE_VOIP : AUDIOTYPE_NONE; }
    bool IsMySelf() override { return now().is_myself; }
    UserRole GetUserRole() override { return role(now().role); }
    bool IsTalking() override { return now().is_talking; }
    WebinarAttendeeStatus* GetWebinarAttendeeStatus() override { return &attendeeStatus; }
    RecordingStatus GetLocalRecordingStatus() override { return Recording_Stop; }
    bool HasCamera() override { return true; }
    bool IsProductionStudioUser() override { return now().is_studio; }
    unsigned int GetProductionStudioParent() override { return now().studio_parent; }

private:
    ps_participant now() {
        ps_participant participant;
        const std::lock_guard<Mutex> lock(mutex);
        if (read(last.user_id, participant)) last = participant;
        return last;
    }

    Mutex mutex;
    ps_participant last;
    WebinarAttendeeStatus attendeeStatus;
};

/// The objects by ID. None is freed: bots keep them.
struct Users {
    Mutex mutex;
    std::map<uint32_t, UserInfo*> objects;
};

/// The local user is the last one: Zoom's samples receive the first participant of the list.
std::vector<unsigned int> identifiers() {
    ps_client* const target = client();
    size_t count = 0;
    if (!target || ps_client_get_participants(target, nullptr, 0, &count) != PS_OK) return {};
    // Some may come between the two calls.
    std::vector<ps_participant> list(count + 16);
    for (ps_participant& one : list) one.size = sizeof one;
    if (ps_client_get_participants(target, list.data(), list.size(), &count) != PS_OK) return {};
    list.resize(std::min(count, list.size()));
    std::stable_partition(list.begin(), list.end(), [](const ps_participant& one) { return !one.is_myself; });
    std::vector<unsigned int> numbers;
    for (const ps_participant& one : list) numbers.push_back(one.user_id);
    return numbers;
}

class ParticipantsController final
    : public Notifying<UnemulatedMeetingParticipantsController, IMeetingParticipantsCtrlEvent> {
public:
    IList<unsigned int>* GetParticipantsList() override { return lists.with(identifiers()); }
    IUserInfo* GetUserByUserID(unsigned int userId) override { return userId ? participant(userId) : nullptr; }
    IUserInfo* GetMySelfUser() override { return participant(0); }

    SDKError MakeHost(unsigned int userId) override { return act(PS_ACTION_MAKE_HOST, userId); }
    SDKError CanbeCohost(unsigned int userId) override { return check(PS_ACTION_ASSIGN_COHOST, userId); }
    SDKError AssignCoHost(unsigned int userId) override { return act(PS_ACTION_ASSIGN_COHOST, userId); }
    SDKError RevokeCoHost(unsigned int userId) override { return act(PS_ACTION_REVOKE_COHOST, userId); }
    SDKError ExpelUser(unsigned int userId) override { return act(PS_ACTION_EXPEL, userId); }
    SDKError ReclaimHost() override { return act(PS_ACTION_RECLAIM_HOST); }
    SDKError CanReclaimHost(bool& can) override {
        const SDKError result = check(PS_ACTION_RECLAIM_HOST);
        can = result == SDKERR_SUCCESS;
        return result == SDKERR_NO_PERMISSION || result == SDKERR_WRONG_USAGE ? SDKERR_SUCCESS : result;
    }

    bool IsParticipantsUnmuteSelfAllowed() override { return isInMeeting(); }
    bool IsParticipantsStartVideoAllowed() override { return isInMeeting(); }
    bool IsParticipantAllowedToChat() override { return isInMeeting(); }
    bool IsParticipantRequestLocalRecordingAllowed() override {
        return isInMeeting() && check(PS_ACTION_REQUEST_RECORDING) != SDKERR_MEETING_DONT_SUPPORT_FEATURE;
    }

private:
    Lists<unsigned int> lists;
};

}  // namespace

IMeetingParticipantsController* participantsController() { return &shared<ParticipantsController>(); }

IUserInfo* participant(uint32_t userId) {
    ps_participant known;
    if (!read(userId, known)) return nullptr;
    Users& users = shared<Users>();
    const std::lock_guard<Mutex> lock(users.mutex);
    UserInfo*& object = users.objects[known.user_id];
    if (!object) object = new UserInfo(known);
    return object;
}

void receiveParticipants(const ps_client_event& event) {
    Receiver<IMeetingParticipantsCtrlEvent>& receiver = shared<ParticipantsController>().receiver;
    switch (event.kind) {
    case PS_EVENT_USER_JOINED: {
        participant(event.user_id);
        EventList<unsigned int> users({event.user_id});
        return NOTIFY(receiver, IMeetingParticipantsCtrlEvent, onUserJoin, users.get());
    }
    case PS_EVENT_USER_LEFT: {
        EventList<unsigned int> users({event.user_id});
        return NOTIFY(receiver, IMeetingParticipantsCtrlEvent, onUserLeft, users.get());
    }
    case PS_EVENT_HOST_CHANGED:
        return NOTIFY(receiver, IMeetingParticipantsCtrlEvent, onHostChangeNotification, event.user_id);
    default:
        return NOTIFY(
            receiver, IMeetingParticipantsCtrlEvent, onCoHostChangeNotification, event.user_id, event.number != 0);
    }
}

}  // namespace MEETINGSDK
