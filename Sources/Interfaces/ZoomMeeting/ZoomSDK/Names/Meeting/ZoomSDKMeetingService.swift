public import Foundation
import ProductionStudio
import StudioCore
import StudioMeeting

/// The meeting and its controllers. Corresponds to `Meeting`. May be called from any thread; every object is a handle of one service.
open class ZoomSDKMeetingService: NSObject, @unchecked Sendable {
    // Safety: it has no state of its own; `MeetingEngine` locks.

    /// Creates another handle of the same service. Like the SDK's own, it requires init and authentication.
    public override init() {}

    /// Receives the status. It is not retained.
    open var delegate: (any ZoomSDKMeetingServiceDelegate)? {
        get { MeetingEngine.shared.listeners.meeting.object }
        set {
            MeetingEngine.shared.inspect(newValue, of: "ZoomSDKMeetingService")
            MeetingEngine.shared.listeners.meeting.object = newValue
        }
    }

    // MARK: Joining and leaving

    /// Joins a meeting; the progress is reported by `onMeetingStatusChange`. PS-ENTRY-026.
    ///
    /// - Parameter context: the meeting and the user, read once.
    /// - Returns: `Uninit`, `WrongUsage` (not authorised, or in a meeting already), `InvalidParameter` (neither number nor
    ///   vanity ID), or the injected error. After an error no status is reported.
    @discardableResult
    open func joinMeeting(_ context: ZoomSDKJoinMeetingElements) -> ZoomSDKError { join(context.request) }

    /// Starts a meeting as the user of a ZAK, who is the host. PS-ENTRY-025.
    ///
    /// - Parameter context: the meeting and the user, read once.
    /// - Returns: `Uninit`, `WrongUsage` (not authorised, or in a meeting already), `InvalidParameter` (no ZAK), or the error
    ///   injected by a test. After an error no status is reported.
    @discardableResult
    open func startMeeting(withZAK context: ZoomSDKStartMeetingUseZakElements) -> ZoomSDKError { join(context.request) }

    /// Starts a meeting as the logged-in user: `NoPermission`, because login is not emulated (PS-ENTRY-023).
    @discardableResult
    open func startMeeting(_ context: ZoomSDKStartMeetingElements) -> ZoomSDKError { join(context.request) }

    private func join(_ request: JoinRequest) -> ZoomSDKError {
        ZoomSDKError.of { () throws(StudioError) in try MeetingEngine.shared.entry.join(request) }
    }

    /// Leaves, or ends the meeting for all. Corresponds to `MeetingActions.leave(endingForAll:)`.
    open func leaveMeeting(with cmd: LeaveMeetingCmd) {
        guard let studio = MeetingEngine.shared.entry.studio else { return }
        _ = ZoomSDKError.of(reportingTo: studio) { () throws(StudioError) in
            try studio.meeting.actions.leave(endingForAll: cmd == LeaveMeetingCmd_End)
        }
    }

    // MARK: Queries

    /// The current status, reported or not; Idle without a meeting. Corresponds to `Meeting.status`.
    @discardableResult
    open func getMeetingStatus() -> ZoomSDKMeetingStatus {
        ZoomSDKMeetingStatus(MeetingEngine.shared.meeting?.status ?? .idle)
    }

    /// The kind of meeting; None outside.
    @discardableResult
    open func getMeetingType() -> MeetingType {
        guard let meeting = MeetingEngine.shared.meeting, meeting.status.isActive else { return MeetingType_None }
        return MeetingType(meeting.kind)
    }

    /// The meeting's topic or number; `nil` for other properties and outside a meeting.
    @discardableResult
    open func getMeetingProperty(_ command: MeetingPropertyCmd) -> String? {
        guard MeetingEngine.shared.meeting?.status.isActive == true else { return nil }
        switch command {
        case MeetingPropertyCmd_Topic: return MeetingEngine.shared.entry.responses.topic
        case MeetingPropertyCmd_MeetingNumber: return MeetingEngine.shared.entry.meetingNumber.map { "\($0)" }
        default: return nil
        }
    }

    /// False.
    @discardableResult
    open func isFailoverMeeting() -> Bool { false }

    /// 0.
    @discardableResult
    open func getSupportedMeetingAudioType() -> Int32 { 0 }

    /// Good in a meeting, unknown outside.
    @discardableResult
    open func getConnectionQuality(_ component: ConnectionComponent, sending: Bool) -> ZoomSDKConnectionQuality {
        MeetingEngine.shared.meeting?.status.isActive == true
            ? ZoomSDKConnectionQuality_Good : ZoomSDKConnectionQuality_Unknown
    }

    /// Joins by URL. Recorded.
    @discardableResult
    open func handleZoomWebUrlAction(_ urlAction: String) -> ZoomSDKError {
        MeetingEngine.shared.record(#function, urlAction)
    }

    /// Zero by zero: nothing is received.
    @discardableResult
    open func getUserVideoSize(_ userID: UInt32) -> CGSize { .zero }

    // MARK: Controllers

    /// The studio's controller; `nil` outside a meeting and when Production Studio is not available (PS-SDK-004).
    ///
    /// It may be unwrapped as in the guide, or used directly as in the header (PS-SDK-019).
    @discardableResult
    open func getMeetingProductionStudioController() -> ZoomSDKMeetingProductionStudioController? {
        guard let session = MeetingEngine.shared.session, session.studio.isAvailable else { return nil }
        return session.controller
    }

    /// Roster and roles; always exists (PS-SDK-005).
    @discardableResult
    open func getMeetingActionController() -> ZoomSDKMeetingActionController { MeetingEngine.shared.controllers.action }

    /// Chat; always exists.
    @discardableResult
    open func getMeetingChatController() -> ZoomSDKMeetingChatController { MeetingEngine.shared.controllers.chat }

    /// Captions; always exists.
    @discardableResult
    open func getCloseCaptionController() -> ZoomSDKCloseCaptionController { MeetingEngine.shared.controllers.captions }

    /// The vendor's UI, which is not emulated; always exists.
    @discardableResult
    open func getMeetingUIController() -> ZoomSDKMeetingUIController { MeetingEngine.shared.controllers.interface }

    /// The configuration of meetings; always exists.
    @discardableResult
    open func getMeetingConfiguration() -> ZoomSDKMeetingConfiguration {
        MeetingEngine.shared.controllers.configuration
    }
}
