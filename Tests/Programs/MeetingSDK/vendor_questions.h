// What vendor_answers.cpp asks: how a question is written, and the questions for each part of the interface.

#pragma once

#include <auth_service_interface.h>
#include <meeting_service_interface.h>
#include <network_connection_handler_interface.h>
#include <rawdata/rawdata_audio_helper_interface.h>
#include <rawdata/rawdata_renderer_interface.h>
#include <rawdata/rawdata_share_source_helper_interface.h>
#include <rawdata/rawdata_video_source_helper_interface.h>
#include <rawdata/zoom_rawdata_api.h>
#include <setting_service_interface.h>
#include <zoom_sdk.h>

#include <cstdio>
#include <string>

USING_ZOOM_SDK_NAMESPACE

static FILE* answers;
/// "" for an answer that must be the same, "chosen" where psstudio differs on purpose, "network" for what the vendor's network
/// answers.
static const char* kind = "";

// The question is written before the call, so that one that ends the process is seen.
template <class Call>
static void ask(const char* question, Call call) {
    std::fprintf(answers, "%s\t%s\t", question, kind);
    std::fflush(answers);
    const std::string answer = call();
    std::fprintf(answers, "%s\n", answer.c_str());
    std::fflush(answers);
}

static std::string text(const zchar_t* content) { return content ? '"' + std::string(content) + '"' : "null"; }

#define NUMBER(call) ask(#call, [&] { return std::to_string(static_cast<long>(call)); })
#define OBJECT(call) ask(#call, [&] { return std::string((call) ? "object" : "null"); })
#define TEXT(call) ask(#call, [&] { return text(call); })

struct : IZoomSDKRendererDelegate {
} frames;
struct : IZoomSDKAudioRawDataDelegate {
} sound;
struct : IZoomSDKVirtualAudioMicEvent {
    void onMicInitialize(IZoomSDKAudioRawDataSender*) override {}
    void onMicStartSend() override {}
    void onMicStopSend() override {}
    void onMicUninitialized() override {}
} microphone;
struct : IZoomSDKVideoSource {
    void onInitialize(IZoomSDKVideoSender*, IList<VideoSourceCapability>*, VideoSourceCapability&) override {}
    void onPropertyChange(IList<VideoSourceCapability>*, VideoSourceCapability) override {}
    void onStartSend() override {}
    void onStopSend() override {}
    void onUninitialized() override {}
} camera;
struct : IZoomSDKPreProcessor {
    void onPreProcessRawData(YUVProcessDataI420*) override {}
} processor;
struct : IZoomSDKShareSource {
    void onStartSend(IZoomSDKShareSender*) override {}
    void onStopSend() override {}
} share;
struct : IZoomSDKShareAudioSource {
    void onStartSendAudio(IZoomSDKShareAudioSender*) override {}
    void onStopSendAudio() override {}
} shareAudio;
struct : IAuthServiceEvent {
    void onAuthenticationReturn(AuthResult) override { count++; }
    int count = 0;
} authenticationEvents;
struct : IMeetingServiceEvent {
} meetingEvents;
struct : INetworkConnectionHandler {
    void onProxyDetectComplete() override { count++; }
    int count = 0;
} networkEvents;

static IAuthService* authentication;
static IMeetingService* meeting;
static ISettingService* settings;
static INetworkConnectionHelper* network;
static IZoomSDKRenderer* renderer;

static SDKError begin(const zchar_t* domain) {
    InitParam parameters;
    parameters.strWebDomain = domain;
    return InitSDK(parameters);
}

static SDKError authenticate(const zchar_t* token, const zchar_t* key = nullptr) {
    AuthContext context;
    context.jwt_token = token;
    context.publicAppKey = key;
    return authentication->SDKAuth(context);
}

static void askServices() {
    NUMBER(CreateAuthService(nullptr));
    NUMBER(CreateMeetingService(nullptr));
    NUMBER(CreateSettingService(nullptr));
    NUMBER(CreateNetworkConnectionHelper(nullptr));
    NUMBER(CreateAuthService(&authentication));
    OBJECT(authentication);
    NUMBER(CreateMeetingService(&meeting));
    OBJECT(meeting);
    NUMBER(CreateSettingService(&settings));
    OBJECT(settings);
    NUMBER(CreateNetworkConnectionHelper(&network));
    OBJECT(network);
}

static void askNullServices() {
    NUMBER(DestroyAuthService(nullptr));
    NUMBER(DestroyMeetingService(nullptr));
    NUMBER(DestroySettingService(nullptr));
    NUMBER(DestroyNetworkConnectionHelper(nullptr));
}

static void askDestroying() {
    NUMBER(DestroyMeetingService(meeting));
    NUMBER(DestroySettingService(settings));
    NUMBER(DestroyAuthService(authentication));
    NUMBER(DestroyNetworkConnectionHelper(network));
}

static void askRenderers() {
    NUMBER(HasRawdataLicense());
    NUMBER(createRenderer(&renderer, &frames));
    OBJECT(renderer);
    NUMBER(createRenderer(nullptr, &frames));
    NUMBER(createRenderer(&renderer, nullptr));
    NUMBER(createRenderer(nullptr, nullptr));
    NUMBER(destroyRenderer(nullptr));
}

static void askHelpers() {
    OBJECT(GetAudioRawdataHelper());
    NUMBER(GetAudioRawdataHelper() == GetAudioRawdataHelper());
    IZoomSDKAudioRawDataHelper* const audio = GetAudioRawdataHelper();
    NUMBER(audio->unSubscribe());
    NUMBER(audio->subscribe(nullptr));
    NUMBER(audio->subscribe(&sound));
    NUMBER(audio->subscribe(&sound, true));
    NUMBER(audio->unSubscribe());
    NUMBER(audio->setExternalAudioSource(nullptr));
    NUMBER(audio->setExternalAudioSource(&microphone));
    NUMBER(audio->setExternalAudioSource(nullptr));
    OBJECT(GetRawdataVideoSourceHelper());
    NUMBER(GetRawdataVideoSourceHelper() == GetRawdataVideoSourceHelper());
    IZoomSDKVideoSourceHelper* const video = GetRawdataVideoSourceHelper();
    NUMBER(video->setPreProcessor(nullptr));
    NUMBER(video->setExternalVideoSource(nullptr));
    NUMBER(video->setExternalVideoSource(nullptr));
    NUMBER(video->setPreProcessor(&processor));
    OBJECT(GetRawdataShareSourceHelper());
    NUMBER(GetRawdataShareSourceHelper() == GetRawdataShareSourceHelper());
    IZoomSDKShareSourceHelper* const sharing = GetRawdataShareSourceHelper();
    NUMBER(sharing->setExternalShareSource(nullptr));
    NUMBER(sharing->setExternalShareSource(&share));
    NUMBER(sharing->setExternalShareSource(&share, &shareAudio));
    NUMBER(sharing->setExternalShareSource(nullptr, &shareAudio));
    NUMBER(sharing->setSharePureAudioSource(nullptr));
    NUMBER(sharing->setSharePureAudioSource(&shareAudio));
}

static void askControllers() {
    OBJECT(meeting->GetMeetingVideoController());
    OBJECT(meeting->GetMeetingShareController());
    OBJECT(meeting->GetMeetingAudioController());
    OBJECT(meeting->GetMeetingRecordingController());
    OBJECT(meeting->GetMeetingWaitingRoomController());
    OBJECT(meeting->GetMeetingParticipantsController());
    OBJECT(meeting->GetMeetingWebinarController());
    OBJECT(meeting->GetMeetingRawArchivingController());
    OBJECT(meeting->GetMeetingReminderController());
    OBJECT(meeting->GetMeetingSmartSummaryController());
    OBJECT(meeting->GetMeetingChatController());
    OBJECT(meeting->GetMeetingBOController());
    OBJECT(meeting->GetMeetingConfiguration());
    OBJECT(meeting->GetMeetingAICompanionController());
    OBJECT(meeting->GetInMeetingEncryptionController());
    TEXT(meeting->GetInMeetingDataCenterInfo());
    OBJECT(meeting->GetListFactory());
}

static void askMeeting() {
    NUMBER(meeting->SetEvent(&meetingEvents));
    NUMBER(meeting->SetEvent(nullptr));
    NUMBER(meeting->SetEvent(&meetingEvents));
    NUMBER(meeting->HandleZoomWebUriProtocolAction(nullptr));
    NUMBER(meeting->HandleZoomWebUriProtocolAction(""));
    NUMBER(meeting->HandleZoomWebUriProtocolAction("zoommtg://zoom.us/join?confno=1"));
    NUMBER(meeting->Leave(LEAVE_MEETING));
    NUMBER(meeting->Leave(END_MEETING));
    NUMBER(meeting->GetMeetingStatus());
    NUMBER(meeting->LockMeeting());
    NUMBER(meeting->UnlockMeeting());
    NUMBER(meeting->IsMeetingLocked());
    NUMBER(meeting->CanSetMeetingTopic());
    NUMBER(meeting->SetMeetingTopic(nullptr));
    NUMBER(meeting->SetMeetingTopic(""));
    NUMBER(meeting->SetMeetingTopic("Topic"));
    NUMBER(meeting->SuspendParticipantsActivities());
    NUMBER(meeting->CanSuspendParticipantsActivities());
    OBJECT(meeting->GetMeetingInfo());
    NUMBER(meeting->GetSharingConnQuality());
    NUMBER(meeting->GetSharingConnQuality(false));
    NUMBER(meeting->GetVideoConnQuality());
    NUMBER(meeting->GetVideoConnQuality(false));
    NUMBER(meeting->GetAudioConnQuality());
    NUMBER(meeting->GetAudioConnQuality(false));
    MeetingAudioStatisticInfo audio;
    MeetingASVStatisticInfo video;
    NUMBER(meeting->GetMeetingAudioStatisticInfo(audio));
    NUMBER(meeting->GetMeetingVideoStatisticInfo(video));
    NUMBER(meeting->GetMeetingShareStatisticInfo(video));
    askControllers();
    IList<GrantCoOwnerAssetsInfo>* const list = meeting->GetListFactory()->CreateAssetsInfoList();
    OBJECT(list);
    NUMBER(list->GetCount());
    meeting->GetListFactory()->DestroyAssetsInfoList(list);
}

static void askJoining() {
    JoinParam join;
    NUMBER(meeting->Join(join));
    join.param.withoutloginuserJoin.meetingNumber = 1234567890;
    NUMBER(meeting->Join(join));
    join.param.withoutloginuserJoin.userName = "Bot";
    NUMBER(meeting->Join(join));
    JoinParam joinOfUser;
    joinOfUser.userType = SDK_UT_NORMALUSER;
    NUMBER(meeting->Join(joinOfUser));
    StartParam start;
    NUMBER(meeting->Start(start));
    start.param.withoutloginStart.meetingNumber = 1234567890;
    start.param.withoutloginStart.userZAK = "key";
    start.param.withoutloginStart.userName = "Bot";
    NUMBER(meeting->Start(start));
    StartParam startOfUser;
    startOfUser.userType = SDK_UT_NORMALUSER;
    NUMBER(meeting->Start(startOfUser));
}

static void askSettings() {
    OBJECT(settings->GetGeneralSettings());
    OBJECT(settings->GetAudioSettings());
    OBJECT(settings->GetVideoSettings());
    OBJECT(settings->GetRecordingSettings());
    OBJECT(settings->GetShareSettings());
    OBJECT(settings->GetWallpaperSettings());
    OBJECT(settings->GetStatisticSettings());
    OverallStatisticInfo overall;
    AudioSessionStatisticInfo audio;
    ASVSessionStatisticInfo video;
    NUMBER(settings->GetStatisticSettings()->QueryOverallStatisticInfo(overall));
    NUMBER(overall.net_work_type_);
    NUMBER(overall.connection_type_);
    TEXT(overall.proxy_addr_);
    NUMBER(settings->GetStatisticSettings()->QueryAudioStatisticInfo(audio));
    NUMBER(settings->GetStatisticSettings()->QueryVideoStatisticInfo(video));
    NUMBER(settings->GetStatisticSettings()->QueryShareStatisticInfo(video));
}

static void askAuthentication() {
    NUMBER(authentication->SetEvent(nullptr));
    NUMBER(authentication->SetEvent(&authenticationEvents));
    NUMBER(authentication->GetAuthResult());
    TEXT(authentication->GetSDKIdentity());
    TEXT(authentication->GenerateSSOLoginWebURL(nullptr));
    TEXT(authentication->GenerateSSOLoginWebURL(""));
    TEXT(authentication->GenerateSSOLoginWebURL("vanity"));
    NUMBER(authentication->SSOLoginWithWebUriProtocol(nullptr));
    NUMBER(authentication->SSOLoginWithWebUriProtocol(""));
    NUMBER(authentication->SSOLoginWithWebUriProtocol("zoommtg://zoom.us"));
    NUMBER(authentication->LogOut());
    OBJECT(authentication->GetAccountInfo());
    NUMBER(authentication->GetLoginStatus());
    NUMBER(authenticate(nullptr));
    NUMBER(authenticate(""));
    NUMBER(authenticate(nullptr, ""));
    NUMBER(authentication->GetAuthResult());
}

static void askNetwork() {
    NUMBER(network->RegisterNetworkConnectionHandler(nullptr));
    NUMBER(network->RegisterNetworkConnectionHandler(&networkEvents));
    NUMBER(network->UnRegisterNetworkConnectionHandler());
    NUMBER(network->UnRegisterNetworkConnectionHandler());
    ProxySettings proxy;
    NUMBER(network->ConfigureProxy(proxy));
    proxy.auto_detect = true;
    NUMBER(network->ConfigureProxy(proxy));
    proxy.auto_detect = false;
    proxy.proxy = "";
    NUMBER(network->ConfigureProxy(proxy));
    proxy.auto_detect = true;
    NUMBER(network->ConfigureProxy(proxy));
}

static void askDomains() {
    NUMBER(SwitchDomain(nullptr, false));
    NUMBER(SwitchDomain("", false));
    NUMBER(SwitchDomain("zoom.us", true));
    NUMBER(SwitchDomain("https://zoom.us", false));
}

static void askEnd() {
    NUMBER(CleanUPSDK());
    NUMBER(CleanUPSDK());
    OBJECT(GetZoomLastError());
}
