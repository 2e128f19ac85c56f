import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime

/// Receives the meeting's status. Corresponds to `MeetingDelegate`.
///
/// On the meeting's callback queue, in order. Write one of the two; both are the same callback.
public protocol ZoomSDKMeetingServiceDelegate: AnyObject {
    /// The status changed, as the header's method is imported.
    func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, end reason: EndMeetingReason)
    /// The same with the label as the header writes it; called unless the other one is written.
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

/// The meeting and its controllers. Corresponds to `Meeting`. Any thread may call.
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

    /// The studio's controller; `nil` outside a meeting and where Production Studio is not available (PS-SDK-004).
    public func getMeetingProductionStudioController() -> ZoomSDKMeetingProductionStudioController? {
        let session = session
        return session.studio.isSupported ? session.controller : nil
    }

    /// Roster and roles; there at all times (PS-SDK-005).
    public func getMeetingActionController() -> ZoomSDKMeetingActionController {
        _ = session  // Asked first, the action controller must have a meeting, too.
        return actionController
    }

    /// The status, as it was delivered last. Corresponds to `Meeting.status`.
    public func getMeetingStatus() -> ZoomSDKMeetingStatus {
        ZoomSDKMeetingStatus(session.meeting.status)
    }

    /// Leaves, or ends the meeting for everybody. Corresponds to `MeetingActions.leave(endingForAll:)`.
    public func leaveMeeting(with cmd: LeaveMeetingCmd) {
        let session = session
        _ = ZoomSDKError.of(reportingTo: session.studio) { () throws(StudioError) in
            try session.meeting.actions.leave(endingForAll: cmd == LeaveMeetingCmd_End)
        }
    }

    // MARK: The meeting behind it

    /// Held by a test that has the SDK to itself; how many have had it. Not `Void`: the compiler gives a field without bytes
    /// the address of its object, and the thread sanitizer then sees a race with whoever reads the object's class.
    static let turns = Lock(0)

    /// The present session; the first one is in a meeting joined as host (PS-MEET-014).
    var session: MeetingSession {
        if let session = current.withLock({ $0 }) { return session }
        let meeting = Meeting()
        let fresh = MeetingSession(meeting, StudioController(in: meeting))
        return current.withLock { current in
            if let current { return current }
            // Whoever finds the session must find it observed. This takes the meeting's lock, which calls nobody.
            observe(fresh)
            current = fresh
            return fresh
        }
    }

    /// Puts another meeting behind the SDK, and leaves the one before.
    func enter(_ studio: StudioController) {
        let session = MeetingSession(studio.meeting, studio)
        let before = current.withLock { current -> MeetingSession? in
            guard current?.studio !== studio else { return nil }  // It is there already.
            observe(session)
            defer { current = session }
            return current
        }
        before?.meeting.leave()
    }

    /// Leaves, and forgets the meeting and who listened to it.
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

/// One meeting behind the SDK.
final class MeetingSession: Sendable {
    let meeting: Meeting
    let studio: StudioController
    let controller: ZoomSDKMeetingProductionStudioController
    /// Its last events are for nobody who listens now.
    let isForgotten = Lock(false)

    init(_ meeting: Meeting, _ studio: StudioController) {
        self.meeting = meeting
        self.studio = studio
        controller = ZoomSDKMeetingProductionStudioController(studio)
    }
}
