// Reminders and disclaimers.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_REMINDER_CTRL_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_REMINDER_CTRL_INTERFACE_H

#include "psstudio/names/meeting_service_components/meeting_reminder_ctrl_interface.h"
#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

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
