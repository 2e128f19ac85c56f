/// The ID of a participant, valid in one meeting. A user who rejoins gets a new one. 0 stands for nobody.
public struct UserID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The number, for example 16778240.
    public let rawValue: UInt32

    /// Creates an ID from any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// No participant.
    public static let none = UserID(rawValue: 0)

    /// The number.
    public var description: String { "\(rawValue)" }
}

/// The role of a participant.
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

/// A participant of a meeting.
public struct Participant: Hashable, Sendable {
    /// The ID in this meeting.
    public package(set) var id: UserID
    /// The display name.
    public let name: String
    /// The role.
    public package(set) var role: MeetingRole
    /// Whether this is the local user.
    public let isMyself: Bool
    /// The parent of a studio, which is a participant of its own; `nil` for other participants.
    public let studioParent: UserID?
    /// Whether the participant's video is on; always true for a studio.
    public package(set) var isVideoOn: Bool

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

    /// Whether this participant is a studio.
    public var isStudioUser: Bool { studioParent != nil }
}
