// Meeting summaries and questions; named, not emulated.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_AI_COMPANION_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_AI_COMPANION_INTERFACE_H

#include <time.h>

#include "psstudio/names/meeting_service_components/meeting_ai_companion_interface.h"
#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

class IMeetingEnableSmartSummaryHandler {
public:
    virtual ~IMeetingEnableSmartSummaryHandler() {}
    virtual SDKError EnableSmartSummary() = 0;
    virtual bool IsForRequest() = 0;
};

class IMeetingStartSmartSummaryHandler {
public:
    virtual ~IMeetingStartSmartSummaryHandler() {}
    virtual SDKError StartSmartSummary() = 0;
    virtual bool IsForRequest() = 0;
};

class IMeetingStopSmartSummaryHandler {
public:
    virtual ~IMeetingStopSmartSummaryHandler() {}
    virtual SDKError StopSmartSummary() = 0;
};

class IMeetingEnableSmartSummaryActionHandler {
public:
    virtual ~IMeetingEnableSmartSummaryActionHandler() {}
    virtual const zchar_t* GetTipTitle() = 0;
    virtual const zchar_t* GetTipString() = 0;
    virtual SDKError Confirm() = 0;
    virtual SDKError Cancel() = 0;
};

class IMeetingApproveStartSmartSummaryHandler {
public:
    virtual ~IMeetingApproveStartSmartSummaryHandler() {}
    virtual unsigned int GetSenderUserID() = 0;
    virtual SDKError Approve() = 0;
    virtual SDKError Decline() = 0;
};

class IMeetingApproveEnableSmartSummaryHandler {
public:
    virtual ~IMeetingApproveEnableSmartSummaryHandler() {}
    virtual unsigned int GetSenderUserID() = 0;
    virtual SDKError ContinueApprove() = 0;
};

class IMeetingAICompanionSmartSummaryHelperEvent {
public:
    virtual void onSmartSummaryStateNotSupported() {}
    virtual void onSmartSummaryStateSupportedButDisabled(IMeetingEnableSmartSummaryHandler* /*handler*/) {}
    virtual void onSmartSummaryStateEnabledButNotStarted(IMeetingStartSmartSummaryHandler* /*handler*/) {}
    virtual void onSmartSummaryStateStarted(IMeetingStopSmartSummaryHandler* /*handler*/) {}
    virtual void onFailedToStartSmartSummary(bool /*timeout*/) {}
    virtual void onSmartSummaryEnableRequestReceived(IMeetingApproveEnableSmartSummaryHandler* /*handler*/) {}
    virtual void onSmartSummaryStartRequestReceived(IMeetingApproveStartSmartSummaryHandler* /*handler*/) {}
    virtual void onSmartSummaryEnableActionCallback(IMeetingEnableSmartSummaryActionHandler* /*handler*/) {}
    virtual ~IMeetingAICompanionSmartSummaryHelperEvent() {}
};

class IMeetingAICompanionSmartSummaryHelper {
public:
    virtual ~IMeetingAICompanionSmartSummaryHelper() {}
    virtual void SetEvent(IMeetingAICompanionSmartSummaryHelperEvent* event) = 0;
};

class ISmartSummaryPrivilegeHandler {
public:
    virtual ~ISmartSummaryPrivilegeHandler() {}
    virtual SDKError Accept() = 0;
    virtual SDKError Decline() = 0;
    virtual SDKError Ignore() = 0;
};

class IMeetingSmartSummaryHelperEvent {
public:
    virtual void onSmartSummaryStatusChange(bool /*started*/) {}
    virtual void onSmartSummaryPrivilegeRequested(unsigned int /*senderId*/,
        ISmartSummaryPrivilegeHandler* /*handler*/) {}
    virtual void onSmartSummaryStartReqResponse(bool /*timeout*/, bool /*decline*/) {}
    virtual void onEnableSmartSummary() {}
    virtual ~IMeetingSmartSummaryHelperEvent() {}
};

// A controller has a SetEvent of its own, as in the interface.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverloaded-virtual"
class IMeetingSmartSummaryHelper {
public:
    virtual ~IMeetingSmartSummaryHelper() {}
    virtual void SetEvent(IMeetingSmartSummaryHelperEvent* event) = 0;
    virtual bool IsSmartSummarySupported() = 0;
    virtual bool IsSmartSummaryEnabled() = 0;
    virtual SDKError CanEnableSmartSummaryFeature() = 0;
    virtual SDKError EnableSmartSummaryFeature() = 0;
    virtual SDKError CanStartSmartSummary() = 0;
    virtual SDKError StartSmartSummary() = 0;
    virtual SDKError StopSmartSummary() = 0;
    virtual bool IsSmartSummaryStarted() = 0;
    virtual SDKError CanRequestEnableSmartSummaryFeature() = 0;
    virtual SDKError RequestEnableSmartSummaryFeature() = 0;
    virtual SDKError CanRequestStartSmartSummary() = 0;
    virtual SDKError RequestStartSmartSummary() = 0;
};
#pragma GCC diagnostic pop

class IMeetingAICompanionQueryItem {
public:
    virtual ~IMeetingAICompanionQueryItem() {}
    virtual const zchar_t* GetQueryID() = 0;
    virtual const zchar_t* GetQustionContent() = 0;
    virtual const zchar_t* GetAnswerContent() = 0;
    virtual MeetingAICompanionQueryRequestError GetErrorCode() = 0;
    virtual const zchar_t* GetErrorMsg() = 0;
    virtual time_t GetTimeStamp() = 0;
    virtual SDKError Feedback(MeetingAICompanionQueryFeedbackType feedbackType) = 0;
};

class IMeetingEnableQueryHandler {
public:
    virtual ~IMeetingEnableQueryHandler() {}
    virtual SDKError EnableQuery() = 0;
    virtual bool IsForRequest() = 0;
};

class IMeetingStartQueryHandler {
public:
    virtual ~IMeetingStartQueryHandler() {}
    virtual SDKError StartMeetingQuery() = 0;
    virtual bool IsForRequest() = 0;
};

class IMeetingApproveEnableQueryHandler {
public:
    virtual ~IMeetingApproveEnableQueryHandler() {}
    virtual unsigned int GetSenderUserID() = 0;
    virtual SDKError ContinueApprove() = 0;
};

class IMeetingApproveStartQueryHandler {
public:
    virtual ~IMeetingApproveStartQueryHandler() {}
    virtual unsigned int GetSenderUserID() = 0;
    virtual SDKError Approve() = 0;
    virtual SDKError Decline() = 0;
};

class IMeetingSendQueryHandler {
public:
    virtual ~IMeetingSendQueryHandler() {}
    virtual IList<const zchar_t*>* GetDefaultQueryQuestions() = 0;
    virtual SDKError SendQueryQuestion(const zchar_t* question) = 0;
    virtual SDKError StopMeetingQuery() = 0;
    virtual bool CanSendQuery() = 0;
    virtual SDKError RequestSendQueryPrivilege() = 0;
};

class IMeetingEnableQueryActionHandler {
public:
    virtual ~IMeetingEnableQueryActionHandler() {}
    virtual const zchar_t* GetTipTitle() = 0;
    virtual const zchar_t* GetTipString() = 0;
    virtual SDKError Confirm() = 0;
    virtual SDKError Cancel() = 0;
};

class IMeetingApproveSendQueryHandler {
public:
    virtual ~IMeetingApproveSendQueryHandler() {}
    virtual unsigned int GetSenderUserID() = 0;
    virtual SDKError Approve() = 0;
    virtual SDKError Decline(bool declineAll) = 0;
};

class IMeetingAICompanionQueryHelperEvent {
public:
    virtual ~IMeetingAICompanionQueryHelperEvent() {}
    virtual void onQueryStateNotSupported() {}
    virtual void onQueryStateSupportedButDisabled(IMeetingEnableQueryHandler* /*handler*/) {}
    virtual void onQueryStateEnabledButNotStarted(IMeetingStartQueryHandler* /*handler*/) {}
    virtual void onQueryStateStarted(IMeetingSendQueryHandler* /*handler*/) {}
    virtual void onQuerySettingChanged(MeetingAICompanionQuerySettingOptions /*setting*/) {}
    virtual void onFailedToStartQuery(bool /*timeout*/) {}
    virtual void onReceiveRequestToEnableQuery(IMeetingApproveEnableQueryHandler* /*handler*/) {}
    virtual void onReceiveRequestToStartQuery(IMeetingApproveStartQueryHandler* /*handler*/) {}
    virtual void onReceiveQueryAnswer(IMeetingAICompanionQueryItem* /*queryItem*/) {}
    virtual void onQueryEnableActionCallback(IMeetingEnableQueryActionHandler* /*handler*/) {}
    virtual void onSendQueryPrivilegeChanged(bool /*canSendQuery*/) {}
    virtual void onFailedToRequestSendQuery(bool /*timeout*/) {}
    virtual void onReceiveRequestToSendQuery(IMeetingApproveSendQueryHandler* /*handler*/) {}
};

class IMeetingAICompanionQueryHelper {
public:
    virtual ~IMeetingAICompanionQueryHelper() {}
    virtual void SetEvent(IMeetingAICompanionQueryHelperEvent* event) = 0;
    virtual SDKError CanChangeQuerySetting(bool& can) = 0;
    virtual SDKError ChangeQuerySettings(MeetingAICompanionQuerySettingOptions setting) = 0;
    virtual MeetingAICompanionQuerySettingOptions GetSelectedQuerySetting() = 0;
    virtual SDKError IsAICompanionQueryLegalNoticeAvailable(bool& available) = 0;
    virtual const zchar_t* GetAICompanionQueryLegalNoticesPrompt() = 0;
    virtual const zchar_t* GetAICompanionQueryLegalNoticesExplained() = 0;
    virtual SDKError IsAICompanionQueryPrivacyLegalNoticeAvailable(bool& available) = 0;
    virtual const zchar_t* GetAICompanionQueryPrivacyLegalNoticesPrompt() = 0;
};

class IAICompanionFeatureTurnOnAgainHandler {
public:
    virtual ~IAICompanionFeatureTurnOnAgainHandler() {}
    virtual IList<AICompanionFeature>* GetFeatureList() = 0;
    virtual IList<AICompanionFeature>* GetAssetsDeletedFeatureList() = 0;
    virtual SDKError TurnOnAgain() = 0;
    virtual SDKError AgreeTurnOff() = 0;
};

class IAICompanionFeatureSwitchHandler {
public:
    virtual ~IAICompanionFeatureSwitchHandler() {}
    virtual unsigned int GetRequestUserID() = 0;
    virtual bool IsTurnOn() = 0;
    virtual SDKError Agree(bool deleteAssets) = 0;
    virtual SDKError Decline() = 0;
};

class IMeetingAICompanionCtrlEvent {
public:
    virtual ~IMeetingAICompanionCtrlEvent() {}
    virtual void onAICompanionFeatureTurnOffByParticipant(IAICompanionFeatureTurnOnAgainHandler* /*handler*/) {}
    virtual void onAICompanionFeatureSwitchRequested(IAICompanionFeatureSwitchHandler* /*handler*/) {}
    virtual void onAICompanionFeatureSwitchRequestResponse(bool /*timeout*/, bool /*agree*/, bool /*turnOn*/) {}
    virtual void onAICompanionFeatureCanNotBeTurnedOff(IList<AICompanionFeature>* /*features*/) {}
    virtual void onHostUnsupportedStopNotesRequest() {}
};

/// Helpers for summaries and questions.
class IMeetingAICompanionController {
public:
    virtual SDKError SetEvent(IMeetingAICompanionCtrlEvent* event) = 0;
    virtual IMeetingSmartSummaryHelper* GetMeetingSmartSummaryHelper() = 0;
    virtual IMeetingAICompanionSmartSummaryHelper* GetMeetingAICompanionSmartSummaryHelper() = 0;
    virtual IMeetingAICompanionQueryHelper* GetMeetingAICompanionQueryHelper() = 0;
    virtual bool IsTurnoffAllAICompanionsSupported() = 0;
    virtual bool IsTurnOnAllAICompanionsSupported() = 0;
    virtual bool CanTurnOffAllAICompanions() = 0;
    virtual bool CanTurnOnAllAICompanions() = 0;
    virtual SDKError TurnOffAllAICompanions(bool deleteAssets) = 0;
    virtual SDKError TurnOnAllAICompanions() = 0;
    virtual bool CanRequestTurnoffAllAICompanions() = 0;
    virtual bool CanRequestTurnOnAllAICompanions() = 0;
    virtual SDKError RequestTurnoffAllAICompanions() = 0;
    virtual SDKError RequestTurnOnAllAICompanions() = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif
