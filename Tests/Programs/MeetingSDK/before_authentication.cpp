// What the interface answers until an authentication has succeeded: before_authentication calls|client|controller.
// The codes are those of the vendor's library; vendor_answers.cpp asks both.
#include <psstudio_meeting_testing.h>

#include <map>

#include "client.h"

using namespace std::chrono_literals;

/// The rules that were broken, with the code of each.
static std::map<std::string, std::string> broken(const psstudio::TestMeeting& meeting) {
    std::map<std::string, std::string> rules;
    for (const psstudio::Violation& violation : meeting.violations()) rules[violation.rule] = violation.code;
    return rules;
}

static IAuthService* authentication;
static IMeetingService* meeting;
static ISettingService* settings;
static INetworkConnectionHelper* network;

static SDKError begin() {
    InitParam parameters;
    parameters.strWebDomain = T("https://zoom.us");
    return InitSDK(parameters);
}

static void createServices() {
    EXPECT_CODE(CreateAuthService(&authentication), SDKERR_SUCCESS);
    EXPECT_CODE(CreateMeetingService(&meeting), SDKERR_SUCCESS);
    EXPECT_CODE(CreateSettingService(&settings), SDKERR_SUCCESS);
    EXPECT_CODE(CreateNetworkConnectionHelper(&network), SDKERR_SUCCESS);
}

static SDKError authenticate(const zchar_t* token) {
    AuthContext context;
    context.jwt_token = token;
    return authentication->SDKAuth(context);
}

struct Delegates : IZoomSDKRendererDelegate,
                   IZoomSDKAudioRawDataDelegate,
                   IZoomSDKVirtualAudioMicEvent,
                   IZoomSDKVideoSource,
                   IZoomSDKShareSource {
    void onMicInitialize(IZoomSDKAudioRawDataSender*) override {}
    void onMicStartSend() override {}
    void onMicStopSend() override {}
    void onMicUninitialized() override {}
    void onInitialize(IZoomSDKVideoSender*, IList<VideoSourceCapability>*, VideoSourceCapability&) override {}
    void onPropertyChange(IList<VideoSourceCapability>*, VideoSourceCapability) override {}
    void onStartSend() override {}
    void onStartSend(IZoomSDKShareSender*) override {}
    void onStopSend() override {}
    void onUninitialized() override {}
};

// Each call that breaks a rule is a violation of it, with the code of the rule.
static void calls() {
    psstudio::TestMeeting test;
    Delegates delegates;
    IZoomSDKRenderer* renderer = nullptr;
    IMeetingService* none = nullptr;
    InitParam withoutDomain;
    EXPECT_CODE(InitSDK(withoutDomain), SDKERR_INVALID_PARAMETER);
    EXPECT_CODE(CreateMeetingService(&none), SDKERR_UNINITIALIZE);
    EXPECT_CODE(SwitchDomain(T("zoom.us"), false), SDKERR_MODULE_LOAD_FAILED);
    EXPECT_CODE(begin(), SDKERR_SUCCESS);
    EXPECT_CODE(CreateMeetingService(nullptr), SDKERR_INVALID_PARAMETER);
    createServices();
    EXPECT_CODE(createRenderer(&renderer, &delegates), SDKERR_NO_PERMISSION);
    EXPECT_CODE(GetAudioRawdataHelper()->subscribe(&delegates), SDKERR_NO_PERMISSION);
    EXPECT_CODE(GetAudioRawdataHelper()->unSubscribe(), SDKERR_WRONG_USAGE);
    EXPECT_CODE(GetAudioRawdataHelper()->setExternalAudioSource(&delegates), SDKERR_UNINITIALIZE);
    EXPECT_CODE(GetRawdataVideoSourceHelper()->setExternalVideoSource(&delegates), SDKERR_INTERNAL_ERROR);
    EXPECT_CODE(GetRawdataVideoSourceHelper()->setExternalVideoSource(&delegates), SDKERR_TOO_FREQUENT_CALL);
    EXPECT_CODE(GetRawdataShareSourceHelper()->setExternalShareSource(nullptr), SDKERR_INVALID_PARAMETER);
    EXPECT_CODE(GetRawdataShareSourceHelper()->setExternalShareSource(&delegates), SDKERR_UNKNOWN);
    EXPECT_CODE(meeting->Leave(LEAVE_MEETING), SDKERR_MODULE_LOAD_FAILED);
    EXPECT_CODE(meeting->LockMeeting(), SDKERR_WRONG_USAGE);
    MeetingASVStatisticInfo video;
    EXPECT_CODE(meeting->GetMeetingVideoStatisticInfo(video), SDKERR_INTERNAL_ERROR);
    OverallStatisticInfo overall;
    EXPECT_CODE(settings->GetStatisticSettings()->QueryOverallStatisticInfo(overall), SDKERR_WRONG_USAGE);
    EXPECT_CODE(meeting->HandleZoomWebUriProtocolAction(nullptr), SDKERR_INVALID_PARAMETER);
    EXPECT_CODE(authenticate(T("")), SDKERR_INVALID_PARAMETER);
    EXPECT_CODE(authenticate(T("token")), SDKERR_SUCCESS);
    EXPECT_CODE(authenticate(T("token")), SDKERR_INTERNAL_ERROR);
    EXPECT_CODE(DestroyMeetingService(meeting), SDKERR_SUCCESS);
    JoinParam parameters;
    EXPECT_CODE(meeting->Join(parameters), SDKERR_WRONG_USAGE);
    const std::map<std::string, std::string> expected = {
        {"ZM-ENTRY-003", "InvalidParameter"}, {"ZM-AUTH-003", "InvalidParameter"}, {"ZM-AUTH-004", "InternalError"},
        {"ZM-AUTH-005", "WrongUsage"},        {"ZM-AUTH-006", "ModuleLoadFailed"}, {"ZM-AUTH-007", "WrongUsage"},
        {"ZM-AUTH-008", "InternalError"},     {"ZM-AUTH-009", "WrongUsage"},       {"ZM-AUTH-010", "NoPermission"},
        {"ZM-AUTH-011", "NoPermission"},      {"ZM-AUTH-012", "WrongUsage"},       {"ZM-AUTH-013", "Uninit"},
        {"ZM-AUTH-014", "InternalError"},     {"ZM-AUTH-015", "TooFrequentCall"},  {"ZM-AUTH-016", "InvalidParameter"},
        {"ZM-AUTH-017", "UnKnown"},           {"ZM-AUTH-021", "Uninit"},           {"ZM-AUTH-022", "InvalidParameter"},
        {"ZM-AUTH-023", "ModuleLoadFailed"},  {"ZM-AUTH-024", "InvalidParameter"},
    };
    EXPECT(broken(test) == expected);
}

// A client that looks at what it gets, and waits for the result, breaks no rule; then nothing is early any more.
static void client() {
    psstudio::TestMeeting test;
    Delegates delegates;
    // ZM-AUTH-020
    EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
    EXPECT_CODE(begin(), SDKERR_SUCCESS);
    createServices();
    // ZM-AUTH-025
    EXPECT_CODE(DestroySettingService(settings), SDKERR_SUCCESS);
    EXPECT_CODE(DestroySettingService(settings), SDKERR_SUCCESS);
    EXPECT_CODE(CreateSettingService(&settings), SDKERR_SUCCESS);
    // ZM-AUTH-001, ZM-AUTH-002, ZM-AUTH-018, ZM-AUTH-019
    EXPECT(!meeting->GetMeetingParticipantsController() && !meeting->GetInMeetingEncryptionController());
    EXPECT(!settings->GetAudioSettings() && !settings->GetWallpaperSettings() && settings->GetStatisticSettings());
    EXPECT(!HasRawdataLicense() && !GetZoomLastError());
    EXPECT_CODE(GetRawdataVideoSourceHelper()->setPreProcessor(nullptr), SDKERR_SUCCESS);
    // Bots in the field configure no proxy so, and ignore the code.
    ProxySettings proxy;
    proxy.auto_detect = true;
    EXPECT_CODE(network->ConfigureProxy(proxy), SDKERR_INVALID_PARAMETER);
    EXPECT_CODE(authenticate(T("token")), SDKERR_SUCCESS);
    EXPECT(!meeting->GetMeetingParticipantsController());
    test.turn(1s);
    EXPECT(meeting->GetMeetingParticipantsController() && meeting->GetInMeetingEncryptionController());
    EXPECT(settings->GetAudioSettings() && settings->GetWallpaperSettings());
    EXPECT(HasRawdataLicense() && GetZoomLastError());
    // Also before the client joins.
    EXPECT_CODE(meeting->Leave(LEAVE_MEETING), SDKERR_SUCCESS);
    EXPECT_CODE(GetAudioRawdataHelper()->unSubscribe(), SDKERR_SUCCESS);
    EXPECT_CODE(GetAudioRawdataHelper()->setExternalAudioSource(&delegates), SDKERR_SUCCESS);
    EXPECT_CODE(GetRawdataVideoSourceHelper()->setExternalVideoSource(&delegates), SDKERR_SUCCESS);
    EXPECT_CODE(GetRawdataVideoSourceHelper()->setExternalVideoSource(nullptr), SDKERR_SUCCESS);
    EXPECT_CODE(GetRawdataShareSourceHelper()->setExternalShareSource(nullptr), SDKERR_SUCCESS);
    // Another authentication may follow, and the expired identity changes nothing here.
    EXPECT_CODE(authenticate(T("token")), SDKERR_SUCCESS);
    EXPECT_CODE(authenticate(T("token")), SDKERR_SUCCESS);
    test.turn(1s);
    test.perform("{\"expireIdentity\":{}}");
    test.turn(1s);
    EXPECT(meeting->GetMeetingParticipantsController());
    EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
    EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
    EXPECT(!meeting->GetMeetingParticipantsController() && !GetZoomLastError());
    EXPECT(broken(test).empty());
}

int main(int count, char** arguments) {
    const std::string part = count > 1 ? arguments[1] : "";
    if (part == "calls") calls();
    if (part == "client") client();
    if (part == "controller") {
        EXPECT_CODE(begin(), SDKERR_SUCCESS);
        createServices();
        meeting->GetMeetingAudioController()->JoinVoip();
    }
    return part.empty() ? 2 : 0;
}
