#include <deque>
#include <memory>
#include <vector>

#include "meeting/before_authentication.h"
#include "media/raw_data.h"
#include "rawdata/rawdata_renderer_interface.h"
#include "rawdata/zoom_rawdata_api.h"

namespace MEETINGSDK {

namespace {

int32_t height(ZoomSDKResolution resolution) {
    switch (resolution) {
    case ZoomSDKResolution_90P: return 90;
    case ZoomSDKResolution_180P: return 180;
    case ZoomSDKResolution_360P: return 360;
    case ZoomSDKResolution_720P: return 720;
    case ZoomSDKResolution_1080P: return 1080;
    default: return 0;
    }
}

/// A renderer; after its end it keeps a closed handle, whose calls return codes.
class Renderer final : public IZoomSDKRenderer {
public:
    explicit Renderer(IZoomSDKRendererDelegate* to) { delegate.set(to); }

    ps_result create() {
        ps_renderer_callbacks callbacks = PS_RENDERER_CALLBACKS_INIT;
        callbacks.user = this;
        callbacks.on_frame = [](void* user, const ps_received_frame* frame, ps_raw_data* data) {
            static_cast<Renderer*>(user)->receive(*frame, data);
        };
        callbacks.on_status = [](void* user, int32_t isOn) {
            NOTIFY(
                static_cast<Renderer*>(user)->delegate, IZoomSDKRendererDelegate, onRawDataStatusChanged,
                isOn ? IZoomSDKRendererDelegate::RawData_On : IZoomSDKRendererDelegate::RawData_Off);
        };
        callbacks.on_destroyed = [](void* user) {
            NOTIFY(static_cast<Renderer*>(user)->delegate, IZoomSDKRendererDelegate, onRendererBeDestroyed);
        };
        ps_renderer* created = nullptr;
        const ps_result result = ps_renderer_create(client(), &callbacks, &created);
        handle = created;
        return result;
    }

    SDKError destroy() {
        // The first one after the end of the interface is the client's clean-up.
        if (hasEnded.exchange(false)) return SDKERR_SUCCESS;
        const SDKError result = code(ps_renderer_destroy(handle));
        order.mark();
        delegate.set(nullptr);
        return result;
    }

    /// The interface has ended: what it has of the meeting is freed, and later calls are faults.
    void end() {
        delegate.set(nullptr);
        ps_renderer_destroy(handle);
        hasEnded = true;
    }
    void mark() { order.mark(); }

    SDKError setRawDataResolution(ZoomSDKResolution newResolution) override {
        const SDKError result = code(ps_renderer_set_height(handle, height(newResolution)));
        if (result == SDKERR_SUCCESS) resolution = newResolution;
        return result;
    }

    SDKError subscribe(uint32_t userId, ZoomSDKRawDataType newType) override {
        if (newType != RAW_DATA_TYPE_VIDEO && newType != RAW_DATA_TYPE_SHARE) {
            return rejected(SDKERR_INVALID_PARAMETER, "subscribe: the type is neither video nor share");
        }
        // Before the first frame, which comes on another thread.
        const uint32_t formerId = subscribed.exchange(userId);
        const SDKError result = code(ps_renderer_subscribe(handle, userId, newType == RAW_DATA_TYPE_SHARE));
        if (result == SDKERR_SUCCESS) type = newType;
        else subscribed = formerId;
        return result;
    }

    SDKError unSubscribe() override {
        const SDKError result = code(ps_renderer_unsubscribe(handle));
        order.mark();
        if (result == SDKERR_SUCCESS) subscribed = 0;
        return result;
    }

    ZoomSDKResolution getResolution() override { return resolution; }
    ZoomSDKRawDataType getRawDataType() override { return type; }
    uint32_t getSubscribeId() override { return subscribed; }

private:
    void receive(const ps_received_frame& frame, ps_raw_data* data) {
        Frame::deliver(frame, data, [&](YUVRawDataI420* object) {
            static_cast<Frame*>(object)->source = subscribed.load();
            delegate.call("IZoomSDKRendererDelegate::onRawDataFrameReceived", [&](IZoomSDKRendererDelegate& to) {
                order.mark();
                to.onRawDataFrameReceived(object);
                order.mark();
            });
        });
    }

    Receiver<IZoomSDKRendererDelegate> delegate;
    /// The order of callbacks and the end of the subscription.
    Order order;
    std::atomic<ps_renderer*> handle{nullptr};
    std::atomic<bool> hasEnded{false};
    std::atomic<ZoomSDKResolution> resolution{ZoomSDKResolution_90P};
    std::atomic<ZoomSDKRawDataType> type{RAW_DATA_TYPE_VIDEO};
    std::atomic<uint32_t> subscribed{0};
};

/// All renderers. One that has ended is kept until there were a thousand later ones, so that a late call gets a diagnosis.
class Renderers {
public:
    void add(Renderer* renderer) {
        const std::lock_guard<Mutex> lock(mutex);
        open.push_back(renderer);
    }

    /// Takes a renderer out of those that are open, and keeps it.
    Renderer* take(const IZoomSDKRenderer* wanted) {
        const std::lock_guard<Mutex> lock(mutex);
        for (auto one = open.begin(); one != open.end(); ++one) {
            if (*one != wanted) continue;
            Renderer* const renderer = *one;
            open.erase(one);
            keep(renderer);
            return renderer;
        }
        for (const auto& renderer : ended) {
            if (renderer.get() == wanted) return renderer.get();
        }
        return nullptr;
    }

    void endAll() {
        std::vector<Renderer*> ending;
        {
            const std::lock_guard<Mutex> lock(mutex);
            ending.swap(open);
        }
        // Not with the lock: the end waits for a running callback.
        for (Renderer* renderer : ending) renderer->end();
        const std::lock_guard<Mutex> lock(mutex);
        for (Renderer* renderer : ending) keep(renderer);
    }

    void mark() {
        const std::lock_guard<Mutex> lock(mutex);
        for (Renderer* renderer : open) renderer->mark();
    }

private:
    void keep(Renderer* renderer) {
        ended.emplace_back(renderer);
        if (ended.size() > 1000) ended.pop_front();
    }

    Mutex mutex;
    std::vector<Renderer*> open;
    std::deque<std::unique_ptr<Renderer>> ended;
};

}  // namespace

void emptyRenderers() { shared<Renderers>().endAll(); }
void markRenderers() { shared<Renderers>().mark(); }

}  // namespace MEETINGSDK

BEGIN_ZOOM_SDK_NAMESPACE

using namespace MEETINGSDK;

extern "C" {

SDKError createRenderer(IZoomSDKRenderer** renderer, IZoomSDKRendererDelegate* delegate) {
    if (renderer && !hasAuthenticated()) return early(SDKERR_NO_PERMISSION, "ZM-AUTH-010", "createRenderer");
    if (!renderer || !delegate) return rejected(SDKERR_INVALID_PARAMETER, "createRenderer: an argument is null");
    *renderer = nullptr;
    if (!client()) return rejected(SDKERR_UNINITIALIZE, "createRenderer: InitSDK was not called");
    Renderer* const created = new Renderer(delegate);
    const SDKError result = code(created->create());
    if (result != SDKERR_SUCCESS) {
        // Nobody has seen it.
        delete created;
        return result;
    }
    shared<Renderers>().add(created);
    *renderer = created;
    return SDKERR_SUCCESS;
}

SDKError destroyRenderer(IZoomSDKRenderer* renderer) {
    Renderer* const existing = shared<Renderers>().take(renderer);
    if (!existing) return rejected(SDKERR_INVALID_PARAMETER, "destroyRenderer: this is no renderer");
    return existing->destroy();
}

}  // extern "C"

END_ZOOM_SDK_NAMESPACE
