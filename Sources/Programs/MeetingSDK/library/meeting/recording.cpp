#include "unemulated/recording.h"

#include "meeting/controllers.h"

namespace MEETINGSDK {

namespace {

class RecordingController final : public Notifying<UnemulatedMeetingRecordingController, IMeetingRecordingCtrlEvent> {
public:
    SDKError IsSupportRequestLocalRecordingPrivilege() override {
        const SDKError result = check(PS_ACTION_REQUEST_RECORDING);
        // It asks for the host only: not whether the user may record already, or waits for an answer.
        return result == SDKERR_WRONG_USAGE || result == SDKERR_TOO_FREQUENT_CALL ? SDKERR_SUCCESS : result;
    }
    SDKError RequestLocalRecordingPrivilege() override { return act(PS_ACTION_REQUEST_RECORDING); }
    /// A local recording needs the same permission as a raw one. Nothing is known about the cloud and other participants.
    SDKError CanStartRecording(bool isForCloud, unsigned int userId) override {
        const bool isOwn = userId == 0 || userId == query(PS_QUERY_LOCAL_USER);
        return isOwn && !isForCloud ? CanStartRawRecording()
                                    : UnemulatedMeetingRecordingController::CanStartRecording(isForCloud, userId);
    }
    SDKError CanStartRawRecording() override { return check(PS_ACTION_START_RECORDING); }
    SDKError StartRawRecording() override { return act(PS_ACTION_START_RECORDING); }
    SDKError StopRawRecording() override { return act(PS_ACTION_STOP_RECORDING); }
    RecordingStatus GetCloudRecordingStatus() override { return Recording_Stop; }
};

class ReminderController final : public Notifying<UnemulatedMeetingReminderController, IMeetingReminderEvent> {
public:
};

/// A reminder and the answer to it. One is made for each, and lives until the process ends: bots answer later.
class Reminder final : public IMeetingReminderContent, public IMeetingReminderHandler {
public:
    explicit Reminder(const ps_client_event& event)
        : type(event.number == PS_REMINDER_RECORDING ? TYPE_RECORD_DISCLAIMER : TYPE_COMMON_DISCLAIMER),
          id(event.id),
          title(lasting(event.name)),
          content(lasting(event.text)) {}

    MeetingReminderType GetType() override { return type; }
    const zchar_t* GetTitle() override { return title; }
    const zchar_t* GetContent() override { return content; }
    bool IsBlocking() override { return type == TYPE_RECORD_DISCLAIMER; }
    ActionType GetActionType() override { return ACTION_TYPE_NONE; }
    IList<MeetingReminderType>* GetMultiReminderTypes() override { return emptyList<MeetingReminderType>(); }

    SDKError Ignore() override { return act(PS_ACTION_IGNORE_REMINDER, id); }
    SDKError Accept() override { return act(PS_ACTION_ACCEPT_REMINDER, id); }
    SDKError Decline() override { return act(PS_ACTION_DECLINE_REMINDER, id); }
    SDKError SetHideFeatureDisclaimers() override { return SDKERR_SUCCESS; }
    bool IsNeedExplicitConsent4AICustomDisclaimer() override { return false; }

private:
    const MeetingReminderType type;
    const int64_t id;
    const zchar_t* const title;
    const zchar_t* const content;
};

/// Keeps what was handed out reachable.
struct Reminders {
    Mutex mutex;
    std::vector<Reminder*> all;
};

}  // namespace

IMeetingRecordingController* recordingController() { return &shared<RecordingController>(); }
IMeetingReminderController* reminderController() { return &shared<ReminderController>(); }

void receiveRecording(const ps_client_event& event) {
    Receiver<IMeetingRecordingCtrlEvent>& receiver = shared<RecordingController>().receiver;
    switch (event.kind) {
    case PS_EVENT_RECORDING_PERMISSION:
        return NOTIFY(receiver, IMeetingRecordingCtrlEvent, onRecordPrivilegeChanged, event.number != 0);
    case PS_EVENT_RECORDING_RESPONSE: {
        // The numbers are the interface's.
        const RequestLocalRecordingStatus answer = static_cast<RequestLocalRecordingStatus>(event.number);
        return NOTIFY(receiver, IMeetingRecordingCtrlEvent, onLocalRecordingPrivilegeRequestStatus, answer);
    }
    default:
        return NOTIFY(
            receiver, IMeetingRecordingCtrlEvent, onRecordingStatus, event.number ? Recording_Start : Recording_Stop);
    }
}

void receiveReminder(const ps_client_event& event) {
    Reminder* const reminder = new Reminder(event);
    {
        Reminders& reminders = shared<Reminders>();
        const std::lock_guard<Mutex> lock(reminders.mutex);
        reminders.all.push_back(reminder);
    }
    NOTIFY(shared<ReminderController>().receiver, IMeetingReminderEvent, onReminderNotify, reminder, reminder);
}

}  // namespace MEETINGSDK
