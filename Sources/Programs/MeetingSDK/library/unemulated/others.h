// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#include "meeting_service_components/meeting_ai_companion_interface.h"
#include "meeting_service_components/meeting_inmeeting_encryption_interface.h"
#include "meeting_service_components/meeting_smart_summary_interface.h"
#include "meeting_service_components/meeting_webinar_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedMeetingWebinarController : public IMeetingWebinarController {
public:
    SDKError SetEvent(IMeetingWebinarCtrlEvent*) override { return SDKERR_SUCCESS; }
    SDKError PromptAttendee2Panelist(unsigned int) override {
        return unemulated("IMeetingWebinarController::PromptAttendee2Panelist");
    }
    SDKError DepromptPanelist2Attendee(unsigned int) override {
        return unemulated("IMeetingWebinarController::DepromptPanelist2Attendee");
    }
    SDKError IsSupportAttendeeTalk() override {
        return unemulated("IMeetingWebinarController::IsSupportAttendeeTalk");
    }
    SDKError AllowAttendeeTalk(unsigned int) override {
        return unemulated("IMeetingWebinarController::AllowAttendeeTalk");
    }
    SDKError DisallowAttendeeTalk(unsigned int) override {
        return unemulated("IMeetingWebinarController::DisallowAttendeeTalk");
    }
    SDKError AllowPanelistStartVideo() override {
        return unemulated("IMeetingWebinarController::AllowPanelistStartVideo");
    }
    SDKError DisallowPanelistStartVideo() override {
        return unemulated("IMeetingWebinarController::DisallowPanelistStartVideo");
    }
    SDKError AllowWebinarEmojiReaction() override {
        return unemulated("IMeetingWebinarController::AllowWebinarEmojiReaction");
    }
    SDKError DisallowWebinarEmojiReaction() override {
        return unemulated("IMeetingWebinarController::DisallowWebinarEmojiReaction");
    }
    bool IsWebinarEmojiReactionSupported() override { return false; }
    SDKError AllowAttendeeRaiseHand() override {
        return unemulated("IMeetingWebinarController::AllowAttendeeRaiseHand");
    }
    SDKError DisallowAttendeeRaiseHand() override {
        return unemulated("IMeetingWebinarController::DisallowAttendeeRaiseHand");
    }
    SDKError AllowAttendeeViewTheParticipantCount() override {
        return unemulated("IMeetingWebinarController::AllowAttendeeViewTheParticipantCount");
    }
    SDKError DisallowAttendeeViewTheParticipantCount() override {
        return unemulated("IMeetingWebinarController::DisallowAttendeeViewTheParticipantCount");
    }
    int GetParticipantCount() override { return {}; }
    WebinarMeetingStatus* GetWebinarMeetingStatus() override { return nullptr; }
    SDKError SetPanelistChatPrivilege(SDKPanelistChatPrivilege) override {
        return unemulated("IMeetingWebinarController::SetPanelistChatPrivilege");
    }
    SDKError GetPanelistChatPrivilege(SDKPanelistChatPrivilege&) override {
        return unemulated("IMeetingWebinarController::GetPanelistChatPrivilege");
    }
#if defined(WIN32)
    SDKError SetAttendeeViewMode(SDKAttendeeViewMode) override {
        return unemulated("IMeetingWebinarController::SetAttendeeViewMode");
    }
    SDKAttendeeViewMode GetAttendeeViewMode() override { return {}; }
    const zchar_t* getWebinarLegalNoticesPrompt() override { return emptyText(); }
    bool getWebinarLegalNoticesExplained(WebinarLegalNoticesExplainedInfo&) override { return false; }
#endif
};

class UnemulatedMeetingSmartSummaryController : public IMeetingSmartSummaryController {
public:
    void SetEvent(IMeetingSmartSummaryHelperEvent*) override {}
    bool IsSmartSummarySupported() override { return false; }
    bool IsSmartSummaryEnabled() override { return false; }
    SDKError CanEnableSmartSummaryFeature() override {
        return unemulated("IMeetingSmartSummaryHelper::CanEnableSmartSummaryFeature");
    }
    SDKError EnableSmartSummaryFeature() override {
        return unemulated("IMeetingSmartSummaryHelper::EnableSmartSummaryFeature");
    }
    SDKError CanStartSmartSummary() override {
        return unemulated("IMeetingSmartSummaryHelper::CanStartSmartSummary");
    }
    SDKError StartSmartSummary() override { return unemulated("IMeetingSmartSummaryHelper::StartSmartSummary"); }
    SDKError StopSmartSummary() override { return unemulated("IMeetingSmartSummaryHelper::StopSmartSummary"); }
    bool IsSmartSummaryStarted() override { return false; }
    SDKError CanRequestEnableSmartSummaryFeature() override {
        return unemulated("IMeetingSmartSummaryHelper::CanRequestEnableSmartSummaryFeature");
    }
    SDKError RequestEnableSmartSummaryFeature() override {
        return unemulated("IMeetingSmartSummaryHelper::RequestEnableSmartSummaryFeature");
    }
    SDKError CanRequestStartSmartSummary() override {
        return unemulated("IMeetingSmartSummaryHelper::CanRequestStartSmartSummary");
    }
    SDKError RequestStartSmartSummary() override {
        return unemulated("IMeetingSmartSummaryHelper::RequestStartSmartSummary");
    }
    void SetEvent(IMeetingSmartSummaryControllerEvent*) override {}
};

class UnemulatedMeetingAICompanionController : public IMeetingAICompanionController {
public:
    SDKError SetEvent(IMeetingAICompanionCtrlEvent*) override { return SDKERR_SUCCESS; }
    IMeetingSmartSummaryHelper* GetMeetingSmartSummaryHelper() override { return nullptr; }
    IMeetingAICompanionSmartSummaryHelper* GetMeetingAICompanionSmartSummaryHelper() override { return nullptr; }
    IMeetingAICompanionQueryHelper* GetMeetingAICompanionQueryHelper() override { return nullptr; }
    bool IsTurnoffAllAICompanionsSupported() override { return false; }
    bool IsTurnOnAllAICompanionsSupported() override { return false; }
    bool CanTurnOffAllAICompanions() override { return false; }
    bool CanTurnOnAllAICompanions() override { return false; }
    SDKError TurnOffAllAICompanions(bool) override {
        return unemulated("IMeetingAICompanionController::TurnOffAllAICompanions");
    }
    SDKError TurnOnAllAICompanions() override {
        return unemulated("IMeetingAICompanionController::TurnOnAllAICompanions");
    }
    bool CanRequestTurnoffAllAICompanions() override { return false; }
    bool CanRequestTurnOnAllAICompanions() override { return false; }
    SDKError RequestTurnoffAllAICompanions() override {
        return unemulated("IMeetingAICompanionController::RequestTurnoffAllAICompanions");
    }
    SDKError RequestTurnOnAllAICompanions() override {
        return unemulated("IMeetingAICompanionController::RequestTurnOnAllAICompanions");
    }
};

class UnemulatedMeetingEncryptionController : public IMeetingEncryptionController {
public:
    void SetEvent(IMeetingEncryptionControllerEvent*) override {}
    EncryptionType GetEncryptionType() override { return {}; }
    const zchar_t* GetE2EEMeetingSecurityCode() override { return emptyText(); }
    unsigned int GetE2EEMeetingSecurityCodePassedSeconds() override { return {}; }
    bool IsUnencryptedExceptionDataValid() override { return false; }
    unsigned int GetUnencryptedExceptionCount() override { return {}; }
    const zchar_t* GetUnencryptedExceptionInfo() override { return emptyText(); }
};

}  // namespace MEETINGSDK
