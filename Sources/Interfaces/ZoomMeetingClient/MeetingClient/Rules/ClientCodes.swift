import ProductionStudio
public import StudioCore

// The codes of a meeting client beside those of Production Studio.
extension StudioError.Code {
    /// The client has not authenticated.
    public static let clientNotAuthenticated = StudioError.Code(rawValue: "NotAuthenticated")
    /// The local user's audio is not connected.
    public static let clientNotJoinedAudio = StudioError.Code(rawValue: "NotJoinAudio")
    /// A reminder about recording is not answered yet.
    public static let clientNeedsConfirmation = StudioError.Code(rawValue: "NeedUserConfirmRecordDisclaimer")
    /// The share of the local user cannot be received.
    public static let clientOwnShare = StudioError.Code(rawValue: "ShareCannotSubscribeMyself")
    /// The vendor's error without a further name.
    public static let clientInternalError = StudioError.Code(rawValue: "InternalError")
    /// A part of the vendor's library is not there yet.
    public static let clientModuleLoadFailed = StudioError.Code(rawValue: "ModuleLoadFailed")
    /// The vendor's error of an unknown cause.
    public static let clientUnknown = StudioError.Code(rawValue: "UnKnown")
    /// The machine lacks threads.
    public static let clientNoResources = StudioError.Code(rawValue: "NoResources")
}
