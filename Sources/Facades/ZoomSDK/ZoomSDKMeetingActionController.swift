import Foundation
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime

/// Receives who comes and goes, and who has which role. Corresponds to `MeetingDelegate`.
///
/// On the meeting's callback queue, in order; inside a callback the roster agrees with it. All are optional.
public protocol ZoomSDKMeetingActionControllerDelegate: AnyObject {
    /// Users came, or were there when the local user came: an array of `NSNumber` with their numbers.
    func onUserJoin(_ array: [Any]!)
    /// Users left: an array of `NSNumber` with their numbers.
    func onUserLeft(_ array: [Any]!)
    /// Another user is host; 0 when there is none.
    func onHostChange(_ userID: UInt32)
    /// A user became co-host, or is it no longer.
    func onMeetingCoHostChanged(_ userID: UInt32, isCoHost: Bool)
}

extension ZoomSDKMeetingActionControllerDelegate {
    /// Does nothing.
    public func onUserJoin(_ array: [Any]!) {}
    /// Does nothing.
    public func onUserLeft(_ array: [Any]!) {}
    /// Does nothing.
    public func onHostChange(_ userID: UInt32) {}
    /// Does nothing.
    public func onMeetingCoHostChanged(_ userID: UInt32, isCoHost: Bool) {}
}

/// Roster and roles. Corresponds to `MeetingActions` and the queries of `Meeting`. Any thread may call.
public final class ZoomSDKMeetingActionController: Sendable {
    private let session: Lock<MeetingSession?>
    private let listener = WeakReference<any ZoomSDKMeetingActionControllerDelegate>()

    /// - Parameter session: the service's own, so that both change at one moment.
    init(_ session: Lock<MeetingSession?>) {
        self.session = session
    }

    /// Receives changes of users and roles; not retained.
    public var delegate: (any ZoomSDKMeetingActionControllerDelegate)? {
        get { listener.object }
        set { listener.object = newValue }
    }

    private var meeting: Meeting? { session.withLock { $0?.meeting } }

    // MARK: Roster

    /// Somebody by number; `nil` when nobody who is here has it. Corresponds to `Meeting.participant(_:)`.
    public func getUser(byUserID userID: UInt32) -> ZoomSDKUserInfo? {
        meeting?.participant(UserID(rawValue: userID)).map { ZoomSDKUserInfo($0) }
    }

    /// The same for a number of another width (PS-SDK-008).
    public func getUser(byUserID userID: some BinaryInteger) -> ZoomSDKUserInfo? {
        UInt32(exactly: userID).flatMap { getUser(byUserID: $0) }
    }

    /// The same as the header's method is imported.
    public func getUserByUserID(_ userID: UInt32) -> ZoomSDKUserInfo? { getUser(byUserID: userID) }

    /// The same for a number of another width.
    public func getUserByUserID(_ userID: some BinaryInteger) -> ZoomSDKUserInfo? { getUser(byUserID: userID) }

    /// The local user; `nil` outside. Corresponds to `Meeting.localUser`.
    public func getMyself() -> ZoomSDKUserInfo? {
        meeting?.participants.first { $0.isMyself }.map { ZoomSDKUserInfo($0) }
    }

    /// Everybody's numbers as `NSNumber`, in the order in which they came. Corresponds to `Meeting.participants`.
    public func getParticipantsList() -> [Any]! {
        meeting?.participants.map(\.id.number) ?? []
    }

    // MARK: Roles

    /// Hands the host's role over; 0 lets the original host have it back. Corresponds to `MeetingActions.makeHost(_:)`.
    ///
    /// - Returns: `NotInMeeting`, `NoPermission`, `InvalidParameter`.
    @discardableResult
    public func makeHost(_ userID: UInt32) -> ZoomSDKError {
        ask { (actions) throws(StudioError) in try actions.makeHost(UserID(rawValue: userID)) }
    }

    /// Makes somebody co-host. Corresponds to `MeetingActions.assignCoHost(_:)`.
    ///
    /// - Returns: `NotInMeeting`, `NoPermission`, `InvalidParameter`.
    @discardableResult
    public func assignCoHost(_ userID: UInt32) -> ZoomSDKError {
        ask { (actions) throws(StudioError) in try actions.assignCoHost(UserID(rawValue: userID)) }
    }

    /// Takes the co-host's role from somebody. Corresponds to `MeetingActions.revokeCoHost(_:)`.
    ///
    /// - Returns: `NotInMeeting`, `NoPermission`, `InvalidParameter`.
    @discardableResult
    public func revokeCoHost(_ userID: UInt32) -> ZoomSDKError {
        ask { (actions) throws(StudioError) in try actions.revokeCoHost(UserID(rawValue: userID)) }
    }

    /// Takes the host's role back. Corresponds to `MeetingActions.reclaimHost()`.
    ///
    /// - Returns: `NotInMeeting`, `NoPermission`, `WrongUsage`.
    @discardableResult
    public func reclaimHost() -> ZoomSDKError {
        ask { (actions) throws(StudioError) in try actions.reclaimHost() }
    }

    /// Expels somebody. Corresponds to `MeetingActions.expel(_:)`.
    ///
    /// - Returns: `NotInMeeting`, `NoPermission`, `InvalidParameter`.
    @discardableResult
    public func expelUser(_ userID: UInt32) -> ZoomSDKError {
        ask { (actions) throws(StudioError) in try actions.expel(UserID(rawValue: userID)) }
    }

    private func ask(_ call: (MeetingActions) throws(StudioError) -> Void) -> ZoomSDKError {
        guard let session = session.withLock({ $0 }) else { return ZoomSDKError_NotInMeeting }
        return ZoomSDKError.of(reportingTo: session.studio) { () throws(StudioError) in
            try call(session.meeting.actions)
        }
    }

    func deliver(_ event: MeetingEvent) {
        guard let delegate = listener.object else { return }
        switch event {
        case .joined(let user): delegate.onUserJoin([user.id.number])
        case .left(let user): delegate.onUserLeft([user.id.number])
        case .host(let user): delegate.onHostChange(user.rawValue)
        case .coHost(let user, let isCoHost): delegate.onMeetingCoHostChanged(user.rawValue, isCoHost: isCoHost)
        case .status, .role, .studioUser, .video: break
        }
    }
}

/// Somebody in the meeting, as they were when they were asked for. Corresponds to `Participant`.
public final class ZoomSDKUserInfo: Sendable {
    private let participant: Participant

    init(_ participant: Participant) {
        self.participant = participant
    }

    /// The number in this meeting.
    public func getUserID() -> UInt32 { participant.id.rawValue }
    /// The display name.
    public func getUserName() -> String! { participant.name }
    /// Whether it is the local user.
    public func isMySelf() -> Bool { participant.isMyself }
    /// Whether it is the host.
    public func isHost() -> Bool { participant.role == .host }
    /// The role.
    public func getUserRole() -> UserRole { UserRole(participant.role) }
    /// Whether the user shows a picture.
    public func isVideoOn() -> Bool { participant.isVideoOn }
    /// Whether it is a studio's picture and sound.
    public func isProductionStudioUser() -> Bool { participant.isStudioUser }
    /// The number of the user behind a studio; 0 for everybody else.
    public func getProductionStudioParent() -> UInt32 { (participant.studioParent ?? .none).rawValue }
}
