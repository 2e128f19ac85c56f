import ProductionStudio
package import StudioCore

// What is rejected, and why.

extension ClientStateMachine {
    /// A second stop within this time is rejected as too frequent.
    private static let stopInterval = MediaTime.seconds(1)

    /// Why a call about meetings is rejected before anything else is looked at; `nil` if it is not.
    package static func entryRefusal(_ conditions: Conditions) -> StudioError? {
        if !conditions.isInitialised {
            return StudioError(.clientUninitialised, "the client is not initialised", hint: "initialise it first")
        }
        if !conditions.isAuthenticated {
            return StudioError(
                .clientUnauthenticated, "the client has not authenticated",
                hint: "authenticate, and wait for the result")
        }
        return nil
    }

    /// Why a call that needs a meeting is rejected; `nil` if it is not.
    package static func meetingRefusal(_ conditions: Conditions) -> StudioError? {
        if let refusal = entryRefusal(conditions) { return refusal }
        if conditions.isInside { return nil }
        return StudioError(.clientOutside, "there is no active meeting", hint: "join one, and wait until it is entered")
    }

    /// Whether an action only ends what the end of the meeting or of the permission has ended already. A client that
    /// cleans up so is right, whatever the answer is.
    package func isCleanUp(_ action: Action, _ conditions: Conditions) -> Bool {
        switch action {
        case .stopRecording: conditions.hasEnded || hasLostRecording || hasLostPermission
        case .disconnectAudio, .stopVideo, .stopShare: conditions.hasEnded
        default: false
        }
    }

    /// Why receiving raw data is rejected; `nil` if it is not.
    package func receivingRefusal(_ conditions: Conditions) -> StudioError? {
        if let refusal = Self.meetingRefusal(conditions) { return refusal }
        if isRecording { return nil }
        return StudioError(
            .recordingRequired, "raw recording is not started",
            hint: "start it first; it needs the host's permission")
    }

    /// Why receiving audio is rejected; `nil` if it is not.
    package func soundRefusal(_ conditions: Conditions) -> StudioError? {
        receivingRefusal(conditions) ?? audioRefusal
    }

    private var audioRefusal: StudioError? {
        isAudioConnected
            ? nil
            : StudioError(
                .clientAudioConnection, "the local user's audio is not connected",
                hint: "connect audio (JoinVoip) first")
    }

    /// Why nobody sees what the local user shares; `nil` if others see it. The frames are accepted nevertheless.
    package static func shareWarning(_ conditions: Conditions) -> StudioError? {
        conditions.isShareSeen
            ? nil
            : StudioError(
                .shareUnseen, "the host has locked sharing: the frame is accepted, and nobody sees it",
                hint: "share only while CanStartShare is true, and stop when onLockShareStatus says that it is locked")
    }

    /// Why an action is rejected; `nil` when it is allowed.
    package func refusal(of action: Action, _ conditions: Conditions) -> StudioError? {
        switch action {
        case .leave, .abandon, .end: return Self.entryRefusal(conditions)
        // The meeting and the studio check these themselves.
        case .request, .stopStudio: return Self.meetingRefusal(conditions)
        default: break
        }
        if let refusal = Self.meetingRefusal(conditions) { return refusal }
        switch action {
        case .mute(let user), .unmute(let user): return muteRefusal(action, user, conditions)
        case .muteAll: return conditions.role.maySend ? nil : Self.muteRole("all participants are muted", conditions)
        case .startVideo:
            if has(.camera) { return nil }
            return StudioError(.clientNoCamera, "there is no camera", hint: "set a virtual camera first")
        case .requestRecording, .startRecording, .stopRecording: return recordingRefusal(action, conditions)
        case .answerReminder(let number, _):
            if reminders[number] != nil { return nil }
            return StudioError(
                .reminderUnknown, "there is no reminder \(number)", hint: "answer each reminder once, in its meeting")
        case .startShare:
            // The local user's own second source replaces the first one.
            guard !isSharing, conditions.isOtherSharing else { return nil }
            return StudioError(
                .shareBusy, "another participant shares", hint: "wait until the other share ends")
        case .stopShare:
            return isSharing
                ? nil : StudioError(.shareIdle, "the local user does not share", hint: "start a share first")
        case .leaveBreakoutRoom:
            if conditions.isInBreakoutRoom { return nil }
            return StudioError(.clientBreakoutRoom, "the local user is not in a breakout room")
        case .connectAudio, .disconnectAudio, .stopVideo, .leave, .abandon, .end, .request, .stopStudio: return nil
        }
    }

    private func muteRefusal(_ action: Action, _ user: UserID, _ conditions: Conditions) -> StudioError? {
        if user == .none || user == conditions.localUser { return audioRefusal }
        guard case .mute = action, conditions.role.maySend else {
            return Self.muteRole("user \(user) is another one", conditions)
        }
        if conditions.isPresent(user) { return nil }
        return StudioError(
            .clientMuteUser, "user \(user) is not in the meeting", hint: "a user who rejoins gets a new ID")
    }

    private static func muteRole(_ what: String, _ conditions: Conditions) -> StudioError {
        StudioError(
            .clientMuteRole, "\(what), and the local user is \(conditions.role)",
            hint: "only hosts and co-hosts mute others, and nobody unmutes them")
    }

    /// Names what the client knows already: asking does not help after a denial.
    private static func missingPermission(_ conditions: Conditions) -> StudioError {
        let (cause, fix) =
            switch conditions.recordingAnswer {
            case _ where conditions.isRequestPending:
                ("the host has not answered the request for the permission to record", "wait for the answer")
            case .denied?:
                (
                    "the host has denied the permission to record",
                    "continue without raw recording until a callback reports the permission"
                )
            case .timedOut?:
                (
                    "the host has not answered the request for the permission to record in time",
                    "ask again, or join with an app privilege token"
                )
            case .granted?, .never?, .unsupported?, nil:
                (
                    "the local user is \(conditions.role), and may not record",
                    "ask the host for the permission, or join with an app privilege token"
                )
            }
        return StudioError(.recordingPermission, cause, hint: fix)
    }

    private func recordingRefusal(_ action: Action, _ conditions: Conditions) -> StudioError? {
        switch action {
        case .requestRecording:
            // First, so that a check says whether the host can be asked, whoever asks.
            if conditions.recordingResponse == .unsupported {
                return StudioError(
                    .recordingUnsupported, "the host's client cannot be asked",
                    hint: "ask the host by other means, or join with an app privilege token")
            }
            if conditions.mayRecord {
                return StudioError(.recordingAllowed, "the local user may record already", hint: "start raw recording")
            }
            if conditions.isRequestPending {
                return StudioError(.recordingRequested, "the host has not answered yet", hint: "wait for the answer")
            }
        case .startRecording:
            if !conditions.mayRecord { return Self.missingPermission(conditions) }
            if reminders.values.contains(.recording) {
                return StudioError(
                    .recordingConfirmation, "a reminder about recording is not answered", hint: "accept it first")
            }
        default:
            if isRecording { return nil }
            if hasLostRecording || hasLostPermission {
                return StudioError(
                    .recordingNotStarted, "raw recording has ended already",
                    hint: "the host, a move and the end of the meeting end it, which a callback reports; "
                        + "do not stop it then")
            }
            if let lastStop, conditions.now - lastStop < Self.stopInterval {
                return StudioError(
                    .recordingStoppedTwice, "raw recording was stopped less than a second ago", hint: "stop it once")
            }
            return StudioError(.recordingNotStarted, "raw recording is not started", hint: "start it first")
        }
        return nil
    }
}
