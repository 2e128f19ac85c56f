// Webinars; named, not emulated.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_WEBINAR_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_WEBINAR_INTERFACE_H

#include "psstudio/names/meeting_service_components/meeting_webinar_interface.h"
#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

class IMeetingWebinarCtrlEvent {
public:
    virtual ~IMeetingWebinarCtrlEvent() {}
    virtual void onPromptAttendee2PanelistResult(int /*result*/) {}
    virtual void onDepromptPanelist2AttendeeResult(int /*result*/) {}
    virtual void onAllowPanelistStartVideoNotification() {}
    virtual void onDisallowPanelistStartVideoNotification() {}
    virtual void onSelfAllowTalkNotification() {}
    virtual void onSelfDisallowTalkNotification() {}
    virtual void onAllowAttendeeChatNotification() {}
    virtual void onDisallowAttendeeChatNotification() {}
    virtual void onAllowWebinarReactionStatusChanged(bool /*canReaction*/) {}
    virtual void onAllowAttendeeRaiseHandStatusChanged(bool /*canRaiseHand*/) {}
    virtual void onAllowAttendeeViewTheParticipantCountStatusChanged(bool /*canViewParticipantCount*/) {}
    virtual void onAttendeeAudioStatusNotification(unsigned int /*userId*/, bool /*canTalk*/, bool /*isMuted*/) {}
    virtual void onAttendeePromoteConfirmResult(bool /*agree*/, unsigned int /*userId*/) {}
};

struct tagWebinarMeetingStatus {
    bool allow_panellist_start_video = false;
    bool allow_attendee_chat = false;
    bool allow_emoji_reaction = false;
    bool allow_attendee_raise_hand = false;
    bool allow_attendee_view_participant_count = false;

    void Reset() { *this = tagWebinarMeetingStatus(); }
};
typedef struct tagWebinarMeetingStatus WebinarMeetingStatus;

#if defined(WIN32)

struct tagWebinarLegalNoticesExplainedInfo {
    const zchar_t* explained_content = nullptr;
    const zchar_t* url_register_account_owner = nullptr;
    const zchar_t* url_register_terms = nullptr;
    const zchar_t* url_register_privacy_policy = nullptr;

    void Reset() { *this = tagWebinarLegalNoticesExplainedInfo(); }
};
typedef struct tagWebinarLegalNoticesExplainedInfo WebinarLegalNoticesExplainedInfo;
#endif

/// Webinars; each call returns SDKERR_NO_IMPL.
class IMeetingWebinarController {
public:
    virtual SDKError SetEvent(IMeetingWebinarCtrlEvent* event) = 0;
    virtual SDKError PromptAttendee2Panelist(unsigned int userId) = 0;
    virtual SDKError DepromptPanelist2Attendee(unsigned int userId) = 0;
    virtual SDKError IsSupportAttendeeTalk() = 0;
    virtual SDKError AllowAttendeeTalk(unsigned int userId) = 0;
    virtual SDKError DisallowAttendeeTalk(unsigned int userId) = 0;
    virtual SDKError AllowPanelistStartVideo() = 0;
    virtual SDKError DisallowPanelistStartVideo() = 0;
    virtual SDKError AllowWebinarEmojiReaction() = 0;
    virtual SDKError DisallowWebinarEmojiReaction() = 0;
    virtual bool IsWebinarEmojiReactionSupported() = 0;
    virtual SDKError AllowAttendeeRaiseHand() = 0;
    virtual SDKError DisallowAttendeeRaiseHand() = 0;
    virtual SDKError AllowAttendeeViewTheParticipantCount() = 0;
    virtual SDKError DisallowAttendeeViewTheParticipantCount() = 0;
    virtual int GetParticipantCount() = 0;
    virtual WebinarMeetingStatus* GetWebinarMeetingStatus() = 0;
    virtual SDKError SetPanelistChatPrivilege(SDKPanelistChatPrivilege privilege) = 0;
    virtual SDKError GetPanelistChatPrivilege(SDKPanelistChatPrivilege& privilege) = 0;
#if defined(WIN32)
    virtual SDKError SetAttendeeViewMode(SDKAttendeeViewMode mode) = 0;
    virtual SDKAttendeeViewMode GetAttendeeViewMode() = 0;
    virtual const zchar_t* getWebinarLegalNoticesPrompt() = 0;
    virtual bool getWebinarLegalNoticesExplained(WebinarLegalNoticesExplainedInfo& explainedInfo) = 0;
#endif
};

END_ZOOM_SDK_NAMESPACE

#endif
