// Breakout rooms.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_BREAKOUT_ROOMS_INTERFACE_V2_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_BREAKOUT_ROOMS_INTERFACE_V2_H

#include "psstudio/names/meeting_service_components/meeting_breakout_rooms_interface_v2.h"
#include "zoom_sdk_def.h"
#if defined(WIN32)
#include "customized_ui/customized_share_render.h"
#endif

BEGIN_ZOOM_SDK_NAMESPACE

/// One breakout room.
class IBOMeeting {
public:
    virtual ~IBOMeeting() {}
    virtual const zchar_t* GetBOID() = 0;
    virtual const zchar_t* GetBOName() = 0;
    virtual IList<const zchar_t*>* GetBOUserList() = 0;
    virtual BO_CTRL_USER_STATUS GetBOUserStatus(const zchar_t* userId) = 0;
};

struct BOOption;

class IBOCreatorEvent {
public:
    virtual ~IBOCreatorEvent() {}
    virtual void onBOCreateSuccess(const zchar_t* /*boId*/) {}
    virtual void OnWebPreAssignBODataDownloadStatusChanged(PreAssignBODataStatus /*status*/) {}
    virtual void OnBOOptionChanged(const BOOption& /*newOption*/) {}
    virtual void onCreateBOResponse(bool /*success*/, const zchar_t* /*boId*/) {}
    virtual void onRemoveBOResponse(bool /*success*/, const zchar_t* /*boId*/) {}
    virtual void onUpdateBONameResponse(bool /*success*/, const zchar_t* /*boId*/) {}
};

/// How breakout rooms behave.
struct BOOption {
    BO_STOP_COUNTDOWN countdown_seconds = BO_STOP_COUNTDOWN_SECONDS_60;
    bool IsParticipantCanChooseBO = false;
    bool IsParticipantCanReturnToMainSessionAtAnyTime = true;
    bool IsAutoMoveAllAssignedParticipantsEnabled = false;
    bool IsBOTimerEnabled = false;
    bool IsTimerAutoStopBOEnabled = false;
    union {
        unsigned int nTimerDurationMinutes = 0;
        unsigned int nTimerDuration;  // the name of an older version
    };
    bool IsAttendeeContained = false;
    bool IsPanelistCanChooseBO = false;
    bool IsAttendeeCanChooseBO = false;
    bool IsUserConfigMaxRoomUserLimitsEnabled = false;
    unsigned int nUserConfigMaxRoomUserLimits = 20;
};

class IBatchCreateBOHelper {
public:
    virtual SDKError CreateBOTransactionBegin() = 0;
    virtual bool AddNewBoToList(const zchar_t* newBOName) = 0;
    virtual SDKError CreateBoTransactionCommit() = 0;
};

/// Makes breakout rooms; for a host.
class IBOCreator {
public:
    virtual void SetEvent(IBOCreatorEvent* event) = 0;
    virtual const zchar_t* CreateBO(const zchar_t* boName) = 0;
    virtual bool CreateBreakoutRoom(const zchar_t* boName) = 0;
    virtual bool UpdateBOName(const zchar_t* boId, const zchar_t* newBOName) = 0;
    virtual bool RemoveBO(const zchar_t* boId) = 0;
    virtual bool AssignUserToBO(const zchar_t* userId, const zchar_t* boId) = 0;
    virtual bool RemoveUserFromBO(const zchar_t* userId, const zchar_t* boId) = 0;
    virtual bool SetBOOption(const BOOption& option) = 0;
    virtual bool GetBOOption(BOOption& option) = 0;
    virtual IBatchCreateBOHelper* GetBatchCreateBOHelper() = 0;
    virtual bool IsWebPreAssignBOEnabled() = 0;
    virtual SDKError RequestAndUseWebPreAssignBOList() = 0;
    virtual PreAssignBODataStatus GetWebPreAssignBODataStatus() = 0;
    virtual bool CreateWebinarBo(const zchar_t* boName) = 0;
};

class IBOAdminEvent {
public:
    virtual ~IBOAdminEvent() {}
    virtual void onHelpRequestReceived(const zchar_t* /*userId*/) {}
    virtual void onStartBOError(BOControllerError /*errCode*/) {}
    virtual void onBOEndTimerUpdated(int /*remaining*/, bool /*timesUpNotice*/) {}
    virtual void onStartBOResponse(bool /*success*/) {}
    virtual void onStopBOResponse(bool /*success*/) {}
};

/// Starts and stops breakout rooms; for a host.
class IBOAdmin {
public:
    virtual bool StartBO() = 0;
    virtual bool StopBO() = 0;
    virtual bool AssignNewUserToRunningBO(const zchar_t* userId, const zchar_t* boId) = 0;
    virtual bool SwitchAssignedUserToRunningBO(const zchar_t* userId, const zchar_t* boId) = 0;
    virtual bool CanStartBO() = 0;
    virtual void SetEvent(IBOAdminEvent* event) = 0;
    virtual bool JoinBOByUserRequest(const zchar_t* userId) = 0;
    virtual bool IgnoreUserHelpRequest(const zchar_t* userId) = 0;
    virtual bool BroadcastMessage(const zchar_t* msg) = 0;
    virtual bool InviteBOUserReturnToMainSession(const zchar_t* userId) = 0;
    virtual bool IsBroadcastVoiceToBOSupport() = 0;
    virtual bool CanBroadcastVoiceToBO() = 0;
    virtual bool BroadcastVoiceToBo(bool start) = 0;
};

/// Joins any breakout room; for a co-host.
class IBOAssistant {
public:
    virtual bool JoinBO(const zchar_t* boId) = 0;
    virtual bool LeaveBO() = 0;
};

class IBOAttendeeEvent {
public:
    virtual ~IBOAttendeeEvent() {}
    virtual void onHelpRequestHandleResultReceived(ATTENDEE_REQUEST_FOR_HELP_RESULT /*result*/) {}
    virtual void onHostJoinedThisBOMeeting() {}
    virtual void onHostLeaveThisBOMeeting() {}
};

/// Joins the breakout room that a participant is assigned to.
class IBOAttendee {
public:
    virtual bool JoinBo() = 0;
    virtual bool LeaveBo() = 0;
    virtual const zchar_t* GetBoName() = 0;
    virtual void SetEvent(IBOAttendeeEvent* event) = 0;
    virtual bool RequestForHelp() = 0;
    virtual bool IsHostInThisBO() = 0;
    virtual bool IsCanReturnMainSession() = 0;
};

class IBODataEvent {
public:
    virtual ~IBODataEvent() {}
    virtual void onBOInfoUpdated(const zchar_t* /*boId*/) {}
    virtual void onUnAssignedUserUpdated() {}
    virtual void OnBOListInfoUpdated() {}
};

/// The list of breakout rooms.
class IBOData {
public:
    virtual void SetEvent(IBODataEvent* event) = 0;
    virtual IList<const zchar_t*>* GetUnassignedUserList() = 0;
    virtual IList<const zchar_t*>* GetBOMeetingIDList() = 0;
    virtual const zchar_t* GetBOUserName(const zchar_t* userId) = 0;
    virtual bool IsBOUserMyself(const zchar_t* userId) = 0;
    virtual IBOMeeting* GetBOMeetingByID(const zchar_t* boId) = 0;
    virtual const zchar_t* GetCurrentBoName() = 0;
};

/// Answers an invitation back to the main session.
class IReturnToMainSessionHandler {
public:
    virtual ~IReturnToMainSessionHandler() {}
    virtual bool ReturnToMainSession() = 0;
    virtual void Ignore() = 0;
};

/// Which helpers the role of this client has; each method is optional.
class IMeetingBOControllerEvent {
public:
    virtual ~IMeetingBOControllerEvent() {}
    virtual void onHasCreatorRightsNotification(IBOCreator* /*creatorObj*/) {}
    virtual void onHasAdminRightsNotification(IBOAdmin* /*adminObj*/) {}
    virtual void onHasAssistantRightsNotification(IBOAssistant* /*assistantObj*/) {}
    virtual void onHasAttendeeRightsNotification(IBOAttendee* /*attendeeObj*/) {}
    virtual void onHasDataHelperRightsNotification(IBOData* /*dataHelperObj*/) {}
    virtual void onLostCreatorRightsNotification() {}
    virtual void onLostAdminRightsNotification() {}
    virtual void onLostAssistantRightsNotification() {}
    virtual void onLostAttendeeRightsNotification() {}
    virtual void onLostDataHelperRightsNotification() {}
    virtual void onNewBroadcastMessageReceived(const zchar_t* /*msg*/, unsigned int /*senderId*/,
        const zchar_t* /*senderName*/) {}
    virtual void onBOStopCountDown(unsigned int /*seconds*/) {}
    virtual void onHostInviteReturnToMainSession(const zchar_t* /*name*/,
        IReturnToMainSessionHandler* /*handler*/) {}
    virtual void onBOStatusChanged(BO_STATUS /*status*/) {}
    virtual void onBOSwitchRequestReceived(const zchar_t* /*newBOName*/, const zchar_t* /*newBOId*/) {}
    virtual void onBroadcastBOVoiceStatus(bool /*start*/) {}
#if defined(WIN32)
    virtual void onShareFromMainSession(const unsigned int /*sharingId*/, SharingStatus /*status*/,
        IShareAction* /*shareAction*/) {}
#endif
};

/// Breakout rooms. A helper is null while the role does not have it.
class IMeetingBOController {
public:
    virtual bool SetEvent(IMeetingBOControllerEvent* event) = 0;
    virtual IBOCreator* GetBOCreatorHelper() = 0;
    virtual IBOAdmin* GetBOAdminHelper() = 0;
    virtual IBOAssistant* GetBOAssistantHelper() = 0;
    virtual IBOAttendee* GetBOAttedeeHelper() = 0;
    virtual IBOData* GetBODataHelper() = 0;
    virtual bool IsBOStarted() = 0;
    virtual bool IsBOEnabled() = 0;
    virtual bool IsInBOMeeting() = 0;
    virtual BO_STATUS GetBOStatus() = 0;
    virtual bool IsBroadcastingVoiceToBO() = 0;
    virtual const zchar_t* GetJoiningBOName() = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif
