package import ProductionStudio
package import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime

/// An effect, and what it depends on when it is decided.
struct DecidedEffect: Sendable {
    /// `nil` for one that only waits for earlier ones.
    let effect: ClientStateMachine.Effect?
    /// Its events are not delivered in another one.
    let epoch: Int
    let session: ClientSession?
    var isRecording = false
    var isConnected = false
    var isMuted = false
    /// Whether audio is connected, and was not before.
    var isFirstConnection = false

    var hasSound: Bool { isRecording && isConnected }
}

// What the client does in its meeting.
extension MeetingClient {
    /// What decisions depend on now.
    var conditions: ClientStateMachine.Conditions {
        var conditions = ClientStateMachine.Conditions()
        conditions.isInitialised = entry.isInitialised
        conditions.isAuthenticated = entry.isInitialised && entry.hasServices
        conditions.now = clock.now
        guard let session = state.withLock({ $0.session }) else {
            conditions.isInside = false
            return conditions
        }
        let meeting = session.meeting
        (conditions.isInside, conditions.hasEnded) = (meeting.isActive, meeting.hasEnded)
        conditions.role = meeting.localRole
        conditions.localUser = session.localUser?.id ?? .none
        conditions.isInBreakoutRoom = session.isInBreakoutRoom
        conditions.isOtherSharing = session.isOtherSharing
        conditions.isShareLocked = meeting.features.isShareLocked
        conditions.recordingResponse = meeting.features.recordingResponse
        conditions.isPermitted = meeting.features.isRecordingPermitted
        conditions.isRequestPending = meeting.features.isRecordingRequested
        conditions.recordingAnswer = meeting.features.recordingAnswer
        conditions.connectsAudio = meeting.features.connectsAudio
        conditions.isPresent = { user in session.participants.contains { $0.id == user } }
        return conditions
    }

    /// Performs an action.
    package func act(_ action: ClientStateMachine.Action) throws(StudioError) {
        let conditions = conditions
        var isCleanUp = false
        let (refusal, decision) = state.withLock { state in
            isCleanUp = state.machine.isCleanUp(action, conditions)
            if let refusal = state.machine.refusal(of: action, conditions) {
                if action == .stopRecording { state.machine.noteCleanUp() }
                return (StudioError?.some(refusal), decide([], &state))
            }
            if action == .connectAudio { state.hasAskedForAudio = true }
            if action == .abandon { state.hasAbandoned = true }
            return (nil, decide(state.machine.apply(action, conditions), &state))
        }
        perform(decision)
        if let refusal {
            // A client that cleans up what others have ended already is right, whatever the answer is.
            if isCleanUp { throw refusal }
            throw entry.report(refusal)
        }
        try forward(action)
    }

    /// Why an action would be rejected now; `nil` when it is allowed. Nothing is reported.
    package func refusal(of action: ClientStateMachine.Action) -> StudioError? {
        let conditions = conditions
        return state.withLock { $0.machine.refusal(of: action, conditions) }
    }

    /// What the meeting and the studio decide themselves.
    private func forward(_ action: ClientStateMachine.Action) throws(StudioError) {
        // The meeting that was joined last: the client's session begins with the first event only.
        guard let studio = entry.studio else { return }
        let actions = studio.meeting.actions
        switch action {
        case .stopStudio: try studio.stop()  // It reports the violation itself.
        case .leave, .abandon, .end, .request:
            do throws(StudioError) {
                switch action {
                case .leave, .abandon:
                    try actions.leave()
                    sending.discardAll()
                case .end: try actions.leave(endingForAll: true)
                case .request(let request): try actions.perform(request)
                default: break
                }
            } catch {
                throw entry.report(error)
            }
        default: break
        }
    }

    /// Changes the state with an event, and performs the effects.
    func change(_ body: (inout ClientStateMachine, ClientStateMachine.Conditions) -> [ClientStateMachine.Effect]) {
        let conditions = conditions
        perform(state.withLock { state in decide(body(&state.machine, conditions), &state) })
    }

    /// Adds the effects of a decision to the queue. Called under the lock, so that their events have the order of the
    /// decisions.
    ///
    /// - Parameter effects: `nil` for one that only waits for earlier ones.
    func decide(_ effects: [ClientStateMachine.Effect?], _ state: inout State) -> ActionQueue<DecidedEffect>.Ticket {
        let decided = effects.map { effect in
            var decided = DecidedEffect(effect: effect, epoch: state.epoch, session: state.session)
            (decided.isRecording, decided.isMuted) = (state.machine.isRecording, state.machine.isAudioMuted)
            decided.isConnected = state.machine.isAudioConnected
            if effect == .audio {
                decided.isFirstConnection = decided.isConnected && !state.hasReportedAudio
                state.hasReportedAudio = decided.isConnected
            }
            return decided
        }
        return self.effects.add(decided)
    }

    /// Performs effects without the lock.
    func perform(_ decision: ActionQueue<DecidedEffect>.Ticket) { effects.perform(decision) { perform($0) } }

    private func perform(_ decided: DecidedEffect) {
        guard let effect = decided.effect else { return }
        let session = decided.session
        func enqueue(_ body: @escaping @Sendable (MeetingClient) -> Void) {
            queue.enqueue { [weak self] in
                guard let self, self.state.withLock({ $0.epoch }) == decided.epoch else { return }
                body(self)
            }
        }
        switch effect {
        case .source(let source, let change):
            if source == .microphone, change != .ready { sending.discard(.microphone) }
            enqueue { $0.deliver(source, change) }
        case .audio:
            enqueue { client in
                session?.sound?.setOn(decided.hasSound)
                client.deliver(
                    .audio(
                        session?.localUser?.id ?? .none, isUnmuted: decided.isConnected && !decided.isMuted,
                        isConnected: decided.isConnected))
            }
            if decided.isFirstConnection { session?.meeting.connectAudio() }
        case .video(let isOn): session?.meeting.setVideo(isOn)
        case .recording(let isOn):
            enqueue { client in
                for renderer in session?.renderers ?? [] { renderer.setReceiving(isOn) }
                session?.sound?.setOn(decided.hasSound)
                client.deliver(.recording(isOn))
            }
        case .permission(let isPermitted): enqueue { $0.deliver(.recordingPermission(isPermitted)) }
        case .share(let isOn):
            sending.discard(.shareAudio)
            enqueue { client in
                client.state.withLock { state in
                    state.isShareOpen = isOn
                    if !isOn { state.ends[.share, default: SendingEnd()].begin() }
                }
                client.sending.discard(.shareAudio)
                session?.meeting.localTracks.shareVideo.setState(isOn ? .on : .off)
                client.deliver(.ownShare(isOn))
                client.deliver(.share(session?.localUser?.id ?? .none, isOn: isOn))
                client.finishSending(.share)
            }
        case .replaceShare:
            sending.discard(.shareAudio)
            // A start that is not delivered yet reaches the new source.
            guard state.withLock({ $0.isShareOpen }) else { return }
            enqueue { $0.deliver(.ownShare(true)) }
        case .askHost: session?.meeting.features.requestRecording()
        case .muteOther(let user): mute(user, in: session)
        case .muteOthers:
            for other in session?.participants ?? [] where !other.isMyself { mute(other.id, in: session) }
        case .leave:
            session?.meeting.leave()
            sending.discardAll()
        case .leaveBreakoutRoom: session?.meeting.leaveBreakoutRoom()
        }
    }

    private func mute(_ user: UserID, in session: ClientSession?) {
        // The user was in the meeting when this was checked; one who left meanwhile needs no mute.
        do throws(TrackChangeError) { try session?.meeting.change(.microphone, of: user, .mute) } catch { return }
    }

    /// The callback of the end of sending has returned, if it was one.
    private func finishSending(_ kind: ClientSending.Kind) {
        state.withLock { $0.ends[kind]?.finish(clock.now) }
    }

    private func deliver(_ source: ClientStateMachine.Source, _ change: ClientStateMachine.SourceChange) {
        let kind: ClientSending.Kind = source == .camera ? .camera : .microphone
        state.withLock { state in
            switch change {
            case .started: state.openSources.insert(source)
            case .stopped, .over:
                if state.openSources.remove(source) != nil { state.ends[kind, default: SendingEnd()].begin() }
            case .ready: break
            }
        }
        if source == .microphone {
            if change != .ready { sending.discard(.microphone) }
            if change == .ready { expectAudio() }
        }
        if source == .camera, change == .stopped { state.withLock { $0.session }?.stopCamera() }
        deliver(.source(source, change))
        finishSending(kind)
    }

    // MARK: Studio and chat

    /// The time until a message comes back from the service: a chosen value, shorter than most networks have.
    private static let chatLatency = MediaTime.milliseconds(30)

    /// Starts Production Studio.
    package func startStudio(_ capability: VideoCapability) throws(StudioError) {
        let conditions = conditions
        guard let session = state.withLock({ $0.session }), conditions.isInitialised, conditions.isAuthenticated else {
            if let refusal = ClientStateMachine.meetingRefusal(conditions) { throw entry.report(refusal) }
            return
        }
        session.studio.delegate = studioRelay
        try session.studio.start(capability)
    }

    /// Sends a chat message.
    ///
    /// - Parameter receiver: `none` for everyone.
    package func sendChat(_ text: String, to receiver: UserID) throws(StudioError) {
        let session = state.withLock { $0.session }
        if let refusal = ClientStateMachine.entryRefusal(conditions) { throw entry.report(refusal) }
        guard let meeting = session?.meeting, meeting.isActive else {
            throw entry.report(
                .chatOutsideMeeting,
                "SendChatMsgTo (ps_client_send_chat) is called, and there is no active meeting",
                hint: "join one, and wait until it is entered")
        }
        guard !text.isEmpty else {
            throw entry.report(.chatWithoutText, "the chat message has no text")
        }
        guard receiver == .none || session?.participants.contains(where: { $0.id == receiver }) == true else {
            throw entry.report(
                .chatReceiver, "user \(receiver) is not in the meeting", hint: "0 sends to everyone")
        }
        let now = clock.now
        guard state.withLock({ $0.chat.permits(at: now) }) else {
            throw entry.report(
                .chatTooFrequent, "more than \(ChatLimit.count) chat messages were sent within a second",
                hint: "answer no message of your own, and send fewer")
        }
        guard let myself = session?.localUser else { return }
        let latency = environment.isImmediate ? .zero : Self.chatLatency
        meeting.features.send(text, from: myself, to: receiver, after: latency)
    }

    // MARK: Queries

    package var isInitialised: Bool { entry.isInitialised }
    package var isAuthenticated: Bool { entry.isInitialised && entry.isAuthorised }
    package var lastAuthentication: AuthenticationResult? { state.withLock { $0.authentication } }
    package var meetingNumber: Int64 { entry.isInitialised ? entry.meetingNumber ?? 0 : 0 }
    package var status: MeetingStatus { state.withLock { $0.session }?.meeting.status ?? .idle }
    package var isRecording: Bool { state.withLock { $0.machine.isRecording } }
    package var isAudioConnected: Bool { state.withLock { $0.machine.isAudioConnected } }
    package var isAudioMuted: Bool { state.withLock { $0.machine.isAudioMuted } }
    package var isShareLocked: Bool { conditions.isInside && conditions.isShareLocked }
    /// Whether the local user can begin to share now, and is seen.
    package var canShare: Bool {
        let conditions = conditions
        return !isSharing && conditions.isShareSeen && refusal(of: .startShare(withAudio: false)) == nil
    }
    package var isSharing: Bool { state.withLock { $0.machine.isSharing } }
    package var mayRecord: Bool { conditions.isInside && conditions.mayRecord }
    package var isInBreakoutRoom: Bool { state.withLock { $0.session }?.isInBreakoutRoom ?? false }

    /// The kind of the active meeting.
    package var kind: MeetingKind? {
        guard let meeting = state.withLock({ $0.session })?.meeting, meeting.status.isActive else { return nil }
        return meeting.kind
    }

    /// The studio of the current meeting; `nil` without one.
    package var studio: StudioController? { state.withLock { $0.session }?.studio }

    /// All participants in order of arrival, as the client knows them.
    package var participants: [ClientParticipant] {
        guard let session = state.withLock({ $0.session }) else { return [] }
        return session.participants.map { describe($0, session) }
    }

    /// One participant; `none` is the local user.
    package func participant(_ id: UserID) -> ClientParticipant? {
        guard let session = state.withLock({ $0.session }) else { return nil }
        let participant = session.participants.first { id == .none ? $0.isMyself : $0.id == id }
        return participant.map { describe($0, session) }
    }

    private func describe(_ participant: Participant, _ session: ClientSession) -> ClientParticipant {
        guard participant.isMyself else { return session.describe(participant) }
        let conditions = conditions
        return state.withLock { state in
            let machine = state.machine
            return ClientParticipant(
                participant: participant, isAudioConnected: machine.isAudioConnected,
                isAudioMuted: machine.isAudioMuted || !machine.isAudioConnected, isSharing: machine.isSharing,
                mayRecord: conditions.mayRecord, customerKey: state.join.customerKey)
        }
    }
}
