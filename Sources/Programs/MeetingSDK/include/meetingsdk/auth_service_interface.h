// Authentication.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_AUTH_SERVICE_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_AUTH_SERVICE_INTERFACE_H

#include "psstudio/names/auth_service_interface.h"
#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

/// The token of an app. Any token that is not empty is accepted.
struct tagAuthContext {
    const zchar_t* jwt_token = nullptr;
    const zchar_t* publicAppKey = nullptr;
};
typedef struct tagAuthContext AuthContext;

/// The account that is logged in; the emulator has none.
class IAccountInfo {
public:
    virtual const zchar_t* GetDisplayName() = 0;
    virtual LoginType GetLoginType() = 0;
    virtual ~IAccountInfo() {}
};

/// Results of IAuthService; each method is optional.
class IAuthServiceEvent {
public:
    virtual ~IAuthServiceEvent() {}
    virtual void onAuthenticationReturn(AuthResult /*ret*/) {}
    virtual void onLoginReturnWithReason(LOGINSTATUS /*ret*/, IAccountInfo* /*accountInfo*/,
        LoginFailReason /*reason*/) {}
    virtual void onLogout() {}
    virtual void onZoomIdentityExpired() {}
    virtual void onZoomAuthIdentityExpired() {}
#if defined(WIN32)
    virtual void onNotificationServiceStatus(SDKNotificationServiceStatus /*status*/,
        SDKNotificationServiceError /*error*/) {}
#endif
};

#if defined(WIN32)
class IDirectShareServiceHelper;
class IOutlookPluginIntegrationHelper;
class INotificationServiceHelper;
#endif

/// Authenticates the app; everything else needs it.
class IAuthService {
public:
    virtual SDKError SetEvent(IAuthServiceEvent* event) = 0;
    virtual SDKError SDKAuth(AuthContext& authContext) = 0;
    virtual AuthResult GetAuthResult() = 0;
    virtual const zchar_t* GetSDKIdentity() = 0;
    virtual const zchar_t* GenerateSSOLoginWebURL(const zchar_t* prefixOfVanityUrl) = 0;
    virtual SDKError SSOLoginWithWebUriProtocol(const zchar_t* uriProtocol) = 0;
    virtual SDKError LogOut() = 0;
    virtual IAccountInfo* GetAccountInfo() = 0;
    virtual LOGINSTATUS GetLoginStatus() = 0;
#if defined(WIN32)
    virtual IDirectShareServiceHelper* GetDirectShareServiceHelper() = 0;
    virtual void EnableAutoRegisterNotificationServiceForLogin(bool enable) = 0;
    virtual SDKError RegisterNotificationService(const zchar_t* accessToken) = 0;
    virtual SDKError UnregisterNotificationService() = 0;
    virtual INotificationServiceHelper* GetNotificationServiceHelper() = 0;
#endif
};

END_ZOOM_SDK_NAMESPACE

#endif
