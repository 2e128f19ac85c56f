import MediaReceiving
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime

/// One meeting of a client: what it receives there, and the tracks that it publishes.
final class ClientSession: Sendable {
    private struct Known: Hashable, Sendable {
        var isUnmuted = false
        var isSharing = false
    }

    private struct State: Sendable {
        var renderers: [ObjectIdentifier: Renderer] = [:]
        var sound: ClientSound?
        var known: [UserID: Known] = [:]
        /// Who is present on arrival and was not reported yet: in the order of arrival.
        var arriving: [Participant] = []
        var isInBreakoutRoom = false
        var isOver = false
    }

    let studio: StudioController
    let tracks: TrackSubscriptions
    let units: ClientUnits
    /// The memory modes of the client, which may change at any time.
    let memory: Lock<MemoryModes>
    /// The virtual camera and microphone: Production Studio publishes to the local tracks of the meeting.
    let camera = Track(TrackID(participant: .none, kind: .camera))
    let microphone = Track(TrackID(participant: .none, kind: .microphone))
    private let state = Lock(State())

    init(_ studio: StudioController, _ memory: Lock<MemoryModes>, _ reporter: Reporter) {
        (self.studio, self.memory) = (studio, memory)
        tracks = TrackSubscriptions(in: studio.meeting)
        units = ClientUnits(clock: studio.meeting.clock, reporter)
    }

    var meeting: Meeting { studio.meeting }

    var isInBreakoutRoom: Bool { state.withLock { $0.isInBreakoutRoom } }

    // MARK: Participants

    /// All participants, from the arrival on, before each of them is reported: bots look for themselves, and for others,
    /// when they are told that they are in the meeting.
    var participants: [Participant] {
        let reported = meeting.participants
        return reported + state.withLock { $0.arriving }.filter { user in !reported.contains { $0.id == user.id } }
    }

    /// The local user; `nil` outside.
    var localUser: Participant? { participants.first { $0.isMyself } }

    /// The local user enters a room; those who are there are reported next.
    func enterRoom() {
        let present = meeting.arrival
        state.withLock { $0.arriving = present }
    }

    /// A participant is reported, or left.
    private func noteReported(_ user: UserID) { state.withLock { $0.arriving.removeAll { $0.id == user } } }

    /// The local user is in no room: nothing is reported of others until they are reported anew.
    func leaveRoom() { state.withLock { ($0.arriving, $0.known) = ([], [:]) } }

    // MARK: Media of others

    /// Applies a change of a track.
    ///
    /// - Returns: what the client is notified of.
    func apply(_ event: TrackEvent) -> [ClientEvent] {
        let user = event.track.participant
        switch (event.track.kind, event.change) {
        case (.microphone, .state), (.microphone, .muted): return updateAudio(of: user)
        case (.shareVideo, .state): return updateShare(of: user)
        default: return []
        }
    }

    /// The media that a participant publishes on arrival.
    ///
    /// - Parameter isOther: whether it has tracks of its own.
    func arrive(_ user: UserID, isOther: Bool) -> [ClientEvent] {
        noteReported(user)
        guard isOther else { return [] }
        state.withLock { $0.known[user] = Known() }
        return updateAudio(of: user) + updateShare(of: user)
    }

    /// A participant left.
    func leave(_ user: UserID) -> [ClientEvent] {
        noteReported(user)
        let known = state.withLock { $0.known.removeValue(forKey: user) }
        return known?.isSharing == true ? [.share(user, isOn: false)] : []
    }

    private func updateAudio(of user: UserID) -> [ClientEvent] {
        let isUnmuted = isPublishing(.microphone, user)
        let isNew = state.withLock { state in
            guard state.known[user] != nil, state.known[user]?.isUnmuted != isUnmuted else { return false }
            state.known[user]?.isUnmuted = isUnmuted
            return true
        }
        return isNew ? [.audio(user, isUnmuted: isUnmuted, isConnected: true)] : []
    }

    private func updateShare(of user: UserID) -> [ClientEvent] {
        let isSharing = isPublishing(.shareVideo, user)
        let isNew = state.withLock { state in
            guard state.known[user] != nil, state.known[user]?.isSharing != isSharing else { return false }
            state.known[user]?.isSharing = isSharing
            return true
        }
        return isNew ? [.share(user, isOn: isSharing)] : []
    }

    private func isPublishing(_ kind: TrackKind, _ user: UserID) -> Bool {
        guard let track = meeting.track(kind, of: user) else { return false }
        return track.state.isPublished && !track.controls.isMuted
    }

    /// Whether a participant other than the local user shares, as the client knows it.
    var isOtherSharing: Bool { state.withLock { $0.known.values.contains { $0.isSharing } } }

    /// A remote participant with the media.
    func describe(_ participant: Participant) -> ClientParticipant {
        let known = state.withLock { $0.known[participant.id] } ?? Known()
        let isSpeaking = meeting.track(.microphone, of: participant.id)?.controls.isSpeaking ?? false
        return ClientParticipant(
            participant: participant, isAudioMuted: !known.isUnmuted, isTalking: known.isUnmuted && isSpeaking,
            isSharing: known.isSharing, mayRecord: participant.role.maySend)
    }

    // MARK: Events

    func setInBreakoutRoom(_ isInside: Bool) {
        state.withLock { state in
            state.isInBreakoutRoom = isInside
            // The roster of the other room is reported anew.
            state.known = [:]
        }
    }

    /// The connection is lost or restored: what the client sends is dropped meanwhile.
    func setSuspended(_ isSuspended: Bool) {
        camera.fanout.setSuspended(isSuspended)
        microphone.fanout.setSuspended(isSuspended)
    }

    /// A participant's camera or share began or ended.
    func followTrack(_ event: TrackEvent) {
        guard let (video, isOn) = event.announcement else { return }
        for renderer in renderers where renderer.target?.video == video { renderer.setStatus(isOn: isOn) }
    }

    /// The client's camera was stopped: its own renderers see it.
    func stopCamera() {
        camera.setState(.off)
        for renderer in renderers where renderer.target?.track === camera { renderer.setStatus(isOn: false) }
    }

    // MARK: Receivers

    var renderers: [Renderer] { state.withLock { Array($0.renderers.values) } }

    var sound: ClientSound? { state.withLock { $0.sound } }

    /// - Returns: false after the end.
    func add(_ renderer: Renderer) -> Bool {
        state.withLock { state in
            if !state.isOver { state.renderers[ObjectIdentifier(renderer)] = renderer }
            return !state.isOver
        }
    }

    func remove(_ renderer: Renderer) {
        withExtendedLifetime(state.withLock { $0.renderers.removeValue(forKey: ObjectIdentifier(renderer)) }) {}
    }

    /// - Returns: false if there is one, or after the end.
    func set(_ sound: ClientSound) -> Bool {
        state.withLock { state in
            guard state.sound == nil, !state.isOver else { return false }
            state.sound = sound
            return true
        }
    }

    func takeSound() -> ClientSound? { state.withLock { $0.sound.take() } }

    /// Ends all receivers.
    ///
    /// - Parameter isReported: whether the client is notified; on the callback queue.
    /// - Returns: the receivers whose callback did not return in time.
    func end(isReported: Bool) -> [String] {
        let (renderers, sound) = state.withLock { state in
            defer { (state.renderers, state.sound, state.isOver) = ([:], nil, true) }
            return (state.renderers.values, state.sound)
        }
        var blocked: [String] = []
        for renderer in renderers where !(isReported ? renderer.destroy() : renderer.end()) {
            blocked.append("a renderer")
        }
        if sound?.end() == false { blocked.append("audio") }
        units.end()
        return blocked
    }
}
