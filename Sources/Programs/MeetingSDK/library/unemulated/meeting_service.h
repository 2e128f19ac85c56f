// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#include "meeting_service_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedMeetingService : public IMeetingService {
public:
    SDKError HandleZoomWebUriProtocolAction(const zchar_t* action) override {
        if (!action && !hasAuthenticated()) return refuseNull("HandleZoomWebUriProtocolAction");
        return unemulated("IMeetingService::HandleZoomWebUriProtocolAction");
    }
    SDKError LockMeeting() override {
        return unemulated("IMeetingService::LockMeeting", withServices(SDKERR_WRONG_USAGE), "ZM-AUTH-007");
    }
    SDKError UnlockMeeting() override {
        return unemulated("IMeetingService::UnlockMeeting", withServices(SDKERR_WRONG_USAGE), "ZM-AUTH-007");
    }
    bool IsMeetingLocked() override { return false; }
    bool CanSetMeetingTopic() override { return false; }
    SDKError SetMeetingTopic(const zchar_t*) override {
        return unemulated("IMeetingService::SetMeetingTopic", withServices(SDKERR_WRONG_USAGE), "ZM-AUTH-007");
    }
    SDKError SuspendParticipantsActivities() override {
        return unemulated(
            "IMeetingService::SuspendParticipantsActivities", withServices(SDKERR_WRONG_USAGE), "ZM-AUTH-007");
    }
    bool CanSuspendParticipantsActivities() override { return false; }
    SDKError GetMeetingAudioStatisticInfo(MeetingAudioStatisticInfo&) override {
        return unemulated("IMeetingService::GetMeetingAudioStatisticInfo", SDKERR_INTERNAL_ERROR, "ZM-AUTH-008");
    }
    SDKError GetMeetingVideoStatisticInfo(MeetingASVStatisticInfo&) override {
        return unemulated("IMeetingService::GetMeetingVideoStatisticInfo", SDKERR_INTERNAL_ERROR, "ZM-AUTH-008");
    }
    SDKError GetMeetingShareStatisticInfo(MeetingASVStatisticInfo&) override {
        return unemulated("IMeetingService::GetMeetingShareStatisticInfo", SDKERR_INTERNAL_ERROR, "ZM-AUTH-008");
    }
#if defined(WIN32)
    IAnnotationController* GetAnnotationController() override { return nullptr; }
    IMeetingRemoteController* GetMeetingRemoteController() override { return nullptr; }
    IMeetingH323Helper* GetH323Helper() override { return nullptr; }
    IMeetingPhoneHelper* GetMeetingPhoneHelper() override { return nullptr; }
    IMeetingLiveStreamController* GetMeetingLiveStreamController() override { return nullptr; }
    IZoomRealNameAuthMeetingHelper* GetMeetingRealNameAuthController() override { return nullptr; }
    IMeetingQAController* GetMeetingQAController() override { return nullptr; }
    IMeetingInterpretationController* GetMeetingInterpretationController() override { return nullptr; }
    IMeetingSignInterpretationController* GetMeetingSignInterpretationController() override { return nullptr; }
    IEmojiReactionController* GetMeetingEmojiReactionController() override { return nullptr; }
    IMeetingAANController* GetMeetingAANController() override { return nullptr; }
    ICustomImmersiveController* GetMeetingImmersiveController() override { return nullptr; }
    IMeetingWhiteboardController* GetMeetingWhiteboardController() override { return nullptr; }
    IMeetingDocsController* GetMeetingDocsController() override { return nullptr; }
    IMeetingPollingController* GetMeetingPollingController() override { return nullptr; }
    IMeetingRemoteSupportController* GetMeetingRemoteSupportController() override { return nullptr; }
    IMeetingIndicatorController* GetMeetingIndicatorController() override { return nullptr; }
#endif
    const zchar_t* GetInMeetingDataCenterInfo() override { return emptyText(); }
};

class UnemulatedMeetingInfo : public IMeetingInfo {
public:
    const zchar_t* GetMeetingPassword() override { return emptyText(); }
    const zchar_t* GetInviteEmailTemplate() override { return emptyText(); }
    const zchar_t* GetInviteEmailTitle() override { return emptyText(); }
    const zchar_t* GetJoinMeetingUrl() override { return emptyText(); }
};

}  // namespace MEETINGSDK
