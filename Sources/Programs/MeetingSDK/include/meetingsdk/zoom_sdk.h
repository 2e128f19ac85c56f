// Starts and ends the interface, and makes its services.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_ZOOM_SDK_H
#define PSSTUDIO_MEETINGSDK_ZOOM_SDK_H

#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

class IMeetingService;
class IAuthService;
class ISettingService;
class ICalenderService;
class INetworkConnectionHelper;

extern "C" {

/// Begins; call it first, on the thread that runs GLib's default main context. strWebDomain must be set.
SDK_API SDKError InitSDK(InitParam& param) PSSTUDIO_MEETINGSDK_SYMBOL("InitSDK");
/// Changes the domain; the emulator has one.
SDK_API SDKError SwitchDomain(const zchar_t* domain, bool force) PSSTUDIO_MEETINGSDK_SYMBOL("SwitchDomain");

/// The meeting of this process. A service that was destroyed answers with codes until the process ends.
SDK_API SDKError CreateMeetingService(IMeetingService** service) PSSTUDIO_MEETINGSDK_SYMBOL("CreateMeetingService");
SDK_API SDKError DestroyMeetingService(IMeetingService* service) PSSTUDIO_MEETINGSDK_SYMBOL("DestroyMeetingService");
SDK_API SDKError CreateAuthService(IAuthService** service) PSSTUDIO_MEETINGSDK_SYMBOL("CreateAuthService");
SDK_API SDKError DestroyAuthService(IAuthService* service) PSSTUDIO_MEETINGSDK_SYMBOL("DestroyAuthService");
SDK_API SDKError CreateSettingService(ISettingService** service) PSSTUDIO_MEETINGSDK_SYMBOL("CreateSettingService");
SDK_API SDKError DestroySettingService(ISettingService* service) PSSTUDIO_MEETINGSDK_SYMBOL("DestroySettingService");
SDK_API SDKError CreateNetworkConnectionHelper(INetworkConnectionHelper** helper)
    PSSTUDIO_MEETINGSDK_SYMBOL("CreateNetworkConnectionHelper");
SDK_API SDKError DestroyNetworkConnectionHelper(INetworkConnectionHelper* helper)
    PSSTUDIO_MEETINGSDK_SYMBOL("DestroyNetworkConnectionHelper");

/// Ends; InitSDK begins again. The interface forbids it inside callbacks: there it succeeds, and is reported.
SDK_API SDKError CleanUPSDK() PSSTUDIO_MEETINGSDK_SYMBOL("CleanUPSDK");
/// The version of the interface, and the emulator's.
SDK_API const zchar_t* GetSDKVersion() PSSTUDIO_MEETINGSDK_SYMBOL("GetSDKVersion");
/// The last call that failed, with the rule that it broke; null until an authentication has succeeded.
SDK_API const IZoomLastError* GetZoomLastError() PSSTUDIO_MEETINGSDK_SYMBOL("GetZoomLastError");

}  // extern "C"

END_ZOOM_SDK_NAMESPACE

#endif
