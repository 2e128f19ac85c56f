// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#include "meeting_service_components/meeting_raw_archiving_interface.h"
#include "meeting_service_components/meeting_recording_interface.h"
#include "meeting_service_components/meeting_reminder_ctrl_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedMeetingRecordingController : public IMeetingRecordingController {
public:
    SDKError SetEvent(IMeetingRecordingCtrlEvent*) override { return SDKERR_SUCCESS; }
    SDKError IsSupportRequestLocalRecordingPrivilege() override {
        return unemulated("IMeetingRecordingController::IsSupportRequestLocalRecordingPrivilege");
    }
    SDKError RequestLocalRecordingPrivilege() override {
        return unemulated("IMeetingRecordingController::RequestLocalRecordingPrivilege");
    }
    SDKError RequestStartCloudRecording() override {
        return unemulated("IMeetingRecordingController::RequestStartCloudRecording");
    }
    SDKError StartRecording(time_t&) override { return unemulated("IMeetingRecordingController::StartRecording"); }
    SDKError StopRecording(time_t&) override { return unemulated("IMeetingRecordingController::StopRecording"); }
    SDKError CanStartRecording(bool, unsigned int) override {
        return unemulated("IMeetingRecordingController::CanStartRecording");
    }
    bool IsSmartRecordingEnabled() override { return false; }
    bool CanEnableSmartRecordingFeature() override { return false; }
    SDKError EnableSmartRecording() override {
        return unemulated("IMeetingRecordingController::EnableSmartRecording");
    }
    SDKError CanAllowDisAllowLocalRecording() override {
        return unemulated("IMeetingRecordingController::CanAllowDisAllowLocalRecording");
    }
    SDKError StartCloudRecording() override { return unemulated("IMeetingRecordingController::StartCloudRecording"); }
    SDKError StopCloudRecording() override { return unemulated("IMeetingRecordingController::StopCloudRecording"); }
    SDKError IsSupportLocalRecording(unsigned int) override {
        return unemulated("IMeetingRecordingController::IsSupportLocalRecording");
    }
    SDKError AllowLocalRecording(unsigned int) override {
        return unemulated("IMeetingRecordingController::AllowLocalRecording");
    }
    SDKError DisAllowLocalRecording(unsigned int) override {
        return unemulated("IMeetingRecordingController::DisAllowLocalRecording");
    }
#if defined(WIN32)
    SDKError RequestCustomizedLocalRecordingSource() override {
        return unemulated("IMeetingRecordingController::RequestCustomizedLocalRecordingSource");
    }
#endif
    SDKError PauseRecording() override { return unemulated("IMeetingRecordingController::PauseRecording"); }
    SDKError ResumeRecording() override { return unemulated("IMeetingRecordingController::ResumeRecording"); }
    SDKError PauseCloudRecording() override { return unemulated("IMeetingRecordingController::PauseCloudRecording"); }
    SDKError ResumeCloudRecording() override {
        return unemulated("IMeetingRecordingController::ResumeCloudRecording");
    }
    SDKError CanStartRawRecording() override {
        return unemulated("IMeetingRecordingController::CanStartRawRecording");
    }
    SDKError StartRawRecording() override { return unemulated("IMeetingRecordingController::StartRawRecording"); }
    SDKError StopRawRecording() override { return unemulated("IMeetingRecordingController::StopRawRecording"); }
    RecordingStatus GetCloudRecordingStatus() override { return {}; }
#if defined(__linux__)
    SDKError SubscribeLocalrecordingResource(unsigned int, LocalRecordingSubscribeType,
        LocalRecordingResolution) override {
        return unemulated("IMeetingRecordingController::SubscribeLocalrecordingResource");
    }
    SDKError UnSubscribeLocalrecordingResource(unsigned int, LocalRecordingSubscribeType) override {
        return unemulated("IMeetingRecordingController::UnSubscribeLocalrecordingResource");
    }
#endif
};

class UnemulatedMeetingReminderController : public IMeetingReminderController {
public:
    SDKError SetEvent(IMeetingReminderEvent*) override { return SDKERR_SUCCESS; }
#if defined(WIN32)
    void SetMultiReminderDisclaimerUIConfig(MultiReminderUIConfig) override {
        unemulated("IMeetingReminderController::SetMultiReminderDisclaimerUIConfig");
    }
    void UpdateMultiReminderDisclaimerUI() override {
        unemulated("IMeetingReminderController::UpdateMultiReminderDisclaimerUI");
    }
#endif
};

class UnemulatedMeetingRawArchivingController : public IMeetingRawArchivingController {
public:
    SDKError StartRawArchiving() override { return unemulated("IMeetingRawArchivingController::StartRawArchiving"); }
    SDKError StopRawArchiving() override { return unemulated("IMeetingRawArchivingController::StopRawArchiving"); }
};

}  // namespace MEETINGSDK
