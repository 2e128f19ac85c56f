#include "unemulated/chat.h"

#include <map>
#include <mutex>

#include "controllers.h"

namespace MEETINGSDK {

namespace {

/// A message that was received, or that a builder made. None is freed.
class Message final : public UnemulatedChatMsgInfo {
public:
    const zchar_t* GetMessageID() override { return key; }
    unsigned int GetSenderUserId() override { return sender; }
    const zchar_t* GetSenderDisplayName() override { return senderName; }
    unsigned int GetReceiverUserId() override { return receiver; }
    const zchar_t* GetReceiverDisplayName() override { return receiverName; }
    const zchar_t* GetContent() override { return content; }
    time_t GetTimeStamp() override { return time; }
    bool IsChatToAll() override { return type == SDKChatMessageType_To_All; }
    bool IsChatToAllPanelist() override { return type == SDKChatMessageType_To_All_Panelist; }
    bool IsChatToWaitingroom() override { return type == SDKChatMessageType_To_WaitingRoomUsers; }
    SDKChatMessageType GetChatMessageType() override { return type; }
    const zchar_t* GetThreadID() override { return thread; }

    const zchar_t* key = emptyText();
    const zchar_t* senderName = emptyText();
    const zchar_t* receiverName = emptyText();
    const zchar_t* content = emptyText();
    const zchar_t* thread = emptyText();
    std::string text;
    unsigned int sender = 0;
    unsigned int receiver = 0;
    time_t time = 0;
    SDKChatMessageType type = SDKChatMessageType_To_All;
};

/// Builds plain messages; styles are accepted and have no effect.
class Builder final : public IChatMsgInfoBuilder {
public:
    IChatMsgInfoBuilder* SetContent(const zchar_t* content) override {
        draft.text = utf8(content);
        return this;
    }
    IChatMsgInfoBuilder* SetReceiver(unsigned int receiver) override {
        draft.receiver = receiver;
        if (receiver && draft.type == SDKChatMessageType_To_All) draft.type = SDKChatMessageType_To_Individual;
        return this;
    }
    IChatMsgInfoBuilder* SetThreadId(const zchar_t* thread) override {
        draft.thread = lasting(utf8(thread));
        return this;
    }
    IChatMsgInfoBuilder* SetMessageType(SDKChatMessageType type) override {
        draft.type = type;
        return this;
    }
    IChatMsgInfoBuilder* SetQuotePosition(unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* UnsetQuotePosition(unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* SetInsertLink(InsertLinkAttrs, unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* UnsetInsertLink(unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* SetFontSize(FontSizeAttrs, unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* UnsetFontSize(unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* SetItalic(unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* UnsetItalic(unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* SetBold(unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* UnsetBold(unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* SetStrikethrough(unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* UnsetStrikethrough(unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* SetBulletedList(unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* UnsetBulletedList(unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* SetNumberedList(unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* UnsetNumberedList(unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* SetUnderline(unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* UnsetUnderline(unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* SetFontColor(FontColorAttrs, unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* UnsetFontColor(unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* SetBackgroundColor(BackgroundColorAttrs, unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* UnsetBackgroundColor(unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* IncreaseIndent(IndentAttrs, unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* DecreaseIndent(IndentAttrs, unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* SetParagraph(ParagraphAttrs, unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* UnsetParagraph(unsigned int, unsigned int) override { return this; }
    IChatMsgInfoBuilder* ClearStyles() override { return this; }
    IChatMsgInfoBuilder* Clear() override {
        draft = Message();
        return this;
    }
    IChatMsgInfo* Build() override;

private:
    Message draft;
};

class ChatController final : public UnemulatedMeetingChatController {
public:
    SDKError SetEvent(IMeetingChatCtrlEvent* event) override {
        receiver.set(event);
        return SDKERR_SUCCESS;
    }

    const ChatStatus* GetChatStatus() override {
        if (!isInMeeting()) return nullptr;
        status.ut.normal_meeting_status = {true, true, true, false};
        return &status;
    }

    IList<const zchar_t*>* GetAllChatMessageID() override {
        std::vector<const zchar_t*> keys;
        {
            const std::lock_guard<std::mutex> lock(mutex);
            for (const auto& entry : received) keys.push_back(entry.second->key);
        }
        return lists.with(keys);
    }

    IChatMsgInfo* GetChatMessageById(const zchar_t* key) override {
        const std::string wanted = utf8(key);
        const std::lock_guard<std::mutex> lock(mutex);
        for (const auto& entry : received) {
            if (utf8(entry.second->key) == wanted) return entry.second;
        }
        return nullptr;
    }

    IChatMsgInfoBuilder* GetChatMessageBuilder() override {
        if (!isInMeeting()) return nullptr;
        const std::lock_guard<std::mutex> lock(mutex);
        builders.push_back(new Builder());
        return builders.back();
    }

    SDKError SendChatMsgTo(IChatMsgInfo* message) override {
        const Message* own = nullptr;
        {
            const std::lock_guard<std::mutex> lock(mutex);
            for (const Message* one : built) {
                if (one == message) own = one;
            }
        }
        if (!own) return rejected(SDKERR_INVALID_PARAMETER, "SendChatMsgTo: the message was not made by a builder");
        const unsigned int to = own->type == SDKChatMessageType_To_Individual ? own->receiver : 0;
        return call([&](ps_client* target) { return ps_client_send_chat(target, to, own->text.c_str()); });
    }

    Message* build(const Message& draft) {
        const std::lock_guard<std::mutex> lock(mutex);
        built.push_back(new Message(draft));
        return built.back();
    }

    void keep(Message* message) {
        const std::lock_guard<std::mutex> lock(mutex);
        received.emplace(received.size(), message);
    }

    /// Empties the history. The messages stay, because the app may hold them.
    void forgetMessages() {
        const std::lock_guard<std::mutex> lock(mutex);
        for (const auto& entry : received) past.push_back(entry.second);
        received.clear();
    }

    Receiver<IMeetingChatCtrlEvent> receiver;

private:
    std::mutex mutex;
    ChatStatus status;
    std::map<size_t, Message*> received;
    std::vector<Message*> past;
    std::vector<Message*> built;
    std::vector<Builder*> builders;
    Lists<const zchar_t*> lists;
};

IChatMsgInfo* Builder::Build() {
    draft.content = lasting(draft.text);
    return shared<ChatController>().build(draft);
}

}  // namespace

IMeetingChatController* chatController() { return &shared<ChatController>(); }

void forgetChat() { shared<ChatController>().forgetMessages(); }

void receiveChat(const ps_client_event& event) {
    Message* const message = new Message();
    message->key = lasting(event.key);
    message->sender = event.user_id;
    message->senderName = lasting(event.name);
    message->receiver = event.other_id;
    message->content = lasting(event.text);
    message->text = event.text;
    message->time = static_cast<time_t>(event.id);
    message->type = event.other_id ? SDKChatMessageType_To_Individual : SDKChatMessageType_To_All;
    if (event.other_id) {
        if (IUserInfo* const to = participant(event.other_id)) message->receiverName = to->GetUserName();
    }
    shared<ChatController>().keep(message);
    shared<ChatController>().receiver.call(
        "IMeetingChatCtrlEvent::onChatMsgNotification",
        [&](IMeetingChatCtrlEvent& to) { to.onChatMsgNotification(message, message->content); });
}

}  // namespace MEETINGSDK
