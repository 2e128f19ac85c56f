public import Foundation
import StudioCore

/// A snapshot of a user in the meeting. Corresponds to `Participant`.
open class ZoomSDKUserInfo: NSObject, @unchecked Sendable {
    // Safety: it does not change.
    private let participant: Participant

    /// No user: the ID is 0.
    public override convenience init() {
        self.init(Participant(id: .none, name: "", role: .none))
    }

    init(_ participant: Participant) {
        self.participant = participant
    }

    private var details: ZoomSDK.Emulation.UserDetails { MeetingEngine.shared.values.details(of: participant.id) }

    // MARK: Participant

    /// The ID in this meeting.
    @discardableResult
    open func getUserID() -> UInt32 { participant.id.rawValue }
    /// The display name.
    @discardableResult
    open func getUserName() -> String? { participant.name }
    /// Whether this is the local user.
    @discardableResult
    open func isMySelf() -> Bool { participant.isMyself }
    /// Whether this is the host.
    @discardableResult
    open func isHost() -> Bool { participant.role == .host }
    /// The role.
    @discardableResult
    open func getUserRole() -> UserRole { UserRole(participant.role) }
    /// Whether the user's video is on.
    @discardableResult
    open func isVideoOn() -> Bool { participant.isVideoOn }
    /// Whether this is a studio user.
    @discardableResult
    open func isProductionStudioUser() -> Bool { participant.isStudioUser }
    /// The ID of a studio user's parent; 0 for other users.
    @discardableResult
    open func getProductionStudioParent() -> UInt32 { (participant.studioParent ?? .none).rawValue }

    // MARK: Details set by a test

    /// Whether the user is muted; not muted by default.
    @discardableResult
    open func getAudioStatus() -> ZoomSDKAudioStatus { details.audioStatus }
    /// How the user's audio is connected; VoIP by default.
    @discardableResult
    open func getAudioType() -> ZoomSDKAudioType { details.audioType }
    /// Whether the user is talking.
    @discardableResult
    open func isTalking() -> Bool {
        details.isTalking || MeetingEngine.shared.listeners.isSpeaking(UserID(rawValue: getUserID()))
    }
    /// Whether the user's hand is raised; false by default.
    @discardableResult
    open func isRaisingHand() -> Bool { details.isRaisingHand }
    /// Whether the user has a camera; false by default.
    @discardableResult
    open func hasCamera() -> Bool { details.hasCamera }
    /// Whether the user may become co-host; false by default.
    @discardableResult
    open func canBeCoHost() -> Bool { details.canBeCoHost }
    /// Whether the user joined by phone; false by default.
    @discardableResult
    open func isPurePhoneUser() -> Bool { details.isPurePhoneUser }
    /// Whether the user joined from a room system; false by default.
    @discardableResult
    open func isH323User() -> Bool { details.isH323User }
    /// Whether the user is in the waiting room: false, because the roster does not include them.
    @discardableResult
    open func isInWaitingRoom() -> Bool { false }
    /// Whether the user is a bot; false by default.
    @discardableResult
    open func isBotUser() -> Bool { details.isBotUser }
    /// The customer key; `nil` by default.
    @discardableResult
    open func getCustomerKey() -> String? { details.customerKey }
    /// The ID that is stable across rejoins; `nil` by default.
    @discardableResult
    open func getPersistentId() -> String? { details.persistentId }
    /// The path of the profile picture; `nil` by default.
    @discardableResult
    open func getAvatarPath() -> String? { details.avatarPath }
}
