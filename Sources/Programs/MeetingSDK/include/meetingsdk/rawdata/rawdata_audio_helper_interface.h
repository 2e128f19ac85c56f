// Raw audio, and the virtual microphone.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_RAWDATA_RAWDATA_AUDIO_HELPER_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_RAWDATA_RAWDATA_AUDIO_HELPER_INTERFACE_H

#include "zoom_sdk_def.h"

class AudioRawData;

BEGIN_ZOOM_SDK_NAMESPACE

/// The slots of IZoomSDKAudioRawDataDelegate, in their order.
class IZoomSDKAudioRawDataDelegateSlots {
public:
    virtual void onMixedAudioRawDataReceived(AudioRawData* data) = 0;
    virtual void onOneWayAudioRawDataReceived(AudioRawData* data, uint32_t userId) = 0;
    virtual void onShareAudioRawDataReceived(AudioRawData* data, uint32_t userId) = 0;
    virtual void onOneWayInterpreterAudioRawDataReceived(AudioRawData* data, const zchar_t* languageName) = 0;
};

// The newer signatures hide the older ones.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverloaded-virtual"
/// Signatures of older versions. They are in a base of their own, so that they move no slot and overload no name.
class IZoomSDKAudioRawDataDelegateOfOlderVersions {
public:
    virtual void onShareAudioRawDataReceived(AudioRawData* /*data*/) {}

protected:
    ~IZoomSDKAudioRawDataDelegateOfOlderVersions() {}
};

/// Receives audio on a thread of its own, in blocks of 10 ms. Its destructor is not virtual.
class IZoomSDKAudioRawDataDelegate :
    public IZoomSDKAudioRawDataDelegateSlots,
    public IZoomSDKAudioRawDataDelegateOfOlderVersions {
public:
    ~IZoomSDKAudioRawDataDelegate() {}
    virtual void onMixedAudioRawDataReceived(AudioRawData* /*data*/) {}
    virtual void onOneWayAudioRawDataReceived(AudioRawData* /*data*/, uint32_t /*userId*/) {}
    virtual void onShareAudioRawDataReceived(AudioRawData* data, uint32_t /*userId*/) {
        older().onShareAudioRawDataReceived(data);
    }
    virtual void onOneWayInterpreterAudioRawDataReceived(AudioRawData* /*data*/, const zchar_t* /*languageName*/) {}

private:
    IZoomSDKAudioRawDataDelegateOfOlderVersions& older() { return *this; }
};
#pragma GCC diagnostic pop

/// Sends 16-bit samples as the microphone of this client.
class IZoomSDKAudioRawDataSender {
public:
    virtual ~IZoomSDKAudioRawDataSender() {}
    virtual SDKError send(char* data, unsigned int dataLength, int sampleRate,
        ZoomSDKAudioChannel channel = ZoomSDKAudioChannel_Mono) = 0;
};

/// The virtual microphone of a client.
class IZoomSDKVirtualAudioMicEvent {
public:
    virtual ~IZoomSDKVirtualAudioMicEvent() {}
    virtual void onMicInitialize(IZoomSDKAudioRawDataSender* /*sender*/) {}
    virtual void onMicStartSend() {}
    virtual void onMicStopSend() {}
    virtual void onMicUninitialized() {}
};

/// Received audio, and the virtual microphone. It lives until CleanUPSDK.
class IZoomSDKAudioRawDataHelper {
public:
    virtual ~IZoomSDKAudioRawDataHelper() {}
    virtual SDKError subscribe(IZoomSDKAudioRawDataDelegate* delegate, bool withInterpreters = false) = 0;
    virtual SDKError unSubscribe() = 0;
    virtual SDKError setExternalAudioSource(IZoomSDKVirtualAudioMicEvent* source) = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif
