#include "meeting/before_authentication.h"
#include "meeting/controllers.h"
#include "engine/dispatch.h"
#include "unemulated/auth_service.h"
#include "zoom_sdk.h"

namespace MEETINGSDK {

namespace {

AuthResult result(int64_t number) {
    switch (number) {
    case PS_AUTH_SUCCESS: return AUTHRET_SUCCESS;
    case PS_AUTH_KEY_WRONG: return AUTHRET_KEYORSECRETWRONG;
    case PS_AUTH_ACCOUNT_UNSUPPORTED: return AUTHRET_ACCOUNTNOTSUPPORT;
    case PS_AUTH_ACCOUNT_NOT_ENABLED: return AUTHRET_ACCOUNTNOTENABLESDK;
    case PS_AUTH_TIMEOUT: return AUTHRET_OVERTIME;
    case PS_AUTH_NETWORK_FAILED: return AUTHRET_NETWORKISSUE;
    case PS_AUTH_CLIENT_INCOMPATIBLE: return AUTHRET_CLIENT_INCOMPATIBLE;
    case PS_AUTH_TOKEN_WRONG: return AUTHRET_JWTTOKENWRONG;
    case PS_AUTH_KEY_EMPTY: return AUTHRET_KEYORSECRETEMPTY;
    case PS_AUTH_LIMIT_REACHED: return AUTHRET_LIMIT_EXCEEDED_EXCEPTION;
    default: return AUTHRET_UNKNOWN;
    }
}

class AuthService final : public Notifying<UnemulatedAuthService, IAuthServiceEvent> {
public:
    SDKError SDKAuth(AuthContext& context) override {
        if (!hasAuthenticated() && !isLive) return refuseDestroyed("the authentication service was destroyed");
        // A public key stands for a token.
        const std::string given = utf8(context.jwt_token);
        const std::string token = given.empty() ? utf8(context.publicAppKey) : given;
        if (!token.empty() && !hasAuthenticated() && isPending.exchange(true)) {
            return refuse(
                SDKERR_INTERNAL_ERROR, "ZM-AUTH-004", "SDKAuth: the last authentication is not answered yet",
                "wait for onAuthenticationReturn, or begin anew with CleanUPSDK and InitSDK");
        }
        const SDKError result =
            call([&](ps_client* target) { return ps_client_authenticate(target, token.c_str()); });
        if (result != SDKERR_SUCCESS && !token.empty()) isPending = false;
        return result;
    }

    AuthResult GetAuthResult() override {
        const int64_t number = client() ? query(PS_QUERY_ENTRY_RESULT) : -1;
        return number < 0 ? AUTHRET_NONE : result(number);
    }

    LOGINSTATUS GetLoginStatus() override { return LOGIN_IDLE; }
    const zchar_t* GetSDKIdentity() override { return hasAuthenticated() ? emptyText() : nullptr; }
    const zchar_t* GenerateSSOLoginWebURL(const zchar_t*) override { return hasAuthenticated() ? emptyText() : nullptr; }

    /// Makes it again.
    void begin() { isLive = true; }
    void end() {
        receiver.set(nullptr);
        isLive = false;
    }
    /// Ends it with the interface.
    void forget() {
        end();
        isPending = false;
    }
    void noteResult(AuthResult result) {
        isPending = false;
        if (result == AUTHRET_SUCCESS) setAuthenticated(true);
    }

private:
    /// Whether it was neither destroyed nor ended by CleanUPSDK.
    std::atomic<bool> isLive{false};
    /// Whether the first successful authentication, or one before it, is not answered.
    std::atomic<bool> isPending{false};
};

}  // namespace

void forgetAuthenticationReceiver() { shared<AuthService>().forget(); }

void receiveAuthentication(const ps_client_event& event) {
    Receiver<IAuthServiceEvent>& receiver = shared<AuthService>().receiver;
    if (event.kind == PS_EVENT_AUTHENTICATED) {
        shared<AuthService>().noteResult(result(event.number));
        NOTIFY(receiver, IAuthServiceEvent, onAuthenticationReturn, result(event.number));
#if defined(WIN32)
        // Demos for Windows join only here: the SDK tries to log in after the authentication, and nobody is logged in.
        if (result(event.number) == AUTHRET_SUCCESS) {
            NOTIFY(receiver, IAuthServiceEvent, onLoginReturnWithReason, LOGIN_FAILED, nullptr, LoginFail_OtherIssue);
        }
#endif
    } else {
        NOTIFY(receiver, IAuthServiceEvent, onZoomAuthIdentityExpired);
    }
}

}  // namespace MEETINGSDK

BEGIN_ZOOM_SDK_NAMESPACE

using namespace MEETINGSDK;

extern "C" {

SDKError CreateAuthService(IAuthService** service) {
    const SDKError result = handOut<AuthService>("CreateAuthService", service);
    if (result != SDKERR_SUCCESS) return result;
    shared<AuthService>().begin();
    noteService();
    return SDKERR_SUCCESS;
}

SDKError DestroyAuthService(IAuthService* service) {
    const SDKError result = checkService("DestroyAuthService", service);
    if (result != SDKERR_SUCCESS) return result;
    if (service != &shared<AuthService>()) {
        return rejected(SDKERR_INVALID_PARAMETER, "DestroyAuthService: this is no authentication service");
    }
    shared<AuthService>().end();
    return SDKERR_SUCCESS;
}

}  // extern "C"

END_ZOOM_SDK_NAMESPACE
