// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#include "meeting_service_components/meeting_participants_ctrl_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedMeetingParticipantsController : public IMeetingParticipantsController {
public:
    SDKError SetEvent(IMeetingParticipantsCtrlEvent*) override { return SDKERR_SUCCESS; }
    IList<unsigned int>* GetParticipantsList() override { return emptyList<unsigned int>(); }
    IUserInfo* GetUserByUserID(unsigned int) override { return nullptr; }
    IUserInfo* GetMySelfUser() override { return nullptr; }
    IUserInfo* GetBotAuthorizedUserInfoByUserID(unsigned int) override { return nullptr; }
    IList<unsigned int>* GetAuthorizedBotListByUserID(unsigned int) override { return emptyList<unsigned int>(); }
#if defined(WIN32)
    IUserInfo* GetCompanionParentUser(unsigned int) override { return nullptr; }
    IList<unsigned int>* GetCompanionChildList(unsigned int) override { return emptyList<unsigned int>(); }
#endif
    SDKError LowerAllHands(bool) override { return unemulated("IMeetingParticipantsController::LowerAllHands"); }
    SDKError ChangeUserName(const unsigned int, const zchar_t*, bool) override {
        return unemulated("IMeetingParticipantsController::ChangeUserName");
    }
    SDKError LowerHand(unsigned int) override { return unemulated("IMeetingParticipantsController::LowerHand"); }
    SDKError RaiseHand() override { return unemulated("IMeetingParticipantsController::RaiseHand"); }
    SDKError MakeHost(unsigned int) override { return unemulated("IMeetingParticipantsController::MakeHost"); }
    SDKError CanbeCohost(unsigned int) override { return unemulated("IMeetingParticipantsController::CanbeCohost"); }
    SDKError AssignCoHost(unsigned int) override {
        return unemulated("IMeetingParticipantsController::AssignCoHost");
    }
    SDKError RevokeCoHost(unsigned int) override {
        return unemulated("IMeetingParticipantsController::RevokeCoHost");
    }
    SDKError ExpelUser(unsigned int) override { return unemulated("IMeetingParticipantsController::ExpelUser"); }
    bool IsSelfOriginalHost() override { return false; }
    SDKError ReclaimHost() override { return unemulated("IMeetingParticipantsController::ReclaimHost"); }
    SDKError CanReclaimHost(bool&) override { return unemulated("IMeetingParticipantsController::CanReclaimHost"); }
    SDKError ReclaimHostByHostKey(const zchar_t*) override {
        return unemulated("IMeetingParticipantsController::ReclaimHostByHostKey");
    }
    SDKError AllowParticipantsToRename(bool) override {
        return unemulated("IMeetingParticipantsController::AllowParticipantsToRename");
    }
    bool IsParticipantsRenameAllowed() override { return false; }
    SDKError AllowParticipantsToUnmuteSelf(bool) override {
        return unemulated("IMeetingParticipantsController::AllowParticipantsToUnmuteSelf");
    }
    bool IsParticipantsUnmuteSelfAllowed() override { return false; }
    SDKError AskAllToUnmute() override { return unemulated("IMeetingParticipantsController::AskAllToUnmute"); }
    SDKError AllowParticipantsToStartVideo(bool) override {
        return unemulated("IMeetingParticipantsController::AllowParticipantsToStartVideo");
    }
    bool IsParticipantsStartVideoAllowed() override { return false; }
    SDKError AllowParticipantsToShareWhiteBoard(bool) override {
        return unemulated("IMeetingParticipantsController::AllowParticipantsToShareWhiteBoard");
    }
    bool IsParticipantsShareWhiteBoardAllowed() override { return false; }
    SDKError AllowParticipantsToChat(bool) override {
        return unemulated("IMeetingParticipantsController::AllowParticipantsToChat");
    }
    bool IsParticipantAllowedToChat() override { return false; }
    bool IsParticipantRequestLocalRecordingAllowed() override { return false; }
    SDKError AllowParticipantsToRequestLocalRecording(bool) override {
        return unemulated("IMeetingParticipantsController::AllowParticipantsToRequestLocalRecording");
    }
    bool IsAutoAllowLocalRecordingRequest() override { return false; }
    SDKError AutoAllowLocalRecordingRequest(bool) override {
        return unemulated("IMeetingParticipantsController::AutoAllowLocalRecordingRequest");
    }
    SDKError CanHideParticipantProfilePictures() override {
        return unemulated("IMeetingParticipantsController::CanHideParticipantProfilePictures");
    }
    bool IsParticipantProfilePicturesHidden() override { return false; }
    SDKError HideParticipantProfilePictures(bool) override {
        return unemulated("IMeetingParticipantsController::HideParticipantProfilePictures");
    }
    bool IsFocusModeEnabled() override { return false; }
    bool IsFocusModeOn() override { return false; }
    SDKError TurnFocusModeOn(bool) override { return unemulated("IMeetingParticipantsController::TurnFocusModeOn"); }
    FocusModeShareType GetFocusModeShareType() override { return {}; }
    SDKError SetFocusModeShareType(FocusModeShareType) override {
        return unemulated("IMeetingParticipantsController::SetFocusModeShareType");
    }
    bool CanEnableParticipantRequestCloudRecording() override { return false; }
    bool IsParticipantRequestCloudRecordingAllowed() override { return false; }
    SDKError AllowParticipantsToRequestCloudRecording(bool) override {
        return unemulated("IMeetingParticipantsController::AllowParticipantsToRequestCloudRecording");
    }
    bool IsSupportVirtualNameTag() override { return false; }
    SDKError EnableVirtualNameTag(bool) override {
        return unemulated("IMeetingParticipantsController::EnableVirtualNameTag");
    }
    SDKError CreateVirtualNameTagRosterInfoBegin() override {
        return unemulated("IMeetingParticipantsController::CreateVirtualNameTagRosterInfoBegin");
    }
    bool AddVirtualNameTagRosterInfoToList(ZoomSDKVirtualNameTag) override { return false; }
    SDKError CreateVirtualNameTagRosterInfoCommit() override {
        return unemulated("IMeetingParticipantsController::CreateVirtualNameTagRosterInfoCommit");
    }
    bool CanBeCoOwner(unsigned int) override { return false; }
    SDKError AssignCoHostWithAssetsPrivilege(unsigned int, IList<GrantCoOwnerAssetsInfo>*) override {
        return unemulated("IMeetingParticipantsController::AssignCoHostWithAssetsPrivilege");
    }
    SDKError MakeHostWithAssetsPrivilege(unsigned int, IList<GrantCoOwnerAssetsInfo>*) override {
        return unemulated("IMeetingParticipantsController::MakeHostWithAssetsPrivilege");
    }
};

class UnemulatedUserInfo : public IUserInfo {
public:
    const zchar_t* GetUserName() override { return emptyText(); }
    bool IsHost() override { return false; }
    unsigned int GetUserID() override { return {}; }
    const zchar_t* GetAvatarPath() override { return emptyText(); }
    const zchar_t* GetPersistentId() override { return emptyText(); }
    const zchar_t* GetCustomerKey() override { return emptyText(); }
    bool IsVideoOn() override { return false; }
    bool IsAudioMuted() override { return false; }
    AudioType GetAudioJoinType() override { return {}; }
    bool IsMySelf() override { return false; }
    bool IsInWaitingRoom() override { return false; }
    bool IsRaiseHand() override { return false; }
    UserRole GetUserRole() override { return {}; }
    bool IsPurePhoneUser() override { return false; }
    int GetAudioVoiceLevel() override { return {}; }
    bool IsClosedCaptionSender() override { return false; }
    bool IsTalking() override { return false; }
    bool IsH323User() override { return false; }
    WebinarAttendeeStatus* GetWebinarAttendeeStatus() override { return nullptr; }
#if defined(WIN32)
    bool IsInterpreter() override { return false; }
    bool IsSignLanguageInterpreter() override { return false; }
    const zchar_t* GetInterpreterActiveLanguage() override { return emptyText(); }
    SDKEmojiFeedbackType GetEmojiFeedbackType() override { return {}; }
    bool IsCompanionModeUser() override { return false; }
#endif
    RecordingStatus GetLocalRecordingStatus() override { return {}; }
    bool IsRawLiveStreaming() override { return false; }
    bool HasRawLiveStreamPrivilege() override { return false; }
    bool HasCamera() override { return false; }
    bool IsProductionStudioUser() override { return false; }
    bool IsInWebinarBackstage() override { return false; }
    unsigned int GetProductionStudioParent() override { return {}; }
    bool IsBotUser() override { return false; }
    const zchar_t* GetBotAppName() override { return emptyText(); }
    bool IsVirtualNameTagEnabled() override { return false; }
    IList<ZoomSDKVirtualNameTag>* GetVirtualNameTagList() override { return emptyList<ZoomSDKVirtualNameTag>(); }
    IList<GrantCoOwnerAssetsInfo>* GetGrantCoOwnerAssetsInfo() override {
        return emptyList<GrantCoOwnerAssetsInfo>();
    }
    bool IsAudioOnlyUser() override { return false; }
};

}  // namespace MEETINGSDK
