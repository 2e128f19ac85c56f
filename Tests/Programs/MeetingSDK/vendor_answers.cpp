// Asks the library that it is linked with what it answers until an authentication has succeeded. scripts/test-vendor-answers.sh
// runs it with psstudio's library and with the vendor's, and compares the answers.
//
//     vendor_answers --list           prints the groups of questions
//     vendor_answers GROUP FILE       writes a line for each: question, kind, answer
//
// Each group has a process of its own. It is not asked what the vendor's library ends the process for, or answers by chance:
// calls of a second meeting service after the first one was destroyed, and of a network helper that was destroyed; raw data after
// CleanUPSDK, or after an InitSDK without a domain; pointers to nothing.
#include <glib.h>
#include <unistd.h>

#include <functional>
#include <utility>
#include <vector>

#include "vendor_questions.h"

static void prepare() {
    begin("https://zoom.us");
    CreateAuthService(&authentication);
    CreateMeetingService(&meeting);
    CreateSettingService(&settings);
    CreateNetworkConnectionHelper(&network);
}

/// Waits in GLib's main loop.
static void runLoop(unsigned int milliseconds) {
    GMainLoop* const loop = g_main_loop_new(nullptr, FALSE);
    g_timeout_add(milliseconds, [](void* data) -> gboolean {
        g_main_loop_quit(static_cast<GMainLoop*>(data));
        return FALSE;
    }, loop);
    g_main_loop_run(loop);
    g_main_loop_unref(loop);
}

static void neverInitialised() {
    OBJECT(GetSDKVersion());
    OBJECT(GetZoomLastError());
    NUMBER(CleanUPSDK());
    NUMBER(CleanUPSDK());
    NUMBER(SwitchDomain(nullptr, false));
    NUMBER(SwitchDomain("https://zoom.us", true));
    askServices();
    askNullServices();
    askRenderers();
    askHelpers();
    OBJECT(GetZoomLastError());
}

static void noDomain() {
    NUMBER(begin(nullptr));
    OBJECT(GetZoomLastError());
    askServices();
    askNullServices();
    NUMBER(CleanUPSDK());
}

static void initialised() {
    NUMBER(begin(""));
    NUMBER(begin(nullptr));
    NUMBER(begin("zoom.us"));
    NUMBER(begin("https://zoom.us"));
    NUMBER(begin("https://example.com"));
    OBJECT(GetZoomLastError());
    askNullServices();
    // No service was made.
    askRenderers();
    askHelpers();
    askEnd();
    NUMBER(begin("https://zoom.us"));
    askServices();
    askEnd();
}

static void services() {
    NUMBER(begin("https://zoom.us"));
    askServices();
    IAuthService* const firstAuthentication = authentication;
    IMeetingService* const firstMeeting = meeting;
    ISettingService* const firstSettings = settings;
    NUMBER(CreateAuthService(&authentication));
    NUMBER(authentication == firstAuthentication);
    NUMBER(CreateMeetingService(&meeting));
    NUMBER(meeting == firstMeeting);
    NUMBER(CreateSettingService(&settings));
    NUMBER(settings == firstSettings);
    askNullServices();
    askDomains();
    askDestroying();
    askEnd();
}

static void meetingService() {
    prepare();
    askMeeting();
    askJoining();
    askDestroying();
    askEnd();
}

static void others() {
    prepare();
    askSettings();
    askNetwork();
    askAuthentication();
    OBJECT(GetZoomLastError());
    askDestroying();
    askEnd();
}

static void rawData() {
    prepare();
    askRenderers();
    askHelpers();
    DestroyAuthService(authentication);
    DestroySettingService(settings);
    NUMBER(GetAudioRawdataHelper()->subscribe(&sound));
    DestroyMeetingService(meeting);
    NUMBER(GetAudioRawdataHelper()->subscribe(&sound));
    NUMBER(GetAudioRawdataHelper()->unSubscribe());
    NUMBER(GetRawdataShareSourceHelper()->setExternalShareSource(&share));
    askEnd();
}

// Only one of these services was made.
static void oneService(const std::function<void()>& make) {
    begin("https://zoom.us");
    make();
    NUMBER(GetAudioRawdataHelper()->subscribe(&sound));
    NUMBER(GetAudioRawdataHelper()->unSubscribe());
    NUMBER(GetRawdataShareSourceHelper()->setExternalShareSource(&share));
    askEnd();
}

// Sources of video that are set again too soon.
static void videoSources() {
    prepare();
    IZoomSDKVideoSourceHelper* const video = GetRawdataVideoSourceHelper();
    NUMBER(video->setExternalVideoSource(&camera));
    NUMBER(video->setExternalVideoSource(&camera));
    NUMBER(video->setExternalVideoSource(nullptr));
    NUMBER(video->setPreProcessor(nullptr));
    NUMBER(video->setPreProcessor(&processor));
    // Longer than the vendor's library counts.
    runLoop(1200);
    NUMBER(video->setPreProcessor(nullptr));
    NUMBER(video->setPreProcessor(&processor));
    NUMBER(video->setExternalVideoSource(&camera));
    askEnd();
}

// An authentication that is not answered changes nothing.
static void pending() {
    prepare();
    NUMBER(authentication->SetEvent(&authenticationEvents));
    NUMBER(authenticate("a.b.c"));
    NUMBER(authenticate("a.b.c"));
    NUMBER(authenticate(nullptr, "key"));
    NUMBER(authenticate(""));
    NUMBER(authenticate(nullptr));
    NUMBER(authentication->GetAuthResult());
    NUMBER(authentication->LogOut());
    askMeeting();
    askJoining();
    askSettings();
    askRenderers();
    askHelpers();
    OBJECT(GetZoomLastError());
    askDestroying();
    askEnd();
}

static void publicKey() {
    prepare();
    NUMBER(authenticate("", "key"));
    NUMBER(authenticate("", "key"));
    NUMBER(authenticate("a.b.c"));
    askEnd();
}

static void destroyed() {
    prepare();
    NUMBER(DestroyAuthService(authentication));
    NUMBER(DestroyAuthService(authentication));
    NUMBER(authentication->SetEvent(nullptr));
    NUMBER(authentication->GetAuthResult());
    NUMBER(authentication->GetLoginStatus());
    OBJECT(authentication->GetAccountInfo());
    NUMBER(authentication->LogOut());
    NUMBER(authenticate(nullptr));
    NUMBER(authenticate(""));
    NUMBER(authenticate("a.b.c"));
    NUMBER(DestroySettingService(settings));
    NUMBER(DestroySettingService(settings));
    askSettings();
    NUMBER(DestroyMeetingService(meeting));
    NUMBER(DestroyMeetingService(meeting));
    NUMBER(meeting->SetEvent(nullptr));
    NUMBER(meeting->GetMeetingStatus());
    NUMBER(meeting->Leave(LEAVE_MEETING));
    NUMBER(meeting->LockMeeting());
    askJoining();
    askControllers();
    NUMBER(CreateAuthService(&authentication));
    NUMBER(authenticate("a.b.c"));
    NUMBER(authenticate("a.b.c"));
    askEnd();
}

static void afterTheEnd() {
    prepare();
    NUMBER(CleanUPSDK());
    askServices();
    askDestroying();
    NUMBER(meeting->GetMeetingStatus());
    NUMBER(meeting->SetEvent(nullptr));
    NUMBER(meeting->Leave(LEAVE_MEETING));
    NUMBER(meeting->LockMeeting());
    NUMBER(meeting->IsMeetingLocked());
    askJoining();
    askControllers();
    NUMBER(authentication->GetAuthResult());
    NUMBER(authentication->SetEvent(nullptr));
    NUMBER(authenticate("a.b.c"));
    OBJECT(settings->GetAudioSettings());
    OBJECT(settings->GetStatisticSettings());
    NUMBER(network->UnRegisterNetworkConnectionHandler());
    askEnd();
}

static void beginsAgain() {
    prepare();
    askDestroying();
    NUMBER(CleanUPSDK());
    NUMBER(begin("https://zoom.us"));
    askServices();
    askMeeting();
    askJoining();
    askSettings();
    askRenderers();
    askHelpers();
    askAuthentication();
    NUMBER(authenticate("a.b.c"));
    NUMBER(authenticate("a.b.c"));
    askEnd();
}

// The loop alone changes nothing.
static void waits() {
    prepare();
    authentication->SetEvent(&authenticationEvents);
    runLoop(300);
    NUMBER(authenticationEvents.count);
    NUMBER(authentication->GetAuthResult());
    askControllers();
    askSettings();
    askRenderers();
    askEnd();
}

// psstudio accepts any token that is not empty, unless a scenario or the strict mode checks it: tests of clients have no
// token. The vendor's library looks for three parts and a time of expiry.
static void tokens() {
    prepare();
    kind = "chosen";
    NUMBER(authenticate("token"));
    kind = "";
    askEnd();
}

// The vendor's library keeps an authentication that is not answered.
static void endsWhilePending() {
    prepare();
    authenticate("a.b.c");
    CleanUPSDK();
    prepare();
    kind = "chosen";
    NUMBER(authenticate("a.b.c"));
    kind = "";
    askEnd();
}

// What needs the vendor's network: the results of a proxy's detection and of an authentication.
static void answeredByTheNetwork() {
    prepare();
    network->RegisterNetworkConnectionHandler(&networkEvents);
    authentication->SetEvent(&authenticationEvents);
    authenticate("a.b.c");
    runLoop(1500);
    kind = "network";
    NUMBER(networkEvents.count);
    NUMBER(authenticationEvents.count);
    NUMBER(authentication->GetAuthResult());
    OBJECT(meeting->GetMeetingAudioController());
    kind = "";
    askEnd();
}

static const std::vector<std::pair<std::string, std::function<void()>>> groups = {
    {"never-initialised", neverInitialised},
    {"no-domain", noDomain},
    {"initialised", initialised},
    {"services", services},
    {"meeting", meetingService},
    {"others", others},
    {"raw-data", rawData},
    {"authentication-service", [] { oneService([] { CreateAuthService(&authentication); }); }},
    {"setting-service", [] { oneService([] { CreateSettingService(&settings); }); }},
    {"network-helper", [] { oneService([] { CreateNetworkConnectionHelper(&network); }); }},
    {"video-sources", videoSources},
    {"pending", pending},
    {"public-key", publicKey},
    {"destroyed", destroyed},
    {"after-the-end", afterTheEnd},
    {"begins-again", beginsAgain},
    {"waits", waits},
    {"tokens", tokens},
    {"ends-while-pending", endsWhilePending},
    {"network", answeredByTheNetwork},
};

int main(int count, char** arguments) {
    for (const auto& group : groups) {
        if (count == 2) std::puts(group.first.c_str());
        if (count != 3 || group.first != arguments[1]) continue;
        answers = std::fopen(arguments[2], "w");
        if (!answers) return 2;
        group.second();
        std::fclose(answers);
        // At the usual end of a process, the vendor's library ends it.
        _exit(0);
    }
    return count == 2 ? 0 : 2;
}
