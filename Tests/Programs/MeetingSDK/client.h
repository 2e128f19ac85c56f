// What the clients of these tests share: a meeting that they have joined, in both branches.

#pragma once

#include <auth_service_interface.h>
#include <glib.h>
#include <meeting_service_components/meeting_audio_interface.h>
#include <meeting_service_components/meeting_breakout_rooms_interface_v2.h>
#include <meeting_service_components/meeting_chat_interface.h>
#include <meeting_service_components/meeting_participants_ctrl_interface.h>
#include <meeting_service_components/meeting_production_studio_ctrl_interface.h>
#include <meeting_service_components/meeting_recording_interface.h>
#include <meeting_service_components/meeting_reminder_ctrl_interface.h>
#include <meeting_service_components/meeting_sharing_interface.h>
#include <meeting_service_components/meeting_video_interface.h>
#include <meeting_service_components/meeting_waiting_room_interface.h>
#include <meeting_service_interface.h>
#include <network_connection_handler_interface.h>
#include <rawdata/rawdata_audio_helper_interface.h>
#include <rawdata/rawdata_renderer_interface.h>
#include <rawdata/rawdata_share_source_helper_interface.h>
#include <rawdata/rawdata_video_source_helper_interface.h>
#include <rawdata/zoom_rawdata_api.h>
#include <setting_service_interface.h>
#include <zoom_sdk.h>
#include <zoom_sdk_raw_data_def.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

USING_ZOOM_SDK_NAMESPACE

#if defined(WIN32)
#define T(text) L##text
#else
#define T(text) text
#endif
using String = std::basic_string<zchar_t>;

#define EXPECT(condition)                                                                    \
    do {                                                                                     \
        if (!(condition)) {                                                                  \
            std::fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);   \
            std::exit(1);                                                                    \
        }                                                                                    \
    } while (0)

#define EXPECT_CODE(call, expected)                                                                          \
    do {                                                                                                     \
        const int code_ = static_cast<int>(call);                                                            \
        if (code_ != static_cast<int>(expected)) {                                                           \
            std::fprintf(stderr, "%s:%d: %s is %d, not %d\n", __FILE__, __LINE__, #call, code_, int(expected)); \
            std::exit(1);                                                                                    \
        }                                                                                                    \
    } while (0)

/// Runs GLib's default main context until the condition holds; fails after ten seconds, or `CLIENT_SECONDS`.
template <class Condition>
void runUntil(Condition condition, const char* what) {
    const char* const limit = std::getenv("CLIENT_SECONDS");
    const int seconds = limit ? std::atoi(limit) : 10;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > deadline) {
            std::fprintf(stderr, "did not happen within %d seconds: %s\n", seconds, what);
            std::exit(1);
        }
        g_main_context_iteration(nullptr, FALSE);
        g_usleep(500);
    }
}

/// A client that initialises, authenticates and joins.
struct Client : IAuthServiceEvent, IMeetingServiceEvent {
    void onAuthenticationReturn(AuthResult result) override { authenticated = result; }
    void onMeetingStatusChanged(MeetingStatus status, int reason) override {
        statuses.push_back(status);
        reasons.push_back(reason);
        if (status == MEETING_STATUS_INMEETING && onArrival) onArrival();
    }

    void initialise(ZoomSDKRawDataMemoryMode memory = ZoomSDKRawDataMemoryModeStack) {
        InitParam parameters;
        parameters.strWebDomain = T("https://zoom.us");
        parameters.rawdataOpts.videoRawdataMemoryMode = memory;
        parameters.rawdataOpts.audioRawdataMemoryMode = memory;
        EXPECT_CODE(InitSDK(parameters), SDKERR_SUCCESS);
        EXPECT_CODE(CreateAuthService(&authentication), SDKERR_SUCCESS);
        EXPECT_CODE(CreateMeetingService(&meeting), SDKERR_SUCCESS);
        authentication->SetEvent(this);
        meeting->SetEvent(this);
    }

    void authenticate() {
        AuthContext context;
        context.jwt_token = T("token");
        authenticated = AUTHRET_NONE;
        EXPECT_CODE(authentication->SDKAuth(context), SDKERR_SUCCESS);
        runUntil([&] { return authenticated != AUTHRET_NONE; }, "the result of the authentication");
        EXPECT_CODE(authenticated, AUTHRET_SUCCESS);
    }

    void join() {
        JoinParam parameters;
        parameters.param.withoutloginuserJoin.meetingNumber = 123456789;
        parameters.param.withoutloginuserJoin.userName = T("B\u00f6t");
        parameters.param.withoutloginuserJoin.isVideoOff = true;
        EXPECT_CODE(meeting->Join(parameters), SDKERR_SUCCESS);
        runUntil([&] { return has(MEETING_STATUS_INMEETING); }, "the arrival");
    }

    bool has(MeetingStatus status) const {
        for (MeetingStatus one : statuses) {
            if (one == status) return true;
        }
        return false;
    }

    IAuthService* authentication = nullptr;
    IMeetingService* meeting = nullptr;
    AuthResult authenticated = AUTHRET_NONE;
    std::vector<MeetingStatus> statuses;
    std::vector<int> reasons;
    void (*onArrival)() = nullptr;
};
