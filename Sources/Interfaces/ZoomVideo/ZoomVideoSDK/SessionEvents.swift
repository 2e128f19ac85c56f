import StudioCore
import StudioMeeting
import StudioRuntime
import ZoomVideoRawData

/// Delivers the events of a session to the delegate, on the callback queue.
struct SessionEvents: Sendable {
    private let session: ZoomVideoSDKSession
    private let meeting: Meeting
    private var host: SessionHost { .shared }

    /// Joining takes this time, so that no callback precedes the return of the call in a test.
    private static let joinDuration = MediaTime.milliseconds(1)

    init(_ session: ZoomVideoSDKSession, _ meeting: Meeting) {
        (self.session, self.meeting) = (session, meeting)
    }

    private var receiver: (any ZoomVideoSDKDelegateReceiver)? { host.delegate.target }

    /// Delivers `onSessionJoin` and the users who are present, then all events.
    func begin() {
        let session = session
        meeting.onEvent { [weak meeting] event in
            guard let meeting else { return }
            SessionEvents(session, meeting).deliver(event)
        }
        meeting.onTrackEvent { [weak meeting] event in
            guard let meeting else { return }
            SessionEvents(session, meeting).deliver(event)
        }
        meeting.callbackQueue.enqueue(after: Self.joinDuration) { [self] in join() }
    }

    private func join() {
        guard host.isCurrent(session), host.native.didJoin() else { return }
        host.delegate.target?.onSessionJoin()
        guard let joined = host.joined, joined.session === session else { return }
        joined.microphone?.begin(isOn: joined.audio.isOn)
        guard host.update(session, { $0.hasRoster = true }) != nil else { return }
        let people = meeting.participants.filter { !$0.isStudioUser }
        let users = (people.filter(\.isMyself) + people.filter { !$0.isMyself }).map { ZoomVideoSDKUser($0) }
        receiver?.onUserJoin(ZoomVideoSDKUserHelper.shared, users: users)
    }

    private func deliver(_ event: MeetingEvent) {
        // The users who were present are reported by `join`.
        guard host.isCurrent(session), host.hasRoster else { return }
        switch event {
        case .joined(let user) where !user.isMyself && !user.isStudioUser:
            receiver?.onUserJoin(ZoomVideoSDKUserHelper.shared, users: [ZoomVideoSDKUser(user)])
        case .left(let user) where !user.isMyself && !user.isStudioUser:
            receiver?.onUserLeave(ZoomVideoSDKUserHelper.shared, users: [ZoomVideoSDKUser(user)])
        case .video(let user):
            receiver?.onUserVideoStatusChanged(ZoomVideoSDKVideoHelper.shared, user: [ZoomVideoSDKUser(user)])
        case .host(let id):
            guard let user = meeting.participant(id) else { return }
            receiver?.onUserHostChanged(ZoomVideoSDKUserHelper.shared, users: ZoomVideoSDKUser(user))
        case .status(.reconnecting, _): host.delegate.target?.onError(.Errors_Session_Reconnecting, detail: 0)
        case .status(.ended, _), .status(.failed, _): host.end(session)
        case .joined, .left, .status, .role, .coHost, .studioUser: break
        }
    }

    private func deliver(_ event: TrackEvent) {
        guard host.isCurrent(session), host.hasRoster, event.track.kind == .microphone, case .muted = event.change
        else { return }
        host.reportAudio(of: ZoomVideoSDKUser(id: event.track.participant))
    }
}
