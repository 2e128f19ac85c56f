// Devices and their tests.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_PSSTUDIO_SETTING_DEVICES_H
#define PSSTUDIO_MEETINGSDK_PSSTUDIO_SETTING_DEVICES_H

#include "psstudio/names/psstudio/setting_devices.h"
#include "zoom_sdk_def.h"
#if defined(WIN32)
#include "zoom_sdk_util_define.h"
#endif

BEGIN_ZOOM_SDK_NAMESPACE

/// A camera.
class ICameraInfo {
public:
    virtual const zchar_t* GetDeviceId() = 0;
    virtual const zchar_t* GetDeviceName() = 0;
    virtual bool IsSelectedDevice() = 0;
    virtual ~ICameraInfo() {}
};

/// A microphone.
class IMicInfo {
public:
    virtual const zchar_t* GetDeviceId() = 0;
    virtual const zchar_t* GetDeviceName() = 0;
    virtual bool IsSelectedDevice() = 0;
    virtual ~IMicInfo() {}
};

/// A speaker.
class ISpeakerInfo {
public:
    virtual const zchar_t* GetDeviceId() = 0;
    virtual const zchar_t* GetDeviceName() = 0;
    virtual bool IsSelectedDevice() = 0;
    virtual ~ISpeakerInfo() {}
};

class IRingSpeakerInfo {
public:
    virtual const zchar_t* GetDeviceId() = 0;
    virtual const zchar_t* GetDeviceName() = 0;
    virtual bool IsSelectedDevice() = 0;
    virtual ~IRingSpeakerInfo() {}
};

#if defined(WIN32)

class ITestAudioDeviceHelperEvent {
public:
    virtual ~ITestAudioDeviceHelperEvent() {}
    virtual void OnMicSpkVolumeChanged(unsigned int /*micVolume*/, unsigned int /*spkVolume*/) {}
    virtual void OnNoAudioDeviceIsUseful(bool /*micOrSpk*/) {}
    virtual void OnTestMicStatusChanged(SDK_TESTMIC_STATUS /*status*/, bool& /*handled*/) {}
    virtual void OnSelectedAudioDeviceIsChanged() {}
};

class ITestAudioDeviceHelper {
public:
    virtual SDKError SetEvent(ITestAudioDeviceHelperEvent* event) = 0;
    virtual SDKError TestMicStartRecording(const zchar_t* deviceId = nullptr) = 0;
    virtual SDKError TestMicStopTesting() = 0;
    virtual SDKError TestMicPlayRecording() = 0;
    virtual SDKError TestSpeakerStartPlaying(const zchar_t* deviceId = nullptr) = 0;
    virtual SDKError TestSpeakerStopPlaying() = 0;
    virtual SDKError SetTimerInterval(unsigned int timerInterval) = 0;
};

typedef PREVIEW_VIDEO_ROTATION_ACTION* PPREVIEW_VIDEO_ROTATION_ACTION;

class ITestVideoDeviceHelperEvent {
public:
    virtual ~ITestVideoDeviceHelperEvent() {}
    virtual void OnNoVideoDeviceIsUseful() {}
    virtual void OnSelectedVideoDeviceIsChanged() {}
    virtual void OnNoWindowToShowPreview() {}
};

class ITestVideoDeviceHelper {
public:
    virtual SDKError SetEvent(ITestVideoDeviceHelperEvent* event) = 0;
    virtual SDKError SetVideoPreviewParentWnd(HWND parentWnd, RECT rc = _SDK_TEST_VIDEO_INIT_RECT) = 0;
    virtual SDKError TestVideoStartPreview(const zchar_t* deviceId = nullptr) = 0;
    virtual SDKError TestVideoStopPreview() = 0;
    virtual SDKError TestVideoRotate(PREVIEW_VIDEO_ROTATION_ACTION action) = 0;
    virtual ICameraController* GetTestCameraController() = 0;
};
#endif

END_ZOOM_SDK_NAMESPACE

#endif
