import Foundation
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime

/// The content of a chat message, as the vendor spells it.
struct ChatContent: Hashable, Sendable {
    var id = ""
    var text = ""
    var sender: UInt32 = 0
    var senderName = ""
    /// 0 for everyone.
    var receiver: UInt32 = 0
    var receiverName = ""
    var thread = ""
    /// Seconds since 1970.
    var time = 0
    var type = ZoomSDKChatMessageType_To_All
}

/// The latest messages of this process.
final class ChatStore: Sendable {
    private struct State: Sendable {
        var messages: [ChatContent] = []
        var sent = 0
    }

    /// Older messages are dropped: clients look up recent ones.
    private static let capacity = 1000

    private let state = Lock(State())

    /// Stores a message under a unique ID.
    func add(_ message: ChatContent) -> ChatContent {
        state.withLock { state in
            state.sent += 1
            var message = message
            message.id = "message-\(state.sent)"
            state.messages.append(message)
            if state.messages.count > Self.capacity { state.messages.removeFirst() }
            return message
        }
    }

    func message(_ id: String) -> ZoomSDKChatInfo? {
        state.withLock { $0.messages.first { $0.id == id } }.map { ZoomSDKChatInfo($0) }
    }

    func reset() { state.set(State()) }
}

extension MeetingEngine {
    func sendChatMessage(_ info: ZoomSDKChatInfo) -> ZoomSDKError {
        let meeting = meeting
        return ZoomSDKError.of { () throws(StudioError) in
            guard let meeting, meeting.isActive else {
                throw entry.report(
                    .chatOutsideMeeting, "sendChatMsgTo is called, and there is no active meeting",
                    hint: "join one first, and wait for the status InMeeting")
            }
            guard !info.getMsgContent().isEmpty else {
                throw entry.report(.chatWithoutText, "the chat message has no text")
            }
            var message = info.message
            let localUser = meeting.localUser
            (message.sender, message.senderName) = (localUser.id.rawValue, localUser.name)
            message.receiverName = meeting.participant(UserID(rawValue: message.receiver))?.name ?? ""
            deliver(message, in: meeting)
        }
    }

    func receiveChatMessage(_ text: String, from sender: UserID) {
        guard let meeting, meeting.isActive else { return }
        var message = ChatContent()
        message.text = text
        message.sender = sender.rawValue
        message.senderName = meeting.participant(sender)?.name ?? ""
        deliver(message, in: meeting)
    }

    private func deliver(_ message: ChatContent, in meeting: Meeting) {
        var message = message
        message.time = Int(Date().timeIntervalSince1970)
        let sent = chat.add(message)
        meeting.callbackQueue.enqueue { [listeners] in
            listeners.chat.target?.onChatMessageNotification(ZoomSDKChatInfo(sent))
        }
    }
}
