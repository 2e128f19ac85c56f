// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#include "meeting_service_components/meeting_configuration_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedMeetingConfiguration : public IMeetingConfiguration {
public:
#if defined(WIN32)
    void SetMeetingUIPos(WndPosition) override { unemulated("IMeetingUIElemConfiguration::SetMeetingUIPos"); }
    void SetFloatVideoPos(WndPosition) override { unemulated("IMeetingUIElemConfiguration::SetFloatVideoPos"); }
    void SetSharingToolbarVisibility(bool) override {
        unemulated("IMeetingUIElemConfiguration::SetSharingToolbarVisibility");
    }
    void SetBottomFloatToolbarWndVisibility(bool) override {
        unemulated("IMeetingUIElemConfiguration::SetBottomFloatToolbarWndVisibility");
    }
    void EnableApproveRemoteControlDlg(bool) override {
        unemulated("IMeetingUIElemConfiguration::EnableApproveRemoteControlDlg");
    }
    void EnableDeclineRemoteControlResponseDlg(bool) override {
        unemulated("IMeetingUIElemConfiguration::EnableDeclineRemoteControlResponseDlg");
    }
    void EnableLeaveMeetingOptionForHost(bool) override {
        unemulated("IMeetingUIElemConfiguration::EnableLeaveMeetingOptionForHost");
    }
    void EnableInviteButtonOnMeetingUI(bool) override {
        unemulated("IMeetingUIElemConfiguration::EnableInviteButtonOnMeetingUI");
    }
    void EnableVideoButtonOnMeetingUI(bool) override {
        unemulated("IMeetingUIElemConfiguration::EnableVideoButtonOnMeetingUI");
    }
    void EnableAudioButtonOnMeetingUI(bool) override {
        unemulated("IMeetingUIElemConfiguration::EnableAudioButtonOnMeetingUI");
    }
    void EnableEnterAndExitFullScreenButtonOnMeetingUI(bool) override {
        unemulated("IMeetingUIElemConfiguration::EnableEnterAndExitFullScreenButtonOnMeetingUI");
    }
    void EnableLButtonDBClick4SwitchFullScreenMode(bool) override {
        unemulated("IMeetingUIElemConfiguration::EnableLButtonDBClick4SwitchFullScreenMode");
    }
    void SetFloatVideoWndVisibility(bool) override {
        unemulated("IMeetingUIElemConfiguration::SetFloatVideoWndVisibility");
    }
    void RedirectClickShareBTNEvent(bool) override {
        unemulated("IMeetingUIElemConfiguration::RedirectClickShareBTNEvent");
    }
    void RedirectClickEndMeetingBTNEvent(bool) override {
        unemulated("IMeetingUIElemConfiguration::RedirectClickEndMeetingBTNEvent");
    }
    void RedirectFreeMeetingEndingReminderDlg(bool) override {
        unemulated("IMeetingUIElemConfiguration::RedirectFreeMeetingEndingReminderDlg");
    }
    void RedirectClickCustomLiveStreamMenuEvent(bool) override {
        unemulated("IMeetingUIElemConfiguration::RedirectClickCustomLiveStreamMenuEvent");
    }
    void RedirectClickParticipantListBTNEvent(bool) override {
        unemulated("IMeetingUIElemConfiguration::RedirectClickParticipantListBTNEvent");
    }
    void RedirectClickCCBTNEvent(bool) override {
        unemulated("IMeetingUIElemConfiguration::RedirectClickCCBTNEvent");
    }
    void RedirectMeetingWarningMsg(RedirectWarningMsgOption) override {
        unemulated("IMeetingUIElemConfiguration::RedirectMeetingWarningMsg");
    }
    void EnableToolTipsShow(bool) override { unemulated("IMeetingUIElemConfiguration::EnableToolTipsShow"); }
    void EnableClaimHostFeature(bool) override { unemulated("IMeetingUIElemConfiguration::EnableClaimHostFeature"); }
    void EnableAutoHideJoinAudioDialog(bool) override {
        unemulated("IMeetingUIElemConfiguration::EnableAutoHideJoinAudioDialog");
    }
    void AlwaysShowIconOnTaskBar(bool) override {
        unemulated("IMeetingUIElemConfiguration::AlwaysShowIconOnTaskBar");
    }
    void DisableSplitScreenModeUIElements(bool) override {
        unemulated("IMeetingUIElemConfiguration::DisableSplitScreenModeUIElements");
    }
    void SetShowAudioUseComputerSoundChkbox(bool) override {
        unemulated("IMeetingUIElemConfiguration::SetShowAudioUseComputerSoundChkbox");
    }
    void SetShowVideoOptimizeChkbox(bool) override {
        unemulated("IMeetingUIElemConfiguration::SetShowVideoOptimizeChkbox");
    }
    void SetShowCallInTab(bool) override { unemulated("IMeetingUIElemConfiguration::SetShowCallInTab"); }
    void SetShowCallMeTab(bool) override { unemulated("IMeetingUIElemConfiguration::SetShowCallMeTab"); }
    SDKError DisableTopMostAttr4SettingDialog(bool) override {
        return unemulated("IMeetingUIElemConfiguration::DisableTopMostAttr4SettingDialog");
    }
    SDKError EnableGrabShareWithoutReminder(bool) override {
        return unemulated("IMeetingUIElemConfiguration::EnableGrabShareWithoutReminder");
    }
    void EnableShowShareSwitchMultiToSingleConfirmDlg(bool) override {
        unemulated("IMeetingUIElemConfiguration::EnableShowShareSwitchMultiToSingleConfirmDlg");
    }
    void DisableFreeMeetingRemainTimeNotify(bool) override {
        unemulated("IMeetingUIElemConfiguration::DisableFreeMeetingRemainTimeNotify");
    }
    void HideChatItemOnMeetingUI(bool) override {
        unemulated("IMeetingUIElemConfiguration::HideChatItemOnMeetingUI");
    }
    void HideRecordItemOnMeetingUI(bool) override {
        unemulated("IMeetingUIElemConfiguration::HideRecordItemOnMeetingUI");
    }
    void HideUpgradeFreeMeetingButton(bool) override {
        unemulated("IMeetingUIElemConfiguration::HideUpgradeFreeMeetingButton");
    }
    void SetShowInviteDlgTabPage(SDKInviteDlgTabPage, bool) override {
        unemulated("IMeetingUIElemConfiguration::SetShowInviteDlgTabPage");
    }
    void SetShowH323SubTabPage(SDKH323TabPage, bool) override {
        unemulated("IMeetingUIElemConfiguration::SetShowH323SubTabPage");
    }
    void EnableLocalRecordingConvertProgressBarDialog(bool) override {
        unemulated("IMeetingUIElemConfiguration::EnableLocalRecordingConvertProgressBarDialog");
    }
    void HideSwitchCameraButton(bool) override { unemulated("IMeetingUIElemConfiguration::HideSwitchCameraButton"); }
    void HideCopyUrlOnInviteWindow(bool) override {
        unemulated("IMeetingUIElemConfiguration::HideCopyUrlOnInviteWindow");
    }
    void HideCopyInvitationOnInviteWindow(bool) override {
        unemulated("IMeetingUIElemConfiguration::HideCopyInvitationOnInviteWindow");
    }
    void HideKeypadButtonOnMeetingWindow(bool) override {
        unemulated("IMeetingUIElemConfiguration::HideKeypadButtonOnMeetingWindow");
    }
    void HideRemoteControlOnMeetingUI(bool) override {
        unemulated("IMeetingUIElemConfiguration::HideRemoteControlOnMeetingUI");
    }
    void HideQAOnMeetingUI(bool) override { unemulated("IMeetingUIElemConfiguration::HideQAOnMeetingUI"); }
    void HidePollOnMeetingUI(bool) override { unemulated("IMeetingUIElemConfiguration::HidePollOnMeetingUI"); }
    void DisableAdvanceAudioDeivceCtrl(bool) override {
        unemulated("IMeetingUIElemConfiguration::DisableAdvanceAudioDeivceCtrl");
    }
    void RedirectClickAudioBTNEvent(bool) override {
        unemulated("IMeetingUIElemConfiguration::RedirectClickAudioBTNEvent");
    }
    void RedirectClickAudioMenuBTNEvent(bool) override {
        unemulated("IMeetingUIElemConfiguration::RedirectClickAudioMenuBTNEvent");
    }
    void RedirectClickBreakoutRoomButtonEvent(bool) override {
        unemulated("IMeetingUIElemConfiguration::RedirectClickBreakoutRoomButtonEvent");
    }
    void HideReactionsOnMeetingUI(bool) override {
        unemulated("IMeetingUIElemConfiguration::HideReactionsOnMeetingUI");
    }
    void HideMeetingInfoOnMeetingUI(bool) override {
        unemulated("IMeetingUIElemConfiguration::HideMeetingInfoOnMeetingUI");
    }
    void HideShareButtonOnMeetingUI(bool) override {
        unemulated("IMeetingUIElemConfiguration::HideShareButtonOnMeetingUI");
    }
    void DisablePanelistMenuItem(PanelistMenuItemOption) override {
        unemulated("IMeetingUIElemConfiguration::DisablePanelistMenuItem");
    }
    void DisableAttendeeMenuItem(AttendeeMenuItemOption) override {
        unemulated("IMeetingUIElemConfiguration::DisableAttendeeMenuItem");
    }
    void EnableInviteLinkOnMeetingUI(bool) override {
        unemulated("IMeetingUIElemConfiguration::EnableInviteLinkOnMeetingUI");
    }
    void EnableCloudWhiteboard(bool) override { unemulated("IMeetingUIElemConfiguration::EnableCloudWhiteboard"); }
    void HideCloudWhiteboardFeedbackButton(bool) override {
        unemulated("IMeetingUIElemConfiguration::HideCloudWhiteboardFeedbackButton");
    }
    void HideCloudWhiteboardShareButton(bool) override {
        unemulated("IMeetingUIElemConfiguration::HideCloudWhiteboardShareButton");
    }
    void HideCloudWhiteboardAboutButton(bool) override {
        unemulated("IMeetingUIElemConfiguration::HideCloudWhiteboardAboutButton");
    }
    void HideCloudWhiteboardHelperCenterButton(bool) override {
        unemulated("IMeetingUIElemConfiguration::HideCloudWhiteboardHelperCenterButton");
    }
    void HideCloudWhiteboardOpenInBrowserButton(bool) override {
        unemulated("IMeetingUIElemConfiguration::HideCloudWhiteboardOpenInBrowserButton");
    }
    void HideRequestRecordPrivilegeDialog(bool) override {
        unemulated("IMeetingUIElemConfiguration::HideRequestRecordPrivilegeDialog");
    }
#endif
    void EnableAutoEndOtherMeetingWhenStartMeeting(bool) override {
        unemulated("IJoinMeetingBehaviorConfiguration::EnableAutoEndOtherMeetingWhenStartMeeting");
    }
    void RedirectWebinarNeedRegister(bool) override {
        unemulated("IJoinMeetingBehaviorConfiguration::RedirectWebinarNeedRegister");
    }
    void RedirectWebinarNameInputDialog(bool) override {
        unemulated("IJoinMeetingBehaviorConfiguration::RedirectWebinarNameInputDialog");
    }
    void RedirectMeetingInputUserInfoDialog(bool) override {
        unemulated("IJoinMeetingBehaviorConfiguration::RedirectMeetingInputUserInfoDialog");
    }
    void RedirectConfirmStartArchiveDialog(bool) override {
        unemulated("IJoinMeetingBehaviorConfiguration::RedirectConfirmStartArchiveDialog");
    }
    void RedirectConfirmRecoverMeetingDialog(bool) override {
        unemulated("IJoinMeetingBehaviorConfiguration::RedirectConfirmRecoverMeetingDialog");
    }
    void RedirectEndOtherMeeting(bool) override {
        unemulated("IJoinMeetingBehaviorConfiguration::RedirectEndOtherMeeting");
    }
    void EnableForceAutoStartMyVideoWhenJoinMeeting(bool) override {
        unemulated("IJoinMeetingBehaviorConfiguration::EnableForceAutoStartMyVideoWhenJoinMeeting");
    }
    void EnableForceAutoStopMyVideoWhenJoinMeeting(bool) override {
        unemulated("IJoinMeetingBehaviorConfiguration::EnableForceAutoStopMyVideoWhenJoinMeeting");
    }
#if defined(WIN32)
    void DisablePopupMeetingWrongPSWDlg(bool) override {
        unemulated("IJoinMeetingBehaviorConfiguration::DisablePopupMeetingWrongPSWDlg");
    }
    void DisableWaitingForHostDialog(bool) override {
        unemulated("IJoinMeetingBehaviorConfiguration::DisableWaitingForHostDialog");
    }
    void EnableInputMeetingPasswordDlg(bool) override {
        unemulated("IJoinMeetingBehaviorConfiguration::EnableInputMeetingPasswordDlg");
    }
    void EnableInputMeetingScreenNameDlg(bool) override {
        unemulated("IJoinMeetingBehaviorConfiguration::EnableInputMeetingScreenNameDlg");
    }
    void PrePopulateWebinarRegistrationInfo(const zchar_t*, const zchar_t*) override {
        unemulated("IJoinMeetingBehaviorConfiguration::PrePopulateWebinarRegistrationInfo");
    }
    void DisableAutoShowSelectJoinAudioDlgWhenJoinMeeting(bool) override {
        unemulated("IJoinMeetingBehaviorConfiguration::DisableAutoShowSelectJoinAudioDlgWhenJoinMeeting");
    }
    void DisableShowJoinMeetingWnd(bool) override {
        unemulated("IJoinMeetingBehaviorConfiguration::DisableShowJoinMeetingWnd");
    }
#endif
    void SetEvent(IMeetingConfigurationEvent*) override {}
    void Reset() override { unemulated("IMeetingConfiguration::Reset"); }
    void EnableAutoAdjustSpeakerVolumeWhenJoinAudio(bool) override {
        unemulated("IMeetingConfiguration::EnableAutoAdjustSpeakerVolumeWhenJoinAudio");
    }
    void EnableAutoAdjustMicVolumeWhenJoinAudio(bool) override {
        unemulated("IMeetingConfiguration::EnableAutoAdjustMicVolumeWhenJoinAudio");
    }
    void SetMaxDurationForOnlyHostInMeeting(int) override {
        unemulated("IMeetingConfiguration::SetMaxDurationForOnlyHostInMeeting");
    }
#if defined(WIN32)
    void SetDirectShareMonitorID(const zchar_t*) override {
        unemulated("IMeetingConfiguration::SetDirectShareMonitorID");
    }
    void ConfigDSCP(int, int, bool) override { unemulated("IMeetingConfiguration::ConfigDSCP"); }
    void EnableLengthLimitationOfMeetingNumber(bool) override {
        unemulated("IMeetingConfiguration::EnableLengthLimitationOfMeetingNumber");
    }
    void EnableShareIOSDevice(bool) override { unemulated("IMeetingConfiguration::EnableShareIOSDevice"); }
    void EnableShareWhiteBoard(bool) override { unemulated("IMeetingConfiguration::EnableShareWhiteBoard"); }
    void ForceDisableMultiShare(bool) override { unemulated("IMeetingConfiguration::ForceDisableMultiShare"); }
    SDKError EnableZoomDocs(bool) override { return unemulated("IMeetingConfiguration::EnableZoomDocs"); }
#endif
};

}  // namespace MEETINGSDK
