#include "zoom_sdk.h"

#include <unistd.h>

#include "meeting/before_authentication.h"
#include "meeting/controllers.h"
#include "engine/dispatch.h"
#include "network_connection_handler_interface.h"
#include "rawdata/zoom_rawdata_api.h"

namespace MEETINGSDK {

namespace {

class NetworkHelper final : public INetworkConnectionHelper {
public:
    SDKError RegisterNetworkConnectionHandler(INetworkConnectionHandler* handler) override {
        if (!handler && !hasAuthenticated()) return UnRegisterNetworkConnectionHandler();
        if (!handler) {
            return rejected(SDKERR_INVALID_PARAMETER, "RegisterNetworkConnectionHandler: the handler is null");
        }
        receiver.set(handler);
        // Clients authenticate inside this callback.
        later([] {
            NOTIFY(shared<NetworkHelper>().receiver, INetworkConnectionHandler, onProxyDetectComplete);
        });
        return SDKERR_SUCCESS;
    }

    SDKError UnRegisterNetworkConnectionHandler() override {
        receiver.set(nullptr);
        return SDKERR_SUCCESS;
    }

    SDKError ConfigureProxy(ProxySettings& settings) override {
        if (settings.proxy || hasAuthenticated()) return SDKERR_SUCCESS;
        // Bots in the field do so, ignore the code, and work: no violation.
        note("ConfigureProxy", "ZM-AUTH-024: ConfigureProxy returns 3, because the proxy is null; it has no effect");
        return SDKERR_INVALID_PARAMETER;
    }

    Receiver<INetworkConnectionHandler> receiver;
};

/// CleanUPSDK in the handler of a signal that interrupted a call of this thread would wait for that call, for ever.
SDKError refuseInterruption() {
    static const char message[] =
        "CleanUPSDK is called in the handler of a signal that interrupted a call of the SDK, and is refused: it would wait "
        "for ever. Set a flag in the handler, or let the main loop handle the signal (g_unix_signal_add), and clean up there";
    // While a call of psstudio.h is interrupted, this fails; the fault was recorded then.
    record("C-CALL-010", message);
    // Standard error may be locked.
    const std::string line = std::string("psstudio: C-CALL-010: ") + message + "\n";
    if (write(STDERR_FILENO, line.data(), line.size()) < 0) return SDKERR_WRONG_USAGE;
    return SDKERR_WRONG_USAGE;
}

}  // namespace

void forgetAll() {
    shared<NetworkHelper>().receiver.set(nullptr);
    forgetAuthenticationReceiver();
    forgetMeetingReceivers();
    forgetChat();
    emptyRawData();
    noteEndedServices();
    setAuthenticated(false);
}

}  // namespace MEETINGSDK

BEGIN_ZOOM_SDK_NAMESPACE

using namespace MEETINGSDK;

extern "C" {

SDKError InitSDK(InitParam& parameters) {
    // Again, it has no effect.
    if (!parameters.strWebDomain && !isInitialised()) {
        return refuse(
            SDKERR_INVALID_PARAMETER, "ZM-AUTH-003", "InitSDK: strWebDomain is null", "set it to \"https://zoom.us\"");
    }
    // Read only what the shortest form of the argument has.
    return initialise(parameters.rawdataOpts);
}

SDKError SwitchDomain(const zchar_t* domain, bool) {
    if (domain && isInitialised()) return SDKERR_SUCCESS;
    return refuse(
        domain ? SDKERR_MODULE_LOAD_FAILED : SDKERR_INVALID_PARAMETER, "ZM-AUTH-023",
        domain ? "SwitchDomain: InitSDK was not called" : "SwitchDomain: the domain is null",
        "call it after InitSDK, with a text");
}

SDKError CreateNetworkConnectionHelper(INetworkConnectionHelper** helper) {
    return handOut<NetworkHelper>("CreateNetworkConnectionHelper", helper);
}

SDKError DestroyNetworkConnectionHelper(INetworkConnectionHelper* helper) {
    const SDKError result = checkService("DestroyNetworkConnectionHelper", helper);
    if (result != SDKERR_SUCCESS) return result;
    if (helper != &shared<NetworkHelper>()) {
        return rejected(SDKERR_INVALID_PARAMETER, "DestroyNetworkConnectionHelper: this is no network helper");
    }
    return helper->UnRegisterNetworkConnectionHandler();
}

SDKError CleanUPSDK() {
    if (isInterrupting()) return refuseInterruption();
    if (!isInitialised()) return SDKERR_SUCCESS;
    // psstudio.h reports its own callbacks; that of the network helper is none of them.
    if (isDelivering() && !ps_is_inside_callback()) {
        static const char* const message = "CleanUPSDK is called inside a callback; return from it first";
        diagnose("ZM-ENTRY-006: %s", message);
        record("ZM-ENTRY-006", message);
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

bool HasRawdataLicense() { return hasAuthenticated(); }

}  // extern "C"

END_ZOOM_SDK_NAMESPACE
