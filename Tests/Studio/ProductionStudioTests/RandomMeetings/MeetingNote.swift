import StudioCore

/// Observations of a meeting in order: callbacks, and returned values.
enum MeetingNote: Hashable, Sendable {
    case answered(Bool)
    case sender(Bool)
    case stopped
    case user(UInt32, Bool)
    case joined(UInt32, MeetingRole)
    case left(UInt32)
    case role(MeetingRole)
    case host(UInt32)
    case coHost(UInt32, Bool)
    case status(MeetingStatus)
    /// The code returned by a call.
    case returned(StudioError.Code)
    /// The identifier of an added user, 0 for none.
    case came(UInt32)

    enum Kind: String, Hashable, Sendable, CaseIterable {
        case answered, sender, stopped, user, joined, left, role, host, coHost, status
    }

    var kind: Kind? {
        switch self {
        case .answered: .answered
        case .sender: .sender
        case .stopped: .stopped
        case .user: .user
        case .joined: .joined
        case .left: .left
        case .role: .role
        case .host: .host
        case .coHost: .coHost
        case .status: .status
        case .returned, .came: nil
        }
    }
}
