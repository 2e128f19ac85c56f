import FacadeSupport
import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime
import ZoomVideoRawData

// Users, their audio and the local video.
extension VideoSDKEngine {
    var localUser: ZoomVideoSDKUser? { joined.map { ZoomVideoSDKUser($0.meeting.localUser) } }

    var remoteUsers: [ZoomVideoSDKUser]? {
        joined?.meeting.participants.filter { !$0.isMyself && !$0.isStudioUser }.map { ZoomVideoSDKUser($0) }
    }

    // MARK: Pipes

    /// The pipe of a user: one object for each.
    func pipe(of user: UserID, isShare: Bool) -> ZoomVideoSDKRawDataPipe {
        let key = RawDataStateMachine.Pipe(user: user, isShare: isShare)
        return pipes.withLock { pipes in
            if let pipe = pipes[key] { return pipe }
            let pipe = ZoomVideoSDKRawDataPipe(key)
            pipes[key] = pipe
            return pipe
        }
    }

    /// The track of a pipe, while the user is in the session.
    func track(of pipe: RawDataStateMachine.Pipe) -> Track? {
        native.meeting.flatMap { $0.track(pipe.kind, of: pipe.user == .none ? $0.localUser.id : pipe.user) }
    }

    func videoStatus(of pipe: RawDataStateMachine.Pipe) -> ZoomVideoSDKVideoStatus? {
        track(of: pipe).map { ZoomVideoSDKVideoStatus(on: !pipe.isShare && $0.isSending) }
    }

    func shareStatus(of pipe: RawDataStateMachine.Pipe) -> ZoomVideoSDKShareStatus? {
        track(of: pipe).map { track in
            guard pipe.isShare else { return ZoomVideoSDKShareStatus(.none) }
            return ZoomVideoSDKShareStatus(track.isSending ? .start : track.publicationCount > 0 ? .stop : .none)
        }
    }

    // MARK: Audio

    /// A user speaks as long as blocks arrive, and this much longer.
    private static let talkingTime = MediaTime.milliseconds(500)

    func audioStatus(of user: UserID) -> ZoomVideoSDKAudioStatus? {
        guard let joined else { return nil }
        guard user != .none else {
            return ZoomVideoSDKAudioStatus(
                isMuted: joined.details.audio.isMuted, talking: false,
                audioType: joined.details.audio.isConnected ? .VOIP : .none)
        }
        guard let track = joined.meeting.track(.microphone, of: user) else { return nil }
        return ZoomVideoSDKAudioStatus(
            isMuted: track.controls.isMuted, talking: talkers(joined).contains(user), audioType: .VOIP)
    }

    private func talkers(_ joined: Joined) -> [UserID] {
        let now = joined.meeting.clock.now
        let heard = joined.details.heard.filter { now - $0.value <= Self.talkingTime }
        return heard.keys.sorted { $0.rawValue < $1.rawValue }
    }

    /// A remote user is heard.
    func noteHeard(_ user: UserID) {
        guard let joined else { return }
        let now = joined.meeting.clock.now
        let isNew = joined.update { details in
            let last = details.heard.updateValue(now, forKey: user)
            return last.map { now - $0 > Self.talkingTime } ?? true
        }
        guard isNew == true else { return }
        let users = talkers(joined).map { ZoomVideoSDKUser(id: $0) }
        joined.meeting.callbackQueue.enqueue { [self] in
            guard !joined.isOver else { return }
            notify { $0.onUserActiveAudioChanged(ZoomVideoSDKUserHelper.shared, users: users) }
        }
    }

    /// Connects, disconnects, mutes or unmutes the local user's audio.
    func changeAudio(_ change: (inout LocalAudio) -> Void) throws(StudioError) {
        try native.requireAudio()
        guard let joined else { return }
        let audio = joined.update { details -> LocalAudio? in
            let before = details.audio
            change(&details.audio)
            return details.audio == before ? nil : details.audio
        }
        guard case let audio?? = audio else { return }
        native.setAudioConnected(audio.isConnected)
        joined.details.media.setMicrophone(isOn: audio.isOn)
        joined.meeting.callbackQueue.enqueue { [self] in
            guard !joined.isOver else { return }
            joined.details.microphone?.setOn(audio.isOn)
            reportAudio(of: ZoomVideoSDKUser(joined.meeting.localUser))
        }
    }

    /// Calls the delegate; on the callback queue.
    func reportAudio(of user: ZoomVideoSDKUser) {
        notify { $0.onUserAudioStatusChanged(ZoomVideoSDKAudioHelper.shared, user: [user]) }
    }

    func setMuted(_ isMuted: Bool, _ user: UserID) throws(StudioError) {
        guard user != .none else { return try changeAudio { $0.isMuted = isMuted } }
        try native.requireAudio()
        guard let joined else { return }
        do throws(StudioError) {
            try requireControl(of: user, joined)
            if isMuted { try mute(user, joined) } else { process.service?.noteUnmuteRequest(user) }
        } catch {
            report(error, isRefusal: true)
            throw error
        }
    }

    private func mute(_ user: UserID, _ joined: Joined) throws(StudioError) {
        do throws(TrackChangeError) {
            try joined.meeting.change(.microphone, of: user, .mute)
        } catch {
            throw Self.absent("\(error)")
        }
    }

    /// Rejects a call about the microphone of another user.
    private func requireControl(of user: UserID, _ joined: Joined) throws(StudioError) {
        let role = joined.meeting.localUser.role
        guard role == .host || role == .coHost else {
            throw StudioError(
                .rawDataAudioRole, "the local user, with the role '\(role)', controls the microphone of another user",
                hint: "check isHost() and isManager() of the local user first")
        }
        if joined.meeting.participant(user) == nil { throw Self.absent("no remote user has the ID \(user)") }
    }

    private static func absent(_ message: String) -> StudioError {
        StudioError(.rawDataAudioUser, message, hint: "mute users who are in the session")
    }

    /// A host or a manager asks the local user to unmute.
    func askToUnmute() {
        guard let joined else { return }
        joined.meeting.callbackQueue.enqueue { [self] in
            if !joined.isOver { delegate.target?.onHostAskUnmute() }
        }
    }

    // MARK: Video

    func setVideo(isOn: Bool) throws(StudioError) {
        try native.requireVideo()
        guard let joined else { return }
        do throws(StudioError) {
            try setVideo(isOn: isOn, joined)
        } catch {
            report(error, isRefusal: true)
            throw error
        }
    }

    func setVideo(isOn: Bool, _ joined: Joined) throws(StudioError) {
        try joined.details.media.setCamera(isOn: isOn)
        joined.meeting.setVideo(isOn)
        if !isOn { native.setLocalVideo(isOn: false) }
    }
}
