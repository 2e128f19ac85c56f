import ProductionStudio
import StudioCore

/// The callbacks that a session, as a client, has received from its entry and its studio.
struct ReceivedCallbacks: Hashable, Sendable {
    /// A callback.
    enum Callback: Hashable, Sendable {
        /// The result of the authentication.
        case authenticated(AuthenticationResult)
        /// The meeting's status changed.
        case statusChanged(MeetingStatus)
        /// The local user is listed among the participants.
        case listed
        /// The result of the start.
        case answered(Bool)
        /// `onStartSend`, with or without a sender.
        case startedSending(hasSender: Bool)
        /// `onStopSend`.
        case stoppedSending
    }

    /// What a step waits for.
    enum Awaited: Hashable, Sendable, CaseIterable {
        /// The result of the authentication.
        case authentication
        /// The status `inMeeting` and the local user in the list, or the end of joining.
        case meeting
        /// The sender, or the end of the start.
        case sender
        /// The end of the studio.
        case end
    }

    private(set) var authentication: AuthenticationResult?
    /// Whether joining failed, or the meeting ended.
    private(set) var hasMeetingEnded = false
    /// The result of the start; `nil` while it is pending.
    private(set) var isAccepted: Bool?
    /// Whether `onStartSend` delivered a sender; `nil` while it is pending.
    private(set) var hasSender: Bool?
    private(set) var hasStudioStopped = false
    private var isInMeeting = false
    private var isListed = false

    mutating func add(_ callback: Callback) {
        switch callback {
        case .authenticated(let result): authentication = authentication ?? result
        case .statusChanged(let status):
            if status == .inMeeting { isInMeeting = true }
            if status.isOver { hasMeetingEnded = true }
        case .listed: isListed = true
        case .answered(let accepted): isAccepted = accepted
        case .startedSending(let hasSender): self.hasSender = hasSender
        case .stoppedSending: hasStudioStopped = true
        }
    }

    func contains(_ awaited: Awaited) -> Bool {
        switch awaited {
        case .authentication: authentication != nil
        case .meeting: isInMeeting && isListed || hasMeetingEnded
        case .sender: hasSender != nil || isAccepted == false || hasStudioStopped
        case .end: hasStudioStopped
        }
    }
}
