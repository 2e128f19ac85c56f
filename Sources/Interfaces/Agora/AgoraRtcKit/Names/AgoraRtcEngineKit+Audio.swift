import AgoraRawAudio
import FacadeSupport
import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime

// The audibility of the local user and of remote users.
extension AgoraRtcEngineKit {
    private func perform(_ body: () -> Void) -> Int32 {
        result { () throws(StudioError) in
            try native.requireEngine()
            body()
        }
    }

    // MARK: Profile and role

    /// Sets the kind of the channel. In a live broadcast, the default, only broadcasters are heard (AG-ROLE-001).
    @discardableResult
    public func setChannelProfile(_ profile: AgoraChannelProfile) -> Int32 {
        perform { native.publish { $0.isBroadcast = profile == .liveBroadcasting } }
    }

    /// Sets the local user's role, which matters in a live broadcast; without a call, it is ``AgoraClientRole/audience``.
    @discardableResult
    public func setClientRole(_ role: AgoraClientRole) -> Int32 {
        perform { native.publish { $0.isBroadcaster = role == .broadcaster } }
    }

    /// Applies what the client has set of media options.
    ///
    /// - Parameter subscribes: whether remote users are heard according to them.
    func apply(_ options: AgoraRtcChannelMediaOptions, subscribes: Bool) {
        native.publish { publication in
            publication.publishesMicrophone = options.publishMicrophoneTrack
            publication.publishesTracks = options.publishCustomAudioTrack
            publication.track = options.publishCustomAudioTrackId
            if let profile = options.chosenProfile { publication.isBroadcast = profile == .liveBroadcasting }
            if let role = options.chosenRole { publication.isBroadcaster = role == .broadcaster }
        }
        if subscribes { native.subscribe { $0 = AudioSubscription(hearsOthers: options.autoSubscribeAudio) } }
    }

    // MARK: Local audio

    /// Audio is on again, after ``disableAudio()``.
    @discardableResult
    public func enableAudio() -> Int32 { perform { native.publish { $0.isAudioEnabled = true } } }

    /// Stops sending and playing audio; the callbacks continue with silence.
    @discardableResult
    public func disableAudio() -> Int32 { perform { native.publish { $0.isAudioEnabled = false } } }

    /// Switches the microphone; pushed audio is heard all the same, and the callbacks continue.
    @discardableResult
    public func enableLocalAudio(_ enabled: Bool) -> Int32 {
        perform { native.publish { $0.capturesMicrophone = enabled } }
    }

    /// Stops or continues sending the local user's audio; its record callbacks continue.
    @discardableResult
    public func muteLocalAudioStream(_ mute: Bool) -> Int32 { perform { native.isMuted = mute } }

    // MARK: Remote audio

    /// Stops or continues hearing a remote user: no blocks before mixing, and no part in playback and mix.
    @discardableResult
    public func muteRemoteAudioStream(_ uid: UInt, mute: Bool) -> Int32 {
        perform {
            native.subscribe { $0.set(UserID(rawValue: UInt32(truncatingIfNeeded: uid)), isHeard: !mute) }
            reportRemoteAudio(of: [uid], isMuted: mute)
        }
    }

    /// Stops or continues hearing all remote users, also those who join later. It replaces what was set for single users.
    @discardableResult
    public func muteAllRemoteAudioStreams(_ mute: Bool) -> Int32 {
        perform {
            native.subscribe { $0 = AudioSubscription(hearsOthers: !mute) }
            let users = native.meeting?.participants.filter { !$0.isMyself } ?? []
            reportRemoteAudio(of: users.map { UInt($0.id.rawValue) }, isMuted: mute)
        }
    }

    private func reportRemoteAudio(of users: [UInt], isMuted: Bool) {
        guard let session = sessions.current else { return }
        session.meeting.callbackQueue.enqueue { [weak self, weak session] in
            guard let session, !session.isOver else { return }
            let elapsed = Int((session.meeting.clock.now - session.details.start).nanoseconds / 1_000_000)
            ChannelEvents.notify(self) { engine, delegate in
                for user in users {
                    delegate?.rtcEngine(
                        engine, remoteAudioStateChangedOfUid: user, state: isMuted ? .stopped : .decoding,
                        reason: isMuted ? .localMuted : .localUnmuted, elapsed: elapsed)
                }
            }
        }
    }

    // MARK: Volumes

    /// Reports volumes of the local user and of remote users, each with an event of its own.
    ///
    /// - Parameters:
    ///   - interval: the time between two reports in milliseconds, more than 10; 0 or less for none.
    ///   - smooth: has no effect.
    ///   - reportVad: whether the local user's event says if the user is speaking.
    /// - Returns: 0; −7 after ``destroy()``.
    @discardableResult
    public func enableAudioVolumeIndication(_ interval: Int, smooth: Int, reportVad: Bool) -> Int32 {
        perform {
            native.measureVolumes(every: interval) { [weak self] volumes in self?.report(volumes, reportVad) }
        }
    }

    /// Reports volumes; the spelling of 3.x.
    @discardableResult
    public func enableAudioVolumeIndication(_ interval: Int, smooth: Int, report_vad: Bool) -> Int32 {
        enableAudioVolumeIndication(interval, smooth: smooth, reportVad: report_vad)
    }

    /// Reports volumes; the spelling of 2.x.
    @discardableResult
    public func enableAudioVolumeIndication(_ interval: Int, smooth: Int) -> Int32 {
        enableAudioVolumeIndication(interval, smooth: smooth, reportVad: false)
    }

    /// Called on the audio thread.
    private func report(_ volumes: RawAudioVolumes, _ reportsVoice: Bool) {
        guard let session = sessions.current ?? sessions.latest else { return }
        session.meeting.callbackQueue.enqueue { [weak self, weak session] in
            guard let session, !session.isOver else { return }
            let local = AgoraRtcAudioVolumeInfo(
                uid: 0, volume: volumes.local, isSpeaking: reportsVoice && volumes.local >= 8)
            let remote = volumes.speakers.map {
                AgoraRtcAudioVolumeInfo(uid: UInt($0.user.rawValue), volume: $0.volume, isSpeaking: false)
            }
            ChannelEvents.notify(self) { engine, delegate in
                delegate?.rtcEngine(
                    engine, reportAudioVolumeIndicationOfSpeakers: [local], totalVolume: volumes.local)
                delegate?.rtcEngine(engine, reportAudioVolumeIndicationOfSpeakers: remote, totalVolume: volumes.total)
            }
        }
    }
}
