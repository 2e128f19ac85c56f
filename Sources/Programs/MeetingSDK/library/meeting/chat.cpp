#include "unemulated/chat.h"

#include <deque>
#include <memory>

#include "meeting/controllers.h"

namespace MEETINGSDK {

namespace {

/// A message that was received, or that a builder made.
class Message final : public UnemulatedChatMsgInfo {
public:
    const zchar_t* GetMessageID() override { return key.c_str(); }
    unsigned int GetSenderUserId() override { return sender; }
    const zchar_t* GetSenderDisplayName() override { return senderName.c_str(); }
    unsigned int GetReceiverUserId() override { return receiver; }
    const zchar_t* GetReceiverDisplayName() override { return receiverName.c_str(); }
    const zchar_t* GetContent() override { return content.c_str(); }
    time_t GetTimeStamp() override { return time; }
    bool IsChatToAll() override { return type == SDKChatMessageType_To_All; }
    bool IsChatToAllPanelist() override { return type == SDKChatMessageType_To_All_Panelist; }
    bool IsChatToWaitingroom() override { return type == SDKChatMessageType_To_WaitingRoomUsers; }
    SDKChatMessageType GetChatMessageType() override { return type; }
    const zchar_t* GetThreadID() override { return thread.c_str(); }

    Text key, senderName, receiverName, content, thread;
    std::string text;
    unsigned int sender = 0;
    unsigned int receiver = 0;
    time_t time = 0;
    SDKChatMessageType type = SDKChatMessageType_To_All;
};

/// The latest objects of one kind, in the order of their times. Apps keep such pointers: an object is freed when there were a
/// thousand later ones.
template <class T>
class Latest {
public:
    T* add(std::unique_ptr<T> object) {
        T* const added = object.get();
        objects.push_back(std::move(object));
        if (objects.size() > 1000) objects.pop_front();
        return added;
    }

    std::deque<std::unique_ptr<T>> objects;
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
        draft.thread = native(utf8(thread));
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

class ChatController final : public Notifying<UnemulatedMeetingChatController, IMeetingChatCtrlEvent> {
public:
    const ChatStatus* GetChatStatus() override {
        if (!isInMeeting()) return nullptr;
        status.ut.normal_meeting_status = {true, true, true, false};
        return &status;
    }

    IList<const zchar_t*>* GetAllChatMessageID() override {
        std::vector<const zchar_t*> keys;
        {
            const std::lock_guard<Mutex> lock(mutex);
            for (const auto& message : received.objects) keys.push_back(message->key.c_str());
        }
        return lists.with(keys);
    }

    IChatMsgInfo* GetChatMessageById(const zchar_t* key) override {
        const std::string wanted = utf8(key);
        const std::lock_guard<Mutex> lock(mutex);
        for (const auto& message : received.objects) {
            if (utf8(message->key.c_str()) == wanted) return message.get();
        }
        return nullptr;
    }

    IChatMsgInfoBuilder* GetChatMessageBuilder() override {
        if (!isInMeeting()) return nullptr;
        const std::lock_guard<Mutex> lock(mutex);
        return builders.add(std::make_unique<Builder>());
    }

    SDKError SendChatMsgTo(IChatMsgInfo* message) override {
        bool isOwn = false;
        unsigned int to = 0;
        std::string text;
        {
            const std::lock_guard<Mutex> lock(mutex);
            for (const auto& one : built.objects) {
                if (one.get() != message) continue;
                isOwn = true;
                to = one->type == SDKChatMessageType_To_Individual ? one->receiver : 0;
                text = one->text;
            }
        }
        if (!isOwn) return rejected(SDKERR_INVALID_PARAMETER, "SendChatMsgTo: the message was not made by a builder");
        return call([&](ps_client* target) { return ps_client_send_chat(target, to, text.c_str()); });
    }

    Message* build(const Message& draft) {
        const std::lock_guard<Mutex> lock(mutex);
        return built.add(std::make_unique<Message>(draft));
    }

    Message* keep(std::unique_ptr<Message> message) {
        const std::lock_guard<Mutex> lock(mutex);
        return received.add(std::move(message));
    }

    /// Empties the history. The messages stay, because the app may hold them.
    void forgetMessages() {
        const std::lock_guard<Mutex> lock(mutex);
        for (auto& message : received.objects) past.add(std::move(message));
        received.objects.clear();
    }

private:
    Mutex mutex;
    ChatStatus status;
    Latest<Message> received, past, built;
    Latest<Builder> builders;
    Lists<const zchar_t*> lists;
};

IChatMsgInfo* Builder::Build() {
    draft.content = native(draft.text);
    return shared<ChatController>().build(draft);
}

}  // namespace

IMeetingChatController* chatController() { return &shared<ChatController>(); }

void forgetChat() { shared<ChatController>().forgetMessages(); }

void receiveChat(const ps_client_event& event) {
    auto received = std::make_unique<Message>();
    Message* const message = received.get();
    message->key = native(event.key);
    message->sender = event.user_id;
    message->senderName = native(event.name);
    message->receiver = event.other_id;
    message->content = native(event.text);
    message->text = event.text;
    message->time = static_cast<time_t>(event.id);
    message->type = event.other_id ? SDKChatMessageType_To_Individual : SDKChatMessageType_To_All;
    if (event.other_id) {
        if (IUserInfo* const to = participant(event.other_id)) message->receiverName = to->GetUserName();
    }
    shared<ChatController>().keep(std::move(received));
    NOTIFY(
        shared<ChatController>().receiver, IMeetingChatCtrlEvent, onChatMsgNotification,
        message, message->content.c_str());
}

}  // namespace MEETINGSDK
