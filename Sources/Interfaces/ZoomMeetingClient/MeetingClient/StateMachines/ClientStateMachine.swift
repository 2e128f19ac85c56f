import ProductionStudio
package import StudioCore
package import StudioMeeting

/// What a client in a meeting may do, and what follows. Decides, performs nothing.
///
/// Each call checks, in this order: init, authentication, meeting, permission, state, argument.
package struct ClientStateMachine: Sendable {
    /// What a client asks for.
    package enum Action: Hashable, Sendable {
        case leave
        /// Leaves; the client follows no status any more, so that un-init may follow at once.
        case abandon
        case end
        case request(MeetingRequest)
        case connectAudio
        case disconnectAudio
        /// `none` is the local user.
        case mute(UserID)
        case unmute(UserID)
        /// All others.
        case muteAll
        case startVideo
        case stopVideo
        case requestRecording
        case startRecording
        case stopRecording
        case answerReminder(Int64, ReminderAnswer)
        case stopStudio
        case startShare(withAudio: Bool)
        case stopShare
        case leaveBreakoutRoom
    }

    package enum ReminderAnswer: Hashable, Sendable {
        case accept
        case decline
        case ignore
    }

    /// What sends as the local user, instead of a device.
    package enum Source: Hashable, Sendable, CaseIterable {
        case camera
        case microphone
    }

    package enum SourceChange: Hashable, Sendable {
        /// The client has the sender.
        case ready
        /// Media is accepted from now on.
        case started
        case stopped
        /// The sender cannot be used any more.
        case over
    }

    /// What the shell performs, in order.
    package enum Effect: Hashable, Sendable {
        case source(Source, SourceChange)
        /// The local user's audio changed.
        case audio
        /// The local user's video is switched on or off.
        case video(Bool)
        /// Raw recording started or ended.
        case recording(Bool)
        /// The permission to record came or went.
        case permission(Bool)
        /// The local user begins or ends to share.
        case share(Bool)
        /// Another source of the local user takes the place of the one that shares.
        case replaceShare
        case askHost
        case muteOther(UserID)
        case muteOthers
        case leave
        case leaveBreakoutRoom
    }

    /// What a decision depends on beside the client's own state.
    package struct Conditions: Sendable {
        package var isInitialised = true
        package var isAuthenticated = true
        package var isInside = true
        /// Whether the last meeting was left, has ended or could not be joined.
        package var hasEnded = false
        package var role = MeetingRole.attendee
        package var localUser = UserID(rawValue: 1)
        package var isInBreakoutRoom = false
        package var isOtherSharing = false
        package var isShareLocked = false
        package var recordingResponse = RecordingResponse.granted
        package var isPermitted = false
        package var isRequestPending = false
        /// The present host's answer to the last request to record.
        package var recordingAnswer: RecordingResponse?
        package var connectsAudio = true
        package var isPresent: @Sendable (UserID) -> Bool = { _ in true }
        package var now = MediaTime.zero

        package init() {}

        /// Whether the local user may record.
        package var mayRecord: Bool { role.maySend || isPermitted }

        /// Whether others see what the local user shares.
        package var isShareSeen: Bool { role.maySend || !isShareLocked }
    }

    /// How the local user arrives.
    package struct Arrival: Hashable, Sendable {
        package var joinsAudio = false
        package var isMuted = false
        package var isVideoOn = false

        package init() {}
    }

    private enum SourceState: Int, Comparable, Sendable {
        case none, set, ready, sending

        static func < (left: SourceState, right: SourceState) -> Bool { left.rawValue < right.rawValue }
    }

    package private(set) var isAudioConnected = false
    package private(set) var isAudioMuted = false
    package private(set) var isVideoOn = false
    package private(set) var isRecording = false
    /// Whether the share has audio; `nil` without a share.
    package private(set) var share: Bool?
    private var isInside = false
    private var mayRecord = false
    private(set) var lastStop: MediaTime?
    /// Whether the last recording was ended by the host, a move or the end of the meeting.
    private(set) var hasLostRecording = false
    /// Whether the permission to record was lost in this meeting, and not given again.
    private(set) var hasLostPermission = false
    private(set) var reminders: [Int64: ReminderKind] = [:]
    private var sources: [Source: SourceState] = [:]

    package init() {}

    package var isSharing: Bool { share != nil }

    /// Whether a virtual camera or microphone is set.
    package func has(_ source: Source) -> Bool { sources[source] ?? .none != .none }

    /// Applies an action that is allowed.
    package mutating func apply(_ action: Action, _ conditions: Conditions) -> [Effect] {
        var effects: [Effect] = []
        switch action {
        case .connectAudio: effects = setAudio(isConnected: conditions.connectsAudio, isMuted: isAudioMuted)
        case .disconnectAudio: effects = setAudio(isConnected: false, isMuted: isAudioMuted)
        case .mute(let user), .unmute(let user):
            guard user == .none || user == conditions.localUser else { return [.muteOther(user)] }
            effects = setAudio(isConnected: isAudioConnected, isMuted: action == .mute(user))
        case .muteAll: return [.muteOthers]
        case .startVideo: effects = setVideo(true)
        case .stopVideo: effects = setVideo(false)
        case .requestRecording: return [.askHost]
        case .startRecording: return setRecording(true, conditions.now)
        case .stopRecording:
            defer { hasLostRecording = false }
            return setRecording(false, conditions.now)
        case .answerReminder(let number, let answer):
            let kind = reminders.removeValue(forKey: number)
            return kind == .recording && answer == .decline ? [.leave] : []
        case .startShare(let withAudio):
            defer { share = withAudio }
            return [isSharing ? .replaceShare : .share(true)]
        case .stopShare: return endShare()
        case .leaveBreakoutRoom: return [.leaveBreakoutRoom]
        case .leave, .abandon, .end, .request, .stopStudio: return []
        }
        return effects + updateSources()
    }

    private mutating func setAudio(isConnected: Bool, isMuted: Bool) -> [Effect] {
        guard (isConnected, isMuted) != (isAudioConnected, isAudioMuted) else { return [] }
        (isAudioConnected, isAudioMuted) = (isConnected, isMuted)
        return [.audio]
    }

    private mutating func setVideo(_ isOn: Bool) -> [Effect] {
        guard isVideoOn != isOn else { return [] }
        isVideoOn = isOn
        return [.video(isOn)]
    }

    /// The client has stopped a recording that others had ended. Another stop is a fault.
    mutating func noteCleanUp() { hasLostRecording = false }

    private mutating func setRecording(_ isOn: Bool, _ now: MediaTime) -> [Effect] {
        guard isRecording != isOn else { return [] }
        isRecording = isOn
        hasLostRecording = !isOn
        if !isOn { lastStop = now }
        return [.recording(isOn)]
    }

    private mutating func endShare() -> [Effect] {
        guard share != nil else { return [] }
        share = nil
        return [.share(false)]
    }

    // MARK: Events of the meeting

    /// The local user entered the meeting, at first or again from the waiting room.
    package mutating func arrive(_ arrival: Arrival, _ conditions: Conditions) -> [Effect] {
        guard !isInside else { return [] }
        (isInside, hasLostRecording, hasLostPermission) = (true, false, false)
        mayRecord = conditions.mayRecord
        let isConnected = arrival.joinsAudio && conditions.connectsAudio
        let audio = setAudio(isConnected: isConnected, isMuted: arrival.isMuted)
        return (isConnected ? audio : []) + setVideo(arrival.isVideoOn && has(.camera)) + updateSources()
    }

    /// The local user is in no meeting any more, or in the waiting room.
    package mutating func depart(at now: MediaTime) -> [Effect] {
        guard isInside else { return [] }
        isInside = false
        let effects = setRecording(false, now) + endShare()
        reminders = [:]
        lastStop = nil
        (isAudioConnected, isAudioMuted, isVideoOn, mayRecord) = (false, false, false, false)
        return effects + updateSources()
    }

    /// The local user moved to a breakout room or back, where recording has not begun.
    package mutating func move(_ conditions: Conditions) -> [Effect] {
        guard isInside else { return [] }
        let effects = updatePermission(conditions) + setRecording(false, conditions.now)
        lastStop = nil
        return effects
    }

    /// The role of the local user or the host's permission changed.
    package mutating func updatePermission(_ conditions: Conditions) -> [Effect] {
        guard isInside, mayRecord != conditions.mayRecord else { return [] }
        mayRecord = conditions.mayRecord
        hasLostPermission = !mayRecord
        return [.permission(mayRecord)] + (mayRecord ? [] : setRecording(false, conditions.now))
    }

    /// A reminder is shown.
    package mutating func remind(_ number: Int64, _ kind: ReminderKind) {
        if isInside { reminders[number] = kind }
    }

    // MARK: Sources

    /// Sets or removes a virtual camera or microphone. Setting it again replaces it.
    package mutating func set(_ source: Source, isSet: Bool) -> [Effect] {
        var effects: [Effect] = []
        if has(source) {
            sources[source] = lower(source, to: SourceState.none, &effects)
            if source == .camera, !isSet { effects += setVideo(false) }
        }
        guard isSet else { return effects }
        sources[source] = .set
        return effects + updateSources()
    }

    private mutating func updateSources() -> [Effect] {
        var effects: [Effect] = []
        for source in Source.allCases where has(source) {
            let isOn = source == .camera ? isVideoOn : isAudioConnected && !isAudioMuted
            let target: SourceState = !isInside ? .set : isOn ? .sending : .ready
            let state = sources[source] ?? .set
            if state < .ready, target >= .ready { effects.append(.source(source, .ready)) }
            if state < .sending, target == .sending { effects.append(.source(source, .started)) }
            sources[source] = lower(source, to: target, &effects)
        }
        return effects
    }

    private func lower(_ source: Source, to target: SourceState, _ effects: inout [Effect]) -> SourceState {
        let state = sources[source] ?? .none
        if state == .sending, target < .sending { effects.append(.source(source, .stopped)) }
        if state >= .ready, target < .ready { effects.append(.source(source, .over)) }
        return target
    }
}
