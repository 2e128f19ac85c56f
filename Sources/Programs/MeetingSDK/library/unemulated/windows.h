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
    UNEMULATED(SDKError, IMeetingUIController, ShowChatDlg, (ShowChatDlgParam&))
    UNEMULATED(SDKError, IMeetingUIController, HideChatDlg, ())
    UNEMULATED(SDKError, IMeetingUIController, EnterFullScreen, (bool, bool))
    UNEMULATED(SDKError, IMeetingUIController, ExitFullScreen, (bool, bool))
    UNEMULATED(SDKError, IMeetingUIController, BackToMeeting, ())
    UNEMULATED(SDKError, IMeetingUIController, SwitchToVideoWall, ())
    UNEMULATED(SDKError, IMeetingUIController, SwitchToActiveSpeaker, ())
    UNEMULATED(SDKError, IMeetingUIController, MoveFloatVideoWnd, (int, int))
    UNEMULATED(SDKError, IMeetingUIController, ShowSharingToolbar, (bool))
    UNEMULATED(SDKError, IMeetingUIController, SwitchFloatVideoToActiveSpkMod, ())
    UNEMULATED(SDKError, IMeetingUIController, ChangeFloatToActiveSpkVideoSize, (SDKFloatVideoType))
    UNEMULATED(SDKError, IMeetingUIController, SwitchFloatVideoToGalleryMod, ())
    UNEMULATED(SDKError, IMeetingUIController, ShowParticipantsListWnd, (bool, HWND&))
    UNEMULATED(SDKError, IMeetingUIController, ShowBottomFloatToolbarWnd, (bool))
    UNEMULATED(SDKError, IMeetingUIController, GetMeetingUIWnd, (HWND&, HWND&))
    UNEMULATED(SDKError, IMeetingUIController, ShowJoinAudioDlg, ())
    UNEMULATED(SDKError, IMeetingUIController, HideJoinAudioDlg, ())
    UNEMULATED(SDKError, IMeetingUIController, GetWallViewPageInfo, (VideoWallPageInfoParam&))
    UNEMULATED(SDKError, IMeetingUIController, ShowPreOrNextPageVideo, (bool))
    UNEMULATED(SDKError, IMeetingUIController, ShowSharingFrameWindows, (bool))
    bool IsMinimizeModeOfFirstScreenMeetingUIWnd(SDKMinimizeUIMode&) override { return false; }
    UNEMULATED(SDKError, IMeetingUIController, SwitchMinimizeUIMode4FirstScreenMeetingUIWnd, (SDKMinimizeUIMode))
    UNEMULATED(SDKError, IMeetingUIController, GetCurrentSplitScreenModeInfo, (SplitScreenInfo&))
    UNEMULATED(SDKError, IMeetingUIController, SwitchSplitScreenMode, (bool))
    UNEMULATED(SDKError, IMeetingUIController, SwapToShowShareViewOrVideo, (bool))
    UNEMULATED(SDKError, IMeetingUIController, IsDisplayingShareViewOrVideo, (bool&))
    UNEMULATED(SDKError, IMeetingUIController, CanSwapToShowShareViewOrVideo, (bool&))
    UNEMULATED(SDKError, IMeetingUIController, SetMeetingTopic, (const zchar_t*))
    UNEMULATED(SDKError, IMeetingUIController, SetCustomizedCloudRecordingMgrUrl, (const zchar_t*))
    UNEMULATED(SDKError, IMeetingUIController, SetCustomizedInvitationDomain, (const zchar_t*))
    UNEMULATED(SDKError, IMeetingUIController, SetCustomizedPollingUrl, (const zchar_t*, bool))
    UNEMULATED(SDKError, IMeetingUIController, SetCloudWhiteboardFeedbackUrl, (const zchar_t*))
};

class UnemulatedClosedCaptionController : public IClosedCaptionController {
public:
    SDKError SetEvent(IClosedCaptionControllerEvent*) override { return SDKERR_SUCCESS; }
    bool IsMeetingSupportCC() override { return false; }
    bool CanAssignOthersToSendCC() override { return false; }
    UNEMULATED(SDKError, IClosedCaptionController, AssignCCPrivilege, (unsigned int, bool))
    bool CanBeAssignedToSendCC(unsigned int) override { return false; }
    bool CanSendClosedCaption() override { return false; }
    UNEMULATED(SDKError, IClosedCaptionController, SendClosedCaption, (const zchar_t*))
    bool IsSaveCCEnabled() override { return false; }
    UNEMULATED(SDKError, IClosedCaptionController, SaveCCHistory, ())
    const zchar_t* GetClosedCaptionHistorySavedPath() override { return emptyText(); }
    const zchar_t* GetClosedCaptionUrlFor3rdParty() override { return emptyText(); }
    UNEMULATED(SDKError, IClosedCaptionController, EnableMeetingManualCaption, (bool))
    bool IsMeetingManualCaptionEnabled() override { return false; }
    bool IsLiveTranscriptLegalNoticeAvailable() override { return false; }
    UNEMULATED(SDKError, IClosedCaptionController, EnableReceiveSpokenLanguageContent, (bool))
    bool CanDisableCaptions() override { return false; }
    UNEMULATED(SDKError, IClosedCaptionController, EnableCaptions, (bool))
    bool IsCaptionsEnabled() override { return false; }
    bool IsReceiveSpokenLanguageContentEnabled() override { return false; }
    const zchar_t* getLiveTranscriptLegalNoticesPrompt() override { return emptyText(); }
    const zchar_t* getLiveTranscriptLegalNoticesExplained() override { return emptyText(); }
    bool IsLiveTranscriptionFeatureEnabled() override { return false; }
    bool IsMultiLanguageTranscriptionEnabled() override { return false; }
    bool IsTextLiveTranslationEnabled() override { return false; }
    SDKLiveTranscriptionStatus GetLiveTranscriptionStatus() override { return {}; }
    bool CanStartLiveTranscription() override { return false; }
    UNEMULATED(SDKError, IClosedCaptionController, StartLiveTranscription, ())
    UNEMULATED(SDKError, IClosedCaptionController, StopLiveTranscription, ())
    UNEMULATED(SDKError, IClosedCaptionController, EnableRequestLiveTranscription, (bool))
    bool IsRequestToStartLiveTranscriptionEnabled() override { return false; }
    UNEMULATED(SDKError, IClosedCaptionController, RequestToStartLiveTranscription, (bool))
    IList<ILiveTranscriptionLanguage*>* GetAvailableMeetingSpokenLanguages() override {
        return emptyList<ILiveTranscriptionLanguage*>();
    }
    UNEMULATED(SDKError, IClosedCaptionController, SetMeetingSpokenLanguage, (int))
    ILiveTranscriptionLanguage* GetMeetingSpokenLanguage() override { return nullptr; }
    IList<ILiveTranscriptionLanguage*>* GetAvailableTranslationLanguages() override {
        return emptyList<ILiveTranscriptionLanguage*>();
    }
    UNEMULATED(SDKError, IClosedCaptionController, SetTranslationLanguage, (int))
    ILiveTranscriptionLanguage* GetTranslationLanguage() override { return nullptr; }
    bool IsSupportRequestCaptions() override { return false; }
    bool IsSupportTranslationWhenRequestToStartCaptions() override { return false; }
    UNEMULATED(SDKError, IClosedCaptionController, RequestToStartCaptions, (bool))
    UNEMULATED(SDKError, IClosedCaptionController, SetMeetingSpokenLanguage, (int, bool))
};

}  // namespace MEETINGSDK
#endif
