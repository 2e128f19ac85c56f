public import StudioCore

/// An event of a session.
public struct SessionEvent: Hashable, Sendable, Codable {
    /// The version of the coded form.
    public static let version = 1

    /// 1, 2, 3 …; a gap shows that the subscriber missed events.
    public let sequence: Int
    /// The time on the session's clock.
    public let time: MediaTime
    /// The event.
    public let event: Kind

    /// The event.
    public enum Kind: Hashable, Sendable, Codable {
        // The session.
        /// The session's state changed.
        case sessionChanged(state: SessionState)
        /// A command was performed, or a change of source has begun; addresses are redacted. Without an origin, nobody knows who has
        /// given it: the session is of an earlier version.
        case commandPerformed(command: SessionCommand, origin: CommandOrigin? = nil)
        /// Something failed.
        case failed(failure: SessionFailure)
        /// Information in one line.
        case note(message: String)
        /// The session ended.
        case stopped(reason: StopReason)
        /// The server that the session has started died, answers again, or stays down; `message` says why.
        case serverChanged(state: SessionServerState, message: String)

        // The entry, of a session with a scenario.
        /// The result of the authentication was delivered.
        case authenticated(result: AuthenticationResult)
        /// The identity has expired.
        case identityExpired

        // The meeting, as the client knows it.
        /// The meeting's status changed; `reason` is `none` except for `ended`.
        case meetingStatusChanged(status: MeetingStatus, reason: EndReason)
        /// A participant joined.
        case participantJoined(user: UserID, name: String, role: MeetingRole)
        /// A participant left.
        case participantLeft(user: UserID)
        /// A participant's role changed.
        case roleChanged(user: UserID, role: MeetingRole)
        /// The host changed; 0 when there is none.
        case hostChanged(user: UserID)
        /// A participant became co-host or lost that role.
        case coHostChanged(user: UserID, isCoHost: Bool)
        /// A studio user started or stopped publishing.
        case studioUserChanged(user: UserID, isSending: Bool)
        /// A participant's video was switched on or off.
        case videoChanged(user: UserID, isOn: Bool)

        // The media of other participants.
        /// A track is published, is not published, is stalled, or ended with its participant.
        case trackStateChanged(user: UserID, track: TrackKind, state: TrackState)
        /// A participant muted or unmuted a track; its state follows.
        case trackMuted(user: UserID, track: TrackKind, isMuted: Bool)
        /// The first unit of a track, or the first one of another form, was published.
        case trackFormatChanged(user: UserID, track: TrackKind, format: TrackFormat)
        /// A video subscription to a track began or ended; 0 is the local user.
        case subscriptionChanged(user: UserID, track: TrackKind, subscription: Int, isActive: Bool)

        // The studio.
        /// `start` was called; `code` is `Success` or the returned error.
        case startCalled(width: Int32, height: Int32, code: String)
        /// `stop` was called; `code` is `Success` or the returned error.
        case stopCalled(code: String)
        /// The result of a start was delivered.
        case startAnswered(accepted: Bool)
        /// Sending may start; without a sender, the start has failed.
        case sendingStarted(hasSender: Bool)
        /// Sending ended.
        case sendingStopped
        /// A rule was violated for the first time.
        case violation(rule: String, code: String, message: String, isRefusal: Bool)

        // Media.
        /// The inputs are open.
        case inputsOpened(width: Int32, height: Int32, frameRate: Double, hasAudio: Bool)
        /// An audio pipe delivers nothing and is replaced by silence.
        case audioPipeSilent(name: String)
        /// Another source is on air, from this time of the program on, in seconds.
        case sourceChanged(source: String, at: Double)
        /// A slate is on air, from this time of the program on.
        case slateShown(reason: SlateReason, at: Double)
        /// The source is on air instead of the slate, from this time of the program on.
        case slateEnded(at: Double)
        /// Media was dropped since the last event of this kind.
        case dropped(reason: DropReason, frames: Int, audioBlocks: Int)

        /// The volume of the program's audio changed.
        case programAudioChanged(volumeFactor: Double, isMuted: Bool)

        // Outputs.
        /// An output was added.
        case outputAdded(output: Int, address: String)
        /// An output's state changed.
        case outputChanged(output: Int, address: String, change: OutputChange)
        /// A file goes on in another one.
        case outputSplit(output: Int, address: String)
        /// A former part of an output has ended: the output was started again or split meanwhile.
        case outputPartEnded(output: Int, address: String, change: OutputChange)
        /// An output was removed.
        case outputRemoved(output: Int)
    }

    /// Why accepted media was dropped before the outputs.
    public enum DropReason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The meeting was reconnecting.
        case reconnecting
        /// The encoder did not keep up.
        case encoderOverload
        /// The frame arrived after its time in the program.
        case late
        /// The frame's size or format differed from the program's.
        case formatMismatch
    }

    /// The new state of an output.
    public struct OutputChange: Hashable, Sendable, Codable {
        /// What it is now.
        public var phase: OutputPhase
        /// The phase in one word, for example `live` or `retrying`.
        public var state: String { phase.rawValue }
        /// The cause of the failure or retry.
        @Nullable public var cause: String?
        /// The message of the failure.
        @Nullable public var message: String?
        /// The number of the next attempt.
        @Nullable public var attempt: Int?
        /// Seconds until the next attempt.
        @Nullable public var delay: Double?

        private enum CodingKeys: String, CodingKey {
            case phase = "state"
            case cause, message, attempt, delay
        }
    }

    package init(sequence: Int, time: MediaTime, event: Kind) {
        self.sequence = sequence
        self.time = time
        self.event = event
    }
}

extension SessionEvent.OutputChange {
    /// - Parameter delay: the time until the next attempt.
    package init(_ state: OutputState, delay: MediaTime? = nil) {
        phase = state.phase
        cause = state.failure?.cause.rawValue
        message = state.failure?.message
        if case .retrying(let attempt, _, _) = state {
            self.attempt = attempt
            self.delay = delay?.seconds
        }
    }
}
