// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#include "meeting_service_components/meeting_breakout_rooms_interface_v2.h"
#include "meeting_service_components/meeting_waiting_room_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedMeetingBOController : public IMeetingBOController {
public:
    IBOCreator* GetBOCreatorHelper() override { return nullptr; }
    IBOAdmin* GetBOAdminHelper() override { return nullptr; }
    IBOAssistant* GetBOAssistantHelper() override { return nullptr; }
    bool IsBroadcastingVoiceToBO() override { return false; }
    const zchar_t* GetJoiningBOName() override { return emptyText(); }
};

class UnemulatedBOCreator : public IBOCreator {
public:
    void SetEvent(IBOCreatorEvent*) override {}
    const zchar_t* CreateBO(const zchar_t*) override { return emptyText(); }
    bool CreateBreakoutRoom(const zchar_t*) override { return false; }
    bool UpdateBOName(const zchar_t*, const zchar_t*) override { return false; }
    bool RemoveBO(const zchar_t*) override { return false; }
    bool AssignUserToBO(const zchar_t*, const zchar_t*) override { return false; }
    bool RemoveUserFromBO(const zchar_t*, const zchar_t*) override { return false; }
    bool SetBOOption(const BOOption&) override { return false; }
    bool GetBOOption(BOOption&) override { return false; }
    IBatchCreateBOHelper* GetBatchCreateBOHelper() override { return nullptr; }
    bool IsWebPreAssignBOEnabled() override { return false; }
    UNEMULATED(SDKError, IBOCreator, RequestAndUseWebPreAssignBOList, ())
    PreAssignBODataStatus GetWebPreAssignBODataStatus() override { return {}; }
    bool CreateWebinarBo(const zchar_t*) override { return false; }
};

class UnemulatedBOAdmin : public IBOAdmin {
public:
    bool StartBO() override { return false; }
    bool StopBO() override { return false; }
    bool AssignNewUserToRunningBO(const zchar_t*, const zchar_t*) override { return false; }
    bool SwitchAssignedUserToRunningBO(const zchar_t*, const zchar_t*) override { return false; }
    bool CanStartBO() override { return false; }
    void SetEvent(IBOAdminEvent*) override {}
    bool JoinBOByUserRequest(const zchar_t*) override { return false; }
    bool IgnoreUserHelpRequest(const zchar_t*) override { return false; }
    bool BroadcastMessage(const zchar_t*) override { return false; }
    bool InviteBOUserReturnToMainSession(const zchar_t*) override { return false; }
    bool IsBroadcastVoiceToBOSupport() override { return false; }
    bool CanBroadcastVoiceToBO() override { return false; }
    bool BroadcastVoiceToBo(bool) override { return false; }
};

class UnemulatedBOAttendee : public IBOAttendee {
public:
    bool JoinBo() override { return false; }
    const zchar_t* GetBoName() override { return emptyText(); }
    void SetEvent(IBOAttendeeEvent*) override {}
    bool RequestForHelp() override { return false; }
};

class UnemulatedBOAssistant : public IBOAssistant {
public:
    bool JoinBO(const zchar_t*) override { return false; }
    bool LeaveBO() override { return false; }
};

class UnemulatedBOData : public IBOData {
public:
    void SetEvent(IBODataEvent*) override {}
    IList<const zchar_t*>* GetUnassignedUserList() override { return emptyList<const zchar_t*>(); }
    IList<const zchar_t*>* GetBOMeetingIDList() override { return emptyList<const zchar_t*>(); }
    const zchar_t* GetBOUserName(const zchar_t*) override { return emptyText(); }
    bool IsBOUserMyself(const zchar_t*) override { return false; }
    IBOMeeting* GetBOMeetingByID(const zchar_t*) override { return nullptr; }
    const zchar_t* GetCurrentBoName() override { return emptyText(); }
};

class UnemulatedMeetingWaitingRoomController : public IMeetingWaitingRoomController {
public:
    bool IsWaitingRoomOnEntryFlagOn() override { return false; }
    UNEMULATED(SDKError, IMeetingWaitingRoomController, EnableWaitingRoomOnEntry, (bool))
    IList<unsigned int>* GetWaitingRoomLst() override { return emptyList<unsigned int>(); }
    IUserInfo* GetWaitingRoomUserInfoByID(unsigned int) override { return nullptr; }
    UNEMULATED(SDKError, IMeetingWaitingRoomController, AdmitToMeeting, (unsigned int))
    UNEMULATED(SDKError, IMeetingWaitingRoomController, AdmitAllToMeeting, ())
    UNEMULATED(SDKError, IMeetingWaitingRoomController, PutInWaitingRoom, (unsigned int))
    bool IsAudioEnabledInWaitingRoom() override { return false; }
    bool IsVideoEnabledInWaitingRoom() override { return false; }
    UNEMULATED(SDKError, IMeetingWaitingRoomController, PresetAudioInWaitingRoom, (bool))
    bool IsPresetAudioUnmuteInWaitingRoom() override { return false; }
    UNEMULATED(SDKError, IMeetingWaitingRoomController, PresetVideoInWaitingRoom, (bool))
    bool IsPresetVideoUnmuteInWaitingRoom() override { return false; }
    UNEMULATED(SDKError, IMeetingWaitingRoomController, RequestCustomWaitingRoomData, ())
    UNEMULATED(SDKError, IMeetingWaitingRoomController, CanRenameUser, (bool&))
    UNEMULATED(SDKError, IMeetingWaitingRoomController, RenameUser, (unsigned int, const zchar_t*))
    UNEMULATED(SDKError, IMeetingWaitingRoomController, CanExpelUser, (bool&))
    UNEMULATED(SDKError, IMeetingWaitingRoomController, ExpelUser, (unsigned int))
    bool IsWaitingRoomOnEntryLocked() override { return false; }
};

}  // namespace MEETINGSDK
