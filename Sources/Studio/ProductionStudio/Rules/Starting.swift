public import StudioCore

// Starting: its requirements and results.
extension Rule {
    /// PS-START-001: Starting requires an active meeting.
    public static let startOutsideMeeting = Rule(
        "PS-START-001", .notInMeeting, .inferred,
        "Starting requires an active meeting.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, step 1: after joining. The code is that "
            + "of ZoomSDKErrors.h: ZoomSDKError_NotInMeeting; that it is checked first is psstudio's order.")

    /// PS-START-002: Starting requires a meeting that supports Production Studio.
    public static let startUnsupported = Rule(
        "PS-START-002", .unsupportedFeature, .inferred,
        "Starting requires a meeting that supports Production Studio.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, Controller APIs, isSupportPSMode: "
            + "whether it is available in this meeting or client. That starting is refused at once, and the code, are "
            + "inferred; that it is checked second is psstudio's order.")

    /// PS-START-003: Starting requires the role of host or co-host.
    public static let startWithoutPermission = Rule(
        "PS-START-003", .noPermission, .documented,
        "Starting requires the role of host or co-host.",
        source: "ZoomSDKMeetingProductionStudioController.h: canStartPSMode, only the host or co-host. The code is "
            + "inferred; that it is checked third is psstudio's order.")

    /// PS-START-004: Starting while the studio is active changes nothing and causes no callback.
    public static let startTwice = Rule(
        "PS-START-004", .wrongUsage, .inferred,
        "Starting while the studio is active changes nothing and causes no callback.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode: the result of an accepted start comes "
            + "later, and an error has no callbacks. That a second start is an error, that it changes nothing, and "
            + "its code, are inferred.")

    /// PS-START-005: The delegate must be set before starting.
    public static let startWithoutDelegate = Rule(
        "PS-START-005", .wrongUsage, .documented,
        "The delegate must be set before starting.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, Controller APIs: the delegate must be "
            + "set before startPSMode:. The code is chosen.")

    /// PS-START-006: The declared width and height must be positive.
    public static let startSizeNotPositive = Rule(
        "PS-START-006", .invalidParameter, .chosen,
        "The declared width and height must be positive.",
        source: "A frame without pixels has no planes. A trace that starts with 0x0 would decide.")

    /// PS-START-007: The declared width and height must be even.
    public static let startSizeOdd = Rule(
        "PS-START-007", .invalidParameter, .chosen,
        "The declared width and height must be even.",
        source: "Odd sizes have no unambiguous I420 length. A trace that starts with 1919x1079 would decide.")

    /// PS-START-008: The declared format must be I420, limited or full range.
    public static let startFormatUnknown = Rule(
        "PS-START-008", .invalidParameter, .inferred,
        "The declared format must be I420, limited or full range.",
        source: "ZoomSDKErrors.h: ZoomSDKFrameDataFormat, which has these two. That another number is refused, and the "
            + "code, are inferred.")

    /// PS-START-009: The declared size must be at most 3840x2160 by default.
    public static let startSizeTooLarge = Rule(
        "PS-START-009", .invalidParameter, .chosen,
        "The declared size must be at most 3840x2160 by default.",
        source: "No limit is documented; 4K covers the cameras in use, and a test may raise it. A trace that starts "
            + "with 7680x4320 would decide.")

    /// PS-START-010: While another user's studio is active, the call succeeds and the result is false.
    public static let startStudioTaken = Rule(
        "PS-START-010", .success, .chosen,
        "While another user's studio is active, the call succeeds and the result is false.",
        source: "getPSUserID names one studio user; no page says what a second start gets. The server must decide "
            + "between two who start at once, so that the result refuses. A trace of two hosts who start would "
            + "decide.")

    /// PS-START-011: The capability is read once at the start; later changes have no effect.
    public static let startContractCopied = Rule(
        "PS-START-011", .success, .inferred,
        "The capability is read once at the start; later changes have no effect.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, step 3: the capability is the contract "
            + "of all later frames. That it is read once is inferred.")

    /// PS-START-012: Every accepted start receives exactly one result.
    public static let startAnsweredOnce = Rule(
        "PS-START-012", .success, .inferred,
        "Every accepted start receives exactly one result.",
        source: "Zoom docs, Meeting SDK for macOS, Use production studio mode, Controller APIs: the result of "
            + "startPSMode: comes in onStartPSModeResult:. That it comes once, and for every accepted start, is "
            + "inferred.")

    /// PS-START-013: A start fails with the code injected by the test.
    public static let startFailureInjected = Rule(
        "PS-START-013", .failed, .own,
        "A start fails with the code injected by the test.",
        source: "A client has to be tested with a start that fails; the test names the code. No vendor decides this: "
            + "it is psstudio's own design.")

    /// PS-START-014: The first of several causes is reported: meeting, support, permission, state, delegate, size,
    /// format.
    public static let startCheckOrder = Rule(
        "PS-START-014", .success, .chosen,
        "The first of several causes is reported: meeting, support, permission, state, delegate, size, format.",
        source: "The environment comes first, arguments last, so that tests are repeatable. A trace of calls with two "
            + "causes would decide.")

    /// PS-START-015: isPSModeStarted is true from the result true until just before onStopSend; it does not permit
    /// sending.
    public static let startedQuery = Rule(
        "PS-START-015", .success, .chosen,
        "isPSModeStarted is true from the result true until just before onStopSend; it does not permit sending.",
        source: "ZoomSDKMeetingProductionStudioController.h: isPSModeStarted; onStartPSModeResult:, YES when started; "
            + "onStopSend, when the studio stops. That these change it is inferred; that it is false inside onStopSend "
            + "is chosen (PS-STOP-006). Zoom docs, Meeting SDK for macOS, Use production studio mode, Controller APIs: "
            + "for checks of the state, not a gate of sending. A trace that asks inside onStopSend would decide.")
}

extension RuleCatalogue {
    static let starting: [Rule] = [
        .startOutsideMeeting, .startUnsupported, .startWithoutPermission, .startTwice, .startWithoutDelegate,
        .startSizeNotPositive, .startSizeOdd, .startFormatUnknown, .startSizeTooLarge, .startStudioTaken,
        .startContractCopied, .startAnsweredOnce, .startFailureInjected, .startCheckOrder, .startedQuery,
    ]
}
