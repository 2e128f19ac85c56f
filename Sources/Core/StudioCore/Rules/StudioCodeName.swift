/// The names of the codes of a studio, as messages, scenarios and commands write them.
package enum StudioCodeName: String, Sendable, CaseIterable {
    case failed = "Failed"
    case uninitialised = "Uninit"
    case serviceFailed = "ServiceFailed"
    case wrongUsage = "WrongUsage"
    case invalidParameter = "InvalidParameter"
    case noPermission = "NoPermission"
    case tooFrequentCall = "TooFrequentCall"
    case unsupportedFeature = "UnSupportedFeature"
    case notInMeeting = "NotInMeeting"
    case noVideoDevice = "NoVideoDeviceFound"
    case tokenWrong = "JwtTokenWrong"
    case outOfMemory = "Malloc_Failed"
    case internalError = "InternalError"
}
