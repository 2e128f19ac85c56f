// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#include "meeting_service_components/meeting_participants_ctrl_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedMeetingParticipantsController : public IMeetingParticipantsController {
public:
    IUserInfo* GetBotAuthorizedUserInfoByUserID(unsigned int) override { return nullptr; }
    IList<unsigned int>* GetAuthorizedBotListByUserID(unsigned int) override { return emptyList<unsigned int>(); }
#if defined(WIN32)
    IUserInfo* GetCompanionParentUser(unsigned int) override { return nullptr; }
    IList<unsigned int>* GetCompanionChildList(unsigned int) override { return emptyList<unsigned int>(); }
#endif
    UNEMULATED(SDKError, IMeetingParticipantsController, LowerAllHands, (bool))
    UNEMULATED(SDKError, IMeetingParticipantsController, ChangeUserName, (const unsigned int, const zchar_t*, bool))
    UNEMULATED(SDKError, IMeetingParticipantsController, LowerHand, (unsigned int))
    UNEMULATED(SDKError, IMeetingParticipantsController, RaiseHand, ())
    bool IsSelfOriginalHost() override { return false; }
    UNEMULATED(SDKError, IMeetingParticipantsController, ReclaimHostByHostKey, (const zchar_t*))
    UNEMULATED(SDKError, IMeetingParticipantsController, AllowParticipantsToRename, (bool))
    bool IsParticipantsRenameAllowed() override { return false; }
    UNEMULATED(SDKError, IMeetingParticipantsController, AllowParticipantsToUnmuteSelf, (bool))
    UNEMULATED(SDKError, IMeetingParticipantsController, AskAllToUnmute, ())
    UNEMULATED(SDKError, IMeetingParticipantsController, AllowParticipantsToStartVideo, (bool))
    UNEMULATED(SDKError, IMeetingParticipantsController, AllowParticipantsToShareWhiteBoard, (bool))
    bool IsParticipantsShareWhiteBoardAllowed() override { return false; }
    UNEMULATED(SDKError, IMeetingParticipantsController, AllowParticipantsToChat, (bool))
    UNEMULATED(SDKError, IMeetingParticipantsController, AllowParticipantsToRequestLocalRecording, (bool))
    bool IsAutoAllowLocalRecordingRequest() override { return false; }
    UNEMULATED(SDKError, IMeetingParticipantsController, AutoAllowLocalRecordingRequest, (bool))
    UNEMULATED(SDKError, IMeetingParticipantsController, CanHideParticipantProfilePictures, ())
    bool IsParticipantProfilePicturesHidden() override { return false; }
    UNEMULATED(SDKError, IMeetingParticipantsController, HideParticipantProfilePictures, (bool))
    bool IsFocusModeEnabled() override { return false; }
    bool IsFocusModeOn() override { return false; }
    UNEMULATED(SDKError, IMeetingParticipantsController, TurnFocusModeOn, (bool))
    FocusModeShareType GetFocusModeShareType() override { return {}; }
    UNEMULATED(SDKError, IMeetingParticipantsController, SetFocusModeShareType, (FocusModeShareType))
    bool CanEnableParticipantRequestCloudRecording() override { return false; }
    bool IsParticipantRequestCloudRecordingAllowed() override { return false; }
    UNEMULATED(SDKError, IMeetingParticipantsController, AllowParticipantsToRequestCloudRecording, (bool))
    bool IsSupportVirtualNameTag() override { return false; }
    UNEMULATED(SDKError, IMeetingParticipantsController, EnableVirtualNameTag, (bool))
    UNEMULATED(SDKError, IMeetingParticipantsController, CreateVirtualNameTagRosterInfoBegin, ())
    bool AddVirtualNameTagRosterInfoToList(ZoomSDKVirtualNameTag) override { return false; }
    UNEMULATED(SDKError, IMeetingParticipantsController, CreateVirtualNameTagRosterInfoCommit, ())
    bool CanBeCoOwner(unsigned int) override { return false; }
    UNEMULATED(
        SDKError, IMeetingParticipantsController, AssignCoHostWithAssetsPrivilege,
        (unsigned int, IList<GrantCoOwnerAssetsInfo>*))
    UNEMULATED(
        SDKError, IMeetingParticipantsController, MakeHostWithAssetsPrivilege,
        (unsigned int, IList<GrantCoOwnerAssetsInfo>*))
};

class UnemulatedUserInfo : public IUserInfo {
public:
    const zchar_t* GetAvatarPath() override { return emptyText(); }
    bool IsInWaitingRoom() override { return false; }
    bool IsRaiseHand() override { return false; }
    bool IsPurePhoneUser() override { return false; }
    int GetAudioVoiceLevel() override { return {}; }
    bool IsClosedCaptionSender() override { return false; }
    bool IsH323User() override { return false; }
#if defined(WIN32)
    bool IsInterpreter() override { return false; }
    bool IsSignLanguageInterpreter() override { return false; }
    const zchar_t* GetInterpreterActiveLanguage() override { return emptyText(); }
    SDKEmojiFeedbackType GetEmojiFeedbackType() override { return {}; }
    bool IsCompanionModeUser() override { return false; }
#endif
    bool IsRawLiveStreaming() override { return false; }
    bool HasRawLiveStreamPrivilege() override { return false; }
    bool IsInWebinarBackstage() override { return false; }
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
