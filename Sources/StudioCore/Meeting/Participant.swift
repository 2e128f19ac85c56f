/// The number of a participant, valid in one meeting; a user who rejoins gets a new one. 0 is nobody.
public struct UserID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The number, 16778240 for example.
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

/// What a participant may do.
public enum MeetingRole: String, Hashable, Sendable, Codable, CaseIterable {
    /// No role, outside a meeting.
    case none
    /// The host.
    case host
    /// A co-host.
    case coHost
    /// An attendee.
    case attendee
    /// A panelist of a webinar.
    case panelist
    /// A moderator of a breakout room.
    case breakoutRoomModerator

    /// Whether the role may start a studio: hosts and co-hosts.
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
    /// The user behind a studio, which publishes as a participant of its own; `nil` for everybody else.
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
