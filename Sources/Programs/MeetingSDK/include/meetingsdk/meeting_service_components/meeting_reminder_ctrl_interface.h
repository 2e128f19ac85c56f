// Reminders and disclaimers.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_REMINDER_CTRL_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_REMINDER_CTRL_INTERFACE_H

#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

enum MeetingReminderType {
    TYPE_LOGIN_REQUIRED = 0,
    TYPE_START_OR_JOIN_MEETING = 1,
    TYPE_RECORD_REMINDER = 2,
    TYPE_RECORD_DISCLAIMER = 3,
    TYPE_LIVE_STREAM_DISCLAIMER = 4,
    TYPE_ARCHIVE_DISCLAIMER = 5,
    TYPE_WEBINAR_AS_PANELIST_JOIN = 6,
    TYPE_TERMS_OF_SERVICE = 7,
    TYPE_SMART_SUMMARY_DISCLAIMER = 8,
    TYPE_SMART_SUMMARY_ENABLE_REQUEST_REMINDER = 9,
    TYPE_QUERY_DISCLAIMER = 10,
    TYPE_QUERY_ENABLE_REQUEST_REMINDER = 11,
    TYPE_ENABLE_SMART_SUMMARY_REMINDER = 12,
    TYPE_WEBINAR_ATTENDEE_PROMOTE_REMINDER = 13,
    TYPE_JOIN_PRIVATE_MODE_MEETING_REMINDER = 14,
    TYPE_SMART_RECORDING_ENABLE_REQUEST_REMINDER = 15,
    TYPE_ENABLE_SMART_RECORDING_REMINDER = 16,
    TYPE_AI_COMPANION_PLUS_DISCLAIMER = 17,
    TYPE_CLOSED_CAPTION_DISCLAIMER = 18,
    TYPE_MULTI_DISCLAIMER = 19,
    TYPE_JOIN_MEETING_CONNECTOR_AS_GUEST_REMINDER = 20,
    TYPE_COMMON_DISCLAIMER = 21,
    TYPE_CUSTOM_AI_COMPANION_DISCLAIMER = 22,
    TYPE_AIC_RESTRICT_NOTIFY_DISCLAIMER = 23,
};

enum ActionType {
    ACTION_TYPE_NONE = 0,
    ACTION_TYPE_NEED_SIGN_IN = 1,
    ACTION_TYPE_NEED_SWITCH_ACCOUNT = 2,
};

#if defined(WIN32)
struct tagMultiReminderUIConfig {
    int left = 0;
    int top = 0;
    HWND hParent = nullptr;
    unsigned long background_color = 0xffffff;
};
typedef struct tagMultiReminderUIConfig MultiReminderUIConfig;
#endif

/// What a reminder says.
class IMeetingReminderContent {
public:
    virtual ~IMeetingReminderContent() {}
    virtual MeetingReminderType GetType() = 0;
    virtual const zchar_t* GetTitle() = 0;
    virtual const zchar_t* GetContent() = 0;
    virtual bool IsBlocking() = 0;
    virtual ActionType GetActionType() = 0;
    virtual IList<MeetingReminderType>* GetMultiReminderTypes() = 0;
};

/// Answers a reminder.
class IMeetingReminderHandler {
public:
    virtual ~IMeetingReminderHandler() {}
    virtual SDKError Ignore() = 0;
    virtual SDKError Accept() = 0;
    virtual SDKError Decline() = 0;
    virtual SDKError SetHideFeatureDisclaimers() = 0;
    virtual bool IsNeedExplicitConsent4AICustomDisclaimer() = 0;
};

enum FeatureEnableOption {
    EnableOption_None = 0,
    EnableOption_Once = 1,
    EnableOption_Always = 2,
};

/// Answers a question for a feature.
class IMeetingEnableReminderHandler {
public:
    virtual ~IMeetingEnableReminderHandler() {}
    virtual SDKError SetEnableOption(FeatureEnableOption option) = 0;
    virtual SDKError Start() = 0;
    virtual SDKError Decline(bool declineAll) = 0;
    virtual SDKError Ignore() = 0;
};

/// Reminders; each method is optional.
class IMeetingReminderEvent {
public:
    virtual ~IMeetingReminderEvent() {}
    virtual void onReminderNotify(IMeetingReminderContent* /*content*/, IMeetingReminderHandler* /*handler*/) {}
    virtual void onEnableReminderNotify(IMeetingReminderContent* /*content*/,
        IMeetingEnableReminderHandler* /*handler*/) {}
};

/// Reminders and disclaimers.
class IMeetingReminderController {
public:
    virtual SDKError SetEvent(IMeetingReminderEvent* event) = 0;
#if defined(WIN32)
    virtual void SetMultiReminderDisclaimerUIConfig(MultiReminderUIConfig config) = 0;
    virtual void UpdateMultiReminderDisclaimerUI() = 0;
#endif
};

END_ZOOM_SDK_NAMESPACE

#endif
