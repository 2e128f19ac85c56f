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
    private init(_ name: StudioCodeName) { self.init(rawValue: name.rawValue) }

    /// The codes that a call can return instead of success.
    package static let known = StudioCodeName.allCases.map { StudioError.Code($0) }

    /// An unspecified failure; only when injected.
    public static let failed = StudioError.Code(.failed)
    /// The SDK was not initialised.
    public static let uninitialised = StudioError.Code(.uninitialised)
    /// The service failed; only when injected.
    public static let serviceFailed = StudioError.Code(.serviceFailed)
    /// The call is not allowed in the current state.
    public static let wrongUsage = StudioError.Code(.wrongUsage)
    /// An argument is invalid.
    public static let invalidParameter = StudioError.Code(.invalidParameter)
    /// The user is neither host nor co-host.
    public static let noPermission = StudioError.Code(.noPermission)
    /// Frames arrive faster than the declared frame rate; strict mode only.
    public static let tooFrequentCall = StudioError.Code(.tooFrequentCall)
    /// Production Studio is not available here.
    public static let unsupportedFeature = StudioError.Code(.unsupportedFeature)
    /// There is no meeting, or it has ended.
    public static let notInMeeting = StudioError.Code(.notInMeeting)
    /// The camera does not exist.
    public static let noVideoDevice = StudioError.Code(.noVideoDevice)
    /// The token is invalid: the result of an authentication, not of a call.
    static let tokenWrong = StudioError.Code(.tokenWrong)
    /// Memory could not be allocated.
    public static let outOfMemory = StudioError.Code(.outOfMemory)
    /// An internal error, which only the C++ interface numbers; only when injected.
    public static let internalError = StudioError.Code(.internalError)
}
