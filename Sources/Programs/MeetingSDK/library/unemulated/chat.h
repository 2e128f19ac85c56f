// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#include "meeting_service_components/meeting_chat_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedMeetingChatController : public IMeetingChatController {
public:
    UNEMULATED(SDKError, IMeetingChatController, SetParticipantsChatPrivilege, (SDKChatPrivilege))
    bool IsMeetingChatLegalNoticeAvailable() override { return false; }
    const zchar_t* getChatLegalNoticesPrompt() override { return emptyText(); }
    const zchar_t* getChatLegalNoticesExplained() override { return emptyText(); }
    bool IsShareMeetingChatLegalNoticeAvailable() override { return false; }
    const zchar_t* GetShareMeetingChatStartedLegalNoticeContent() override { return emptyText(); }
    const zchar_t* GetShareMeetingChatStoppedLegalNoticeContent() override { return emptyText(); }
    bool IsChatMessageCanBeDeleted(const zchar_t*) override { return false; }
    UNEMULATED(SDKError, IMeetingChatController, DeleteChatMessage, (const zchar_t*))
    bool IsFileTransferEnabled() override { return false; }
    UNEMULATED(SDKError, IMeetingChatController, TransferFile, (const zchar_t*, unsigned int))
    UNEMULATED(SDKError, IMeetingChatController, TransferFileToAll, (const zchar_t*))
    const zchar_t* GetTransferFileTypeAllowList() override { return emptyText(); }
    unsigned long long GetMaxTransferFileSizeBytes() override { return {}; }
};

class UnemulatedChatMsgInfo : public IChatMsgInfo {
public:
    bool IsComment() override { return false; }
    bool IsThread() override { return false; }
    IList<IRichTextStyleItem*>* GetTextStyleItemList() override { return emptyList<IRichTextStyleItem*>(); }
    IList<SegmentDetails>* GetSegmentDetails() override { return emptyList<SegmentDetails>(); }
};

}  // namespace MEETINGSDK
