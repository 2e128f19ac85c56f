// Recording, raw recording and the permission for it.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_RECORDING_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_RECORDING_INTERFACE_H

#include <time.h>

#include "psstudio/names/meeting_service_components/meeting_recording_interface.h"
#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

class IRequestLocalRecordingPrivilegeHandler {
public:
    virtual ~IRequestLocalRecordingPrivilegeHandler() {}
    virtual const zchar_t* GetRequestId() = 0;
    virtual unsigned int GetRequesterId() = 0;
    virtual const zchar_t* GetRequesterName() = 0;
    virtual SDKError GrantLocalRecordingPrivilege() = 0;
    virtual SDKError DenyLocalRecordingPrivilege() = 0;
};

class IRequestStartCloudRecordingHandler {
public:
    virtual ~IRequestStartCloudRecordingHandler() {}
    virtual unsigned int GetRequesterId() = 0;
    virtual const zchar_t* GetRequesterName() = 0;
    virtual SDKError Start() = 0;
    virtual SDKError Deny(bool denyAll) = 0;
};

class IRequestEnableAndStartSmartRecordingHandler {
public:
    virtual ~IRequestEnableAndStartSmartRecordingHandler() {}
    virtual unsigned int GetRequestUserId() = 0;
    virtual const zchar_t* GetTipString() = 0;
    virtual SDKError StartCloudRecordingWithoutEnableSmartRecording() = 0;
    virtual SDKError AgreeToEnableAndStart(bool allMeetings) = 0;
    virtual SDKError Decline(bool denyAll) = 0;
};

class ISmartRecordingEnableActionHandler {
public:
    virtual ~ISmartRecordingEnableActionHandler() {}
    virtual const zchar_t* GetTipString() = 0;
    virtual SDKError ActionConfirm(bool allMeetings) = 0;
    virtual SDKError ActionCancel() = 0;
};

#if defined(WIN32)
class ICustomizedLocalRecordingLayoutHelper;
#endif

/// Recording and its permission; each method is optional.
class IMeetingRecordingCtrlEvent {
public:
    virtual ~IMeetingRecordingCtrlEvent() {}
    virtual void onRecordingStatus(RecordingStatus /*status*/) {}
    virtual void onCloudRecordingStatus(RecordingStatus /*status*/) {}
    virtual void onRecordPrivilegeChanged(bool /*canRec*/) {}
    virtual void onLocalRecordingPrivilegeRequestStatus(RequestLocalRecordingStatus /*status*/) {}
    virtual void onRequestCloudRecordingResponse(RequestStartCloudRecordingStatus /*status*/) {}
    virtual void onLocalRecordingPrivilegeRequested(IRequestLocalRecordingPrivilegeHandler* /*handler*/) {}
    virtual void onStartCloudRecordingRequested(IRequestStartCloudRecordingHandler* /*handler*/) {}
#if defined(WIN32)
    virtual void onRecording2MP4Done(bool /*bsuccess*/, int /*result*/, const zchar_t* /*path*/) {}
    virtual void onRecording2MP4Processing(int /*percentage*/) {}
    virtual void onCustomizedLocalRecordingSourceNotification(
        ICustomizedLocalRecordingLayoutHelper* /*layoutHelper*/) {}
#endif
    virtual void onCloudRecordingStorageFull(time_t /*gracePeriodDate*/) {}
    virtual void onEnableAndStartSmartRecordingRequested(
        IRequestEnableAndStartSmartRecordingHandler* /*handler*/) {}
    virtual void onSmartRecordingEnableActionCallback(ISmartRecordingEnableActionHandler* /*handler*/) {}
#if defined(__linux__)
    virtual void onTranscodingStatusChanged(TranscodingStatus /*status*/, const zchar_t* /*path*/) {}
#endif
};

/// Raw recording: without it, no raw media is received.
class IMeetingRecordingController {
public:
    virtual SDKError SetEvent(IMeetingRecordingCtrlEvent* event) = 0;
    /// Whether the host's client can be asked, also when that is not necessary.
    virtual SDKError IsSupportRequestLocalRecordingPrivilege() = 0;
    virtual SDKError RequestLocalRecordingPrivilege() = 0;
    virtual SDKError RequestStartCloudRecording() = 0;
    virtual SDKError StartRecording(time_t& startTimestamp) = 0;
    virtual SDKError StopRecording(time_t& stopTimestamp) = 0;
    virtual SDKError CanStartRecording(bool cloudRecording, unsigned int userId) = 0;
    virtual bool IsSmartRecordingEnabled() = 0;
    virtual bool CanEnableSmartRecordingFeature() = 0;
    virtual SDKError EnableSmartRecording() = 0;
    virtual SDKError CanAllowDisAllowLocalRecording() = 0;
    virtual SDKError StartCloudRecording() = 0;
    virtual SDKError StopCloudRecording() = 0;
    virtual SDKError IsSupportLocalRecording(unsigned int userId) = 0;
    virtual SDKError AllowLocalRecording(unsigned int userId) = 0;
    virtual SDKError DisAllowLocalRecording(unsigned int userId) = 0;
#if defined(WIN32)
    virtual SDKError RequestCustomizedLocalRecordingSource() = 0;
#endif
    virtual SDKError PauseRecording() = 0;
    virtual SDKError ResumeRecording() = 0;
    virtual SDKError PauseCloudRecording() = 0;
    virtual SDKError ResumeCloudRecording() = 0;
    virtual SDKError CanStartRawRecording() = 0;
    virtual SDKError StartRawRecording() = 0;
    virtual SDKError StopRawRecording() = 0;
    virtual RecordingStatus GetCloudRecordingStatus() = 0;
#if defined(__linux__)
    virtual SDKError SubscribeLocalrecordingResource(unsigned int sourceId, LocalRecordingSubscribeType type,
        LocalRecordingResolution resolution) = 0;
    virtual SDKError UnSubscribeLocalrecordingResource(unsigned int sourceId, LocalRecordingSubscribeType type) = 0;
#endif
};

END_ZOOM_SDK_NAMESPACE

#endif
