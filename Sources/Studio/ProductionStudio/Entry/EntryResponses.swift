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

/// The result of an authentication.
///
/// An open set: any name is preserved; each facade assigns numbers to the names that it knows.
public struct AuthenticationResult: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// Accepts any name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The name.
    public var description: String { rawValue }

    /// All results that have a name here.
    package static let known: [AuthenticationResult] = [
        .success, .keyWrong, .keyEmpty, .accountUnsupported, .accountNotEnabled, .timeout, .networkFailed,
        .clientIncompatible, .tokenWrong, .limitReached, .unknown,
    ]

    /// Authorised.
    public static let success = AuthenticationResult(rawValue: "success")
    /// The key or the secret is wrong.
    public static let keyWrong = AuthenticationResult(rawValue: "keyWrong")
    /// The key or the secret is empty.
    public static let keyEmpty = AuthenticationResult(rawValue: "keyEmpty")
    /// The account does not support the SDK.
    public static let accountUnsupported = AuthenticationResult(rawValue: "accountUnsupported")
    /// The account has not enabled the SDK.
    public static let accountNotEnabled = AuthenticationResult(rawValue: "accountNotEnabled")
    /// The service timed out.
    public static let timeout = AuthenticationResult(rawValue: "timeout")
    /// The service is unreachable.
    public static let networkFailed = AuthenticationResult(rawValue: "networkFailed")
    /// The client's version is incompatible.
    public static let clientIncompatible = AuthenticationResult(rawValue: "clientIncompatible")
    /// The token is malformed, expired, or not signed by the key.
    public static let tokenWrong = AuthenticationResult(rawValue: "tokenWrong")
    /// The account's limit of authentications is reached.
    public static let limitReached = AuthenticationResult(rawValue: "limitReached")
    /// Any other result.
    public static let unknown = AuthenticationResult(rawValue: "unknown")
}
