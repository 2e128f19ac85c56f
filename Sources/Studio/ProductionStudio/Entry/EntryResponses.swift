public import StudioCore

/// The responses of the emulated server to init, authentication and joining. Tests inject faults here.
///
/// A value with a coded form. It may be set before the first call and changed at any time; each step reads it when it is due.
public struct EntryResponses: Hashable, Sendable, Codable {
    // MARK: Initialising

    /// The error code that init returns; `nil` for success.
    public var initialisationFailure: StudioError.Code?

    // MARK: Authenticating

    /// The error code that an authentication returns immediately, without a callback; `nil` for none.
    public var authenticationRefusal: StudioError.Code?
    /// The result of an authentication.
    public var authentication = AuthenticationResult.success
    /// Whether the result is delivered once, twice, late or never.
    public var authenticationDelivery = CallbackDelivery.once
    /// The time from an authentication to its result, uniformly distributed in this range. Read at the call.
    public var authenticationDelay: ClosedRange<MediaTime> = .milliseconds(40) ... .milliseconds(120)
    /// Whether the token's format and claims are checked, as in strict mode. The signature is never verified.
    public var checksToken = false

    // MARK: Joining

    /// The error code that joining or starting returns when all conditions hold; `nil` for none.
    public var joinRefusal: StudioError.Code?
    /// What follows the status `connecting`.
    public var entrance = MeetingEntrance.direct
    /// The cause of the failure when ``entrance`` is `failure`.
    public var joinFailure = JoinFailure.connectionFailed
    /// Whether a failure is reported as `disconnecting`, `failed`, `ended`, `ended` instead of `failed` alone.
    public var failureEndsMeeting = false
    /// The time from joining to what follows `connecting`, uniformly distributed in this range. Read at the call.
    public var joinDelay: ClosedRange<MediaTime> = .milliseconds(40) ... .milliseconds(120)
    /// The time that the local user waits for admission; `nil` until a test admits the user.
    public var admissionDelay: MediaTime?
    /// Whether a status is delivered once, twice, late or never; once by default. The status itself changes in any case.
    public var statusDelivery: [MeetingStatus: CallbackDelivery] = [:]

    // MARK: The meeting

    /// The role of a user who joins a meeting that the test did not create. A user who starts one is the host.
    public var role = MeetingRole.attendee
    /// A role that the local user gets after joining; `nil` for none.
    public var promotion: MeetingRole?
    /// The time from joining to the promotion.
    public var promotionDelay = MediaTime.zero
    /// The meeting's topic; `nil` for none.
    public var topic: String?

    /// Success, with the latency of a real service.
    public init() {}

    /// Immediate success, for tests.
    public static var immediate: EntryResponses {
        var responses = EntryResponses()
        responses.authenticationDelay = .zero ... .zero
        responses.joinDelay = .zero ... .zero
        return responses
    }
}
