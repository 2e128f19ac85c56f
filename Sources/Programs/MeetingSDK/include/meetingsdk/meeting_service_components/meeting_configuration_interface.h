// What a client asks before it joins; named, not emulated.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_CONFIGURATION_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_CONFIGURATION_INTERFACE_H

#include "psstudio/names/meeting_service_components/meeting_configuration_interface.h"
#include "zoom_sdk_def.h"
#if defined(WIN32)
#include "customized_resource_helper_interface.h"
#endif

BEGIN_ZOOM_SDK_NAMESPACE

class IMeetingPasswordAndScreenNameHandler {
public:
    enum RequiredInfoType {
        REQUIRED_INFO_TYPE_NONE = 0,
        REQUIRED_INFO_TYPE_Password = 1,
        REQUIRED_INFO_TYPE_Password4WrongPassword = 2,
        REQUIRED_INFO_TYPE_PasswordAndScreenName = 3,
        REQUIRED_INFO_TYPE_ScreenName = 4,
        REQUIRED_INFO_TYPE_MeetingIDAndScreenName = 5,
    };
    virtual RequiredInfoType GetRequiredInfoType() = 0;
    virtual bool InputMeetingPasswordAndScreenName(const zchar_t* meetingPassword, const zchar_t* screenName) = 0;
    virtual bool InputMeetingIDAndScreenName(const zchar_t* meetingId, const zchar_t* screenName) = 0;
    virtual bool InputMeetingScreenName(const zchar_t* screenName) = 0;
    virtual void Cancel() = 0;
    virtual ~IMeetingPasswordAndScreenNameHandler() {}
};

class IWebinarNeedRegisterHandler {
public:
    enum WebinarNeedRegisterType {
        WebinarReg_NONE = 0,
        WebinarReg_By_Register_Url = 1,
        WebinarReg_By_Email_and_DisplayName = 2,
    };
    virtual WebinarNeedRegisterType GetWebinarNeedRegisterType() = 0;
    virtual ~IWebinarNeedRegisterHandler() {}
};

class IWebinarNeedRegisterHandlerByUrl : public IWebinarNeedRegisterHandler {
public:
    virtual const zchar_t* GetWebinarRegisterUrl() = 0;
    virtual void Release() = 0;
    virtual ~IWebinarNeedRegisterHandlerByUrl() {}
};

class IWebinarNeedRegisterHandlerByEmail : public IWebinarNeedRegisterHandler {
public:
    virtual SDKError InputWebinarRegisterEmailAndScreenName(const zchar_t* email, const zchar_t* screenName) = 0;
    virtual void Cancel() = 0;
    virtual ~IWebinarNeedRegisterHandlerByEmail() {}
};

class IWebinarInputScreenNameHandler {
public:
    virtual SDKError InputName(const zchar_t* screenName) = 0;
    virtual SDKError Cancel() = 0;
    virtual ~IWebinarInputScreenNameHandler() {}
};

class IMeetingInputUserInfoHandler {
public:
    virtual ~IMeetingInputUserInfoHandler() {}
    virtual const zchar_t* GetDefaultDisplayName() = 0;
    virtual bool CanModifyDefaultDisplayName() = 0;
    virtual bool IsValidEmail(const zchar_t* email) = 0;
    virtual SDKError InputUserInfo(const zchar_t* name, const zchar_t* email) = 0;
    virtual void Cancel() = 0;
};

class IMeetingArchiveConfirmHandler {
public:
    virtual ~IMeetingArchiveConfirmHandler() {}
    virtual const zchar_t* GetArchiveConfirmContent() = 0;
    virtual SDKError JoinWithArchive(bool startArchive) = 0;
};

class IMeetingConfirmRecoverHandler {
public:
    virtual ~IMeetingConfirmRecoverHandler() {}
    virtual const zchar_t* GetRecoverMeetingContent() = 0;
    virtual SDKError RecoverMeeting(bool recover) = 0;
};

class IEndOtherMeetingToJoinMeetingHandler {
public:
    virtual bool EndOtherMeeting() = 0;
    virtual void Cancel() = 0;
    virtual ~IEndOtherMeetingToJoinMeetingHandler() {}
};

class IMeetingConfigurationFreeMeetingEvent {
public:
    enum FreeMeetingNeedUpgradeType {
        FreeMeetingNeedUpgradeType_NONE = 0,
        FreeMeetingNeedUpgradeType_BY_ADMIN = 1,
        FreeMeetingNeedUpgradeType_BY_GIFTURL = 2,
    };
    virtual ~IMeetingConfigurationFreeMeetingEvent() {}
    virtual void onFreeMeetingRemainTime(unsigned int /*leftTime*/) {}
    virtual void onFreeMeetingRemainTimeStopCountDown() {}
    virtual void onFreeMeetingNeedToUpgrade(FreeMeetingNeedUpgradeType /*type*/, const zchar_t* /*giftUrl*/) {}
    virtual void onFreeMeetingUpgradeToGiftFreeTrialStart() {}
    virtual void onFreeMeetingUpgradeToGiftFreeTrialStop() {}
    virtual void onFreeMeetingUpgradeToProMeeting() {}
};

class IMeetingConfigurationEvent : public IMeetingConfigurationFreeMeetingEvent {
public:
    virtual ~IMeetingConfigurationEvent() {}
    virtual void onInputMeetingPasswordAndScreenNameNotification(
        IMeetingPasswordAndScreenNameHandler* /*handler*/) {}
    virtual void onWebinarNeedRegisterNotification(IWebinarNeedRegisterHandler* /*handler*/) {}
    virtual void onEndOtherMeetingToJoinMeetingNotification(IEndOtherMeetingToJoinMeetingHandler* /*handler*/) {}
    virtual void onWebinarNeedInputScreenName(IWebinarInputScreenNameHandler* /*handler*/) {}
    virtual void onJoinMeetingNeedUserInfo(IMeetingInputUserInfoHandler* /*handler*/) {}
    virtual void onUserConfirmToStartArchive(IMeetingArchiveConfirmHandler* /*handler*/) {}
    virtual void onUserConfirmRecoverMeeting(IMeetingConfirmRecoverHandler* /*handler*/) {}
};

#if defined(WIN32)

struct tagRedirectWarningMsgOption {
    bool bRedirectBadNetwork = false;
    bool bRedirectWarnHighCPU = false;
};
typedef struct tagRedirectWarningMsgOption RedirectWarningMsgOption;

struct tagPanelistMenuItemOption {
    bool bNotShowDowngradePanelist = false;
};
typedef struct tagPanelistMenuItemOption PanelistMenuItemOption;

struct tagAttendeeMenuItemOption {
    bool bNotShowPromoteToPanelist = false;
};
typedef struct tagAttendeeMenuItemOption AttendeeMenuItemOption;

class IMeetingUIElemConfiguration {
public:
    virtual void SetMeetingUIPos(WndPosition pos) = 0;
    virtual void SetFloatVideoPos(WndPosition pos) = 0;
    virtual void SetSharingToolbarVisibility(bool show) = 0;
    virtual void SetBottomFloatToolbarWndVisibility(bool show) = 0;
    virtual void EnableApproveRemoteControlDlg(bool enable) = 0;
    virtual void EnableDeclineRemoteControlResponseDlg(bool enable) = 0;
    virtual void EnableLeaveMeetingOptionForHost(bool enable) = 0;
    virtual void EnableInviteButtonOnMeetingUI(bool enable) = 0;
    virtual void EnableVideoButtonOnMeetingUI(bool enable) = 0;
    virtual void EnableAudioButtonOnMeetingUI(bool enable) = 0;
    virtual void EnableEnterAndExitFullScreenButtonOnMeetingUI(bool enable) = 0;
    virtual void EnableLButtonDBClick4SwitchFullScreenMode(bool enable) = 0;
    virtual void SetFloatVideoWndVisibility(bool show) = 0;
    virtual void RedirectClickShareBTNEvent(bool redirect) = 0;
    virtual void RedirectClickEndMeetingBTNEvent(bool redirect) = 0;
    virtual void RedirectFreeMeetingEndingReminderDlg(bool redirect) = 0;
    virtual void RedirectClickCustomLiveStreamMenuEvent(bool redirect) = 0;
    virtual void RedirectClickParticipantListBTNEvent(bool redirect) = 0;
    virtual void RedirectClickCCBTNEvent(bool redirect) = 0;
    virtual void RedirectMeetingWarningMsg(RedirectWarningMsgOption redirectOption) = 0;
    virtual void EnableToolTipsShow(bool enable) = 0;
    virtual void EnableClaimHostFeature(bool enable) = 0;
    virtual void EnableAutoHideJoinAudioDialog(bool enable) = 0;
    virtual void AlwaysShowIconOnTaskBar(bool alwaysShow) = 0;
    virtual void DisableSplitScreenModeUIElements(bool disable) = 0;
    virtual void SetShowAudioUseComputerSoundChkbox(bool show) = 0;
    virtual void SetShowVideoOptimizeChkbox(bool show) = 0;
    virtual void SetShowCallInTab(bool show) = 0;
    virtual void SetShowCallMeTab(bool show) = 0;
    virtual SDKError DisableTopMostAttr4SettingDialog(bool disable) = 0;
    virtual SDKError EnableGrabShareWithoutReminder(bool enable) = 0;
    virtual void EnableShowShareSwitchMultiToSingleConfirmDlg(bool enable) = 0;
    virtual void DisableFreeMeetingRemainTimeNotify(bool disable) = 0;
    virtual void HideChatItemOnMeetingUI(bool hide) = 0;
    virtual void HideRecordItemOnMeetingUI(bool hide) = 0;
    virtual void HideUpgradeFreeMeetingButton(bool hide) = 0;
    virtual void SetShowInviteDlgTabPage(SDKInviteDlgTabPage tabPage, bool show) = 0;
    virtual void SetShowH323SubTabPage(SDKH323TabPage tabPage, bool show) = 0;
    virtual void EnableLocalRecordingConvertProgressBarDialog(bool show) = 0;
    virtual void HideSwitchCameraButton(bool hide) = 0;
    virtual void HideCopyUrlOnInviteWindow(bool hide) = 0;
    virtual void HideCopyInvitationOnInviteWindow(bool hide) = 0;
    virtual void HideKeypadButtonOnMeetingWindow(bool hide) = 0;
    virtual void HideRemoteControlOnMeetingUI(bool hide) = 0;
    virtual void HideQAOnMeetingUI(bool hide) = 0;
    virtual void HidePollOnMeetingUI(bool hide) = 0;
    virtual void DisableAdvanceAudioDeivceCtrl(bool disable) = 0;
    virtual void RedirectClickAudioBTNEvent(bool redirect) = 0;
    virtual void RedirectClickAudioMenuBTNEvent(bool redirect) = 0;
    virtual void RedirectClickBreakoutRoomButtonEvent(bool redirect) = 0;
    virtual void HideReactionsOnMeetingUI(bool hide) = 0;
    virtual void HideMeetingInfoOnMeetingUI(bool hide) = 0;
    virtual void HideShareButtonOnMeetingUI(bool hide) = 0;
    virtual void DisablePanelistMenuItem(PanelistMenuItemOption menuOption) = 0;
    virtual void DisableAttendeeMenuItem(AttendeeMenuItemOption menuOption) = 0;
    virtual void EnableInviteLinkOnMeetingUI(bool enable) = 0;
    virtual void EnableCloudWhiteboard(bool enable) = 0;
    virtual void HideCloudWhiteboardFeedbackButton(bool hide) = 0;
    virtual void HideCloudWhiteboardShareButton(bool hide) = 0;
    virtual void HideCloudWhiteboardAboutButton(bool hide) = 0;
    virtual void HideCloudWhiteboardHelperCenterButton(bool hide) = 0;
    virtual void HideCloudWhiteboardOpenInBrowserButton(bool hide) = 0;
    virtual void HideRequestRecordPrivilegeDialog(bool hide) = 0;
};
#endif

class IJoinMeetingBehaviorConfiguration {
public:
    virtual void EnableAutoEndOtherMeetingWhenStartMeeting(bool enable) = 0;
    virtual void RedirectWebinarNeedRegister(bool redirect) = 0;
    virtual void RedirectWebinarNameInputDialog(bool redirect) = 0;
    virtual void RedirectMeetingInputUserInfoDialog(bool redirect) = 0;
    virtual void RedirectConfirmStartArchiveDialog(bool redirect) = 0;
    virtual void RedirectConfirmRecoverMeetingDialog(bool redirect) = 0;
    virtual void RedirectEndOtherMeeting(bool redirect) = 0;
    virtual void EnableForceAutoStartMyVideoWhenJoinMeeting(bool enable) = 0;
    virtual void EnableForceAutoStopMyVideoWhenJoinMeeting(bool enable) = 0;
#if defined(WIN32)
    virtual void DisablePopupMeetingWrongPSWDlg(bool disable) = 0;
    virtual void DisableWaitingForHostDialog(bool disable) = 0;
    virtual void EnableInputMeetingPasswordDlg(bool enable) = 0;
    virtual void EnableInputMeetingScreenNameDlg(bool enable) = 0;
    virtual void PrePopulateWebinarRegistrationInfo(const zchar_t* email, const zchar_t* username) = 0;
    virtual void DisableAutoShowSelectJoinAudioDlgWhenJoinMeeting(bool disable) = 0;
    virtual void DisableShowJoinMeetingWnd(bool disable) = 0;
#endif
};

/// What a client configures before it joins.
class IMeetingConfiguration :
#if defined(WIN32)
    public IMeetingUIElemConfiguration,
#endif
    public IJoinMeetingBehaviorConfiguration {
public:
    virtual void SetEvent(IMeetingConfigurationEvent* event) = 0;
    virtual void Reset() = 0;
    virtual void EnableAutoAdjustSpeakerVolumeWhenJoinAudio(bool enable) = 0;
    virtual void EnableAutoAdjustMicVolumeWhenJoinAudio(bool enable) = 0;
    virtual void SetMaxDurationForOnlyHostInMeeting(int duration) = 0;
#if defined(WIN32)
    virtual void SetDirectShareMonitorID(const zchar_t* monitorId) = 0;
    virtual void ConfigDSCP(int dscpAudio, int dscpVideo, bool reset) = 0;
    virtual void EnableLengthLimitationOfMeetingNumber(bool enable) = 0;
    virtual void EnableShareIOSDevice(bool enable) = 0;
    virtual void EnableShareWhiteBoard(bool enable) = 0;
    virtual void ForceDisableMultiShare(bool disable) = 0;
    virtual SDKError EnableZoomDocs(bool enable) = 0;
#endif
};

END_ZOOM_SDK_NAMESPACE

#endif
