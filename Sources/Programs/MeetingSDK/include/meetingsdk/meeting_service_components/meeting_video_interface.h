// The camera of this client, and spotlights.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_VIDEO_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_VIDEO_INTERFACE_H

#include "psstudio/names/meeting_service_components/meeting_video_interface.h"
#include "zoom_sdk_def.h"
#if defined(WIN32)
#include "zoom_sdk_util_define.h"
#endif

BEGIN_ZOOM_SDK_NAMESPACE

/// The size of a video.
struct tagVideoSize {
    int width = 0;
    int height = 0;
};
typedef struct tagVideoSize VideoSize;

struct tagSDKVideoPreferenceSetting {
    SDKVideoPreferenceMode mode = SDKVideoPreferenceMode_Balance;
    unsigned int minimumFrameRate = 0;
    unsigned int maximumFrameRate = 0;
};
typedef struct tagSDKVideoPreferenceSetting SDKVideoPreferenceSetting;

class ISetVideoOrderHelper {
public:
    virtual SDKError SetVideoOrderTransactionBegin() = 0;
    virtual bool AddVideoToOrder(unsigned int userId, unsigned int position) = 0;
    virtual SDKError SetVideoOrderTransactionCommit() = 0;
};

class IRequestStartVideoHandler {
public:
    virtual ~IRequestStartVideoHandler() {}
    virtual unsigned int GetReqFromUserId() = 0;
    virtual SDKError Ignore() = 0;
    virtual SDKError Accept() = 0;
    virtual SDKError Cancel() = 0;
};

class ICameraControlRequestHandler {
public:
    virtual ~ICameraControlRequestHandler() {}
    virtual SDKError Approve() = 0;
    virtual SDKError Decline() = 0;
};

/// Changes of cameras; each method is optional.
class IMeetingVideoCtrlEvent {
public:
    virtual ~IMeetingVideoCtrlEvent() {}
    virtual void onUserVideoStatusChange(unsigned int /*userId*/, VideoStatus /*status*/) {}
    virtual void onSpotlightedUserListChangeNotification(IList<unsigned int>* /*spotlightedUserId*/) {}
    virtual void onHostRequestStartVideo(IRequestStartVideoHandler* /*handler*/) {}
    virtual void onActiveSpeakerVideoUserChanged(unsigned int /*userId*/) {}
    virtual void onActiveVideoUserChanged(unsigned int /*userId*/) {}
    virtual void onHostVideoOrderUpdated(IList<unsigned int>* /*orderList*/) {}
    virtual void onLocalVideoOrderUpdated(IList<unsigned int>* /*localOrderList*/) {}
    virtual void onFollowHostVideoOrderChanged(bool /*follow*/) {}
    virtual void onUserVideoQualityChanged(VideoConnectionQuality /*quality*/, unsigned int /*userId*/) {}
    virtual void onVideoAlphaChannelStatusChanged(bool /*alphaModeOn*/) {}
    virtual void onCameraControlRequestReceived(unsigned int /*userId*/,
        CameraControlRequestType /*requestType*/, ICameraControlRequestHandler* /*handler*/) {}
    virtual void onCameraControlRequestResult(unsigned int /*userId*/, CameraControlRequestResult /*result*/) {}
};

class IMeetingCameraHelper {
public:
    virtual ~IMeetingCameraHelper() {}
    virtual unsigned int GetUserId() = 0;
    virtual bool CanControlCamera() = 0;
    virtual SDKError RequestControlRemoteCamera() = 0;
    virtual SDKError GiveUpControlRemoteCamera() = 0;
    virtual SDKError TurnLeft(unsigned int range = 50) = 0;
    virtual SDKError TurnRight(unsigned int range = 50) = 0;
    virtual SDKError TurnUp(unsigned int range = 50) = 0;
    virtual SDKError TurnDown(unsigned int range = 50) = 0;
    virtual SDKError ZoomIn(unsigned int range = 50) = 0;
    virtual SDKError ZoomOut(unsigned int range = 50) = 0;
};

/// Starts and stops the camera of this client.
class IMeetingVideoController {
public:
    virtual SDKError SetEvent(IMeetingVideoCtrlEvent* event) = 0;
    virtual SDKError MuteVideo() = 0;
    virtual SDKError UnmuteVideo() = 0;
    virtual SDKError CanSpotlight(unsigned int userId, SpotlightResult& result) = 0;
    virtual SDKError CanUnSpotlight(unsigned int userId, SpotlightResult& result) = 0;
    virtual SDKError SpotlightVideo(unsigned int userId) = 0;
    virtual SDKError UnSpotlightVideo(unsigned int userId) = 0;
    virtual SDKError UnSpotlightAllVideos() = 0;
    virtual IList<unsigned int>* GetSpotlightedUserList() = 0;
    virtual SDKError CanAskAttendeeToStartVideo(unsigned int userId) = 0;
    virtual SDKError AskAttendeeToStartVideo(unsigned int userId) = 0;
    virtual SDKError CanStopAttendeeVideo(unsigned int userId) = 0;
    virtual SDKError StopAttendeeVideo(unsigned int userId) = 0;
    virtual bool IsSupportFollowHostVideoOrder() = 0;
    virtual SDKError EnableFollowHostVideoOrder(bool enable) = 0;
    virtual bool IsFollowHostVideoOrderOn() = 0;
    virtual IList<unsigned int>* GetVideoOrderList() = 0;
    virtual bool IsIncomingVideoStopped() = 0;
#if defined(WIN32)
    virtual SDKError CanPinToFirstView(unsigned int userId, PinResult& result) = 0;
    virtual SDKError PinVideoToFirstView(unsigned int userId) = 0;
    virtual SDKError UnPinVideoFromFirstView(unsigned int userId) = 0;
    virtual SDKError UnPinAllVideosFromFirstView() = 0;
    virtual IList<unsigned int>* GetPinnedUserListFromFirstView() = 0;
    virtual SDKError CanPinToSecondView(unsigned int userId, PinResult& result) = 0;
    virtual SDKError PinVideoToSecondView(unsigned int userId) = 0;
    virtual SDKError UnPinVideoFromSecondView(unsigned int userId) = 0;
    virtual IList<unsigned int>* GetPinnedUserListFromSecondView() = 0;
    virtual SDKError HideOrShowNoVideoUserOnVideoWall(bool hide) = 0;
    virtual SDKError HideOrShowSelfView(bool hide) = 0;
    virtual ISetVideoOrderHelper* GetSetVideoOrderHelper() = 0;
    virtual ICameraController* GetMyCameraController() = 0;
    virtual SDKError StopIncomingVideo(bool stop) = 0;
    virtual SDKError ShowAvatar(bool show) = 0;
    virtual bool IsShowAvatar() = 0;
#endif
    virtual IMeetingCameraHelper* GetMeetingCameraHelper(unsigned int userId) = 0;
    virtual SDKError RevokeCameraControlPrivilege() = 0;
    virtual bool CanEnableAlphaChannelMode() = 0;
    virtual SDKError EnableAlphaChannelMode(bool enable) = 0;
    virtual bool IsAlphaChannelModeEnabled() = 0;
    virtual VideoSize GetUserVideoSize(unsigned int userId) = 0;
    virtual SDKError SetVideoQualityPreference(SDKVideoPreferenceSetting preferenceSetting) = 0;
    virtual SDKError EnableSpeakerContrastEnhance(bool enable) = 0;
    virtual bool IsSpeakerContrastEnhanceEnabled() = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif
