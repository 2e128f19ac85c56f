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
public enum UserRole: UInt32, Hashable, Sendable, CaseIterable {
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

    /// Whether the role may start Production Studio: hosts and co-hosts.
    public var maySend: Bool { self == .host || self == .coHost }
}

/// Somebody in the meeting.
public struct Participant: Hashable, Sendable {
    /// The number in this meeting.
    public let id: UserID
    /// The display name.
    public let name: String
    /// The role.
    public internal(set) var role: UserRole
    /// Whether it is the local user.
    public let isMyself: Bool
    /// The user behind a Production Studio participant; `nil` for everybody else.
    ///
    /// Corresponds to `isProductionStudioUser` and `getProductionStudioParent`: the studio publishes as a participant of
    /// its own.
    public let studioParent: UserID?

    /// Whether this participant is a studio's picture and sound.
    public var isStudioUser: Bool { studioParent != nil }
}

/// The state of the meeting, as far as Production Studio depends on it.
public enum MeetingStatus: String, Hashable, Sendable, CaseIterable {
    /// It goes on.
    case inMeeting
    /// The connection is being mended; media is dropped.
    case reconnecting
    /// The local user left.
    case left
    /// It was ended for everybody.
    case ended

    /// Whether calls to the meeting's controllers are answered.
    public var isGoingOn: Bool { self == .inMeeting || self == .reconnecting }
}
