public import Foundation
import ProductionStudio
import StudioCore
import StudioMeeting

/// Roster and roles. Corresponds to `MeetingActions` and the queries of `Meeting`. May be called from any thread.
open class ZoomSDKMeetingActionController: NSObject, @unchecked Sendable {
    // Safety: it has no state of its own; `MeetingEngine` locks.

    /// Creates another handle of the same controller.
    public override init() {}

    /// Receives changes of users and roles. It is not retained.
    open var delegate: (any ZoomSDKMeetingActionControllerDelegate)? {
        get { MeetingEngine.shared.listeners.action.object }
        set {
            MeetingEngine.shared.inspect(newValue, of: "ZoomSDKMeetingActionController")
            MeetingEngine.shared.listeners.action.object = newValue
        }
    }

    private var meeting: Meeting? { MeetingEngine.shared.meeting }

    private var participants: [Participant] {
        meeting.map { MeetingEngine.shared.listeners.roster.participants(of: $0) } ?? []
    }

    // MARK: Roster

    /// A user by ID; `nil` when absent. Corresponds to `Meeting.participant(_:)`.
    @discardableResult
    open func getUserByUserID(_ userID: UInt32) -> ZoomSDKUserInfo? {
        let id = UserID(rawValue: userID)
        guard let meeting, let participant = participants.first(where: { $0.id == id }) else { return nil }
        guard meeting.isResolvable(participant.id) else {
            MeetingEngine.shared.entry.warn(
                .rosterUnresolved, "user \(userID) was reported, and cannot be looked up yet",
                hint: "keep the ID, and look it up again later")
            return nil
        }
        return ZoomSDKUserInfo(participant)
    }

    /// The same for other integer types (PS-SDK-008).
    @discardableResult
    public func getUserByUserID(_ userID: some BinaryInteger) -> ZoomSDKUserInfo? {
        UInt32(exactly: userID).flatMap { getUserByUserID($0) }
    }

    /// The same in the guide's spelling.
    @discardableResult
    public func getUser(byUserID userID: UInt32) -> ZoomSDKUserInfo? { getUserByUserID(userID) }

    /// The same for other integer types.
    @discardableResult
    public func getUser(byUserID userID: some BinaryInteger) -> ZoomSDKUserInfo? { getUserByUserID(userID) }

    /// The local user, also inside the callback of `InMeeting`; `nil` outside. Corresponds to `Meeting.localUser`.
    @discardableResult
    open func getMyself() -> ZoomSDKUserInfo? {
        participants.first { $0.isMyself }.map { ZoomSDKUserInfo($0) }
    }

    /// The IDs of all users as `NSNumber`, in order of arrival. Inside the callback of `InMeeting`, it has those who are there,
    /// for whom `onUserJoin` is not called (PS-MEET-001). Corresponds to `Meeting.participants`.
    @discardableResult
    open func getParticipantsList() -> [Any]? {
        participants.map(\.id.number)
    }

    // MARK: Roles

    /// Transfers the host role; 0 returns it to the original host, who may also call it (PS-ROLE-007). Corresponds to
    /// `MeetingActions.makeHost(_:)`.
    ///
    /// - Returns: `NotInMeeting`, `NoPermission`, `InvalidParameter`.
    @discardableResult
    open func makeHost(_ userID: UInt32) -> ZoomSDKError {
        perform { (actions) throws(StudioError) in try actions.makeHost(UserID(rawValue: userID)) }
    }

    /// Makes a user co-host. Corresponds to `MeetingActions.assignCoHost(_:)`.
    ///
    /// - Returns: `NotInMeeting`, `NoPermission`, `InvalidParameter`.
    @discardableResult
    open func assignCoHost(_ userID: UInt32) -> ZoomSDKError {
        perform { (actions) throws(StudioError) in try actions.assignCoHost(UserID(rawValue: userID)) }
    }

    /// Revokes the co-host role. Corresponds to `MeetingActions.revokeCoHost(_:)`.
    ///
    /// - Returns: `NotInMeeting`, `NoPermission`, `InvalidParameter`.
    @discardableResult
    open func revokeCoHost(_ userID: UInt32) -> ZoomSDKError {
        perform { (actions) throws(StudioError) in try actions.revokeCoHost(UserID(rawValue: userID)) }
    }

    /// Reclaims the host role. Corresponds to `MeetingActions.reclaimHost()`.
    ///
    /// - Returns: `NotInMeeting`, `NoPermission`, `WrongUsage`.
    @discardableResult
    open func reclaimHost() -> ZoomSDKError {
        perform { (actions) throws(StudioError) in try actions.reclaimHost() }
    }

    /// Expels a user. Corresponds to `MeetingActions.expel(_:)`.
    ///
    /// - Returns: `NotInMeeting`, `NoPermission`, `InvalidParameter`.
    @discardableResult
    open func expelUser(_ userID: UInt32) -> ZoomSDKError {
        perform { (actions) throws(StudioError) in try actions.expel(UserID(rawValue: userID)) }
    }

    private func perform(_ call: (MeetingActions) throws(StudioError) -> Void) -> ZoomSDKError {
        guard let studio = MeetingEngine.shared.entry.studio else { return ZoomSDKError_NotInMeeting }
        return ZoomSDKError.of(reportingTo: studio) { () throws(StudioError) in
            try call(studio.meeting.actions)
        }
    }

    // MARK: Recorded

    /// Mutes, locks, connects audio and the like. Recorded.
    @discardableResult
    open func actionMeeting(with cmd: ActionMeetingCmd, userID: UInt32, on screen: ScreenType) -> ZoomSDKError {
        MeetingEngine.shared.record(#function, cmd.rawValue, userID, screen.rawValue)
    }

    /// Renames a user. Recorded.
    @discardableResult
    open func changeUserName(_ userID: UInt32, newName: String) -> ZoomSDKError {
        MeetingEngine.shared.record(#function, userID, newName)
    }

    /// Raises or lowers a user's hand. Recorded.
    @discardableResult
    open func raiseHand(_ raise: Bool, userID: UInt32) -> ZoomSDKError {
        MeetingEngine.shared.record(#function, raise, userID)
    }

    /// Claims the host role. Recorded without the key.
    @discardableResult
    open func claimHost(byKey hostKey: String) -> ZoomSDKError { MeetingEngine.shared.record() }

    /// Whether `reclaimHost` would succeed: the local user was the first host and lost the role.
    @discardableResult
    open func canReclaimHost() -> Bool { meeting?.canReclaimHost ?? false }

    /// Whether the local user was the first host; false outside a meeting.
    @discardableResult
    open func isSelfOriginalHost() -> Bool { meeting?.isOriginalHost ?? false }

    /// Lowers all hands. Recorded.
    @discardableResult
    open func lowerAllHands(_ isWebinarAttendee: Bool) -> ZoomSDKError {
        MeetingEngine.shared.record(#function, isWebinarAttendee)
    }
}

extension ZoomSDKMeetingActionControllerDelegate {
    func deliver(_ event: MeetingEvent) {
        switch event {
        case .joined(let user): onUserJoin([user.id.number] as [Any])
        case .left(let user): onUserLeft([user.id.number] as [Any])
        case .host(let user): onHostChange(user.rawValue)
        case .coHost(let user, let isCoHost): onMeetingCoHostChanged(user.rawValue, isCoHost: isCoHost)
        case .video(let user):
            onVideoStatusChange(
                user.isVideoOn ? ZoomSDKVideoStatus_On : ZoomSDKVideoStatus_Off, userID: user.id.rawValue)
        case .status, .role, .studioUser: break
        }
    }

    /// Delivers who speaks.
    ///
    /// - Parameter active: the active speaker; `nil` when it has not changed.
    func deliver(_ speakers: [UserID], active: UserID?) {
        onUserActiveAudioChange(speakers.map(\.number) as [Any])
        guard let active else { return }
        onActiveSpeakerVideoUserChanged(active.rawValue)
        onActiveVideoUserChanged(active.rawValue)
    }
}
