public import StudioCore

extension RuleCatalogue {
    /// Every rule of Production Studio, its meeting and its facade.
    public static let productionStudio = RuleCatalogue(
        interface: "production-studio", title: "Production Studio",
        rules: entry + starting + stopping + sending + audio + order + meetings + roles + roster + captions + spelling
            + surface)
}

// The codes of Production Studio. `ZoomSDK` assigns their numbers.
extension StudioError.Code {
    /// The codes that a call can return instead of success.
    package static let known: [StudioError.Code] = [
        .failed, .uninitialised, .serviceFailed, .wrongUsage, .invalidParameter, .noPermission, .tooFrequentCall,
        .unsupportedFeature, .notInMeeting, .noVideoDevice, .tokenWrong, .outOfMemory, .internalError,
    ]

    /// An unspecified failure; only when injected.
    public static let failed = StudioError.Code(rawValue: "Failed")
    /// The SDK was not initialised.
    public static let uninitialised = StudioError.Code(rawValue: "Uninit")
    /// The service failed; only when injected.
    public static let serviceFailed = StudioError.Code(rawValue: "ServiceFailed")
    /// The call is not allowed in the current state.
    public static let wrongUsage = StudioError.Code(rawValue: "WrongUsage")
    /// An argument is invalid.
    public static let invalidParameter = StudioError.Code(rawValue: "InvalidParameter")
    /// The user is neither host nor co-host.
    public static let noPermission = StudioError.Code(rawValue: "NoPermission")
    /// Frames arrive faster than the declared frame rate; strict mode only.
    public static let tooFrequentCall = StudioError.Code(rawValue: "TooFrequentCall")
    /// Production Studio is not available here.
    public static let unsupportedFeature = StudioError.Code(rawValue: "UnSupportedFeature")
    /// There is no meeting, or it has ended.
    public static let notInMeeting = StudioError.Code(rawValue: "NotInMeeting")
    /// The camera does not exist.
    public static let noVideoDevice = StudioError.Code(rawValue: "NoVideoDeviceFound")
    /// The token is invalid: the result of an authentication, not of a call.
    static let tokenWrong = StudioError.Code(rawValue: "JwtTokenWrong")
    /// Memory could not be allocated.
    public static let outOfMemory = StudioError.Code(rawValue: "Malloc_Failed")
    /// An internal error, which only the C++ interface numbers; only when injected.
    public static let internalError = StudioError.Code(rawValue: "InternalError")
}
