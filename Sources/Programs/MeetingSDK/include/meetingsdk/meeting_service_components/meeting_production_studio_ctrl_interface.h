// Production Studio.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_PRODUCTION_STUDIO_CTRL_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_PRODUCTION_STUDIO_CTRL_INTERFACE_H

#include "zoom_sdk_def.h"
#include "rawdata/rawdata_video_source_helper_interface.h"
#include "rawdata/rawdata_audio_helper_interface.h"

BEGIN_ZOOM_SDK_NAMESPACE

/// What a client declares when it starts Production Studio.
struct tagPSVideoSourceCapability {
    unsigned int width = 0;
    unsigned int height = 0;
    FrameDataFormat format = FrameDataFormat_I420_FULL;
};
typedef struct tagPSVideoSourceCapability PSVideoSourceCapability;

/// Sends frames and audio of Production Studio.
class IZoomSDKPSSender {
public:
    virtual ~IZoomSDKPSSender() {}
    virtual SDKError sendVideoFrame(char* frameBuffer, int width, int height, int frameLength,
        FrameDataFormat format = FrameDataFormat_I420_FULL) = 0;
    virtual SDKError sendAudio(char* data, unsigned int dataLength, int sampleRate,
        ZoomSDKAudioChannel channelNum) = 0;
};

/// Results of Production Studio; each method is optional.
class IMeetingProductionStudioCtrlEvent {
public:
    virtual ~IMeetingProductionStudioCtrlEvent() {}
    virtual void onStartPSModeResult(bool /*success*/) {}
    virtual void onStartSend(IZoomSDKPSSender* /*sender*/) {}
    virtual void onStopSend() {}
    virtual void onPSUserStatusChanged(unsigned int /*userId*/, bool /*start*/) {}
};

/// Production Studio. Its accessor returns null outside a meeting.
class IMeetingProductionStudioController {
public:
    virtual SDKError SetEvent(IMeetingProductionStudioCtrlEvent* event) = 0;
    virtual bool IsSupportPSMode() = 0;
    virtual bool CanStartPSMode() = 0;
    virtual SDKError StartPSMode(PSVideoSourceCapability capability) = 0;
    virtual SDKError StopPSMode() = 0;
    virtual unsigned int GetPSUserID() = 0;
    virtual bool IsPSModeStarted() = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif
