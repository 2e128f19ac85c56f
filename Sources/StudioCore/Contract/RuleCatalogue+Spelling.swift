// How the SDK is spelled: what makes foreign sources compile unchanged.
extension RuleCatalogue {
    static let spelling: [Rule] = [
        Rule(
            .sdkCodes, .success, .documented,
            "Result codes have the numbers of the macOS SDK, 0 to 29.",
            source: "Header: ZoomSDKError"),
        Rule(
            .sdkStatusNumbers, .success, .documented,
            "Statuses, end reasons and roles have the numbers of the macOS SDK.",
            source: "Header: ZoomSDKMeetingStatus, EndMeetingReason, UserRole"),
        Rule(
            .sdkConstants, .success, .inferred,
            "Constants are free, their types are open and RawRepresentable; the guide's members exist, too.",
            source: "Import of C enums; guide: .I420_FULL, .mono"),
        Rule(
            .sdkControllerOptional, .success, .documented,
            "The studio's controller is nil outside a meeting and where Production Studio is not available.",
            source: "Guide: get the controller"),
        Rule(
            .sdkActionController, .success, .inferred,
            "The action controller is there at all times and is used without unwrapping.",
            source: "Guide's use of it"),
        Rule(
            .sdkRequiredCallbacks, .success, .documented,
            "Three callbacks are required, the user status is optional.",
            source: "Header: the delegate"),
        Rule(
            .sdkUserStatusBothWidths, .success, .inferred,
            "onPSUserStatusChanged may be written with UInt32 or UInt; each is called once.",
            source: "Header and guide differ"),
        Rule(
            .sdkLookup, .success, .inferred,
            "A user is found by UInt32, UInt and literal numbers, and by both spellings of the method.",
            source: "Header and guide differ"),
        Rule(
            .sdkResultsIgnorable, .success, .inferred,
            "Results may be left unused.",
            source: "Import of Objective-C methods"),
        Rule(
            .sdkSendable, .success, .chosen,
            "Constants, the sender and the controllers may be used from any thread, in Swift 6 mode, too.",
            source: "A producer thread gets the sender"),
        Rule(
            .sdkCharPointers, .success, .documented,
            "Buffers are pointers to CChar.",
            source: "Header: char *"),
        Rule(
            .sdkCapabilityDefaults, .success, .inferred,
            "A new capability is 0x0 in full range.",
            source: "Defaults of the Windows SDK"),
        Rule(
            .sdkDelegateNotRetained, .success, .inferred,
            "Delegates are not retained; one that is gone is no delegate.",
            source: "Header: assign; weak is the safe form of it"),
        Rule(
            .sdkUserInfo, .success, .documented,
            "A user's information tells number, name, role, picture, studio and its parent.",
            source: "Header: ZoomSDKUserInfo"),
        Rule(
            .sdkLeaving, .success, .documented,
            "Leaving is 0, ending for all is 1.",
            source: "Header: LeaveMeetingCmd"),
    ]
}
