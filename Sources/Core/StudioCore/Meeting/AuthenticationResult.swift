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
