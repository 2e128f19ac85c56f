// The encryption of a meeting; named, not emulated.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_INMEETING_ENCRYPTION_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_INMEETING_ENCRYPTION_INTERFACE_H

#include "psstudio/names/meeting_service_components/meeting_inmeeting_encryption_interface.h"
#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

class IMeetingEncryptionControllerEvent {
public:
    virtual ~IMeetingEncryptionControllerEvent() {}
    virtual void onE2EEMeetingSecurityCodeChanged() {}
};

/// The encryption of the meeting.
class IMeetingEncryptionController {
public:
    virtual ~IMeetingEncryptionController() {}
    virtual void SetEvent(IMeetingEncryptionControllerEvent* event) = 0;
    virtual EncryptionType GetEncryptionType() = 0;
    virtual const zchar_t* GetE2EEMeetingSecurityCode() = 0;
    virtual unsigned int GetE2EEMeetingSecurityCodePassedSeconds() = 0;
    virtual bool IsUnencryptedExceptionDataValid() = 0;
    virtual unsigned int GetUnencryptedExceptionCount() = 0;
    virtual const zchar_t* GetUnencryptedExceptionInfo() = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif
