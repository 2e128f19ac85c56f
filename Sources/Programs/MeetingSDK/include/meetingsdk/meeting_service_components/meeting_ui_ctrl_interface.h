// Windows of the client; named for the branch WIN32.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_UI_CTRL_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_UI_CTRL_INTERFACE_H

#include "psstudio/names/meeting_service_components/meeting_ui_ctrl_interface.h"
#include "zoom_sdk_def.h"

#if defined(WIN32)

BEGIN_ZOOM_SDK_NAMESPACE

struct tagVideoWallPageInfoParam {
    int nCurrentPage = 0;
    int nTotalPages = 0;
};
typedef struct tagVideoWallPageInfoParam VideoWallPageInfoParam;

struct tagShowChatDlgParam {
    HWND hParent = nullptr;
    RECT rect;
    HWND hChatWnd = nullptr;
};
typedef struct tagShowChatDlgParam ShowChatDlgParam;

struct tagSplitScreenInfo {
    bool bSupportSplitScreen = false;
    bool bInSplitScreenMode = false;
};
typedef struct tagSplitScreenInfo SplitScreenInfo;

struct tagAudioBtnClickedCallbackInfo {
    unsigned int userid_MuteUnmute = 0;
    AudioCallbackActionInfo audio_clicked_action = ACTION_NONE;
};
typedef struct tagAudioBtnClickedCallbackInfo AudioBtnClickedCallbackInfo;

class IMeetingUIControllerEvent {
public:
    virtual ~IMeetingUIControllerEvent() {}
    virtual void onInviteBtnClicked(bool& /*handled*/) {}
    virtual void onStartShareBtnClicked() {}
    virtual void onEndMeetingBtnClicked() {}
    virtual void onParticipantListBtnClicked() {}
    virtual void onCustomLiveStreamMenuClicked() {}
    virtual void onZoomInviteDialogFailed() {}
    virtual void onCCBTNClicked() {}
    virtual void onAudioBtnClicked(AudioBtnClickedCallbackInfo /*info*/) {}
    virtual void onAudioMenuBtnClicked() {}
    virtual void onBreakoutRoomBtnClicked() {}
};

class IMeetingUIController {
public:
    virtual SDKError SetEvent(IMeetingUIControllerEvent* event) = 0;
    virtual SDKError ShowChatDlg(ShowChatDlgParam& param) = 0;
    virtual SDKError HideChatDlg() = 0;
    virtual SDKError EnterFullScreen(bool firstView, bool secondView) = 0;
    virtual SDKError ExitFullScreen(bool firstView, bool secondView) = 0;
    virtual SDKError BackToMeeting() = 0;
    virtual SDKError SwitchToVideoWall() = 0;
    virtual SDKError SwitchToActiveSpeaker() = 0;
    virtual SDKError MoveFloatVideoWnd(int left, int top) = 0;
    virtual SDKError ShowSharingToolbar(bool show) = 0;
    virtual SDKError SwitchFloatVideoToActiveSpkMod() = 0;
    virtual SDKError ChangeFloatToActiveSpkVideoSize(SDKFloatVideoType type) = 0;
    virtual SDKError SwitchFloatVideoToGalleryMod() = 0;
    virtual SDKError ShowParticipantsListWnd(bool show, HWND& participantsListWnd) = 0;
    virtual SDKError ShowBottomFloatToolbarWnd(bool show) = 0;
    virtual SDKError GetMeetingUIWnd(HWND& firstView, HWND& secondView) = 0;
    virtual SDKError ShowJoinAudioDlg() = 0;
    virtual SDKError HideJoinAudioDlg() = 0;
    virtual SDKError GetWallViewPageInfo(VideoWallPageInfoParam& videoWallPageInfoParam) = 0;
    virtual SDKError ShowPreOrNextPageVideo(bool pageUp) = 0;
    virtual SDKError ShowSharingFrameWindows(bool show) = 0;
    virtual bool IsMinimizeModeOfFirstScreenMeetingUIWnd(SDKMinimizeUIMode& mode) = 0;
    virtual SDKError SwitchMinimizeUIMode4FirstScreenMeetingUIWnd(SDKMinimizeUIMode mode) = 0;
    virtual SDKError GetCurrentSplitScreenModeInfo(SplitScreenInfo& info) = 0;
    virtual SDKError SwitchSplitScreenMode(bool split) = 0;
    virtual SDKError SwapToShowShareViewOrVideo(bool toDisplayShare) = 0;
    virtual SDKError IsDisplayingShareViewOrVideo(bool& isShare) = 0;
    virtual SDKError CanSwapToShowShareViewOrVideo(bool& can) = 0;
    virtual SDKError SetMeetingTopic(const zchar_t* meetingtopic) = 0;
    virtual SDKError SetCustomizedCloudRecordingMgrUrl(const zchar_t* crmURL) = 0;
    virtual SDKError SetCustomizedInvitationDomain(const zchar_t* invitationDomain) = 0;
    virtual SDKError SetCustomizedPollingUrl(const zchar_t* url, bool create) = 0;
    virtual SDKError SetCloudWhiteboardFeedbackUrl(const zchar_t* feedbackURL) = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif

#endif
