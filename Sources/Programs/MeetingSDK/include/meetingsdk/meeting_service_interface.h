// Joining, starting and leaving a meeting, and its controllers.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_INTERFACE_H

#include "zoom_sdk_def.h"
#include "psstudio/meeting_statuses.h"
#include "psstudio/meeting_parameters.h"

class IZoomRealNameAuthMeetingHelper;

BEGIN_ZOOM_SDK_NAMESPACE

class IMeetingProductionStudioController;

/// Statistics of audio.
struct tagMeetingAudioStatisticInfo {
    int sendFrequency = 0;
    int sendBandwidth = 0;
    int sendRTT = 0;
    int sendJitter = 0;
    float sendPacketLossAvg = 0;
    float sendPacketLossMax = 0;
    int recvFrequency = 0;
    int recvBandwidth = 0;
    int recvRTT = 0;
    int recvJitter = 0;
    float recvPacketLossAvg = 0;
    float recvPacketLossMax = 0;
};
typedef struct tagMeetingAudioStatisticInfo MeetingAudioStatisticInfo;

/// Statistics of video or of a share.
struct tagMeetingASVStatisticInfo {
    int sendBandwidth = 0;
    int sendFps = 0;
    int sendRTT = 0;
    int sendJitter = 0;
    int sendResolution = 0;
    float sendPacketLossAvg = 0;
    float sendPacketLossMax = 0;
    int recvBandwidth = 0;
    int recvFps = 0;
    int recvRTT = 0;
    int recvJitter = 0;
    int recvResolution = 0;
    float recvPacketLossAvg = 0;
    float recvPacketLossMax = 0;
};
typedef struct tagMeetingASVStatisticInfo MeetingASVStatisticInfo;

/// The meeting that the client is in.
class IMeetingInfo {
public:
    virtual UINT64 GetMeetingNumber() = 0;
    virtual const zchar_t* GetMeetingID() = 0;
    virtual const zchar_t* GetMeetingTopic() = 0;
    virtual const zchar_t* GetMeetingPassword() = 0;
    virtual MeetingType GetMeetingType() = 0;
    virtual const zchar_t* GetInviteEmailTemplate() = 0;
    virtual const zchar_t* GetInviteEmailTitle() = 0;
    virtual const zchar_t* GetJoinMeetingUrl() = 0;
    virtual const zchar_t* GetMeetingHostTag() = 0;
    virtual MeetingConnType GetMeetingConnType() = 0;
    virtual int GetSupportedMeetingAudioType() = 0;
    virtual ~IMeetingInfo() {}
};

/// The meeting that starts; it lives during the callback.
struct tagMeetingParameter {
    MeetingType meeting_type = MEETING_TYPE_NONE;
    bool is_view_only = true;
    bool is_auto_recording_local = false;
    bool is_auto_recording_cloud = false;
    UINT64 meeting_number = 0;
    const zchar_t* meeting_topic = nullptr;
    const zchar_t* meeting_host = nullptr;

    tagMeetingParameter() {}
    /// Deletes both strings.
    ~tagMeetingParameter() {
        delete[] meeting_host;
        delete[] meeting_topic;
    }

private:
    // It owns its strings.
    tagMeetingParameter(const tagMeetingParameter&);
    tagMeetingParameter& operator=(const tagMeetingParameter&);
};
typedef struct tagMeetingParameter MeetingParameter;

#if defined(WIN32)
class IMeetingAppSignalHandler {
public:
    virtual ~IMeetingAppSignalHandler() {}
    virtual bool CanShowPanel() = 0;
    virtual SDKError ShowPanel(unsigned int x, unsigned int y) = 0;
    virtual SDKError HidePanel() = 0;
};
#endif

/// The state of the meeting; each method is optional.
class IMeetingServiceEvent {
public:
    virtual ~IMeetingServiceEvent() {}
    virtual void onMeetingStatusChanged(MeetingStatus /*status*/, int /*result*/ = 0) {}
    virtual void onMeetingStatisticsWarningNotification(StatisticsWarningType /*type*/) {}
    virtual void onMeetingParameterNotification(const MeetingParameter* /*meetingParam*/) {}
    virtual void onSuspendParticipantsActivities() {}
    virtual void onAICompanionActiveChangeNotice(bool /*active*/) {}
    virtual void onMeetingTopicChanged(const zchar_t* /*topic*/) {}
    virtual void onMeetingFullToWatchLiveStream(const zchar_t* /*liveStreamUrl*/) {}
    virtual void onUserNetworkStatusChanged(MeetingComponentType /*type*/, ConnectionQuality /*level*/,
        unsigned int /*userId*/, bool /*uplink*/) {}
#if defined(WIN32)
    virtual void onAppSignalPanelUpdated(IMeetingAppSignalHandler* /*handler*/) {}
#endif
};

/// Makes lists that are passed to the interface.
class IListFactory {
public:
    virtual ~IListFactory() {}
    virtual IList<GrantCoOwnerAssetsInfo>* CreateAssetsInfoList() = 0;
    virtual void DestroyAssetsInfoList(IList<GrantCoOwnerAssetsInfo>* list) = 0;
};

#if defined(WIN32)
class IAnnotationController;
class IMeetingBreakoutRoomsController;
class IMeetingH323Helper;
class IMeetingPhoneHelper;
class IMeetingRemoteController;
class IMeetingUIController;
class IMeetingLiveStreamController;
class IClosedCaptionController;
class IMeetingQAController;
class IMeetingInterpretationController;
class IMeetingSignInterpretationController;
class IEmojiReactionController;
class IMeetingAANController;
class ICustomImmersiveController;
class IMeetingPollingController;
class IMeetingIndicatorController;
class IMeetingProductionStudioController;
#endif
class IMeetingConfiguration;
class IMeetingBOController;
class IMeetingChatController;
class IMeetingAudioController;
class IMeetingParticipantsController;
class IMeetingRecordingController;
class IMeetingShareController;
class IMeetingVideoController;
class IMeetingWaitingRoomController;
class IMeetingWebinarController;
class IMeetingRawArchivingController;
class IMeetingReminderController;
class IMeetingWhiteboardController;
class IMeetingSmartSummaryController;
class IMeetingEncryptionController;
class IMeetingRemoteSupportController;
class IMeetingAICompanionController;
class IMeetingDocsController;

/// The meeting of this client. Callbacks come from GLib's default main context.
class IMeetingService {
public:
    virtual SDKError SetEvent(IMeetingServiceEvent* event) = 0;
    virtual SDKError HandleZoomWebUriProtocolAction(const zchar_t* protocolAction) = 0;
    virtual SDKError Join(JoinParam& joinParam) = 0;
    virtual SDKError Start(StartParam& startParam) = 0;
    virtual SDKError Leave(LeaveMeetingCmd leaveCmd) = 0;
    virtual MeetingStatus GetMeetingStatus() = 0;
    virtual SDKError LockMeeting() = 0;
    virtual SDKError UnlockMeeting() = 0;
    virtual bool IsMeetingLocked() = 0;
    virtual bool CanSetMeetingTopic() = 0;
    virtual SDKError SetMeetingTopic(const zchar_t* topic) = 0;
    virtual SDKError SuspendParticipantsActivities() = 0;
    virtual bool CanSuspendParticipantsActivities() = 0;
    virtual IMeetingInfo* GetMeetingInfo() = 0;
    virtual ConnectionQuality GetSharingConnQuality(bool sending = true) = 0;
    virtual ConnectionQuality GetVideoConnQuality(bool sending = true) = 0;
    virtual ConnectionQuality GetAudioConnQuality(bool sending = true) = 0;
    virtual SDKError GetMeetingAudioStatisticInfo(MeetingAudioStatisticInfo& info) = 0;
    virtual SDKError GetMeetingVideoStatisticInfo(MeetingASVStatisticInfo& info) = 0;
    virtual SDKError GetMeetingShareStatisticInfo(MeetingASVStatisticInfo& info) = 0;
    virtual IMeetingVideoController* GetMeetingVideoController() = 0;
    virtual IMeetingShareController* GetMeetingShareController() = 0;
    virtual IMeetingAudioController* GetMeetingAudioController() = 0;
    virtual IMeetingRecordingController* GetMeetingRecordingController() = 0;
    virtual IMeetingWaitingRoomController* GetMeetingWaitingRoomController() = 0;
    virtual IMeetingParticipantsController* GetMeetingParticipantsController() = 0;
    virtual IMeetingWebinarController* GetMeetingWebinarController() = 0;
    virtual IMeetingRawArchivingController* GetMeetingRawArchivingController() = 0;
    virtual IMeetingReminderController* GetMeetingReminderController() = 0;
    virtual IMeetingSmartSummaryController* GetMeetingSmartSummaryController() = 0;
    virtual IMeetingChatController* GetMeetingChatController() = 0;
    virtual IMeetingBOController* GetMeetingBOController() = 0;
    virtual IMeetingConfiguration* GetMeetingConfiguration() = 0;
    virtual IMeetingAICompanionController* GetMeetingAICompanionController() = 0;
#if defined(WIN32)
    virtual IMeetingUIController* GetUIController() = 0;
    virtual IAnnotationController* GetAnnotationController() = 0;
    virtual IMeetingRemoteController* GetMeetingRemoteController() = 0;
    virtual IMeetingH323Helper* GetH323Helper() = 0;
    virtual IMeetingPhoneHelper* GetMeetingPhoneHelper() = 0;
    virtual IMeetingLiveStreamController* GetMeetingLiveStreamController() = 0;
    virtual IClosedCaptionController* GetMeetingClosedCaptionController() = 0;
    virtual IZoomRealNameAuthMeetingHelper* GetMeetingRealNameAuthController() = 0;
    virtual IMeetingQAController* GetMeetingQAController() = 0;
    virtual IMeetingInterpretationController* GetMeetingInterpretationController() = 0;
    virtual IMeetingSignInterpretationController* GetMeetingSignInterpretationController() = 0;
    virtual IEmojiReactionController* GetMeetingEmojiReactionController() = 0;
    virtual IMeetingAANController* GetMeetingAANController() = 0;
    virtual ICustomImmersiveController* GetMeetingImmersiveController() = 0;
    virtual IMeetingWhiteboardController* GetMeetingWhiteboardController() = 0;
    virtual IMeetingDocsController* GetMeetingDocsController() = 0;
    virtual IMeetingPollingController* GetMeetingPollingController() = 0;
    virtual IMeetingRemoteSupportController* GetMeetingRemoteSupportController() = 0;
    virtual IMeetingIndicatorController* GetMeetingIndicatorController() = 0;
    virtual IMeetingProductionStudioController* GetMeetingProductionStudioController() = 0;
#endif
    virtual const zchar_t* GetInMeetingDataCenterInfo() = 0;
    virtual IMeetingEncryptionController* GetInMeetingEncryptionController() = 0;
    virtual IListFactory* GetListFactory() = 0;

#if !defined(WIN32)
    /// The Linux interface has no such accessor; here it is, behind the last slot.
    virtual IMeetingProductionStudioController* GetMeetingProductionStudioController() = 0;
#endif
};

END_ZOOM_SDK_NAMESPACE

#endif
