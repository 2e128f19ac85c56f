#include "meeting/before_authentication.h"
#include "meeting/controllers.h"
#include "media/raw_sources.h"
#include "rawdata/rawdata_share_source_helper_interface.h"
#include "rawdata/zoom_rawdata_api.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

namespace {

class ShareSender final : public IZoomSDKShareSender {
public:
    SDKError sendShareFrame(char* frame, int width, int height, int length, FrameDataFormat format) override {
        if (length < 0) return rejected(SDKERR_INVALID_PARAMETER, "sendShareFrame: the length is negative");
        return call([&](ps_client* target) {
            return ps_client_send_share(
                target, frame, static_cast<size_t>(length), width, height,
                format == FrameDataFormat_I420_LIMITED ? PS_FORMAT_I420_LIMITED : PS_FORMAT_I420_FULL);
        });
    }
};

class ShareAudioSender final : public IZoomSDKShareAudioSender {
public:
    SDKError sendShareAudio(char* data, unsigned int length, int sampleRate, ZoomSDKAudioChannel channel) override {
        return call([&](ps_client* target) {
            return ps_client_send_share_audio(
                target, data, length, sampleRate, channel == ZoomSDKAudioChannel_Stereo ? 2 : 1);
        });
    }
};

struct ShareSources {
    Receiver<IZoomSDKShareSource> source;
    Receiver<IZoomSDKShareAudioSource> audio;
};

class ShareHelper final : public IZoomSDKShareSourceHelper, public HandedOut<ShareHelper> {
public:
    SDKError setExternalShareSource(IZoomSDKShareSource* newSource, IZoomSDKShareAudioSource* newAudio) override {
        if (!hasAuthenticated()) return setEarlyShare("setExternalShareSource", newSource);
        Receiver<IZoomSDKShareSource>& source = shared<ShareSources>().source;
        Receiver<IZoomSDKShareAudioSource>& audio = shared<ShareSources>().audio;
        if (!newSource) {
            source.set(nullptr);
            audio.set(nullptr);
            return query(PS_QUERY_IS_SHARING) ? act(PS_ACTION_STOP_SHARE) : SDKERR_SUCCESS;
        }
        IZoomSDKShareSource* const formerSource = source.get();
        IZoomSDKShareAudioSource* const formerAudio = audio.get();
        // While the local user shares, these take the place of the former ones, which are not called any more: their owner
        // may have deleted them.
        source.set(newSource);
        audio.set(newAudio);
        const SDKError result = act(PS_ACTION_START_SHARE, newAudio != nullptr);
        if (result != SDKERR_SUCCESS) {
            source.set(formerSource);
            audio.set(formerAudio);
        }
        return result;
    }

    SDKError setSharePureAudioSource(IZoomSDKShareAudioSource* source) override {
        if (!hasAuthenticated()) return setEarlyShare("setSharePureAudioSource", source);
        return unemulated("IZoomSDKShareSourceHelper::setSharePureAudioSource");
    }
};

}  // namespace

void forgetShareSource() {
    shared<ShareSources>().source.set(nullptr);
    shared<ShareSources>().audio.set(nullptr);
}

void receiveShareSource(const ps_client_event& event) {
    ShareSources& helper = shared<ShareSources>();
    if (event.kind == PS_EVENT_SHARE_STARTED) {
        NOTIFY(helper.source, IZoomSDKShareSource, onStartSend, &shared<ShareSender>());
        NOTIFY(helper.audio, IZoomSDKShareAudioSource, onStartSendAudio, &shared<ShareAudioSender>());
    } else {
        NOTIFY(helper.source, IZoomSDKShareSource, onStopSend);
        NOTIFY(helper.audio, IZoomSDKShareAudioSource, onStopSendAudio);
    }
}

}  // namespace MEETINGSDK

BEGIN_ZOOM_SDK_NAMESPACE

using namespace MEETINGSDK;

extern "C" IZoomSDKShareSourceHelper* GetRawdataShareSourceHelper() {
    return ShareHelper::get();
}

END_ZOOM_SDK_NAMESPACE
