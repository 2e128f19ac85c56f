// Raw archiving; named, not emulated.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_RAW_ARCHIVING_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_RAW_ARCHIVING_INTERFACE_H

#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

/// Raw archiving.
class IMeetingRawArchivingController {
public:
    virtual SDKError StartRawArchiving() = 0;
    virtual SDKError StopRawArchiving() = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif
