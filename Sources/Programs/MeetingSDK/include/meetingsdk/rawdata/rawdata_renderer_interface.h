// Raw video and shares of participants.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_RAWDATA_RAWDATA_RENDERER_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_RAWDATA_RAWDATA_RENDERER_INTERFACE_H

#include "psstudio/names/rawdata/rawdata_renderer_interface.h"
#include "zoom_sdk_def.h"

class YUVRawDataI420;

BEGIN_ZOOM_SDK_NAMESPACE

/// Receives frames on a thread of its own.
class IZoomSDKRendererDelegate {
public:
    enum RawDataStatus {
        RawData_On = 0,
        RawData_Off = 1,
    };
    /// The meeting is over. After this callback, the renderer is not used any more.
    virtual void onRendererBeDestroyed() {}
    virtual void onRawDataFrameReceived(YUVRawDataI420* /*data*/) {}
    virtual void onRawDataStatusChanged(RawDataStatus /*status*/) {}
    virtual ~IZoomSDKRendererDelegate() {}
};

/// Frames of one participant or of one share.
class IZoomSDKRenderer {
public:
    virtual SDKError setRawDataResolution(ZoomSDKResolution resolution) = 0;
    virtual SDKError subscribe(uint32_t subscribeId, ZoomSDKRawDataType type) = 0;
    virtual SDKError unSubscribe() = 0;
    virtual ZoomSDKResolution getResolution() = 0;
    virtual ZoomSDKRawDataType getRawDataType() = 0;
    virtual uint32_t getSubscribeId() = 0;
    virtual ~IZoomSDKRenderer() {}

    /// The name of an older version.
    uint32_t getUserId() { return getSubscribeId(); }
};

END_ZOOM_SDK_NAMESPACE

#endif
