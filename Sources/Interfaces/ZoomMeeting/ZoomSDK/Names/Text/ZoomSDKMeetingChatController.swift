public import Foundation
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime

/// Receives chat messages, on the meeting's callback queue. All methods are required; the first is called.
public protocol ZoomSDKMeetingChatControllerDelegate: AnyObject {
    /// A message was received, including the local user's own.
    func onChatMessageNotification(_ chatInfo: ZoomSDKChatInfo)
    /// A message was edited; never called.
    func onChatMessageEditNotification(_ chatInfo: ZoomSDKChatInfo)
    /// A file is sent; never called.
    func onFileSendStart(_ sender: ZoomSDKFileSender)
    /// A file was received; never called.
    func onFileReceived(_ receiver: ZoomSDKFileReceiver)
    /// The progress of a file transfer; never called.
    func onFileTransferProgress(_ info: ZoomSDKFileTransferInfo)
}

/// Chat in the meeting: text, no files. May be called from any thread.
open class ZoomSDKMeetingChatController: NSObject, @unchecked Sendable {
    // Safety: it has no state of its own; `MeetingEngine` locks.

    /// Creates another handle of the same controller.
    public override init() {}

    /// Receives messages. It is not retained.
    open var delegate: (any ZoomSDKMeetingChatControllerDelegate)? {
        get { MeetingEngine.shared.listeners.chat.object }
        set {
            MeetingEngine.shared.inspect(newValue, of: "ZoomSDKMeetingChatController")
            MeetingEngine.shared.listeners.chat.object = newValue
        }
    }

    /// Sends a message; it is also delivered through `onChatMessageNotification`. PS-ENTRY-039.
    ///
    /// - Returns: `NotInMeeting`, or `InvalidParameter` for a message without text.
    @discardableResult
    open func sendChatMsg(to chatInfo: ZoomSDKChatInfo) -> ZoomSDKError {
        MeetingEngine.shared.sendChatMessage(chatInfo)
    }

    /// A message by ID; `nil` when unknown.
    @discardableResult
    open func getChatMessage(byId id: String) -> ZoomSDKChatInfo? { MeetingEngine.shared.chat.message(id) }

    /// False: files are not emulated.
    @discardableResult
    open func isFileTransferEnabled() -> Bool { false }
}

/// Builds a chat message: `ZoomSDKChatMsgInfoBuilder().setContent("Hello").build()`.
open class ZoomSDKChatMsgInfoBuilder: NSObject {
    private var message = ChatContent()

    /// Creates a message to everyone, without text.
    public override init() {}

    /// The text.
    @discardableResult
    open func setContent(_ content: String) -> ZoomSDKChatMsgInfoBuilder {
        message.text = content
        return self
    }

    /// The receiver; 0 for everyone.
    @discardableResult
    open func setReceiver(_ receiver: UInt32) -> ZoomSDKChatMsgInfoBuilder {
        message.receiver = receiver
        return self
    }

    /// The type of receivers.
    @discardableResult
    open func setMessageType(_ type: ZoomSDKChatMessageType) -> ZoomSDKChatMsgInfoBuilder {
        message.type = type
        return self
    }

    /// The thread.
    @discardableResult
    open func setThreadId(_ threadID: String) -> ZoomSDKChatMsgInfoBuilder {
        message.thread = threadID
        return self
    }

    /// The message.
    @discardableResult
    open func build() -> ZoomSDKChatInfo { ZoomSDKChatInfo(message) }
}

/// A chat message.
open class ZoomSDKChatInfo: NSObject, @unchecked Sendable {
    // Safety: it does not change.
    let message: ChatContent

    /// A message without text.
    public override convenience init() {
        self.init(ChatContent())
    }

    init(_ message: ChatContent) {
        self.message = message
    }

    /// The ID, unique in this process; empty before sending.
    @discardableResult
    open func getMessageID() -> String { message.id }
    /// The text.
    @discardableResult
    open func getMsgContent() -> String { message.text }
    /// The sender's ID.
    @discardableResult
    open func getSenderUserID() -> UInt32 { message.sender }
    /// The sender's display name.
    @discardableResult
    open func getSenderDisplayName() -> String { message.senderName }
    /// The receiver's ID; 0 for everyone.
    @discardableResult
    open func getReceiverUserID() -> UInt32 { message.receiver }
    /// The receiver's display name; empty for everyone.
    @discardableResult
    open func getReceiverDisplayName() -> String { message.receiverName }
    /// The thread; empty for none.
    @discardableResult
    open func getThreadID() -> String { message.thread }
    /// The time in seconds since 1970.
    @discardableResult
    open func getTimeStamp() -> Int { message.time }
    /// The type of receivers.
    @discardableResult
    open func getChatMessageType() -> ZoomSDKChatMessageType { message.type }
    /// Whether it is sent to the waiting room.
    @discardableResult
    open func isChatToWaitingRoom() -> Bool { message.type == ZoomSDKChatMessageType_To_WaitingRoomUsers }
    /// Whether it is a reply in a thread.
    @discardableResult
    open func isComment() -> Bool { !message.thread.isEmpty }
    /// Whether it starts a thread.
    @discardableResult
    open func isThread() -> Bool { message.thread.isEmpty }
}
