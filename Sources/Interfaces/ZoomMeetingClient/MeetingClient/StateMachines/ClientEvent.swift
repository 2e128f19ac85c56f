package import ProductionStudio
package import StudioCore

/// What a client is notified of, on the callback queue in order.
package enum ClientEvent: Sendable {
    case authenticated(AuthenticationResult)
    case identityExpired
    /// Before the status `inMeeting`.
    case arriving(ArrivalFacts)
    /// With the cause of a failure.
    case status(MeetingStatus, EndReason, JoinFailure?)
    case joined(Participant)
    case left(Participant)
    case role(Participant)
    case host(UserID)
    case coHost(UserID, Bool)
    case video(UserID, isOn: Bool)
    case audio(UserID, isUnmuted: Bool, isConnected: Bool)
    /// A participant begins or ends to share.
    case share(UserID, isOn: Bool)
    case studioUser(UserID, isSending: Bool)
    case studioResult(Bool)
    case studioSending(Sender?)
    case studioStopped
    case recordingPermission(Bool)
    case recordingResponse(RecordingResponse)
    case recording(Bool)
    case reminder(number: Int64, ReminderKind, text: String)
    case chat(ChatMessage)
    case source(ClientStateMachine.Source, ClientStateMachine.SourceChange)
    /// The host locks sharing, or unlocks it.
    case shareLock(Bool)
    /// The share of the local user: frames are accepted, or not any more.
    case ownShare(Bool)
}

/// A participant, with what the client knows of the media.
package struct ClientParticipant: Sendable {
    package let participant: Participant
    package var isAudioConnected = true
    package var isAudioMuted = true
    package var isTalking = false
    package var isSharing = false
    package var mayRecord = false
    /// Of the local user.
    package var customerKey = ""
}
