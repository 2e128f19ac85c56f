import FacadeSupport
import StudioCore
import StudioMeeting
import StudioRuntime
import ZoomVideoRawData

/// Delivers the events of a session to the delegate, on the callback queue, until it ends.
struct SessionEvents: Sendable {
    private let joined: Joined
    private var host: VideoSDKEngine { .shared }

    /// Joining takes this time, so that no callback precedes the return of the call in a test.
    private static let joinDuration = MediaTime.milliseconds(1)

    init(_ joined: Joined) {
        self.joined = joined
    }

    /// Delivers `onSessionJoin` and the users who are present, then all events.
    func begin() {
        joined.meeting.onEvent { [weak joined] event in
            if let joined { SessionEvents(joined).deliver(event) }
        }
        joined.meeting.onTrackEvent { [weak joined] event in
            if let joined { SessionEvents(joined).deliver(event) }
        }
        joined.meeting.callbackQueue.enqueue(after: Self.joinDuration) { [self] in join() }
    }

    private func join() {
        guard !joined.isOver, host.native.didJoin() else { return }
        host.delegate.target?.onSessionJoin()
        guard !joined.isOver else { return }
        joined.details.microphone?.begin(isOn: joined.details.audio.isOn)
        guard joined.update({ $0.hasRoster = true }) != nil else { return }
        let people = joined.meeting.participants.filter { !$0.isStudioUser }
        let users = (people.filter(\.isMyself) + people.filter { !$0.isMyself }).map { ZoomVideoSDKUser($0) }
        host.notify { $0.onUserJoin(ZoomVideoSDKUserHelper.shared, users: users) }
        for user in people where joined.meeting.track(.shareVideo, of: user.id)?.isSending == true && !user.isMyself {
            reportShare(of: user.id, isOn: true)
        }
    }

    /// A remote user began or stopped to share; reported once.
    private func reportShare(of user: UserID, isOn: Bool) {
        let isNew = joined.update { details in
            isOn ? details.sharing.insert(user).inserted : details.sharing.remove(user) != nil
        }
        guard isNew == true else { return }
        host.notify {
            $0.onUserShareStatusChanged(
                ZoomVideoSDKShareHelper.shared, user: ZoomVideoSDKUser(id: user),
                shareAction: ZoomVideoSDKShareAction(host.pipe(of: user, isShare: true)))
        }
    }

    /// Whether the users who were present were reported by `join`.
    private var reportsEvents: Bool { !joined.isOver && joined.details.hasRoster }

    private func deliver(_ event: MeetingEvent) {
        guard reportsEvents else { return }
        switch event {
        case .joined(let user) where !user.isMyself && !user.isStudioUser:
            host.notify { $0.onUserJoin(ZoomVideoSDKUserHelper.shared, users: [ZoomVideoSDKUser(user)]) }
        case .left(let user) where !user.isMyself && !user.isStudioUser:
            host.notify { $0.onUserLeave(ZoomVideoSDKUserHelper.shared, users: [ZoomVideoSDKUser(user)]) }
        case .video(let user):
            host.notify { $0.onUserVideoStatusChanged(ZoomVideoSDKVideoHelper.shared, user: [ZoomVideoSDKUser(user)]) }
        case .host(let id):
            guard let user = joined.meeting.participant(id) else { return }
            host.notify { $0.onUserHostChanged(ZoomVideoSDKUserHelper.shared, users: ZoomVideoSDKUser(user)) }
        case .status(.reconnecting, _): host.delegate.target?.onError(.Errors_Session_Reconnecting, detail: 0)
        case .status(.ended, let reason): host.end(joined, ZoomVideoSDKSessionLeaveReason(reason))
        case .status(.failed, _): host.end(joined, .networkError)
        case .joined, .left, .status, .role, .coHost, .studioUser: break
        }
    }

    private func deliver(_ event: TrackEvent) {
        guard reportsEvents else { return }
        switch (event.track.kind, event.change) {
        case (.microphone, .muted): host.reportAudio(of: ZoomVideoSDKUser(id: event.track.participant))
        case (.shareVideo, .state(let state)):
            reportShare(of: event.track.participant, isOn: state == .on || state == .stalled)
        default: break
        }
    }
}

extension ZoomVideoSDKSessionLeaveReason {
    fileprivate init(_ reason: EndReason) {
        self =
            switch reason {
            case .none: .bySelf
            case .kickedByHost: .kickByHost
            case .endedByHost: .endByHost
            case .joinBeforeHostTimeout, .noAttendee, .hostStartedAnotherMeeting, .freeMeetingTimeout, .undefined,
                .authorizedUserLeft:
                .unknown
            }
    }
}
