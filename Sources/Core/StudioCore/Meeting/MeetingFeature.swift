/// How the host answers a request for the permission to record.
public enum RecordingResponse: String, Hashable, Sendable, Codable, CaseIterable {
    /// The host permits it.
    case granted
    /// The host declines.
    case denied
    /// The host does not answer in time.
    case timedOut
    /// No answer ever comes.
    case never
    /// The host's client cannot be asked.
    case unsupported
}

/// What a reminder of the meeting is about.
public enum ReminderKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// The meeting is recorded, and each participant must agree.
    case recording
    /// Anything else.
    case other
}

/// A chat message.
public struct ChatMessage: Hashable, Sendable {
    /// The unique identifier in the process.
    public let id: String
    /// The sender.
    public let sender: UserID
    /// The sender's display name.
    public let senderName: String
    /// The receiver; `none` for everyone.
    public let receiver: UserID
    /// The text.
    public let text: String
    /// Seconds since 1970.
    public let seconds: Int64

    package init(
        id: String, sender: UserID, senderName: String, receiver: UserID = .none, text: String, seconds: Int64
    ) {
        (self.id, self.sender, self.senderName) = (id, sender, senderName)
        (self.receiver, self.text, self.seconds) = (receiver, text, seconds)
    }
}

/// An event of a meeting's features, delivered on the callback queue in order with the meeting's events.
package enum MeetingFeatureEvent: Hashable, Sendable {
    /// The host permits the local user to record, or not any more.
    case recordingPermission(Bool)
    /// The answer to a request of the local user: `granted`, `denied` or `timedOut`.
    case recordingResponse(RecordingResponse)
    /// The host locks sharing: only hosts and co-hosts share; or unlocks it.
    case shareLock(Bool)
    /// A reminder that the local user must answer.
    case reminder(number: Int64, ReminderKind, text: String)
    /// A message to the local user or to everyone, also of the local user.
    case chat(ChatMessage)
}
