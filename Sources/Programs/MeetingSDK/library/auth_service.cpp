#include "controllers.h"
#include "dispatch.h"
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

class AuthService final : public UnemulatedAuthService {
public:
    SDKError SetEvent(IAuthServiceEvent* event) override {
        receiver.set(event);
        return SDKERR_SUCCESS;
    }

    SDKError SDKAuth(AuthContext& context) override {
        const std::string token = utf8(context.jwt_token);
        return call([&](ps_client* target) { return ps_client_authenticate(target, token.c_str()); });
    }

    AuthResult GetAuthResult() override {
        const int64_t number = client() ? query(PS_QUERY_ENTRY_RESULT) : -1;
        return number < 0 ? AUTHRET_NONE : result(number);
    }

    LOGINSTATUS GetLoginStatus() override { return LOGIN_IDLE; }

    Receiver<IAuthServiceEvent> receiver;
};

}  // namespace

void forgetAuthenticationReceiver() { shared<AuthService>().receiver.set(nullptr); }

void receiveAuthentication(const ps_client_event& event) {
    Receiver<IAuthServiceEvent>& receiver = shared<AuthService>().receiver;
    if (event.kind == PS_EVENT_AUTHENTICATED) {
        receiver.call("IAuthServiceEvent::onAuthenticationReturn", [&](IAuthServiceEvent& to) {
            to.onAuthenticationReturn(result(event.number));
        });
#if defined(WIN32)
        // Demos for Windows join only here: the SDK tries to log in after the authentication, and nobody is logged in.
        if (result(event.number) == AUTHRET_SUCCESS) {
            receiver.call("IAuthServiceEvent::onLoginReturnWithReason", [](IAuthServiceEvent& to) {
                to.onLoginReturnWithReason(LOGIN_FAILED, nullptr, LoginFail_OtherIssue);
            });
        }
#endif
    } else {
        receiver.call("IAuthServiceEvent::onZoomAuthIdentityExpired", [](IAuthServiceEvent& to) {
            to.onZoomAuthIdentityExpired();
        });
    }
}

}  // namespace MEETINGSDK

BEGIN_ZOOM_SDK_NAMESPACE

using namespace MEETINGSDK;

extern "C" {

SDKError CreateAuthService(IAuthService** service) {
    if (!service) return rejected(SDKERR_INVALID_PARAMETER, "CreateAuthService: the argument is null");
    *service = nullptr;
    if (!isInitialised()) return rejected(SDKERR_UNINITIALIZE, "CreateAuthService: InitSDK was not called");
    *service = &shared<AuthService>();
    return SDKERR_SUCCESS;
}

SDKError DestroyAuthService(IAuthService* service) {
    if (service != &shared<AuthService>()) {
        return rejected(SDKERR_INVALID_PARAMETER, "DestroyAuthService: this is no authentication service");
    }
    return service->SetEvent(nullptr);
}

}  // extern "C"

END_ZOOM_SDK_NAMESPACE
