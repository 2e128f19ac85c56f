import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime

/// Receives the meeting's status. Corresponds to `MeetingDelegate`.
///
/// Called on the meeting's callback queue, in order. Implement one of the two methods; both are the same callback.
public protocol ZoomSDKMeetingServiceDelegate: AnyObject {
    /// The status changed; the spelling of the header's imported method.
    func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, end reason: EndMeetingReason)
    /// The same with the label as in the header; called unless the other one is implemented.
    func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, endReason reason: EndMeetingReason)
}

extension ZoomSDKMeetingServiceDelegate {
    /// Calls the other spelling.
    public func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, end reason: EndMeetingReason
    ) {
        onMeetingStatusChange(state, meetingError: error, endReason: reason)
    }

    /// Does nothing.
    public func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, endReason reason: EndMeetingReason
    ) {}
}

/// The meeting and its controllers. Corresponds to `Meeting`. May be called from any thread.
public final class ZoomSDKMeetingService: Sendable {
    private let listener = WeakReference<any ZoomSDKMeetingServiceDelegate>()
    private let actionController: ZoomSDKMeetingActionController
    private let current: Lock<MeetingSession?>

    init() {
        current = Lock(nil)
        actionController = ZoomSDKMeetingActionController(current)
    }

    /// Receives the status; not retained.
    public var delegate: (any ZoomSDKMeetingServiceDelegate)? {
        get { listener.object }
        set { listener.object = newValue }
    }

    /// The studio's controller; `nil` outside a meeting and when Production Studio is not available (PS-SDK-004).
    public func getMeetingProductionStudioController() -> ZoomSDKMeetingProductionStudioController? {
        let session = session
        return session.studio.isSupported ? session.controller : nil
    }

    /// Roster and roles; always exists (PS-SDK-005).
    public func getMeetingActionController() -> ZoomSDKMeetingActionController {
        _ = session  // Creates the meeting, so that the action controller has one as well.
        return actionController
    }

    /// The last delivered status. Corresponds to `Meeting.status`.
    public func getMeetingStatus() -> ZoomSDKMeetingStatus {
        ZoomSDKMeetingStatus(session.meeting.status)
    }

    /// Leaves, or ends the meeting for all. Corresponds to `MeetingActions.leave(endingForAll:)`.
    public func leaveMeeting(with cmd: LeaveMeetingCmd) {
        let session = session
        _ = ZoomSDKError.of(reportingTo: session.studio) { () throws(StudioError) in
            try session.meeting.actions.leave(endingForAll: cmd == LeaveMeetingCmd_End)
        }
    }

    // MARK: Emulated meeting

    /// Held by a test with exclusive use of the SDK; counts those tests. It is not `Void`: the compiler places a
    /// zero-sized field at the address of its object, and the thread sanitizer would report a race with readers of the
    /// object's class.
    static let turns = Lock(0)

    /// The current session; the first one has joined a meeting as host (PS-MEET-014).
    var session: MeetingSession {
        if let session = current.withLock({ $0 }) { return session }
        let meeting = Meeting()
        let fresh = MeetingSession(meeting, StudioController(in: meeting))
        return current.withLock { current in
            if let current { return current }
            // A session must be observed before it can be found. This takes the meeting's lock, which calls no foreign
            // code.
            observe(fresh)
            current = fresh
            return fresh
        }
    }

    /// Replaces the meeting and leaves the previous one.
    func enter(_ studio: StudioController) {
        let session = MeetingSession(studio.meeting, studio)
        let before = current.withLock { current -> MeetingSession? in
            guard current?.studio !== studio else { return nil }  // Already current.
            observe(session)
            defer { current = session }
            return current
        }
        before?.meeting.leave()
    }

    /// Leaves, and removes the meeting and all delegates.
    func reset() {
        let before = current.exchange(nil)
        delegate = nil
        actionController.delegate = nil
        before?.isForgotten.withLock { $0 = true }
        before?.meeting.leave()
    }

    private func observe(_ session: MeetingSession) {
        session.meeting.onEvent { [listener, actionController, isForgotten = session.isForgotten] event in
            if isForgotten.withLock({ $0 }) { return }
            if case .status(let status, let reason) = event {
                listener.object?.onMeetingStatusChange(
                    ZoomSDKMeetingStatus(status),
                    meetingError: status == .failed ? ZoomSDKMeetingError_ConnectionError : ZoomSDKMeetingError_Success,
                    end: EndMeetingReason(reason))
            }
            actionController.deliver(event)
        }
    }
}

/// An emulated meeting of the SDK.
final class MeetingSession: Sendable {
    let meeting: Meeting
    let studio: StudioController
    let controller: ZoomSDKMeetingProductionStudioController
    /// Set when its last events must no longer be delivered.
    let isForgotten = Lock(false)

    init(_ meeting: Meeting, _ studio: StudioController) {
        self.meeting = meeting
        self.studio = studio
        controller = ZoomSDKMeetingProductionStudioController(studio)
    }
}
