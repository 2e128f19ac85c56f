// Sharing raw frames and audio.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_RAWDATA_RAWDATA_SHARE_SOURCE_HELPER_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_RAWDATA_RAWDATA_SHARE_SOURCE_HELPER_INTERFACE_H

#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

/// Sends frames of a share.
class IZoomSDKShareSender {
public:
    virtual ~IZoomSDKShareSender() {}
    virtual SDKError sendShareFrame(char* frameBuffer, int width, int height, int frameLength,
        FrameDataFormat format = FrameDataFormat_I420_FULL) = 0;
};

/// The frames of a share of this client.
class IZoomSDKShareSource {
public:
    virtual ~IZoomSDKShareSource() {}
    virtual void onStartSend(IZoomSDKShareSender* /*sender*/) {}
    virtual void onStopSend() {}
};

/// Sends audio of a share.
class IZoomSDKShareAudioSender {
public:
    virtual ~IZoomSDKShareAudioSender() {}
    virtual SDKError sendShareAudio(char* data, unsigned int dataLength, int sampleRate,
        ZoomSDKAudioChannel channel) = 0;
};

/// The audio of a share of this client.
class IZoomSDKShareAudioSource {
public:
    virtual ~IZoomSDKShareAudioSource() {}
    virtual void onStartSendAudio(IZoomSDKShareAudioSender* /*shareAudioSender*/) {}
    virtual void onStopSendAudio() {}
};

/// Starts a share of raw media.
class IZoomSDKShareSourceHelper {
public:
    virtual ~IZoomSDKShareSourceHelper() {}
    virtual SDKError setExternalShareSource(IZoomSDKShareSource* shareSource,
        IZoomSDKShareAudioSource* shareAudioSource = nullptr) = 0;
    virtual SDKError setSharePureAudioSource(IZoomSDKShareAudioSource* shareAudioSource) = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif
