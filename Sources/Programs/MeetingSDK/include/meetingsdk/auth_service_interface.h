// Authentication.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_AUTH_SERVICE_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_AUTH_SERVICE_INTERFACE_H

#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

/// How an authentication ended.
enum AuthResult {
    AUTHRET_SUCCESS = 0,
    AUTHRET_KEYORSECRETEMPTY = 1,
    AUTHRET_KEYORSECRETWRONG = 2,
    AUTHRET_ACCOUNTNOTSUPPORT = 3,
    AUTHRET_ACCOUNTNOTENABLESDK = 4,
    AUTHRET_UNKNOWN = 5,
    AUTHRET_SERVICE_BUSY = 6,
    AUTHRET_NONE = 7,
    AUTHRET_OVERTIME = 8,
    AUTHRET_NETWORKISSUE = 9,
    AUTHRET_CLIENT_INCOMPATIBLE = 10,
    AUTHRET_JWTTOKENWRONG = 11,
    AUTHRET_LIMIT_EXCEEDED_EXCEPTION = 12,
};

enum LOGINSTATUS {
    LOGIN_IDLE = 0,
    LOGIN_PROCESSING = 1,
    LOGIN_SUCCESS = 2,
    LOGIN_FAILED = 3,
};

enum LoginFailReason {
    LoginFail_None = 0,
    LoginFail_EmailLoginDisable = 1,
    LoginFail_UserNotExist = 2,
    LoginFail_WrongPassword = 3,
    LoginFail_AccountLocked = 4,
    LoginFail_SDKNeedUpdate = 5,
    LoginFail_TooManyFailedAttempts = 6,
    LoginFail_SMSCodeError = 7,
    LoginFail_SMSCodeExpired = 8,
    LoginFail_PhoneNumberFormatInValid = 9,
    LoginFail_LoginTokenInvalid = 10,
    LoginFail_UserDisagreeLoginDisclaimer = 11,
    LoginFail_Mfa_Required = 12,
    LoginFail_Need_Bitrthday_ask = 13,
    LoginFail_OtherIssue = 100,
};

#if defined(WIN32)
enum SDKNotificationServiceStatus {
    SDK_Notification_Service_None = 0,
    SDK_Notification_Service_Starting = 1,
    SDK_Notification_Service_Started = 2,
    SDK_Notification_Service_StartFailed = 3,
    SDK_Notification_Service_Closed = 4,
};

enum SDKNotificationServiceError {
    SDK_Notification_Service_Error_Success = 0,
    SDK_Notification_Service_Error_Unknown = 1,
    SDK_Notification_Service_Error_Internal_Error = 2,
    SDK_Notification_Service_Error_Invalid_Token = 3,
    SDK_Notification_Service_Error_Multi_Connect = 4,
    SDK_Notification_Service_Error_Network_Issue = 5,
    SDK_Notification_Service_Error_Max_Duration = 6,
};
#endif

/// The token of an app. Any token that is not empty is accepted.
struct tagAuthContext {
    const zchar_t* jwt_token = nullptr;
    const zchar_t* publicAppKey = nullptr;
};
typedef struct tagAuthContext AuthContext;

enum LoginType {
    LoginType_Unknown = 0,
    LoginType_SSO = 1,
};

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
