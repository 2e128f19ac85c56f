// Chat messages.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_CHAT_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_CHAT_INTERFACE_H

#include <time.h>

#include "psstudio/names/meeting_service_components/meeting_chat_interface.h"
#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

struct BoldAttrs {
    bool bBold = false;
};

struct ItalicAttrs {
    bool bItalic = false;
};

struct StrikethroughAttrs {
    bool bStrikethrough = false;
};

struct BulletedListAttrs {
    bool bBulletedList = false;
};

struct NumberedListAttrs {
    bool bNumberedList = false;
};

struct UnderlineAttrs {
    bool bUnderline = false;
};

struct QuoteAttrs {
    bool bQuote = false;
};

struct InsertLinkAttrs {
    const zchar_t* insertLinkUrl = nullptr;
};
#define RichTextStyle_FontSize_Small PSSTUDIO_MEETINGSDK_TEXT("FontSize_Small")
#define RichTextStyle_FontSize_Medium PSSTUDIO_MEETINGSDK_TEXT("FontSize_Medium")
#define RichTextStyle_FontSize_Large PSSTUDIO_MEETINGSDK_TEXT("FontSize_Large")
#define FontSize_Small 8
#define FontSize_Medium 10
#define FontSize_Large 12

struct FontSizeAttrs {
    int fontSize = 0;
};

struct FontColorAttrs {
    unsigned int red = 0;
    unsigned int green = 0;
    unsigned int blue = 0;
};

struct BackgroundColorAttrs {
    unsigned int red = 0;
    unsigned int green = 0;
    unsigned int blue = 0;
};
#define RichTextStyle_Paragraph_H1 PSSTUDIO_MEETINGSDK_TEXT("Paragraph_H1")
#define RichTextStyle_Paragraph_H2 PSSTUDIO_MEETINGSDK_TEXT("Paragraph_H2")
#define RichTextStyle_Paragraph_H3 PSSTUDIO_MEETINGSDK_TEXT("Paragraph_H3")

struct ParagraphAttrs {
    const zchar_t* strParagraph = nullptr;
};

struct IndentAttrs {
    unsigned int indent = 0;
};

struct SegmentDetails {
    const zchar_t* strContent = nullptr;
    BoldAttrs boldAttrs = {};
    ItalicAttrs italicAttrs = {};
    StrikethroughAttrs strikethroughAttrs = {};
    BulletedListAttrs bulletedListAttrs = {};
    NumberedListAttrs numberedListAttrs = {};
    UnderlineAttrs underlineAttrs = {};
    QuoteAttrs quoteAttrs = {};
    InsertLinkAttrs insertLinkAttrs = {};
    FontSizeAttrs fontSizeAttrs = {};
    FontColorAttrs fontColorAttrs = {};
    BackgroundColorAttrs backgroundColorAttrs = {};
    ParagraphAttrs paragraphAttrs = {};
    IndentAttrs indentAttrs = {};
};

class IRichTextStyleOffset {
public:
    virtual unsigned int GetPositionStart() = 0;
    virtual unsigned int GetPositionEnd() = 0;
    virtual const zchar_t* GetReserve() = 0;
};

class IRichTextStyleItem {
public:
    virtual RichTextStyle GetTextStyle() = 0;
    virtual IList<IRichTextStyleOffset*>* GetTextStyleOffsetList() = 0;
};

/// One message; its strings live as long as it does.
class IChatMsgInfo {
public:
    virtual const zchar_t* GetMessageID() = 0;
    virtual unsigned int GetSenderUserId() = 0;
    virtual const zchar_t* GetSenderDisplayName() = 0;
    virtual unsigned int GetReceiverUserId() = 0;
    virtual const zchar_t* GetReceiverDisplayName() = 0;
    virtual const zchar_t* GetContent() = 0;
    virtual time_t GetTimeStamp() = 0;
    virtual bool IsChatToAll() = 0;
    virtual bool IsChatToAllPanelist() = 0;
    virtual bool IsChatToWaitingroom() = 0;
    virtual SDKChatMessageType GetChatMessageType() = 0;
    virtual bool IsComment() = 0;
    virtual bool IsThread() = 0;
    virtual IList<IRichTextStyleItem*>* GetTextStyleItemList() = 0;
    virtual IList<SegmentDetails>* GetSegmentDetails() = 0;
    virtual const zchar_t* GetThreadID() = 0;
    virtual ~IChatMsgInfo() {}
};

struct tagNormalMeetingChatStatus {
    bool can_chat;
    bool can_chat_to_all;
    bool can_chat_to_individual;
    bool is_only_can_chat_to_host;
};
typedef struct tagNormalMeetingChatStatus NormalMeetingChatStatus;

struct tagWebinarAttendeeChatStatus {
    bool can_chat;
    bool can_chat_to_all_panellist_and_attendee;
    bool can_chat_to_all_panellist;
};
typedef struct tagWebinarAttendeeChatStatus WebinarAttendeeChatStatus;

struct tagWebinarOtherUserRoleChatStatus {
    bool can_chat_to_all_panellist;
    bool can_chat_to_all_panellist_and_attendee;
    bool can_chat_to_individual;
};
typedef struct tagWebinarOtherUserRoleChatStatus WebinarOtherUserRoleChatStatus;

/// Who may write.
struct tagChatStatus {
    union {
        NormalMeetingChatStatus normal_meeting_status;
        WebinarAttendeeChatStatus webinar_attendee_status;
        WebinarOtherUserRoleChatStatus webinar_other_status;
    } ut;
    bool is_chat_off = false;
    bool is_webinar_attendee = false;
    bool is_webinar_meeting = false;

    tagChatStatus() {
        std::memset(&ut, 0, sizeof ut);
    }

    void Reset() { *this = tagChatStatus(); }
};
typedef struct tagChatStatus ChatStatus;

struct tagSDKFileTransferInfo {
    const zchar_t* messageID = nullptr;
    SDKFileTransferStatus trans_status = SDKFileTransferStatus();
    time_t time_stamp = 0;
    bool is_send_to_all = false;
    unsigned int file_size = 0;
    const zchar_t* file_name = nullptr;
    unsigned int complete_percentage = 0;
    unsigned int complete_size = 0;
    unsigned int bit_per_second = 0;

    void Reset() { *this = tagSDKFileTransferInfo(); }
};
typedef struct tagSDKFileTransferInfo SDKFileTransferInfo;

class ISDKFileSender {
public:
    virtual SDKFileTransferInfo* GetTransferInfo() = 0;
    virtual unsigned int GetReceiver() = 0;
    virtual SDKError CancelSend() = 0;
    virtual ~ISDKFileSender() {}
};

class ISDKFileReceiver {
public:
    virtual SDKFileTransferInfo* GetTransferInfo() = 0;
    virtual unsigned int GetSender() = 0;
    virtual SDKError CancelReceive() = 0;
    virtual SDKError StartReceive(const zchar_t* path) = 0;
    virtual ~ISDKFileReceiver() {}
};

/// Messages; each method is optional.
class IMeetingChatCtrlEvent {
public:
    virtual ~IMeetingChatCtrlEvent() {}
    virtual void onChatMsgNotification(IChatMsgInfo* /*chatMsg*/, const zchar_t* /*content*/ = nullptr) {}
    virtual void onChatStatusChangedNotification(ChatStatus* /*status*/) {}
    virtual void onChatMsgDeleteNotification(const zchar_t* /*msgId*/, SDKChatMessageDeleteType /*deleteBy*/) {}
    virtual void onChatMessageEditNotification(IChatMsgInfo* /*chatMsg*/) {}
    virtual void onShareMeetingChatStatusChanged(bool /*start*/) {}
    virtual void onFileSendStart(ISDKFileSender* /*sender*/) {}
    virtual void onFileReceived(ISDKFileReceiver* /*receiver*/) {}
    virtual void onFileTransferProgress(SDKFileTransferInfo* /*info*/) {}
};

/// Makes a message; each call returns the builder.
class IChatMsgInfoBuilder {
public:
    virtual IChatMsgInfoBuilder* SetContent(const zchar_t* content) = 0;
    virtual IChatMsgInfoBuilder* SetReceiver(unsigned int receiver) = 0;
    virtual IChatMsgInfoBuilder* SetThreadId(const zchar_t* threadId) = 0;
    virtual IChatMsgInfoBuilder* SetMessageType(SDKChatMessageType type) = 0;
    virtual IChatMsgInfoBuilder* SetQuotePosition(unsigned int positionStart, unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* UnsetQuotePosition(unsigned int positionStart, unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* SetInsertLink(InsertLinkAttrs insertLink, unsigned int positionStart,
        unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* UnsetInsertLink(unsigned int positionStart, unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* SetFontSize(FontSizeAttrs fontSize, unsigned int positionStart,
        unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* UnsetFontSize(unsigned int positionStart, unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* SetItalic(unsigned int positionStart, unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* UnsetItalic(unsigned int positionStart, unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* SetBold(unsigned int positionStart, unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* UnsetBold(unsigned int positionStart, unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* SetStrikethrough(unsigned int positionStart, unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* UnsetStrikethrough(unsigned int positionStart, unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* SetBulletedList(unsigned int positionStart, unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* UnsetBulletedList(unsigned int positionStart, unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* SetNumberedList(unsigned int positionStart, unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* UnsetNumberedList(unsigned int positionStart, unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* SetUnderline(unsigned int positionStart, unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* UnsetUnderline(unsigned int positionStart, unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* SetFontColor(FontColorAttrs color, unsigned int positionStart,
        unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* UnsetFontColor(unsigned int positionStart, unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* SetBackgroundColor(BackgroundColorAttrs color, unsigned int positionStart,
        unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* UnsetBackgroundColor(unsigned int positionStart, unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* IncreaseIndent(IndentAttrs indent, unsigned int positionStart,
        unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* DecreaseIndent(IndentAttrs indent, unsigned int positionStart,
        unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* SetParagraph(ParagraphAttrs paragraph, unsigned int positionStart,
        unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* UnsetParagraph(unsigned int positionStart, unsigned int positionEnd) = 0;
    virtual IChatMsgInfoBuilder* ClearStyles() = 0;
    virtual IChatMsgInfoBuilder* Clear() = 0;
    virtual IChatMsgInfo* Build() = 0;
    virtual ~IChatMsgInfoBuilder() {}
};

/// Reads and writes messages.
class IMeetingChatController {
public:
    virtual SDKError SetEvent(IMeetingChatCtrlEvent* event) = 0;
    virtual const ChatStatus* GetChatStatus() = 0;
    virtual SDKError SetParticipantsChatPrivilege(SDKChatPrivilege privilege) = 0;
    virtual bool IsMeetingChatLegalNoticeAvailable() = 0;
    virtual const zchar_t* getChatLegalNoticesPrompt() = 0;
    virtual const zchar_t* getChatLegalNoticesExplained() = 0;
    virtual bool IsShareMeetingChatLegalNoticeAvailable() = 0;
    virtual const zchar_t* GetShareMeetingChatStartedLegalNoticeContent() = 0;
    virtual const zchar_t* GetShareMeetingChatStoppedLegalNoticeContent() = 0;
    virtual bool IsChatMessageCanBeDeleted(const zchar_t* msgId) = 0;
    virtual SDKError DeleteChatMessage(const zchar_t* msgId) = 0;
    virtual IList<const zchar_t*>* GetAllChatMessageID() = 0;
    virtual IChatMsgInfo* GetChatMessageById(const zchar_t* msgId) = 0;
    virtual IChatMsgInfoBuilder* GetChatMessageBuilder() = 0;
    virtual SDKError SendChatMsgTo(IChatMsgInfo* msg) = 0;
    virtual bool IsFileTransferEnabled() = 0;
    virtual SDKError TransferFile(const zchar_t* filePath, unsigned int userId) = 0;
    virtual SDKError TransferFileToAll(const zchar_t* filePath) = 0;
    virtual const zchar_t* GetTransferFileTypeAllowList() = 0;
    virtual unsigned long long GetMaxTransferFileSizeBytes() = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif
