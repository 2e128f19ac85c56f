#include "engine/core.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "meeting/before_authentication.h"
#include "engine/dispatch.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

namespace {

std::atomic<ps_client*> theClient{nullptr};

class LastError final : public IZoomLastError {
public:
    void set(SDKError newCode, const std::string& message) {
        LastErrorType newType = LastErrorType_Meeting;
        if (newCode == SDKERR_UNINITIALIZE) newType = LastErrorType_System;
        if (newCode == SDKERR_UNAUTHENTICATION) newType = LastErrorType_Auth;
        type = newType;
        number = newCode;
        text = lasting(message);
    }

    LastErrorType GetErrorType() const override { return type; }
    UINT64 GetErrorCode() const override { return number; }
    const zchar_t* GetErrorDescription() const override { return text; }

private:
    std::atomic<LastErrorType> type{LastErrorType_None};
    std::atomic<UINT64> number{0};
    std::atomic<const zchar_t*> text{lasting("")};
};

// A warning of psstudio explains a code that the client may never look at.
void log(void*, int32_t level, const char* message) {
    if (level >= PS_LOG_WARNING) std::fprintf(stderr, "psstudio: %s\n", message);
}

/// The codes of the emulated interface by the number of the result, which psstudio.h never changes.
constexpr SDKError codes[] = {
    SDKERR_SUCCESS, SDKERR_UNKNOWN, SDKERR_UNINITIALIZE, SDKERR_SERVICE_FAILED, SDKERR_WRONG_USAGE,
    SDKERR_INVALID_PARAMETER, SDKERR_NO_PERMISSION, SDKERR_TOO_FREQUENT_CALL, SDKERR_MEETING_DONT_SUPPORT_FEATURE,
    SDKERR_NOT_IN_MEETING, SDKERR_NO_VIDEODEVICE_ISFOUND, SDKERR_MEMORY_FAILED,
    // PS_INVALID_ARGUMENT, PS_NOT_FOUND, PS_OCCUPIED, PS_NO_RESOURCES: those of other interfaces.
    SDKERR_INVALID_PARAMETER, SDKERR_INVALID_PARAMETER, SDKERR_WRONG_USAGE, SDKERR_INTERNAL_ERROR,
    SDKERR_UNAUTHENTICATION, SDKERR_NOT_JOIN_AUDIO, SDKERR_NEED_USER_CONFIRM_RECORD_DISCLAIMER,
    SDKERR_SHARE_CANNOT_SUBSCRIBE_MYSELF, SDKERR_INTERNAL_ERROR, SDKERR_MODULE_LOAD_FAILED, SDKERR_UNKNOWN,
};
static_assert(sizeof codes / sizeof *codes == PS_UNKNOWN + 1, "a result has no code");

SDKError mapped(ps_result result) {
    if (result >= PS_OK && result <= PS_UNKNOWN) return codes[result];
    switch (result) {
    case PS_NULL_POINTER: case PS_USAGE: return SDKERR_INVALID_PARAMETER;
    case PS_CLOSED_HANDLE: case PS_INSIDE_CALLBACK: case PS_INTERRUPTED: return SDKERR_WRONG_USAGE;
    default: return SDKERR_INTERNAL_ERROR;
    }
}

/// A fault before the first InitSDK, which waits for it.
struct Fault {
    std::string rule, message;
};

class EarlyFaults {
public:
    void add(const char* rule, const char* message) {
        const std::lock_guard<Mutex> lock(mutex);
        if (faults.size() < 16) faults.push_back({rule, message});
    }

    std::vector<Fault> take() {
        const std::lock_guard<Mutex> lock(mutex);
        return std::exchange(faults, {});
    }

private:
    Mutex mutex;
    std::vector<Fault> faults;
};

const char* rule(SDKError code) {
    switch (code) {
    case SDKERR_UNINITIALIZE: return "ZM-ENTRY-001";
    case SDKERR_UNAUTHENTICATION: return "ZM-ENTRY-002";
    default: return "ZM-CALL-003";
    }
}

}  // namespace

int& heldMutexes() {
    static thread_local int count = 0;
    return count;
}

void diagnose(const char* format, ...) {
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    std::fprintf(stderr, "psstudio: %s\n", line);
}

void record(const char* rule, const char* message) {
    if (ps_client* const target = client()) {
        ps_client_report(target, rule, message);
    } else {
        shared<EarlyFaults>().add(rule, message);
    }
}

bool isInterrupting() {
    if (heldMutexes() > 0) return true;
    ps_client* const target = client();
    return target && ps_client_check(target, PS_ACTION_LEAVE, 0) == PS_INTERRUPTED;
}

ps_client* client() { return theClient.load(); }

ps_result beginClient(ps_client_options options) {
    ps_set_log(log, nullptr);
    setAuthenticated(false);
    ps_client* created = nullptr;
    const ps_result result = createClient(options, &created);
    if (result != PS_OK) return result;
    theClient.store(created);
    for (const Fault& fault : shared<EarlyFaults>().take()) record(fault.rule.c_str(), fault.message.c_str());
    return result;
}

ps_result closeClient() {
    const ps_result result = ps_client_close(theClient.load());
    theClient.store(nullptr);
    endSource();
    return result;
}

SDKError initialise(const RawDataOptions& options) {
    static Mutex* mutex = new Mutex();
    const std::lock_guard<Mutex> lock(*mutex);
    if (!theClient.load()) {
        const ps_result result = beginClient(PS_CLIENT_OPTIONS_INIT);
        if (result != PS_OK) {
            // Nothing runs yet that could explain this.
            diagnose("InitSDK fails: %s", ps_last_message());
            return code(result);
        }
    }
    const auto memory = [](ZoomSDKRawDataMemoryMode mode) {
        return mode == ZoomSDKRawDataMemoryModeHeap ? PS_MEMORY_HEAP : PS_MEMORY_STACK;
    };
    const SDKError result = code(ps_client_initialise(theClient.load()));
    if (result != SDKERR_SUCCESS) return result;
    return code(ps_client_set_memory(
        theClient.load(), memory(options.videoRawdataMemoryMode), memory(options.shareRawdataMemoryMode),
        memory(options.audioRawdataMemoryMode)));
}

SDKError uninitialise() {
    return call([](ps_client* target) { return ps_client_uninitialise(target); });
}

bool isInitialised() { return query(PS_QUERY_IS_INITIALISED) != 0; }

SDKError code(ps_result result) {
    if (result == PS_OK) return SDKERR_SUCCESS;
    const SDKError error = mapped(result);
    // Nothing else may be called in this handler of a signal; psstudio.h has recorded the fault.
    if (result == PS_INTERRUPTED) return error;
    // The meeting logs and records what it rejects; a wrong use of psstudio.h, such as a renderer after its end, is neither.
    if (result >= PS_NULL_POINTER) {
        diagnose("%s", ps_last_message());
        if (result != PS_FORKED) record("ZM-CALL-003", std::string(ps_last_message()).c_str());
    }
    const char* const rule = ps_last_rule();
    shared<LastError>().set(error, std::string(rule) + (*rule ? ": " : "") + ps_last_message());
    return error;
}

SDKError rejected(SDKError error, const char* message, const char* brokenRule) {
    if (brokenRule) {
        diagnose("%s: %s", brokenRule, message);
    } else {
        diagnose("%s", message);
    }
    record(brokenRule ? brokenRule : rule(error), message);
    shared<LastError>().set(error, message);
    return error;
}

const IZoomLastError* lastError() { return hasAuthenticated() ? &shared<LastError>() : nullptr; }

SDKError act(int32_t action, int64_t value) {
    return call([=](ps_client* target) { return ps_client_act(target, action, value); });
}

SDKError check(int32_t action, int64_t value) {
    ps_client* const target = client();
    return target ? mapped(ps_client_check(target, action, value)) : SDKERR_UNINITIALIZE;
}

int64_t query(int32_t number) {
    ps_client* const target = client();
    return target ? ps_client_query(target, number) : 0;
}

bool isInMeeting() { return query(PS_QUERY_LOCAL_USER) != 0; }

void endBecauseOfException(const char* callback, const char* what) {
    std::fprintf(
        stderr, "psstudio: %s threw: %s; no exception may leave a callback, so the process ends\n", callback, what);
    std::abort();
}

SDKError unemulated(const char* method, SDKError earlyAnswer, const char* rule) {
    if (!hasAuthenticated() && rule) return early(earlyAnswer, rule, method);
    if (!isInitialised()) return rejected(SDKERR_UNINITIALIZE, "InitSDK was not called, or CleanUPSDK was");
    if (!hasAuthenticated()) return early(SDKERR_UNAUTHENTICATION, "ZM-ENTRY-002", method);
    if (!query(PS_QUERY_IS_AUTHENTICATED)) return rejected(SDKERR_UNAUTHENTICATION, "the app is not authenticated");
    static Mutex* mutex = new Mutex();
    static std::set<std::string>* reported = new std::set<std::string>();
    bool isFirst;
    {
        const std::lock_guard<Mutex> lock(*mutex);
        isFirst = reported->insert(method).second;
    }
    const std::string message = std::string(method) + " is not emulated: it returns SDKERR_NO_IMPL and has no effect";
    if (isFirst) diagnose("%s", message.c_str());
    shared<LastError>().set(SDKERR_NO_IMPL, message);
    return SDKERR_NO_IMPL;
}

const zchar_t* emptyText() {
    static const zchar_t text[1] = {0};
    return text;
}

}  // namespace MEETINGSDK
