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
    UNEMULATED(SDKError, IMeetingService, LockMeeting, (), withServices(SDKERR_WRONG_USAGE), "ZM-AUTH-007")
    UNEMULATED(SDKError, IMeetingService, UnlockMeeting, (), withServices(SDKERR_WRONG_USAGE), "ZM-AUTH-007")
    bool IsMeetingLocked() override { return false; }
    bool CanSetMeetingTopic() override { return false; }
    UNEMULATED(
        SDKError, IMeetingService, SetMeetingTopic, (const zchar_t*), withServices(SDKERR_WRONG_USAGE), "ZM-AUTH-007")
    UNEMULATED(
        SDKError, IMeetingService, SuspendParticipantsActivities, (), withServices(SDKERR_WRONG_USAGE), "ZM-AUTH-007")
    bool CanSuspendParticipantsActivities() override { return false; }
    UNEMULATED(
        SDKError, IMeetingService, GetMeetingAudioStatisticInfo, (MeetingAudioStatisticInfo&), SDKERR_INTERNAL_ERROR,
        "ZM-AUTH-008")
    UNEMULATED(
        SDKError, IMeetingService, GetMeetingVideoStatisticInfo, (MeetingASVStatisticInfo&), SDKERR_INTERNAL_ERROR,
        "ZM-AUTH-008")
    UNEMULATED(
        SDKError, IMeetingService, GetMeetingShareStatisticInfo, (MeetingASVStatisticInfo&), SDKERR_INTERNAL_ERROR,
        "ZM-AUTH-008")
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
