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
    UNEMULATED(SDKError, IMeetingWebinarController, PromptAttendee2Panelist, (unsigned int))
    UNEMULATED(SDKError, IMeetingWebinarController, DepromptPanelist2Attendee, (unsigned int))
    UNEMULATED(SDKError, IMeetingWebinarController, IsSupportAttendeeTalk, ())
    UNEMULATED(SDKError, IMeetingWebinarController, AllowAttendeeTalk, (unsigned int))
    UNEMULATED(SDKError, IMeetingWebinarController, DisallowAttendeeTalk, (unsigned int))
    UNEMULATED(SDKError, IMeetingWebinarController, AllowPanelistStartVideo, ())
    UNEMULATED(SDKError, IMeetingWebinarController, DisallowPanelistStartVideo, ())
    UNEMULATED(SDKError, IMeetingWebinarController, AllowWebinarEmojiReaction, ())
    UNEMULATED(SDKError, IMeetingWebinarController, DisallowWebinarEmojiReaction, ())
    bool IsWebinarEmojiReactionSupported() override { return false; }
    UNEMULATED(SDKError, IMeetingWebinarController, AllowAttendeeRaiseHand, ())
    UNEMULATED(SDKError, IMeetingWebinarController, DisallowAttendeeRaiseHand, ())
    UNEMULATED(SDKError, IMeetingWebinarController, AllowAttendeeViewTheParticipantCount, ())
    UNEMULATED(SDKError, IMeetingWebinarController, DisallowAttendeeViewTheParticipantCount, ())
    int GetParticipantCount() override { return {}; }
    WebinarMeetingStatus* GetWebinarMeetingStatus() override { return nullptr; }
    UNEMULATED(SDKError, IMeetingWebinarController, SetPanelistChatPrivilege, (SDKPanelistChatPrivilege))
    UNEMULATED(SDKError, IMeetingWebinarController, GetPanelistChatPrivilege, (SDKPanelistChatPrivilege&))
#if defined(WIN32)
    UNEMULATED(SDKError, IMeetingWebinarController, SetAttendeeViewMode, (SDKAttendeeViewMode))
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
    UNEMULATED(SDKError, IMeetingSmartSummaryHelper, CanEnableSmartSummaryFeature, ())
    UNEMULATED(SDKError, IMeetingSmartSummaryHelper, EnableSmartSummaryFeature, ())
    UNEMULATED(SDKError, IMeetingSmartSummaryHelper, CanStartSmartSummary, ())
    UNEMULATED(SDKError, IMeetingSmartSummaryHelper, StartSmartSummary, ())
    UNEMULATED(SDKError, IMeetingSmartSummaryHelper, StopSmartSummary, ())
    bool IsSmartSummaryStarted() override { return false; }
    UNEMULATED(SDKError, IMeetingSmartSummaryHelper, CanRequestEnableSmartSummaryFeature, ())
    UNEMULATED(SDKError, IMeetingSmartSummaryHelper, RequestEnableSmartSummaryFeature, ())
    UNEMULATED(SDKError, IMeetingSmartSummaryHelper, CanRequestStartSmartSummary, ())
    UNEMULATED(SDKError, IMeetingSmartSummaryHelper, RequestStartSmartSummary, ())
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
    UNEMULATED(SDKError, IMeetingAICompanionController, TurnOffAllAICompanions, (bool))
    UNEMULATED(SDKError, IMeetingAICompanionController, TurnOnAllAICompanions, ())
    bool CanRequestTurnoffAllAICompanions() override { return false; }
    bool CanRequestTurnOnAllAICompanions() override { return false; }
    UNEMULATED(SDKError, IMeetingAICompanionController, RequestTurnoffAllAICompanions, ())
    UNEMULATED(SDKError, IMeetingAICompanionController, RequestTurnOnAllAICompanions, ())
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
