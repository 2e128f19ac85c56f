public import StudioCore

extension Meeting {
    /// The track of a participant; `nil` when the participant is not in the meeting.
    ///
    /// The local user and the studio of the local user have the same tracks, ``localTracks``.
    public func track(_ kind: TrackKind, of user: UserID) -> Track? {
        let (track, observers) = withMachine { machine, tracks -> (Track?, [@Sendable (Track) -> Void]) in
            guard let participant = machine.participant(user) else { return (nil, []) }
            let isLocal = participant.isMyself || participant.studioParent == machine.localID
            if isLocal { return (localTracks[kind], []) }
            let (track, isNew) = tracks.track(
                TrackID(participant: user, kind: kind), isSuspended: machine.isMediaSuspended(of: user),
                events: trackEvents)
            return (track, isNew ? tracks.observers : [])
        }
        if let track { for observer in observers { observer(track) } }
        return track
    }

    /// Whether a participant publishes audio that is not muted.
    package func isAudioOn(of user: UserID) -> Bool {
        let track = withMachine { machine, tracks -> Track? in
            guard let participant = machine.participant(user) else { return nil }
            let isLocal = participant.isMyself || participant.studioParent == machine.localID
            return isLocal ? localTracks.microphone : tracks.known(TrackID(participant: user, kind: .microphone))
        }
        return track.map { $0.state == .on && !$0.controls.isMuted } ?? false
    }

    /// Changes how a remote participant's track is published. Its source follows with the next unit.
    ///
    /// Muting or unmuting a camera switches the participant's video off or on.
    ///
    /// - Throws: a ``TrackChangeError`` when there is no such participant, for a value out of range, or for a change that
    ///   this kind of track does not have.
    public func change(_ kind: TrackKind, of user: UserID, _ change: TrackChange) throws(TrackChangeError) {
        guard let track = track(kind, of: user), track.id.participant != .none else {
            throw TrackChangeError("no remote participant has the ID \(user); add the participant first")
        }
        try track.change(change)
        guard kind == .camera else { return }
        if change == .mute { setVideo(false, of: user) }
        if change == .unmute { setVideo(true, of: user) }
    }

    /// All tracks of remote participants that were asked for, in no order.
    package var remoteTracks: [Track] { withMachine { _, tracks in tracks.all } }

    /// Adds an observer of tracks that are asked for the first time. It is called before the track is returned.
    package func onTrack(_ body: @escaping @Sendable (Track) -> Void) {
        withMachine { _, tracks in tracks.observers.append(body) }
    }

    /// Adds an observer of the changes of remote participants' tracks and of the subscriptions to them. It is called on
    /// the callback queue, in order with the meeting's events.
    public func onTrackEvent(_ body: @escaping @Sendable (TrackEvent) -> Void) { trackEvents.observe(body) }

    /// A publisher for a remote participant's track.
    ///
    /// - Returns: `nil` when there is no such participant, or it is the local user, whose media the sender publishes.
    public func publisher(_ kind: TrackKind, of user: UserID) -> TrackPublisher? {
        guard let track = track(kind, of: user), track.id.participant != .none else { return nil }
        return TrackPublisher(track)
    }
}
