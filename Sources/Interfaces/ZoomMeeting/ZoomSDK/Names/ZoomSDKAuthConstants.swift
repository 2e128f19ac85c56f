// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The result of an authentication. Corresponds to `AuthenticationResult`; PS-SDK-021.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKAuthError: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// Authorised.
public let ZoomSDKAuthError_Success = ZoomSDKAuthError(rawValue: 0)
/// The key or the secret is wrong.
public let ZoomSDKAuthError_KeyOrSecretWrong = ZoomSDKAuthError(rawValue: 1)
/// The account does not support the SDK.
public let ZoomSDKAuthError_AccountNotSupport = ZoomSDKAuthError(rawValue: 2)
/// The account has not enabled the SDK.
public let ZoomSDKAuthError_AccountNotEnableSDK = ZoomSDKAuthError(rawValue: 3)
/// The service timed out.
public let ZoomSDKAuthError_Timeout = ZoomSDKAuthError(rawValue: 4)
/// The service is unreachable.
public let ZoomSDKAuthError_NetworkIssue = ZoomSDKAuthError(rawValue: 5)
/// The client's version is incompatible.
public let ZoomSDKAuthError_Client_Incompatible = ZoomSDKAuthError(rawValue: 6)
/// The token is malformed, expired, or not signed by the key.
public let ZoomSDKAuthError_JwtTokenWrong = ZoomSDKAuthError(rawValue: 7)
/// The key or the secret is empty.
public let ZoomSDKAuthError_KeyOrSecretEmpty = ZoomSDKAuthError(rawValue: 8)
/// The account's limit of authentications is reached.
public let ZoomSDKAuthError_LimitExceededException = ZoomSDKAuthError(rawValue: 9)
/// Anything else.
public let ZoomSDKAuthError_Unknown = ZoomSDKAuthError(rawValue: 100)

/// The status of a login, which is not emulated; PS-ENTRY-035.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKLoginStatus: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// No user is logged in.
public let ZoomSDKLoginStatus_Idle = ZoomSDKLoginStatus(rawValue: 0)
/// Logged in.
public let ZoomSDKLoginStatus_Success = ZoomSDKLoginStatus(rawValue: 1)
/// The login failed.
public let ZoomSDKLoginStatus_Failed = ZoomSDKLoginStatus(rawValue: 2)
/// The login is in progress.
public let ZoomSDKLoginStatus_Processing = ZoomSDKLoginStatus(rawValue: 3)

/// Why a login failed; PS-ENTRY-035.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKLoginFailReason: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// It did not.
public let ZoomSDKLoginFailReason_None = ZoomSDKLoginFailReason(rawValue: 0)
/// Login by e-mail is disabled.
public let ZoomSDKLoginFailReason_EmailLoginDisabled = ZoomSDKLoginFailReason(rawValue: 1)
/// The user does not exist.
public let ZoomSDKLoginFailReason_UserNotExist = ZoomSDKLoginFailReason(rawValue: 2)
/// The password is wrong.
public let ZoomSDKLoginFailReason_WrongPassword = ZoomSDKLoginFailReason(rawValue: 3)
/// The account is locked.
public let ZoomSDKLoginFailReason_AccountLocked = ZoomSDKLoginFailReason(rawValue: 4)
/// The SDK must be updated.
public let ZoomSDKLoginFailReason_SDKNeedUpdate = ZoomSDKLoginFailReason(rawValue: 5)
/// Too many attempts failed.
public let ZoomSDKLoginFailReason_TooManyFailedAttempts = ZoomSDKLoginFailReason(rawValue: 6)
/// The code of the text message is wrong.
public let ZoomSDKLoginFailReason_SMSCodeError = ZoomSDKLoginFailReason(rawValue: 7)
/// The code of the text message has expired.
public let ZoomSDKLoginFailReason_SMSCodeExpired = ZoomSDKLoginFailReason(rawValue: 8)
/// The phone number is malformed.
public let ZoomSDKLoginFailReason_PhoneNumberFormatInValid = ZoomSDKLoginFailReason(rawValue: 9)
/// The token is wrong.
public let ZoomSDKLoginFailReason_LoginTokenInvalid = ZoomSDKLoginFailReason(rawValue: 10)
/// The user did not agree to the disclaimer.
public let ZoomSDKLoginFailReason_UserDisagreeLoginDisclaimer = ZoomSDKLoginFailReason(rawValue: 11)
/// Multi-factor authentication is required.
public let ZoomSDKLoginFailReason_MFARequired = ZoomSDKLoginFailReason(rawValue: 12)
/// The birthday is required.
public let ZoomSDKLoginFailReason_NeedBirthdayAsk = ZoomSDKLoginFailReason(rawValue: 13)
/// Anything else.
public let ZoomSDKLoginFailReason_Other_Issue = ZoomSDKLoginFailReason(rawValue: 100)

/// The status of the notification service, which is not emulated; PS-ENTRY-035.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKNotificationServiceStatus: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// Unknown.
public let ZoomSDKNotificationServiceStatus_None = ZoomSDKNotificationServiceStatus(rawValue: 0)
/// It starts.
public let ZoomSDKNotificationServiceStatus_Starting = ZoomSDKNotificationServiceStatus(rawValue: 1)
/// It runs.
public let ZoomSDKNotificationServiceStatus_Started = ZoomSDKNotificationServiceStatus(rawValue: 2)
/// It could not start.
public let ZoomSDKNotificationServiceStatus_StartFailed = ZoomSDKNotificationServiceStatus(rawValue: 3)
/// It is closed.
public let ZoomSDKNotificationServiceStatus_Closed = ZoomSDKNotificationServiceStatus(rawValue: 4)

/// Why the notification service failed; PS-ENTRY-035.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKNotificationServiceError: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// It did not.
public let ZoomSDKNotificationServiceError_Success = ZoomSDKNotificationServiceError(rawValue: 0)
/// Unknown.
public let ZoomSDKNotificationServiceError_Unknown = ZoomSDKNotificationServiceError(rawValue: 1)
/// An internal error.
public let ZoomSDKNotificationServiceError_Internal_Error = ZoomSDKNotificationServiceError(rawValue: 2)
/// The token is wrong.
public let ZoomSDKNotificationServiceError_Invalid_Token = ZoomSDKNotificationServiceError(rawValue: 3)
/// It was connected twice.
public let ZoomSDKNotificationServiceError_Multi_Connect = ZoomSDKNotificationServiceError(rawValue: 4)
/// The service is unreachable.
public let ZoomSDKNotificationServiceError_Network_Issue = ZoomSDKNotificationServiceError(rawValue: 5)
/// It ran for too long.
public let ZoomSDKNotificationServiceError_Max_Duration = ZoomSDKNotificationServiceError(rawValue: 6)
