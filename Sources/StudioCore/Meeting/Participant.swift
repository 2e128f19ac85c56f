/// The number of a participant, valid in one meeting; a user who rejoins gets a new one. 0 is nobody.
public struct UserID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The vendor's number, 16778240 for example.
    public let rawValue: UInt32

    /// Takes any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Nobody.
    public static let none = UserID(rawValue: 0)

    /// The number.
    public var description: String { "\(rawValue)" }
}

/// What a participant may do; numbered as the vendor numbers roles.
public enum MeetingRole: UInt32, Hashable, Sendable, CaseIterable {
    /// No role, outside a meeting.
    case none = 0
    /// The host.
    case host = 1
    /// A co-host.
    case coHost = 2
    /// An attendee.
    case attendee = 3
    /// A panelist of a webinar.
    case panelist = 4
    /// A moderator of a breakout room.
    case breakoutRoomModerator = 5

    /// Whether the role may start Production Studio: hosts and co-hosts.
    public var maySend: Bool { self == .host || self == .coHost }
}

/// Somebody in the meeting.
public struct Participant: Hashable, Sendable {
    /// The number in this meeting.
    public internal(set) var id: UserID
    /// The display name.
    public let name: String
    /// The role.
    public internal(set) var role: MeetingRole
    /// Whether it is the local user.
    public let isMyself: Bool
    /// The user behind a Production Studio participant; `nil` for everybody else.
    ///
    /// Corresponds to `isProductionStudioUser` and `getProductionStudioParent`: the studio publishes as a participant of
    /// its own.
    public let studioParent: UserID?
    /// Whether the participant shows a picture; a studio always does.
    public internal(set) var isVideoOn: Bool

    package init(
        id: UserID, name: String, role: MeetingRole, isMyself: Bool = false, studioParent: UserID? = nil,
        isVideoOn: Bool = false
    ) {
        self.id = id
        self.name = name
        self.role = role
        self.isMyself = isMyself
        self.studioParent = studioParent
        self.isVideoOn = isVideoOn
    }

    /// Whether this participant is a studio's picture and sound.
    public var isStudioUser: Bool { studioParent != nil }
}
