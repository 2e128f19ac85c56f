#include "meeting/before_authentication.h"
#include "meeting/controllers.h"
#include "engine/lists.h"
#include "media/raw_sources.h"
#include "rawdata/rawdata_video_source_helper_interface.h"
#include "rawdata/zoom_rawdata_api.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

namespace {

class Camera final : public IZoomSDKVideoSender {
public:
    SDKError sendVideoFrame(
        char* frame, int width, int height, int length, int rotation, FrameDataFormat format) override {
        if (length < 0) return rejected(SDKERR_INVALID_PARAMETER, "sendVideoFrame: the length is negative");
        return call([&](ps_client* target) {
            return ps_client_send_camera(
                target, frame, static_cast<size_t>(length), width, height, rotation,
                format == FrameDataFormat_I420_LIMITED ? PS_FORMAT_I420_LIMITED : PS_FORMAT_I420_FULL);
        });
    }
};

struct CameraSource {
    Receiver<IZoomSDKVideoSource> receiver;
};

class CameraHelper final : public IZoomSDKVideoSourceHelper, public HandedOut<CameraHelper> {
public:
    SDKError setPreProcessor(IZoomSDKPreProcessor* processor) override {
        if (!hasAuthenticated()) return setEarlySource("setPreProcessor", processor);
        return unemulated("IZoomSDKVideoSourceHelper::setPreProcessor");
    }

    SDKError setExternalVideoSource(IZoomSDKVideoSource* newSource) override {
        if (!hasAuthenticated()) return setEarlySource("setExternalVideoSource", newSource);
        return setSource(shared<CameraSource>().receiver, newSource, ps_client_set_camera);
    }
};

void initialise(IZoomSDKVideoSource& source) {
    ps_camera_format formats[16];
    size_t count = 0;
    size_t suggested = 0;
    if (ps_client_get_camera_formats(client(), formats, 16, &count, &suggested) != PS_OK) count = 0;
    std::vector<VideoSourceCapability> capabilities;
    for (size_t i = 0; i < count && i < 16; ++i) {
        capabilities.emplace_back(
            unsigned(formats[i].width), unsigned(formats[i].height), unsigned(formats[i].frame_rate));
    }
    VideoSourceCapability suggestion;
    if (suggested < capabilities.size()) suggestion = capabilities[suggested];
    EventList<VideoSourceCapability> list(capabilities);
    source.onInitialize(&shared<Camera>(), list.get(), suggestion);
}

}  // namespace

void forgetCamera() { shared<CameraSource>().receiver.set(nullptr); }

void receiveCamera(const ps_client_event& event) {
    Receiver<IZoomSDKVideoSource>& source = shared<CameraSource>().receiver;
    switch (event.kind) {
    case PS_EVENT_CAMERA_READY:
        return source.call("IZoomSDKVideoSource::onInitialize", [](IZoomSDKVideoSource& to) { initialise(to); });
    case PS_EVENT_CAMERA_STARTED:
        return NOTIFY(source, IZoomSDKVideoSource, onStartSend);
    case PS_EVENT_CAMERA_STOPPED:
        return NOTIFY(source, IZoomSDKVideoSource, onStopSend);
    default:
        return NOTIFY(source, IZoomSDKVideoSource, onUninitialized);
    }
}

}  // namespace MEETINGSDK

BEGIN_ZOOM_SDK_NAMESPACE

using namespace MEETINGSDK;

extern "C" IZoomSDKVideoSourceHelper* GetRawdataVideoSourceHelper() {
    return CameraHelper::get();
}

END_ZOOM_SDK_NAMESPACE
