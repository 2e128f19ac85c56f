// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#include "meeting_service_components/meeting_raw_archiving_interface.h"
#include "meeting_service_components/meeting_recording_interface.h"
#include "meeting_service_components/meeting_reminder_ctrl_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedMeetingRecordingController : public IMeetingRecordingController {
public:
    UNEMULATED(SDKError, IMeetingRecordingController, RequestStartCloudRecording, ())
    UNEMULATED(SDKError, IMeetingRecordingController, StartRecording, (time_t&))
    UNEMULATED(SDKError, IMeetingRecordingController, StopRecording, (time_t&))
    UNEMULATED(SDKError, IMeetingRecordingController, CanStartRecording, (bool, unsigned int))
    bool IsSmartRecordingEnabled() override { return false; }
    bool CanEnableSmartRecordingFeature() override { return false; }
    UNEMULATED(SDKError, IMeetingRecordingController, EnableSmartRecording, ())
    UNEMULATED(SDKError, IMeetingRecordingController, CanAllowDisAllowLocalRecording, ())
    UNEMULATED(SDKError, IMeetingRecordingController, StartCloudRecording, ())
    UNEMULATED(SDKError, IMeetingRecordingController, StopCloudRecording, ())
    UNEMULATED(SDKError, IMeetingRecordingController, IsSupportLocalRecording, (unsigned int))
    UNEMULATED(SDKError, IMeetingRecordingController, AllowLocalRecording, (unsigned int))
    UNEMULATED(SDKError, IMeetingRecordingController, DisAllowLocalRecording, (unsigned int))
#if defined(WIN32)
    UNEMULATED(SDKError, IMeetingRecordingController, RequestCustomizedLocalRecordingSource, ())
#endif
    UNEMULATED(SDKError, IMeetingRecordingController, PauseRecording, ())
    UNEMULATED(SDKError, IMeetingRecordingController, ResumeRecording, ())
    UNEMULATED(SDKError, IMeetingRecordingController, PauseCloudRecording, ())
    UNEMULATED(SDKError, IMeetingRecordingController, ResumeCloudRecording, ())
#if defined(__linux__)
    UNEMULATED(
        SDKError, IMeetingRecordingController, SubscribeLocalrecordingResource,
        (unsigned int, LocalRecordingSubscribeType, LocalRecordingResolution))
    UNEMULATED(
        SDKError, IMeetingRecordingController, UnSubscribeLocalrecordingResource,
        (unsigned int, LocalRecordingSubscribeType))
#endif
};

class UnemulatedMeetingReminderController : public IMeetingReminderController {
public:
#if defined(WIN32)
    UNEMULATED(void, IMeetingReminderController, SetMultiReminderDisclaimerUIConfig, (MultiReminderUIConfig))
    UNEMULATED(void, IMeetingReminderController, UpdateMultiReminderDisclaimerUI, ())
#endif
};

class UnemulatedMeetingRawArchivingController : public IMeetingRawArchivingController {
public:
    UNEMULATED(SDKError, IMeetingRawArchivingController, StartRawArchiving, ())
    UNEMULATED(SDKError, IMeetingRawArchivingController, StopRawArchiving, ())
};

}  // namespace MEETINGSDK
