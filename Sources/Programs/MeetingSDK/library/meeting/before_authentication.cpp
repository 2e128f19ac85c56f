#include "meeting/before_authentication.h"

#include <chrono>
#include <cstdio>
#include <mutex>
#include <set>
#include <string>

#include "engine/mutex.h"

namespace MEETINGSDK {

namespace {

std::atomic<bool> isAuthenticated{false};

/// Which services there are. The vendor's library does not recover from the end of the meeting service before CleanUPSDK.
enum class Services { none, made, meetingDestroyed };
std::atomic<Services> services{Services::none};

/// The last rejection of a source.
class Rejection {
public:
    /// Whether it was less than a second ago.
    ///
    /// @param isRejection whether this call is rejected now, if it was not
    bool isRecent(bool isRejection) {
        const std::lock_guard<Mutex> lock(mutex);
        const auto now = std::chrono::steady_clock::now();
        if (isThere && now - time < std::chrono::seconds(1)) return true;
        isThere = isRejection;
        time = now;
        return false;
    }

private:
    Mutex mutex;
    bool isThere = false;
    std::chrono::steady_clock::time_point time;
};

constexpr const char* waitForResult = "wait for onAuthenticationReturn(AUTHRET_SUCCESS)";

}  // namespace

bool hasAuthenticated() { return isAuthenticated; }
void setAuthenticated(bool isSo) { isAuthenticated = isSo; }

void noteService() {
    Services expected = Services::none;
    services.compare_exchange_strong(expected, Services::made);
}

void noteDestroyedMeetingService() { services = Services::meetingDestroyed; }
void noteEndedServices() { services = Services::none; }
SDKError withServices(SDKError answer) { return services == Services::made ? answer : SDKERR_INTERNAL_ERROR; }

SDKError refuse(SDKError answer, const char* rule, const char* message, const char* hint) {
    ps_client* const target = client();
    // Without a client, nothing but this line tells it.
    if (!target) return rejected(answer, (std::string(message) + "; " + hint).c_str(), rule);
    code(ps_client_reject(target, rule, message, hint));
    return answer;
}

SDKError early(SDKError answer, const char* rule, const char* call) {
    const std::string message = std::string(call) + ": no authentication has succeeded";
    return refuse(answer, rule, message.c_str(), isInitialised() ? waitForResult : "call InitSDK, then authenticate");
}

SDKError refuseDestroyed(const char* message) {
    return refuse(SDKERR_WRONG_USAGE, "ZM-AUTH-005", message, "create it again before this call");
}

void note(const char* call, const std::string& message) {
    {
        static Mutex* mutex = new Mutex();
        static std::set<std::string>* noted = new std::set<std::string>();
        const std::lock_guard<Mutex> lock(*mutex);
        if (!noted->insert(call).second) return;
    }
    std::fprintf(stderr, "psstudio: note: %s\n", message.c_str());
}

void noteNull(const char* rule, const char* accessor) {
    // Not a violation: a client that looks at the pointer is right.
    note(accessor, std::string(rule) + ": " + accessor + " returns null, because no authentication has succeeded; " +
                       waitForResult);
}

SDKError refuseNull(const char* call) {
    return refuse(
        SDKERR_INVALID_PARAMETER, "ZM-AUTH-024", (std::string(call) + ": the text is null").c_str(), "pass a text");
}

SDKError checkService(const char* call, const void* pointer) {
    if (!isInitialised()) {
        return refuse(
            SDKERR_UNINITIALIZE, "ZM-AUTH-021", (std::string(call) + ": InitSDK was not called").c_str(),
            "call InitSDK first, and CleanUPSDK last");
    }
    if (pointer) return SDKERR_SUCCESS;
    return refuse(
        SDKERR_INVALID_PARAMETER, "ZM-AUTH-022", (std::string(call) + ": the argument is null").c_str(),
        "pass a pointer that is not null");
}

SDKError setEarlySource(const char* call, const void* source) {
    if (shared<Rejection>().isRecent(source != nullptr)) {
        return refuse(
            SDKERR_TOO_FREQUENT_CALL, "ZM-AUTH-015",
            (std::string(call) + ": one was rejected less than a second ago").c_str(), waitForResult);
    }
    return source ? early(SDKERR_INTERNAL_ERROR, "ZM-AUTH-014", call) : SDKERR_SUCCESS;
}

SDKError setEarlyShare(const char* call, const void* source) {
    if (source) return early(withServices(SDKERR_UNKNOWN), "ZM-AUTH-017", call);
    return refuse(
        SDKERR_INVALID_PARAMETER, "ZM-AUTH-016", (std::string(call) + ": the source is null").c_str(), waitForResult);
}

}  // namespace MEETINGSDK
