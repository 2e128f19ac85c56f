package import StudioCore

// The events of a session that a meeting reports.
extension SessionEvent.Kind {
    /// An event of the meeting.
    package init(_ event: MeetingEvent) {
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

    /// An event of a track.
    package init(_ event: TrackEvent) {
        let (user, track) = (event.track.participant, event.track.kind)
        switch event.change {
        case .state(let state): self = .trackStateChanged(user: user, track: track, state: state)
        case .muted(let isMuted): self = .trackMuted(user: user, track: track, isMuted: isMuted)
        case .format(let format): self = .trackFormatChanged(user: user, track: track, format: format)
        case .subscription(let number, let isActive):
            self = .subscriptionChanged(user: user, track: track, subscription: number, isActive: isActive)
        }
    }

    /// A violated rule.
    package init(_ error: StudioError, isRefusal: Bool) {
        self = .violation(
            rule: error.rule.id.rawValue, code: error.code.description, message: error.description,
            isRefusal: isRefusal)
    }
}

extension SessionEvent {
    /// An event of a track, for a program without a session.
    package init(sequence: Int, time: MediaTime, _ event: TrackEvent) {
        self.init(sequence: sequence, time: time, event: Kind(event))
    }
}
