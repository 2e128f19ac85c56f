public import StudioCore

/// Something that happened in a session.
public struct SessionEvent: Hashable, Sendable, Codable {
    /// The version of the coded form.
    public static let version = 1

    /// 1, 2, 3 …; a subscriber that misses events sees the gap.
    public let sequence: Int
    /// When it happened, on the session's clock.
    public let time: MediaTime
    /// What happened.
    public let event: Kind

    /// What happened.
    public enum Kind: Hashable, Sendable, Codable {
        // The session.
        /// It is in another state.
        case sessionChanged(state: SessionState)
        /// A command was performed; addresses are redacted.
        case commandPerformed(command: SessionCommand)
        /// Something failed.
        case failed(failure: SessionFailure)
        /// Something worth knowing, in one line.
        case note(message: String)
        /// It is over.
        case stopped(reason: StopReason)

        // The meeting, as the client knows it.
        /// The meeting's status changed; `reason` is `none` but for `ended`.
        case meetingStatusChanged(status: MeetingStatus, reason: EndReason)
        /// Somebody joined.
        case participantJoined(user: UserID, name: String, role: MeetingRole)
        /// Somebody left.
        case participantLeft(user: UserID)
        /// Somebody's role changed.
        case roleChanged(user: UserID, role: MeetingRole)
        /// The host is another one; 0 when there is none.
        case hostChanged(user: UserID)
        /// Somebody became co-host, or is no longer.
        case coHostChanged(user: UserID, isCoHost: Bool)
        /// A studio user began or ended publishing.
        case studioUserChanged(user: UserID, isSending: Bool)
        /// Somebody's video was switched on or off.
        case videoChanged(user: UserID, isOn: Bool)

        // The studio.
        /// A start was called; `code` is `Success` or what it returned.
        case startCalled(width: Int32, height: Int32, code: String)
        /// A stop was called; `code` is `Success` or what it returned.
        case stopCalled(code: String)
        /// A start was answered.
        case startAnswered(accepted: Bool)
        /// Sending may begin; without a sender the start has failed after all.
        case sendingStarted(hasSender: Bool)
        /// Sending is over.
        case sendingStopped
        /// A rule was broken for the first time.
        case violation(rule: String, code: String, message: String, isRefusal: Bool)

        // Media.
        /// The inputs are open.
        case inputsOpened(width: Int32, height: Int32, frameRate: Double, hasAudio: Bool)
        /// An audio pipe delivers nothing; silence takes its place.
        case audioPipeSilent(name: String)
        /// Media was dropped since the last event of this kind.
        case dropped(reason: DropReason, frames: Int, audioBlocks: Int)

        // Outputs.
        /// An output was added.
        case outputAdded(output: Int, address: String)
        /// An output is in another state.
        case outputChanged(output: Int, address: String, change: OutputChange)
        /// An output was removed.
        case outputRemoved(output: Int)
    }

    /// Why accepted media was dropped before the outputs.
    public enum DropReason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The meeting was reconnecting.
        case reconnecting
        /// The encoder did not keep up.
        case encoderOverload
        /// The frame came after its place in the program.
        case late
        /// Size or format were not those of the program.
        case formatMismatch
    }

    /// The new state of an output.
    public struct OutputChange: Hashable, Sendable, Codable {
        /// One word: `live`, `retrying`.
        public var state: String
        /// Why it failed, or is retried.
        public var cause: String?
        /// The same in one line.
        public var message: String?
        /// The number of the attempt that comes next.
        public var attempt: Int?
        /// Seconds until then.
        public var delay: Double?
    }
}

extension SessionEvent.Kind {
    init(_ event: MeetingEvent) {
        switch event {
        case .status(let status, let reason): self = .meetingStatusChanged(status: status, reason: reason)
        case .joined(let user): self = .participantJoined(user: user.id, name: user.name, role: user.role)
        case .left(let user): self = .participantLeft(user: user.id)
        case .role(let user): self = .roleChanged(user: user.id, role: user.role)
        case .host(let user): self = .hostChanged(user: user)
        case .coHost(let user, let isCoHost): self = .coHostChanged(user: user, isCoHost: isCoHost)
        case .studioUser(let user, let isSending): self = .studioUserChanged(user: user, isSending: isSending)
        case .video(let user): self = .videoChanged(user: user.id, isOn: user.isVideoOn)
        }
    }
}

extension SessionEvent.OutputChange {
    init(_ state: OutputState) {
        self.state = state.name
        cause = state.failure?.cause.rawValue
        message = state.failure?.message
        if case .retrying(let attempt, _, _) = state {
            self.attempt = attempt
            delay = OutputStateMachine.delay(beforeAttempt: attempt).seconds
        }
    }
}
