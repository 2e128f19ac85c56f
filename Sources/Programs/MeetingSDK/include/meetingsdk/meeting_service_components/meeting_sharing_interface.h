// Shares of participants.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_SHARING_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_SHARING_INTERFACE_H

#include "psstudio/names/meeting_service_components/meeting_sharing_interface.h"
#include "zoom_sdk_def.h"
#if defined(WIN32)
#include "psstudio/meeting_statuses.h"
#endif

BEGIN_ZOOM_SDK_NAMESPACE

/// One share.
struct tagZoomSDKSharingSourceInfo {
    unsigned int userid = 0;
    unsigned int shareSourceID = 0;
    SharingStatus status = Sharing_Self_Send_Begin;
    bool isShowingInFirstView = false;
    bool isShowingInSecondView = false;
    bool isCanBeRemoteControl = false;
    bool bEnableOptimizingVideoSharing = false;
    ShareType contentType = SHARE_TYPE_UNKNOWN;
    HWND hwndSharedApp = nullptr;
    const zchar_t* monitorID = nullptr;
};
typedef struct tagZoomSDKSharingSourceInfo ZoomSDKSharingSourceInfo;

/// A share, in the form of an older version.
struct tagViewableShareSource {
    unsigned int userid = 0;
    bool isShowingInFirstView = false;
    bool isShowingInSecondView = false;
    bool isCanBeRemoteControl = false;
};
typedef struct tagViewableShareSource ViewableShareSource;

/// What is shared, in the form of an older version.
struct tagShareInfo {
    ShareType eShareType = SHARE_TYPE_UNKNOWN;
    union {
        HWND hwndSharedApp;
        const zchar_t* monitorID;
    } ut;

    tagShareInfo() { std::memset(&ut, 0, sizeof ut); }
};
typedef struct tagShareInfo ShareInfo;

class IShareSwitchMultiToSingleConfirmHandler {
public:
    virtual SDKError Cancel() = 0;
    virtual SDKError Confirm() = 0;
    virtual ~IShareSwitchMultiToSingleConfirmHandler() {}
};

/// The slots of IMeetingShareCtrlEvent, in their order.
class IMeetingShareCtrlEventSlots {
public:
    virtual ~IMeetingShareCtrlEventSlots() {}
    virtual void onSharingStatus(ZoomSDKSharingSourceInfo shareInfo) = 0;
    virtual void onFailedToStartShare() = 0;
    virtual void onLockShareStatus(bool locked) = 0;
    virtual void onShareContentNotification(ZoomSDKSharingSourceInfo shareInfo) = 0;
    virtual void onMultiShareSwitchToSingleShareNeedConfirm(IShareSwitchMultiToSingleConfirmHandler* handler) = 0;
    virtual void onShareSettingTypeChangedNotification(ShareSettingType type) = 0;
    virtual void onSharedVideoEnded() = 0;
    virtual void onVideoFileSharePlayError(ZoomSDKVideoFileSharePlayError error) = 0;
    virtual void onOptimizingShareForVideoClipStatusChanged(ZoomSDKSharingSourceInfo shareInfo) = 0;
};

// The newer signatures hide the older ones.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverloaded-virtual"
/// Signatures of older versions. They are in a base of their own, so that they move no slot and overload no name.
class IMeetingShareCtrlEventOfOlderVersions {
public:
    virtual void onSharingStatus(SharingStatus /*status*/, unsigned int /*userId*/) {}
    virtual void onShareContentNotification(ShareInfo& /*info*/) {}

protected:
    ~IMeetingShareCtrlEventOfOlderVersions() {}
};

/// Shares begin and end; each method is optional.
class IMeetingShareCtrlEvent :
    public IMeetingShareCtrlEventSlots,
    public IMeetingShareCtrlEventOfOlderVersions {
public:
    virtual ~IMeetingShareCtrlEvent() {}
    virtual void onSharingStatus(ZoomSDKSharingSourceInfo info) { older().onSharingStatus(info.status, info.userid); }
    virtual void onFailedToStartShare() {}
    virtual void onLockShareStatus(bool /*locked*/) {}
    virtual void onShareContentNotification(ZoomSDKSharingSourceInfo info) {
        ShareInfo content;
        content.eShareType = info.contentType;
        content.ut.monitorID = info.monitorID;
        if (info.hwndSharedApp) content.ut.hwndSharedApp = info.hwndSharedApp;
        older().onShareContentNotification(content);
    }
    virtual void onMultiShareSwitchToSingleShareNeedConfirm(IShareSwitchMultiToSingleConfirmHandler* /*handler*/) {}
    virtual void onShareSettingTypeChangedNotification(ShareSettingType /*type*/) {}
    virtual void onSharedVideoEnded() {}
    virtual void onVideoFileSharePlayError(ZoomSDKVideoFileSharePlayError /*error*/) {}
    virtual void onOptimizingShareForVideoClipStatusChanged(ZoomSDKSharingSourceInfo /*shareInfo*/) {}

private:
    IMeetingShareCtrlEventOfOlderVersions& older() { return *this; }
};
#pragma GCC diagnostic pop

/// Shares of participants, and of this client.
class IMeetingShareController {
public:
    virtual SDKError SetEvent(IMeetingShareCtrlEvent* event) = 0;
#if defined(WIN32)
    virtual SDKError StartAppShare(HWND hwndSharedApp) = 0;
    virtual bool IsShareAppValid(HWND hwndSharedApp) = 0;
    virtual SDKError StartMonitorShare(const zchar_t* monitorId) = 0;
    virtual SDKError ShowSharingAppSelectWnd() = 0;
    virtual SDKError StartAirPlayShare() = 0;
    virtual SDKError StartShareCamera() = 0;
    virtual SDKError BlockWindowFromScreenshare(bool block, HWND wnd, bool changeWindowStyle = true) = 0;
    virtual SDKError SwitchToFitWindowModeWhenViewShare(SDKViewType type) = 0;
    virtual SDKError SwitchZoomRatioWhenViewShare(unsigned int shareSourceId,
        SDKShareViewZoomRatio shareViewZoomRatio) = 0;
    virtual SDKError EnableFollowPresenterPointerWhenViewShare(unsigned int shareSourceId, bool enable) = 0;
    virtual SDKError CanEnableFollowPresenterPointerWhenViewShare(unsigned int shareSourceId, bool& can) = 0;
    virtual SDKError ViewShare(unsigned int shareSourceId, SDKViewType type) = 0;
    virtual SDKError StartWhiteBoardShare() = 0;
    virtual SDKError StartShareFrame() = 0;
    virtual SDKError StartSharePureComputerAudio() = 0;
    virtual SDKError StartShareCamera(const zchar_t* deviceId, HWND wnd) = 0;
    virtual SDKError ShowShareOptionDialog() = 0;
#endif
    virtual SDKError IsSupportAdvanceShareOption(AdvanceShareOption option) = 0;
    virtual SDKError StopShare() = 0;
    virtual SDKError LockShare(bool lock) = 0;
    virtual SDKError PauseCurrentSharing() = 0;
    virtual SDKError ResumeCurrentSharing() = 0;
    virtual IList<unsigned int>* GetViewableSharingUserList() = 0;
    virtual IList<ZoomSDKSharingSourceInfo>* GetSharingSourceInfoList(unsigned int userId) = 0;
    virtual bool CanStartShare() = 0;
    virtual bool CanStartShare(CannotShareReasonType& reason) = 0;
    virtual bool IsDesktopSharingEnabled() = 0;
    virtual SDKError IsShareLocked(bool& locked) = 0;
    virtual bool IsSupportEnableShareComputerSound(bool& curEnableOrNot) = 0;
    virtual bool IsSupportEnableOptimizeForFullScreenVideoClip(bool& curEnableOrNot) = 0;
    virtual bool IsSupportShareWithComputerSound(ShareType type) = 0;
    virtual bool IsCurrentSharingSupportShareWithComputerSound() = 0;
    virtual bool IsEnableShareComputerSoundOn() = 0;
    virtual SDKError EnableShareComputerSound(bool enable) = 0;
    virtual bool IsEnableShareComputerSoundOnWhenSharing() = 0;
    virtual SDKError EnableShareComputerSoundWhenSharing(bool enable) = 0;
    virtual SDKError SetAudioShareMode(AudioShareMode mode) = 0;
    virtual SDKError GetAudioShareMode(AudioShareMode& mode) = 0;
    virtual bool IsSupportEnableOptimizeForFullScreenVideoClip() = 0;
    virtual bool IsEnableOptimizeForFullScreenVideoClipOn() = 0;
    virtual SDKError EnableOptimizeForFullScreenVideoClip(bool enable) = 0;
    virtual bool IsEnableOptimizeForFullScreenVideoClipOnWhenSharing() = 0;
    virtual SDKError EnableOptimizeForFullScreenVideoClipWhenSharing(bool enable) = 0;
    virtual SDKError SetMultiShareSettingOptions(MultiShareOption shareOption) = 0;
    virtual SDKError GetMultiShareSettingOptions(MultiShareOption& shareOption) = 0;
    virtual SDKError CanSwitchToShareNextCamera(bool& can) = 0;
    virtual SDKError SwitchToShareNextCamera() = 0;
    virtual bool CanShareVideoFile() = 0;
#if defined(WIN32)
    virtual SDKError CanEnableShareToBO(bool& can) = 0;
    virtual SDKError EnableShareToBO(bool enable) = 0;
    virtual SDKError IsShareToBOEnabled(bool& enabled) = 0;
    virtual SDKError StartVideoFileShare(const zchar_t* filePath) = 0;
    virtual bool IsWhiteboardLegalNoticeAvailable() = 0;
    virtual const zchar_t* getWhiteboardLegalNoticesPrompt() = 0;
    virtual const zchar_t* getWhiteboardLegalNoticesExplained() = 0;
#endif

    /// The name of an older version.
    IList<unsigned int>* GetViewableShareSourceList() { return GetViewableSharingUserList(); }

    /// The first share of a participant, as an older version gives it.
    SDKError GetViewableShareSourceByUserID(unsigned int userId, ViewableShareSource& source) {
        IList<ZoomSDKSharingSourceInfo>* shares = GetSharingSourceInfoList(userId);
        if (!shares || shares->GetCount() == 0) return SDKERR_NO_SHARE_DATA;
        ZoomSDKSharingSourceInfo info = shares->GetItem(0);
        source.userid = info.userid;
        source.isShowingInFirstView = info.isShowingInFirstView;
        source.isShowingInSecondView = info.isShowingInSecondView;
        source.isCanBeRemoteControl = info.isCanBeRemoteControl;
        return SDKERR_SUCCESS;
    }
};

END_ZOOM_SDK_NAMESPACE

#endif
