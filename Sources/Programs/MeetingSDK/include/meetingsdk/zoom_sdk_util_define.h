// A remote camera; named for the branch WIN32.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_ZOOM_SDK_UTIL_DEFINE_H
#define PSSTUDIO_MEETINGSDK_ZOOM_SDK_UTIL_DEFINE_H

#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

class ICameraControllerEvent {
public:
    virtual void onControllerStatusChanged(bool /*valid*/) {}
};

class ICameraController {
public:
    virtual ~ICameraController() {}
    virtual SDKError SetEvent(ICameraControllerEvent* event) = 0;
    virtual bool IsValid() = 0;
    virtual SDKError BeginTurnLeft() = 0;
    virtual SDKError ContinueTurnLeft() = 0;
    virtual SDKError EndTurnLeft() = 0;
    virtual SDKError BeginTurnRight() = 0;
    virtual SDKError ContinueTurnRight() = 0;
    virtual SDKError EndTurnRight() = 0;
    virtual SDKError BeginTurnUp() = 0;
    virtual SDKError ContinueTurnUp() = 0;
    virtual SDKError EndTurnUp() = 0;
    virtual SDKError BeginTurnDown() = 0;
    virtual SDKError ContinueTurnDown() = 0;
    virtual SDKError EndTurnDown() = 0;
    virtual SDKError BeginZoomIn() = 0;
    virtual SDKError ContinueZoomIn() = 0;
    virtual SDKError EndZoomIn() = 0;
    virtual SDKError BeginZoomOut() = 0;
    virtual SDKError ContinueZoomOut() = 0;
    virtual SDKError EndZoomOut() = 0;
    virtual SDKError CanControlCamera(bool& can) = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif
