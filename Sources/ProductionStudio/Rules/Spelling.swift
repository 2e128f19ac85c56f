public import StudioCore

// The facade: how the vendor's SDK is spelled, so that foreign sources compile unchanged.
extension Rule {
    /// PS-SDK-001.
    public static let sdkCodes = Rule(
        "PS-SDK-001", .success, .documented,
        "Result codes have the numbers of the macOS SDK, 0 to 29.",
        source: "Header: ZoomSDKError")

    /// PS-SDK-002.
    public static let sdkStatusNumbers = Rule(
        "PS-SDK-002", .success, .documented,
        "Statuses, end reasons and roles have the numbers of the macOS SDK.",
        source: "Header: ZoomSDKMeetingStatus, EndMeetingReason, UserRole")

    /// PS-SDK-003.
    public static let sdkConstants = Rule(
        "PS-SDK-003", .success, .inferred,
        "Constants are free, their types are open and RawRepresentable; the guide's members exist, too.",
        source: "Import of C enums; guide: .I420_FULL, .mono")

    /// PS-SDK-004.
    public static let sdkControllerOptional = Rule(
        "PS-SDK-004", .success, .documented,
        "The studio's controller is nil outside a meeting and where Production Studio is not available.",
        source: "Guide: get the controller")

    /// PS-SDK-005.
    public static let sdkActionController = Rule(
        "PS-SDK-005", .success, .inferred,
        "The action controller is there at all times and is used without unwrapping.",
        source: "Guide's use of it")

    /// PS-SDK-006.
    public static let sdkRequiredCallbacks = Rule(
        "PS-SDK-006", .success, .documented,
        "Three callbacks are required, the user status is optional.",
        source: "Header: the delegate")

    /// PS-SDK-007.
    public static let sdkUserStatusBothWidths = Rule(
        "PS-SDK-007", .success, .inferred,
        "onPSUserStatusChanged may be written with UInt32 or UInt; each is called once.",
        source: "Header and guide differ")

    /// PS-SDK-008.
    public static let sdkLookup = Rule(
        "PS-SDK-008", .success, .inferred,
        "A user is found by UInt32, UInt and literal numbers, and by both spellings of the method.",
        source: "Header and guide differ")

    /// PS-SDK-009.
    public static let sdkResultsIgnorable = Rule(
        "PS-SDK-009", .success, .inferred,
        "Results may be left unused.",
        source: "Import of Objective-C methods")

    /// PS-SDK-010.
    public static let sdkSendable = Rule(
        "PS-SDK-010", .success, .chosen,
        "Constants, the sender and the controllers may be used from any thread, in Swift 6 mode, too.",
        source: "A producer thread gets the sender")

    /// PS-SDK-011.
    public static let sdkCharPointers = Rule(
        "PS-SDK-011", .success, .documented,
        "Buffers are pointers to CChar.",
        source: "Header: char *")

    /// PS-SDK-012.
    public static let sdkCapabilityDefaults = Rule(
        "PS-SDK-012", .success, .inferred,
        "A new capability is 0x0 in full range.",
        source: "Defaults of the Windows SDK")

    /// PS-SDK-013.
    public static let sdkDelegateNotRetained = Rule(
        "PS-SDK-013", .success, .inferred,
        "Delegates are not retained; one that is gone is no delegate.",
        source: "Header: assign; weak is the safe form of it")

    /// PS-SDK-014.
    public static let sdkUserInfo = Rule(
        "PS-SDK-014", .success, .documented,
        "A user's information tells number, name, role, picture, studio and its parent.",
        source: "Header: ZoomSDKUserInfo")

    /// PS-SDK-015.
    public static let sdkLeaving = Rule(
        "PS-SDK-015", .success, .documented,
        "Leaving is 0, ending for all is 1.",
        source: "Header: LeaveMeetingCmd")
}

extension RuleCatalogue {
    static let spelling: [Rule] = [
        .sdkCodes, .sdkStatusNumbers, .sdkConstants, .sdkControllerOptional, .sdkActionController,
        .sdkRequiredCallbacks, .sdkUserStatusBothWidths, .sdkLookup, .sdkResultsIgnorable, .sdkSendable,
        .sdkCharPointers, .sdkCapabilityDefaults, .sdkDelegateNotRetained, .sdkUserInfo, .sdkLeaving,
    ]
}
