public import StudioCore

/// A partial update of `EntryResponses`.
public struct SessionEntryResponses: Hashable, Sendable, Codable {
    /// An error code that init returns; empty for none.
    public var initialisationFailure: String?
    /// An error code that an authentication returns immediately; empty for none.
    public var authenticationRefusal: String?
    /// The result of an authentication.
    public var authentication: AuthenticationResult?
    /// Whether the result of an authentication is delivered once, twice, late or never.
    public var authenticationDelivery: CallbackDelivery?
    /// The minimum time from an authentication to its result.
    public var minimumAuthenticationDelay: MediaTime?
    /// The maximum time from an authentication to its result.
    public var maximumAuthenticationDelay: MediaTime?
    /// Whether the token's format and claims are checked.
    public var checksToken: Bool?
    /// An error code that joining returns; empty for none.
    public var joinRefusal: String?
    /// What follows the status `connecting`.
    public var entrance: MeetingEntrance?
    /// The cause of the failure when the entrance is `failure`.
    public var joinFailure: JoinFailure?
    /// Whether a failure is reported as `disconnecting`, `failed`, `ended`, `ended` instead of `failed` alone.
    public var failureEndsMeeting: Bool?
    /// The minimum time from joining to what follows `connecting`.
    public var minimumJoinDelay: MediaTime?
    /// The maximum time from joining to what follows `connecting`.
    public var maximumJoinDelay: MediaTime?
    /// The time that the local user waits for admission.
    public var admissionDelay: MediaTime?
    /// Whether a status is delivered once, twice, late or never; other statuses keep their delivery.
    public var statusDelivery: [MeetingStatus: CallbackDelivery]?
    /// The role of a user who joins.
    public var role: MeetingRole?
    /// A role that the local user gets after joining.
    public var promotion: MeetingRole?
    /// The time from joining to the promotion.
    public var promotionDelay: MediaTime?
    /// The meeting's topic; empty for none.
    public var topic: String?

    /// Creates an update without changes.
    public init() {}
}
