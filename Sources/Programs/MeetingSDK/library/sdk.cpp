#include "zoom_sdk.h"

#include "controllers.h"
#include "dispatch.h"
#include "network_connection_handler_interface.h"
#include "rawdata/zoom_rawdata_api.h"

namespace MEETINGSDK {

namespace {

class NetworkHelper final : public INetworkConnectionHelper {
public:
    SDKError RegisterNetworkConnectionHandler(INetworkConnectionHandler* handler) override {
        if (!handler) {
            return rejected(SDKERR_INVALID_PARAMETER, "RegisterNetworkConnectionHandler: the handler is null");
        }
        receiver.set(handler);
        // Clients authenticate inside this callback.
        later([] {
            shared<NetworkHelper>().receiver.call(
                "INetworkConnectionHandler::onProxyDetectComplete",
                [](INetworkConnectionHandler& to) { to.onProxyDetectComplete(); });
        });
        return SDKERR_SUCCESS;
    }

    SDKError UnRegisterNetworkConnectionHandler() override {
        receiver.set(nullptr);
        return SDKERR_SUCCESS;
    }

    SDKError ConfigureProxy(ProxySettings&) override { return SDKERR_SUCCESS; }

    Receiver<INetworkConnectionHandler> receiver;
};

}  // namespace

void forgetAll() {
    shared<NetworkHelper>().receiver.set(nullptr);
    forgetAuthenticationReceiver();
    forgetMeetingReceivers();
    forgetChat();
    emptyRawData();
}

}  // namespace MEETINGSDK

BEGIN_ZOOM_SDK_NAMESPACE

using namespace MEETINGSDK;

extern "C" {

SDKError InitSDK(InitParam& parameters) {
    // Read only what the shortest form of the argument has.
    return initialise(parameters.rawdataOpts);
}

SDKError SwitchDomain(const zchar_t* domain, bool) {
    if (!domain) return rejected(SDKERR_INVALID_PARAMETER, "SwitchDomain: the domain is null");
    return isInitialised() ? SDKERR_SUCCESS : rejected(SDKERR_UNINITIALIZE, "SwitchDomain: InitSDK was not called");
}

SDKError CreateNetworkConnectionHelper(INetworkConnectionHelper** helper) {
    if (!helper) return rejected(SDKERR_INVALID_PARAMETER, "CreateNetworkConnectionHelper: the argument is null");
    *helper = nullptr;
    if (!isInitialised()) return rejected(SDKERR_UNINITIALIZE, "CreateNetworkConnectionHelper: InitSDK was not called");
    *helper = &shared<NetworkHelper>();
    return SDKERR_SUCCESS;
}

SDKError DestroyNetworkConnectionHelper(INetworkConnectionHelper* helper) {
    if (helper != &shared<NetworkHelper>()) {
        return rejected(SDKERR_INVALID_PARAMETER, "DestroyNetworkConnectionHelper: this is no network helper");
    }
    return helper->UnRegisterNetworkConnectionHandler();
}

SDKError CleanUPSDK() {
    if (!isInitialised()) return rejected(SDKERR_UNINITIALIZE, "CleanUPSDK: nothing is initialised");
    // psstudio.h reports its own callbacks; that of the network helper is none of them.
    if (isDelivering() && !ps_is_inside_callback()) {
        diagnose("ZM-ENTRY-006: CleanUPSDK is called inside a callback; return from it first");
    }
    const SDKError result = uninitialise();
    if (result == SDKERR_SUCCESS) forgetAll();
    return result;
}

const zchar_t* GetSDKVersion() {
    static const zchar_t* const version = lasting(std::string("6.7.5 (psstudio ") + ps_version() + ")");
    return version;
}

const IZoomLastError* GetZoomLastError() { return lastError(); }

bool HasRawdataLicense() { return isInitialised(); }

}  // extern "C"

END_ZOOM_SDK_NAMESPACE
