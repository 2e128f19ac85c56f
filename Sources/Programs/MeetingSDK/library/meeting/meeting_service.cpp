#include <cstring>

#include "meeting/before_authentication.h"
#include "meeting/controllers.h"
#include "engine/machine.h"
#include "unemulated/meeting_service.h"
#include "zoom_sdk.h"

namespace MEETINGSDK {

namespace {

// PS_STATUS_... that are statuses of the interface have other numbers from 8 on; -1 for the others.
int status(int64_t number) {
    switch (number) {
    case PS_STATUS_IN_WAITING_ROOM: return MEETING_STATUS_IN_WAITING_ROOM;
    case PS_STATUS_WEBINAR_PROMOTED: return MEETING_STATUS_WEBINAR_PROMOTE;
    case PS_STATUS_WEBINAR_DEMOTED: return MEETING_STATUS_WEBINAR_DEPROMOTE;
    case PS_STATUS_JOINED_BREAKOUT_ROOM: return MEETING_STATUS_JOIN_BREAKOUT_ROOM;
    case PS_STATUS_LEFT_BREAKOUT_ROOM: return MEETING_STATUS_LEAVE_BREAKOUT_ROOM;
    default: return number >= PS_STATUS_IDLE && number <= PS_STATUS_ENDED ? static_cast<int>(number) : -1;
    }
}

MeetingType type(int64_t kind) {
    if (query(PS_QUERY_IS_IN_BREAKOUT_ROOM)) return MEETING_TYPE_BREAKOUTROOM;
    return kind == 2 ? MEETING_TYPE_WEBINAR : kind == 1 ? MEETING_TYPE_NORMAL : MEETING_TYPE_NONE;
}

class MeetingInfo final : public UnemulatedMeetingInfo {
public:
    UINT64 GetMeetingNumber() override { return static_cast<UINT64>(query(PS_QUERY_MEETING_NUMBER)); }
    const zchar_t* GetMeetingID() override { return lasting(decimal(GetMeetingNumber())); }
    const zchar_t* GetMeetingTopic() override { return topic; }
    const zchar_t* GetMeetingHostTag() override { return host; }
    MeetingType GetMeetingType() override { return type(query(PS_QUERY_MEETING_KIND)); }
    MeetingConnType GetMeetingConnType() override { return Meeting_Conn_Normal; }
    int GetSupportedMeetingAudioType() override { return AUDIO_TYPE_VOIP; }

    std::atomic<const zchar_t*> topic{emptyText()};
    std::atomic<const zchar_t*> host{emptyText()};
};

class AssetsLists final : public IListFactory {
public:
    IList<GrantCoOwnerAssetsInfo>* CreateAssetsInfoList() override { return new List<GrantCoOwnerAssetsInfo>(); }
    void DestroyAssetsInfoList(IList<GrantCoOwnerAssetsInfo>* list) override { delete list; }
};

/// A flag of a client. Many leave some of them without a value: then its byte may be neither 0 nor 1.
bool isSet(const bool& flag) {
    unsigned char byte;
    std::memcpy(&byte, &flag, 1);
    return byte != 0;
}

// The members of both kinds of users have the same names.
template <class Parameters>
void readMedia(const Parameters& from, ps_join_options& to) {
    const JoinSettings settings = joinSettings();
    to.is_video_off = isSet(from.isVideoOff) || settings.turnsVideoOff;
    to.joins_audio = settings.joinsAudio;
    to.is_muted = isSet(from.isAudioOff) || settings.isMuted;
    to.sample_rate = from.eAudioRawdataSamplingRate == AudioRawdataSamplingRate_48K ? 48000 : 32000;
    to.channels = isSet(from.isAudioRawDataStereo) ? 2 : 1;
    to.includes_own_voice = isSet(from.isMyVoiceInMix);
    to.is_full_range = from.eVideoRawdataColorspace == VideoRawdataColorspace_BT601_F ||
                       from.eVideoRawdataColorspace == VideoRawdataColorspace_BT709_F;
}

/// Texts of a call, which psstudio.h reads during it. Not each kind of user has all of them.
struct Texts {
    std::string name, passcode, accessKey, token, privilege;
};

class MeetingService final : public Notifying<UnemulatedMeetingService, IMeetingServiceEvent> {
public:
    SDKError Join(JoinParam& parameters) override {
        if (isLate()) return late();
        if (parameters.userType == SDK_UT_WITHOUT_LOGIN) {
            const JoinParam4WithoutLogin& from = parameters.param.withoutloginuserJoin;
            checkName(from.userName);
            return enter(PS_JOIN, from, {utf8(from.userName), utf8(from.psw), utf8(from.userZAK), utf8(from.onBehalfToken),
                                         utf8(from.app_privilege_token)});
        }
        const JoinParam4NormalUser& from = parameters.param.normaluserJoin;
        return enter(PS_START_AS_LOGGED_IN_USER, from,
                     {utf8(from.userName), utf8(from.psw), "", "", utf8(from.app_privilege_token)});
    }

    SDKError Start(StartParam& parameters) override {
        if (isLate()) return late();
        if (parameters.userType == SDK_UT_WITHOUT_LOGIN) {
            const StartParam4WithoutLogin& from = parameters.param.withoutloginStart;
            return enter(PS_START_WITH_ACCESS_KEY, from, {utf8(from.userName), "", utf8(from.userZAK), "", ""});
        }
        return enter(PS_START_AS_LOGGED_IN_USER, parameters.param.normaluserStart, {});
    }

    SDKError Leave(LeaveMeetingCmd command) override {
        if (!hasAuthenticated()) return early(SDKERR_MODULE_LOAD_FAILED, "ZM-AUTH-006", "Leave");
        if (!isCreated) return late();
        return act(command == END_MEETING ? PS_ACTION_END : PS_ACTION_LEAVE);
    }

    MeetingStatus GetMeetingStatus() override {
        const int number = status(query(PS_QUERY_STATUS));
        return number < 0 ? MEETING_STATUS_IDLE : static_cast<MeetingStatus>(number);
    }

    IMeetingInfo* GetMeetingInfo() override { return isInMeeting() ? &shared<MeetingInfo>() : nullptr; }
    ConnectionQuality GetSharingConnQuality(bool) override { return quality(); }
    ConnectionQuality GetVideoConnQuality(bool) override { return quality(); }
    ConnectionQuality GetAudioConnQuality(bool) override { return quality(); }

    ACCESSOR("ZM-AUTH-001", IMeetingVideoController, GetMeetingVideoController, videoController())
    ACCESSOR("ZM-AUTH-001", IMeetingShareController, GetMeetingShareController, shareController())
    ACCESSOR("ZM-AUTH-001", IMeetingAudioController, GetMeetingAudioController, audioController())
    ACCESSOR("ZM-AUTH-001", IMeetingRecordingController, GetMeetingRecordingController, recordingController())
    ACCESSOR("ZM-AUTH-001", IMeetingWaitingRoomController, GetMeetingWaitingRoomController, waitingRoomController())
    ACCESSOR("ZM-AUTH-001", IMeetingParticipantsController, GetMeetingParticipantsController, participantsController())
    ACCESSOR(
        "ZM-AUTH-001", IMeetingWebinarController, GetMeetingWebinarController,
        &shared<UnemulatedMeetingWebinarController>())
    ACCESSOR(
        "ZM-AUTH-001", IMeetingRawArchivingController, GetMeetingRawArchivingController,
        &shared<UnemulatedMeetingRawArchivingController>())
    ACCESSOR("ZM-AUTH-001", IMeetingReminderController, GetMeetingReminderController, reminderController())
    ACCESSOR(
        "ZM-AUTH-001", IMeetingSmartSummaryController, GetMeetingSmartSummaryController,
        &shared<UnemulatedMeetingSmartSummaryController>())
    ACCESSOR("ZM-AUTH-001", IMeetingChatController, GetMeetingChatController, chatController())
    ACCESSOR("ZM-AUTH-001", IMeetingBOController, GetMeetingBOController, breakoutRoomsController())
    ACCESSOR("ZM-AUTH-001", IMeetingConfiguration, GetMeetingConfiguration, &shared<UnemulatedMeetingConfiguration>())
    ACCESSOR(
        "ZM-AUTH-001", IMeetingAICompanionController, GetMeetingAICompanionController,
        &shared<UnemulatedMeetingAICompanionController>())
    IMeetingProductionStudioController* GetMeetingProductionStudioController() override {
        return productionStudioController();
    }
    ACCESSOR(
        "ZM-AUTH-001", IMeetingEncryptionController, GetInMeetingEncryptionController,
        &shared<UnemulatedMeetingEncryptionController>())
    IListFactory* GetListFactory() override { return &shared<AssetsLists>(); }

    // Not emulated, with codes of their own until an authentication has succeeded.
    SDKError HandleZoomWebUriProtocolAction(const zchar_t* action) override {
        if (!action && !hasAuthenticated()) return refuseNull("HandleZoomWebUriProtocolAction");
        return unemulated("IMeetingService::HandleZoomWebUriProtocolAction");
    }
    UNEMULATED(SDKError, IMeetingService, LockMeeting, (), withServices(SDKERR_WRONG_USAGE), "ZM-AUTH-007")
    UNEMULATED(SDKError, IMeetingService, UnlockMeeting, (), withServices(SDKERR_WRONG_USAGE), "ZM-AUTH-007")
    UNEMULATED(
        SDKError, IMeetingService, SetMeetingTopic, (const zchar_t*), withServices(SDKERR_WRONG_USAGE), "ZM-AUTH-007")
    UNEMULATED(
        SDKError, IMeetingService, SuspendParticipantsActivities, (), withServices(SDKERR_WRONG_USAGE), "ZM-AUTH-007")
    UNEMULATED(
        SDKError, IMeetingService, GetMeetingAudioStatisticInfo, (MeetingAudioStatisticInfo&), SDKERR_INTERNAL_ERROR,
        "ZM-AUTH-008")
    UNEMULATED(
        SDKError, IMeetingService, GetMeetingVideoStatisticInfo, (MeetingASVStatisticInfo&), SDKERR_INTERNAL_ERROR,
        "ZM-AUTH-008")
    UNEMULATED(
        SDKError, IMeetingService, GetMeetingShareStatisticInfo, (MeetingASVStatisticInfo&), SDKERR_INTERNAL_ERROR,
        "ZM-AUTH-008")
#if defined(WIN32)
    ACCESSOR("ZM-AUTH-001", IMeetingUIController, GetUIController, &shared<UnemulatedMeetingUIController>())
    ACCESSOR(
        "ZM-AUTH-001", IClosedCaptionController, GetMeetingClosedCaptionController,
        &shared<UnemulatedClosedCaptionController>())
#endif
    std::atomic<bool> isCreated{false};
    /// Whether it was neither destroyed nor ended by CleanUPSDK.
    std::atomic<bool> isLive{false};

private:
    /// Whether a call that enters a meeting comes too late.
    bool isLate() const { return hasAuthenticated() ? !isCreated : !isLive; }

    static SDKError late() {
        if (!hasAuthenticated()) return refuseDestroyed("the meeting service was destroyed");
        return rejected(SDKERR_UNINITIALIZE, "the meeting service was destroyed; create it again before this call", "ZM-CALL-003");
    }

    /// The name by which others see the bot. The join is served without it.
    static void checkName(const zchar_t* name) {
        if (!isBroken(name)) return;
        const char* const message = name ? "Join: the user name is not a text in UTF-8; others see replacement characters"
                                         : "Join: the user name is null; set userName";
        diagnose("ZM-ENTRY-007: %s", message);
        record("ZM-ENTRY-007", message);
    }

    template <class Parameters>
    static SDKError enter(int32_t kind, const Parameters& from, const Texts& texts) {
        const std::string vanity = utf8(from.vanityID), customer = utf8(from.customer_key);
        ps_join_options options = PS_JOIN_OPTIONS_INIT;
        options.kind = kind;
        options.meeting_number = from.meetingNumber;
        options.vanity_id = vanity.c_str();
        options.name = texts.name.c_str();
        options.passcode = texts.passcode.c_str();
        options.access_key = texts.accessKey.c_str();
        options.on_behalf_token = texts.token.c_str();
        options.app_privilege_token = texts.privilege.c_str();
        options.customer_key = customer.c_str();
        readMedia(from, options);
        const SDKError result = call([&](ps_client* target) { return ps_client_join(target, &options); });
        if (result == SDKERR_SUCCESS) noteMachine();
        return result;
    }

    static ConnectionQuality quality() { return isInMeeting() ? Conn_Quality_Good : Conn_Quality_Unknown; }
};

void receiveArriving(const ps_client_event& event) {
    shared<MeetingInfo>().topic = lasting(event.text);
    shared<MeetingInfo>().host = lasting(event.name);
    MeetingParameter parameter;
    parameter.meeting_type = type(event.number);
    parameter.is_view_only = false;
    parameter.meeting_number = static_cast<UINT64>(event.id);
    parameter.meeting_topic = newText(event.text);
    parameter.meeting_host = newText(event.name);
    NOTIFY(shared<MeetingService>().receiver, IMeetingServiceEvent, onMeetingParameterNotification, &parameter);
}

}  // namespace

void forgetServiceReceiver() {
    shared<MeetingService>().receiver.set(nullptr);
    shared<MeetingService>().isLive = false;
}

void receiveMeeting(const ps_client_event& event) {
    if (event.kind == PS_EVENT_ARRIVING) return receiveArriving(event);
    const int number = status(event.number);
    if (number < 0) return;
    NOTIFY(
        shared<MeetingService>().receiver, IMeetingServiceEvent, onMeetingStatusChanged,
        static_cast<MeetingStatus>(number), event.reason);
}

}  // namespace MEETINGSDK

BEGIN_ZOOM_SDK_NAMESPACE

using namespace MEETINGSDK;

extern "C" {

SDKError CreateMeetingService(IMeetingService** service) {
    const SDKError result = handOut<MeetingService>("CreateMeetingService", service);
    if (result != SDKERR_SUCCESS) return result;
    shared<MeetingService>().isCreated = true;
    shared<MeetingService>().isLive = true;
    noteService();
    return SDKERR_SUCCESS;
}

SDKError DestroyMeetingService(IMeetingService* service) {
    const SDKError result = checkService("DestroyMeetingService", service);
    if (result != SDKERR_SUCCESS) return result;
    MeetingService& existing = shared<MeetingService>();
    if (service == &existing && !hasAuthenticated() && !existing.isLive) return SDKERR_SUCCESS;
    if (service != &existing || !existing.isCreated) {
        return rejected(
            SDKERR_INVALID_PARAMETER, "DestroyMeetingService: this is no meeting service, or it was destroyed already");
    }
    // Its owner may delete the receivers at once.
    forgetMeetingReceivers();
    existing.isCreated = false;
    noteDestroyedMeetingService();
    // Also out of a waiting room, and before the first event of a meeting. Outside a meeting it does nothing. Nobody can
    // wait for the end any more.
    return check(PS_ACTION_LEAVE) == SDKERR_SUCCESS ? act(PS_ACTION_LEAVE, 1) : SDKERR_SUCCESS;
}

}  // extern "C"

END_ZOOM_SDK_NAMESPACE
