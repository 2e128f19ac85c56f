// Proxies and certificates.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_NETWORK_CONNECTION_HANDLER_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_NETWORK_CONNECTION_HANDLER_INTERFACE_H

#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

/// The argument of ConfigureProxy.
struct tagProxySettings {
    const zchar_t* proxy = nullptr;
    bool auto_detect = false;
};
typedef struct tagProxySettings ProxySettings;

class IProxySettingHandler {
public:
    virtual ~IProxySettingHandler() {}
    virtual const zchar_t* GetProxyHost() = 0;
    virtual unsigned int GetProxyPort() = 0;
    virtual const zchar_t* GetProxyDescription() = 0;
    virtual void InputUsernamePassword(const zchar_t* userName, const zchar_t* psw) = 0;
    virtual void Cancel() = 0;
};

class ISSLCertVerificationHandler {
public:
    virtual ~ISSLCertVerificationHandler() {}
    virtual const zchar_t* GetCertIssuedTo() = 0;
    virtual const zchar_t* GetCertIssuedBy() = 0;
    virtual const zchar_t* GetCertSerialNum() = 0;
    virtual const zchar_t* GetCertFingerprint() = 0;
    virtual void Trust() = 0;
    virtual void Cancel() = 0;
};

/// Questions of the network; the emulator asks none.
class INetworkConnectionHandler {
public:
    virtual void onProxyDetectComplete() {}
    virtual void onProxySettingNotification(IProxySettingHandler* /*handler*/) {}
    virtual void onSSLCertVerifyNotification(ISSLCertVerificationHandler* /*handler*/) {}
};

/// Configures the network; the emulator has none.
class INetworkConnectionHelper {
public:
    virtual SDKError RegisterNetworkConnectionHandler(INetworkConnectionHandler* networkHandler) = 0;
    virtual SDKError UnRegisterNetworkConnectionHandler() = 0;
    virtual SDKError ConfigureProxy(ProxySettings& proxySetting) = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif
