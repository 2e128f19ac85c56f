// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#include "auth_service_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedAuthService : public IAuthService {
public:
    UNEMULATED(SDKError, IAuthService, SSOLoginWithWebUriProtocol, (const zchar_t*))
    UNEMULATED(SDKError, IAuthService, LogOut, ())
    IAccountInfo* GetAccountInfo() override { return nullptr; }
#if defined(WIN32)
    IDirectShareServiceHelper* GetDirectShareServiceHelper() override { return nullptr; }
    UNEMULATED(void, IAuthService, EnableAutoRegisterNotificationServiceForLogin, (bool))
    UNEMULATED(SDKError, IAuthService, RegisterNotificationService, (const zchar_t*))
    UNEMULATED(SDKError, IAuthService, UnregisterNotificationService, ())
    INotificationServiceHelper* GetNotificationServiceHelper() override { return nullptr; }
#endif
};

}  // namespace MEETINGSDK
