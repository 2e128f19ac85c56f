import Foundation
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime

/// Receives changes of participants and roles. Corresponds to `MeetingDelegate`.
///
/// Called on the meeting's callback queue, in order. Inside a callback, the roster agrees with it. All methods are
/// optional.
public protocol ZoomSDKMeetingActionControllerDelegate: AnyObject {
    /// Users joined, or were present when the local user joined: an array of `NSNumber` with their IDs.
    func onUserJoin(_ array: [Any]!)
    /// Users left: an array of `NSNumber` with their IDs.
    func onUserLeft(_ array: [Any]!)
    /// The host changed; 0 when there is none.
    func onHostChange(_ userID: UInt32)
    /// A user became co-host or lost that role.
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

/// Roster and roles. Corresponds to `MeetingActions` and the queries of `Meeting`. May be called from any thread.
public final class ZoomSDKMeetingActionController: Sendable {
    private let session: Lock<MeetingSession?>
    private let listener = WeakReference<any ZoomSDKMeetingActionControllerDelegate>()

    /// - Parameter session: the session of the service, so that both change together.
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

    /// A user by ID; `nil` when absent. Corresponds to `Meeting.participant(_:)`.
    public func getUser(byUserID userID: UInt32) -> ZoomSDKUserInfo? {
        meeting?.participant(UserID(rawValue: userID)).map { ZoomSDKUserInfo($0) }
    }

    /// The same for other integer types (PS-SDK-008).
    public func getUser(byUserID userID: some BinaryInteger) -> ZoomSDKUserInfo? {
        UInt32(exactly: userID).flatMap { getUser(byUserID: $0) }
    }

    /// The same under the name of the header's imported method.
    public func getUserByUserID(_ userID: UInt32) -> ZoomSDKUserInfo? { getUser(byUserID: userID) }

    /// The same for other integer types.
    public func getUserByUserID(_ userID: some BinaryInteger) -> ZoomSDKUserInfo? { getUser(byUserID: userID) }

    /// The local user; `nil` outside. Corresponds to `Meeting.localUser`.
    public func getMyself() -> ZoomSDKUserInfo? {
        meeting?.participants.first { $0.isMyself }.map { ZoomSDKUserInfo($0) }
    }

    /// The IDs of all users as `NSNumber`, in order of arrival. Corresponds to `Meeting.participants`.
    public func getParticipantsList() -> [Any]! {
        meeting?.participants.map(\.id.number) ?? []
    }

    // MARK: Roles

    /// Transfers the host role; 0 returns it to the original host. Corresponds to `MeetingActions.makeHost(_:)`.
    ///
    /// - Returns: `NotInMeeting`, `NoPermission`, `InvalidParameter`.
    @discardableResult
    public func makeHost(_ userID: UInt32) -> ZoomSDKError {
        perform { (actions) throws(StudioError) in try actions.makeHost(UserID(rawValue: userID)) }
    }

    /// Makes a user co-host. Corresponds to `MeetingActions.assignCoHost(_:)`.
    ///
    /// - Returns: `NotInMeeting`, `NoPermission`, `InvalidParameter`.
    @discardableResult
    public func assignCoHost(_ userID: UInt32) -> ZoomSDKError {
        perform { (actions) throws(StudioError) in try actions.assignCoHost(UserID(rawValue: userID)) }
    }

    /// Revokes the co-host role. Corresponds to `MeetingActions.revokeCoHost(_:)`.
    ///
    /// - Returns: `NotInMeeting`, `NoPermission`, `InvalidParameter`.
    @discardableResult
    public func revokeCoHost(_ userID: UInt32) -> ZoomSDKError {
        perform { (actions) throws(StudioError) in try actions.revokeCoHost(UserID(rawValue: userID)) }
    }

    /// Reclaims the host role. Corresponds to `MeetingActions.reclaimHost()`.
    ///
    /// - Returns: `NotInMeeting`, `NoPermission`, `WrongUsage`.
    @discardableResult
    public func reclaimHost() -> ZoomSDKError {
        perform { (actions) throws(StudioError) in try actions.reclaimHost() }
    }

    /// Expels a user. Corresponds to `MeetingActions.expel(_:)`.
    ///
    /// - Returns: `NotInMeeting`, `NoPermission`, `InvalidParameter`.
    @discardableResult
    public func expelUser(_ userID: UInt32) -> ZoomSDKError {
        perform { (actions) throws(StudioError) in try actions.expel(UserID(rawValue: userID)) }
    }

    private func perform(_ call: (MeetingActions) throws(StudioError) -> Void) -> ZoomSDKError {
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

/// A snapshot of a user in the meeting. Corresponds to `Participant`.
public final class ZoomSDKUserInfo: Sendable {
    private let participant: Participant

    init(_ participant: Participant) {
        self.participant = participant
    }

    /// The ID in this meeting.
    public func getUserID() -> UInt32 { participant.id.rawValue }
    /// The display name.
    public func getUserName() -> String! { participant.name }
    /// Whether this is the local user.
    public func isMySelf() -> Bool { participant.isMyself }
    /// Whether this is the host.
    public func isHost() -> Bool { participant.role == .host }
    /// The role.
    public func getUserRole() -> UserRole { UserRole(participant.role) }
    /// Whether the user's video is on.
    public func isVideoOn() -> Bool { participant.isVideoOn }
    /// Whether this is a studio user.
    public func isProductionStudioUser() -> Bool { participant.isStudioUser }
    /// The ID of a studio user's parent; 0 for other users.
    public func getProductionStudioParent() -> UInt32 { (participant.studioParent ?? .none).rawValue }
}
