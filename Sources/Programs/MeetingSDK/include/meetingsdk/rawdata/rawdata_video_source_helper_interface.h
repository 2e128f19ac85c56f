// The virtual camera.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_RAWDATA_RAWDATA_VIDEO_SOURCE_HELPER_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_RAWDATA_RAWDATA_VIDEO_SOURCE_HELPER_INTERFACE_H

#include "zoom_sdk_def.h"

class YUVProcessDataI420;

BEGIN_ZOOM_SDK_NAMESPACE

/// Changes frames of the camera before they are sent.
class IZoomSDKPreProcessor {
public:
    virtual ~IZoomSDKPreProcessor() {}
    virtual void onPreProcessRawData(YUVProcessDataI420* /*rawData*/) {}
};

/// Sends frames as the camera of this client.
class IZoomSDKVideoSender {
public:
    virtual ~IZoomSDKVideoSender() {}
    virtual SDKError sendVideoFrame(char* frameBuffer, int width, int height, int frameLength, int rotation,
        FrameDataFormat format = FrameDataFormat_I420_FULL) = 0;
};

/// A size and a frame rate.
struct VideoSourceCapability {
    unsigned int width = 0;
    unsigned int height = 0;
    unsigned int frame = 0;

    VideoSourceCapability() {}
    VideoSourceCapability(unsigned int w, unsigned int h, unsigned int f) : width(w), height(h), frame(f) {}
    // Written out, because the way of passing it by value depends on that.
    VideoSourceCapability(const VideoSourceCapability& other)
        : width(other.width), height(other.height), frame(other.frame) {}
    VideoSourceCapability& operator=(const VideoSourceCapability& other) {
        width = other.width;
        height = other.height;
        frame = other.frame;
        return *this;
    }

    void Reset() { *this = VideoSourceCapability(); }
};

/// The virtual camera of a client.
class IZoomSDKVideoSource {
public:
    virtual ~IZoomSDKVideoSource() {}
    virtual void onInitialize(IZoomSDKVideoSender* /*sender*/, IList<VideoSourceCapability>* /*supportCapList*/,
        VideoSourceCapability& /*suggestCap*/) {}
    virtual void onPropertyChange(IList<VideoSourceCapability>* /*supportCapList*/,
        VideoSourceCapability /*suggestCap*/) {}
    virtual void onStartSend() {}
    virtual void onStopSend() {}
    virtual void onUninitialized() {}
};

/// Sets the virtual camera.
class IZoomSDKVideoSourceHelper {
public:
    virtual ~IZoomSDKVideoSourceHelper() {}
    virtual SDKError setPreProcessor(IZoomSDKPreProcessor* processor) = 0;
    virtual SDKError setExternalVideoSource(IZoomSDKVideoSource* source) = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif
