// Smart summaries; named, not emulated.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_SMART_SUMMARY_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_SMART_SUMMARY_INTERFACE_H

#include "zoom_sdk_def.h"
#include "meeting_ai_companion_interface.h"

BEGIN_ZOOM_SDK_NAMESPACE

class IMeetingSmartSummaryControllerEvent {
public:
    virtual void onSmartSummaryStatusChange(bool /*started*/) {}
    virtual void onSmartSummaryPrivilegeRequested(unsigned int /*senderId*/,
        ISmartSummaryPrivilegeHandler* /*handler*/) {}
    virtual void onSmartSummaryStartReqResponse(bool /*timeout*/, bool /*decline*/) {}
    virtual void onEnableSmartSummary() {}
    virtual ~IMeetingSmartSummaryControllerEvent() {}
};

// A controller has a SetEvent of its own, as in the interface.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverloaded-virtual"
class IMeetingSmartSummaryController : public IMeetingSmartSummaryHelper {
public:
    virtual ~IMeetingSmartSummaryController() {}
    virtual void SetEvent(IMeetingSmartSummaryControllerEvent* event) = 0;
};
#pragma GCC diagnostic pop

END_ZOOM_SDK_NAMESPACE

#endif
