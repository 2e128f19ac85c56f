// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#if defined(WIN32)
#include "meeting_service_components/meeting_closedcaption_interface.h"
#include "meeting_service_components/meeting_ui_ctrl_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedMeetingUIController : public IMeetingUIController {
public:
    SDKError SetEvent(IMeetingUIControllerEvent*) override { return SDKERR_SUCCESS; }
    SDKError ShowChatDlg(ShowChatDlgParam&) override { return unemulated("IMeetingUIController::ShowChatDlg"); }
    SDKError HideChatDlg() override { return unemulated("IMeetingUIController::HideChatDlg"); }
    SDKError EnterFullScreen(bool, bool) override { return unemulated("IMeetingUIController::EnterFullScreen"); }
    SDKError ExitFullScreen(bool, bool) override { return unemulated("IMeetingUIController::ExitFullScreen"); }
    SDKError BackToMeeting() override { return unemulated("IMeetingUIController::BackToMeeting"); }
    SDKError SwitchToVideoWall() override { return unemulated("IMeetingUIController::SwitchToVideoWall"); }
    SDKError SwitchToActiveSpeaker() override { return unemulated("IMeetingUIController::SwitchToActiveSpeaker"); }
    SDKError MoveFloatVideoWnd(int, int) override { return unemulated("IMeetingUIController::MoveFloatVideoWnd"); }
    SDKError ShowSharingToolbar(bool) override { return unemulated("IMeetingUIController::ShowSharingToolbar"); }
    SDKError SwitchFloatVideoToActiveSpkMod() override {
        return unemulated("IMeetingUIController::SwitchFloatVideoToActiveSpkMod");
    }
    SDKError ChangeFloatToActiveSpkVideoSize(SDKFloatVideoType) override {
        return unemulated("IMeetingUIController::ChangeFloatToActiveSpkVideoSize");
    }
    SDKError SwitchFloatVideoToGalleryMod() override {
        return unemulated("IMeetingUIController::SwitchFloatVideoToGalleryMod");
    }
    SDKError ShowParticipantsListWnd(bool, HWND&) override {
        return unemulated("IMeetingUIController::ShowParticipantsListWnd");
    }
    SDKError ShowBottomFloatToolbarWnd(bool) override {
        return unemulated("IMeetingUIController::ShowBottomFloatToolbarWnd");
    }
    SDKError GetMeetingUIWnd(HWND&, HWND&) override { return unemulated("IMeetingUIController::GetMeetingUIWnd"); }
    SDKError ShowJoinAudioDlg() override { return unemulated("IMeetingUIController::ShowJoinAudioDlg"); }
    SDKError HideJoinAudioDlg() override { return unemulated("IMeetingUIController::HideJoinAudioDlg"); }
    SDKError GetWallViewPageInfo(VideoWallPageInfoParam&) override {
        return unemulated("IMeetingUIController::GetWallViewPageInfo");
    }
    SDKError ShowPreOrNextPageVideo(bool) override {
        return unemulated("IMeetingUIController::ShowPreOrNextPageVideo");
    }
    SDKError ShowSharingFrameWindows(bool) override {
        return unemulated("IMeetingUIController::ShowSharingFrameWindows");
    }
    bool IsMinimizeModeOfFirstScreenMeetingUIWnd(SDKMinimizeUIMode&) override { return false; }
    SDKError SwitchMinimizeUIMode4FirstScreenMeetingUIWnd(SDKMinimizeUIMode) override {
        return unemulated("IMeetingUIController::SwitchMinimizeUIMode4FirstScreenMeetingUIWnd");
    }
    SDKError GetCurrentSplitScreenModeInfo(SplitScreenInfo&) override {
        return unemulated("IMeetingUIController::GetCurrentSplitScreenModeInfo");
    }
    SDKError SwitchSplitScreenMode(bool) override {
        return unemulated("IMeetingUIController::SwitchSplitScreenMode");
    }
    SDKError SwapToShowShareViewOrVideo(bool) override {
        return unemulated("IMeetingUIController::SwapToShowShareViewOrVideo");
    }
    SDKError IsDisplayingShareViewOrVideo(bool&) override {
        return unemulated("IMeetingUIController::IsDisplayingShareViewOrVideo");
    }
    SDKError CanSwapToShowShareViewOrVideo(bool&) override {
        return unemulated("IMeetingUIController::CanSwapToShowShareViewOrVideo");
    }
    SDKError SetMeetingTopic(const zchar_t*) override { return unemulated("IMeetingUIController::SetMeetingTopic"); }
    SDKError SetCustomizedCloudRecordingMgrUrl(const zchar_t*) override {
        return unemulated("IMeetingUIController::SetCustomizedCloudRecordingMgrUrl");
    }
    SDKError SetCustomizedInvitationDomain(const zchar_t*) override {
        return unemulated("IMeetingUIController::SetCustomizedInvitationDomain");
    }
    SDKError SetCustomizedPollingUrl(const zchar_t*, bool) override {
        return unemulated("IMeetingUIController::SetCustomizedPollingUrl");
    }
    SDKError SetCloudWhiteboardFeedbackUrl(const zchar_t*) override {
        return unemulated("IMeetingUIController::SetCloudWhiteboardFeedbackUrl");
    }
};

class UnemulatedClosedCaptionController : public IClosedCaptionController {
public:
    SDKError SetEvent(IClosedCaptionControllerEvent*) override { return SDKERR_SUCCESS; }
    bool IsMeetingSupportCC() override { return false; }
    bool CanAssignOthersToSendCC() override { return false; }
    SDKError AssignCCPrivilege(unsigned int, bool) override {
        return unemulated("IClosedCaptionController::AssignCCPrivilege");
    }
    bool CanBeAssignedToSendCC(unsigned int) override { return false; }
    bool CanSendClosedCaption() override { return false; }
    SDKError SendClosedCaption(const zchar_t*) override {
        return unemulated("IClosedCaptionController::SendClosedCaption");
    }
    bool IsSaveCCEnabled() override { return false; }
    SDKError SaveCCHistory() override { return unemulated("IClosedCaptionController::SaveCCHistory"); }
    const zchar_t* GetClosedCaptionHistorySavedPath() override { return emptyText(); }
    const zchar_t* GetClosedCaptionUrlFor3rdParty() override { return emptyText(); }
    SDKError EnableMeetingManualCaption(bool) override {
        return unemulated("IClosedCaptionController::EnableMeetingManualCaption");
    }
    bool IsMeetingManualCaptionEnabled() override { return false; }
    bool IsLiveTranscriptLegalNoticeAvailable() override { return false; }
    SDKError EnableReceiveSpokenLanguageContent(bool) override {
        return unemulated("IClosedCaptionController::EnableReceiveSpokenLanguageContent");
    }
    bool CanDisableCaptions() override { return false; }
    SDKError EnableCaptions(bool) override { return unemulated("IClosedCaptionController::EnableCaptions"); }
    bool IsCaptionsEnabled() override { return false; }
    bool IsReceiveSpokenLanguageContentEnabled() override { return false; }
    const zchar_t* getLiveTranscriptLegalNoticesPrompt() override { return emptyText(); }
    const zchar_t* getLiveTranscriptLegalNoticesExplained() override { return emptyText(); }
    bool IsLiveTranscriptionFeatureEnabled() override { return false; }
    bool IsMultiLanguageTranscriptionEnabled() override { return false; }
    bool IsTextLiveTranslationEnabled() override { return false; }
    SDKLiveTranscriptionStatus GetLiveTranscriptionStatus() override { return {}; }
    bool CanStartLiveTranscription() override { return false; }
    SDKError StartLiveTranscription() override {
        return unemulated("IClosedCaptionController::StartLiveTranscription");
    }
    SDKError StopLiveTranscription() override {
        return unemulated("IClosedCaptionController::StopLiveTranscription");
    }
    SDKError EnableRequestLiveTranscription(bool) override {
        return unemulated("IClosedCaptionController::EnableRequestLiveTranscription");
    }
    bool IsRequestToStartLiveTranscriptionEnabled() override { return false; }
    SDKError RequestToStartLiveTranscription(bool) override {
        return unemulated("IClosedCaptionController::RequestToStartLiveTranscription");
    }
    IList<ILiveTranscriptionLanguage*>* GetAvailableMeetingSpokenLanguages() override {
        return emptyList<ILiveTranscriptionLanguage*>();
    }
    SDKError SetMeetingSpokenLanguage(int) override {
        return unemulated("IClosedCaptionController::SetMeetingSpokenLanguage");
    }
    ILiveTranscriptionLanguage* GetMeetingSpokenLanguage() override { return nullptr; }
    IList<ILiveTranscriptionLanguage*>* GetAvailableTranslationLanguages() override {
        return emptyList<ILiveTranscriptionLanguage*>();
    }
    SDKError SetTranslationLanguage(int) override {
        return unemulated("IClosedCaptionController::SetTranslationLanguage");
    }
    ILiveTranscriptionLanguage* GetTranslationLanguage() override { return nullptr; }
    bool IsSupportRequestCaptions() override { return false; }
    bool IsSupportTranslationWhenRequestToStartCaptions() override { return false; }
    SDKError RequestToStartCaptions(bool) override {
        return unemulated("IClosedCaptionController::RequestToStartCaptions");
    }
    SDKError SetMeetingSpokenLanguage(int, bool) override {
        return unemulated("IClosedCaptionController::SetMeetingSpokenLanguage");
    }
};

}  // namespace MEETINGSDK
#endif
