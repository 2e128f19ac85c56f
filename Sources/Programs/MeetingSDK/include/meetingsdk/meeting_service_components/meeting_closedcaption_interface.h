// Captions; named for the branch WIN32.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_CLOSEDCAPTION_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_CLOSEDCAPTION_INTERFACE_H

#include <time.h>

#include "psstudio/names/meeting_service_components/meeting_closedcaption_interface.h"
#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

class ILiveTranscriptionLanguage {
public:
    virtual int GetLTTLanguageID() = 0;
    virtual const zchar_t* GetLTTLanguageName() = 0;
    virtual ~ILiveTranscriptionLanguage() {}
};

class ILiveTranscriptionMessageInfo {
public:
    virtual const zchar_t* GetMessageID() = 0;
    virtual unsigned int GetSpeakerID() = 0;
    virtual const zchar_t* GetSpeakerName() = 0;
    virtual const zchar_t* GetMessageContent() = 0;
    virtual time_t GetTimeStamp() = 0;
    virtual SDKLiveTranscriptionOperationType GetMessageOperationType() = 0;
    virtual ~ILiveTranscriptionMessageInfo() {}
};

class ICCRequestHandler {
public:
    virtual bool IsRequestTranslationOn() = 0;
    virtual unsigned int GetSenderUserId() = 0;
    virtual SDKError Deny() = 0;
    virtual ~ICCRequestHandler() {}
};

class ICCRequestTranslationOnHandler : public ICCRequestHandler {
public:
    virtual SDKError ApproveStartCaptionsRequest() = 0;
    virtual ~ICCRequestTranslationOnHandler() {}
};

class ICCRequestTranslationOffHandler : public ICCRequestHandler {
public:
    virtual SDKError ApproveStartCaptionsRequest(int languageId) = 0;
    virtual ~ICCRequestTranslationOffHandler() {}
};

class IClosedCaptionControllerEvent {
public:
    virtual ~IClosedCaptionControllerEvent() {}
    virtual void onAssignedToSendCC(bool /*assigned*/) {}
    virtual void onClosedCaptionMsgReceived(const zchar_t* /*ccMsg*/, unsigned int /*senderId*/, time_t /*time*/) {}
    virtual void onLiveTranscriptionStatus(SDKLiveTranscriptionStatus /*status*/) {}
    virtual void onOriginalLanguageMsgReceived(ILiveTranscriptionMessageInfo* /*messageInfo*/) {}
    virtual void onLiveTranscriptionMsgInfoReceived(ILiveTranscriptionMessageInfo* /*messageInfo*/) {}
    virtual void onLiveTranscriptionMsgError(ILiveTranscriptionLanguage* /*spokenLanguage*/,
        ILiveTranscriptionLanguage* /*transcriptLanguage*/) {}
    virtual void onRequestForLiveTranscriptReceived(unsigned int /*requesterId*/, bool /*anonymous*/) {}
    virtual void onRequestLiveTranscriptionStatusChange(bool /*enabled*/) {}
    virtual void onCaptionStatusChanged(bool /*enabled*/) {}
    virtual void onStartCaptionsRequestReceived(ICCRequestHandler* /*handler*/) {}
    virtual void onStartCaptionsRequestApproved() {}
    virtual void onManualCaptionStatusChanged(bool /*enabled*/) {}
    virtual void onSpokenLanguageChanged(ILiveTranscriptionLanguage* /*spokenLanguage*/) {}
};

class IClosedCaptionController {
public:
    virtual SDKError SetEvent(IClosedCaptionControllerEvent* event) = 0;
    virtual bool IsMeetingSupportCC() = 0;
    virtual bool CanAssignOthersToSendCC() = 0;
    virtual SDKError AssignCCPrivilege(unsigned int userId, bool assigned) = 0;
    virtual bool CanBeAssignedToSendCC(unsigned int userId) = 0;
    virtual bool CanSendClosedCaption() = 0;
    virtual SDKError SendClosedCaption(const zchar_t* ccMsg) = 0;
    virtual bool IsSaveCCEnabled() = 0;
    virtual SDKError SaveCCHistory() = 0;
    virtual const zchar_t* GetClosedCaptionHistorySavedPath() = 0;
    virtual const zchar_t* GetClosedCaptionUrlFor3rdParty() = 0;
    virtual SDKError EnableMeetingManualCaption(bool enable) = 0;
    virtual bool IsMeetingManualCaptionEnabled() = 0;
    virtual bool IsLiveTranscriptLegalNoticeAvailable() = 0;
    virtual SDKError EnableReceiveSpokenLanguageContent(bool enable) = 0;
    virtual bool CanDisableCaptions() = 0;
    virtual SDKError EnableCaptions(bool enable) = 0;
    virtual bool IsCaptionsEnabled() = 0;
    virtual bool IsReceiveSpokenLanguageContentEnabled() = 0;
    virtual const zchar_t* getLiveTranscriptLegalNoticesPrompt() = 0;
    virtual const zchar_t* getLiveTranscriptLegalNoticesExplained() = 0;
    virtual bool IsLiveTranscriptionFeatureEnabled() = 0;
    virtual bool IsMultiLanguageTranscriptionEnabled() = 0;
    virtual bool IsTextLiveTranslationEnabled() = 0;
    virtual SDKLiveTranscriptionStatus GetLiveTranscriptionStatus() = 0;
    virtual bool CanStartLiveTranscription() = 0;
    virtual SDKError StartLiveTranscription() = 0;
    virtual SDKError StopLiveTranscription() = 0;
    virtual SDKError EnableRequestLiveTranscription(bool enable) = 0;
    virtual bool IsRequestToStartLiveTranscriptionEnabled() = 0;
    virtual SDKError RequestToStartLiveTranscription(bool requestAnonymous) = 0;
    virtual IList<ILiveTranscriptionLanguage*>* GetAvailableMeetingSpokenLanguages() = 0;
    virtual SDKError SetMeetingSpokenLanguage(int languageId) = 0;
    virtual ILiveTranscriptionLanguage* GetMeetingSpokenLanguage() = 0;
    virtual IList<ILiveTranscriptionLanguage*>* GetAvailableTranslationLanguages() = 0;
    virtual SDKError SetTranslationLanguage(int languageId) = 0;
    virtual ILiveTranscriptionLanguage* GetTranslationLanguage() = 0;
    virtual bool IsSupportRequestCaptions() = 0;
    virtual bool IsSupportTranslationWhenRequestToStartCaptions() = 0;
    virtual SDKError RequestToStartCaptions(bool enableTranslation) = 0;
    virtual SDKError SetMeetingSpokenLanguage(int languageId, bool isForAll) = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif
