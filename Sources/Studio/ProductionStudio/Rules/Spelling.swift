public import StudioCore

// The facade: the vendor's spelling, so that client sources compile unchanged.
extension Rule {
    /// PS-SDK-001: Result codes have the numbers of the macOS SDK, 0 to 29.
    public static let sdkCodes = Rule(
        "PS-SDK-001", .success, .documented,
        "Result codes have the numbers of the macOS SDK, 0 to 29.",
        source: "ZoomSDKErrors.h: ZoomSDKError, 0 to 29")

    /// PS-SDK-002: Statuses, end reasons and roles have the numbers of the macOS SDK.
    public static let sdkStatusNumbers = Rule(
        "PS-SDK-002", .success, .documented,
        "Statuses, end reasons and roles have the numbers of the macOS SDK.",
        source: "ZoomSDKErrors.h: ZoomSDKMeetingStatus, EndMeetingReason, UserRole")

    /// PS-SDK-003: Constants are global, and their types are open and RawRepresentable; the guide's static members
    /// exist as well.
    public static let sdkConstants = Rule(
        "PS-SDK-003", .success, .inferred,
        "Constants are global, and their types are open and RawRepresentable; the guide's static members exist as well.",
        source: "ZoomSDKErrors.h: plain C enums, which Swift imports as open structs and global constants. The static "
            + "members are those of the guide's samples, .I420_FULL and .mono.")

    /// PS-SDK-004: The studio's controller is nil outside a meeting and when Production Studio is not available.
    public static let sdkControllerOptional = Rule(
        "PS-SDK-004", .success, .documented,
        "The studio's controller is nil outside a meeting and when Production Studio is not available.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, Get the controller")

    /// PS-SDK-005: The action controller always exists and is used without unwrapping.
    public static let sdkActionController = Rule(
        "PS-SDK-005", .success, .inferred,
        "The action controller always exists and is used without unwrapping.",
        source: "ZoomSDKMeetingService.h: getMeetingActionController, whose type is non-null, though its comment has "
            + "nil for a failure; the guide uses it without unwrapping. That it exists at any time is inferred.")

    /// PS-SDK-006: Three callbacks are required, the user status callback is optional.
    public static let sdkRequiredCallbacks = Rule(
        "PS-SDK-006", .success, .documented,
        "Three callbacks are required, the user status callback is optional.",
        source: "ZoomSDKMeetingProductionStudioController.h: ZoomSDKMeetingProductionStudioControllerDelegate, of "
            + "which only onPSUserStatusChanged:isStart: is optional")

    /// PS-SDK-007: onPSUserStatusChanged may take UInt32 or UInt; each form is called once.
    public static let sdkUserStatusBothWidths = Rule(
        "PS-SDK-007", .success, .chosen,
        "onPSUserStatusChanged may take UInt32 or UInt; each form is called once.",
        source: "ZoomSDKMeetingProductionStudioController.h: onPSUserStatusChanged:isStart: takes an unsigned int, "
            + "UInt32 in Swift; the samples of the guide have UInt. That both are called, each once, is chosen. A "
            + "trace of a client that has UInt would decide.")

    /// PS-SDK-008: Users can be looked up by UInt32, UInt and literals, and by both spellings of the method.
    public static let sdkLookup = Rule(
        "PS-SDK-008", .success, .inferred,
        "Users can be looked up by UInt32, UInt and literals, and by both spellings of the method.",
        source: "ZoomSDKMeetingActionController.h: getUserByUserID: takes an unsigned int. Zoom docs, Meeting SDK for "
            + "macOS, Access in-meeting user information, has this spelling in Swift; Use production studio mode has "
            + "getUser(byUserID:), with the UInt of its callback. Literals are inferred.")

    /// PS-SDK-009: Results may be ignored.
    public static let sdkResultsIgnorable = Rule(
        "PS-SDK-009", .success, .inferred,
        "Results may be ignored.",
        source: "Swift imports methods of Objective-C with results that may be ignored; no header asks for more.")

    /// PS-SDK-010: Constants, the sender and the controllers may be used from any thread, also in Swift 6 mode.
    public static let sdkSendable = Rule(
        "PS-SDK-010", .success, .chosen,
        "Constants, the sender and the controllers may be used from any thread, also in Swift 6 mode.",
        source: "The guide has a thread that sends, so that Swift 6 has to accept the sender there. One client for "
            + "macOS makes every call of the SDK on the main queue, which psstudio does not ask for: "
            + "https://github.com/LetsDoVideo/feeds/blob/01c884ecac86385577ba8327967f4f974f5343c1/engine/mac/"
            + "feeds-engine-mac.mm#L34. A trace of the real controllers, called on other threads, would decide.")

    /// PS-SDK-011: Buffers are pointers to CChar.
    public static let sdkCharPointers = Rule(
        "PS-SDK-011", .success, .documented,
        "Buffers are pointers to CChar.",
        source: "ZoomSDKMeetingProductionStudioController.h: sendVideoFrame:width:height:frameLength:format: and "
            + "sendAudio:dataLength:sampleRate:channel:, char *")

    /// PS-SDK-012: A new capability is 0x0 in limited range.
    public static let sdkCapabilityDefaults = Rule(
        "PS-SDK-012", .success, .inferred,
        "A new capability is 0x0 in limited range.",
        source: "ZoomSDKMeetingProductionStudioController.h: ZoomSDKPSVideoSourceCapability; objects of Objective-C "
            + "begin with zeros. ZoomSDKErrors.h: ZoomSDKFrameDataFormat_I420_Limited, the first of its enum, is 0. On "
            + "Windows the default is full range.")

    /// PS-SDK-013: Delegates are not retained; a released delegate counts as none.
    public static let sdkDelegateNotRetained = Rule(
        "PS-SDK-013", .success, .inferred,
        "Delegates are not retained; a released delegate counts as none.",
        source: "ZoomSDKMeetingProductionStudioController.h: delegate, which is assign, as those of the meeting "
            + "service, the authentication service, and the controllers for actions, chat and captions. That a "
            + "released one counts as none is psstudio's choice: the real SDK would call a released object.")

    /// PS-SDK-014: The user information contains ID, name, role, video state, studio flag and parent.
    public static let sdkUserInfo = Rule(
        "PS-SDK-014", .success, .documented,
        "The user information contains ID, name, role, video state, studio flag and parent.",
        source: "ZoomSDKMeetingActionController.h: ZoomSDKUserInfo")

    /// PS-SDK-015: The command for leaving is 0, for ending the meeting for all 1.
    public static let sdkLeaving = Rule(
        "PS-SDK-015", .success, .documented,
        "The command for leaving is 0, for ending the meeting for all 1.",
        source: "ZoomSDKErrors.h: LeaveMeetingCmd")
}

extension RuleCatalogue {
    static let spelling: [Rule] = [
        .sdkCodes, .sdkStatusNumbers, .sdkConstants, .sdkControllerOptional, .sdkActionController,
        .sdkRequiredCallbacks, .sdkUserStatusBothWidths, .sdkLookup, .sdkResultsIgnorable, .sdkSendable,
        .sdkCharPointers, .sdkCapabilityDefaults, .sdkDelegateNotRetained, .sdkUserInfo, .sdkLeaving,
    ]
}
