// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#include "auth_service_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedAuthService : public IAuthService {
public:
    SDKError SetEvent(IAuthServiceEvent*) override { return SDKERR_SUCCESS; }
    SDKError SDKAuth(AuthContext&) override { return unemulated("IAuthService::SDKAuth"); }
    AuthResult GetAuthResult() override { return {}; }
    const zchar_t* GetSDKIdentity() override { return emptyText(); }
    const zchar_t* GenerateSSOLoginWebURL(const zchar_t*) override { return emptyText(); }
    SDKError SSOLoginWithWebUriProtocol(const zchar_t*) override {
        return unemulated("IAuthService::SSOLoginWithWebUriProtocol");
    }
    SDKError LogOut() override { return unemulated("IAuthService::LogOut"); }
    IAccountInfo* GetAccountInfo() override { return nullptr; }
    LOGINSTATUS GetLoginStatus() override { return {}; }
#if defined(WIN32)
    IDirectShareServiceHelper* GetDirectShareServiceHelper() override { return nullptr; }
    void EnableAutoRegisterNotificationServiceForLogin(bool) override {
        unemulated("IAuthService::EnableAutoRegisterNotificationServiceForLogin");
    }
    SDKError RegisterNotificationService(const zchar_t*) override {
        return unemulated("IAuthService::RegisterNotificationService");
    }
    SDKError UnregisterNotificationService() override {
        return unemulated("IAuthService::UnregisterNotificationService");
    }
    INotificationServiceHelper* GetNotificationServiceHelper() override { return nullptr; }
#endif
};

}  // namespace MEETINGSDK
