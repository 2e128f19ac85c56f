// Wrong use returns codes, in each state, and never ends the process.
#include "client.h"

static void beforeInit() {
    IMeetingService* meeting = nullptr;
    IAuthService* authentication = nullptr;
    ISettingService* settings = nullptr;
    INetworkConnectionHelper* network = nullptr;
    IZoomSDKRenderer* renderer = nullptr;
    struct Delegate : IZoomSDKRendererDelegate {
    } delegate;
    EXPECT_CODE(CreateMeetingService(&meeting), SDKERR_UNINITIALIZE);
    EXPECT_CODE(CreateAuthService(&authentication), SDKERR_UNINITIALIZE);
    EXPECT_CODE(CreateSettingService(&settings), SDKERR_UNINITIALIZE);
    EXPECT_CODE(CreateNetworkConnectionHelper(&network), SDKERR_UNINITIALIZE);
    EXPECT_CODE(createRenderer(&renderer, &delegate), SDKERR_NO_PERMISSION);
    EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
    EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
    EXPECT_CODE(SwitchDomain(T("https://zoom.us"), false), SDKERR_MODULE_LOAD_FAILED);
    EXPECT(!meeting && !authentication && !settings && !network && !renderer);
    EXPECT(!HasRawdataLicense());
    struct Sound : IZoomSDKAudioRawDataDelegate {
    } sound;
    EXPECT_CODE(GetAudioRawdataHelper()->subscribe(&sound), SDKERR_INTERNAL_ERROR);
    EXPECT_CODE(GetAudioRawdataHelper()->unSubscribe(), SDKERR_INTERNAL_ERROR);
    EXPECT_CODE(GetAudioRawdataHelper()->setExternalAudioSource(nullptr), SDKERR_UNINITIALIZE);
    EXPECT_CODE(GetRawdataVideoSourceHelper()->setExternalVideoSource(nullptr), SDKERR_SUCCESS);
    EXPECT_CODE(GetRawdataShareSourceHelper()->setExternalShareSource(nullptr), SDKERR_INVALID_PARAMETER);
    EXPECT(!GetZoomLastError());
    InitParam withoutDomain;
    EXPECT_CODE(InitSDK(withoutDomain), SDKERR_INVALID_PARAMETER);
    EXPECT(GetSDKVersion()[0] != 0);
}

static void nulls() {
    EXPECT_CODE(CreateMeetingService(nullptr), SDKERR_INVALID_PARAMETER);
    EXPECT_CODE(DestroyMeetingService(nullptr), SDKERR_INVALID_PARAMETER);
    EXPECT_CODE(CreateAuthService(nullptr), SDKERR_INVALID_PARAMETER);
    EXPECT_CODE(DestroyAuthService(nullptr), SDKERR_INVALID_PARAMETER);
    EXPECT_CODE(CreateSettingService(nullptr), SDKERR_INVALID_PARAMETER);
    EXPECT_CODE(DestroySettingService(nullptr), SDKERR_INVALID_PARAMETER);
    EXPECT_CODE(createRenderer(nullptr, nullptr), SDKERR_INVALID_PARAMETER);
    EXPECT_CODE(destroyRenderer(nullptr), SDKERR_INVALID_PARAMETER);
    EXPECT_CODE(GetAudioRawdataHelper()->subscribe(nullptr), SDKERR_INVALID_PARAMETER);
}

// Bots take controllers before they join, and use them without a check.
static void beforeJoining(Client& client) {
    JoinParam parameters;
    EXPECT_CODE(client.meeting->Join(parameters), SDKERR_UNAUTHENTICATION);
    EXPECT(!client.meeting->GetMeetingAudioController());
    client.authenticate();
    nulls();
    IMeetingService* meeting = client.meeting;
    EXPECT_CODE(meeting->GetMeetingChatController()->SendChatMsgTo(nullptr), SDKERR_INVALID_PARAMETER);
    EXPECT_CODE(meeting->GetMeetingAudioController()->SetEvent(nullptr), SDKERR_SUCCESS);
    EXPECT_CODE(meeting->GetMeetingVideoController()->SetEvent(nullptr), SDKERR_SUCCESS);
    EXPECT_CODE(meeting->GetMeetingShareController()->SetEvent(nullptr), SDKERR_SUCCESS);
    EXPECT_CODE(meeting->GetMeetingRecordingController()->SetEvent(nullptr), SDKERR_SUCCESS);
    EXPECT_CODE(meeting->GetMeetingWaitingRoomController()->SetEvent(nullptr), SDKERR_SUCCESS);
    EXPECT_CODE(meeting->GetMeetingParticipantsController()->SetEvent(nullptr), SDKERR_SUCCESS);
    EXPECT_CODE(meeting->GetMeetingReminderController()->SetEvent(nullptr), SDKERR_SUCCESS);
    EXPECT_CODE(meeting->GetMeetingChatController()->SetEvent(nullptr), SDKERR_SUCCESS);
    EXPECT(meeting->GetMeetingBOController()->SetEvent(nullptr));
    EXPECT(meeting->GetMeetingWebinarController() && meeting->GetMeetingRawArchivingController());
    EXPECT(meeting->GetMeetingSmartSummaryController() && meeting->GetMeetingAICompanionController());
    EXPECT(meeting->GetMeetingConfiguration() && meeting->GetInMeetingEncryptionController());
    EXPECT(meeting->GetListFactory());
    EXPECT(!meeting->GetMeetingProductionStudioController());
    EXPECT_CODE(meeting->GetMeetingStatus(), MEETING_STATUS_IDLE);
    EXPECT_CODE(meeting->GetMeetingAudioController()->JoinVoip(), SDKERR_NOT_IN_MEETING);
    EXPECT_CODE(meeting->GetMeetingRecordingController()->StartRawRecording(), SDKERR_NOT_IN_MEETING);
    EXPECT_CODE(meeting->GetMeetingRecordingController()->CanStartRawRecording(), SDKERR_NOT_IN_MEETING);
    EXPECT_CODE(meeting->GetMeetingParticipantsController()->GetParticipantsList()->GetCount(), 0);
    EXPECT(!meeting->GetMeetingParticipantsController()->GetMySelfUser());
    EXPECT(!meeting->GetMeetingParticipantsController()->GetUserByUserID(1));
    EXPECT_CODE(meeting->LockMeeting(), SDKERR_NO_IMPL);
}

// Bindings take ownership of helpers, and free them.
static void deletedHelpers() {
    EXPECT(GetAudioRawdataHelper() == GetAudioRawdataHelper());
    delete GetAudioRawdataHelper();
    delete GetRawdataVideoSourceHelper();
    delete GetRawdataShareSourceHelper();
    EXPECT_CODE(GetAudioRawdataHelper()->setExternalAudioSource(nullptr), SDKERR_SUCCESS);
    EXPECT_CODE(GetRawdataVideoSourceHelper()->setExternalVideoSource(nullptr), SDKERR_SUCCESS);
    EXPECT_CODE(GetRawdataShareSourceHelper()->setExternalShareSource(nullptr), SDKERR_SUCCESS);
}

static void devices() {
    ISettingService* settings = nullptr;
    EXPECT_CODE(CreateSettingService(&settings), SDKERR_SUCCESS);
    IList<IMicInfo*>* microphones = settings->GetAudioSettings()->GetMicList();
    EXPECT_CODE(microphones->GetCount(), 1);
    IMicInfo* microphone = microphones->GetItem(0);
    EXPECT_CODE(settings->GetAudioSettings()->SelectMic(microphone->GetDeviceId(), microphone->GetDeviceName()), 0);
    EXPECT_CODE(settings->GetAudioSettings()->GetSpeakerList()->GetCount(), 1);
    EXPECT_CODE(settings->GetVideoSettings()->GetCameraList()->GetCount(), 1);
    EXPECT(microphones->GetItem(7) == nullptr);
    EXPECT_CODE(settings->GetAudioSettings()->EnableAutoJoinAudio(true), SDKERR_SUCCESS);
    EXPECT(settings->GetAudioSettings()->IsAutoJoinAudioEnabled());
    EXPECT_CODE(settings->GetAudioSettings()->EnableAutoJoinAudio(false), SDKERR_SUCCESS);
    EXPECT_CODE(DestroySettingService(settings), SDKERR_SUCCESS);
}

static void inMeeting(Client& client) {
    client.join();
    IMeetingParticipantsController* participants = client.meeting->GetMeetingParticipantsController();
    IUserInfo* myself = participants->GetMySelfUser();
    EXPECT(myself && myself->IsMySelf());
    EXPECT(participants->GetUserByUserID(myself->GetUserID()) == myself);
    EXPECT(String(myself->GetUserName()) == T("B\u00f6t"));
    EXPECT(myself->GetUserName() == myself->GetUserName());
    EXPECT_CODE(myself->GetUserRole(), USERROLE_ATTENDEE);
    IZoomSDKRenderer* renderer = nullptr;
    struct Delegate : IZoomSDKRendererDelegate {
    } delegate;
    EXPECT_CODE(createRenderer(&renderer, &delegate), SDKERR_NO_PERMISSION);
    struct Sound : IZoomSDKAudioRawDataDelegate {
    } sound;
    EXPECT_CODE(GetAudioRawdataHelper()->subscribe(&sound), SDKERR_NO_PERMISSION);
    // 0 is everybody, whom an attendee cannot mute, and not the bot.
    EXPECT_CODE(client.meeting->GetMeetingAudioController()->MuteAudio(0), SDKERR_NO_PERMISSION);
    JoinParam parameters;
    EXPECT_CODE(client.meeting->Join(parameters), SDKERR_WRONG_USAGE);
    IMeetingProductionStudioController* studio = client.meeting->GetMeetingProductionStudioController();
    EXPECT(studio && studio->IsSupportPSMode() && !studio->CanStartPSMode());
    PSVideoSourceCapability capability;
    capability.width = 640;
    capability.height = 360;
    EXPECT_CODE(studio->StartPSMode(capability), SDKERR_NO_PERMISSION);
    EXPECT_CODE(GetZoomLastError()->GetErrorCode(), SDKERR_NO_PERMISSION);
    EXPECT(GetZoomLastError()->GetErrorDescription()[0] != 0);
    EXPECT_CODE(studio->StopPSMode(), SDKERR_WRONG_USAGE);
}

static void afterTheEnd(Client& client) {
    IUserInfo* myself = client.meeting->GetMeetingParticipantsController()->GetMySelfUser();
    IMeetingProductionStudioController* studio = client.meeting->GetMeetingProductionStudioController();
    IZoomSDKAudioRawDataHelper* helper = GetAudioRawdataHelper();
    IMeetingAudioController* audio = client.meeting->GetMeetingAudioController();
    EXPECT_CODE(client.meeting->Leave(LEAVE_MEETING), SDKERR_SUCCESS);
    runUntil([&] { return client.has(MEETING_STATUS_ENDED); }, "the end");
    EXPECT(String(myself->GetUserName()) == T("B\u00f6t"));
    EXPECT_CODE(studio->StopPSMode(), SDKERR_NOT_IN_MEETING);
    EXPECT_CODE(audio->JoinVoip(), SDKERR_NOT_IN_MEETING);
    EXPECT(!client.meeting->GetMeetingProductionStudioController());
    EXPECT_CODE(DestroyMeetingService(client.meeting), SDKERR_SUCCESS);
    EXPECT_CODE(DestroyMeetingService(client.meeting), SDKERR_INVALID_PARAMETER);
    JoinParam parameters;
    EXPECT_CODE(client.meeting->Join(parameters), SDKERR_UNINITIALIZE);
    EXPECT_CODE(DestroyAuthService(client.authentication), SDKERR_SUCCESS);
    // Bots unsubscribe after they have destroyed the services.
    EXPECT_CODE(helper->unSubscribe(), SDKERR_SUCCESS);
    EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
    EXPECT_CODE(audio->JoinVoip(), SDKERR_UNINITIALIZE);
    EXPECT_CODE(client.meeting->LockMeeting(), SDKERR_INTERNAL_ERROR);
    EXPECT(!client.meeting->GetMeetingAudioController());
    EXPECT_CODE(helper->unSubscribe(), SDKERR_INTERNAL_ERROR);
    EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
}

int main() {
    beforeInit();
    Client client;
    client.initialise();
    nulls();
    beforeJoining(client);
    devices();
    deletedHelpers();
    inMeeting(client);
    afterTheEnd(client);
    // All of it works once more.
    Client second;
    second.initialise();
    second.authenticate();
    second.join();
    afterTheEnd(second);
    return 0;
}
