// Participants and their roles.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_PARTICIPANTS_CTRL_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_PARTICIPANTS_CTRL_INTERFACE_H

#include "psstudio/names/meeting_service_components/meeting_participants_ctrl_interface.h"
#include "zoom_sdk_def.h"
#include "meeting_service_components/meeting_recording_interface.h"
#if defined(WIN32)
#include "meeting_service_components/meeting_emoji_reaction_interface.h"
#endif
#include "meeting_service_components/meeting_audio_interface.h"

BEGIN_ZOOM_SDK_NAMESPACE

struct tagWebinarAttendeeStatus {
    bool allow_talk = false;
};
typedef struct tagWebinarAttendeeStatus WebinarAttendeeStatus;

struct tagZoomSDKVirtualNameTag {
    int tagID = 0;
    const zchar_t* tagName = nullptr;
};
typedef struct tagZoomSDKVirtualNameTag ZoomSDKVirtualNameTag;

/// A participant. The pointer stays the same while the participant is in the meeting.
class IUserInfo {
public:
    virtual const zchar_t* GetUserName() = 0;
    virtual bool IsHost() = 0;
    virtual unsigned int GetUserID() = 0;
    virtual const zchar_t* GetAvatarPath() = 0;
    virtual const zchar_t* GetPersistentId() = 0;
    virtual const zchar_t* GetCustomerKey() = 0;
    virtual bool IsVideoOn() = 0;
    virtual bool IsAudioMuted() = 0;
    virtual AudioType GetAudioJoinType() = 0;
    virtual bool IsMySelf() = 0;
    virtual bool IsInWaitingRoom() = 0;
    virtual bool IsRaiseHand() = 0;
    virtual UserRole GetUserRole() = 0;
    virtual bool IsPurePhoneUser() = 0;
    virtual int GetAudioVoiceLevel() = 0;
    virtual bool IsClosedCaptionSender() = 0;
    virtual bool IsTalking() = 0;
    virtual bool IsH323User() = 0;
    virtual WebinarAttendeeStatus* GetWebinarAttendeeStatus() = 0;
#if defined(WIN32)
    virtual bool IsInterpreter() = 0;
    virtual bool IsSignLanguageInterpreter() = 0;
    virtual const zchar_t* GetInterpreterActiveLanguage() = 0;
    virtual SDKEmojiFeedbackType GetEmojiFeedbackType() = 0;
    virtual bool IsCompanionModeUser() = 0;
#endif
    virtual RecordingStatus GetLocalRecordingStatus() = 0;
    virtual bool IsRawLiveStreaming() = 0;
    virtual bool HasRawLiveStreamPrivilege() = 0;
    virtual bool HasCamera() = 0;
    virtual bool IsProductionStudioUser() = 0;
    virtual bool IsInWebinarBackstage() = 0;
    virtual unsigned int GetProductionStudioParent() = 0;
    virtual bool IsBotUser() = 0;
    virtual const zchar_t* GetBotAppName() = 0;
    virtual bool IsVirtualNameTagEnabled() = 0;
    virtual IList<ZoomSDKVirtualNameTag>* GetVirtualNameTagList() = 0;
    virtual IList<GrantCoOwnerAssetsInfo>* GetGrantCoOwnerAssetsInfo() = 0;
    virtual bool IsAudioOnlyUser() = 0;
    virtual ~IUserInfo() {}
};

/// Who comes, leaves and changes; lists live during the callback. Each method is optional.
class IMeetingParticipantsCtrlEvent {
public:
    virtual ~IMeetingParticipantsCtrlEvent() {}
    virtual void onUserJoin(IList<unsigned int>* /*userId*/, const zchar_t* /*userList*/ = nullptr) {}
    virtual void onUserLeft(IList<unsigned int>* /*userId*/, const zchar_t* /*userList*/ = nullptr) {}
    virtual void onHostChangeNotification(unsigned int /*userId*/) {}
    virtual void onLowOrRaiseHandStatusChanged(bool /*low*/, unsigned int /*userId*/) {}
    virtual void onUserNamesChanged(IList<unsigned int>* /*userId*/) {}
    virtual void onCoHostChangeNotification(unsigned int /*userId*/, bool /*coHost*/) {}
    virtual void onInvalidReclaimHostkey() {}
    virtual void onAllHandsLowered() {}
    virtual void onLocalRecordingStatusChanged(unsigned int /*userId*/, RecordingStatus /*status*/) {}
    virtual void onAllowParticipantsRenameNotification(bool /*allow*/) {}
    virtual void onAllowParticipantsUnmuteSelfNotification(bool /*allow*/) {}
    virtual void onAllowParticipantsStartVideoNotification(bool /*allow*/) {}
    virtual void onAllowParticipantsShareWhiteBoardNotification(bool /*allow*/) {}
    virtual void onRequestLocalRecordingPrivilegeChanged(LocalRecordingRequestPrivilegeStatus /*status*/) {}
    virtual void onAllowParticipantsRequestCloudRecording(bool /*allow*/) {}
    virtual void onInMeetingUserAvatarPathUpdated(unsigned int /*userId*/) {}
    virtual void onParticipantProfilePictureStatusChange(bool /*hidden*/) {}
    virtual void onFocusModeStateChanged(bool /*enabled*/) {}
    virtual void onFocusModeShareTypeChanged(FocusModeShareType /*type*/) {}
    virtual void onBotAuthorizerRelationChanged(unsigned int authorizeUserId) {
        onRobotRelationChanged(authorizeUserId);
    }
    virtual void onVirtualNameTagStatusChanged(bool /*on*/, unsigned int /*userId*/) {}
    virtual void onVirtualNameTagRosterInfoUpdated(unsigned int /*userId*/) {}
#if defined(WIN32)
    virtual void onCreateCompanionRelation(unsigned int /*parentUserId*/, unsigned int /*childUserId*/) {}
    virtual void onRemoveCompanionRelation(unsigned int /*childUserId*/) {}
#endif
    virtual void onGrantCoOwnerPrivilegeChanged(bool /*canGrantOther*/) {}

    // Older versions have this name.
    virtual void onRobotRelationChanged(unsigned int /*authorizeUserId*/) {}
};

/// Participants and roles.
class IMeetingParticipantsController {
public:
    virtual SDKError SetEvent(IMeetingParticipantsCtrlEvent* event) = 0;
    virtual IList<unsigned int>* GetParticipantsList() = 0;
    virtual IUserInfo* GetUserByUserID(unsigned int userId) = 0;
    virtual IUserInfo* GetMySelfUser() = 0;
    virtual IUserInfo* GetBotAuthorizedUserInfoByUserID(unsigned int userId) = 0;
    virtual IList<unsigned int>* GetAuthorizedBotListByUserID(unsigned int userId) = 0;
#if defined(WIN32)
    virtual IUserInfo* GetCompanionParentUser(unsigned int userId) = 0;
    virtual IList<unsigned int>* GetCompanionChildList(unsigned int userId) = 0;
#endif
    virtual SDKError LowerAllHands(bool forWebinarAttendees) = 0;
    virtual SDKError ChangeUserName(const unsigned int userId, const zchar_t* userName, bool saveUserName) = 0;
    virtual SDKError LowerHand(unsigned int userId) = 0;
    virtual SDKError RaiseHand() = 0;
    virtual SDKError MakeHost(unsigned int userId) = 0;
    virtual SDKError CanbeCohost(unsigned int userId) = 0;
    virtual SDKError AssignCoHost(unsigned int userId) = 0;
    virtual SDKError RevokeCoHost(unsigned int userId) = 0;
    virtual SDKError ExpelUser(unsigned int userId) = 0;
    virtual bool IsSelfOriginalHost() = 0;
    virtual SDKError ReclaimHost() = 0;
    virtual SDKError CanReclaimHost(bool& canReclaimHost) = 0;
    virtual SDKError ReclaimHostByHostKey(const zchar_t* hostKey) = 0;
    virtual SDKError AllowParticipantsToRename(bool allow) = 0;
    virtual bool IsParticipantsRenameAllowed() = 0;
    virtual SDKError AllowParticipantsToUnmuteSelf(bool allow) = 0;
    virtual bool IsParticipantsUnmuteSelfAllowed() = 0;
    virtual SDKError AskAllToUnmute() = 0;
    virtual SDKError AllowParticipantsToStartVideo(bool allow) = 0;
    virtual bool IsParticipantsStartVideoAllowed() = 0;
    virtual SDKError AllowParticipantsToShareWhiteBoard(bool allow) = 0;
    virtual bool IsParticipantsShareWhiteBoardAllowed() = 0;
    virtual SDKError AllowParticipantsToChat(bool allow) = 0;
    virtual bool IsParticipantAllowedToChat() = 0;
    virtual bool IsParticipantRequestLocalRecordingAllowed() = 0;
    virtual SDKError AllowParticipantsToRequestLocalRecording(bool allow) = 0;
    virtual bool IsAutoAllowLocalRecordingRequest() = 0;
    virtual SDKError AutoAllowLocalRecordingRequest(bool allow) = 0;
    virtual SDKError CanHideParticipantProfilePictures() = 0;
    virtual bool IsParticipantProfilePicturesHidden() = 0;
    virtual SDKError HideParticipantProfilePictures(bool hide) = 0;
    virtual bool IsFocusModeEnabled() = 0;
    virtual bool IsFocusModeOn() = 0;
    virtual SDKError TurnFocusModeOn(bool turnOn) = 0;
    virtual FocusModeShareType GetFocusModeShareType() = 0;
    virtual SDKError SetFocusModeShareType(FocusModeShareType shareType) = 0;
    virtual bool CanEnableParticipantRequestCloudRecording() = 0;
    virtual bool IsParticipantRequestCloudRecordingAllowed() = 0;
    virtual SDKError AllowParticipantsToRequestCloudRecording(bool allow) = 0;
    virtual bool IsSupportVirtualNameTag() = 0;
    virtual SDKError EnableVirtualNameTag(bool enabled) = 0;
    virtual SDKError CreateVirtualNameTagRosterInfoBegin() = 0;
    virtual bool AddVirtualNameTagRosterInfoToList(ZoomSDKVirtualNameTag userRoster) = 0;
    virtual SDKError CreateVirtualNameTagRosterInfoCommit() = 0;
    virtual bool CanBeCoOwner(unsigned int userId) = 0;
    virtual SDKError AssignCoHostWithAssetsPrivilege(unsigned int userId, IList<GrantCoOwnerAssetsInfo>* list) = 0;
    virtual SDKError MakeHostWithAssetsPrivilege(unsigned int userId, IList<GrantCoOwnerAssetsInfo>* list) = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif
