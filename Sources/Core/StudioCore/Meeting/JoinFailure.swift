/// Why joining a meeting failed.
///
/// An open set: any name is preserved; each facade assigns numbers to the names that it knows.
public struct JoinFailure: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// Accepts any name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The name.
    public var description: String { rawValue }
}

extension JoinFailure {
    /// All causes that have a name here.
    package static let known: [JoinFailure] = [
        .connectionFailed, .reconnectFailed, .mediaServerFailed, .noMediaServer, .sessionFailed,
        .videoSessionFailed, .audioStartFailed, .webRequestFailed, .certificateChanged,
        .configurationNotWritten, .clientIncompatible, .passcodeWrong, .meetingOver, .meetingNotStarted,
        .meetingUnknown, .personalNameUnknown, .meetingFull, .meetingLocked, .meetingRestricted,
        .joinBeforeHostRestricted, .removedByHost, .outsidersDisallowed, .externalMeeting, .internalMeeting,
        .blockedByAdministrator, .hostingDisallowed, .signInRequired, .personalLinkUnconfirmed,
        .personalLinkMissing, .webinarFull, .webinarRegisteredHost, .webinarRegisteredPanelist,
        .webinarDeniedEmail, .webinarSignInRequired, .webinarSameEmail, .startTokenExpired,
        .privilegeTokenWrong, .authorizedUserAbsent, .onBehalfTokenConflict, .hostTokenMissing,
        .anonymousJoinDisallowed, .onBehalfTokenWrong, .onBehalfTokenOtherMeeting, .joinTokenOtherEmail,
        .unknown,
    ]

    // MARK: The connection

    /// The meeting is unreachable.
    public static let connectionFailed = JoinFailure(rawValue: "connectionFailed")
    /// The connection could not be restored.
    public static let reconnectFailed = JoinFailure(rawValue: "reconnectFailed")
    /// The media server rejected the connection.
    public static let mediaServerFailed = JoinFailure(rawValue: "mediaServerFailed")
    /// No media server is available for the meeting.
    public static let noMediaServer = JoinFailure(rawValue: "noMediaServer")
    /// The session with the server failed.
    public static let sessionFailed = JoinFailure(rawValue: "sessionFailed")
    /// The video session failed.
    public static let videoSessionFailed = JoinFailure(rawValue: "videoSessionFailed")
    /// Audio could not be started.
    public static let audioStartFailed = JoinFailure(rawValue: "audioStartFailed")
    /// A request to the service failed.
    public static let webRequestFailed = JoinFailure(rawValue: "webRequestFailed")
    /// The service's certificate changed.
    public static let certificateChanged = JoinFailure(rawValue: "certificateChanged")
    /// The configuration file could not be written.
    public static let configurationNotWritten = JoinFailure(rawValue: "configurationNotWritten")
    /// The client's version is incompatible.
    public static let clientIncompatible = JoinFailure(rawValue: "clientIncompatible")

    // MARK: The meeting

    /// The passcode is missing or wrong.
    public static let passcodeWrong = JoinFailure(rawValue: "passcodeWrong")
    /// The meeting has ended.
    public static let meetingOver = JoinFailure(rawValue: "meetingOver")
    /// The meeting has not started.
    public static let meetingNotStarted = JoinFailure(rawValue: "meetingNotStarted")
    /// No meeting has this number.
    public static let meetingUnknown = JoinFailure(rawValue: "meetingUnknown")
    /// No meeting has this personal name.
    public static let personalNameUnknown = JoinFailure(rawValue: "personalNameUnknown")
    /// The meeting is full.
    public static let meetingFull = JoinFailure(rawValue: "meetingFull")
    /// The meeting is locked.
    public static let meetingLocked = JoinFailure(rawValue: "meetingLocked")
    /// The meeting is restricted.
    public static let meetingRestricted = JoinFailure(rawValue: "meetingRestricted")
    /// Joining before the host is not allowed.
    public static let joinBeforeHostRestricted = JoinFailure(rawValue: "joinBeforeHostRestricted")
    /// The host removed the user earlier.
    public static let removedByHost = JoinFailure(rawValue: "removedByHost")
    /// The host admits no users of other accounts.
    public static let outsidersDisallowed = JoinFailure(rawValue: "outsidersDisallowed")
    /// Meetings of another account cannot be joined.
    public static let externalMeeting = JoinFailure(rawValue: "externalMeeting")
    /// Internal meetings cannot be joined.
    public static let internalMeeting = JoinFailure(rawValue: "internalMeeting")
    /// The account's administrator blocks it.
    public static let blockedByAdministrator = JoinFailure(rawValue: "blockedByAdministrator")
    /// The user may not host a meeting.
    public static let hostingDisallowed = JoinFailure(rawValue: "hostingDisallowed")
    /// A private meeting requires a signed-in user.
    public static let signInRequired = JoinFailure(rawValue: "signInRequired")
    /// The personal link must be confirmed.
    public static let personalLinkUnconfirmed = JoinFailure(rawValue: "personalLinkUnconfirmed")
    /// The personal link is missing.
    public static let personalLinkMissing = JoinFailure(rawValue: "personalLinkMissing")

    // MARK: Webinars

    /// The webinar's registration is full.
    public static let webinarFull = JoinFailure(rawValue: "webinarFull")
    /// The webinar's host registered as an attendee.
    public static let webinarRegisteredHost = JoinFailure(rawValue: "webinarRegisteredHost")
    /// A panelist registered as an attendee.
    public static let webinarRegisteredPanelist = JoinFailure(rawValue: "webinarRegisteredPanelist")
    /// The webinar's host denied the e-mail address.
    public static let webinarDeniedEmail = JoinFailure(rawValue: "webinarDeniedEmail")
    /// The webinar requires a signed-in user.
    public static let webinarSignInRequired = JoinFailure(rawValue: "webinarSignInRequired")
    /// A user with the same e-mail address is in the webinar.
    public static let webinarSameEmail = JoinFailure(rawValue: "webinarSameEmail")

    // MARK: Tokens

    /// The token to start the meeting has expired.
    public static let startTokenExpired = JoinFailure(rawValue: "startTokenExpired")
    /// The app privilege token is invalid.
    public static let privilegeTokenWrong = JoinFailure(rawValue: "privilegeTokenWrong")
    /// The authorising user is not in the meeting.
    public static let authorizedUserAbsent = JoinFailure(rawValue: "authorizedUserAbsent")
    /// The on-behalf token conflicts with a signed-in user.
    public static let onBehalfTokenConflict = JoinFailure(rawValue: "onBehalfTokenConflict")
    /// A user-level token requires the host's token.
    public static let hostTokenMissing = JoinFailure(rawValue: "hostTokenMissing")
    /// The app may not join anonymously.
    public static let anonymousJoinDisallowed = JoinFailure(rawValue: "anonymousJoinDisallowed")
    /// The on-behalf token is invalid.
    public static let onBehalfTokenWrong = JoinFailure(rawValue: "onBehalfTokenWrong")
    /// The on-behalf token belongs to another meeting.
    public static let onBehalfTokenOtherMeeting = JoinFailure(rawValue: "onBehalfTokenOtherMeeting")
    /// The e-mail address differs from that of the join token.
    public static let joinTokenOtherEmail = JoinFailure(rawValue: "joinTokenOtherEmail")

    // MARK: Other

    /// Any other result.
    public static let unknown = JoinFailure(rawValue: "unknown")
}
