// What the emulator does not have: calls return SDKERR_NO_IMPL, queries false, 0 or an empty list.

#pragma once

#include "meeting_service_components/meeting_chat_interface.h"
#include "unemulated/unemulated.h"

namespace MEETINGSDK {

class UnemulatedMeetingChatController : public IMeetingChatController {
public:
    SDKError SetEvent(IMeetingChatCtrlEvent*) override { return SDKERR_SUCCESS; }
    const ChatStatus* GetChatStatus() override { return nullptr; }
    UNEMULATED(SDKError, IMeetingChatController, SetParticipantsChatPrivilege, (SDKChatPrivilege))
    bool IsMeetingChatLegalNoticeAvailable() override { return false; }
    const zchar_t* getChatLegalNoticesPrompt() override { return emptyText(); }
    const zchar_t* getChatLegalNoticesExplained() override { return emptyText(); }
    bool IsShareMeetingChatLegalNoticeAvailable() override { return false; }
    const zchar_t* GetShareMeetingChatStartedLegalNoticeContent() override { return emptyText(); }
    const zchar_t* GetShareMeetingChatStoppedLegalNoticeContent() override { return emptyText(); }
    bool IsChatMessageCanBeDeleted(const zchar_t*) override { return false; }
    UNEMULATED(SDKError, IMeetingChatController, DeleteChatMessage, (const zchar_t*))
    IList<const zchar_t*>* GetAllChatMessageID() override { return emptyList<const zchar_t*>(); }
    IChatMsgInfo* GetChatMessageById(const zchar_t*) override { return nullptr; }
    IChatMsgInfoBuilder* GetChatMessageBuilder() override { return nullptr; }
    UNEMULATED(SDKError, IMeetingChatController, SendChatMsgTo, (IChatMsgInfo*))
    bool IsFileTransferEnabled() override { return false; }
    UNEMULATED(SDKError, IMeetingChatController, TransferFile, (const zchar_t*, unsigned int))
    UNEMULATED(SDKError, IMeetingChatController, TransferFileToAll, (const zchar_t*))
    const zchar_t* GetTransferFileTypeAllowList() override { return emptyText(); }
    unsigned long long GetMaxTransferFileSizeBytes() override { return {}; }
};

class UnemulatedChatMsgInfo : public IChatMsgInfo {
public:
    const zchar_t* GetMessageID() override { return emptyText(); }
    unsigned int GetSenderUserId() override { return {}; }
    const zchar_t* GetSenderDisplayName() override { return emptyText(); }
    unsigned int GetReceiverUserId() override { return {}; }
    const zchar_t* GetReceiverDisplayName() override { return emptyText(); }
    const zchar_t* GetContent() override { return emptyText(); }
    time_t GetTimeStamp() override { return {}; }
    bool IsChatToAll() override { return false; }
    bool IsChatToAllPanelist() override { return false; }
    bool IsChatToWaitingroom() override { return false; }
    SDKChatMessageType GetChatMessageType() override { return {}; }
    bool IsComment() override { return false; }
    bool IsThread() override { return false; }
    IList<IRichTextStyleItem*>* GetTextStyleItemList() override { return emptyList<IRichTextStyleItem*>(); }
    IList<SegmentDetails>* GetSegmentDetails() override { return emptyList<SegmentDetails>(); }
    const zchar_t* GetThreadID() override { return emptyText(); }
};

}  // namespace MEETINGSDK
