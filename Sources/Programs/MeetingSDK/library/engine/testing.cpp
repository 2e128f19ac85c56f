#include "psstudio_meeting_testing.h"

#include <glib.h>

#include <cstdlib>
#include <thread>

#include "meeting/controllers.h"
#include "engine/dispatch.h"
#include "engine/violations.h"

namespace MEETINGSDK {

namespace {

/// Why the last call of a test failed on this thread, and its reply.
thread_local std::string message;
thread_local std::string reply;

int failed(ps_result result, std::string reason) {
    message = std::move(reason);
    return result;
}

int answer(ps_result result) { return result == PS_OK ? 0 : failed(result, ps_last_message()); }

/// Runs what is pending in the context, such as the end of the proxy's detection.
void runPending(GMainContext* context) {
    // A source that is always ready must not keep the test here.
    for (int i = 0; i < 100 && g_main_context_iteration(context, FALSE); ++i) {
    }
}

/// Turns the clock on another thread, while this one delivers the events.
int turnHere(GMainContext* context, double seconds) {
    std::atomic<bool> isOver{false};
    ps_result result = PS_OK;
    std::string reason;
    runPending(context);
    std::thread turning([&] {
        result = ps_client_turn(client(), seconds);
        if (result != PS_OK) reason = ps_last_message();
        isOver = true;
        g_main_context_wakeup(context);
    });
    while (!isOver) g_main_context_iteration(context, TRUE);
    turning.join();
    runPending(context);
    return result == PS_OK ? 0 : failed(result, reason);
}

}  // namespace

}  // namespace MEETINGSDK

using namespace MEETINGSDK;

extern "C" {

int psstudio_meeting_begin(const PSStudioMeetingOptions* options) {
    if (!options) return failed(PS_NULL_POINTER, "psstudio_meeting_begin: the options are null");
    if (client()) {
        return failed(PS_WRONG_USAGE, "there is a meeting already: end it, and begin before InitSDK");
    }
    ps_client_options settings = PS_CLIENT_OPTIONS_INIT;
    settings.scenario = options->scenario;
    settings.role = options->role;
    settings.seed = options->seed;
    settings.has_seed = 1;
    settings.is_manual = !options->isRealTime;
    settings.is_immediate = !options->hasLatency;
    return answer(beginClient(settings));
}

int psstudio_meeting_end() {
    if (!client()) return 0;
    if (isDelivering()) return failed(PS_INSIDE_CALLBACK, "psstudio_meeting_end: end the meeting outside a callback");
    forgetAll();
    return answer(closeClient());
}

int psstudio_meeting_perform(const char* command, const char** result) {
    if (!client()) return failed(PS_CLOSED_HANDLE, "psstudio_meeting_perform: there is no meeting");
    char* text = nullptr;
    const ps_result code = ps_client_perform(client(), command, &text);
    reply = text ? text : "";
    std::free(text);
    if (result) *result = reply.c_str();
    return answer(code);
}

int psstudio_meeting_turn(double seconds) {
    if (!client()) return failed(PS_CLOSED_HANDLE, "psstudio_meeting_turn: there is no meeting");
    if (isDelivering()) return failed(PS_INSIDE_CALLBACK, "psstudio_meeting_turn: turn the clock outside a callback");
    GMainContext* const context = g_main_context_default();
    int result = 0;
    markRawData();
    if (g_main_context_acquire(context)) {
        result = turnHere(context, seconds);
        g_main_context_release(context);
    } else {
        // Its owner delivers the events.
        callsAndEvents.mark();
        result = answer(ps_client_turn(client(), seconds));
        callsAndEvents.mark();
    }
    markRawData();
    return result;
}

int psstudio_meeting_violations(void* user, PSStudioViolationReceiver receiver) {
    if (!client() || !receiver) return failed(PS_NULL_POINTER, "psstudio_meeting_violations: nothing to report");
    char* json = nullptr;
    const ps_result code = ps_client_copy_violations(client(), &json);
    if (code != PS_OK) return answer(code);
    const std::string document = json;
    std::free(json);
    std::vector<RecordedViolation> list;
    if (!readViolations(document, list)) return failed(PS_INTERNAL, "the violations cannot be read: " + document);
    for (const RecordedViolation& one : list) {
        receiver(user, one.rule.c_str(), one.code.c_str(), one.message.c_str(), one.count, one.isRefusal);
    }
    return 0;
}

const char* psstudio_meeting_message() { return message.c_str(); }

}  // extern "C"
