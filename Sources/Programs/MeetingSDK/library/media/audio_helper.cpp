#include "meeting/before_authentication.h"
#include "meeting/controllers.h"
#include "media/raw_data.h"
#include "media/raw_sources.h"
#include "rawdata/rawdata_audio_helper_interface.h"
#include "rawdata/zoom_rawdata_api.h"

namespace MEETINGSDK {

namespace {

class Microphone final : public IZoomSDKAudioRawDataSender {
public:
    SDKError send(char* data, unsigned int length, int sampleRate, ZoomSDKAudioChannel channel) override {
        return call([&](ps_client* target) {
            return ps_client_send_microphone(
                target, data, length, sampleRate, channel == ZoomSDKAudioChannel_Stereo ? 2 : 1);
        });
    }
};

using AudioReceiver = Receiver<IZoomSDKAudioRawDataDelegate>;

/// What the helper has set.
struct AudioState {
    template <class Function>
    void receive(const ps_received_audio& block, ps_raw_data* data, Function notify) {
        Block::deliver(block, data, [&](AudioRawData* object) {
            order.mark();
            notify(delegate, object);
            order.mark();
        });
    }

    /// The order of callbacks and the end of the subscription.
    Order order;
    AudioReceiver delegate;
    Receiver<IZoomSDKVirtualAudioMicEvent> source;
};

class AudioHelper final : public IZoomSDKAudioRawDataHelper, public HandedOut<AudioHelper> {
public:
    SDKError subscribe(IZoomSDKAudioRawDataDelegate* newDelegate, bool) override {
        if (!newDelegate) return rejected(SDKERR_INVALID_PARAMETER, "subscribe: the delegate is null");
        if (!hasAuthenticated()) return early(withServices(SDKERR_NO_PERMISSION), "ZM-AUTH-011", "subscribe");
        ps_raw_audio_callbacks callbacks = PS_RAW_AUDIO_CALLBACKS_INIT;
        AudioState& state = shared<AudioState>();
        // The identity of the subscription: another delegate is another subscriber.
        callbacks.user = newDelegate;
        callbacks.on_mixed = [](void*, const ps_received_audio* block, ps_raw_data* data) {
            shared<AudioState>().receive(*block, data, [](AudioReceiver& to, AudioRawData* object) {
                NOTIFY(to, IZoomSDKAudioRawDataDelegate, onMixedAudioRawDataReceived, object);
            });
        };
        callbacks.on_one_way = [](void*, const ps_received_audio* block, ps_raw_data* data) {
            shared<AudioState>().receive(*block, data, [=](AudioReceiver& to, AudioRawData* object) {
                NOTIFY(to, IZoomSDKAudioRawDataDelegate, onOneWayAudioRawDataReceived, object, block->user_id);
            });
        };
        callbacks.on_share = [](void*, const ps_received_audio* block, ps_raw_data* data) {
            shared<AudioState>().receive(*block, data, [=](AudioReceiver& to, AudioRawData* object) {
                NOTIFY(to, IZoomSDKAudioRawDataDelegate, onShareAudioRawDataReceived, object, block->user_id);
            });
        };
        // Before the first block, which comes on another thread; a rejected call leaves the former one.
        IZoomSDKAudioRawDataDelegate* const former = state.delegate.get();
        state.delegate.set(newDelegate);
        const SDKError result = call([&](ps_client* target) { return ps_client_subscribe_audio(target, &callbacks); });
        if (result != SDKERR_SUCCESS) state.delegate.set(former);
        return result;
    }

    SDKError unSubscribe() override {
        if (!hasAuthenticated()) return early(withServices(SDKERR_WRONG_USAGE), "ZM-AUTH-012", "unSubscribe");
        const SDKError result = call([](ps_client* target) { return ps_client_unsubscribe_audio(target); });
        shared<AudioState>().order.mark();
        if (result == SDKERR_SUCCESS) shared<AudioState>().delegate.set(nullptr);
        return result;
    }

    SDKError setExternalAudioSource(IZoomSDKVirtualAudioMicEvent* newSource) override {
        if (!hasAuthenticated()) return early(SDKERR_UNINITIALIZE, "ZM-AUTH-013", "setExternalAudioSource");
        return setSource(shared<AudioState>().source, newSource, ps_client_set_microphone);
    }
};

}  // namespace

void receiveMicrophone(const ps_client_event& event) {
    Receiver<IZoomSDKVirtualAudioMicEvent>& source = shared<AudioState>().source;
    switch (event.kind) {
    case PS_EVENT_MICROPHONE_READY:
        return NOTIFY(source, IZoomSDKVirtualAudioMicEvent, onMicInitialize, &shared<Microphone>());
    case PS_EVENT_MICROPHONE_STARTED:
        return NOTIFY(source, IZoomSDKVirtualAudioMicEvent, onMicStartSend);
    case PS_EVENT_MICROPHONE_STOPPED:
        return NOTIFY(source, IZoomSDKVirtualAudioMicEvent, onMicStopSend);
    default:
        return NOTIFY(source, IZoomSDKVirtualAudioMicEvent, onMicUninitialized);
    }
}

void markRawData() {
    markRenderers();
    shared<AudioState>().order.mark();
}

void emptyRawData() {
    emptyRenderers();
    shared<AudioState>().delegate.set(nullptr);
    shared<AudioState>().source.set(nullptr);
    forgetCamera();
    forgetShareSource();
}

}  // namespace MEETINGSDK

BEGIN_ZOOM_SDK_NAMESPACE

using namespace MEETINGSDK;

extern "C" IZoomSDKAudioRawDataHelper* GetAudioRawdataHelper() {
    return AudioHelper::get();
}

END_ZOOM_SDK_NAMESPACE
