public import StudioCore

// The facade: the vendor's spelling, so that client sources compile unchanged.
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
        "Constants are global, and their types are open and RawRepresentable; the guide's static members exist as well.",
        source: "Import of C enums; guide: .I420_FULL, .mono")

    /// PS-SDK-004.
    public static let sdkControllerOptional = Rule(
        "PS-SDK-004", .success, .documented,
        "The studio's controller is nil outside a meeting and when Production Studio is not available.",
        source: "Guide: get the controller")

    /// PS-SDK-005.
    public static let sdkActionController = Rule(
        "PS-SDK-005", .success, .inferred,
        "The action controller always exists and is used without unwrapping.",
        source: "Used in the guide")

    /// PS-SDK-006.
    public static let sdkRequiredCallbacks = Rule(
        "PS-SDK-006", .success, .documented,
        "Three callbacks are required, the user status callback is optional.",
        source: "Header: the delegate")

    /// PS-SDK-007.
    public static let sdkUserStatusBothWidths = Rule(
        "PS-SDK-007", .success, .inferred,
        "onPSUserStatusChanged may take UInt32 or UInt; each form is called once.",
        source: "Header and guide differ")

    /// PS-SDK-008.
    public static let sdkLookup = Rule(
        "PS-SDK-008", .success, .inferred,
        "Users can be looked up by UInt32, UInt and literals, and by both spellings of the method.",
        source: "Header and guide differ")

    /// PS-SDK-009.
    public static let sdkResultsIgnorable = Rule(
        "PS-SDK-009", .success, .inferred,
        "Results may be ignored.",
        source: "Import of Objective-C methods")

    /// PS-SDK-010.
    public static let sdkSendable = Rule(
        "PS-SDK-010", .success, .chosen,
        "Constants, the sender and the controllers may be used from any thread, also in Swift 6 mode.",
        source: "A producer thread gets the sender")

    /// PS-SDK-011.
    public static let sdkCharPointers = Rule(
        "PS-SDK-011", .success, .documented,
        "Buffers are pointers to CChar.",
        source: "Header: char *")

    /// PS-SDK-012.
    public static let sdkCapabilityDefaults = Rule(
        "PS-SDK-012", .success, .inferred,
        "A new capability is 0x0 in limited range.",
        source: "Objective-C objects are zero-initialised")

    /// PS-SDK-013.
    public static let sdkDelegateNotRetained = Rule(
        "PS-SDK-013", .success, .inferred,
        "Delegates are not retained; a released delegate counts as none.",
        source: "Header: assign; weak is its safe equivalent")

    /// PS-SDK-014.
    public static let sdkUserInfo = Rule(
        "PS-SDK-014", .success, .documented,
        "The user information contains ID, name, role, video state, studio flag and parent.",
        source: "Header: ZoomSDKUserInfo")

    /// PS-SDK-015.
    public static let sdkLeaving = Rule(
        "PS-SDK-015", .success, .documented,
        "The command for leaving is 0, for ending the meeting for all 1.",
        source: "Header: LeaveMeetingCmd")
}

extension RuleCatalogue {
    static let spelling: [Rule] = [
        .sdkCodes, .sdkStatusNumbers, .sdkConstants, .sdkControllerOptional, .sdkActionController,
        .sdkRequiredCallbacks, .sdkUserStatusBothWidths, .sdkLookup, .sdkResultsIgnorable, .sdkSendable,
        .sdkCharPointers, .sdkCapabilityDefaults, .sdkDelegateNotRetained, .sdkUserInfo, .sdkLeaving,
    ]
}
